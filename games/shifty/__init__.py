"""Shifty, by Nick Bentley (2012)."""

from functools import partial
from operator import itemgetter
from typing import Annotated, Literal

from puzzlekit import (
    EMPTY,
    Connection,
    IncrementalMoves,
    grid,
    makes_crosscut,
    place_stone,
    rhombus,
)

RIMS = {"black": ("bottom", "top"), "white": ("left", "right")}


class Shifty(Connection):
    """Connect your two sides: place stones next to friends, or move stones away from friends.

    Black connects the bottom and the top, White the left and the right. Each corner belongs to
    both of its sides. Black begins by placing a stone on any point. White then swaps colours or
    places a stone on any point. A friend of a stone is an orthogonally adjacent stone of the same
    colour. From then on, do one of these each turn:

    - Place a stone on an empty point where it has a friend.
    - Move a stone that has a friend, like a chess queen and without jumping, to an empty point
      where it has none.

    Neither may complete a crosscut, a 2 × 2 block with one colour on each diagonal. The old point
    of a moving stone counts as empty. Pass only if you have no legal move; two passes in a row are
    a draw. The first player to connect both sides with an orthogonally or diagonally connected
    chain wins at once. Every placement adds a stone and every move lowers the number of friendly
    pairs, so the game is finite.

    `c3` places a stone, `c3-f6` moves one.

    landing=fewer is the rule as first published: any stone may move to a point where it has fewer
    friends than before. With singletons=k (Luis Bolaños Mures), each player's first k stones need
    no friend but must not complete a crosscut; players may not move stones until they have placed
    these. board=hex is Hex with the turns of Shifty: points have six neighbours, stones move along
    the six rows, and there are no crosscuts. With board=hex12, stones move like the queen in
    Gliński's hexagonal chess: also along the six diagonals, which run between two neighbours and
    are not blocked by them.
    """

    name = "Shifty"
    presets = {
        "10 x 10": {},
        "9 x 9": {"size": 9},
        "13 x 13": {"size": 13},
        "10 x 10, fewer friends": {"landing": "fewer"},
        "10 x 10, three singletons": {"singletons": 3},
        "11 x 11 hexagons": {"size": 11, "board": "hex"},
    }

    def __init__(
        self,
        size: Annotated[int, range(2, 27)] = 10,
        landing: Literal["none", "fewer"] = "none",
        singletons: Annotated[int, range(1, 10)] = 1,
        board: Literal["square", "hex", "hex12"] = "square",
        swap: bool = True,
    ):
        self.landing, self.singletons, self.hex = landing, singletons, board != "square"
        if self.hex:
            links = points = rhombus(size, size, rims=RIMS)
        else:
            points = grid(size, size, shape="point", rims=RIMS)
            links = grid(size, size, diagonals=True)
        super().__init__(points, links=links, swap=swap)
        #: One function for each point, which returns the adjacent stones (at least two).
        self.beside = [itemgetter(*near) for near in self.board.neighbours]
        #: The results of `count_friends_if_placed` at all points, by colour.
        around = [{cell, *near} for cell, near in enumerate(links.neighbours)]
        self.friends_if_placed = {
            own: IncrementalMoves(around, partial(self.count_friends_if_placed, own))
            for own in self.initials
        }
        #: The board along whose lines stones move.
        self.lines = rhombus(size, size, diagonals=True) if board == "hex12" else self.links

    def friends(self, stones, cell, own):
        """Return how many friends a stone has on a point."""
        return self.beside[cell](stones).count(own)

    def opens(self, state):
        """Return whether the mover is still placing stones that need no friend."""
        return state.stones.count(self.own_stone(state)) < self.singletons

    def cuts(self, stones, cell, own):
        """Return whether a stone on a point would complete a crosscut."""
        return not self.hex and makes_crosscut(self.board, stones, cell, own)

    def count_friends_if_placed(self, own, stones, cell):
        """Return how many friends a stone would have on a point, or -1 if it cannot be placed."""
        if stones[cell] != EMPTY or self.cuts(stones, cell, own):
            return -1
        return self.friends(stones, cell, own)

    def places(self, state):
        own, minimum = self.own_stone(state), 0 if self.opens(state) else 1
        return [
            cell for cell, n in enumerate(self.friends_if_placed[own](state.stones)) if n >= minimum
        ]

    def reach(self, state, source):
        own = state.stones[source]
        friends = self.friends(state.stones, source, own)
        if not friends or self.opens(state):
            return []
        maximum = 0 if self.landing == "none" else friends - 1
        friends_at, stones = self.friends_if_placed[own](state.stones), state.stones
        near, orthogonal = self.links.neighbours[source], self.board.neighbours[source]
        cells = []
        for ray in self.lines.lines_from[source]:
            for cell in ray:
                if stones[cell] != EMPTY:
                    break
                here = friends_at[cell]
                if cell in near:  # account for the stone lifted from `source`
                    if here >= 0:
                        here -= cell in orthogonal
                    else:
                        here = self.count_friends_if_placed(
                            own, place_stone(stones, source, EMPTY), cell
                        )
                if 0 <= here <= maximum:
                    cells.append(cell)
        return cells

    def prompt(self, state, clicks=()):
        if self.opens(state) and not clicks:
            return "Place a stone on any point" if not state.ply else "Place a stone anywhere"
        if clicks:
            fewer = self.landing == "fewer"
            return f"Move the stone to a point with {'fewer friends' if fewer else 'no friend'}"
        if self.movable(state):
            return "Place a stone next to a friend, or move one away"
        text = super().prompt(state, clicks)
        return "Place a stone next to one of yours" if text == "Place a stone" else text

    def explain_refusal(self, state, clicks, cell):
        stones, own = state.stones, self.own_stone(state)
        if clicks:
            stones = place_stone(stones, clicks[0].cells[0], EMPTY)
        if stones[cell] == EMPTY and self.cuts(stones, cell, own):
            return "A stone there would complete a crosscut"
        if clicks and stones[cell] == EMPTY and self.friends(stones, cell, own):
            return "The stone would touch one of your stones there"
        if not clicks and stones[cell] == EMPTY:
            return "That point is not next to one of your stones"
        if not clicks and stones[cell] == own and not self.friends(stones, cell, own):
            return "A stone without a friend beside it cannot move"
        return super().explain_refusal(state, clicks, cell)

    def compiled_rules(self):
        from .fast import fast

        return fast(self)
