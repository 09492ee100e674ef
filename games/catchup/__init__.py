"""Catchup, by Nick Bentley (2010)."""

from typing import Annotated, Literal, NamedTuple

from puzzlekit import (
    EMPTY,
    Example,
    LargestRegions,
    LessonStep,
    NotationError,
    RegionGame,
    hexhex,
    ngettext,
    place_stone,
    read_number,
    read_side,
)
from puzzlekit import gettext as _

DONE = "done"


class Position(NamedTuple):
    """The stones, the seat to move, stones left and placed in this turn, and the size to beat."""

    stones: str
    seat: int = 0
    left: int = 1
    placed: int = 0
    mark: int = 1


class Catchup(RegionGame[Position]):
    """Grow the largest group, but catching up gives your opponent a third stone.

    Catchup was invented by Nick Bentley in 2010.
    """

    name = "Catchup"
    family = "territory game"
    players = ("White", "Black")
    kind = Position
    can_draw = False
    presets = {
        "5 a side": {},
        "4 a side": {"size": 4},
        "6 a side": {"size": 6},
        "7 a side": {"size": 7},
        "5 a side, records": {"third": "record"},
        "5 a side, quiet pairs": {"third": "none"},
    }

    examples = (
        Example(
            "The largest group wins",
            "The board is a hexagon of hexagonal cells. The game ends when the board is full. A "
            "group is a set of adjacent stones of one colour. The player with the largest group "
            "wins.",
            options="3",
            moves="c3 c1 c5 d4 a2 a1 c2 c4 b2 d3 e5 d2 e4 b4 b1 d5 e3 a3",
            move="b3",
            caption="Black fills the last cell, but White wins: a group of 8 against a group of 5.",
        ),
        Example(
            "One or two stones",
            "The board starts empty. White begins by placing one stone on any cell. After that, "
            "place one or two stones on empty cells each turn. They need not be adjacent.",
            options="3",
            moves="c3",
            move="b2 d5",
            caption="Black places two stones.",
        ),
        Example(
            "The third stone",
            "You may place up to three stones if your opponent has just enlarged their largest "
            "group and it is now at least as large as yours.",
            options="3",
            moves="c3 b3 c4",
            move="d4 d3 b2",
            caption="Black has made a group of 2, so White may place three stones.",
        ),
        Example(
            "No third stone",
            "A player's first stone does not count as growth. Stones outside the largest group "
            "do not count either, nor does a group that is still smaller than yours.",
            options="3",
            moves="c3 b2 done d4 done b3 a2 done e3 done",
            move="e5 done",
            caption="Black's largest group is still 3, so White may place only two stones.",
        ),
        Example(
            "At least one stone",
            "You may end your turn early, but not before you have placed a stone.",
            options="3",
            moves="c3",
            move="done",
            illegal=True,
            caption="Black has not placed a stone yet.",
        ),
        Example(
            "Ties",
            "If the largest groups are equal, compare the second largest, and so on. The number "
            "of cells is odd, so there are no draws.",
            options="3",
            moves="c5 c4 d4 c2 a3 d3 b1 a2 c3 a1 c1 d5 e3 d2 b3 b4 b2 e4",
            move="e5",
            caption="Both have a group of 6. White wins: its second group has 4 stones, not 2.",
        ),
    )
    lesson = (
        LessonStep(
            "Grow the largest group",
            "You play White. Adjacent stones of one colour form a group. When the board is full, "
            "the player with the largest group wins. Here, White's group of 8 beats Black's "
            "groups of 5.",
            options="3",
            moves="c3 c1 c5 d4 a2 a1 c2 c4 b2 d3 e5 d2 e4 b4 b1 d5 e3 a3 b3",
        ),
        LessonStep(
            "Place your first stone",
            "The board starts empty. White begins with one stone on any cell. Click a cell.",
            options="3",
            answers="*",
            after="From now on, each player places one or two stones per turn, on any empty cells.",
        ),
        LessonStep(
            "End your turn early",
            "The first stone of your turn is already on d4. You may place a second stone, or stop "
            "after the first. This time, stop: click Done.",
            options="3",
            moves="c3 b2 done d4",
            answers="done",
            ring="d4",
            wrong="A second stone would be legal, but click the button Done this time.",
            after="You must place at least one stone in each turn.",
        ),
        LessonStep(
            "Catch up with three stones",
            "Black has just enlarged their largest group to 2, and it is now at least as large as "
            "yours, which has 1 stone. So you may place up to three stones. Place the first.",
            options="3",
            moves="c3 b3 c4",
            answers="*",
        ),
        LessonStep(
            "Place another stone",
            "You have two stones left. Place one more, or end your turn with Done.",
            answers="*",
            after="The same holds for Black: if your largest group grows, Black may place up to "
            "three stones, but only two if it is still smaller than Black's. A player's very first "
            "stone does not count as growth.",
        ),
        LessonStep(
            "Keep Black at two stones",
            "Your largest group has 2 stones, Black's has 3. A stone on a cross is legal, but "
            "your group would grow to 3 or more, and Black could place three stones. Place a stone "
            "elsewhere.",
            options="3",
            moves="c3 b2 done d4 done b3 a2 done e3 done e5 done",
            answers="d2 c1 c5 b1 b4 a1 a3",
            bad="e4 d3 d5 c2 c4",
            wrong="That is legal, but your largest group would grow to 3 or more, and Black could "
            "place three stones.",
            after="Small groups are quiet: connect them later, at the right moment.",
        ),
        LessonStep(
            "Connect your groups",
            "Three cells are left, and you may place two stones. Place the first on c3: it "
            "connects your group of 4 to the stone on d4, and keeps Black's two groups of 4 "
            "apart.",
            options="3",
            moves="d4 a3 c4 a2 b2 d3 d2 a1 c2 b4 c5 e4 e3 b3 b1 done d5 done",
            answers="c3",
            ring="c3",
            wrong="First take c3. Black could connect two groups of 4 there.",
        ),
        LessonStep(
            "Fill the board and win",
            "Your largest group has 6 stones. Place your second stone next to it, on e5. Growing "
            "is safe now: only one cell will be left, so Black cannot use a third stone.",
            answers="e5",
            reply="c1",
            wrong="Place the stone on e5, where it enlarges your group to 7.",
            after="The board is full. White wins by 7 to 5. If the largest groups were equal, the "
            "second largest would decide, and so on. The number of cells is odd, so there are no "
            "draws.",
        ),
    )
    option_notes = {
        "size": "The number of cells on each side of the board.",
        "third": "“caught” (the rules of iggamecenter.com): you may place a third stone if your "
        "opponent has caught up, as in section 3. “record” (2011, MindSports): you may do so if "
        "your opponent's turn made the largest group on the board, of either colour, larger than "
        "before. “none” (a variant by Luis Bolaños Mures, also on MindSports): there is no third "
        "stone. If you place two stones, you must not create a group larger than the largest one "
        "on the board, of either colour.",
    }
    notation_notes = (
        "`c3` places a stone on c3, and `done` ends a turn early. Rows have letters, starting at "
        "the bottom; diagonals have numbers, starting on the left."
    )

    def __init__(
        self,
        size: Annotated[int, range(2, 10)] = 5,
        third: Annotated[Literal["caught", "record", "none"], "third stone"] = "caught",
    ):
        super().__init__(hexhex(size))
        self.size, self.third = size, third
        self.equal_levels = ("master",) if size == 6 else ()
        #: A function that maps stones to the size of each player's largest group.
        self.largest = LargestRegions(self.board, "WB")

    def turn(self, state):
        return state.seat

    def position_after_turn(self, stones, seat, mark):
        """Return the position at the start of the opponent's turn."""
        sizes = self.largest(stones)
        own, other = sizes[seat], sizes[1 - seat]
        if self.third == "caught":
            ahead, size_to_beat = own > mark and own >= other, other
        else:
            ahead, size_to_beat = self.third == "record" and max(sizes) > mark, max(sizes)
        return Position(stones, 1 - seat, 3 if ahead else 2, 0, max(size_to_beat, 1))

    def legal_moves(self, state):
        names, stones = self.board.cells, state.stones
        if self.third == "none":
            placements = [names[cell] for cell in self.open_cells(state)]
        else:  # the same result, but faster
            placements = [name for name, stone in zip(names, stones, strict=True) if stone == EMPTY]
        return [*placements, DONE] if state.placed and EMPTY in state.stones else placements

    def open_cells(self, state):
        """Return the cells where a stone may be placed; third=none limits the second stone."""
        cells = [cell for cell, stone in enumerate(state.stones) if stone == EMPTY]
        if self.third != "none" or not state.placed:
            return cells
        groups = self.regions(state)["WB"[state.seat]]
        group_at = {cell: number for number, group in enumerate(groups) for cell in group}
        near = self.board.neighbours

        def grown(cell):
            joined = {group_at[other] for other in near[cell] if other in group_at}
            return 1 + sum(len(groups[number]) for number in joined)

        return [cell for cell in cells if grown(cell) <= state.mark]

    def play(self, state, move):
        stones, seat, left, placed, mark = state
        if move == DONE and placed and EMPTY in stones:
            return self.position_after_turn(stones, seat, mark)
        cell = self.board.index.get(move)
        if cell is None or stones[cell] != EMPTY:
            raise self.illegal_move(state, move)
        if self.third == "none" and placed and cell not in self.open_cells(state):
            raise self.illegal_move(state, move)
        stones = place_stone(stones, cell, "WB"[seat])
        if left == 1 or (self.third == "none" and self.largest(stones)[seat] > mark):
            return self.position_after_turn(stones, seat, mark)
        return Position(stones, seat, left - 1, placed + 1, mark)

    def is_over(self, state):
        return EMPTY not in state.stones

    def encode_fields(self, state):
        return state.left, state.placed, state.mark

    def decode_fields(self, stones, side, left, placed, mark):
        seat, sizes = read_side(side, "WB"), self.largest(stones)
        beaten = sizes[seat] if self.third == "caught" else max(sizes)
        left = read_number(left, 2, "stones")
        maximum = 2 if self.third == "none" else 3
        if not 1 <= left <= maximum:
            raise NotationError(f"the stones left to place must be 1 to {maximum}, not {left}")
        placed = read_number(placed, 0, "stones")
        return seat, left, placed, read_number(mark, max(beaten, 1), "stones")

    def prompt(self, state, clicks=()):
        if state.placed:
            if not self.open_cells(state):
                return "Press Done to end your turn"
            return "Place another stone, or press Done"
        if state.left == 1:
            return "Place a stone"
        text = ngettext("Place {count} stone", "Place up to {count} stones", state.left)
        return text.format(count=state.left)

    def explain_refusal(self, state, clicks, cell):
        if state.stones[cell] == EMPTY and cell not in self.open_cells(state):
            return "A second stone there would make a new largest group"
        return super().explain_refusal(state, clicks, cell)

    def status(self, state):
        texts = [_("largest group {size}").format(size=n) for n in self.largest(state.stones)]
        if EMPTY in state.stones:
            left = ngettext(
                "{count} stone to place", "up to {count} stones to place", state.left
            ).format(count=state.left)
            texts[state.seat] += f" · {left}"
        return texts

    def compiled_rules(self):
        from .fast import compiled_rules

        return compiled_rules(self)
