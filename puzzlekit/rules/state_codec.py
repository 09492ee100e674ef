"""Encoding of plain values as a line without spaces, and decoding by means of a template."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote

from ..core.board import Board
from ..core.errors import NotationError
from .position_notation import escape_label, read_cells, write_cells

#: Maximum nesting depth of tuples and sets.
_DEPTH = 20

_TEXT, _CELLS, _TUPLE, _SET = "=", "~", "t", "s"

_ATOMS = {"none": None, "yes": True, "no": False}


def pack(value: Any, board: Board) -> str:
    """Return a plain value encoded as a line; raise `NotationError` for other types."""
    return "_".join(_packed(value, board))


def _packed(value: Any, board: Board) -> Iterator[str]:
    for word, atom in _ATOMS.items():
        if value is atom:
            yield word
            return
    if type(value) is int:
        yield str(value)
    elif type(value) is str:
        as_cells = len(value) == len(board) > 1
        yield _CELLS + write_cells(board, value) if as_cells else _TEXT + escape_label(value, ",:")
    elif isinstance(value, frozenset):
        yield f"{_SET}{len(value)}"
        yield from sorted("_".join(_packed(each, board)) for each in value)
    elif isinstance(value, tuple) or _is_record(value):
        parts = value if isinstance(value, tuple) else _fields(value).values()
        yield f"{_TUPLE}{len(parts)}"
        for each in parts:
            yield from _packed(each, board)
    else:
        raise NotationError(f"its positions contain a {type(value).__name__}")


def _is_record(value: Any) -> bool:
    return dataclasses.is_dataclass(value) and not isinstance(value, type)


def _fields(record: Any) -> dict[str, Any]:
    return {f.name: getattr(record, f.name) for f in dataclasses.fields(record) if f.init}


def unpack(line: str, like: Any, board: Board) -> Any:
    """Return the value encoded in a line, with the same types as `like`."""
    fields = iter(line.split("_"))
    value = _unpacked(fields, board, _DEPTH)
    if (rest := next(fields, None)) is not None:
        raise NotationError(f"unexpected {rest[:40]!r} at the end")
    return _conform(value, like, board)


def _unpacked(fields: Iterator[str], board: Board, depth: int) -> Any:
    field = next(fields, None)
    if field is None:
        raise NotationError("the end is missing")
    if not depth:
        raise NotationError("the position is nested too deeply")
    if field in _ATOMS:
        return _ATOMS[field]
    if re.fullmatch(r"-?[0-9]{1,18}", field):
        return int(field)
    if field[:1] == _TEXT:
        return unquote(field[1:])
    if field[:1] == _CELLS:
        return read_cells(board, field[1:])
    if match := re.fullmatch(r"([ts])([0-9]{1,6})", field):
        parts = (_unpacked(fields, board, depth - 1) for _ in range(int(match[2])))
        return frozenset(parts) if match[1] == _SET else tuple(parts)
    raise NotationError(f"{field[:40]!r} is not a valid field")


def _conform(value: Any, like: Any, board: Board) -> Any:
    """Return a value converted to the types of a template."""
    if value is None or like is None:
        return value
    if isinstance(like, frozenset) and isinstance(value, frozenset):
        return frozenset(_conform_to_any(each, like, board) for each in value)
    if isinstance(value, tuple):
        if isinstance(like, tuple) and not hasattr(like, "_fields"):
            if len(value) == len(like):
                pairs = zip(value, like, strict=True)
                return tuple([_conform(each, other, board) for each, other in pairs])
            return tuple([_conform_to_any(each, like, board) for each in value])
        fields = _fields(like) if _is_record(like) else {}
        others = [*fields.values()] if fields else [*like] if isinstance(like, tuple) else []
        if len(others) == len(value) and others:
            pairs = zip(value, others, strict=True)
            parts = [_conform(each, other, board) for each, other in pairs]
            if not fields:
                return type(like)(*parts)
            return type(like)(**dict(zip(fields, parts, strict=True)))
    elif type(value) is type(like) and (
        not isinstance(like, str) or len(like) != len(board) or len(value) == len(board)
    ):
        return value
    raise NotationError(f"{str(value)[:40]!r} is in the wrong place")


def _conform_to_any(value: Any, others: Iterable[Any], board: Board) -> Any:
    """Return a value converted to the types of a matching template, if there are templates."""
    templates = list({repr(type(template)): template for template in others}.values())
    for template in templates:
        try:
            return _conform(value, template, board)
        except NotationError:
            continue
    if templates:
        raise NotationError(f"{str(value)[:40]!r} is in the wrong place")
    return value
