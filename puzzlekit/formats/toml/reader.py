"""Reader for puzzlekit's own puzzle files in TOML, which can be written by hand.

A file with moves defines a twisty puzzle. A file without moves defines a sliding puzzle on the
edges of its board. With moves and `slides = true`, it defines a puzzle with both. See
docs/reference/puzzle-files.md for all keys.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from ...core.errors import FormatError, can_be_shown, did_you_mean, join_names
from ...core.permutation import Images
from ...core.values import COLOURS, FORMS, MOTIONS, Piece
from ..bandaged_cubes import MAX_SIZE, MIN_SIZE, bandaged_cube
from ..cycles import read_cycles
from ..definition import Definition
from ..source_text import SHOWN, FileError, LineNumber, SourceText, first_repeated
from .board import read_board
from .values import ANY, HOLE, TomlFault, TomlReader, fill_gaps

#: A pattern for the beginning of a key or table.
_BEGINS = re.compile(r"[ \t]*(\[|[\w\"'.-]+[ \t]*=)")

#: Maximum number of statements to remove. A file with more errors is not meant to be TOML.
MAX_DROPPED = 50


def drop_bad_lines(text: str, faults: list[TomlFault]) -> str:
    """Return TOML source with invalid lines blanked out; add the errors to `faults`."""
    lines = re.split("\r\n|\n", text)
    last = -1
    for _ in range(MAX_DROPPED):
        try:
            TomlReader(SourceText("", "\n".join(lines)))
            return "\n".join(lines)
        except FileError as error:
            if error.line is None:
                faults.append(TomlFault(None, error.sentence))
                return ""
            begin = min(error.line, len(lines)) - 1
            end = begin + 1
            if begin and not _is_whole(lines[:begin]):  # the line continues the statement above
                end = begin if _BEGINS.match(lines[begin]) else end
                begin -= 1
                while begin and not _BEGINS.match(lines[begin]):
                    begin -= 1
            if last < 0 or any(map(_BEGINS.match, lines[last:end])):
                faults.append(TomlFault(error.line, error.sentence))
            lines[begin:end] = [""] * (end - begin)
            last = end
    return ""


def _is_whole(lines: list[str]) -> bool:
    try:
        TomlReader(SourceText("", "\n".join(lines)))
    except FileError:
        return False
    return True


#: The valid keys in a file.
KEYS = (
    *("name", "author", "rules", "hint", "cells", "grid", "ring", "drawing", "points", "outlines"),
    *("edges", "arcs", "shape", "labels", "lines", "goal", "start", "free", "slides", "motion"),
    *("colours", "moves", "handles", "forbidden", "pieces", "layers", "glued"),
)

#: The valid keys in a file with the key `layers`.
CUBE_KEYS = ("name", "author", "rules", "hint", "layers", "glued")


def parse(source: SourceText) -> Definition:
    """Return the puzzle in a TOML source; raise `FormatError` if it is invalid."""
    reader = _PuzzleReader(source)
    known = reader.read()
    if "layers" in reader.data:
        return known._replace(name=known.name or source.stem)
    slides = known.slides and bool(known.moves)
    has_board = reader.places_cells() or slides or not known.moves
    return known._replace(
        name=known.name or source.stem,
        board=known.board if has_board else None,
        slides=slides,
        cycles={},
    )


def parse_tolerant(text: str | bytes) -> tuple[Definition, list[TomlFault]]:
    r"""Return the readable parts of a TOML source, and all errors in it.

    `board` is None if no cell could be read. `cycles` are the moves as written, which may overlap.
    Raises `FormatError` if there are too many errors.

    >>> parts, faults = parse_tolerant('ring = 3\nedges = "1-2 2-9"\ngoal = "A B ."')
    >>> parts.board.edges, parts.goal
    (((0, 1),), ('A', 'B', ''))
    >>> faults
    [TomlFault(line=2, sentence="there is no cell '9'; correct it.", cell='', move='')]
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8-sig", "replace")
    faults: list[TomlFault] = []
    source = SourceText("The text", drop_bad_lines(text, faults))
    return _PuzzleReader(source, faults).read(), faults


class _PuzzleReader(TomlReader):
    """A reader of the puzzle in a TOML file."""

    def places_cells(self) -> bool:
        """Return whether the file specifies the appearance of the board."""
        drawn = {"points", "outlines", "grid", "ring", "drawing", "colours"}
        return not drawn.isdisjoint(self.data)

    def read(self) -> Definition:
        """Parse the whole source."""
        if "layers" in self.data:
            self.report_unknown_keys((), self.data, CUBE_KEYS)
            return self._with_texts(self._cube())
        self.report_unknown_keys((), self.data, KEYS)
        board_data = read_board(self)
        if board_data is None:
            return self._with_texts(Definition("", (), ()))
        self.board_data, self.board = board_data, board_data.board
        images, moves = self._moves()
        streets = bool(self.board.edges or self.board.arcs)
        slides = bool(self.boolean("slides", default=False))
        if not moves and not streets:
            problem = "there are neither moves nor edges; add [moves], or edges to slide along."
            self.report((), problem)
        elif slides and not streets:
            self.report(("slides",), "slides need edges, and there are none; add edges or arcs.")
        self._check_names(moves if slides else ())
        goal = self._labels("goal") if "goal" in self.data else self.board.cells
        start = self._labels("start") if "start" in self.data else goal
        goal, free = self._complete_goal(goal, start)
        if (slides or not moves) and ("" not in goal or not any(goal)):
            self.report(
                ("goal",), "a sliding puzzle needs pieces and a hole; write the hole as a dot."
            )
        for key in ("handles", "forbidden"):
            if key in self.data and not moves:
                self.report((key,), f"{key} can only be used with moves; remove it.")
        if "forbidden" in self.data and moves and slides:
            self.report(
                ("forbidden",), "forbidden cannot be combined with slides; remove one of them."
            )
        known = Definition(
            *("", self.board.cells, goal, start),
            moves=images,
            cycles=moves,
            board=self.board,
            free=free,
            slides=slides,
        )
        return self._with_texts(known)._replace(
            forbidden=self._forbidden(goal, start),
            pieces=self._pieces(goal),
            handles=self._handles(moves),
        )

    def _cube(self) -> Definition:
        """Return a cube whose pieces may be glued together."""
        size = self.number(self.data["layers"], "layers")
        marks = self.words(self.data.get("glued", ""), "glued")
        try:
            return bandaged_cube(size, marks)
        except FormatError as error:
            key = "glued" if MIN_SIZE <= size <= MAX_SIZE else "layers"
            raise self.error((key,), str(error)) from error

    def _with_texts(self, known: Definition) -> Definition:
        name, motion = self.text("name"), known.motion
        if name and not can_be_shown(name):
            self.report(("name",), "the name cannot be displayed; use letters.")
            name = ""
        with self.collect_faults():
            if "motion" in self.data:
                motion = self.choice(self.data["motion"], "motion", MOTIONS, "motion")
        author, rules, hint = map(self.text, ("author", "rules", "hint"))
        return known._replace(name=name, motion=motion, author=author, rules=rules, hint=hint)

    def _labels(self, key: str) -> tuple[str, ...]:
        """Return the label of each cell. Labels that cannot be read become holes."""
        labels: list[str] = []
        with self.collect_faults():
            labels = self.words(self.data[key], key)
            if len(labels) != self.board_data.total:
                raise self.error(
                    (key,),
                    f"the {key} has {len(labels)} labels, but there are "
                    f"{self.board_data.total} cells; correct it.",
                )
        if any(label and not can_be_shown(label) for label in labels):
            self.report((key,), f"a label in the {key} cannot be displayed; use letters.")
        shown = [label if can_be_shown(label) else "" for label in labels]
        shown += [""] * self.board_data.total
        return tuple(shown[i] for i in self.board_data.indices)

    def _complete_goal(
        self, goal: tuple[str, ...], start: tuple[str, ...]
    ) -> tuple[tuple[str, ...], frozenset[int]]:
        """Return a goal without gaps, and the free cells."""
        free = set()
        with self.collect_faults():
            if "free" in self.data:
                free.update(self.cells(self.board, self.data["free"], "free"))
        gaps = [cell for cell, label in enumerate(goal) if label == ANY]
        if not gaps or "start" not in self.data or ANY in start:  # "?" is an ordinary label
            if surplus := Counter(start) - Counter(goal):
                label = (min(surplus) or HOLE)[:SHOWN]
                self.report(
                    ("start",),
                    "the start must have the same labels as the goal, in any order, but has "
                    f"{label!r} more often.",
                )
            return goal, frozenset(free)
        whole = fill_gaps(goal, start)
        if whole is None:
            self.report(
                ("start",),
                "the start must have the same labels as the goal, and one more label for each '?'.",
            )
        return tuple(whole or goal), frozenset(free.union(gaps))

    def _moves(self) -> tuple[dict[str, Images], dict[str, list[list[int]]]]:
        """Return the permutation and the cycles of each move."""
        if "moves" not in self.data:
            return {}, {}
        moves: dict[str, tuple[LineNumber, Images]] = {}
        written: dict[str, list[list[int]]] = {}
        table = self.table("moves")
        for name, value in table.items():
            with self.collect_faults(move=name):
                numbers = self._cycles(name, value)
                line = self.line("moves", name)
                images = self.source.cycles(line, numbers, len(self.board))
                moves[self.source.check_move_name(line, name)] = line, images
                written[name] = numbers
        if table and not moves:
            return {}, {}  # errors in the moves have been reported
        with self.collect_faults():
            kept = self.source.drop_inverses(moves)
            return kept, {name: written[name] for name in kept}
        return {}, written

    def _check_names(self, moves: Collection[str]) -> None:
        """Report turns that have the same name as a slide."""
        cells, streets = self.board.cells, enumerate(self.board.neighbours)
        slides = {f"{cells[a]}-{cells[b]}" for a, ends in streets for b in ends}
        for name in moves:
            with self.collect_faults(move=name):
                if {name, name.removesuffix("'"), name + "'"} & slides:
                    raise self.error(
                        ("moves", name),
                        f"the move {name[:SHOWN]!r} has the same name as a slide; rename it.",
                    )

    def _cycles(self, name: str, value: object) -> list[list[int]]:
        line = self.line("moves", name)
        if isinstance(value, str):
            cycles = read_cycles(self.source, line, value)
        elif isinstance(value, list):
            cycles = [self.words(cycle, "moves", name) for cycle in value]
        else:
            raise self.error(
                ("moves", name), 'a move must be a string such as "(1 2 3)(4 5)"; correct it.'
            )
        numbers = [
            [self.cell(self.board, word, "moves", name) for word in cycle] for cycle in cycles
        ]
        for cycle in numbers:
            if (twice := first_repeated(cycle)) is not None:
                raise self.error(
                    ("moves", name),
                    f"the cell {self.board.cells[twice]!r} occurs twice in a cycle; correct it.",
                )
        return numbers

    def _handles(self, moves: Collection[str]) -> dict[str, tuple[int, ...]]:
        handles: dict[str, tuple[int, ...]] = {}
        for name, each in self.table("handles").items():
            with self.collect_faults(move=name):
                if name not in moves:
                    text = f"there is no move {name[:SHOWN]!r}; the moves are {join_names(moves)}."
                    raise self.error(("handles", name), text + did_you_mean(name, moves))
                cells = tuple(self.cells(self.board, each, "handles", name))
                if cells and cells in handles.values():
                    raise self.error(
                        ("handles", name), "two moves have the same handle; change one of them."
                    )
                handles[name] = cells
        return handles

    def _forbidden(
        self, goal: tuple[str, ...], start: tuple[str, ...]
    ) -> dict[int, frozenset[str]]:
        forbidden = {}
        for name, value in self.table("forbidden").items():
            with self.collect_faults(cell=name):
                cell = self.cell(self.board, name, "forbidden", name)
                labels = frozenset(self.words(value, "forbidden", name))
                if unknown := sorted(labels - set(goal)):
                    near = did_you_mean(unknown[0], goal)
                    raise self.error(
                        ("forbidden", name),
                        f"no cell shows {unknown[0][:SHOWN]!r}; correct it.{near}",
                    )
                if goal[cell] in labels or start[cell] in labels:
                    raise self.error(
                        ("forbidden", name), "the goal or the start is itself forbidden; allow it."
                    )
                forbidden[cell] = labels
        return forbidden

    def _pieces(self, goal: Collection[str]) -> dict[str, Piece]:
        table = self.table("pieces")
        known = dict.fromkeys(label for label in goal if label)
        self.report_unknown_keys(("pieces",), table, known)
        pieces = {}
        for label in filter(known.__contains__, table):
            with self.collect_faults():
                pieces[label] = self._piece(label, table[label])
        return pieces

    def _piece(self, label: str, value: object) -> Piece:
        facts = {"colour": value} if isinstance(value, str) else value
        if not isinstance(facts, dict):
            raise self.error(
                ("pieces", label),
                'a piece must be a colour or a table such as {form="ball", colour="red"}.',
            )
        self.report_unknown_keys(("pieces", label), facts, ("form", "colour", "text"))
        form = self.choice(facts.get("form", "tile"), "form", FORMS, "pieces", label)
        colour = facts.get("colour", "plain")
        colour = self.choice(colour, "colour", COLOURS, "pieces", label)
        text = facts.get("text", label)
        if not isinstance(text, str) or (text.strip() and not can_be_shown(text)):
            raise self.error(("pieces", label), "the text of a piece must be a short string.")
        return Piece(form, colour, text)
