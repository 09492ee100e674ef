"""puzzlekit's own puzzle files, in TOML: short enough to be written by hand.

A file with moves is a twisty puzzle, one without is a sliding puzzle on the edges of its
board. docs/files.md describes every key.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from ..board import SHAPES, Board, Point, grid, ring
from ..errors import FormatError, did_you_mean
from ..permutation import Images, to_cycles
from ..rules import COLOURS, FORMS, Piece
from .cycles import read_cycles
from .definition import MAX_CELLS, Definition
from .source import SHOWN, Source, repeated

#: The keys of a file.
KEYS = (
    *("name", "rules", "cells", "grid", "ring", "drawing", "points", "edges", "arcs"),
    *("shape", "labels", "lines", "goal", "start", "moves", "handles", "forbidden", "pieces"),
)

#: The ways to say which cells there are.
BOARDS = ("cells", "grid", "ring", "drawing")

#: A number with more digits takes long to read, and means nothing here.
_LONG_NUMBER = re.compile(r"[0-9](?:_?[0-9]){999}")

#: So does a key of very many parts.
_LONG_KEY = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){100}""", re.ASCII
)

#: In a text a hole is a dot.
HOLE = "."


def parse(source: Source) -> Definition:
    """Return the puzzle that a TOML text defines; raise `FormatError` if it defines none.

    >>> puzzle = parse(Source("x.toml", '''
    ... ring = 4
    ... [moves]
    ... L = "(1 2 3 4)"
    ... S = "(1 2)"
    ... '''))
    >>> puzzle.goal, puzzle.moves
    (('1', '2', '3', '4'), {'L': (1, 2, 3, 0), 'S': (1, 0, 2, 3)})
    """
    return _Reader(source).read()


class _Reader:
    """Reads the keys of a file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        text = source.text
        for pattern, what in ((_LONG_NUMBER, "a number"), (_LONG_KEY, "a key")):
            if found := pattern.search(text):
                raise source.error(_line(text, found.start()), f"{what} is too long; shorten it.")
        try:
            self.data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            what, _, where = str(error).rpartition(" (at ")
            place = re.match(r"line (\d+)", where)
            line = int(place[1]) if place else _line(text, len(text.rstrip()))
            raise source.error(
                line, f"this is no TOML ({what.rstrip('.')}); correct it."
            ) from error
        except (RecursionError, ValueError, OverflowError) as error:
            raise source.error(None, "brackets or numbers are too large; correct them.") from error

    def error(self, keys: Sequence[str], sentence: str) -> FormatError:
        """Return an error about a key, in the line where it stands if that can be found."""
        return self.source.error(_line_of(self.source.text, keys), sentence)

    def read(self) -> Definition:
        """Read everything."""
        self._keys((), self.data, KEYS)
        self.cells, self.board = self._board()
        self.index = {cell: i for i, cell in enumerate(self.cells)}
        moves = self._moves()
        if not moves and not (self.board.edges or self.board.arcs):
            raise self.source.error(
                None, "there are neither moves nor edges; add [moves], or edges to slide along."
            )
        goal = self._labels("goal") if "goal" in self.data else self.cells
        start = self._labels("start") if "start" in self.data else goal
        if sorted(goal) != sorted(start):
            raise self.error(
                ("start",), "the start must show the same labels as the goal, in another order."
            )
        if not moves and ("" not in goal or not any(goal)):
            raise self.error(
                ("goal",), "a sliding puzzle needs pieces and a hole; write the hole as a dot."
            )
        for key in ("handles", "forbidden"):
            if key in self.data and not moves:
                raise self.error((key,), f"{key} belong to puzzles with moves; remove them.")
        placed = "points" in self.data or "cells" not in self.data
        if not moves or placed:
            board: Board | None = self.board
        else:
            board = None
        return Definition(
            name=self._text("name") or self.source.stem,
            cells=self.cells,
            goal=goal,
            start=start,
            moves=moves,
            forbidden=self._forbidden(goal, start),
            pieces=self._pieces(goal),
            board=board,
            handles=self._handles(moves),
            rules=self._text("rules"),
        )

    # -- kinds of values --------------------------------------------------------------------------

    def _keys(self, keys: tuple[str, ...], data: Mapping[str, Any], known: Collection[str]) -> None:
        """Refuse keys that mean nothing."""
        for key in data:
            if key not in known:
                raise self.error(
                    (*keys, key),
                    f"the key {key[:SHOWN]!r} is not known here; the keys are "
                    f"{', '.join(known)}.{did_you_mean(key, known)}",
                )

    def _text(self, key: str) -> str:
        value = self.data.get(key, "")
        if not isinstance(value, str):
            raise self.error((key,), f"{key} must be a text in quotes; correct it.")
        return value.strip()

    def _switch(self, key: str, default: bool | None) -> bool | None:
        value = self.data.get(key, default)
        if value is not default and not isinstance(value, bool):
            raise self.error((key,), f"{key} must be true or false; correct it.")
        return value

    def _table(self, key: str) -> dict[str, Any]:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.error((key,), f"{key} must be a table; write it as [{key}].")
        return value

    def _words(self, value: object, *keys: str) -> list[str]:
        """Return the words of a text, where a dot is a hole, or of a list of texts or numbers."""
        if isinstance(value, str):
            return ["" if word == HOLE else word for word in value.split()]
        if isinstance(value, list) and all(type(each) in (str, int) for each in value):
            return [str(each) for each in value]
        raise self.error(
            keys, f"{keys[-1][:SHOWN]} must be a text of words, or a list of them; correct it."
        )

    def _number(self, value: object, *keys: str) -> int:
        if type(value) is not int or not 1 <= value <= MAX_CELLS:
            raise self.error(
                keys, f"{keys[-1]} must be a whole number from 1 to {MAX_CELLS:,}; correct it."
            )
        return value

    def _cells(self, value: object, *keys: str) -> list[int]:
        return [self._cell(word, *keys) for word in self._words(value, *keys)]

    def _cell(self, word: str, *keys: str) -> int:
        if word not in self.index:
            near = did_you_mean(word, self.cells)
            raise self.error(keys, f"there is no cell {word[:SHOWN]!r}; correct it.{near}")
        return self.index[word]

    # -- the board --------------------------------------------------------------------------------

    def _board(self) -> tuple[tuple[str, ...], Board]:
        given = [key for key in BOARDS if key in self.data]
        if len(given) != 1:
            state = " and ".join(given) or "none of them"
            raise self.error(
                given[1:2],
                f"one of {', '.join(BOARDS)} must say which cells there are, not {state}.",
            )
        board = getattr(self, f"_from_{given[0]}")(self.data[given[0]])
        self.cells, self.index = board.cells, board.index
        points = self._points() if "points" in self.data else board.points
        edges, arcs = board.edges, board.arcs
        if "edges" in self.data or "arcs" in self.data:
            edges, arcs = self._pairs("edges", "-"), self._pairs("arcs", ">")
        shape = self.data.get("shape", board.shape)
        if shape not in SHAPES:
            raise self.error(("shape",), f"shape must be one of {', '.join(SHAPES)}; correct it.")
        lines = self._switch("lines", None)
        labels = self._switch("labels", default=True)
        return board.cells, Board(
            board.cells, points, edges, arcs, shape=shape, lines=lines, labels=bool(labels)
        )

    def _from_cells(self, value: object) -> Board:
        cells = self._words(value, "cells")
        self.source.size(_line_of(self.source.text, ("cells",)), len(cells))
        for cell in cells:
            if cell.split() != [cell] or not cell.isprintable():
                raise self.error(
                    ("cells",), f"{cell[:SHOWN]!r} is no name for a cell; take a word."
                )
        if (twice := repeated(cells)) is not None:
            raise self.error(("cells",), f"there are two cells {twice[:SHOWN]!r}; rename one.")
        return Board(cells, ring(len(cells)).points)

    def _from_grid(self, value: object) -> Board:
        if not isinstance(value, list) or len(value) != 2:
            raise self.error(("grid",), "grid must be a width and a height; write it as [4, 3].")
        width, height = (self._number(each, "grid") for each in value)
        self.source.size(_line_of(self.source.text, ("grid",)), width * height)
        return grid(width, height)

    def _from_ring(self, value: object) -> Board:
        return ring(self._number(value, "ring"))

    def _from_drawing(self, value: object) -> Board:
        """Return squares where the words of a drawing stand; a dot is a place without a cell."""
        if not isinstance(value, str):
            raise self.error(("drawing",), "drawing must be a text of lines; correct it.")
        rows = [line.split() for line in value.strip("\r\n").splitlines()]
        places = {
            word: (x, -y)
            for y, row in enumerate(rows)
            for x, word in enumerate(row)
            if word != HOLE
        }
        words = [word for row in rows for word in row if word != HOLE]
        self.source.size(_line_of(self.source.text, ("drawing",)), len(words))
        if (twice := repeated(words)) is not None:
            raise self.error(("drawing",), f"there are two cells {twice[:SHOWN]!r}; rename one.")
        number = {place: i for i, place in enumerate(places.values())}
        edges = [
            (i, number[x + dx, y + dy])
            for (x, y), i in number.items()
            for dx, dy in ((1, 0), (0, -1))
            if (x + dx, y + dy) in number
        ]
        return Board(places, places.values(), edges, shape="square")

    def _points(self) -> list[Point]:
        value = self.data["points"]
        good = isinstance(value, list) and all(
            isinstance(point, list)
            and len(point) == 2
            and all(type(c) in (int, float) and abs(c) <= 1e6 for c in point)
            for point in value
        )
        if not good or len(value) != len(self.cells):
            raise self.error(
                ("points",),
                f"points must be {len(self.cells)} pairs of numbers up to a million, one a cell, "
                "such as [[0, 0], [1, 0.5]]; correct them.",
            )
        return [(float(x), float(y)) for x, y in value]

    def _pairs(self, key: str, joint: str) -> list[tuple[int, int]]:
        value = self.data.get(key, [])
        found: dict[tuple[int, int], None] = {}
        if isinstance(value, list):
            parts = [self._words(pair, key) for pair in value]
        else:
            parts = [self._split(word, joint, key) for word in self._words(value, key)]
        for part in parts:
            if len(part) != 2 or part[0] == part[1]:
                raise self.error(
                    (key,), f'each of the {key} joins two cells, such as "a{joint}b"; correct it.'
                )
            a, b = (self._cell(word, key) for word in part)
            if (a, b) in found or (joint == "-" and (b, a) in found):
                raise self.error(
                    (key,), f"{part[0]}{joint}{part[1]} stands in {key} twice; remove one."
                )
            found[a, b] = None
        return list(found)

    def _split(self, word: str, joint: str, key: str) -> list[str]:
        """Return the two cells that a word joins, though their names may hold the joint."""
        places = [i for i, letter in enumerate(word[:200]) if letter == joint]
        halves = [[word[:i], word[i + 1 :]] for i in places]
        for half in halves:
            if half[0] in self.index and half[1] in self.index:
                return half
        if not halves:
            raise self.error((key,), f"{word[:SHOWN]!r} is no pair; write it as a{joint}b.")
        return halves[0]

    # -- what lies and moves on it ----------------------------------------------------------------

    def _labels(self, key: str) -> tuple[str, ...]:
        labels = self._words(self.data[key], key)
        if len(labels) != len(self.cells):
            raise self.error(
                (key,),
                f"the {key} has {len(labels)} labels, but there are {len(self.cells)} cells; "
                "correct it.",
            )
        if any(not label.isprintable() for label in labels):
            raise self.error((key,), f"a label of the {key} cannot be shown; take letters.")
        return tuple(labels)

    def _moves(self) -> dict[str, Images]:
        table = self._table("moves")
        if "moves" not in self.data:
            return {}
        found: dict[str, tuple[int | None, Images]] = {}
        for name, value in table.items():
            line = _line_of(self.source.text, ("moves", name))
            if isinstance(value, str):
                cycles = read_cycles(self.source, line, value)
            elif isinstance(value, list):
                cycles = [self._words(cycle, "moves", name) for cycle in value]
            else:
                raise self.error(
                    ("moves", name), 'a move is a text such as "(1 2 3)(4 5)"; correct it.'
                )
            numbers = [[self._cell(word, "moves", name) for word in cycle] for cycle in cycles]
            for cycle in numbers:
                if (twice := repeated(cycle)) is not None:
                    raise self.error(
                        ("moves", name),
                        f"the cell {self.cells[twice]!r} stands twice in a cycle; correct it.",
                    )
            images = self.source.cycles(line, numbers, len(self.cells))
            found[self.source.move_name(line, name)] = line, images
        return self.source.without_backs(found)

    def _handles(self, moves: Collection[str]) -> dict[str, tuple[int, ...]]:
        table = self._table("handles")
        self._keys(("handles",), table, moves)
        found = {name: tuple(self._cells(each, "handles", name)) for name, each in table.items()}
        if (twice := repeated(cells for cells in found.values() if cells)) is not None:
            name = next(name for name, cells in reversed(found.items()) if cells == twice)
            raise self.error(
                ("handles", name), "two moves have this handle; give each one of its own."
            )
        return found

    def _forbidden(
        self, goal: tuple[str, ...], start: tuple[str, ...]
    ) -> dict[int, frozenset[str]]:
        found = {}
        for name, value in self._table("forbidden").items():
            cell = self._cell(name, "forbidden", name)
            labels = frozenset(self._words(value, "forbidden", name))
            if unknown := sorted(labels - set(goal)):
                near = did_you_mean(unknown[0], goal)
                raise self.error(
                    ("forbidden", name), f"no cell shows {unknown[0][:SHOWN]!r}; correct it.{near}"
                )
            if goal[cell] in labels or start[cell] in labels:
                raise self.error(
                    ("forbidden", name), "the goal or the start is itself forbidden; allow it."
                )
            found[cell] = labels
        return found

    def _pieces(self, goal: Collection[str]) -> dict[str, Piece]:
        table = self._table("pieces")
        self._keys(("pieces",), table, dict.fromkeys(label for label in goal if label))
        found = {}
        for label, value in table.items():
            facts = {"colour": value} if isinstance(value, str) else value
            if not isinstance(facts, dict):
                raise self.error(
                    ("pieces", label),
                    'a piece is a colour or a table such as {form="ball", colour="red"}; '
                    "correct it.",
                )
            self._keys(("pieces", label), facts, ("form", "colour", "text"))
            piece = Piece(
                facts.get("form", "tile"), facts.get("colour", "plain"), facts.get("text", label)
            )
            for fact, known in (("form", FORMS), ("colour", COLOURS)):
                value = getattr(piece, fact)
                if value not in known:
                    near = did_you_mean(value, known) if isinstance(value, str) else ""
                    raise self.error(
                        ("pieces", label),
                        f"the {fact} {str(value)[:SHOWN]!r} is none of {', '.join(known)}.{near}",
                    )
            if not isinstance(piece.text, str) or not piece.text.isprintable():
                raise self.error(("pieces", label), "the text of a piece must be a short text.")
            found[label] = piece
        return found


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _line_of(text: str, keys: Sequence[str]) -> int | None:
    """Return the line in which the last key stands, as far as can be seen from outside."""
    at, found = 0, None
    for key in keys:
        name = re.escape(key)
        quoted = re.escape(json.dumps(key, ensure_ascii=False))
        written = rf"(?:{name}|{quoted}|'{name}')"
        match = re.compile(
            rf"^[ \t]*(?:\[+[ \t]*{written}[ \t]*[.\]]|{written}[ \t]*[.=])"
            rf"|[{{,.][ \t]*{written}[ \t]*[.=\]]",
            re.MULTILINE,
        ).search(text, at)
        if match:
            found, at = _line(text, match.end()), match.start() + 1
    return found


# -- writing --------------------------------------------------------------------------------------


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
    points = ", ".join(f"[{_short(x)}, {_short(y)}]" for x, y in board.points)
    lines = [f"points = [{points}]"]
    for key, pairs in (("edges", board.edges), ("arcs", board.arcs)):
        if pairs:
            named = [[board.cells[a], board.cells[b]] for a, b in pairs]
            lines.append(f"{key} = {json.dumps(named, ensure_ascii=False)}")
    lines.append(f"shape = {_quoted(board.shape)}")
    if board.lines != (board.shape in ("node", "point")):
        lines.append(f"lines = {str(board.lines).lower()}")
    if not board.labels:
        lines.append("labels = false")
    return lines


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
