"""Sequences of moves that a person has named, kept as JSON for each kind of puzzle."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from string import ascii_uppercase

from ..core import words
from ..core.errors import NotationError, SaveError, quoted
from ..core.files import home, read_text, write_atomically
from ..rules.base import Puzzle, Rules, State
from .parse_moves import read_moves
from .session import Session

#: Bytes of the file at most, sequences of a kind, and moves of one.
MAX_BYTES, MOST, LONGEST = 1_000_000, 100, 1000

#: What a name is made of, so that it can stand in a word.
_NAME = re.compile(r"[^\W\d]\w{0,19}")


def can_save_macro(rules: Rules) -> bool:
    """Return whether sequences make sense: in puzzles whose moves are undone by moves."""
    if not isinstance(rules, Puzzle) or not rules.all_moves():
        return False
    return all(rules.inverse_move(move) is not None for move in rules.all_moves())


class Macros:
    """The named sequences of one kind of puzzle; methods raise `SaveError`."""

    def __init__(self, session: Session, path: Path | None = None) -> None:
        self.session, self.rules = session, session.rules
        self.kind = session.setup.game.name
        self.path = path or home() / "sequences.json"

    def all(self) -> dict[str, str]:
        """Return the words by their names, without those that do not fit this size."""
        mine = self._read().get(self.kind, {})
        return {name: word for name, word in mine.items() if self._is_applicable(name, word)}

    def _is_applicable(self, name: str, word: str) -> bool:
        try:
            return not self._why_invalid(name) and bool(self._expanded(word, {}))
        except NotationError:
            return False

    def save(self, name: str, word: str) -> None:
        """Keep a word, which may hold other names, under a name; raise `NotationError`."""
        everything = self._read()
        mine = everything.setdefault(self.kind, {})
        if fault := self._why_invalid(name):
            raise NotationError(f"{quoted(name)} will not do as a name: {fault}.")
        if name not in mine and len(mine) >= MOST:
            raise NotationError(f"There are {MOST} sequences already; delete one first.")
        moves = self._expanded(word, self.all())
        mine[name] = words.write([(move, 1) for move in moves])
        self._write(everything)

    def delete(self, name: str) -> None:
        """Delete a sequence, if it is there."""
        everything = self._read()
        everything.get(self.kind, {}).pop(name, None)
        self._write(everything)

    def expand(self, word: str, state: State = None) -> list[str]:
        """Return the single moves of a word; legal ones from a state, if one is given."""
        named = self.all()
        if state is not None:
            return read_moves(self.rules, state, word, named)
        return self._expanded(word, named)

    def _expanded(self, word: str, named: Mapping[str, str]) -> list[str]:
        """Return the single moves of a word, legal or not."""
        assert isinstance(self.rules, Puzzle)
        others = {**self.rules.aliases, **named}
        parsed = words.parse(word, {*self.rules.all_moves(), *others})
        meant = words.expand_macros(parsed, others, self.rules.all_moves())
        moves = words.expand(meant, self.rules.inverse_move)
        if not 0 < len(moves) <= LONGEST:
            raise NotationError(f"A sequence has from 1 to {LONGEST:,} moves, not {len(moves):,}.")
        return moves

    def fresh_name(self) -> str:
        """Return the first free one of the names A, B, C, ..."""
        taken = self.all()
        return next(
            name for name in _letters() if name not in taken and not self._why_invalid(name)
        )

    def _why_invalid(self, name: str) -> str:
        """Return what is wrong with a name, or nothing."""
        assert isinstance(self.rules, Puzzle)
        if not _NAME.fullmatch(name) or name[-1].isdecimal():
            return "write letters, and digits within"
        if name in self.rules.all_moves() or name in self.rules.aliases:
            return "it is a move"
        return ""

    def _read(self) -> dict[str, dict[str, str]]:
        if not self.path.exists():
            return {}
        try:
            found = json.loads(read_text(self.path, "a list of sequences", MAX_BYTES, SaveError))
        except (ValueError, RecursionError) as error:
            raise self._damaged() from error
        if not isinstance(found, dict) or not all(map(_is_macro_name, found.values())):
            raise self._damaged()
        return found

    def _damaged(self) -> SaveError:
        return SaveError(f"{self.path} is no list of sequences of puzzlekit; move it aside.")

    def _write(self, everything: Mapping[str, Mapping[str, str]]) -> None:
        write_atomically(self.path, json.dumps(everything, indent=1, ensure_ascii=False) + "\n")


def _is_macro_name(found: object) -> bool:
    return isinstance(found, dict) and all(isinstance(word, str) for word in found.values())


def _letters() -> Iterator[str]:
    for length in (1, 2, 3):
        yield from map("".join, product(ascii_uppercase, repeat=length))


def macro_names_in(session: Session) -> dict[str, str]:
    """Return the sequences of a session that can be typed; none if the file cannot be read."""
    if not can_save_macro(session.rules):
        return {}
    try:
        return Macros(session).all()
    except SaveError:
        return {}
