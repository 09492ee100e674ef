"""Boards as text: tables if cell names are coordinates, otherwise cells on a character grid."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise, zip_longest
from string import ascii_lowercase
from typing import NamedTuple

from ...core.board import Board, Point
from ...core.translation import _, translate
from ...core.values import Piece
from ...plugin.validation import checked_pieces
from ...rules.base import Rules, State
from ..cells import Coordinates, coordinates, key, shows_cell_names
from ..piece_descriptions import COLOUR_NAMES, plane_cells
from ..tile_curves import colour_at, tile_contains
from .terminal import columns, pad, width

#: Columns and lines per step.
ACROSS, DOWN = 7, 4

#: Characters that stand for colours, in order of first use.
SIGNS = ".#o+x=%-"


def signs_of(pieces: Sequence[Piece | None]) -> dict[str, str]:
    """Return a character for each tile colour."""
    tiles = [piece for piece in pieces if piece is not None]
    colours = [each.colour for each in tiles] + [a.colour for each in tiles for a in each.areas]
    return dict(zip(dict.fromkeys(colours), SIGNS, strict=False))


def draw_tiles(board: Board, pieces: Sequence[Piece | None], colour: bool) -> list[str]:
    """Return a picture as lines of text, with ANSI colours if `colour` is set."""
    step_x, step_y = math.sqrt(3) / 2 / ACROSS, 1 / DOWN
    sign_of, shown = signs_of(pieces), {}
    for name, (x, y), piece in zip(board.cells, board.points, pieces, strict=True):
        column, row = round(x / step_x), round(-y / step_y)
        if piece is None:
            left = column - width(name) // 2
            shown.update({(row, left + i): letter for i, letter in enumerate(name)})
            continue
        for down in range(-DOWN // 2, DOWN // 2):
            for across in range(-ACROSS, ACROSS + 1):
                dx, dy = across * step_x, -(down + 0.5) * step_y
                if tile_contains(dx, dy):
                    hue = colour_at(piece, dx + 1e-6, dy)
                    sign = _Cell("", sign_of.get(hue, "?"), "", hue)
                    shown[row + down, column + across] = _paint(sign, colour)
    if not shown:
        return []
    rows, columns = [row for row, _ in shown], [column for _, column in shown]
    return [
        "".join(
            shown.get((row, column), " ") for column in range(min(columns), max(columns) + 1)
        ).rstrip()
        for row in range(min(rows), max(rows) + 1)
    ]


#: Maximum number of rows and columns in a table, and of characters in any other picture.
MAX_SIDE, MAX_RASTER = 1_000, 2_000_000

#: Minimum distance between the columns of a lattice, in steps.
MIN_LATTICE_STEP = 0.2

#: Maximum width of a picture that is not a lattice. The cells of wider boards are listed.
MAX_COLUMNS = 240

#: Row and column of a cell, counted from the top left.
Place = tuple[int, int]

#: Background colours of pieces, readable on dark and light terminals.
STYLES = {
    "white": "black on bright_white",
    "black": "bright_white on grey0",
    "grey": "black on grey62",
    "red": "bright_white on red3",
    "orange": "black on dark_orange",
    "yellow": "black on yellow1",
    "green": "black on green3",
    "teal": "black on dark_cyan",
    "blue": "bright_white on blue3",
    "purple": "bright_white on purple4",
    "pink": "black on hot_pink",
    "brown": "bright_white on orange4",
    "lime": "black on green_yellow",
}


def draw(rules: Rules, state: State, colour: bool = False, max_width: int | None = None) -> str:
    """Return the board of a state as text, with ANSI colours if `colour` is set.

    Tiles are shown as letters if the drawn board is wider than `max_width` and letters need less.
    """
    board, pieces = rules.board.with_unit_step, checked_pieces(rules, state)
    if board.plane:
        visible = plane_cells(rules, state, pieces)
        board, pieces = board.part(visible), [pieces[cell] for cell in visible]
    if board.is_tiling and all(p is None or p.areas for p in pieces):
        tiles = _curved_tiles(board, pieces, False)
        wide = max_width is not None and (size := _max_width(tiles)) > max_width
        if not wide or _max_width(_letters_only(board, pieces, shows_cell_names(rules))) >= size:
            return "\n".join(_curved_tiles(board, pieces, True) if colour else tiles)
    result = rules.outcome(state)
    shown = frozenset(result.cells if result else ())
    table = _table_coordinates(board)
    named = not table and not board.signs and (bool(board.arcs) or shows_cell_names(rules))
    cells = _cells(board, pieces, named, shown)
    size = max(width(cell.plain) for cell in cells)
    if table:
        lines = _table(board, table, cells, colour, size - _mark_width(pieces, shown))
    else:
        signs = [_Cell("", pad(text, size, ">"), "", "") for text, _ in board.signs]
        lines = _lines(_places(board, size), [*cells, *signs], colour)
    notes = [_legend(pieces, shown), _rims(board), *columns(_edge_list(board, named))]
    return "\n".join([*lines, *([""] if any(notes) else []), *filter(None, notes)])


def draw_goal_icons(rules: Rules, state: State, colour: bool, max_width: int) -> str:
    """Return each seat's goal icon below the name of its side, in rows that fit the terminal."""
    blocks: list[list[tuple[str, int]]] = []
    for seat, side in enumerate(rules.sides(state)):
        if icon_pieces := rules.goal_icon(state, seat):
            board, pieces = rules.board.with_unit_step.part(icon_pieces), list(icon_pieces.values())
            plain, painted = (_goal_icon(board, pieces, on) for on in (False, colour))
            lines = [(line, width(text)) for line, text in zip(painted, plain, strict=True)]
            title = translate(side)
            blocks.append([(title, width(title)), *lines])
    if not blocks:
        return ""
    size = max(length for block in blocks for _, length in block) + 3
    count = max(1, max_width // size)
    rows = [
        "".join(line + " " * (size - length) for line, length in parts).rstrip()
        for first in range(0, len(blocks), count)
        for parts in zip_longest(*blocks[first : first + count], fillvalue=("", 0))
    ]
    return "\n".join(rows)


def _goal_icon(board: Board, pieces: Sequence[Piece | None], colour: bool) -> list[str]:
    if board.is_tiling:
        return draw_tiles(board, pieces, colour)
    return _letters_only(board, pieces, False, colour)


def _letters_only(
    board: Board, pieces: Sequence[Piece | None], named: bool, colour: bool = False
) -> list[str]:
    """Return pieces as letters, without a legend."""
    cells = _cells(board, pieces, named, frozenset())
    return _lines(_places(board, max(width(cell.plain) for cell in cells)), cells, colour)


def _max_width(lines: Iterable[str]) -> int:
    return max(map(width, lines), default=0)


def _curved_tiles(board: Board, pieces: Sequence[Piece | None], colour: bool) -> list[str]:
    """Return a picture of curved tiles, and a legend."""
    signs = signs_of(pieces).items()
    legend = ", ".join(f"{sign} {COLOUR_NAMES.get(name, name)}" for name, sign in signs)
    return [*draw_tiles(board, pieces, colour), *(["", legend] if legend else [])]


class _Cell(NamedTuple):
    """The text in a cell, of which only the middle part is coloured."""

    before: str
    text: str
    after: str
    colour: str

    @property
    def plain(self) -> str:
        return self.before + self.text + self.after


def _cells(
    board: Board, pieces: Sequence[Piece | None], named: bool, shown: frozenset[int]
) -> list[_Cell]:
    letters, ambiguous = _letters(pieces), _is_ambiguous(pieces)
    texts = [_text(piece, letters, ambiguous, " " if named else ".") for piece in pieces]
    size = max(map(width, texts))
    names = max(map(width, board.cells)) if named else 0
    marks = _mark_width(pieces, shown)
    return [
        _Cell(
            pad(name, names, ">") + "[" if named else "",
            pad(text, size, ">") + _mark_sign(piece, cell in shown) * marks,
            "]" if named else "",
            piece.colour if piece else "",
        )
        for cell, (name, text, piece) in enumerate(zip(board.cells, texts, pieces, strict=True))
    ]


def _mark_sign(piece: Piece | None, shown: bool) -> str:
    return "*" if shown else "#" if piece and piece.mark else " "


def _mark_width(pieces: Iterable[Piece | None], shown: frozenset[int]) -> int:
    """Return the width reserved for marks, also beside plain stones, so that nothing shifts."""
    present = [piece for piece in pieces if piece]
    has_marks = any(piece.mark or (piece.form == "stone" and not piece.text) for piece in present)
    return not present or has_marks or bool(shown)


def _text(piece: Piece | None, letters: dict[str, str], ambiguous: bool, empty: str) -> str:
    if piece is None:
        return empty
    letter = letters.get(piece.colour, "") if ambiguous or not piece.text else ""
    return piece.text + (letter.upper() if piece.form == "stone" else letter)


def _is_ambiguous(pieces: Iterable[Piece | None]) -> bool:
    """Return whether pieces of different colours have the same label."""
    shown = {(piece.text, piece.colour) for piece in pieces if piece and piece.text}
    return len({text for text, _ in shown}) < len(shown)


def _letters(pieces: Sequence[Piece | None]) -> dict[str, str]:
    """Return distinct letters for the colours that labels do not distinguish."""
    ambiguous = _is_ambiguous(pieces)
    colours = {piece.colour for piece in pieces if piece and (ambiguous or not piece.text)}
    initials = [colour[:1] for colour in colours]
    letters: dict[str, str] = {}
    for colour in sorted(colours, key=lambda each: (initials.count(each[:1]), each)):
        free = (c for c in colour + ascii_lowercase if c not in letters.values())
        letters[colour] = next(free, "?")
    return letters


def _legend(pieces: Sequence[Piece | None], shown: frozenset[int]) -> str:
    stones = {piece.colour for piece in pieces if piece and piece.form == "stone"}
    meanings = [
        f"{letter.upper() if colour in stones else letter} {COLOUR_NAMES.get(colour, colour)}"
        for colour, letter in sorted(_letters(pieces).items())
    ]
    marks = sorted({piece.mark for piece in pieces if piece and piece.mark})
    decided = ["* " + _("decides the game")] * bool(shown)
    return ", ".join(meanings + [f"# {mark}" for mark in marks] + decided)


def _rims(board: Board) -> str:
    return "; ".join(
        f"{', '.join(map(translate, sides))}: {COLOUR_NAMES.get(colour, colour)}"
        for colour, sides in board.rims.items()
    )


def _paint(cell: _Cell, colour: bool) -> str:
    style = STYLES.get(cell.colour)
    if not colour or style is None:
        return cell.plain
    from rich.color import ColorSystem
    from rich.style import Style

    painted = Style.parse(style).render(cell.text, color_system=ColorSystem.EIGHT_BIT)
    return cell.before + painted + cell.after


def _table_coordinates(board: Board) -> Coordinates | None:
    """Return the names of columns and rows if they make up the cell names, else None."""
    names = None if board.signs else coordinates(board)
    if names is None:
        return None
    for places in map(sorted, names):
        steps = [after - before for before, after in pairwise(places)]
        if places[-1] - places[0] > MAX_SIDE or any(step < 0.99 for step in steps):
            return None
    return names


def _table(
    board: Board, names: Coordinates, cells: Sequence[_Cell], colour: bool, text: int
) -> list[str]:
    """Return the rows with their labels, and the column labels below."""
    column, row = (
        _spaced_positions(sorted(each), 1, 1.0) for each in (names.files, [-y for y in names.ranks])
    )
    files = {column[x]: file for x, file in names.files.items()}
    ranks = {row[-y]: rank for y, rank in names.ranks.items()}
    step = max(map(width, [cells[0].plain, *files.values()])) + 1
    places = [(row[-key(y)], column[key(x)] * step) for x, y in board.points]
    lines = _lines(places, cells, colour)
    margin = max(map(width, ranks.values()))
    ranked = [f"{ranks.get(row, ''):>{margin}}  {line}".rstrip() for row, line in enumerate(lines)]
    columns_of = range(max(files) + 1)
    letters = "".join(files.get(column, "").rjust(text).ljust(step) for column in columns_of)
    return [*ranked, "", " " * (margin + 2) + letters.rstrip()]


def _places(board: Board, size: int) -> list[Place]:
    """Return a place for each cell and sign, with gaps between cells `size` characters wide."""
    points = [*board.points, *(point for _, point in board.signs)]
    xs, ys = zip(*points, strict=True)
    (columns, wide), (rows, high) = _lattice_values(xs), _lattice_values([-y for y in ys])
    if columns and rows:
        down = _spaced_positions(rows, 1, high)
        for step in range(size // 2 + 1, size + 2):
            across = _spaced_positions(columns, step, wide)
            places = [(down[key(-y)], across[key(x)]) for x, y in points]
            if _fits(places, size):
                return places
    return _scaled(points, size)


def _lattice_values(values: Iterable[float]) -> tuple[list[float], float]:
    """Return the distinct values, or [] if they are not roughly a lattice, and the smallest gap."""
    levels = sorted(set(map(key, values)))
    gaps = [b - a for a, b in pairwise(levels)]
    smallest = min(gaps, default=1.0)
    regular = all(abs(gap / smallest - round(gap / smallest)) < 0.3 for gap in gaps)
    return (levels if regular and smallest > MIN_LATTICE_STEP else []), smallest


def _spaced_positions(levels: Sequence[float], step: int, unit: float) -> dict[float, int]:
    """Return integer positions for levels in ascending order: `step` apart for each unit."""
    places = {levels[0]: 0}
    for a, b in pairwise(levels):
        places[b] = places[a] + math.ceil(step * (b - a) / unit - 0.01)
    return places


def _scaled(points: Sequence[Point], size: int) -> list[Place]:
    """Scale up the points as little as possible, or arrange them in order if nothing fits."""
    xs, ys = zip(*points, strict=True)
    x0, y0 = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    for tenths in range(13, 200, 1 + len(points) // 500):
        down = tenths / 10
        for across in (2.5 * down, 2 * down, 3 * down):
            if (max(xs) - min(xs)) * across > MAX_COLUMNS:
                continue
            places = [(round((y0 - y) * down), round((x - x0) * across)) for x, y in points]
            if _fits(places, size):
                top, left = min(row for row, _ in places), min(column for _, column in places)
                return [(row - top, column - left) for row, column in places]
    row = max(1, 80 // (size + 2))
    return [(i // row, i % row * (size + 2)) for i in range(len(points))]


def _fits(places: Iterable[Place], size: int) -> bool:
    """Return whether the picture fits, with spaces between neighbours in each row."""
    ordered = sorted(places)
    left = min(column for _, column in ordered)
    ends = {row: column - left for row, column in ordered}
    if ordered[-1][0] - ordered[0][0] + sum(ends.values()) > MAX_RASTER:
        return False
    return all(a[0] != b[0] or b[1] - a[1] > size for a, b in pairwise(ordered))


def _lines(places: Sequence[Place], cells: Sequence[_Cell], colour: bool) -> list[str]:
    lines = [""] * (max(row for row, _ in places) + 1)
    ends = [0] * len(lines)
    for (row, column), cell in sorted(zip(places, cells, strict=True)):
        lines[row] += " " * (column - ends[row]) + _paint(cell, colour)
        ends[row] = column + width(cell.plain)
    return [line.rstrip() for line in lines]


def _edge_list(board: Board, named: bool) -> list[str]:
    """List the edges if any of them is one-way or leads beyond a neighbouring cell."""
    far = named and any(math.dist(board.points[a], board.points[b]) > 1.9 for a, b in board.edges)
    if not board.arcs and not far:
        return []
    arrow = "->" if board.arcs else "-"
    return [
        f"{board.cells[a]} {arrow} {', '.join(board.cells[b] for b in ends)}"
        for a, ends in enumerate(board.neighbours)
        if ends
    ]
