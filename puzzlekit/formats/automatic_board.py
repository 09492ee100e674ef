"""A board for a puzzle whose file does not say how it looks."""

from __future__ import annotations

import math
from collections.abc import Collection
from itertools import accumulate

from ..core.board import Board, Point
from ..core.boards import ring
from ..core.permutation import Images
from .definition import Definition, PieceSet
from .piece_sets import sets_of

#: The space between two slots, and between two sets.
GAP, MARGIN = 0.4, 1.5

#: Ways to pack the blocks that are tried at most.
MAX_PACKINGS = 50

#: Slots that a ring has at least.
SMALLEST_RING = 5

#: Where the cells of a set lie, from its top left corner, and how much room they take.
Block = tuple[dict[int, Point], float, float]


def automatic_board(definition: Definition) -> Board:
    """Return a board with a block of cells for each set, the cells of one slot side by side."""
    blocks = [_block(each, [*definition.moves.values()]) for each in sets_of(definition)]
    # As many rows of blocks as make the cells largest in a window.
    widths = [width for _, width, _ in blocks]
    rooms = sorted({width + i * MARGIN for i, width in enumerate(accumulate(widths))})
    some = rooms[:: math.ceil(len(rooms) / MAX_PACKINGS)]
    packings = [_packed(blocks, max([room, *widths])) for room in some]
    points = min(packings, key=lambda points: _extent(points.values()))
    cells = definition.cells
    places = [points[i] for i in range(len(cells))]
    return Board(cells, places, shape="bare", labels=False, step=1)


def _packed(blocks: list[Block], room: float) -> dict[int, Point]:
    points: dict[int, Point] = {}
    left = top = tallest = 0.0
    for places, width, height in blocks:
        if left and left + width > room:
            left, top, tallest = 0.0, top + tallest + MARGIN, 0.0
        points |= {cell: (left + x, -(top + y)) for cell, (x, y) in places.items()}
        left += width + MARGIN
        tallest = max(tallest, height)
    return points


def _extent(points: Collection[Point]) -> float:
    """Return how large a box of the shape of a board in a window holds the points."""
    across = max(x for x, _ in points) - min(x for x, _ in points) + 1
    down = max(y for _, y in points) - min(y for _, y in points) + 1
    return max(across / 1.2, down)


def _block(each: PieceSet, moves: list[Images]) -> Block:
    order = _round(each, moves)
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


def _round(each: PieceSet, moves: list[Images]) -> list[int]:
    """Return the cells of a set in the order in which a move takes one to the next, if one does."""
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
