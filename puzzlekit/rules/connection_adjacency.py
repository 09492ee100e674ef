"""Adjacency lists of a board and its sides, packed for compiled connection games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from ..core.board import Board

#: Maximum number of neighbours of a cell in a lookup table.
GROUP = 8


def adjacency_nodes(links: Board, sides: Iterable[Sequence[int]]) -> list[list[int]]:
    """Return the neighbours of each node. The nodes are the cells, followed by the sides.

    >>> from puzzlekit import grid
    >>> adjacency_nodes(grid(3, 1), [[0], [2]])
    [[1, 3], [0, 2], [1, 4], [0], [2]]
    """
    nodes = [[*near] for near in links.neighbours]
    for side in sides:
        for cell in side:
            nodes[cell].append(len(nodes))
        nodes.append([*side])
    return nodes


@cache
def chain_lookup(adjacent: tuple[int, ...]) -> tuple[int, ...]:
    """Return two numbers for each subset of up to eight neighbours of a cell.

    For each neighbour of the cell, `adjacent` has the bit set of the other neighbours adjacent to
    it. The first half of the tuple holds one member from each connected component of the subset,
    packed as octal digits after a leading 1. The second half holds the bit sets of the neighbours
    that connect two nonadjacent members of the subset.

    >>> lookup = chain_lookup((0b10, 0b101, 0b10))  # a path of three
    >>> oct(lookup[0b101]), oct(lookup[0b111]), bin(lookup[256 + 0b101])
    ('0o120', '0o10', '0b10')
    """
    components = [1]
    for subset in range(1, 1 << GROUP):
        first = (subset & -subset).bit_length() - 1
        component, size = 1 << first, 0
        while component != size:
            size = component
            for k, near in enumerate(adjacent):
                if component >> k & 1:
                    component |= near & subset
        components.append(components[subset & ~component] << 3 | first)
    connecting = [
        sum((components[near & subset] >= 0o100) << k for k, near in enumerate(adjacent))
        for subset in range(1 << GROUP)
    ]
    return (*components, *connecting)


def pack_lists(lists: Iterable[tuple[int, ...]], at: int) -> tuple[list[int], list[int]]:
    """Return the address of each list, and the concatenated lists without duplicates.

    `at` is the table address at which the concatenated lists will be stored.

    >>> pack_lists([(1, 2), (3,), (1, 2)], 10)
    ([10, 12, 10], [1, 2, 3])
    """
    starts, addresses, numbers = dict[tuple[int, ...], int](), list[int](), list[int]()
    for each in lists:
        if each not in starts:
            starts[each] = at + len(numbers)
            numbers += each
        addresses.append(starts[each])
    return addresses, numbers
