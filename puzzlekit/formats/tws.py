"""twsearch's `.tws` files: sets of pieces, and moves that permute and twist them.

After the description of twsearch (T. Rokicki, https://github.com/cubing/twsearch), whose
format goes back to that of ksolve.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ..errors import FormatError, did_you_mean
from ..permutation import Images
from ..rules import Piece
from ..words import Word, simplify, write
from .definition import Definition, PieceSet, is_rotation
from .sets import (
    MAX_TWISTS,
    Pattern,
    Rows,
    cell_names,
    images_of,
    labels_of,
    pattern_of,
    pieces_of,
    rows_of,
    sets_of,
    stacked,
    stickers,
)
from .source import SHOWN, Source, repeated

#: The largest number in a file, which is also the most slots of a set.
MAX_NUMBER = 255

#: The largest value that an `Illegal` line can name.
MAX_ILLEGAL = 64

KEYWORDS = (
    *("Name", "Set", "Solved", "StartState", "Move", "MoveTransformation"),
    *("MoveAlias", "MoveSequence", "Illegal", "End"),
)

#: Line number and words.
Line = tuple[int, list[str]]


def parse(source: Source) -> Definition:
    """Return the puzzle that a `.tws` text describes; raise `FormatError` if it describes none.

    >>> puzzle = parse(Source("coin.tws", '''
    ... Set COIN 2 2
    ... Solved
    ... End
    ... MoveTransformation F
    ... COIN
    ... 1 0
    ... 1 0
    ... End'''))
    >>> puzzle.cells, puzzle.moves
    (('COIN-1a', 'COIN-1b', 'COIN-2a', 'COIN-2b'), {'F': (2, 3, 1, 0)})
    """
    return _Reader(source).read()


class _Reader:
    """Reads a text from top to bottom."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.name = source.stem
        self.sizes: dict[str, tuple[int, int]] = {}
        self.sets: tuple[PieceSet, ...] = ()
        self.cells = 0
        self.patterns: dict[str, Pattern] = {}
        self.shift = 0
        self.moves: dict[str, tuple[int | None, Images]] = {}
        self.words: dict[str, tuple[int, list[str]]] = {}
        self.aliases: set[str] = set()
        self.illegal: list[Line] = []
        self.lines = self._lines()

    def _lines(self) -> Iterator[Line]:
        for number, line in self.source.lines():
            words = re.findall(r"[^\x00-\x20]+", line)
            if words and not line.startswith("#"):
                yield number, words

    def read(self) -> Definition:
        """Read everything."""
        first = True
        for number, words in self.lines:
            keyword = words[0]
            if keyword == "Name":
                if not first:
                    raise self.error(number, "Name comes first and once; move the line to the top.")
                self.name = self._arguments(number, words, 1)[0]
            elif keyword == "Set":
                self._set(number, words)
            elif keyword in ("Solved", "StartState"):
                self._solved(number, words)
            elif keyword in KEYWORDS and not self.patterns:
                raise self.error(
                    number, f"{keyword} stands before the Solved position; move it behind that."
                )
            elif keyword in ("Move", "MoveTransformation"):
                self._move(number, words)
            elif keyword in ("MoveAlias", "MoveSequence"):
                self._word(number, words)
            elif keyword == "Illegal":
                self.illegal.append((number, words))
            else:
                near = did_you_mean(keyword, KEYWORDS)
                raise self.error(
                    number,
                    f"{keyword[:SHOWN]!r} begins nothing here; a line begins with one of "
                    f"{', '.join(KEYWORDS)}.{near}",
                )
            first = False
        if not self.patterns:
            raise self.error(None, "there is no Solved position; add Set lines, Solved and moves.")
        return self._definition()

    def error(self, line: int | None, sentence: str) -> FormatError:
        """Return an error about a line."""
        return self.source.error(line, sentence)

    def _arguments(self, line: int, words: list[str], count: int) -> list[str]:
        if len(words) != count + 1:
            raise self.error(
                line, f"{words[0]} takes {count} words, not {len(words) - 1}; correct the line."
            )
        return words[1:]

    def _set(self, line: int, words: list[str]) -> None:
        name, size, twists = self._arguments(line, words, 3)
        if self.patterns:
            raise self.error(line, "Set stands after the Solved position; move it before that.")
        if name in self.sizes:
            raise self.error(line, f"there are two sets {name[:SHOWN]!r}; rename one of them.")
        if name == "End" or name[0] in "0123456789?#":
            raise self.error(line, f"{name[:SHOWN]!r} is no name for a set; begin with a letter.")
        slots = self.source.number(line, size, 1, MAX_NUMBER, "the size of the set")
        ways = self.source.number(line, twists, 1, MAX_TWISTS, "the number of orientations")
        self.sizes[name] = slots, ways
        self.cells += slots * ways
        self.source.size(line, self.cells)

    def _block(self, line: int, *, wild: bool) -> dict[str, list[Line]]:
        """Read rows of numbers, one or two for each set, up to `End`."""
        opened, current = line, ""
        found: dict[str, list[Line]] = {}
        for line, words in self.lines:
            if words == ["End"]:
                for name, rows in found.items():
                    if not rows:
                        raise self.error(line, f"the set {name[:SHOWN]!r} has no row; add one.")
                return found
            if words[0][0] in "0123456789" or (wild and words[0] == "?"):
                if not current:
                    raise self.error(line, "numbers stand before the name of a set; add it.")
                rows = found[current]
                size = self.sizes[current][0]
                if len(rows) == 2:
                    raise self.error(line, f"{current} has a third row; two are the most.")
                if len(words) != size:
                    raise self.error(
                        line,
                        f"{current} has {size} slots, but the row has {len(words)} numbers; "
                        "correct the row.",
                    )
                rows.append((line, words))
                continue
            if len(words) > 1 or words[0] not in self.sizes:
                near = did_you_mean(words[0], [*self.sizes, "End"])
                raise self.error(
                    line,
                    f"{' '.join(words)[:SHOWN]!r} is no set, no row of numbers and no End; "
                    f"correct the line.{near}",
                )
            if words[0] in found:
                raise self.error(
                    line, f"the set {words[0][:SHOWN]!r} stands here twice; join them."
                )
            current = words[0]
            found[current] = []
        raise self.error(opened, "the block has no End; add it.")

    def _numbers(self, row: Line, least: int, most: int, what: str) -> list[int]:
        line, words = row
        return [self.source.number(line, word, least, most, what) for word in words]

    # -- the goal ---------------------------------------------------------------------------------

    def _solved(self, line: int, words: list[str]) -> None:
        self._arguments(line, words, 0)
        if not self.sizes:
            raise self.error(line, f"{words[0]} stands before any Set; add the sets above it.")
        if self.patterns:
            raise self.error(line, "there is a second Solved position; keep one of them.")
        self.sets = stacked((name, *size) for name, size in self.sizes.items())
        self.shift = int(words[0] == "Solved")
        block = self._block(line, wild=True)
        for name, (size, twists) in self.sizes.items():
            rows = block.get(name, [])
            values = list(range(size))
            if rows:
                most = MAX_NUMBER if self.shift else MAX_NUMBER - 1
                values = self._numbers(rows[0], self.shift, most, "a piece of the Solved position")
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
                        f"of the equal pieces {value + self.shift} of {name} some have '?' and "
                        "some a number; give all of them the same.",
                    )
            self.patterns[name] = Pattern(tuple(values), tuple(by), tuple(differ))

    # -- moves ------------------------------------------------------------------------------------

    def _new_name(self, line: int, name: str) -> str:
        return self.source.move_name(line, name)

    def _move(self, line: int, words: list[str]) -> None:
        name = self._new_name(line, self._arguments(line, words, 1)[0])
        old = words[0] == "Move"
        rows: dict[str, Rows] = {}
        for each, found in self._block(line, wild=False).items():
            size, twists = self.sizes[each]
            row = self._numbers(found[0], int(old), size - 1 + old, "a slot")
            sources = [number - old for number in row]
            if (twice := repeated(row)) is not None:
                raise self.error(
                    found[0][0], f"the slot {twice} stands in the row twice; correct the row."
                )
            by = [0] * size
            if len(found) > 1:
                by = self._numbers(found[1], 0, twists - 1, "an orientation")
            if old:  # here the orientations are listed by the slot that a piece comes from
                by = [by[source] for source in sources]
            rows[each] = tuple(sources), tuple(by)
        self.source.spend(line, self.cells)
        self.moves[name] = line, images_of(self.sets, rows)

    def _word(self, line: int, words: list[str]) -> None:
        if words[0] == "MoveAlias":
            name, *meant = self._arguments(line, words, 2)
            self.aliases.add(name)
        else:
            name, *meant = [word for text in words[1:] for word in text.split(",") if word] or [""]
        if not meant:
            raise self.error(line, "MoveSequence takes a name and moves; add them.")
        self.words[self._new_name(line, name)] = line, meant

    def _resolve(self) -> dict[str, Word]:
        """Work out sequences and aliases, which may name each other in any order."""
        known: dict[str, Word] = {name: ((name, 1),) for name in self.moves}
        waiting = dict(self.words)
        names = {*self.moves, *self.words}
        while waiting:
            ready = {}
            for name, (line, meant) in waiting.items():
                parts = [self._power(line, word, names) for word in meant]
                self.source.spend(line, 100 * len(parts))
                if all(base in known for base, _ in parts):
                    ready[name] = parts
            if not ready:
                line = next(iter(waiting.values()))[0]
                raise self.error(
                    line, f"{next(iter(waiting))[:SHOWN]!r} is defined by itself; break the circle."
                )
            for name, parts in ready.items():
                line = waiting.pop(name)[0]
                if name in self.aliases:
                    ((base, power),) = parts
                    known[name] = tuple((move, by * power) for move, by in known[base])
                    continue
                word = tuple((known[base][0][0], known[base][0][1] * by) for base, by in parts)
                images = {base: self.moves[base][1] for base, _ in word}
                self.moves[name] = line, self.source.product(line, word, images, self.cells)
                known[name] = ((name, 1),)
        return {name: known[name] for name in self.words if name in self.aliases}

    def _power(self, line: int, word: str, names: set[str]) -> tuple[str, int]:
        """Return the move that a word names and how often it is made."""
        found = re.fullmatch(r"(.+?)([0-9]{0,9})('?)", word)
        for base, amount, back in ((word, "", ""), found.groups() if found else ("", "", "")):
            if base in names:
                return base, (int(amount) if amount else 1) * (-1 if back else 1)
        near = did_you_mean(word, names)
        raise self.error(line, f"there is no move {word[:SHOWN]!r}; define it or correct it.{near}")

    # -- all of it --------------------------------------------------------------------------------

    def _definition(self) -> Definition:
        aliases = self._resolve()
        rotations = {name: images for name, (_, images) in self.moves.items() if is_rotation(name)}
        moves = self.source.without_backs(
            {name: found for name, found in self.moves.items() if name not in rotations}
        )
        shown: dict[int, str] = {}
        pieces: dict[str, Piece] = {}
        for each in self.sets:
            shown |= labels_of(each, self.patterns[each.name])
            pieces |= pieces_of(each, self.patterns[each.name])
        return Definition(
            name=self.name,
            cells=cell_names(self.sets),
            goal=tuple(shown[cell] for cell in range(self.cells)),
            moves=moves,
            rotations=rotations,
            aliases={name: write(simplify(word)) for name, word in aliases.items()},
            forbidden=self._forbidden(shown),
            sets=self.sets,
            pieces=pieces,
        )

    def _forbidden(self, shown: Mapping[int, str]) -> dict[int, frozenset[str]]:
        """Return what the first cells of slots may not show: any part of a forbidden piece."""
        found: dict[int, set[str]] = {}
        for line, words in self.illegal:
            if len(words) < 4:
                raise self.error(line, "Illegal takes a set, a slot and values; add them.")
            each = next((each for each in self.sets if each.name == words[1]), None)
            if each is None:
                near = did_you_mean(words[1], self.sizes)
                raise self.error(line, f"there is no set {words[1][:SHOWN]!r}; correct it.{near}")
            slot = self.source.number(line, words[2], 1, len(each.slots), "the slot") - 1
            values = self.patterns[each.name].values
            for word in words[3:]:
                value = self.source.number(line, word, 1, MAX_ILLEGAL, "the value") - 1
                if value == values[slot]:
                    raise self.error(line, "it forbids the Solved position itself; correct it.")
                parts = {
                    shown[cell]
                    for cells, other in zip(each.slots, values, strict=True)
                    if other == value
                    for cell in cells
                }
                found.setdefault(each.slots[slot][0], set()).update(parts)
        return {cell: frozenset(labels) for cell, labels in found.items() if labels}


# -- writing --------------------------------------------------------------------------------------


def dump(definition: Definition) -> str:
    """Return a puzzle of moves as a `.tws` text; raise `FormatError` if it does not fit in.

    >>> print(dump(Definition(name="Swap", cells=("a", "b"), goal=("1", "1"), moves={"S": (1, 0)})))
    Name Swap
    <BLANKLINE>
    Set A 2 1
    <BLANKLINE>
    StartState
    A
    0 0
    End
    <BLANKLINE>
    MoveTransformation S
    A
    1 0
    End
    <BLANKLINE>
    """
    for name in definition.moves:
        if is_rotation(name):
            raise FormatError(
                f"{definition.name}: the move {name!r} would be read as a turn of the whole; "
                "rename it, or write another format than .tws."
            )
    sets = [_fitting(definition, each) for each in sets_of(definition)]
    names = dict(zip(sets, _tokens(each.name for each in sets), strict=True))
    patterns = {each: pattern_of(each, definition.goal) for each in sets}
    parts = [
        f"Name {_token(definition.name)}",
        "\n".join(f"Set {names[each]} {len(each.slots)} {each.twists}" for each in sets),
        _block(
            "StartState",
            [line for each in sets for line in _goal(names[each], each, patterns[each])],
        ),
    ]
    bans = [line for each in sets for line in _bans(definition, names[each], each, patterns[each])]
    if bans:
        parts.append("\n".join(bans))
    for name, images in {**definition.moves, **definition.rotations}.items():
        lines = []
        for each in sets:
            if (rows := rows_of(each, images)) is not None:
                lines += [names[each], _row(rows[0]), *([_row(rows[1])] if any(rows[1]) else [])]
        parts.append(_block(f"MoveTransformation {name}", lines))
    if definition.aliases:
        simple = [(a, word) for a, word in definition.aliases.items() if "(" not in word]
        parts.append("\n".join(f"MoveAlias {name} {word}" for name, word in simple))
    return "\n\n".join(parts) + "\n"


def _block(first: str, lines: Iterable[str]) -> str:
    return "\n".join([first, *lines, "End"])


def _row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _goal(name: str, each: PieceSet, pattern: Pattern) -> list[str]:
    """Return the lines of a set in the goal; none if its pieces are distinct and in order."""
    twists = [
        "?" if differ < each.twists else str(by)
        for by, differ in zip(pattern.twists, pattern.differ, strict=True)
    ]
    plain = set(twists) == {"0"}
    if plain and pattern.values == tuple(range(len(each.slots))):
        return []
    return [name, _row(pattern.values), *([] if plain else [" ".join(twists)])]


def _fitting(definition: Definition, each: PieceSet) -> PieceSet:
    """Return the set, or its single cells where the format cannot say it of the pieces."""
    pattern = pattern_of(each, definition.goal)
    partly = any(1 < differ < each.twists for differ in pattern.differ)
    bans = _banned(definition, each, pattern)
    if partly or any(values is None for values in bans.values()):
        each = stickers(each)
    if len(each.slots) > MAX_NUMBER or each.twists > MAX_TWISTS:
        raise FormatError(
            f"{definition.name}: a set of a .tws file has at most {MAX_NUMBER} pieces, but "
            f"{len(each.slots)} would be needed; write another format."
        )
    return each


def _banned(
    definition: Definition, each: PieceSet, pattern: Pattern
) -> dict[int, list[int] | None]:
    """Return the values that a slot may not hold; None if it is about parts of pieces."""
    shown: dict[int, set[str]] = {}
    for cells, value in zip(each.slots, pattern.values, strict=True):
        shown[value] = {definition.goal[cell] for cell in cells}
    found: dict[int, list[int] | None] = {}
    for slot, cells in enumerate(each.slots):
        for cell in cells:
            banned = definition.forbidden.get(cell, frozenset())
            meant = [value for value, parts in shown.items() if parts & banned]
            if meant and all(shown[value] <= banned for value in meant) and slot not in found:
                found[slot] = meant
            elif meant:
                found[slot] = None
    return found


def _bans(definition: Definition, name: str, each: PieceSet, pattern: Pattern) -> list[str]:
    lines = []
    for slot, values in _banned(definition, each, pattern).items():
        assert values is not None  # such sets have been taken apart
        if max(values) >= MAX_ILLEGAL:
            raise FormatError(
                f"{definition.name}: an Illegal line of a .tws file names pieces up to "
                f"{MAX_ILLEGAL} only; write TOML."
            )
        lines.append(f"Illegal {name} {slot + 1} {_row(value + 1 for value in values)}")
    return lines


def _tokens(names: Iterable[str]) -> list[str]:
    """Return names of sets that the format can hold, all different."""
    found: list[str] = []
    for name in map(_token, names):
        if name == "End" or name[0] in "0123456789?#":
            name = f"S{name}"
        while name in found:
            name += "_"
        found.append(name)
    return found


def _token(name: str) -> str:
    return "_".join(name.split()) or "Unnamed"
