"""The layout of a tree of moves: the main line in columns, and variations indented below."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..core.words import merge_repeats
from ..play.variations import GameNode, RoundNumbers, moves_in_pgn_order
from ..rules.base import Rules
from ..rules.twisty import Twisty

#: Maximum indentation, as a number of nested variations.
MAX_INDENT = 4


class Entry(NamedTuple):
    """Moves that are one entry of the list, such as the power R2.

    Entries of the main line have a column; those of variations have a nesting depth and a box from
    `left` to `right`, in pixels.
    """

    nodes: list[GameNode]
    text: str
    row: int
    column: int = 0
    depth: int = 0
    left: int = 0
    right: int = 0


class Metrics(NamedTuple):
    """The columns of the main line, and sizes in pixels.

    A row of a variation has a `width`; it starts at `left` and one `indent` per nested variation.
    """

    columns: int
    by_seat: bool
    width: int
    left: int
    indent: int
    measure: Callable[[str], int]


class MoveLayout:
    """The entries of a move list, and the labels of its rows."""

    def __init__(self, rules: Rules, root: GameNode, metrics: Metrics) -> None:
        self.rules, self.metrics = rules, metrics
        self.entries: list[Entry] = []
        self.numbers: dict[int, str] = {}
        #: A mapping from each move to the index of its entry.
        self.index: dict[GameNode, int] = {}
        self.rows = 0
        self._depth, self._left, self._round = 0, 0, RoundNumbers(rules)
        self._place(list(_runs(root)))

    def _place(self, runs: Sequence[list[GameNode] | str]) -> None:
        groups = [run if isinstance(run, str) else self._merge_turns(run) for run in runs]
        main, depth = list[GameNode](), 0
        for group in groups:
            if isinstance(group, str):
                depth += 1 if group == "(" else -1
            elif not depth:
                main += [nodes[0] for nodes, _ in group]
        seats = None
        if self.metrics.by_seat:
            seats = [self.rules.turn(_parent(node).state) for node in main]
        places, numbers = column_places(len(main), self.metrics.columns, seats)
        count = shift = number = 0
        is_interrupted = False
        for group in groups:
            if isinstance(group, str):
                self._depth += 1 if group == "(" else -1
                self._left, is_interrupted = 0, True
                continue
            if self._depth:
                self._place_variation(group)
                continue
            for nodes, text in group:
                row, column = places[count]
                number = numbers.get(row, number)
                is_labelled = row in numbers
                if is_interrupted:  # continue in a new row
                    shift, is_interrupted, is_labelled = self.rows - row, False, True
                    number = number if seats else count + 1
                if self.rules.is_game():
                    self._round.add(nodes[0])
                entry = Entry(nodes, text, row + shift, column)
                self._add(entry, f"{number}." if is_labelled else "")
                count += 1

    def _merge_turns(self, run: list[GameNode]) -> list[tuple[list[GameNode], str]]:
        """Merge repeated turns into powers; return the nodes and the text of each entry."""
        if not isinstance(self.rules, Twisty):
            return [([node], node.move + node.mark) for node in run]
        groups, at = [], 0
        for text, count in merge_repeats([node.move for node in run]):
            nodes = run[at : at + count]
            groups.append((nodes, text + nodes[-1].mark))
            at += count
        return groups

    def _place_variation(self, group: Sequence[tuple[list[GameNode], str]]) -> None:
        """Place moves of a variation one after the other, in rows below the move it replaces."""
        left = self.metrics.left + min(self._depth - 1, MAX_INDENT) * self.metrics.indent
        for nodes, text in group:
            label = self._variation_label(nodes[0], is_first=not self._left)
            text = f"{label}{text}"
            width = self.metrics.measure(text)
            if not self._left or self._left + width > self.metrics.width:
                self._left, row = left, self.rows
            else:
                row = self.rows - 1
            right = self._left + width
            self._add(Entry(nodes, text, row, 0, self._depth, self._left, right))
            self._left = right

    def _variation_label(self, node: GameNode, *, is_first: bool) -> str:
        if not self.rules.is_game():
            return f"{node.ply}. " if is_first else ""
        number, seat, starts = self._round.add(node)
        if not (is_first or starts):
            return ""
        return f"{number}. " if seat == 0 else f"{number}… "

    def _add(self, entry: Entry, label: str = "") -> None:
        """Add an entry; if it is the first one in its row, label the row."""
        self.index.update(dict.fromkeys(entry.nodes, len(self.entries)))
        self.entries.append(entry)
        if label and entry.row >= self.rows:
            self.numbers[entry.row] = label
        self.rows = max(self.rows, entry.row + 1)


def _parent(node: GameNode) -> GameNode:
    assert node.parent is not None
    return node.parent


def _runs(root: GameNode) -> Iterator[list[GameNode] | str]:
    """Yield brackets, and the moves between them up to a comment, a mark or alternatives."""
    run: list[GameNode] = []
    for item in moves_in_pgn_order(root):
        if isinstance(item, str):
            yield run
            yield item
            run = []
            continue
        if run and len(_parent(item).children) > 1:
            yield run
            run = []
        run.append(item)
        if item.comment or item.mark:
            yield run
            run = []
    yield run


def column_places(
    count: int, columns: int, seats: Sequence[int] | None = None
) -> tuple[list[tuple[int, int]], dict[int, int]]:
    """Return the row and column of each move, and the number shown in each labelled row."""
    if seats is None:
        places = [divmod(index, columns) for index in range(count)]
        return places, {row: row * columns + 1 for row, _ in places}
    places, numbers = [], {0: 1} if count else {}
    round_start = row = bottom = 0
    for index, seat in enumerate(seats[:count]):
        last = seats[index - 1] if index else seat
        if seat < last:
            round_start = row = bottom + 1
            numbers[row] = len(numbers) + 1
        elif seat > last and columns > 1:
            row = round_start
        elif index:
            row += 1
        bottom = max(bottom, row)
        places.append((row, seat if columns > 1 else 0))
    return places, numbers
