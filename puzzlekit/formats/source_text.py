"""Source text of puzzle files, with limits and with error messages that name the line."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from ..core.errors import FormatError, can_be_shown, escape_control_characters, quoted, shorten_path
from ..core.permutation import Images, from_cycles, identity, inverse, multiply
from ..core.words import Word
from .definition import MAX_CELLS, MAX_MOVES, Definition

T = TypeVar("T")

#: A line number, or a possibly slow function that finds it.
LineNumber = int | None | Callable[[], int | None]

#: A generator in a file: its name (which may be empty), its line, and the cycles to multiply.
ParsedGenerator = tuple[str, int, Sequence[Sequence[int]]]

#: Maximum number of images of points computed for a file (a few seconds of work).
MAX_WORK = 50_000_000

#: Maximum number of images of points in all moves of a puzzle (about 200 MB).
MAX_IMAGES = 7_000_000

#: Maximum length of keys that are searched for, in characters.
LONG = 200


#: Maximum length of a word quoted in a message, in characters.
SHOWN = 40


class FileError(FormatError):
    """An error in a file, with its line (if known) and the message without the file name."""

    def __init__(self, name: str, line: int | None, sentence: str) -> None:
        where = shorten_path(name) if line is None else f"{shorten_path(name)}, line {line}"
        super().__init__(f"{where}: {sentence}")
        self.name, self.line, self.sentence = name, line, sentence

    def __reduce__(self) -> tuple[type[FileError], tuple[str, int | None, str]]:
        return FileError, (self.name, self.line, self.sentence)


class SourceText:
    """A named source text, which creates error messages for its readers and limits their work."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._work = 0
        self._images = 0
        self._names: set[str] = set()

    @property
    def is_def(self) -> bool:
        """True for a `.def` file of ksolve, whose syntax is more lenient than that of `.tws`."""
        return self.name.lower().endswith(".def")

    @property
    def stem(self) -> str:
        """The default name of the puzzle."""
        stem = os.path.splitext(os.path.basename(self.name))[0]
        return escape_control_characters(stem) or "Unnamed"

    def lines(self) -> list[tuple[int, str]]:
        """Return the numbered lines. A line ends with CR, LF or both."""
        return list(enumerate(re.split(r"\r\n|\r|\n", self.text), 1))

    def error(self, line: LineNumber, sentence: str) -> FileError:
        """Return an error about a line."""
        return FileError(self.name, line() if callable(line) else line, sentence)

    def count_work(self, line: LineNumber, steps: int) -> None:
        """Add the cost of the next step; raise `FormatError` if the total exceeds the limit."""
        self._work += steps
        if self._work > MAX_WORK:
            raise self.error(line, "the moves take too long to compute; make the file smaller.")

    def count_images(self, line: LineNumber, cells: int) -> None:
        """Count a move on `cells` cells; raise `FormatError` if all moves need too much memory."""
        self._images += cells
        if self._images > MAX_IMAGES:
            raise self.error(
                line,
                f"the moves up to this line list {self._images:,} points; the limit is "
                f"{MAX_IMAGES:,}. Remove some moves.",
            )

    def size(self, line: LineNumber, cells: int) -> int:
        """Return the number of cells; raise `FormatError` if it is out of range."""
        if not 0 < cells <= MAX_CELLS:
            wrong = f"{cells:,} are too many" if cells else "there are none"
            raise self.error(
                line, f"a puzzle must have 1 to {MAX_CELLS:,} points, but {wrong}; correct it."
            )
        return cells

    def number(self, line: LineNumber, word: str, minimum: int, maximum: int, what: str) -> int:
        """Return a word as a number; raise `FormatError` if it is out of range."""
        if re.fullmatch("[0-9]{1,18}", word) and minimum <= int(word) <= maximum:
            return int(word)
        raise self.error(
            line, f"{what} is {word[:SHOWN]!r}, but must be a number from {minimum} to {maximum}."
        )

    def set_name(self, line: LineNumber, name: str) -> str:
        """Check and return the name of a set of pieces, which is part of its cell names."""
        if not can_be_shown(name):
            raise self.error(
                line, f"the set {quoted(name, SHOWN)} cannot be displayed; use letters."
            )
        if len(name) > SHOWN:
            raise self.error(line, f"the name {quoted(name, SHOWN)} is too long; shorten it.")
        return name

    def check_move_name(self, line: LineNumber, name: str) -> str:
        """Check and return the name of a move, which must be a new word that can be typed."""
        shown = repr(name[:SHOWN])
        if name.split() != [name] or not can_be_shown(name) or not name.strip("'"):
            raise self.error(line, f"{shown} is not a valid move name; use a word without blanks.")
        if len(name) > SHOWN:
            raise self.error(line, f"the name {shown}... is too long; shorten it.")
        if name in self._names:
            raise self.error(line, f"there are two moves {shown}; rename one of them.")
        self.limit(line, len(self._names) + 1, "moves")
        self._names.add(name)
        return name

    def cycles(self, line: LineNumber, cycles: Sequence[Sequence[int]], size: int) -> Images:
        """Return the product of cycles, multiplied from left to right."""
        moved = [point for cycle in cycles for point in cycle]
        self.count_images(line, size)
        if len(set(moved)) == len(moved):
            images = list(identity(size))
            for cycle in cycles:
                for point, image in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True):
                    images[point] = image
            return tuple(images)
        self.count_work(line, (size + 100) * len(cycles))
        return from_cycles(cycles, size)

    def limit(self, line: LineNumber, count: int, what: str) -> None:
        """Raise `FormatError` if there are more moves (or other items) than allowed."""
        if count > MAX_MOVES:
            raise self.error(line, f"there are more than {MAX_MOVES:,} {what}; remove some.")

    def puzzle(self, cells: Sequence[str], generators: Iterable[ParsedGenerator]) -> Definition:
        """Return the puzzle with the given generators. Unnamed ones are called g1, g2, ..."""
        size = self.size(None, len(cells))
        moves: dict[str, tuple[LineNumber, Images]] = {}
        for number, (name, line, cycles) in enumerate(generators, 1):
            images = self.cycles(line, cycles, size)
            moves[self.check_move_name(line, name or f"g{number}")] = line, images
        goal, distinct_moves = tuple(cells), self.drop_inverses(moves)
        return Definition(name=self.stem, cells=goal, goal=goal, moves=distinct_moves)

    def evaluate_word(
        self, line: LineNumber, word: Word, moves: Mapping[str, Images], size: int
    ) -> Images:
        """Return the permutation of a word; raise `FormatError` if computing it takes too long."""
        self.count_images(line, size)
        result = identity(size)
        for name, exponent in word:
            factor = moves[name] if exponent > 0 else inverse(moves[name])
            count = abs(exponent)
            while count:
                self.count_work(line, 2 * size)
                if count % 2:
                    result = multiply(result, factor)
                factor, count = multiply(factor, factor), count // 2
        return result

    def drop_inverses(self, moves: Mapping[str, tuple[LineNumber, Images]]) -> dict[str, Images]:
        """Return the moves without any move `X'` that is the inverse of a move `X`."""
        distinct_moves: dict[str, Images] = {}
        for name, (line, images) in moves.items():
            base = name[:-1]
            if name.endswith("'") and base in moves:
                if inverse(images) == moves[base][1]:
                    continue
                raise self.error(
                    line, f"{name[:SHOWN]!r} is not the inverse of {base[:SHOWN]!r}; rename it."
                )
            distinct_moves[name] = images
        if not distinct_moves:
            raise self.error(None, "there are no moves; define at least one.")
        return distinct_moves


def first_repeated(items: Iterable[T]) -> T | None:
    """Return the first repeated item, or None."""
    seen: set[T] = set()
    for item in items:
        if item in seen:
            return item
        seen.add(item)
    return None
