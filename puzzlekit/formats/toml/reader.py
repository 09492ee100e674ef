"""puzzlekit's own puzzle files, in TOML: short enough to be written by hand.

A file with moves is a twisty puzzle, one without is a sliding puzzle on the edges of its
board. docs/files.md describes every key.
"""

from __future__ import annotations

from collections.abc import Collection

from ...core.board import Board
from ...core.errors import can_be_shown, did_you_mean, listed
from ...core.permutation import Images
from ...core.values import COLOURS, FORMS, Piece
from ..cycles import read_cycles
from ..definition import Definition
from ..source import SHOWN, Line, Source, repeated
from .board import read_board
from .values import Values

#: The keys of a file.
KEYS = (
    *("name", "rules", "cells", "grid", "ring", "drawing", "points", "outlines"),
    *(
        "edges",
        "arcs",
        "shape",
        "labels",
        "lines",
        "goal",
        "start",
        "moves",
        "handles",
        "forbidden",
        "pieces",
    ),
)


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
        self.values = Values(source)
        self.values.only((), self.values.data, KEYS)
        self.board = read_board(self.values)
        self.cells = self.board.cells

    def read(self) -> Definition:
        """Read everything."""
        moves = self._moves()
        if not moves and not (self.board.edges or self.board.arcs):
            raise self.source.error(
                None, "there are neither moves nor edges; add [moves], or edges to slide along."
            )
        goal = self._labels("goal") if "goal" in self.values.data else self.cells
        start = self._labels("start") if "start" in self.values.data else goal
        if sorted(goal) != sorted(start):
            raise self.values.error(
                ("start",), "the start must show the same labels as the goal, in another order."
            )
        if not moves and ("" not in goal or not any(goal)):
            raise self.values.error(
                ("goal",), "a sliding puzzle needs pieces and a hole; write the hole as a dot."
            )
        for key in ("handles", "forbidden"):
            if key in self.values.data and not moves:
                raise self.values.error((key,), f"{key} belong to puzzles with moves; remove them.")
        drawn = {"points", "outlines", "grid", "ring", "drawing"}
        placed = not drawn.isdisjoint(self.values.data)
        if not moves or placed:
            board: Board | None = self.board
        else:
            board = None
        return Definition(
            name=self._name() or self.source.stem,
            cells=self.cells,
            goal=goal,
            begun=start,
            moves=moves,
            forbidden=self._forbidden(goal, start),
            pieces=self._pieces(goal),
            board=board,
            handles=self._handles(moves),
            rules=self.values.text("rules"),
        )

    def _name(self) -> str:
        name = self.values.text("name")
        if name and not can_be_shown(name):
            raise self.values.error(("name",), "the name cannot be shown; take letters.")
        return name

    def _labels(self, key: str) -> tuple[str, ...]:
        labels = self.values.words(self.values.data[key], key)
        if len(labels) != len(self.cells):
            raise self.values.error(
                (key,),
                f"the {key} has {len(labels)} labels, but there are {len(self.cells)} cells; "
                "correct it.",
            )
        if any(label and not can_be_shown(label) for label in labels):
            raise self.values.error((key,), f"a label of the {key} cannot be shown; take letters.")
        return tuple(labels)

    def _moves(self) -> dict[str, Images]:
        table = self.values.table("moves")
        if "moves" not in self.values.data:
            return {}
        found: dict[str, tuple[Line, Images]] = {}
        for name, value in table.items():
            line = self.values.line("moves", name)
            if isinstance(value, str):
                cycles = read_cycles(self.source, line, value)
            elif isinstance(value, list):
                cycles = [self.values.words(cycle, "moves", name) for cycle in value]
            else:
                raise self.values.error(
                    ("moves", name), 'a move is a text such as "(1 2 3)(4 5)"; correct it.'
                )
            numbers = [
                [self.values.cell(self.board, word, "moves", name) for word in cycle]
                for cycle in cycles
            ]
            for cycle in numbers:
                if (twice := repeated(cycle)) is not None:
                    raise self.values.error(
                        ("moves", name),
                        f"the cell {self.cells[twice]!r} stands twice in a cycle; correct it.",
                    )
            images = self.source.cycles(line, numbers, len(self.cells))
            found[self.source.move_name(line, name)] = line, images
        return self.source.without_backs(found)

    def _handles(self, moves: Collection[str]) -> dict[str, tuple[int, ...]]:
        table = self.values.table("handles")
        for name in table:
            if name not in moves:
                text = f"there is no move {name[:SHOWN]!r}; the moves are {listed(moves)}."
                raise self.values.error(("handles", name), text + did_you_mean(name, moves))
        found = {
            name: tuple(self.values.cells(self.board, each, "handles", name))
            for name, each in table.items()
        }
        if (twice := repeated(cells for cells in found.values() if cells)) is not None:
            name = next(name for name, cells in reversed(found.items()) if cells == twice)
            raise self.values.error(
                ("handles", name), "two moves have this handle; give each one of its own."
            )
        return found

    def _forbidden(
        self, goal: tuple[str, ...], start: tuple[str, ...]
    ) -> dict[int, frozenset[str]]:
        found = {}
        for name, value in self.values.table("forbidden").items():
            cell = self.values.cell(self.board, name, "forbidden", name)
            labels = frozenset(self.values.words(value, "forbidden", name))
            if unknown := sorted(labels - set(goal)):
                near = did_you_mean(unknown[0], goal)
                raise self.values.error(
                    ("forbidden", name), f"no cell shows {unknown[0][:SHOWN]!r}; correct it.{near}"
                )
            if goal[cell] in labels or start[cell] in labels:
                raise self.values.error(
                    ("forbidden", name), "the goal or the start is itself forbidden; allow it."
                )
            found[cell] = labels
        return found

    def _pieces(self, goal: Collection[str]) -> dict[str, Piece]:
        table = self.values.table("pieces")
        self.values.only(("pieces",), table, dict.fromkeys(label for label in goal if label))
        found = {}
        for label, value in table.items():
            facts = {"colour": value} if isinstance(value, str) else value
            if not isinstance(facts, dict):
                raise self.values.error(
                    ("pieces", label),
                    'a piece is a colour or a table such as {form="ball", colour="red"}; '
                    "correct it.",
                )
            self.values.only(("pieces", label), facts, ("form", "colour", "text"))
            piece = Piece(
                facts.get("form", "tile"), facts.get("colour", "plain"), facts.get("text", label)
            )
            for fact, known in (("form", FORMS), ("colour", COLOURS)):
                value = getattr(piece, fact)
                if value not in known:
                    near = did_you_mean(value, known) if isinstance(value, str) else ""
                    raise self.values.error(
                        ("pieces", label),
                        f"the {fact} {str(value)[:SHOWN]!r} is none of {', '.join(known)}.{near}",
                    )
            if not isinstance(piece.text, str) or (
                piece.text.strip() and not can_be_shown(piece.text)
            ):
                raise self.values.error(
                    ("pieces", label), "the text of a piece must be a short text."
                )
            found[label] = piece
        return found
