"""The board of a TOML text: its cells, where they lie and what joins them."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.board import SHAPES, Board, Point
from ...core.boards import grid, ring
from ...core.errors import MAX_QUOTED, can_be_shown
from ...core.polygons import area, centroid
from ..source import SHOWN, repeated
from .values import HOLE, Values


def read_board(values: Values) -> Board:
    """Return the board that a file describes."""
    given = [key for key in BOARDS if key in values.data]
    if len(given) != 1:
        state = " and ".join(given) or "none of them"
        raise values.error(
            given[1:2],
            f"one of {', '.join(BOARDS)} must say which cells there are, not {state}.",
        )
    board = BOARDS[given[0]](values, values.data[given[0]])
    outlines = _outlines(values, len(board.cells)) if "outlines" in values.data else []
    points: Sequence[Point] = [centroid(each) for each in outlines] or board.points
    if "points" in values.data:
        points = _points(values, len(board.cells))
    edges, arcs = board.edges, board.arcs
    if "edges" in values.data or "arcs" in values.data:
        edges, arcs = _pairs(values, board, "edges", "-"), _pairs(values, board, "arcs", ">")
    shape = values.data.get("shape", board.shape)
    if shape not in SHAPES:
        raise values.error(("shape",), f"shape must be one of {', '.join(SHAPES)}; correct it.")
    if (shape == "polygon") > bool(outlines):
        raise values.error(("shape",), "the corners of polygons are missing; add outlines.")
    return Board(
        board.cells,
        points,
        edges,
        arcs,
        shape=shape,
        outlines=outlines,
        lines=values.switch("lines", None),
        labels=values.switch("labels", None),
        step=board.step if points is board.points else None,
    )


def _from_cells(values: Values, value: object) -> Board:
    cells = values.words(value, "cells")
    values.source.size(values.line("cells"), len(cells))
    for cell in cells:
        if cell.split() != [cell] or not can_be_shown(cell) or len(cell) > MAX_QUOTED:
            raise values.error(
                ("cells",), f"{cell[:SHOWN]!r} is no name for a cell; take a short word."
            )
    if (twice := repeated(cells)) is not None:
        raise values.error(("cells",), f"there are two cells {twice[:SHOWN]!r}; rename one.")
    return Board(cells, ring(len(cells)).points)


def _from_grid(values: Values, value: object) -> Board:
    if not isinstance(value, list) or len(value) != 2:
        raise values.error(("grid",), "grid must be a width and a height; write it as [4, 3].")
    width, height = (values.number(each, "grid") for each in value)
    values.source.size(values.line("grid"), width * height)
    return grid(width, height)


def _from_ring(values: Values, value: object) -> Board:
    return ring(values.number(value, "ring"))


def _from_drawing(values: Values, value: object) -> Board:
    """Return squares where the words of a drawing stand; a dot is a place without a cell."""
    if not isinstance(value, str):
        raise values.error(("drawing",), "drawing must be a text of lines; correct it.")
    rows = [line.split() for line in value.strip("\r\n").splitlines()]
    places = {
        word: (x, -y) for y, row in enumerate(rows) for x, word in enumerate(row) if word != HOLE
    }
    words = [word for row in rows for word in row if word != HOLE]
    if odd := [word for word in words if not can_be_shown(word) or len(word) > MAX_QUOTED]:
        raise values.error(
            ("drawing",), f"{odd[0][:SHOWN]!r} is no name for a cell; take a short word."
        )
    values.source.size(values.line("drawing"), len(words))
    if (twice := repeated(words)) is not None:
        raise values.error(("drawing",), f"there are two cells {twice[:SHOWN]!r}; rename one.")
    number = {place: i for i, place in enumerate(places.values())}
    edges = [
        (i, number[x + dx, y + dy])
        for (x, y), i in number.items()
        for dx, dy in ((1, 0), (0, -1))
        if (x + dx, y + dy) in number
    ]
    return Board(places, places.values(), edges, shape="square")


def _points(values: Values, count: int) -> list[Point]:
    found = _listed(values.data["points"])
    if found is None or len(found) != count:
        raise values.error(
            ("points",),
            f"points must be {count} pairs of numbers up to a million, one a cell, "
            "such as [[0, 0], [1, 0.5]]; correct them.",
        )
    return found


def _outlines(values: Values, count: int) -> list[list[Point]]:
    """Return the corners of each cell."""
    value = values.data["outlines"]
    found = [_listed(each) for each in value] if isinstance(value, list) else []
    outlines = [each for each in found if each is not None and len(each) > 2 and area(each)]
    if len(outlines) != count or len(found) != count:
        raise values.error(
            ("outlines",),
            f"outlines must be {count} lists of corners, one a cell, three or more round an area, "
            "such as [[[0, 0], [1, 0], [0, 1]]]; correct them.",
        )
    return outlines


def _listed(value: object) -> list[Point] | None:
    """Return the points that a list holds, or None if it is no list of points."""
    if not isinstance(value, list) or not all(
        isinstance(point, list)
        and len(point) == 2
        and all(type(c) in (int, float) and abs(c) <= 1e6 for c in point)
        for point in value
    ):
        return None
    return [(float(x), float(y)) for x, y in value]


def _pairs(values: Values, board: Board, key: str, joint: str) -> tuple[tuple[int, int], ...]:
    value = values.data.get(key, [])
    found: dict[tuple[int, int], None] = {}
    if isinstance(value, list):
        parts = [values.words(pair, key) for pair in value]
    else:
        parts = [_split(values, board, word, joint, key) for word in values.words(value, key)]
    for part in parts:
        if len(part) != 2 or part[0] == part[1]:
            raise values.error(
                (key,), f'each of the {key} joins two cells, such as "a{joint}b"; correct it.'
            )
        a, b = (values.cell(board, word, key) for word in part)
        if (a, b) in found or (joint == "-" and (b, a) in found):
            raise values.error(
                (key,), f"{part[0]}{joint}{part[1]} stands in {key} twice; remove one."
            )
        found[a, b] = None
    return tuple(found)


def _split(values: Values, board: Board, word: str, joint: str, key: str) -> list[str]:
    """Return the two cells that a word joins, though their names may hold the joint."""
    most = 2 * MAX_QUOTED + 1
    places = [i for i, letter in enumerate(word[:most]) if letter == joint]
    halves = [[word[:i], word[i + 1 : most]] for i in places]
    for half in halves:
        if half[0] in board.index and half[1] in board.index:
            return half
    if not halves:
        raise values.error((key,), f"{word[:SHOWN]!r} is no pair; write it as a{joint}b.")
    return halves[0]


#: The ways to say which cells there are.
BOARDS = {"cells": _from_cells, "grid": _from_grid, "ring": _from_ring, "drawing": _from_drawing}
