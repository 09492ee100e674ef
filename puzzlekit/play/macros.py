"""Macros: named move sequences, saved as JSON for each puzzle type, and their effects."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, product
from string import ascii_uppercase
from typing import Any, NamedTuple

from ..core import words
from ..core.errors import NotationError, SaveError, quoted
from ..core.files import home, read_json, write_atomically
from ..core.permutation import Images, cycles_of, identity, multiply
from ..core.translation import _, ngettext
from ..rules.base import Puzzle, Rules, State
from .messages import format_move_count
from .parse_moves import parse_turns, read_moves
from .session import Session

#: Limits: bytes in the file, macros per puzzle type, moves in a macro.
MAX_BYTES, MAX_MACROS, MAX_MACRO_MOVES = 1_000_000, 100, 1000

#: The syntax of macro names, which can be parts of words.
_NAME = re.compile(r"[^\W\d]\w{0,19}")


def can_save_macro(rules: Rules) -> bool:
    """Return whether macros make sense: only if every move has an inverse move."""
    if not isinstance(rules, Puzzle) or not rules.all_moves():
        return False
    return all(rules.inverse_move(move) is not None for move in rules.all_moves())


class Macros:
    """The macros of one puzzle type. Methods raise `SaveError`."""

    def __init__(self, session: Session) -> None:
        self.session, self.rules = session, session.rules
        self.kind = session.setup.game.name
        self.path = home() / "sequences.json"

    def all(self) -> dict[str, str]:
        """Return a mapping from names to the macros that fit the size of this puzzle."""
        mine = self._read().get(self.kind, {})
        return {name: word for name, word in mine.items() if self._is_applicable(name, word)}

    def _is_applicable(self, name: str, word: object) -> bool:
        if not isinstance(word, str):  # of another version of puzzlekit
            return False
        try:
            return not self._name_error(name) and bool(self._expanded(word, {}))
        except NotationError:
            return False

    def save(self, name: str, word: str) -> None:
        """Save a word, which may contain other macros; raise `NotationError` if it is invalid."""
        everything = self._read()
        mine = everything.setdefault(self.kind, {})
        if fault := self._name_error(name, new=name not in mine):
            raise NotationError(f"{quoted(name)} is not a valid name: {fault}.")
        if name not in mine and len(mine) >= MAX_MACROS:
            raise NotationError(f"There are already {MAX_MACROS} macros; delete one first.")
        moves = self._expanded(word, self.all())
        mine[name] = words.write([(move, 1) for move in moves])
        self._write(everything)

    def delete(self, name: str) -> None:
        """Delete a macro, if it exists."""
        everything = self._read()
        everything.get(self.kind, {}).pop(name, None)
        self._write(everything)

    def expand(self, word: str, state: State = None) -> list[str]:
        """Return the single moves of a word; raise an error if they are illegal in a state."""
        macros = self.all()
        if state is not None:
            return read_moves(self.rules, state, word, macros)
        return self._expanded(word, macros)

    def _expanded(self, word: str, macro_words: Mapping[str, str]) -> list[str]:
        """Return the single moves of a word, legal or not."""
        assert isinstance(self.rules, Puzzle)
        macros = {**self.rules.aliases, **macro_words}
        names = {*self.rules.all_moves(), *self.rules.notation}
        parsed = words.parse(word, names | macros.keys())
        moves = self.rules.expand_word(words.expand_macros(parsed, macros, names))
        if not 0 < len(moves) <= MAX_MACRO_MOVES:
            raise NotationError(
                f"A macro must have 1 to {MAX_MACRO_MOVES:,} moves, not {len(moves):,}."
            )
        return moves

    def first_free_name(self) -> str:
        """Return the first free name of A, B, C, ...."""
        taken = self.all()
        letters = chain.from_iterable(product(ascii_uppercase, repeat=size) for size in (1, 2, 3))
        free = (name for name in map("".join, letters) if name not in taken)
        return next(name for name in free if not self._name_error(name, new=True))

    def _name_error(self, name: str, *, new: bool = False) -> str:
        """Return what is wrong with a name, or "". A new name must not hide a known turn."""
        assert isinstance(self.rules, Puzzle)
        if not _NAME.fullmatch(name) or name[-1].isdecimal():
            return "use letters, with digits only in the middle"
        known = (self.rules.all_moves(), self.rules.aliases, self.rules.notation if new else ())
        if any(name in names for names in known):
            return "it is the name of a move"
        return ""

    def _read(self) -> dict[str, Any]:
        if not self.path.exists():
            return {}
        data = read_json(self.path, "a list of macros", SaveError, MAX_BYTES)
        if not isinstance(data, dict) or not isinstance(data.get(self.kind, {}), dict):
            raise SaveError(f"{self.path} is not a list of macros; move it away.")
        return data

    def _write(self, everything: Mapping[str, Any]) -> None:
        write_atomically(self.path, json.dumps(everything, indent=1, ensure_ascii=False) + "\n")


def typable_macros(session: Session) -> dict[str, str]:
    """Return the macros that can be typed in a session, or none if the file cannot be read."""
    if not can_save_macro(session.rules):
        return {}
    try:
        return Macros(session).all()
    except SaveError:
        return {}


def is_one_turn(session: Session, line: str) -> bool:
    """Return whether a line is a single turn, such as M2, or the name of a macro."""
    return len(parse_turns(session.rules, line)) == 1 or line.strip() in typable_macros(session)


#: Maximum number of cells to name in a description.
MAX_NAMED_CELLS = 12


class MacroEffect(NamedTuple):
    """The cycles and moved cells of a sequence of `moves` moves."""

    cycles: tuple[tuple[str, ...], ...]
    cells: tuple[int, ...]
    moves: int

    @property
    def order(self) -> int:
        """The number of repetitions after which the position is restored."""
        return math.lcm(*map(len, self.cycles))

    def __str__(self) -> str:
        count = format_move_count(self.moves)
        if not self.cycles:
            return _("no effect, {moves}").format(moves=count)
        if len(self.cells) <= MAX_NAMED_CELLS:
            text = " ".join(
                # Translators: A cycle of a permutation, with the cells that it moves.
                _("[{length}-cycle: {cells}]").format(length=len(each), cells=" ".join(each))
                for each in self.cycles
            )
        else:
            kinds = sorted(Counter(map(len, self.cycles)).items())
            text = ", ".join(
                # Translators: Cycles of a permutation, such as "2 3-cycles".
                ngettext("{count} {length}-cycle", "{count} {length}-cycles", number).format(
                    count=number, length=length
                )
                for length, number in kinds
            )
        order = _("order {order}").format(order=f"{self.order:,}")
        moved = ngettext("{count:,} cell moved", "{count:,} cells moved", len(self.cells))
        return ", ".join([text, order, count, moved.format(count=len(self.cells))])


def macro_effect(rules: Rules, state: State, moves: Sequence[str]) -> MacroEffect:
    """Return the combined effect of moves on pieces and holes; raise `IllegalMoveError`."""
    images: Images = identity(len(rules.board) + rules.reserve)
    for move in moves:
        images = multiply(images, rules.permutation(state, move))
        state = rules.play(state, move)
    moved = {place: image for place, image in enumerate(images) if place != image}
    reserve = (_("reserve {number}").format(number=i + 1) for i in range(rules.reserve))
    names = [*rules.board.cells, *reserve]
    return MacroEffect(
        tuple(tuple(names[place] for place in cycle) for cycle in cycles_of(moved)),
        tuple(sorted(cell for cell in moved if cell < len(rules.board))),
        len(moves),
    )
