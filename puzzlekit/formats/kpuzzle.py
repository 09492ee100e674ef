"""KPuzzle definitions from cubing.js (JSON), with orbits that moves permute and twist.

See https://js.cubing.net/cubing/kpuzzle/ for the format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from ..core.errors import FormatError, NotationError, can_be_shown, did_you_mean
from ..core.permutation import Images, identity
from ..core.words import Word
from ..core.words import parse as parse_word
from .definition import Definition, PiecePattern, PieceSet, refuse_rotations
from .piece_sets import (
    MAX_TWISTS,
    Rows,
    assemble_definition,
    images_of,
    pattern_of,
    rows_of,
    sets_of,
    stack_sets,
)
from .source_text import SHOWN, SourceText, first_repeated

#: Maximum number of digits in a number.
MAX_DIGITS = 18

#: Maximum number of pieces in an orbit.
MAX_PIECES = 10_000


def parse(source: SourceText) -> Definition:
    """Return the puzzle in a KPuzzle source; raise `FormatError` if it is invalid."""
    return _KpuzzleReader(source).read()


def parse_patterns(source: SourceText, sets: Mapping[str, PieceSet]) -> dict[str, PiecePattern]:
    """Return the content of each set that a KPattern lists; pieces may be equal."""
    reader = _KpuzzleReader(source)
    patterns = reader.data
    if "patternData" in patterns:  # as written by KPattern.toJSON()
        patterns = reader.part(patterns, "patternData", dict)
    names = [name for name in patterns if name != "$schema"]
    if unknown := [name for name in names if name not in sets]:
        known = f"its sets are {', '.join(sets)}.{did_you_mean(unknown[0], sets)}"
        raise source.error(None, f"the puzzle has no set {unknown[0][:SHOWN]!r}; {known}")
    return {name: reader.pattern(sets[name], patterns) for name in names}


class _KpuzzleReader:
    """A reader whose errors name the path of keys to the value at fault."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.data = self._json()

    def _json(self) -> dict[str, Any]:
        try:
            data = json.loads(
                self.source.text, parse_int=_number, object_pairs_hook=self._without_repeats
            )
        except json.JSONDecodeError as error:
            raise self.source.error(
                error.lineno, f"invalid JSON ({error.msg}); correct it."
            ) from error
        except RecursionError as error:
            raise self.source.error(None, "the brackets are nested too deeply.") from error
        except ValueError as error:
            raise self.source.error(
                None, f"a number has more than {MAX_DIGITS} digits; shorten it."
            ) from error
        if not isinstance(data, dict):
            raise self.source.error(1, "a KPuzzle or KPattern is a JSON object; begin with '{'.")
        if "format" in data and "plugin" in data:
            raise self.source.error(
                None, "this is a saved game, not a puzzle; resume it with `puzzlekit play FILE`."
            )
        return data

    def _without_repeats(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if (twice := first_repeated(name for name, _ in pairs)) is not None:
            raise self._error((twice,), "occurs twice; rename or remove one")
        return dict(pairs)

    def _error(self, path: tuple[str, ...], problem: str) -> FormatError:
        return self.source.error(None, f"{'.'.join(key[:SHOWN] for key in path)} {problem}.")

    def part(self, data: Mapping[str, Any], key: str, kind: type, *path: str) -> Any:
        """Return a required value and check its type."""
        names = {dict: "an object", list: "a list", str: "a string", int: "an integer"}
        value = data.get(key)
        if type(value) is not kind:
            state = "is missing" if key not in data else f"is not {names[kind]}"
            raise self._error((*path, key), f"{state}; correct it")
        return value

    def _numbers(
        self, data: Mapping[str, Any], path: tuple[str, ...], size: int, numbers: range
    ) -> tuple[int, ...]:
        values = self.part(data, path[-1], list, *path[:-1])
        if len(values) != size or not all(type(v) is int and v in numbers for v in values):
            raise self._error(
                path, f"must be {size} numbers from {numbers[0]} to {numbers[-1]}; correct it"
            )
        return tuple(values)

    def _twists(
        self, data: Mapping[str, Any], path: tuple[str, ...], each: PieceSet
    ) -> tuple[int, ...]:
        """Return orientations, which may be negative: cubing.js does not normalize them."""
        numbers = range(1 - each.twists, each.twists)
        values = self._numbers(data, path, len(each.slots), numbers)
        return tuple([value % each.twists for value in values])

    def read(self) -> Definition:
        """Parse the whole source."""
        self.sets = self._sets()
        self.cells = sum(len(each.slots) * each.twists for each in self.sets)
        patterns = self.part(self.data, "defaultPattern", dict)
        goal = [(each, self.pattern(each, patterns, "defaultPattern")) for each in self.sets]
        moves: dict[str, Images] = {}
        for name, rows in self.part(self.data, "moves", dict).items():
            moves[self.source.check_move_name(None, name)] = self._move(name, rows)
        moves |= self._derived(moves)
        name = self.data.get("name")
        if isinstance(name, str) and name.strip() and not can_be_shown(name):
            raise self._error(("name",), "cannot be displayed; use letters")
        return assemble_definition(
            self.source,
            name if isinstance(name, str) and name.strip() else self.source.stem,
            goal,
            {name: (None, images) for name, images in moves.items()},
        )

    def _sets(self) -> tuple[PieceSet, ...]:
        sizes: dict[str, tuple[int, int]] = {}
        for orbit in self.part(self.data, "orbits", list):
            if not isinstance(orbit, dict):
                raise self._error(("orbits",), "must be a list of objects; correct it")
            name = self.part(orbit, "orbitName", str, "orbits")
            count = self.part(orbit, "numPieces", int, "orbits", name)
            twists = self.part(orbit, "numOrientations", int, "orbits", name)
            if name in sizes or not name:
                raise self._error(("orbits", name), "needs another name; rename the orbit")
            if not 1 <= count <= MAX_PIECES or not 1 <= twists <= MAX_TWISTS:
                raise self._error(
                    ("orbits", name),
                    f"must have 1 to {MAX_PIECES:,} pieces and 1 to {MAX_TWISTS} orientations; "
                    "correct it",
                )
            sizes[self.source.set_name(None, name)] = count, twists
        self.source.size(None, sum(count * twists for count, twists in sizes.values()))
        return stack_sets((name, *size) for name, size in sizes.items())

    def pattern(self, each: PieceSet, patterns: Mapping[str, Any], *path: str) -> PiecePattern:
        """Return the content of a set; pieces may be equal."""
        data = self.part(patterns, each.name, dict, *path)
        path = *path, each.name
        size = len(each.slots)
        values = self._numbers(data, (*path, "pieces"), size, range(size))
        twists = self._twists(data, (*path, "orientation"), each)
        path = *path, "orientationMod"
        differ = (each.twists,) * size
        if "orientationMod" in data:
            modulos = self._numbers(data, path, size, range(each.twists + 1))
            differ = tuple(number or each.twists for number in modulos)
        kinds: dict[int, int] = {}
        for value, number in zip(values, differ, strict=True):
            if each.twists % number:
                raise self._error(
                    path, f"has {number}, which does not divide {each.twists}; correct it"
                )
            if kinds.setdefault(value, number) != number:
                raise self._error(
                    path, f"has different values for equal pieces {value}; make them equal"
                )
        return PiecePattern(values, twists, differ)

    def _move(self, name: str, data: object) -> Images:
        """Return a move; ignore orbits that the file does not list."""
        if not isinstance(data, dict):
            raise self._error(("moves", name), "must be an object; correct it")
        rows: dict[str, Rows] = {}
        for each in self.sets:
            if each.name not in data:
                continue
            path = "moves", name, each.name
            part = self.part(data, each.name, dict, "moves", name)
            size = len(each.slots)
            sources = self._numbers(part, (*path, "permutation"), size, range(size))
            twists = self._twists(part, (*path, "orientationDelta"), each)
            if len(set(sources)) < size:
                raise self._error((*path, "permutation"), "names a slot twice; correct it")
            rows[each.name] = sources, twists
        self.source.count_images(None, self.cells)
        return images_of(self.sets, rows)

    def _derived(self, moves: Mapping[str, Images]) -> dict[str, Images]:
        """Return the moves defined by words in other moves; skip known moves marked with `_`."""
        if "derivedMoves" not in self.data:
            return {}
        texts = self.part(self.data, "derivedMoves", dict)
        texts = {name: text for name, text in texts.items() if text != "_" or name not in moves}
        words: dict[str, Word] = {}
        names = dict.fromkeys([*moves, *texts])
        for name in texts:
            self.source.check_move_name(None, name)
            text = self.part(texts, name, str, "derivedMoves")
            try:
                words[name] = parse_word(text, names)
            except NotationError as error:
                problem = str(error)[:200].rstrip(".")
                raise self._error(("derivedMoves", name), f"is wrong: {problem}") from error
            self.source.count_work(None, 10 * len(words[name]) + 10_000)
        known = dict(moves)
        needs = {name: {part for part, _ in word} - known.keys() for name, word in words.items()}
        try:
            for name in TopologicalSorter(needs).static_order():
                known[name] = self.source.evaluate_word(None, words[name], known, self.cells)
        except CycleError as error:
            name = error.args[1][0]
            raise self._error(
                ("derivedMoves", name), "is defined in terms of itself; break the cycle"
            ) from error
        return {name: known[name] for name in words}


def _number(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError("a number is too long")
    return int(digits)


#: Maximum number of numbers in a file; each number takes two bytes or more.
MAX_NUMBERS = 1_000_000


def dump(definition: Definition) -> str:
    """Return a puzzle with moves as a KPuzzle string; raise `FormatError` if it is too large."""
    refuse_rotations(definition, "kpuzzle")
    sets = sets_of(definition)
    patterns = {}
    for each in sets:
        values, twists, differ = pattern_of(each, definition.goal)
        pattern = {"pieces": list(values), "orientation": list(twists)}
        if set(differ) != {each.twists}:
            pattern["orientationMod"] = [d if d < each.twists else 0 for d in differ]
        patterns[each.name] = pattern
    moves = {}
    numbers = 0
    for name, images in {**definition.moves, **definition.rotations}.items():
        # cubing.js does not accept moves that leave out an orbit.
        rows_by_set = {
            each.name: rows_of(each, images) or (identity(len(each.slots)), (0,) * len(each.slots))
            for each in sets
        }
        numbers += sum(2 * len(sources) for sources, _ in rows_by_set.values())
        if numbers > MAX_NUMBERS:
            raise FormatError(
                f"{definition.name}: a KPuzzle would have more than {MAX_NUMBERS:,} numbers, too "
                "many to read; use TOML or GAP."
            )
        moves[name] = {
            orbit: {"permutation": list(sources), "orientationDelta": list(twists)}
            for orbit, (sources, twists) in rows_by_set.items()
        }
    orbits = [
        {"orbitName": each.name, "numPieces": len(each.slots), "numOrientations": each.twists}
        for each in sets
    ]
    data = {"name": definition.name, "orbits": orbits, "defaultPattern": patterns, "moves": moves}
    text = json.dumps(data, ensure_ascii=False, indent=1)
    # Put each list of numbers on one line.
    rows = re.compile(r"\[\n\s+(\d[\d,\s]*?)\s+\]")
    return rows.sub(lambda row: f"[{' '.join(row[1].split())}]", text) + "\n"
