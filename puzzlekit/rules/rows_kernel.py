"""Shortest rows between the sides of a board, compiled, for games of connection.

Nodes are the cells, and then two sides for each colour, which are stones of it. What is linked
to a node stands in lists, which `linked_lists` writes.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy

from .fast_forms import helper


@helper
def distances(table, state, stones, cells, lists, apart, side, goal):
    """Return how many stones a row from the node of a side to each other node takes.

    The node is counted if it is empty; as many as there are cells stand for no way. The state has
    the nodes from `stones` on, the table says `apart` numbers from each other, from `lists` on,
    where the list of each node begins. Once the other side `goal` is reached, no more is found, so
    -1 finds all.
    """
    colour = state[stones + side]
    found = numpy.empty(cells + 4, numpy.int32)
    here, further = numpy.empty(cells + 4, numpy.int32), numpy.empty(cells + 4, numpy.int32)
    for node in range(cells + 4):
        found[node] = cells
    found[side] = 0
    here[0], left, waiting, reached = side, 1, 0, 0
    while left or waiting:
        if left == 0:
            here, further = further, here
            left, waiting = waiting, 0
            reached += 1
        left -= 1
        node = here[left]
        at = table[lists + apart * node]
        for k in range(at + 1, at + 1 + 2 * table[at], 2):
            near = node + table[k]
            if found[near] == cells:
                if state[stones + near] == colour:
                    found[near] = reached
                    if near < cells:
                        here[left] = near
                        left += 1
                    elif near == goal:
                        return found
                elif state[stones + near] == 0:
                    found[near] = reached + 1
                    further[waiting] = near
                    waiting += 1
    return found
