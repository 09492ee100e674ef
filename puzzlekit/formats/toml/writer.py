"""Writer for puzzlekit's TOML files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from ...core.board import Board, Point
from ...core.permutation import moved_points, to_cycles
from ...core.values import Piece
from ..bandaged_cubes import marks_of
from ..definition import Definition
from ..named_boards import as_named_board, format_rounded, needed_decimals
from .values import ANY, HOLE, fill_gaps

#: Maximum line length; longer lists are broken.
WIDTH = 90


def dump(definition: Definition) -> str:
    """Return a puzzle as a TOML string. Only rotations of the whole puzzle are lost."""
    cells, board = definition.cells, definition.board
    lines = [f"name = {_quoted(definition.name)}"]
    for key in ("author", "rules", "hint"):
        if text := getattr(definition, key):
            lines.append(f"{key} = {_format_text(text)}")
    if (cube := marks_of(definition)) is not None and definition.blocks:
        size, marks = cube
        return "\n".join([*lines, f"layers = {size}", f"glued = {_cube_net(size, marks)}"]) + "\n"
    if board is not None and (known := as_named_board(board)) is not None:
        name, numbers = known
        lines.append(f"{name} = {list(numbers) if len(numbers) > 1 else numbers[0]}")
    else:
        lines.append(f"cells = {_string_or_list(cells)}")
        lines += _geometry_lines(board) if board is not None else []
    if definition.slides:
        lines.append("slides = true")
    if definition.motion:
        lines.append(f"motion = {_quoted(definition.motion)}")
    lines += _arrangement_lines(definition)
    simple = not any(set(cell) & set("(),") for cell in cells)
    moves = {}
    for name, images in definition.moves.items():
        points = definition.cycles.get(name) or to_cycles(images)
        cycles = [[cells[point] for point in cycle] for cycle in points]
        if simple:
            moves[name] = _words("".join(f"({' '.join(cycle)})" for cycle in cycles).split(" "))
        else:
            moves[name] = json.dumps(cycles, ensure_ascii=False)
    lines += _section("moves", moves)
    lines += _section(
        "handles",
        {
            name: _string_or_list(cells[cell] for cell in points)
            for name, points in definition.handles.items()
            if sorted(points) != moved_points(definition.moves[name])
        },
    )
    lines += _section(
        "forbidden",
        {
            cells[cell]: _string_or_list(sorted(labels))
            for cell, labels in definition.forbidden.items()
        },
    )
    shown = {
        label: definition.pieces[label]
        for label in dict.fromkeys(definition.goal)
        if label and label in definition.pieces
    }
    lines += _section("pieces", {label: _piece(label, piece) for label, piece in shown.items()})
    if board is not None:
        colours = {cells[cell]: _quoted(colour) for cell, colour in board.colours.items()}
        lines += _section("colours", colours)
    return "\n".join(lines) + "\n"


def _cube_net(size: int, marks: Sequence[str]) -> str:
    """Return the net of a cube as a multi-line string."""
    rows: list[str] = []
    width = max(map(len, marks))
    left = [mark.ljust(width) for mark in marks]
    while left:
        is_band = size <= len(rows) < 2 * size
        indent, length = (0, 4 * size) if is_band else ((width + 1) * size, size)
        rows.append((" " * indent + " ".join(left[:length])).rstrip())
        del left[:length]
    return "\n".join(['"""', *rows, '"""'])


def _arrangement_lines(definition: Definition) -> list[str]:
    """Return the lines for the goal and the start, with gaps for free cells."""
    goal, start = definition.goal, definition.start
    gaps = [ANY if cell in definition.free else label for cell, label in enumerate(goal)]
    if definition.free and ANY not in goal and fill_gaps(gaps, start) == list(goal):
        return [f"goal = {_string_or_list(gaps)}", f"start = {_string_or_list(start)}"]
    lines = [f"goal = {_string_or_list(goal)}"] if goal != definition.cells else []
    if start != goal:
        lines.append(f"start = {_string_or_list(start)}")
    if definition.free:
        free = [definition.cells[cell] for cell in sorted(definition.free)]
        lines.append(f"free = {_string_or_list(free)}")
    return lines


def _geometry_lines(board: Board) -> list[str]:
    known = needed_decimals(board)
    lines = [f"points = {_rows([_pair(point, known) for point in board.points])}"]
    if board.outlines:
        outlines = [
            f"[{', '.join(_pair(point, known) for point in corners)}]" for corners in board.outlines
        ]
        lines.append(f"outlines = {_rows(outlines)}")
    for key, joint, pairs in (("edges", "-", board.edges), ("arcs", ">", board.arcs)):
        named = [(board.cells[a], board.cells[b]) for a, b in pairs]
        if named and any(set('->."\\') & set(name) for pair in named for name in pair):
            written = [json.dumps(pair, ensure_ascii=False) for pair in named]
            lines.append(f"{key} = {_rows(written)}")
        elif named:
            lines.append(f"{key} = {_words([joint.join(pair) for pair in named])}")
    lines.append(f"shape = {_quoted(board.shape)}")
    if board.lines != (board.shape in ("node", "point")):
        lines.append(f"lines = {str(board.lines).lower()}")
    if board.labels is not None:
        lines.append(f"labels = {str(board.labels).lower()}")
    return lines


def _pair(point: Point, decimals: int) -> str:
    return f"[{', '.join(format_rounded(number, decimals) for number in point)}]"


def _rows(items: Sequence[str]) -> str:
    """Return a list, broken into several lines if it is long."""
    if sum(map(len, items)) + 2 * len(items) <= WIDTH:
        return f"[{', '.join(items)}]"
    text = ", ".join(item.replace(" ", "\xa0") for item in items) + ","
    rows = wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join(["[", *(f"  {row}" for row in rows), "]"]).replace("\xa0", " ")


def _words(words: Sequence[str]) -> str:
    """Return words as a string, broken into several lines if it is long."""
    text = " ".join(words)
    if len(text) <= WIDTH or set(text) & set('\\"'):
        return _quoted(text)
    rows = wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join(['"""', *rows, '"""'])


def _section(name: str, items: Mapping[str, str]) -> list[str]:
    if not items:
        return []
    keys = {key: key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key) for key in items}
    return ["", f"[{name}]", *(f"{keys[key]} = {value}" for key, value in items.items())]


def _piece(label: str, piece: Piece) -> str:
    default = {"form": "tile", "colour": "plain", "text": label}
    changed = {key: text for key, text in piece._asdict().items() if text != default.get(key, text)}
    if changed.keys() == {"colour"}:
        return _quoted(piece.colour)
    return f"{{{', '.join(f'{key} = {_quoted(text)}' for key, text in changed.items())}}}"


def _string_or_list(words: Iterable[str]) -> str:
    """Return words as a single string if none contains a blank, otherwise as a list."""
    texts = list(words)
    if any(word == HOLE or (word and word.split() != [word]) for word in texts):
        return json.dumps(texts, ensure_ascii=False)
    return _words([word or HOLE for word in texts])


def _format_text(text: str) -> str:
    """Return text as a TOML string, which is multi-line if nothing needs escaping."""
    plain = all(letter.isprintable() or letter == "\n" for letter in text)
    if "\n" not in text or not plain or '"""' in text or "\\" in text or text.endswith('"'):
        return _quoted(text)
    return f'"""\n{text}"""'


def _quoted(text: str) -> str:
    """Return a TOML string, which differs from JSON only in the character DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
