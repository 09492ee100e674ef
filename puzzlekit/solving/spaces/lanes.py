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

from .classes import Classes, classes
from .lines import Array, Lines
from .tables import Tables

#: Bits in a byte.
BYTE = 8


class Lanes(NamedTuple):
    """How columns are kept in words of `lanes` bits, one after the other, in `width` bytes.

    Column c is bit `bit[c]` of a row that has its class. In a row of class k, turn t takes word w
    to word `onward[classes * t + k, w] // lanes`; the remainder r says how its lanes are shuffled:
    byte b becomes `shuffle[b + 256 * r]`. `back` says the same of each word after the turn and
    where it comes from, by the class of the row that the turn leads to.
    """

    lanes: int
    width: int
    bit: Array
    classes: Classes
    onward: Array
    back: Array
    shuffle: Array


def lanes(made: Tables) -> Lanes:
    """Return how the columns of a puzzle are kept."""
    columns, kinds = made.columns, classes(made)
    group = _group(columns, kinds.of_column)
    images = numpy.array([columns.numbers(each[columns.lines]) for each in group])
    first = images.min(axis=0)  # of each column, the least that it is an image of
    heads = numpy.unique(first)
    lane = numpy.empty(len(columns), numpy.int64)
    for number, image in enumerate(images):
        lane[image[heads]] = number
    word = numpy.empty(len(columns), numpy.int64)
    for each in range(kinds.number):
        some = heads[kinds.of_column[heads] == each]
        word[some] = numpy.arange(len(some))
    word = word[first]

    # Whole words of 64 bits, of which half are needed for the second bit of each position.
    width = -(-len(columns) // kinds.number // (4 * BYTE)) * 4
    # What only fills up a row comes from itself, where nothing is ever met.
    stays = numpy.arange(0, width * BYTE, len(group), dtype=numpy.uint16)
    onward = numpy.tile(stays, (len(made.onward) * kinds.number, 1))
    back = onward.copy()
    for number, turn in enumerate(made.onward):
        to = turn[heads]
        own = kinds.number * number
        onward[own + kinds.of_column[heads], word[heads]] = word[to] * len(group) + lane[to]
        back[own + kinds.of_column[to], word[to]] = word[heads] * len(group) + lane[to]
    bit = word * len(group) + lane
    return Lanes(len(group), width, bit, kinds, onward, back, _shuffle(group))


def _group(columns: Lines, kind: Array) -> list[Array]:
    """Return 8, 4, 2 or 1 replacements that form a group and keep the columns of a class in it.

    Each group of 2 or 4 is a half of one of twice the size, if there is any of that size.
    """
    start = columns.lines[0]
    lines = columns.lines[kind == kind[0]]
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
