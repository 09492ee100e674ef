"""Layout of columns in tracks, which are words that a move maps as a unit.

Replacing pieces with others on all cells commutes with every move. Columns that are images of each
other under a group of such replacements therefore move together. If the group has eight elements,
each byte holds eight such columns; a move maps bytes to bytes and permutes their bits in one of
eight ways.

A fibre is the set of columns that form reachable positions with a row. Many rows share a fibre. For
example, all even arrangements share one fibre, and all odd arrangements share another. Twists with
equal sums share a fibre as well.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import NamedTuple

import numpy

from ...core.errors import LimitReachedError
from .encoded_states import Array, EncodedStates
from .transition_tables import MAX_ENTRIES, TransitionTables

#: Number of bits in a byte.
BYTE = 8

#: Number of closed walks used to generate the first fibre before the fibre is checked against all
#: steps.
WALKS = 8


class Fibres(NamedTuple):
    """The sorted columns of each fibre, and the fibre of each row.

    `transitions` has one row (turn, fibre, next fibre) for each kind of step. `of_step` has the
    transition number of each step in the tables, in the order of `numpy.nonzero`.
    """

    columns: Array
    of_row: Array
    transitions: Array
    of_step: Array


class Tracks(NamedTuple):
    """The layout of the columns of a row in consecutive words of `lanes` bits.

    A row takes `width` bytes. Column c is bit `bit[f, c]` in fibre f, or -1 if it is not in f.
    Transition w (see `Fibres`) maps word i to word `onward[w, i] // lanes`. The remainder r of this
    division defines how the lanes are shuffled: byte b becomes `shuffle[b + 256 * r]`. `back` maps
    each word to its source, in the same format.
    """

    lanes: int
    width: int
    bit: Array
    fibres: Fibres
    onward: Array
    back: Array
    shuffle: Array


def make_tracks(tables: TransitionTables) -> Tracks:
    """Return the layout of the columns; raise `LimitReachedError` if it is too large."""
    columns, fibre_set = tables.columns, fibres(tables)
    fibre_count, size = fibre_set.columns.shape
    if fibre_count * len(columns) > MAX_ENTRIES:
        raise LimitReachedError("There are too many fibres of columns.")
    group = _fibre_group(columns, fibre_set.columns[0])
    images = numpy.array([columns.numbers(each[columns.lines]) for each in group])
    first = images.min(axis=0)  # the representative of each column
    head = first == numpy.arange(len(columns))
    lane = numpy.empty(len(columns), numpy.int64)
    for number, image in enumerate(images):
        lane[image[head]] = number

    word = numpy.full((fibre_count, len(columns)), -1, numpy.int32)
    for number, each in enumerate(fibre_set.columns):
        heads = each[head[each]]
        word[number, heads] = numpy.arange(len(heads))
        word[number, each] = word[number, first[each]]
    # Rows consist of whole 64-bit words; half of each word holds the second bits of positions.
    width = -(-size // (4 * BYTE)) * 4
    # Padding maps to itself and is never reached.
    stays = numpy.arange(0, width * BYTE, len(group), dtype=numpy.uint16)
    onward = numpy.tile(stays, (len(fibre_set.transitions), 1))
    back = onward.copy()
    for number, (turn, before, after) in enumerate(fibre_set.transitions.tolist()):
        heads = fibre_set.columns[before][head[fibre_set.columns[before]]]
        to = tables.onward[turn, heads]
        onward[number, word[before, heads]] = word[after, to] * len(group) + lane[to]
        back[number, word[after, to]] = word[before, heads] * len(group) + lane[to]
    bit = numpy.where(word < 0, -1, word * len(group) + lane)
    return Tracks(len(group), width, bit, fibre_set, onward, back, _byte_shuffles(group))


def _fibre_group(columns: EncodedStates, fibre: Array) -> list[Array]:
    """Return a group of 8, 4, 2 or 1 replacements that preserve a fibre."""
    start = columns.lines[0]
    lines = columns.lines[fibre]
    candidates = numpy.tile(numpy.arange(columns.base), (len(lines), 1))
    candidates[:, start] = lines
    is_permutation = (candidates[:, start] == lines).all(axis=1)
    is_permutation &= (numpy.sort(candidates, axis=1) == numpy.arange(columns.base)).all(axis=1)
    candidates = candidates[is_permutation]
    group = numpy.arange(columns.base)[None, :]
    while len(group) < BYTE:
        squares = numpy.take_along_axis(candidates, candidates, axis=1)
        closes = _is_member(squares, group) & ~_is_member(candidates, group)
        for one in group:
            closes &= _is_member(candidates[:, one], numpy.array(group)[:, None, :], candidates)
        if not closes.any():
            break
        new = candidates[numpy.argmax(closes)]
        group = numpy.concatenate([group, new[group]])
    return list(group)


def _is_member(each: Array, group: Array, after: Array | None = None) -> Array:
    """Return a mask of the replacements in a group, optionally composed with `after`."""
    result = numpy.zeros(len(each), bool)
    for one in group:
        other = one if after is None else one.ravel()[after]
        result |= (each == other).all(axis=1)
    return result


def _byte_shuffles(group: list[Array]) -> Array:
    """Return the images of all bytes under the shuffle of lanes by each group element."""
    number = {tuple(each.tolist()): i for i, each in enumerate(group)}
    byte = numpy.arange(256)
    shuffle = numpy.zeros((len(group), 256), numpy.uint8)
    for i, one in enumerate(group):
        for lane, other in enumerate(group):
            to = number[tuple(other[one].tolist())]
            shuffle[i] |= (((byte >> lane) & 1) << to).astype(numpy.uint8)
    return shuffle.ravel()


class _Tree(NamedTuple):
    """A breadth-first tree of rows, with the origin and turn for each row and the rows by level."""

    origin: Array
    turn: Array
    levels: list[Array]

    def column_map(self, row: int, tables: TransitionTables) -> Array:
        """Return the column map from row 0 to another row."""
        turns = []
        while row:
            turns.append(self.turn[row])
            row = self.origin[row]
        columns = numpy.arange(len(tables.columns))
        for turn in reversed(turns):
            columns = tables.onward[turn][columns]
        return columns


def fibres(tables: TransitionTables) -> Fibres:
    """Return the fibres of all rows; raise `LimitReachedError` if there are too many."""
    tree = _tree(tables)
    row, move = numpy.nonzero(tables.to >= 0)
    to, turn = tables.to[row, move], tables.turn[row, move]

    def walk(step: int) -> Array:
        """Return the column map for the closed walk through a step."""
        inverse = numpy.empty(len(tables.columns), numpy.int64)
        inverse[tree.column_map(to[step], tables)] = numpy.arange(len(tables.columns))
        return inverse[tables.onward[turn[step]][tree.column_map(row[step], tables)]]

    sample = numpy.unique(numpy.linspace(0, len(row) - 1, WALKS).astype(numpy.int64))
    walks = [walk(step) for step in sample[: len(row)]]
    while True:
        fibre_set = _FibreSet(tables, _column_orbit(walks))
        of_row = numpy.zeros(len(tables.rows), numpy.int64)
        for level in tree.levels:
            of_row[level] = fibre_set.after(of_row[tree.origin[level]], tree.turn[level])
        wrong = numpy.flatnonzero(fibre_set.after(of_row[row], turn) != of_row[to])
        if not len(wrong):
            break
        walks.append(walk(wrong[0]))
    fibre_count = len(fibre_set.columns)
    keys = turn * fibre_count + of_row[row]
    used = numpy.zeros(len(tables.onward) * fibre_count, bool)
    used[keys] = True
    turns, before = numpy.divmod(numpy.flatnonzero(used), fibre_count)
    transitions = numpy.stack([turns, before, fibre_set.after(before, turns)], axis=1)
    return Fibres(
        numpy.array(fibre_set.columns), of_row, transitions, (numpy.cumsum(used) - 1)[keys]
    )


class _FibreSet:
    """The numbered fibres found so far, and their images under turns."""

    def __init__(self, tables: TransitionTables, first: Array) -> None:
        self._tables = tables
        self.columns = [first]
        self._numbers = {first.tobytes(): 0}
        self._after: dict[tuple[int, int], int] = {}

    def after(self, fibres: Array, turns: Array) -> Array:
        """Return the images of fibres under turns."""
        turn_count = len(self._tables.onward)
        keys = fibres * turn_count + turns
        images = numpy.zeros(len(self.columns) * turn_count, numpy.int64)
        images[keys] = 1
        for key in numpy.flatnonzero(images).tolist():
            images[key] = self._image_of(*divmod(key, turn_count))
        return images[keys]

    def _image_of(self, fibre: int, turn: int) -> int:
        if (fibre, turn) not in self._after:
            columns = numpy.sort(self._tables.onward[turn][self.columns[fibre]])
            number = self._numbers.setdefault(columns.tobytes(), len(self.columns))
            if number == len(self.columns):
                self.columns.append(columns)
            self._after[fibre, turn] = number
            if len(self._after) * len(columns) > MAX_ENTRIES:
                raise LimitReachedError("There are too many permutations of the columns.")
        return self._after[fibre, turn]


def _column_orbit(walks: list[Array]) -> Array:
    """Return the sorted orbit of column 0."""
    seen = numpy.zeros(len(walks[0]) if walks else 1, bool)
    seen[0] = True
    level = numpy.zeros(1, numpy.int64)
    while len(level):
        successors = numpy.unique(numpy.concatenate([level[:0], *(walk[level] for walk in walks)]))
        level = successors[~seen[successors]]
        seen[level] = True
    return numpy.flatnonzero(seen).astype(numpy.uint16)


def _tree(tables: TransitionTables) -> _Tree:
    rows = len(tables.rows)
    tree = _Tree(numpy.full(rows, -1, numpy.int64), numpy.zeros(rows, numpy.int64), [])
    level = numpy.zeros(1, numpy.int64)
    tree.origin[0] = 0
    while len(level):
        row, move = numpy.nonzero(tables.to[level] >= 0)
        to = tables.to[level[row], move]
        new = tree.origin[to] < 0
        targets, first = numpy.unique(to[new], return_index=True)
        origin = level[row[new][first]]
        tree.origin[targets] = origin
        tree.turn[targets] = tables.turn[origin, move[new][first]]
        tree.levels.append(targets)
        level = targets
    return tree
