"""Shortest rows between the sides of a board, compiled, for games of connection.

Nodes are the cells, and then two sides for each colour, which are stones of it. What is linked
to a node stands in lists, which `adjacency_lists` writes.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy
from numba import int32, int64

from .kernel_signatures import helper


@helper(int32[::1](int32[::1], int32[::1], int64, int64, int64, int64, int64, int64))
def distances(table, state, stones, cells, lists, apart, side, goal):
    """Return how many stones a row from the node of a side to each other node takes.

    The node is counted if it is empty; as many as there are cells stand for no way. The state has
    the nodes from `stones` on, the table says `apart` numbers from each other, from `lists` on,
    where the list of each node begins. Once the other side `goal` is reached, no more is found, so
    -1 finds all.
    """
    colour = state[stones + side]
    nodes = cells + 4
    found = numpy.empty(nodes, numpy.int32)
    for node in range(nodes):
        found[node] = cells
    # A queue that grows at both ends: what is reached with no stone more comes next.
    queue = numpy.empty(2 * nodes, numpy.int32)
    head, tail = nodes, nodes + 1
    queue[head], found[side] = side, 0
    while head < tail:
        node = queue[head]
        head += 1
        at = table[lists + apart * node]
        for k in range(at + 1, at + 1 + 2 * table[at], 2):
            near = node + table[k]
            if found[near] == cells:
                if state[stones + near] == colour:
                    found[near] = found[node]
                    if near < cells:
                        head -= 1
                        queue[head] = near
                    elif near == goal:
                        return found
                elif state[stones + near] == 0:
                    found[near] = found[node] + 1
                    queue[tail] = near
                    tail += 1
    return found
