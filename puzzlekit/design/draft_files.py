"""Drafts: automatically saved copies of unfinished drawings."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TypeVar

from ..core.errors import FormatError, SaveError, shorten_path
from ..core.files import home, read_text, write_atomically
from ..core.values import COLOURS, FORMS, MOTIONS, Piece
from .drawing import MAX_NODES, Drawing, DrawnTurn, Node

T = TypeVar("T", bound=str)

#: The format marker of draft files.
_KIND = "puzzlekit drawing 1"

#: Maximum size of a draft file in bytes, and maximum number of steps of a turn.
MAX_BYTES, MAX_STEPS = 4_000_000, 1_000


def dump_draft(drawing: Drawing) -> str:
    """Return a drawing as a string for `load_draft`."""
    data = {"kind": _KIND, **drawing._asdict(), "ways": sorted(drawing.ways)}
    return json.dumps(data, ensure_ascii=False) + "\n"


def load_draft(text: str) -> Drawing:
    """Return the drawing in a draft; raise `FormatError` if the draft is invalid."""
    try:
        data = json.loads(text)
        if not isinstance(data, dict) or data.get("kind") != _KIND:
            raise ValueError("unknown format")
        return _parse(data)
    except (
        *(ValueError, TypeError, KeyError, AttributeError),
        *(ArithmeticError, RecursionError),
    ) as error:
        raise FormatError(f"The draft is invalid: {error}. Open another file.") from error


def _parse(data: Mapping[str, Any]) -> Drawing:
    nodes = tuple(
        Node(_text(name), (_number(x), _number(y)), _one_of(colour, ("", *COLOURS)))
        for name, (x, y), colour in data["nodes"]
    )
    count = len(nodes)
    if count > MAX_NODES or len({node.name for node in nodes}) < count:
        raise ValueError("too many nodes, or duplicate node names")
    turns = []
    for name, (paths, steps) in data["turns"]:
        cells = tuple(tuple(_integer(cell, range(count)) for cell in path) for path in paths)
        turns.append((_text(name), DrawnTurn(cells, _integer(steps, range(1, MAX_STEPS + 1)))))
    start, goal = (tuple(map(_text, data[layer])) for layer in ("start", "goal"))
    if not len(start) == len(goal) == count:
        raise ValueError("a layer has the wrong length")
    looks = tuple(
        (_text(label), Piece(_one_of(form, FORMS), _one_of(colour, COLOURS), _text(text)))
        for label, (form, colour, text, *_) in data["looks"]
    )
    ways = frozenset(
        (_integer(a, range(count)), _integer(b, range(count))) for a, b in data["ways"]
    )
    title, author, rules, hint = (_text(data[n]) for n in ("title", "author", "rules", "hint"))
    motion = _one_of(data["motion"], MOTIONS)
    return Drawing(
        nodes, ways, tuple(turns), start, goal, looks, title, author, rules, hint, motion
    )


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > 100_000:
        raise ValueError("expected a string")
    return value


def _number(value: object) -> float:
    if type(value) not in (int, float) or not abs(value) < 1e6:  # type: ignore[arg-type]
        raise ValueError("expected a number")
    return float(value)  # type: ignore[arg-type]


def _integer(value: object, numbers: range) -> int:
    if type(value) is not int or value not in numbers:
        raise ValueError(f"expected a number from {numbers.start} to {numbers.stop - 1}")
    return value


def _one_of(value: object, allowed: tuple[T, ...]) -> T:
    for each in allowed:
        if each == value:
            return each
    raise ValueError(f"unknown value {shorten_path(str(value))}")


class Draft:
    """The draft of a window, saved at most once per second."""

    def __init__(self) -> None:
        self.path = home() / "drafts" / f"{os.getpid()}-{time.time_ns()}.json"
        self._written: Drawing | None = None
        self._due = 0.0

    def claim(self) -> Drawing | None:
        """Take over the newest draft left by another window; return its drawing, if any."""
        with suppress(OSError):
            paths = sorted(self.path.parent.glob("*.json"), key=lambda path: path.stat().st_mtime)
            for path in reversed(paths):
                with suppress(OSError, FormatError):
                    drawing = load_draft(read_text(path, "a drawing", MAX_BYTES, FormatError))
                    path.replace(self.path)
                    self._written = drawing
                    return drawing
        return None

    def save(self, drawing: Drawing, *, now: bool = False) -> str:
        """Save a drawing if a save is due; return an error message or ""."""
        claimed = now and not self.path.exists()  # another window claimed the draft
        if (drawing == self._written and not claimed) or (not now and time.monotonic() < self._due):
            return ""
        self._written, self._due = drawing, time.monotonic() + 1.0
        try:
            write_atomically(self.path, dump_draft(drawing))
        except (SaveError, OSError) as error:
            return f"Could not save the draft: {error}"
        return ""

    def is_outdated(self, drawing: Drawing) -> bool:
        """Return whether a drawing differs from the one last saved."""
        return drawing != self._written

    def drop(self) -> None:
        """Delete the draft after the drawing has been saved or discarded."""
        self._written = None
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
