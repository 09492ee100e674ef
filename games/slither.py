"""Slither, by Corey Clark (2010)."""

from typing import Annotated, Literal

from puzzlekit import EMPTY, Connection, grid, put


class Slither(Connection):
    """Move a stone by one step if you like, place one, and join your two sides.

    Black joins the bottom and the top, White the left and the right; a corner belongs to both of
    its sides. Black begins. In a turn you may first move one of your stones to a neighbouring
    empty point, orthogonally or diagonally; then you must place a stone on any empty point. At
    the end of the turn no two stones of yours may be diagonal neighbours unless a stone of yours
    is an orthogonal neighbour of both. An orthogonal chain between the sides of its colour wins.

    Who cannot do anything must pass, nobody else may. The second player may `swap` at the first
    turn: the players exchange colours, and the opener goes on as White. Sources differ in who
    begins; here it is Black, as on iggamecenter.com.

    A turn that moves is entered as two words: `c3-d4`, then `e5`. The move counts as legal if a
    placement can follow; chains are looked for when the turn is over.

    With moving=advanced (Advanced Slither) only a stone with an orthogonal neighbour, of any
    colour, may move.
    """

    name = "Slither"
    presets = {
        "9 x 9": {"size": 9},
        "13 x 13": {"size": 13},
        "15 x 15": {},
        "19 x 19": {"size": 19},
        "9 x 9, advanced": {"size": 9, "moving": "advanced"},
    }

    def __init__(
        self,
        size: Annotated[int, range(2, 20)] = 15,
        moving: Literal["free", "advanced"] = "free",
        swap: bool = True,
    ):
        rims = {"black": ("bottom", "top"), "white": ("left", "right")}
        super().__init__(grid(size, size, shape="point", rims=rims), swap=swap)
        self.moving = moving
        self.steps = grid(size, size, diagonals=True).neighbours

    def bare(self, stones, cell, own):
        """Return, for each stone diagonal to one here and without a common friend, two points.

        A stone on either point would be the common friend.
        """
        return [
            {a, b}
            for opposite, a, b in self.board.blocks[cell]
            if stones[opposite] == own and own not in (stones[a], stones[b])
        ]

    def wounds(self, stones, half, own):
        """Return what the first half of a turn has laid bare: the points that would heal each."""
        if not half:
            return []
        left, reached = half
        found = self.bare(stones, reached, own)
        for opposite, a, b in self.board.blocks[left]:
            if stones[a] == stones[b] == own != stones[opposite]:
                found.append({left, opposite})
        return found

    def placements(self, stones, half, own):
        """Yield where a stone can be placed to end the turn."""
        wounds = self.wounds(stones, half, own)
        cells = set.intersection(*wounds) if wounds else range(len(stones))
        for cell in sorted(cells):
            if stones[cell] == EMPTY and not self.bare(stones, cell, own):
                yield cell

    def places(self, state):
        return list(self.placements(state.stones, state.half, self.own(state)))

    def reach(self, state, source):
        stones, own = state.stones, state.stones[source]
        if state.half:
            return []
        near = self.board.neighbours[source]
        if self.moving == "advanced" and all(stones[cell] == EMPTY for cell in near):
            return []
        lifted = put(stones, source, EMPTY)
        return [
            cell
            for cell in self.steps[source]
            if stones[cell] == EMPTY
            and any(True for _ in self.placements(put(lifted, cell, own), (source, cell), own))
        ]

    def prompt(self, state, touches=()):
        if touches or state.half:
            return "Choose the point to which it steps" if touches else "Now place a stone"
        return "Place a stone, or first move one by a step"

    def why_not(self, state, touches, cell):
        if not touches and state.stones[cell] == EMPTY:
            return "A stone there would touch one of yours only diagonally"
        return super().why_not(state, touches, cell)

    def moved(self, state, a, b):
        stones = put(put(state.stones, a, EMPTY), b, state.stones[a])
        return state._replace(stones=stones, half=(a, b))
