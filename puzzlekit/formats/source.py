"""The text of a puzzle file: read with care, and blamed line by line."""

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

#: The line that is to blame, or what finds it, since to find it may take long.
Line = int | None | Callable[[], int | None]

#: A generator in a file: its name or none, its line, and cycles of numbers to be multiplied.
Generator = tuple[str, int, Sequence[Sequence[int]]]

#: Images of points that may be computed for one file: a few seconds of work.
MAX_WORK = 50_000_000

#: Images of points that the moves of a puzzle may have together: some 200 MB of lists.
MAX_IMAGES = 7_000_000

#: A longer key is no pattern to look for.
LONG = 200


#: What an error message repeats of a word at most.
SHOWN = 40


class FileError(FormatError):
    """What is wrong in a file: the line, if it is known, and the sentence without the file."""

    def __init__(self, name: str, line: int | None, sentence: str) -> None:
        where = shorten_path(name) if line is None else f"{shorten_path(name)}, line {line}"
        super().__init__(f"{where}: {sentence}")
        self.name, self.line, self.sentence = name, line, sentence

    def __reduce__(self) -> tuple[type[FileError], tuple[str, int | None, str]]:
        return FileError, (self.name, self.line, self.sentence)


class SourceText:
    """A text with its name, which makes the errors of its readers and bounds their work."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._work = 0
        self._images = 0
        self._names: set[str] = set()

    @property
    def stem(self) -> str:
        """The name that a puzzle has when its file says none."""
        return (
            escape_control_characters(os.path.splitext(os.path.basename(self.name))[0]) or "Unnamed"
        )

    def lines(self) -> list[tuple[int, str]]:
        """Return the lines with their numbers; a line ends with CR, LF or both."""
        return list(enumerate(re.split(r"\r\n|\r|\n", self.text), 1))

    def error(self, line: Line, sentence: str) -> FileError:
        """Return the error that says what is wrong in a line."""
        return FileError(self.name, line() if callable(line) else line, sentence)

    def count_work(self, line: Line, steps: int) -> None:
        """Note work that is about to be done; raise `FormatError` if it is too much."""
        self._work += steps
        if self._work > MAX_WORK:
            raise self.error(line, "the moves take too long to work out; make the file smaller.")

    def count_images(self, line: Line, cells: int) -> None:
        """Note a move of so many cells; raise `FormatError` if all together take too much room."""
        self._images += cells
        if self._images > MAX_IMAGES:
            raise self.error(
                line,
                f"the moves so far have {self._images:,} images of points, more than the "
                f"{MAX_IMAGES:,} that a puzzle may have; leave some out.",
            )

    def size(self, line: Line, cells: int) -> int:
        """Return the number of cells, if a puzzle may have so many."""
        if not 0 < cells <= MAX_CELLS:
            wrong = f"{cells:,} are too many" if cells else "there are none"
            raise self.error(
                line, f"a puzzle has from 1 to {MAX_CELLS:,} points, but {wrong}; change that."
            )
        return cells

    def number(self, line: Line, word: str, least: int, most: int, what: str) -> int:
        """Return the number that a word is, if it lies within bounds."""
        if re.fullmatch("[0-9]{1,18}", word) and least <= int(word) <= most:
            return int(word)
        raise self.error(
            line, f"{what} is {word[:SHOWN]!r}, but must be a number from {least} to {most}."
        )

    def set_name(self, line: Line, name: str) -> str:
        """Return the name of a set of pieces, which is part of the names of all its cells."""
        if not can_be_shown(name):
            raise self.error(line, f"the set {quoted(name, SHOWN)} cannot be shown; take letters.")
        if len(name) > SHOWN:
            raise self.error(line, f"the name {quoted(name, SHOWN)} is too long; shorten it.")
        return name

    def move_name(self, line: Line, name: str) -> str:
        """Return the name of a move, if it is a new word that can be typed."""
        shown = repr(name[:SHOWN])
        if name.split() != [name] or not can_be_shown(name) or not name.strip("'"):
            raise self.error(line, f"{shown} is no name for a move; take a word without blanks.")
        if len(name) > SHOWN:
            raise self.error(line, f"the name {shown}... is too long; shorten it.")
        if name in self._names:
            raise self.error(line, f"there are two moves {shown}; rename one of them.")
        self.limit(line, len(self._names) + 1, "moves")
        self._names.add(name)
        return name

    def cycles(self, line: Line, cycles: Sequence[Sequence[int]], size: int) -> Images:
        """Return the product of cycles, from left to right."""
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

    def limit(self, line: Line, count: int, what: str) -> None:
        """Raise `FormatError` if there are more moves, or other things, than a puzzle may have."""
        if count > MAX_MOVES:
            raise self.error(line, f"there are more than {MAX_MOVES:,} {what}; leave some out.")

    def puzzle(self, cells: Sequence[str], generators: Iterable[Generator]) -> Definition:
        """Return the puzzle of some generators on cells; those without a name are g1, g2, ..."""
        size = self.size(None, len(cells))
        moves: dict[str, tuple[Line, Images]] = {}
        for number, (name, line, cycles) in enumerate(generators, 1):
            images = self.cycles(line, cycles, size)
            moves[self.move_name(line, name or f"g{number}")] = line, images
        goal, kept = tuple(cells), self.drop_inverses(moves)
        return Definition(name=self.stem, cells=goal, goal=goal, moves=kept)

    def product(self, line: Line, word: Word, moves: Mapping[str, Images], size: int) -> Images:
        """Return the permutation that a word makes of its moves, if that does not take long."""
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

    def drop_inverses(self, moves: Mapping[str, tuple[Line, Images]]) -> dict[str, Images]:
        """Return the moves without `X'` where it is the inverse of `X`, which follows from it."""
        kept: dict[str, Images] = {}
        for name, (line, images) in moves.items():
            base = name[:-1]
            if name.endswith("'") and base in moves:
                if inverse(images) == moves[base][1]:
                    continue
                raise self.error(
                    line, f"{name[:SHOWN]!r} is not the inverse of {base[:SHOWN]!r}; rename it."
                )
            kept[name] = images
        if not kept:
            raise self.error(None, "there are no moves; define at least one.")
        return kept


def natural_key(names: Iterable[str]) -> list[str]:
    """Return names in order: numbers by value, then words."""

    def rank(name: str) -> tuple[bool, int, str, str]:
        number = name.isascii() and name.isdecimal()
        digits = name.lstrip("0") if number else ""
        return (not number, len(digits), digits, name)

    return sorted(names, key=rank)


def repeated(items: Iterable[T]) -> T | None:
    """Return the first item that has come before, or None."""
    seen: set[T] = set()
    for item in items:
        if item in seen:
            return item
        seen.add(item)
    return None
