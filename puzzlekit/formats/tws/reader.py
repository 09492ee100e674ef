"""Reader for the `.tws` files of twsearch and the `.def` files of ksolve.

They consist of sets of pieces, and of moves that permute and twist them. The formats are described
in twsearch (T. Rokicki, https://github.com/cubing/twsearch) and ksolve (K. Tanoue and M. Gottlieb,
https://github.com/cubing/ksolve).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter

from ...core.errors import did_you_mean
from ...core.permutation import Images
from ...core.words import Word, simplify, write
from ..definition import Definition, PiecePattern, PieceSet
from ..piece_sets import MAX_TWISTS, Rows, assemble_definition, images_of, stack_sets
from ..source_text import SHOWN, SourceText, first_repeated
from ..source_text import LineNumber as Place
from .lines import MAX_ILLEGAL, MAX_NUMBER, Lines, NumberedWords

#: The keywords that begin a line.
KEYWORDS = (
    *("Name", "Set", "Solved", "StartState", "Move", "MoveTransformation"),
    *("MoveAlias", "MoveSequence", "Illegal", "Block", "Ignore", "End"),
)

#: Maximum power of a move in an alias or a sequence, a guard against powers of powers.
MAX_POWER = 999_999_999

#: The blocks of ksolve that restrict or speed up its search, but do not change the puzzle.
SEARCH_BLOCKS = (
    *("ForbiddenPairs", "ForbiddenGroups", "ParallelMoves", "Multiplicators", "MoveLimits"),
)


def parse(source: SourceText) -> Definition:
    """Return the puzzle in a `.tws` source; raise `FormatError` if it is invalid."""
    return _TwsReader(source).read()


class _TwsReader:
    def __init__(self, source: SourceText) -> None:
        self.source, self.error = source, source.error
        self.name = source.stem
        self.sizes: dict[str, tuple[int, int]] = {}
        self.sets: tuple[PieceSet, ...] = ()
        self.cells = 0
        self.patterns: dict[str, PiecePattern] = {}
        self.shift = 0
        self.moves: dict[str, tuple[Place, Images]] = {}
        self.illegal: list[NumberedWords] = []
        #: The cells that each move turns in place, by name.
        self.turned: dict[str, set[int]] = {}
        #: The slots of the pieces in each block, and those whose pieces do not matter at the end.
        self.blocks: list[list[tuple[str, int]]] = []
        self.ignored: list[tuple[str, int]] = []
        self.lines = Lines(source)
        #: The sequences and the aliases, which may refer to each other in any order.
        self.words: dict[str, tuple[int, list[str]]] = {}
        self.aliases: set[str] = set()

    def read(self) -> Definition:
        """Parse the whole source."""
        first = True
        for number, words in self.lines:
            keyword = words[0]
            if keyword == "Name":
                if not first:
                    raise self.error(number, "Name must be the first line; move it to the top.")
                if len(words) == 1:
                    raise self.error(number, "Name needs a name; add one.")
                self.name = " ".join(words[1:])
            elif keyword == "Set":
                self._set(number, words)
            elif keyword in ("Solved", "StartState"):
                self._solved(number, words)
            elif keyword in KEYWORDS and not self.patterns:
                raise self.error(
                    number, f"{keyword} comes before the Solved position; move it below that."
                )
            elif keyword in ("Move", "MoveTransformation"):
                self._move(number, words)
            elif keyword in ("MoveAlias", "MoveSequence"):
                self._define(number, words)
            elif keyword == "Block":
                self._block(number)
            elif keyword == "Ignore":
                self._read_ignored(number)
            elif keyword == "Illegal":
                self.illegal.append((number, words))
            elif keyword in SEARCH_BLOCKS and self.source.is_def:
                self.lines.skip_block(number)
            else:
                near = did_you_mean(keyword, KEYWORDS)
                raise self.error(
                    number,
                    f"unknown keyword {keyword[:SHOWN]!r}; a line must begin with one of "
                    f"{', '.join(KEYWORDS)}.{near}",
                )
            first = False
        if not self.patterns:
            raise self.error(None, "there is no Solved position; add Set lines, Solved and moves.")
        return self._definition()

    def _set(self, line: int, words: list[str]) -> None:
        name, size, twists = self.lines.arguments(line, words, 3)
        if self.patterns:
            raise self.error(line, "Set comes after the Solved position; move it above that.")
        if self.source.set_name(line, name) in self.sizes:
            raise self.error(line, f"there are two sets {name[:SHOWN]!r}; rename one of them.")
        if name == "End" or name[0] in "0123456789?#":
            raise self.error(
                line, f"{name[:SHOWN]!r} is not a valid set name; begin with a letter."
            )
        slots = self.source.number(line, size, 1, MAX_NUMBER, "the size of the set")
        count = self.source.number(line, twists, 1, MAX_TWISTS, "the number of orientations")
        self.sizes[name] = slots, count
        self.cells += slots * count
        self.source.size(line, self.cells)

    def _solved(self, line: int, words: list[str]) -> None:
        self.lines.arguments(line, words, 0)
        if not self.sizes:
            raise self.error(line, f"{words[0]} comes before any Set; add the sets above it.")
        if self.patterns:
            raise self.error(line, "there is a second Solved position; keep one of them.")
        self.sets = stack_sets((name, *size) for name, size in self.sizes.items())
        self.shift = int(words[0] == "Solved")
        block = self.lines.block(line, self.sizes, wild=True)
        for name, (size, twists) in self.sizes.items():
            rows = block.get(name, [])
            values = list(range(size))
            if rows:
                most = MAX_NUMBER if self.shift else MAX_NUMBER - 1
                values = self.lines.numbers(
                    rows[0], self.shift, most, "a piece of the Solved position"
                )
                values = [value - self.shift for value in values]
            by, differ = [0] * size, [twists] * size
            for slot, word in enumerate(rows[1][1] if len(rows) > 1 else ()):
                if word == "?":
                    differ[slot] = 1
                else:
                    by[slot] = self.source.number(rows[1][0], word, 0, twists - 1, "an orientation")
            kinds: dict[int, int] = {}
            for value, each in zip(values, differ, strict=True):
                if kinds.setdefault(value, each) != each:
                    raise self.error(
                        rows[1][0],
                        f"some of the equal pieces {value + self.shift} in {name} have '?' and "
                        "others have a number; use the same for all of them.",
                    )
            self.patterns[name] = PiecePattern(tuple(values), tuple(by), tuple(differ))

    def _move(self, line: int, words: list[str]) -> None:
        name = self.source.check_move_name(line, self.lines.arguments(line, words, 1)[0])
        old = words[0] == "Move"
        rows: dict[str, Rows] = {}
        for each, lines in self.lines.block(line, self.sizes, wild=False).items():
            size, twists = self.sizes[each]
            row = self.lines.numbers(lines[0], int(old), size - 1 + old, "a slot")
            sources = [number - old for number in row]
            if (twice := first_repeated(row)) is not None:
                raise self.error(
                    lines[0][0], f"the slot {twice} occurs twice in the row; correct the row."
                )
            by = [0] * size
            if len(lines) > 1:
                in_place = twists == 1 and self.source.is_def
                most = MAX_NUMBER if in_place else twists - 1
                by = self.lines.numbers(lines[1], 0, most, "an orientation")
                if in_place:
                    slots = next(known.slots for known in self.sets if known.name == each)
                    cells = [slots[slot][0] for slot, turn in enumerate(by) if turn]
                    self.turned.setdefault(name, set()).update(cells)
                    by = [0] * size
            if old:  # old style: orientations are indexed by the source slot
                by = [by[source] for source in sources]
            rows[each] = tuple(sources), tuple(by)
        self.source.count_images(line, self.cells)
        self.moves[name] = line, images_of(self.sets, rows)

    def _define(self, line: int, words: list[str]) -> None:
        """Record a sequence or an alias, which may refer to later ones."""
        if words[0] == "MoveAlias":
            name, *meant = self.lines.arguments(line, words, 2)
            self.aliases.add(name)
        else:
            name, *meant = [word for text in words[1:] for word in text.split(",") if word] or [""]
        if not meant:
            raise self.error(line, "MoveSequence takes a name and moves; add them.")
        self.words[self.source.check_move_name(line, name)] = line, meant

    def _resolve_words(self) -> dict[str, str]:
        """Add the sequences to the moves; return the aliases as words in the moves."""
        names = {*self.moves, *self.words}
        words: dict[str, Word] = {}
        for name, (line, meant) in self.words.items():
            self.source.count_work(line, 100 * len(meant))
            words[name] = tuple([self._power(line, word, names) for word in meant])
        needs = {
            name: {base for base, _ in word} - self.moves.keys() for name, word in words.items()
        }
        images = {name: move for name, (_, move) in self.moves.items()}
        powers = {name: (name, 1) for name in names - self.aliases}
        try:
            for name in TopologicalSorter(needs).static_order():
                line = self.words[name][0]
                word = tuple((powers[base][0], powers[base][1] * by) for base, by in words[name])
                if any(abs(power) > MAX_POWER for _, power in word):
                    text = f"{name[:SHOWN]!r} contains a power above {MAX_POWER:,}; reduce it."
                    raise self.error(line, text)
                if name in self.aliases:
                    (powers[name],) = word
                else:
                    images[name] = self.source.evaluate_word(line, word, images, self.cells)
        except CycleError as error:
            name = error.args[1][0]
            text = f"{name[:SHOWN]!r} is defined in terms of itself; break the cycle."
            raise self.error(self.words[name][0], text) from error
        new = ((name, line) for name, (line, _) in self.words.items() if name in images)
        self.moves |= {name: (line, images[name]) for name, line in new}
        return {name: write(simplify([powers[name]])) for name in words if name in self.aliases}

    def _power(self, line: int, word: str, names: set[str]) -> tuple[str, int]:
        """Return the move and the exponent in a word."""
        match = re.fullmatch(r"(.+?)([0-9]{0,9})('?)", word)
        for base, amount, prime in ((word, "", ""), match.groups() if match else ("", "", "")):
            if base in names:
                return base, (int(amount) if amount else 1) * (-1 if prime else 1)
        near = did_you_mean(word, names)
        raise self.error(line, f"there is no move {word[:SHOWN]!r}; define it or correct it.{near}")

    def _definition(self) -> Definition:
        aliases = self._resolve_words()
        goal = ((each, self.patterns[each.name]) for each in self.sets)
        definition = assemble_definition(self.source, self.name, goal, self.moves)
        slots = {each.name: each.slots for each in self.sets}
        return definition._replace(
            aliases=aliases,
            forbidden=self._forbidden_labels(definition.goal),
            blocks=tuple(
                frozenset(
                    definition.goal[cell] for name, slot in block for cell in slots[name][slot]
                )
                for block in self.blocks
            ),
            turned={name: frozenset(cells) for name, cells in self.turned.items() if cells},
            free=frozenset(cell for name, slot in self.ignored for cell in slots[name][slot]),
        )

    def _block(self, line: int) -> None:
        """Read the pieces of a block, which are listed after the name of each set."""
        block: list[tuple[str, int]] = []
        name = ""
        for number, words in self.lines:
            if words == ["End"]:
                self.blocks.append(block)
                return
            if words[0] in self.sizes:
                name, words = words[0], words[1:]
            elif not name:
                raise self.error(number, "the name of a set is missing; add it.")
            pattern = self.patterns[name]
            if len(set(pattern.values)) < len(pattern.values):
                raise self.error(number, f"{name} has equal pieces, which no block can contain.")
            for word in words:
                slot = self.source.number(number, word, 1, self.sizes[name][0], "a piece") - 1
                block.append((name, slot))
        raise self.error(line, "the block has no End; add it.")

    def _read_ignored(self, line: int) -> None:
        """Read the pieces that do not matter in the solved position."""
        for name, rows in self.lines.block(line, self.sizes, wild=False).items():
            pieces, *rest = (self.lines.numbers(row, 0, 1, "0 or 1") for row in rows)
            if self.sizes[name][1] > 1 and rest != [pieces]:
                raise self.error(rows[-1][0], f"{name} needs two equal rows; correct them.")
            self.ignored += [(name, slot) for slot, ignored in enumerate(pieces) if ignored]

    def _forbidden_labels(self, shown: Sequence[str]) -> dict[int, frozenset[str]]:
        """Return the labels forbidden on the first cells of slots."""
        forbidden: dict[int, set[str]] = {}
        seen: set[tuple[str, int, int]] = set()
        by_name = {each.name: each for each in self.sets}
        parts = {
            each.name: self._labels_by_piece(each, shown) for each in self.sets if self.illegal
        }
        for line, words in self.illegal:
            if len(words) < 4:
                raise self.error(line, "Illegal needs a set, a slot and values; add them.")
            each = by_name.get(words[1])
            if each is None:
                near = did_you_mean(words[1], self.sizes)
                raise self.error(line, f"there is no set {words[1][:SHOWN]!r}; correct it.{near}")
            slot = self.source.number(line, words[2], 1, len(each.slots), "the slot") - 1
            values = self.patterns[each.name].values
            for word in words[3:]:
                value = self.source.number(line, word, 1, MAX_ILLEGAL, "the value") - 1
                if value == values[slot]:
                    raise self.error(line, "the line forbids the Solved position; correct it.")
                if (each.name, slot, value) not in seen:
                    seen.add((each.name, slot, value))
                    banned = parts[each.name].get(value, set())
                    forbidden.setdefault(each.slots[slot][0], set()).update(banned)
        return {cell: frozenset(labels) for cell, labels in forbidden.items() if labels}

    def _labels_by_piece(self, each: PieceSet, shown: Sequence[str]) -> dict[int, set[str]]:
        parts: dict[int, set[str]] = {}
        for cells, value in zip(each.slots, self.patterns[each.name].values, strict=True):
            parts.setdefault(value, set()).update(shown[cell] for cell in cells)
        return parts
