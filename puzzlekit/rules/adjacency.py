"""What is linked to each node of a board that two players join, as lists for compiled code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.board import Board


def adjacency_nodes(links: Board, sides: Iterable[Sequence[int]]) -> list[list[int]]:
    """Return what each node is linked to: the cells, and behind them the sides.

    >>> from puzzlekit import grid
    >>> linked_nodes(grid(3, 1), [[0], [2]])
    [[1, 3], [0, 2], [1, 4], [0], [2]]
    """
    nodes = [[*near] for near in links.neighbours]
    for side in sides:
        for cell in side:
            nodes[cell].append(len(nodes))
        nodes.append([*side])
    return nodes


def adjacency_lists(nodes: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return a list for each node: its length, and then two numbers for each node linked to it.

    How far away in number that node is comes first: so most cells have the same list. A bit
    for each of those before it says whether it is linked to that one as well.

    >>> linked_lists([[1, 2], [0, 2], [0, 1]])
    [(2, 1, 0, 2, 1), (2, -1, 0, 1, 1), (2, -2, 0, -1, 1)]
    """
    found = []
    for node, near in enumerate(nodes):
        numbers = [len(near)]
        for k, other in enumerate(near):
            numbers += other - node, sum(1 << i for i in range(k) if near[i] in nodes[other])
        found.append(tuple(numbers))
    return found


def pack_lists(lists: Iterable[tuple[int, ...]], at: int) -> list[int]:
    """Return where each list begins, and then the lists; those that are alike stand there once.

    All that is returned stands from `at` on in a table.

    >>> packed([(1, 2), (3,), (1, 2)], 10)
    [13, 15, 13, 1, 2, 3]
    """
    wanted = [*lists]
    starts, numbers = dict[tuple[int, ...], int](), list[int]()
    for each in wanted:
        if each not in starts:
            starts[each] = at + len(wanted) + len(numbers)
            numbers += each
    return [*(starts[each] for each in wanted), *numbers]
