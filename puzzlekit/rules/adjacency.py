"""Adjacency lists of a board and its sides, packed for compiled connection games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.board import Board


def adjacency_nodes(links: Board, sides: Iterable[Sequence[int]]) -> list[list[int]]:
    """Return the neighbours of each node: first the cells, then the sides.

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


def adjacency_lists(nodes: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return one list per node: the number of its neighbours, then two numbers for each neighbour.

    The first number is the neighbour's offset from the node, so most cells have equal lists. The
    second is a bit mask of the earlier neighbours that are adjacent to this one.

    >>> adjacency_lists([[1, 2], [0, 2], [0, 1]])
    [(2, 1, 0, 2, 1), (2, -1, 0, 1, 1), (2, -2, 0, -1, 1)]
    """
    lists = []
    for node, near in enumerate(nodes):
        numbers = [len(near)]
        for k, other in enumerate(near):
            numbers += other - node, sum(1 << i for i in range(k) if near[i] in nodes[other])
        lists.append(tuple(numbers))
    return lists


def pack_lists(lists: Iterable[tuple[int, ...]], at: int) -> list[int]:
    """Return the address of each list, followed by the lists without repeats.

    `at` is the address in the table where the returned numbers will be stored.

    >>> pack_lists([(1, 2), (3,), (1, 2)], 10)
    [13, 15, 13, 1, 2, 3]
    """
    all_lists = [*lists]
    starts, numbers = dict[tuple[int, ...], int](), list[int]()
    for each in all_lists:
        if each not in starts:
            starts[each] = at + len(all_lists) + len(numbers)
            numbers += each
    return [*(starts[each] for each in all_lists), *numbers]
