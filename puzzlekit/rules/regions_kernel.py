"""Compiled union-find for groups, in games won by the largest group.

The link of a root is minus the size of its group; the link of any other cell is its parent. The
lowest bit of a stone is its colour.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy
from numba import int32, int64, void

from .compiled import DRAW
from .kernel_signatures import helper, helper_no_alloc


@helper_no_alloc(int64(int32[::1], int64, int64, int64))
def join(links, at, root, cell):
    """Join two groups, given a root and a cell; return the new root. Links begin at `at`."""
    while links[at + cell] >= 0:
        cell = links[at + cell]
    if cell == root:
        return root
    if links[at + root] > links[at + cell]:
        root, cell = cell, root
    links[at + root] += links[at + cell]
    links[at + cell] = root
    return root


@helper(int32[::1](int32[::1], int64, int64))
def square_groups(state, stones, width):
    """Return the links of a full square board."""
    links = numpy.empty(width * width, numpy.int32)
    cell = root = colour = 0
    for row in range(width):
        for column in range(width):
            before, colour = colour, state[stones + cell] & 1
            if column and before == colour:
                links[root] -= 1
                links[cell] = root
            else:
                links[cell] = -1
                root = cell
            if row and state[stones + cell - width] & 1 == colour:
                root = join(links, 0, root, cell - width)
            cell += 1
    return links


@helper_no_alloc
def advantage(state, stones, links, at, cells):
    """Return the sum of the squared group sizes of colour 0 minus the sum for colour 1."""
    total = int64(0)
    for cell in range(cells):
        size = int64(links[at + cell])
        if size < 0:
            total += size * size * (1 - 2 * (state[stones + cell] & 1))
    return total


@helper(int64(int32[::1], int64, int32[::1], int64, int64))
def leader(state, stones, links, at, cells):
    """Return the colour with more groups of the largest size for which counts differ, or DRAW."""
    surplus = numpy.zeros(cells + 1, numpy.int32)
    for cell in range(cells):
        if links[at + cell] < 0:
            surplus[-links[at + cell]] += 1 - 2 * (state[stones + cell] & 1)
    for size in range(cells, 0, -1):
        if surplus[size]:
            return int64(surplus[size] < 0)
    return DRAW


@helper_no_alloc(void(int32[::1], int64, int64, int64, int64))
def set_membership(state, at, room, item, wanted):
    """Add an item to an indexed set, or remove it.

    From `at` on, the state holds the number of items, `room` slots for the items, and the slot of
    each item, -1 if it is absent.
    """
    first, places = at + 1, at + 1 + room
    place = state[places + item]
    if wanted and place < 0:
        state[places + item] = state[at]
        state[first + state[at]] = item
        state[at] += 1
    elif place >= 0 and not wanted:
        state[at] -= 1
        last = state[first + state[at]]
        state[first + place] = last
        state[places + last] = place
        state[places + item] = -1
