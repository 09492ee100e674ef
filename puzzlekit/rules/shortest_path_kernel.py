"""Compiled shortest paths between the sides of a board (0-1 BFS), for connection games.

Nodes are the cells, then two sides for each colour, which count as its stones. The neighbours of a
node are stored as their number, followed by their offsets from the node.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy
from numba import int32, int64

from .kernel_signatures import helper


@helper(int32[::1](int32[::1], int32[::1], int64, int64, int64, int64, int64, int64))
def distances(table, state, stones, cells, lists, apart, side, goal):
    """Return how many stones are missing on a shortest path from a side to each node.

    The last node of a path counts if it is empty; an unreachable node gets the cell count. The
    stones of the nodes begin at `stones` in the state. The addresses of their lists begin at
    `lists` in the table, `apart` elements apart. The search stops at the node `goal`, or visits all
    nodes if `goal` is -1.
    """
    colour = state[stones + side]
    nodes = cells + 4
    missing = numpy.empty(nodes, numpy.int32)
    for node in range(nodes):
        missing[node] = cells
    # A deque (0-1 BFS): nodes reached at no extra cost go to the front.
    queue = numpy.empty(2 * nodes, numpy.int32)
    head, tail = nodes, nodes + 1
    queue[head], missing[side] = side, 0
    while head < tail:
        node = queue[head]
        head += 1
        at = table[lists + apart * node]
        for k in range(at + 1, at + 1 + table[at]):
            near = node + table[k]
            if missing[near] == cells:
                if state[stones + near] == colour:
                    missing[near] = missing[node]
                    if near < cells:
                        head -= 1
                        queue[head] = near
                    elif near == goal:
                        return missing
                elif state[stones + near] == 0:
                    missing[near] = missing[node] + 1
                    queue[tail] = near
                    tail += 1
    return missing
