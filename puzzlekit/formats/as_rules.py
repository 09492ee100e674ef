"""Puzzles made from files: a definition becomes a rule book, and a rule book a definition."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from pathlib import Path
from typing import ClassVar

from ..core.board import Board
from ..core.errors import FormatError, NotationError, shown
from ..core.permutation import Images, moved, multiply, order, to_cycles
from ..core.words import parse
from ..rules.rule_book import Rules, State
from ..rules.sliding import Sliding
from ..rules.twisty import Twisty
from . import read
from .automatic_board import automatic_board
from .definition import MAX_MOVES, Definition


class _Twisted(Twisty):
    """A twisty puzzle from a file."""

    definition: ClassVar[Definition]

    def __init__(self) -> None:
        known = self.definition
        moves = known.moves if not known.forbidden else _with_powers(known.moves)
        super().__init__(
            known.board or automatic_board(known),
            known.goal,
            {name: to_cycles(images) for name, images in moves.items()},
            start=known.start,
            pieces=known.pieces,
            handles=_handles(known, moves),
            forbidden=known.forbidden,
        )
        self.aliases = {
            name: word
            for name, word in known.aliases.items()
            if name not in self.twists and _is_power(word, self.twists)
        }

    def generators(self, state: State) -> dict[str, Images]:
        """Return the moves of the file, without powers and inverses, whatever the position."""
        return self.definition.generators()


class _Slid(Sliding):
    """A sliding puzzle from a file."""

    definition: ClassVar[Definition]

    def __init__(self) -> None:
        known = self.definition
        assert known.board is not None  # pieces slide along its edges
        super().__init__(known.board, known.goal, start=known.start, pieces=known.pieces)


def _is_power(word: str, moves: Container[str]) -> bool:
    """Tell whether a word is one of the moves, some times over: not a turn of the whole puzzle."""
    try:
        return len(parse(word, moves)) == 1
    except NotationError:
        return False


def puzzle(path: Path) -> type[Rules]:
    """Return the plugin class of a puzzle file; raise `FormatError` if it holds no puzzle."""
    return as_plugin(read(path), shown(path.name))


def as_plugin(definition: Definition, source: str) -> type[Rules]:
    """Return a class of rule books for a definition; `source` says where it comes from.

    >>> from puzzlekit import formats
    >>> rules = as_plugin(formats.parse("L: (1 2 3)", "cycles", "three.txt"), "three.txt")()
    >>> rules.name, rules.moves(rules.start())
    ('three', ['L', "L'"])
    """
    kind: type[Rules] = _Slid if definition.sliding else _Twisted
    facts = {
        "__doc__": definition.rules or _page(definition, source),
        "__module__": __name__,
        "name": definition.name,
        "fingerprint": definition.fingerprint(),
        "definition": definition,
    }
    return type("FromFile", (kind,), facts)


def _page(definition: Definition, source: str) -> str:
    """Return rules for a file that says none."""
    lines = [f"Bring the pieces back to their places, as {source} says."]
    if definition.sliding:
        lines.append("Pieces slide along the lines into the holes.")
    else:
        lines.append(f"The moves are {', '.join(definition.moves)}, and their inverses with '.")
    if definition.forbidden:
        lines.append("Some positions are forbidden, and no move may end in one.")
    return "\n\n".join(lines)


def _with_powers(moves: Mapping[str, Images]) -> dict[str, Images]:
    """Return the moves and their powers X2, X3 ... up to half their order.

    A power of a move may be legal though the move itself leads to a forbidden position.
    """
    found = dict(moves)
    for name, images in moves.items():
        power = multiply(images, images)
        for count in range(2, order(images) // 2 + 1):
            if len(found) >= MAX_MOVES:
                return found
            found.setdefault(f"{name}{count}", power)
            power = multiply(power, images)
    return found


def _handles(definition: Definition, moves: Mapping[str, Images]) -> Mapping[str, Iterable[int]]:
    """Return where moves are clicked: on a board of the file, unless two would share a place."""
    if definition.board is None:
        return dict.fromkeys(moves, ())
    found: dict[str, tuple[int, ...]] = {}
    taken: set[tuple[int, ...]] = set()
    for name, images in moves.items():
        cells = definition.handles.get(name)
        if cells is None:
            cells = tuple(moved(images))
        found[name] = () if cells in taken else cells
        taken.add(cells)
    return found


def definition_of(rules: Rules) -> Definition:
    """Return a rule book as a definition: that of its file, else its board and its moves.

    Raises `FormatError` for a game, and for a puzzle of another kind than Twisty or Sliding.

    >>> from puzzlekit import load
    >>> definition_of(load("twist:2,height=2")).cells
    ('a2', 'b2', 'a1', 'b1')
    """
    board: Board = rules.board
    if isinstance(rules, _Twisted | _Slid):
        return rules.definition._replace(begun=rules.start())
    if isinstance(rules, Twisty):
        moves: dict[str, Images] = {}
        for name in rules.twists:
            if rules.inverse_move(name) not in moves:
                moves[name] = rules.twists[name]
        touches = {name: [touch.cells for touch in rules.touches(name)] for name in moves}
        handles = {name: cells[0] if cells else () for name, cells in touches.items()}
        return Definition(
            name=rules.name,
            cells=board.cells,
            goal=rules.goal,
            begun=rules.start(),
            moves=moves,
            forbidden=rules.forbidden,
            pieces=rules.pieces,
            board=board,
            handles=handles,
            rules=rules.page(),
        )
    if isinstance(rules, Sliding):
        return Definition(
            name=rules.name,
            cells=board.cells,
            goal=rules.goal,
            begun=rules.start(),
            pieces=rules.pieces,
            board=board,
            rules=rules.page(),
        )
    raise FormatError(
        f"{rules.name} is neither a twisty nor a sliding puzzle, so no format can hold it; "
        "convert another one."
    )


def with_moves(definition: Definition) -> Definition:
    """Return a sliding puzzle as one of moves: generators of what walks of its holes can do.

    >>> from puzzlekit import load
    >>> len(with_moves(definition_of(load("fifteen:2,height=2"))).moves)
    1
    """
    if not definition.sliding:
        return definition
    rules = as_plugin(definition, definition.name)()
    found = rules.generators(definition.goal).values()
    if not found:
        raise FormatError(
            f"{definition.name}: no walk of the holes moves a piece, so there is no group to "
            "write; write TOML."
        )
    moves = {f"g{number}": images for number, images in enumerate(found, 1)}
    return definition._replace(moves=moves, begun=(), board=None)
