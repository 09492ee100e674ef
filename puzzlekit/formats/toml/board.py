"""Reader for the board in a TOML puzzle file: its cells, points and edges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...core.board import SHAPES, Board, Point
from ...core.boards import grid, lattice_edges, ring
from ...core.errors import MAX_QUOTED, can_be_shown, join_names
from ...core.polygons import area, centroid
from ...core.values import COLOURS
from ..source_text import SHOWN
from .values import HOLE, TomlReader


class BoardData(NamedTuple):
    """A board, and the indices of the listed cells that the board contains.

    Without errors, the indices are those of all listed cells.
    """

    board: Board
    indices: list[int]
    total: int


def read_board(values: TomlReader) -> BoardData | None:
    """Return the board in a file, or None if no cell can be read."""
    kinds = [key for key in BOARDS if key in values.data]
    if len(kinds) != 1:
        names = join_names(BOARDS)
        problem = f"nothing defines the cells; add one of {names}."
        if kinds:
            problem = f"the cells are defined by {' and '.join(kinds)}; use only one of {names}."
        values.report(kinds[1:2], problem)
    for key in kinds:
        with values.collect_faults():
            cells = BOARDS[key](values, values.data[key])
            return BoardData(_decorate_board(values, cells), cells.indices, cells.total)
    return None


def _decorate_board(values: TomlReader, data: BoardData) -> Board:
    """Return a board with all other settings in the file applied."""
    board = data.board
    outlines = _outlines(values, data) if "outlines" in values.data else []
    points: Sequence[Point] = [centroid(each) for each in outlines] or board.points
    if "points" in values.data:
        points = _points(values, data, points)
    edges, arcs = board.edges, board.arcs
    if "edges" in values.data or "arcs" in values.data:
        edges, arcs = _pairs(values, board, "edges", "-"), _pairs(values, board, "arcs", ">")
    shape = board.shape
    with values.collect_faults():
        wanted = values.data.get("shape", shape)
        if wanted not in SHAPES:
            raise values.error(("shape",), f"shape must be one of {', '.join(SHAPES)}; correct it.")
        if (wanted == "polygon") > bool(outlines):
            raise values.error(("shape",), "the corners of polygons are missing; add outlines.")
        shape = wanted
    return Board(
        board.cells,
        points,
        edges,
        arcs,
        shape=shape,
        outlines=outlines,
        colours=_colours(values, board),
        lines=values.boolean("lines", None),
        labels=values.boolean("labels", None),
        step=board.step if points is board.points else None,
    )


def _colours(values: TomlReader, board: Board) -> dict[int, str]:
    colours = {}
    for name, colour in values.table("colours").items():
        with values.collect_faults(cell=name):
            cell = values.cell(board, name, "colours", name)
            colours[cell] = values.choice(colour, "colour", COLOURS, "colours", name)
    return colours


def _valid_cells(values: TomlReader, words: Sequence[str], key: str) -> list[int]:
    """Return the indices of the valid cell names, which are all names if there are no errors."""
    kept: dict[str, int] = {}
    for number, word in enumerate(words):
        with values.collect_faults(cell=word):
            if word.split() != [word] or not can_be_shown(word) or len(word) > MAX_QUOTED:
                raise values.error(
                    (key,), f"{word[:SHOWN]!r} is not a valid cell name; use a short word."
                )
            if word in kept:
                raise values.error((key,), f"there are two cells {word[:SHOWN]!r}; rename one.")
            kept[word] = number
    if not kept:
        raise values.error((key,), "there are no cell names; add some.")
    return list(kept.values())


def _from_cells(values: TomlReader, value: object) -> BoardData:
    cells = values.words(value, "cells")
    values.source.size(values.line("cells"), len(cells))
    kept = _valid_cells(values, cells, "cells")
    points = ring(len(cells)).points
    return BoardData(Board([cells[i] for i in kept], [points[i] for i in kept]), kept, len(cells))


def _with_all_cells(board: Board) -> BoardData:
    return BoardData(board, list(range(len(board))), len(board))


def _from_grid(values: TomlReader, value: object) -> BoardData:
    if not isinstance(value, list) or len(value) != 2:
        raise values.error(("grid",), "grid must be a width and a height; write it as [4, 3].")
    width, height = (values.number(each, "grid") for each in value)
    values.source.size(values.line("grid"), width * height)
    return _with_all_cells(grid(width, height))


def _from_ring(values: TomlReader, value: object) -> BoardData:
    return _with_all_cells(ring(values.number(value, "ring")))


def _from_drawing(values: TomlReader, value: object) -> BoardData:
    """Return a board with a square for each word in a drawing. A dot marks an empty place."""
    if not isinstance(value, str):
        raise values.error(("drawing",), "drawing must be a multi-line string; correct it.")
    rows = [line.split() for line in value.strip("\r\n").splitlines()]
    placed = [
        (word, (x, -y)) for y, row in enumerate(rows) for x, word in enumerate(row) if word != HOLE
    ]
    words = [word for word, _ in placed]
    values.source.size(values.line("drawing"), len(words))
    kept = _valid_cells(values, words, "drawing")
    places = dict(placed[i] for i in kept)
    edges = lattice_edges({place: i for i, place in enumerate(places.values())}, ((1, 0), (0, -1)))
    return BoardData(Board(places, places.values(), edges, shape="square"), kept, len(words))


def _points(values: TomlReader, data: BoardData, usual: Sequence[Point]) -> list[Point]:
    """Return the points of the cells, or default points if those in the file are invalid."""
    value, count = values.data["points"], data.total
    each = value if isinstance(value, list) else []
    points = _parse_points(value)
    if points is None or len(points) != count:
        values.report(
            ("points",),
            f"points must be {count} pairs of numbers up to a million, one per cell, "
            "such as [[0, 0], [1, 0.5]]; correct them.",
        )
    known = [_parse_points(each[i : i + 1]) for i in data.indices]
    return [point[0] if point else default for point, default in zip(known, usual, strict=True)]


def _outlines(values: TomlReader, data: BoardData) -> list[list[Point]]:
    """Return the corners of each cell, or none if they are invalid."""
    value, count = values.data["outlines"], data.total
    polygons = [_parse_points(each) for each in value] if isinstance(value, list) else []
    outlines = [each for each in polygons if each is not None and len(each) > 2 and area(each)]
    if len(outlines) != count or len(polygons) != count:
        values.report(
            ("outlines",),
            f"outlines must be {count} lists, one per cell, of three or more corners around an "
            "area, such as [[[0, 0], [1, 0], [0, 1]]]; correct them.",
        )
        return []
    return [outlines[i] for i in data.indices]


def _parse_points(value: object) -> list[Point] | None:
    """Return the points in a list, or None if it is not a list of points."""
    if not isinstance(value, list) or not all(
        isinstance(point, list)
        and len(point) == 2
        and all(type(c) in (int, float) and abs(c) <= 1e6 for c in point)
        for point in value
    ):
        return None
    return [(float(x), float(y)) for x, y in value]


def _pairs(values: TomlReader, board: Board, key: str, joint: str) -> tuple[tuple[int, int], ...]:
    value = values.data.get(key, [])
    pairs: dict[tuple[int, int], None] = {}
    words: list[object] = value if isinstance(value, list) else []
    if not isinstance(value, list):
        with values.collect_faults():
            words = list(values.words(value, key))
    for word in words:
        with values.collect_faults():
            if isinstance(value, list):
                part = values.words(word, key)
            else:
                part = _split_pair(values, board, str(word), joint, key)
            if len(part) != 2 or part[0] == part[1]:
                raise values.error(
                    (key,), f'each item of {key} joins two cells, such as "a{joint}b"; correct it.'
                )
            a, b = (values.cell(board, word, key) for word in part)
            if (a, b) in pairs or (joint == "-" and (b, a) in pairs):
                raise values.error(
                    (key,), f"{part[0]}{joint}{part[1]} occurs twice in {key}; remove one."
                )
            pairs[a, b] = None
    return tuple(pairs)


def _split_pair(values: TomlReader, board: Board, word: str, joint: str, key: str) -> list[str]:
    """Return the two cells in a pair. Their names may contain the separator."""
    max_length = 2 * MAX_QUOTED + 1
    places = [i for i, letter in enumerate(word[:max_length]) if letter == joint]
    halves = [[word[:i], word[i + 1 : max_length]] for i in places]
    for half in halves:
        if half[0] in board.index and half[1] in board.index:
            return half
    if not halves:
        raise values.error((key,), f"{word[:SHOWN]!r} is not a pair; write it like a{joint}b.")
    return halves[0]


#: The keys that define the cells.
BOARDS = {"cells": _from_cells, "grid": _from_grid, "ring": _from_ring, "drawing": _from_drawing}
