"""Layout of columns in tracks, which are words that a move maps as a whole.

Replacing pieces with others on all cells commutes with every move. Columns that are images of each
other under a group of such replacements therefore move together. If the group has eight elements,
each byte holds eight such columns; a move maps bytes to bytes and permutes their bits in one of
eight ways.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import NamedTuple

import numpy

from ...core.errors import LimitReachedError
from .encoded_states import Array, EncodedStates
from .fibres import Fibres, fibres
from .tables import MAX_ENTRIES, TransitionTables

#: Number of bits in a byte.
BYTE = 8


class Tracks(NamedTuple):
    """The layout of the columns of a row in consecutive words of `lanes` bits.

    A row takes `width` bytes. Column c is bit `bit[f, c]` in fibre f, or -1 if it is not in f.
    Transition w (see `Fibres`) maps word i to word `onward[w, i] // lanes`. The remainder r of this
    division defines how the lanes are shuffled: byte b becomes `shuffle[b + 256 * r]`. In the same
    format, `back` maps each word to its source.
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
    group = _group(columns, fibre_set.columns[0])
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
    return Tracks(len(group), width, bit, fibre_set, onward, back, _shuffle(group))


def _group(columns: EncodedStates, fibre: Array) -> list[Array]:
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


def _shuffle(group: list[Array]) -> Array:
    """Return the images of all bytes under the shuffle of lanes by each group element."""
    number = {tuple(each.tolist()): i for i, each in enumerate(group)}
    byte = numpy.arange(256)
    shuffle = numpy.zeros((len(group), 256), numpy.uint8)
    for i, one in enumerate(group):
        for lane, other in enumerate(group):
            to = number[tuple(other[one].tolist())]
            shuffle[i] |= (((byte >> lane) & 1) << to).astype(numpy.uint8)
    return shuffle.ravel()
