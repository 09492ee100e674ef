"""Columns in words that moves carry as a whole.

Replacing what on all cells commutes with every move, so columns that are images under a group of
replacements go through all moves together: with a group of eight, the bits of a byte are such
columns, and a move takes bytes to bytes and permutes their bits in one of eight ways.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import NamedTuple

import numpy

from ...core.errors import LimitReachedError
from .encoded_states import Array, EncodedStates
from .fibres import Fibres, fibres
from .tables import MAX_ENTRIES, TransitionTables

#: Bits in a byte.
BYTE = 8


class Tracks(NamedTuple):
    """How the columns of a row are kept in words of `lanes` bits, one after the other.

    They take `width` bytes. Column c of fibre f is bit `bit[f, c]`, -1 if it is none of its. Way w
    (see `Fibres`) takes word i to word `onward[w, i] // lanes`; the remainder r says how its lanes
    are shuffled: byte b becomes `shuffle[b + 256 * r]`. `back` says the same of each word after
    the way and where it comes from.
    """

    lanes: int
    width: int
    bit: Array
    fibres: Fibres
    onward: Array
    back: Array
    shuffle: Array


def make_tracks(made: TransitionTables) -> Tracks:
    """Return how the columns of a puzzle are kept; raise `LimitReachedError` if they take much room."""
    columns, found = made.columns, fibres(made)
    many, size = found.columns.shape
    if many * len(columns) > MAX_ENTRIES:
        raise LimitReachedError("There are too many sets of columns.")
    group = _group(columns, found.columns[0])
    images = numpy.array([columns.numbers(each[columns.lines]) for each in group])
    first = images.min(axis=0)  # of each column, the least that it is an image of
    head = first == numpy.arange(len(columns))
    lane = numpy.empty(len(columns), numpy.int64)
    for number, image in enumerate(images):
        lane[image[head]] = number

    word = numpy.full((many, len(columns)), -1, numpy.int32)
    for number, each in enumerate(found.columns):
        heads = each[head[each]]
        word[number, heads] = numpy.arange(len(heads))
        word[number, each] = word[number, first[each]]
    # Whole words of 64 bits, of which half are needed for the second bit of each position.
    width = -(-size // (4 * BYTE)) * 4
    # What only fills up a row comes from itself, where nothing is ever met.
    stays = numpy.arange(0, width * BYTE, len(group), dtype=numpy.uint16)
    onward = numpy.tile(stays, (len(found.ways), 1))
    back = onward.copy()
    for number, (turn, before, after) in enumerate(found.ways.tolist()):
        heads = found.columns[before][head[found.columns[before]]]
        to = made.onward[turn, heads]
        onward[number, word[before, heads]] = word[after, to] * len(group) + lane[to]
        back[number, word[after, to]] = word[before, heads] * len(group) + lane[to]
    bit = numpy.where(word < 0, -1, word * len(group) + lane)
    return Tracks(len(group), width, bit, found, onward, back, _shuffle(group))


def _group(columns: EncodedStates, fibre: Array) -> list[Array]:
    """Return a group of 8, 4, 2 or 1 replacements that keeps the columns of a fibre."""
    start = columns.lines[0]
    lines = columns.lines[fibre]
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
    """Tell which replacements are of a group, or lead to one of it `apply` some others."""
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
