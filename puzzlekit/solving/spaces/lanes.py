"""Columns in words that moves carry as a whole.

What is put in place of what on all cells commutes with every move: so the columns that are images
of one another under a group of such replacements go through all moves together. With a group of
eight, the eight bits of a byte are such columns: a move takes a byte to a byte, and permutes its
bits in one of eight ways.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import NamedTuple

import numpy

from .lines import Array, Lines
from .tables import Tables

#: Bits in a byte.
BYTE = 8

#: In the entry of a word and a turn, the bits below tell where it goes, those above how.
SHIFT = 16


class Lanes(NamedTuple):
    """How columns are kept in words of `lanes` bits, one after the other, in `width` bytes.

    Column c is bit `bit[c]`. Rows are of `classes` kinds, each with columns of its own: row r has
    the columns c with `column_kind[c] == kind[r]`. In a row of kind k, turn t takes word w to the
    bit `onward[classes * t + k, w] % 2**SHIFT`; the higher bits of the entry say how it is
    shuffled: byte b becomes `shuffle[b + 256 * higher]`. `back` says of each word after the turn
    which one it comes from, and is told by the kind of the row that the turn leads to.
    """

    lanes: int
    width: int
    bit: Array
    classes: int
    kind: Array
    column_kind: Array
    onward: Array
    back: Array
    shuffle: Array


def lanes(made: Tables) -> Lanes:
    """Return how the columns of a puzzle are kept."""
    columns = made.columns
    odd, kind = _parity(made)
    classes = 1 + int(odd.any())
    group = _group(columns, odd)
    images = numpy.array([columns.numbers(each[columns.lines]) for each in group])
    first = images.min(axis=0)  # of each column, the least that it is an image of
    heads = numpy.unique(first)
    lane = numpy.empty(len(columns), numpy.int64)
    for number, image in enumerate(images):
        lane[image[heads]] = number
    word = numpy.empty(len(columns), numpy.int64)
    for each in range(classes):
        some = heads[odd[heads] == each]
        word[some] = numpy.arange(len(some))
    word = word[first]

    # Whole words of 64 bits, of which half are needed for the second bit of each position.
    width = -(-len(heads) // classes * len(group) // (4 * BYTE)) * 4
    # What only fills up a row comes from itself, where nothing is ever met.
    stays = numpy.arange(0, width * BYTE, len(group), dtype=numpy.uint32)
    onward = numpy.tile(stays, (len(made.onward) * classes, 1))
    back = onward.copy()
    for number, turn in enumerate(made.onward):
        to = turn[heads]
        how = lane[to] << SHIFT
        onward[classes * number + odd[heads], word[heads]] = word[to] * len(group) + how
        back[classes * number + odd[to], word[to]] = word[heads] * len(group) + how
    bit = word * len(group) + lane
    return Lanes(len(group), width, bit, classes, kind, odd, onward, back, _shuffle(group))


def _parity(made: Tables) -> tuple[Array, Array]:
    """Tell which columns are odd permutations of the first, and which rows have only those (1).

    There are none (0) where the parity does not follow from the row.
    """
    columns, rows = made.columns, len(made.rows)
    nothing = numpy.zeros(len(columns), numpy.int64), numpy.zeros(rows, numpy.int64)
    start = columns.lines[0]
    if len(numpy.unique(start)) < len(start):
        return nothing
    odd = _odd(columns.lines)
    odd ^= odd[0]
    if odd.sum() * 2 != len(columns):
        return nothing
    turned = odd[made.onward[:, 0]]
    kind = numpy.full(rows, -1, numpy.int64)
    kind[0] = 0
    level = numpy.zeros(1, numpy.int64)
    while len(level):
        met = []
        for move in range(made.to.shape[1]):
            some = level[made.to[level, move] >= 0]
            to = made.to[some, move]
            new = kind[to] < 0
            kind[to[new]] = kind[some[new]] ^ turned[made.turn[some[new], move]]
            met.append(to[new])
        level = numpy.unique(numpy.concatenate(met))
    row, move = numpy.nonzero(made.to >= 0)
    follows = kind[row] ^ turned[made.turn[row, move]] == kind[made.to[row, move]]
    return (odd, kind) if follows.all() else nothing


def _odd(lines: Array) -> Array:
    """Tell which lines of different numbers have an odd number of pairs in the wrong order (1)."""
    found = numpy.zeros(len(lines), numpy.int64)
    for a in range(lines.shape[1]):
        for b in range(a):
            found ^= lines[:, b] > lines[:, a]
    return found


def _group(columns: Lines, odd: Array) -> list[Array]:
    """Return 8, 4, 2 or 1 replacements that form a group and lead from columns to columns.

    Each group of 2 or 4 is a half of one of twice the size, if there is any of that size.
    """
    start = columns.lines[0]
    lines = columns.lines[odd == 0]
    each = numpy.tile(numpy.arange(columns.base), (len(lines), 1))
    each[:, start] = lines
    fit = (each[:, start] == lines).all(axis=1)
    fit &= (numpy.sort(each, axis=1) == numpy.arange(columns.base)).all(axis=1)
    each = each[fit]
    group = numpy.arange(columns.base)[None, :]
    while len(group) < BYTE:
        twice = numpy.take_along_axis(each, each, axis=1)
        ends = _among(twice, group) & ~_among(each, group)
        for one in group:
            ends &= _among(each[:, one], numpy.array(group)[:, None, :], each)
        if not ends.any():
            break
        new = each[numpy.argmax(ends)]
        group = numpy.concatenate([group, new[group]])
    return list(group)


def _among(each: Array, group: Array, after: Array | None = None) -> Array:
    """Tell which replacements are of a group, or lead to one of it `after` some others."""
    found = numpy.zeros(len(each), bool)
    for one in group:
        other = one if after is None else one.ravel()[after]
        found |= (each == other).all(axis=1)
    return found


def _shuffle(group: list[Array]) -> Array:
    """Return what each byte becomes when its lanes go on by each of the group."""
    number = {tuple(each.tolist()): i for i, each in enumerate(group)}
    byte = numpy.arange(256)
    shuffle = numpy.zeros((len(group), 256), numpy.uint8)
    for i, one in enumerate(group):
        for lane, other in enumerate(group):
            to = number[tuple(other[one].tolist())]
            shuffle[i] |= (((byte >> lane) & 1) << to).astype(numpy.uint8)
    return shuffle.ravel()
