"""Writer that converts puzzles to Python plugins.

Every string in the puzzle becomes a quoted literal, so it cannot be executed as code.
"""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Any, NamedTuple

from ..core.board import Board
from ..core.permutation import moved_points, to_cycles
from ..core.values import Piece
from .automatic_board import automatic_board
from .definition import Definition
from .named_boards import as_named_board, format_rounded, needed_decimals

#: Maximum line length.
WIDTH = 88

_INDENT = "    "

#: Matches a word that can be part of a string to be split at blanks.
_WORD = re.compile(r"[^\s\"'\\{}]+")

#: Class names that are keywords or would shadow an import.
_TAKEN = {"Board", "Piece", "SlidingTwisty", "Sliding", "Twisty", "True", "False", "None"}


def dump(definition: Definition) -> str:
    """Return the source code of a plugin for a puzzle."""
    kind = "SlidingTwisty" if definition.slides else "Sliding" if definition.sliding else "Twisty"
    board = definition.board or automatic_board(definition)
    known = None if board.colours else as_named_board(board)
    made = _Call(known[0], known[1]) if known else _board(board)
    call = _rules(definition, board.cells, made)
    imported = {kind, made.function, *(["Piece"] if "pieces" in call.named else [])}
    lines = [
        f'"""{_escaped(definition.name)}, a puzzle."""',
        "",
        f"from puzzlekit import {', '.join(sorted(imported, key=lambda n: (n.islower(), n)))}",
        "",
        "",
        f"class {_class_name(definition.name)}({kind}):",
        _docstring(definition.page("Bring the pieces back to their places.")),
        "",
        f"    name = {_format_on_one_line(definition.name)}",
        *([f"    motion = {_format_on_one_line(definition.motion)}"] if definition.motion else []),
        "",
        "    def __init__(self):",
        f"        {_format_value(call, 2 * _INDENT, 8)}",
    ]
    return "\n".join(lines) + "\n"


# -- values ---------------------------------------------------------------------------------------


class _Call(NamedTuple):
    function: str
    arguments: tuple[Any, ...]
    named: dict[str, Any] = {}


class _Split(NamedTuple):
    """A list of more than three plain words, which is written as a string to split."""

    words: tuple[str, ...]


def _rules(definition: Definition, cells: tuple[str, ...], board: _Call) -> _Call:
    arguments: list[Any] = [board, _split_or_list(definition.goal)]
    named: dict[str, Any] = {}
    if definition.moves:
        turns, named = _turn_cycles(definition, cells)
        arguments.append(turns)
    if definition.start != definition.goal:
        named["start"] = _split_or_list(definition.start)
    looks = {label: definition.pieces.get(label) for label in dict.fromkeys(definition.goal)}
    if pieces := {label: _piece(piece) for label, piece in looks.items() if piece}:
        named["pieces"] = pieces
    if definition.forbidden:
        named["forbidden"] = {
            cell: sorted(labels) for cell, labels in sorted(definition.forbidden.items())
        }
    if definition.free:
        named["free"] = _split_or_list([cells[cell] for cell in sorted(definition.free)])
    return _Call("super().__init__", tuple(arguments), named)


def _board(board: Board) -> _Call:
    decimals, cells = needed_decimals(board), board.cells

    def number(exact: float) -> float:
        value = float(format_rounded(exact, decimals))
        return int(value) if value.is_integer() else value

    def pairs(points: Any) -> list[tuple[float, ...]]:
        return [tuple(map(number, point)) for point in points]

    named: dict[str, Any] = {}
    for key, joined in (("edges", board.edges), ("arcs", board.arcs)):
        if joined:
            named[key] = [(cells[a], cells[b]) for a, b in joined]
    if board.colours:
        named["colours"] = {cells[cell]: each for cell, each in board.colours.items()}
    if board.outlines:
        named["outlines"] = [pairs(each) for each in board.outlines]
    elif board.shape != "node":
        named["shape"] = board.shape
    if board.lines != (board.shape in ("node", "point")):
        named["lines"] = board.lines
    if board.labels is not None:
        named["labels"] = board.labels
    usual = Board(
        cells, board.points, board.edges, board.arcs, shape=board.shape, outlines=board.outlines
    )
    if usual.step != board.step:
        named["step"] = number(board.step)
    return _Call("Board", (_split_or_list(cells), pairs(board.points)), named)


def _turn_cycles(
    definition: Definition, cells: tuple[str, ...]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the cycles of each move, and the `handles` that differ from the default."""
    from .as_rules import click_cells, with_powers

    moves = with_powers(definition.moves) if definition.forbidden else definition.moves
    clicked = click_cells(definition, moves)
    turns = {
        name: [_split_or_list([cells[cell] for cell in cycle]) for cycle in to_cycles(images)]
        for name, images in moves.items()
    }
    handles = {
        name: [cells[cell] for cell in clicked[name]]
        for name, images in moves.items()
        if tuple(clicked[name]) != tuple(moved_points(images))
    }
    return turns, {"handles": handles} if handles else {}


def _piece(piece: Piece) -> _Call:
    arguments = [piece.form, piece.colour, piece.text, piece.mark]
    while arguments[-1] == ("", "plain", "", "")[len(arguments) - 1]:
        arguments.pop()
    return _Call("Piece", tuple(arguments))


def _split_or_list(words: Any) -> _Split | list[str]:
    plain = all(word.isprintable() and _WORD.fullmatch(word) for word in words)
    return _Split(tuple(words)) if plain and len(words) > 3 else list(words)


def _class_name(name: str) -> str:
    words = re.findall(r"[A-Za-z0-9]+", name)
    name = "".join(word[:1].upper() + word[1:] for word in words)[:40]
    if not name or name[0].isdigit():
        name = f"Puzzle{name}"
    return f"{name}Puzzle" if name in _TAKEN else name


# -- layout ---------------------------------------------------------------------------------------


def _format_value(value: Any, indent: str, taken: int) -> str:
    """Return a value on one line if it fits after `taken` columns, or with one item per line."""
    flat = _format_on_one_line(value)
    if taken + len(flat) <= WIDTH or not isinstance(value, list | dict | _Call | _Split):
        return flat
    inner = indent + _INDENT
    if isinstance(value, _Split):
        text = " ".join(value.words)
        rows = wrap(text, WIDTH - len(inner), break_long_words=False, break_on_hyphens=False)
        return "\n".join(['"""', *(inner + row for row in rows), f'{indent}""".split()'])
    opening, items, closing = _split_brackets(value)
    rows = [
        inner + key + _format_value(each, inner, len(inner + key) + 1) + "," for key, each in items
    ]
    return "\n".join([opening, *rows, indent + closing])


def _format_on_one_line(value: Any) -> str:
    if isinstance(value, _Split):
        return f'"{" ".join(value.words)}".split()'
    if not isinstance(value, str | tuple | list | dict):
        return str(value)
    if isinstance(value, str):
        text = repr(value)
        return text if '"' in value else f'"{text[1:-1]}"'
    opening, items, closing = _split_brackets(value)
    return opening + ", ".join(key + _format_on_one_line(each) for key, each in items) + closing


def _split_brackets(value: Any) -> tuple[str, list[tuple[str, Any]], str]:
    """Return the opening bracket, the items with their prefixes, and the closing bracket."""
    if isinstance(value, _Call):
        named = [(f"{key}=", each) for key, each in value.named.items()]
        return f"{value.function}(", [("", each) for each in value.arguments] + named, ")"
    if isinstance(value, dict):
        return "{", [(f"{_format_on_one_line(key)}: ", each) for key, each in value.items()], "}"
    opening, closing = "[]" if isinstance(value, list) else "()"
    return opening, [("", each) for each in value], closing


def _docstring(text: str) -> str:
    lines = [line.rstrip() for line in text.expandtabs().strip().split("\n")]
    escaped = [_escaped(line) for line in lines]
    if '"""' not in text and not any(line.endswith('"') for line in lines):
        escaped = [line.replace('\\"', '"') for line in escaped]
    body = "\n".join(f"{_INDENT}{line}" if line else "" for line in escaped).strip()
    end = f"\n{_INDENT}" if len(escaped) > 1 else ""
    return f'{_INDENT}"""{body}{end}"""'


def _escaped(text: str) -> str:
    """Return a string escaped for use in double quotes."""
    quoted = re.sub(r'["\\]', r"\\\g<0>", text)
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in quoted)
