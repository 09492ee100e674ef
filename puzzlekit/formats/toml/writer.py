"""Writing puzzlekit's own puzzle files."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping

from ...core.board import Board, Point
from ...core.permutation import to_cycles
from ...core.values import Piece
from ..definition import Definition
from .values import HOLE


def dump(definition: Definition) -> str:
    """Return a puzzle as a TOML text, which holds all but turns of the whole puzzle.

    >>> print(dump(Definition(name="Swap", cells=("a", "b"), goal=("1", "1"), moves={"S": (1, 0)})))
    name = "Swap"
    cells = "a b"
    goal = "1 1"
    <BLANKLINE>
    [moves]
    S = "(a b)"
    <BLANKLINE>
    """
    lines = [f"name = {_quoted(definition.name)}"]
    if definition.rules:
        lines.append(f"rules = {_page(definition.rules)}")
    lines.append(f"cells = {_listed(definition.cells)}")
    if definition.board is not None:
        lines += _geometry(definition.board)
    if definition.goal != definition.cells:
        lines.append(f"goal = {_listed(definition.goal)}")
    if definition.start != definition.goal:
        lines.append(f"start = {_listed(definition.start)}")
    cells = definition.cells
    simple = not any(set(cell) & set("(),") for cell in cells)
    moves = {}
    for name, images in definition.moves.items():
        cycles = [[cells[point] for point in cycle] for cycle in to_cycles(images)]
        if simple:
            moves[name] = _quoted("".join(f"({' '.join(cycle)})" for cycle in cycles))
        else:
            moves[name] = json.dumps(cycles, ensure_ascii=False)
    lines += _section("moves", moves)
    lines += _section(
        "handles",
        {
            name: _listed(cells[cell] for cell in found)
            for name, found in definition.handles.items()
        },
    )
    lines += _section(
        "forbidden",
        {cells[cell]: _listed(sorted(labels)) for cell, labels in definition.forbidden.items()},
    )
    shown = {
        label: definition.pieces[label]
        for label in dict.fromkeys(definition.goal)
        if label in definition.pieces
    }
    lines += _section("pieces", {label: _piece(label, piece) for label, piece in shown.items()})
    return "\n".join(lines) + "\n"


def _geometry(board: Board) -> list[str]:
    lines = [f"points = {_listed_points(board.points)}"]
    if board.outlines:
        lines.append(f"outlines = [{', '.join(map(_listed_points, board.outlines))}]")
    for key, pairs in (("edges", board.edges), ("arcs", board.arcs)):
        if pairs:
            named = [[board.cells[a], board.cells[b]] for a, b in pairs]
            lines.append(f"{key} = {json.dumps(named, ensure_ascii=False)}")
    lines.append(f"shape = {_quoted(board.shape)}")
    if board.lines != (board.shape in ("node", "point")):
        lines.append(f"lines = {str(board.lines).lower()}")
    if board.labels is not None:
        lines.append(f"labels = {str(board.labels).lower()}")
    return lines


def _listed_points(points: Iterable[Point]) -> str:
    return f"[{', '.join(f'[{_short(x)}, {_short(y)}]' for x, y in points)}]"


def _short(number: float) -> str:
    return f"{round(number, 6):g}" if math.isfinite(number) else "0"


def _section(name: str, items: Mapping[str, str]) -> list[str]:
    if not items:
        return []
    keys = {key: key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key) for key in items}
    return ["", f"[{name}]", *(f"{keys[key]} = {value}" for key, value in items.items())]


def _piece(label: str, piece: Piece) -> str:
    facts = {
        "form": (piece.form, "tile"),
        "colour": (piece.colour, "plain"),
        "text": (piece.text, label),
    }
    changed = [
        f"{key} = {_quoted(value)}" for key, (value, default) in facts.items() if value != default
    ]
    return (
        _quoted(piece.colour)
        if changed == [f'colour = "{piece.colour}"']
        else f"{{{', '.join(changed)}}}"
    )


def _listed(words: Iterable[str]) -> str:
    """Return words as one text where each is a word, else as a list."""
    found = list(words)
    if any(word == HOLE or (word and word.split() != [word]) for word in found):
        return json.dumps(found, ensure_ascii=False)
    return _quoted(" ".join(word or HOLE for word in found))


def _page(text: str) -> str:
    """Return a text of several lines as it is read, if nothing in it needs to be escaped."""
    plain = all(letter.isprintable() or letter == "\n" for letter in text)
    if "\n" not in text or not plain or '"""' in text or "\\" in text or text.endswith('"'):
        return _quoted(text)
    return f'"""\n{text}"""'


def _quoted(text: str) -> str:
    """Return a TOML string, which differs from one of JSON only in the letter DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
