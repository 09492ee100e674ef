"""Sets of tiles that share a pattern database, and mirror symmetries of the board."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...core.board import Board
from ...rules.symmetry import symmetries

Cells = tuple[int, ...]
Neighbours = Sequence[Sequence[int]]

#: Maximum number of symmetries of a board.
MAX_MIRRORS = 4


def choose_tile_sets(near: Neighbours, goal: Sequence[str], max_size: int) -> list[Cells]:
    """Return sets of up to `max_size` nearby goal cells; equal tiles share a set or are left out.

    >>> from puzzlekit import grid
    >>> choose_tile_sets(grid(3, 2).neighbours, ["1", "2", "3", "4", "5", ""], 3)
    [(1, 2, 4), (0, 3)]
    """
    of_label: dict[str, list[int]] = {}
    for cell, label in enumerate(goal):
        if label:
            of_label.setdefault(label, []).append(cell)
    kinds = [tuple(cells) for cells in of_label.values() if len(cells) <= max_size]
    order = _walk(near, goal.index(""))
    kinds.sort(key=lambda cells: min(map(order.index, cells)))
    candidates = [_grow(near, kinds, first, max_size) for first in kinds]
    return max(
        candidates, key=lambda sets: sum(_inner(near, each) ** 2 for each in sets), default=[]
    )


def _walk(near: Neighbours, hole: int) -> list[int]:
    """Return all cells in breadth-first order from the hole."""
    order = [hole]
    for cell in order:
        order += [other for other in near[cell] if other not in order]
    return order + [cell for cell in range(len(near)) if cell not in order]


def _grow(near: Neighbours, kinds: list[Cells], first: Cells, max_size: int) -> list[Cells]:
    """Return sets grown greedily, one after another; the first set starts with `first`."""
    remaining, sets = list(kinds), list[Cells]()
    while remaining:
        members, outside = set[int](), {cell for each in remaining for cell in each}
        addition: Cells | None = remaining[-1] if sets else first
        while addition is not None:
            remaining.remove(addition)
            members.update(addition)
            outside.difference_update(addition)
            fitting = [each for each in remaining if len(members) + len(each) <= max_size]
            links = [
                (_links(near, each, members), -_links(near, each, outside)) for each in fitting
            ]
            addition = fitting[links.index(max(links))] if fitting else None
        sets.append(tuple(sorted(members)))
    return sets


def _links(near: Neighbours, cells: Cells, others: Collection[int]) -> int:
    return sum(other in others for cell in cells for other in near[cell])


def _inner(near: Neighbours, cells: Cells) -> int:
    return _links(near, cells, cells)


def board_symmetries(board: Board, goal: Sequence[str]) -> list[Cells]:
    """Return symmetries of the board that fix the hole and map equal tiles to equal tiles.

    >>> from puzzlekit import grid
    >>> board_symmetries(grid(2, 2), ["1", "2", "3", ""])
    [(0, 1, 2, 3), (0, 2, 1, 3)]
    """

    def keeps_kinds(images: Cells) -> bool:
        pairs = {(label, goal[image]) for label, image in zip(goal, images, strict=True)}
        return ("", "") in pairs and len(pairs) == len(set(goal))

    fitting = sorted(filter(keeps_kinds, symmetries(board)))
    return fitting[:MAX_MIRRORS] or [tuple(range(len(board)))]
