"""Values of plain parts as text without blanks, and back by the pattern of a known value."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote

from ..core.board import Board
from ..core.errors import NotationError
from .notation import escape_label, read_cells, write_cells

#: Tuples and sets lie in one another at most so deep.
_DEPTH = 20

_TEXT, _CELLS, _TUPLE, _SET = "=", "~", "t", "s"

_ATOMS = {"none": None, "yes": True, "no": False}


def pack(value: Any, board: Board) -> str:
    """Return a value of plain parts as a line; raise `NotationError` if it has other parts."""
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
        parts = value if isinstance(value, tuple) else _parts(value)
        yield f"{_TUPLE}{len(parts)}"
        for each in parts:
            yield from _packed(each, board)
    else:
        raise NotationError(f"its positions hold a {type(value).__name__}")


def _is_record(value: Any) -> bool:
    return dataclasses.is_dataclass(value) and not isinstance(value, type)


def _parts(value: Any) -> list[Any]:
    return [getattr(value, field.name) for field in dataclasses.fields(value) if field.init]


def unpack(line: str, like: Any, board: Board) -> Any:
    """Return the value that a line packs, of the same pattern as `like`."""
    fields = iter(line.split("_"))
    value = _unpacked(fields, board, _DEPTH)
    if (rest := next(fields, None)) is not None:
        raise NotationError(f"{rest[:40]!r} at its end is too much")
    return _shaped(value, like, board)


def _unpacked(fields: Iterator[str], board: Board, depth: int) -> Any:
    field = next(fields, None)
    if field is None:
        raise NotationError("its end is missing")
    if not depth:
        raise NotationError("it is too deep")
    if field in _ATOMS:
        return _ATOMS[field]
    if re.fullmatch(r"-?[0-9]{1,18}", field):
        return int(field)
    if field[:1] == _TEXT:
        return unquote(field[1:])
    if field[:1] == _CELLS:
        return read_cells(board, field[1:])
    if found := re.fullmatch(r"([ts])([0-9]{1,6})", field):
        parts = (_unpacked(fields, board, depth - 1) for _ in range(int(found[2])))
        return frozenset(parts) if found[1] == _SET else tuple(parts)
    raise NotationError(f"{field[:40]!r} means nothing here")


def _shaped(value: Any, like: Any, board: Board) -> Any:
    """Return a value in the pattern of another one."""
    if value is None or like is None:
        return value
    if isinstance(like, frozenset) and isinstance(value, frozenset):
        return frozenset(_shaped_as_one_of(each, like, board) for each in value)
    if isinstance(value, tuple):
        if isinstance(like, tuple) and not hasattr(like, "_fields"):
            if len(value) == len(like):
                pairs = zip(value, like, strict=True)
                return tuple([_shaped(each, other, board) for each, other in pairs])
            return tuple([_shaped_as_one_of(each, like, board) for each in value])
        record = _is_record(like)
        others = _parts(like) if record else list(like) if isinstance(like, tuple) else []
        if len(others) == len(value) and others:
            parts = [_shaped(each, other, board) for each, other in zip(value, others, strict=True)]
            if not record:
                return type(like)(*parts)
            names = [field.name for field in dataclasses.fields(like) if field.init]
            return type(like)(**dict(zip(names, parts, strict=True)))
    elif type(value) is type(like) and (
        not isinstance(like, str) or len(like) != len(board) or len(value) == len(board)
    ):
        return value
    raise NotationError(f"{str(value)[:40]!r} stands in the wrong place")


def _shaped_as_one_of(value: Any, others: Iterable[Any], board: Board) -> Any:
    """Return a value in the pattern of one of some others; as it is if there are none."""
    found = list({repr(type(other)): other for other in others}.values())
    for other in found:
        try:
            return _shaped(value, other, board)
        except NotationError:
            continue
    if found:
        raise NotationError(f"{str(value)[:40]!r} stands in the wrong place")
    return value
