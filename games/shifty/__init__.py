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
    """Join your two sides by placing stones next to friends or shifting them away.

    Black joins the bottom and the top, White the left and the right; a corner belongs to both of
    its sides. Black places a stone on any point. White may swap the colours instead of placing
    one anywhere too. After that a turn is one of

    - placing a stone on an empty point with an orthogonal friend, a stone of its own colour;
    - moving a stone that has an orthogonal friend, like a chess queen and without jumping, to
      a point where it has none.

    Neither may complete a crosscut: a 2 x 2 block with one colour on one diagonal and the other
    colour on the other. A stone that moves counts as lifted from where it was. Who can do neither
    must pass, nobody else may; two passes in a row are a draw. A chain that hangs together
    orthogonally or diagonally between your sides wins at once. Every placement adds a stone and
    every move lowers the number of friendly pairs, so that the game ends.

    `c3` places a stone, `c3-f6` moves one.

    landing=fewer is the rule as it was first published: any stone may move to a point where it
    has fewer friends than before. With singletons=k each player places k stones without a friend
    being needed, crosscuts excepted (Luis Bolaños Mures); until one's own are placed, one does not
    move. board=hex is Hex with these turns: six neighbours, moves along the six rows, no crosscuts;
    with board=hex12 stones move like the queen of Gliński's hexagonal chess, along the six
    diagonals too, which run between two neighbours and are not blocked by them.
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
        #: What reads the stones beside each point, of which there are two at least.
        self.beside = [itemgetter(*near) for near in self.board.neighbours]
        #: What a stone of each colour would find on each point: see `found_at`.
        around = [{cell, *near} for cell, near in enumerate(links.neighbours)]
        self.found = {
            own: IncrementalMoves(around, partial(self.found_at, own)) for own in self.initials
        }
        #: The board along whose rays stones move.
        self.lines = rhombus(size, size, diagonals=True) if board == "hex12" else self.links

    def friends(self, stones, cell, own):
        """Return how many orthogonal friends a stone has on a point."""
        return self.beside[cell](stones).count(own)

    def opens(self, state):
        """Tell whether the mover still places stones that need no friend."""
        return state.stones.count(self.own_stone(state)) < self.singletons

    def cuts(self, stones, cell, own):
        """Tell whether a stone on a point would complete a crosscut."""
        return not self.hex and makes_crosscut(self.board, stones, cell, own)

    def found_at(self, own, stones, cell):
        """Return how many friends a stone put on a point has, or -1 where none can be put."""
        if stones[cell] != EMPTY or self.cuts(stones, cell, own):
            return -1
        return self.friends(stones, cell, own)

    def places(self, state):
        own, least = self.own_stone(state), 0 if self.opens(state) else 1
        return [cell for cell, found in enumerate(self.found[own](state.stones)) if found >= least]

    def reach(self, state, source):
        own = state.stones[source]
        friends = self.friends(state.stones, source, own)
        if not friends or self.opens(state):
            return []
        most = 0 if self.landing == "none" else friends - 1
        found, stones = self.found[own](state.stones), state.stones
        near, orthogonal = self.links.neighbours[source], self.board.neighbours[source]
        cells = []
        for ray in self.lines.lines_from[source]:
            for cell in ray:
                if stones[cell] != EMPTY:
                    break
                here = found[cell]
                if cell in near:  # here the stone that leaves is missed: by a friend, or by a cut
                    if here >= 0:
                        here -= cell in orthogonal
                    else:
                        here = self.found_at(own, place_stone(stones, source, EMPTY), cell)
                if 0 <= here <= most:
                    cells.append(cell)
        return cells

    def prompt(self, state, touches=()):
        if self.opens(state) and not touches:
            return "Place a stone on any point" if not state.ply else "Place a stone anywhere"
        if touches:
            fewer = self.landing == "fewer"
            return f"Move it to a point with {'fewer friends' if fewer else 'no friend'}"
        if self.movable(state):
            return "Place a stone beside a friend, or move one away"
        said = super().prompt(state, touches)
        return "Place a stone beside one of yours" if said == "Place a stone" else said

    def explain_refusal(self, state, touches, cell):
        stones, own = state.stones, self.own_stone(state)
        if touches:
            stones = place_stone(stones, touches[0].cells[0], EMPTY)
        if stones[cell] == EMPTY and self.cuts(stones, cell, own):
            return "A stone there would complete a crosscut"
        if touches and stones[cell] == EMPTY and self.friends(stones, cell, own):
            return "It would have a friend there"
        if not touches and stones[cell] == EMPTY:
            return "No stone of yours is beside that point"
        if not touches and stones[cell] == own and not self.friends(stones, cell, own):
            return "A stone without a friend beside it cannot move"
        return super().explain_refusal(state, touches, cell)

    def compiled_rules(self):
        from .fast import fast

        return fast(self)
