"""Automatic boards for puzzle files without a layout."""

from __future__ import annotations

import math
from collections.abc import Collection
from itertools import accumulate

from ..core.board import Board, Point
from ..core.boards import ring
from ..core.permutation import Images
from .definition import Definition, PieceSet
from .piece_sets import sets_of

#: The gap between two slots, and the margin between two sets.
GAP, MARGIN = 0.4, 1.5

#: Maximum number of ways to try to pack the blocks.
MAX_PACKINGS = 50

#: Minimum number of slots in a ring.
SMALLEST_RING = 5

#: The cell positions of a set relative to its top left corner, with its width and height.
Block = tuple[dict[int, Point], float, float]


def automatic_board(definition: Definition) -> Board:
    """Return a board with a block of cells for each set, keeping the cells of a slot together."""
    blocks = [_lay_out_block(each, [*definition.moves.values()]) for each in sets_of(definition)]
    # Choose the packing that makes the cells largest in a window.
    widths = [width for _, width, _ in blocks]
    limits = sorted({width + i * MARGIN for i, width in enumerate(accumulate(widths))})
    tried = limits[:: math.ceil(len(limits) / MAX_PACKINGS)]
    packings = [_pack_blocks(blocks, max([limit, *widths])) for limit in tried]
    points = min(packings, key=lambda points: _extent(points.values()))
    cells = definition.cells
    places = [points[i] for i in range(len(cells))]
    return Board(cells, places, shape="bare", labels=False, step=1)


def _pack_blocks(blocks: list[Block], max_width: float) -> dict[int, Point]:
    points: dict[int, Point] = {}
    left = top = tallest = 0.0
    for places, width, height in blocks:
        if left and left + width > max_width:
            left, top, tallest = 0.0, top + tallest + MARGIN, 0.0
        points |= {cell: (left + x, -(top + y)) for cell, (x, y) in places.items()}
        left += width + MARGIN
        tallest = max(tallest, height)
    return points


def _extent(points: Collection[Point]) -> float:
    """Return the size of the smallest box around the points with the proportions of a window."""
    across = max(x for x, _ in points) - min(x for x, _ in points) + 1
    down = max(y for _, y in points) - min(y for _, y in points) + 1
    return max(across / 1.2, down)


def _lay_out_block(each: PieceSet, moves: list[Images]) -> Block:
    order = _cyclic_order(each, moves)
    if order:
        points = [(1.15 * x, -1.15 * y) for x, y in ring(len(order)).points]
        left, top = min(x for x, _ in points), min(y for _, y in points)
        places = {
            cell: (x - left + 0.5, y - top + 0.5)
            for cell, (x, y) in zip(order, points, strict=True)
        }
        return places, *(max(part) + 0.5 for part in zip(*places.values(), strict=True))
    across = each.twists if each.twists <= 4 else math.ceil(math.sqrt(each.twists))
    down = math.ceil(each.twists / across)
    gap = GAP if each.twists > 1 else 0.0
    count = len(each.slots)
    columns = math.ceil(math.sqrt(1.5 * count * (down + gap) / (across + gap)))
    columns = min(columns, count)
    places = {}
    for number, cells in enumerate(each.slots):
        row, column = divmod(number, columns)
        for part, cell in enumerate(cells):
            y, x = divmod(part, across)
            places[cell] = (column * (across + gap) + x + 0.5, row * (down + gap) + y + 0.5)
    rows = math.ceil(count / columns)
    return places, columns * (across + gap) - gap, rows * (down + gap) - gap


def _cyclic_order(each: PieceSet, moves: list[Images]) -> list[int]:
    """Return the cells of a set in cyclic order if a move rotates all of them, otherwise []."""
    if each.twists > 1 or len(each.slots) < SMALLEST_RING:
        return []
    start = each.slots[0][0]
    for images in moves:
        order = [start]
        while images[order[-1]] != start:
            order.append(images[order[-1]])
        if len(order) == len(each.slots):
            return order
    return []
