"""Symmetries of boards, for canonical positions: the smallest image of a position.

`symmetric_images` encodes them as numbers for a game's table, from which `symmetry_kernel` reads
them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import takewhile

from ..core.board import Board

#: The possible rotations of a board onto itself, in degrees.
_ANGLES = sorted({*range(0, 360, 45), *range(0, 360, 30)})

#: The number of decimal digits to which coordinates must agree.
_DIGITS = 3

Image = tuple[int, ...]


def symmetries(*boards: Board) -> list[Image]:
    """Return the rotations and reflections that preserve the edges of boards with the same points.

    Each is the tuple of the images of all cells; the first one is the identity.

    >>> from puzzlekit import grid, rhombus
    >>> symmetries(grid(2, 1)), len(symmetries(grid(3, 3))), len(symmetries(rhombus(3, 3)))
    ([(0, 1), (1, 0)], 8, 4)
    """
    points = boards[0].points
    x0, y0 = (sum(each) / len(points) for each in zip(*points, strict=True))
    index = {_rounded_point(x - x0, y - y0): cell for cell, (x, y) in enumerate(points)}
    images = []
    for sign in (1, -1):
        for angle in _ANGLES:
            c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            turned = (
                (c * (x - x0) - s * (y - y0), sign * (s * (x - x0) + c * (y - y0)))
                for x, y in points
            )
            cells = (index.get(_rounded_point(*point), -1) for point in turned)
            image = tuple(takewhile(lambda cell: cell >= 0, cells))  # -1 is beside the board
            fits = len(set(image)) == len(points) and image not in images
            if fits and all(_preserves_edges(image, board) for board in boards):
                images.append(image)
    return images


def _rounded_point(x: float, y: float) -> tuple[float, float]:
    return round(x, _DIGITS), round(y, _DIGITS)


def _preserves_edges(image: Image, board: Board) -> bool:
    return all(
        {image[each] for each in near} == {*board.neighbours[image[cell]]}
        for cell, near in enumerate(board.neighbours)
    )


def common_symmetries(
    found: Iterable[Image], goals: Sequence[Sequence[Iterable[int]]]
) -> tuple[list[Image], list[Image]]:
    """Return the symmetries that preserve the goals of two colours, and those that exchange them.

    `goals` lists the cells of the two sides of each colour.
    """

    def maps(image: Image, a: int, b: int) -> bool:
        sides = [{*map(image.__getitem__, side)} for side in goals[a]]
        return all({*side} in sides for side in goals[b])

    both = list(found)
    keeping = [image for image in both if maps(image, 0, 0) and maps(image, 1, 1)]
    return keeping, [image for image in both if maps(image, 0, 1) and maps(image, 1, 0)]


def symmetric_images(
    exchanged: Sequence[int], keeping: Sequence[Image], exchanging: Sequence[Image], table_size: int
) -> list[int]:
    """Return the numbers to append to a table that already has `table_size` numbers.

    `exchanged` maps each cell content to the same content with colours exchanged. If the first
    colour is to move, a position is equivalent to its images under `keeping`. If the second colour
    is to move, it is equivalent to its images under `exchanging` with colours exchanged, or under
    `keeping` if `exchanging` is empty.
    """
    head = [len(exchanged), len(keeping), len(exchanging), *exchanged]
    return [*head, *(cell for image in (*keeping, *exchanging) for cell in image), table_size]
