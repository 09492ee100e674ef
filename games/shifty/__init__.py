"""Shifty, by Nick Bentley (2012)."""

from functools import partial
from operator import itemgetter
from typing import Annotated, Literal

from puzzlekit import (
    EMPTY,
    Connection,
    Example,
    IncrementalMoves,
    LessonStep,
    grid,
    makes_crosscut,
    place_stone,
    rhombus,
)

RIMS = {"black": ("bottom", "top"), "white": ("left", "right")}


class Shifty(Connection):
    """Connect your two sides: place stones next to your own, or move stones away from them.

    Shifty was invented by Nick Bentley in 2012.
    """

    name = "Shifty"
    presets = {
        "10 × 10": {},
        "9 × 9": {"size": 9},
        "13 × 13": {"size": 13},
        "10 × 10, fewer friends": {"landing": "fewer"},
        "10 × 10, three singletons": {"singletons": 3},
        "11 × 11 hexagons": {"size": 11, "board": "hex"},
    }

    examples = (
        Example(
            "Connect your two sides",
            "Black connects the bottom and the top, White the left and the right. Each corner "
            "belongs to both of its sides. The first player to connect both sides with a chain "
            "wins at once. Stones in a chain touch orthogonally or diagonally.",
            options="5,swap=off",
            moves="c2 a4 c3 b4 c3-e5 c4 c3 a3 c1 b3 d1 b5",
            move="d1-d4",
            caption="Black moves a stone from d1 to d4, connects c1 to e5, and wins.",
        ),
        Example(
            "The first stones",
            "The board starts empty. Black places a stone on any point. White then places a stone "
            "on any other point, or swaps: the players exchange colours, the black stone stays, "
            "and the first player, now White, places a stone.",
            options="5,swap=off",
            move="c2 b4",
            caption="Black chooses c2, and White b4.",
        ),
        Example(
            "Place a stone next to a friend",
            "A friend of a stone is an orthogonally adjacent stone of the same colour. From now "
            "on, do one of two things each turn. The first: place a stone on an empty point where "
            "it has a friend.",
            options="5,swap=off",
            moves="c2 b4",
            move="c3",
            caption="Black could also choose b2, d2 or c1.",
        ),
        Example(
            "Or move a stone",
            "The second: move a stone that has a friend. It moves like a chess queen, without "
            "jumping, and must land on an empty point where it has no friend.",
            options="5,swap=off",
            moves="c2 b4 c3 c4",
            move="c3-e5",
            caption="Now neither black stone has a friend, so neither can move.",
        ),
        Example(
            "Land away from friends",
            "The point that a stone leaves counts as empty. So a stone may move by a single step, "
            "to a point without a friend next to it.",
            options="5,swap=off",
            moves="c2 b4 c3 c4",
            move="c3-d2",
            illegal=True,
            caption="On d2, the stone would be next to c2. It may move to d3, where it has no "
            "friend.",
        ),
        Example(
            "No crosscuts",
            "Neither player may complete a crosscut, a 2 × 2 block with one colour on each "
            "diagonal.",
            options="5,swap=off",
            moves="c3 c5 b3 c4 b3-b5 c4-b4",
            move="c4",
            illegal=True,
            caption="With b5, b4 and c5, a black stone on c4 would complete a crosscut.",
        ),
        Example(
            "Passing",
            "Pass only if you have no legal move. Two passes in a row are a draw. Every placement "
            "adds a stone and every move lowers the number of friendly pairs, so a game cannot "
            "go on forever.",
            options="3,swap=off",
            moves="b2 b1 c2 a1 a2 b1-c1 b1",
            caption="White has no legal move and must pass.",
        ),
    )
    lesson = (
        LessonStep(
            "Connect two sides",
            "You play Black and connect the bottom and the top, the sides with black bars, with "
            "a chain as in the picture. White connects the left and the right. Stones in a chain "
            "touch along the lines or diagonally. A corner belongs to both of its sides.",
            options="5,swap=off",
            moves="a4 c5 b4 d5 a5 d5-d3 a4-a2 d2 a1 c3 a3",
        ),
        LessonStep(
            "Place your first stone",
            "The board starts empty, and Black begins. The first stone of each player may go on "
            "any point. Click a point.",
            options="5,swap=off",
            answers="*",
            after="You are now four stones short: your chain needs at least four more stones. "
            "White may now place a stone on any other point.",
        ),
        LessonStep(
            "Place a stone next to a friend",
            "A friend is a stone of your own colour directly above, below, left or right. From "
            "the second turn on, a new stone needs a friend. Click a point next to your stone.",
            options="5,swap=off",
            moves="c2 b4",
            answers="*",
            bad="b1 b3 d1 d3",
            wrong="Choose an empty point directly above, below, left or right of your stone. "
            "Diagonal neighbours are not friends.",
            after="These two stones are friends now.",
        ),
        LessonStep(
            "Or move a stone",
            "Instead of placing a stone, you may move one that has a friend. It moves like a "
            "chess queen, but may not land next to another stone of yours (such points are "
            "marked with crosses). Click c3, then a point with a green dot, or drag the stone.",
            options="5,swap=off",
            moves="c2 b4 c3 c4",
            answers="c3-e5 c3-d4 c3-b3 c3-a3 c3-d3 c3-e3 c3-a1 c3-e1",
            bad="b2 d2",
            wrong="Move the stone on c3, but not to b2 or d2: there it would still be next to c2.",
            after="A move can go far, but both of your stones are now without a friend. A stone "
            "without a friend cannot move.",
        ),
        LessonStep(
            "Avoid crosscuts",
            "A crosscut is a 2 × 2 block with two black stones on one diagonal and two white "
            "stones on the other. Neither player may complete one, so c4 is forbidden. Place a "
            "stone on another point.",
            options="5,swap=off",
            moves="c3 c5 b3 c4 b3-b5 c4-b4",
            answers="*",
            bad="c4",
            wrong="Place a stone next to one of yours, but not on c4: b4, b5, c4 and c5 would "
            "be a crosscut.",
            after="Moving a stone may not complete a crosscut either.",
        ),
        LessonStep(
            "Connect and win",
            "Only d4 is missing from your chain. You cannot place a stone there, since it would "
            "have no friend. But the stone on d1 can move there: click d1, then d4.",
            options="5,swap=off",
            moves="c2 a4 c3 b4 c3-e5 c4 c3 a3 c1 b3 d1 b5",
            answers="d1-d4",
            ring="d4",
            wrong="Move the stone from d1 to d4. Your chain needs the stone on c3 where it is.",
            after="The chain c1, c2, c3, d4, e5 connects the bottom and the top. You win at once.",
        ),
        LessonStep(
            "Swap colours",
            "Now you are the second player. Black has taken the centre, a strong point. Before "
            "your first stone, you may swap colours. Click Swap.",
            options="5",
            moves="c3",
            answers="swap",
            wrong="Click the button Swap.",
            after="The stone on c3 is yours. Your opponent, now White, places a stone next.",
        ),
        LessonStep(
            "Before you play",
            "You pass only if you have no legal move. Two passes in a row are a draw, but that is "
            "very rare. If you place the first stone, avoid the best points: your opponent may "
            "swap.",
        ),
    )
    option_notes = {
        "size": "The number of points on each side of the board.",
        "landing": "“none”: a stone moves only if it has a friend, and lands where it has none. "
        "“fewer” (the rule as first published): any stone may move to a point where it has fewer "
        "friends than before.",
        "singletons": "The number of stones that each player places first; they need no friend "
        "but must not complete a crosscut. Players may not move stones until they have placed "
        "these. Suggested by Luis Bolaños Mures.",
        "board": "“hex”: Hex with the turns of Shifty. Points have six neighbours, stones move "
        "along the six rows, and there are no crosscuts. “hex12”: stones move like the queen in "
        "Gliński's hexagonal chess, also along the six diagonals, which run between two "
        "neighbours and are not blocked by them.",
        "swap": "Whether the second player may swap colours after the first stone.",
    }
    notation_notes = (
        "`c3` places a stone on c3. `c3-f6` moves the stone from c3 to f6. `swap` exchanges "
        "colours. `pass` is possible only if there is no other legal move."
    )

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

    def count_friends(self, stones, cell, own):
        """Return how many friends a stone has on a point."""
        return self.beside[cell](stones).count(own)

    def opens(self, state):
        """Return whether the mover is still placing stones that need no friend."""
        return state.stones.count(self.own_stone(state)) < self.singletons

    def completes_crosscut(self, stones, cell, own):
        """Return whether a stone on a point would complete a crosscut."""
        return not self.hex and makes_crosscut(self.board, stones, cell, own)

    def count_friends_if_placed(self, own, stones, cell):
        """Return how many friends a stone would have on a point, or -1 if it cannot be placed."""
        if stones[cell] != EMPTY or self.completes_crosscut(stones, cell, own):
            return -1
        return self.count_friends(stones, cell, own)

    def places(self, state):
        own, minimum = self.own_stone(state), 0 if self.opens(state) else 1
        return [
            cell for cell, n in enumerate(self.friends_if_placed[own](state.stones)) if n >= minimum
        ]

    def reach(self, state, source):
        own = state.stones[source]
        friends = self.count_friends(state.stones, source, own)
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
            if self.landing == "fewer":
                return "Move the stone to a point with fewer friends"
            return "Move the stone to a point with no friend"
        if self.can_move_a_stone(state):
            return "Place a stone next to a friend, or move one away"
        if any(move in self.board.index for move in self.legal_moves(state)):
            return "Place a stone next to one of yours"
        return super().prompt(state, clicks)

    def explain_refusal(self, state, clicks, cell):
        stones, own = state.stones, self.own_stone(state)
        if clicks:
            stones = place_stone(stones, clicks[0].cells[0], EMPTY)
        if stones[cell] == EMPTY and self.completes_crosscut(stones, cell, own):
            return "A stone there would complete a crosscut"
        if clicks and stones[cell] == EMPTY and self.count_friends(stones, cell, own):
            return "The stone would touch one of your stones there"
        if not clicks and stones[cell] == EMPTY:
            return "That point is not next to one of your stones"
        if not clicks and stones[cell] == own and not self.count_friends(stones, cell, own):
            return "A stone without a friend beside it cannot move"
        return super().explain_refusal(state, clicks, cell)

    def compiled_rules(self):
        from .fast import compiled_rules

        return compiled_rules(self)
