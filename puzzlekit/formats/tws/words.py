"""Moves in a `.tws` file that are defined by other moves: sequences and aliases."""

from __future__ import annotations

import re

from ...core.errors import did_you_mean
from ...core.permutation import Images
from ...core.words import Word, simplify, write
from ..source_text import SHOWN, Line, SourceText
from .lines import Lines


class Words:
    """Named sequences and aliases, which may refer to each other in any order."""

    def __init__(self, source: SourceText, lines: Lines) -> None:
        self.source = source
        self.lines = lines
        self.words: dict[str, tuple[int, list[str]]] = {}
        self.aliases: set[str] = set()

    def add(self, line: int, words: list[str]) -> None:
        """Record the definition on a line."""
        if words[0] == "MoveAlias":
            name, *meant = self.lines.arguments(line, words, 2)
            self.aliases.add(name)
        else:
            name, *meant = [word for text in words[1:] for word in text.split(",") if word] or [""]
        if not meant:
            raise self.source.error(line, "MoveSequence takes a name and moves; add them.")
        self.words[self.source.move_name(line, name)] = line, meant

    def resolve(self, moves: dict[str, tuple[Line, Images]], cells: int) -> dict[str, str]:
        """Add the sequences to the moves; return the aliases as words in the moves."""
        known: dict[str, Word] = {name: ((name, 1),) for name in moves}
        waiting = dict(self.words)
        names = {*moves, *self.words}
        while waiting:
            ready = {}
            for name, (line, meant) in waiting.items():
                self.source.count_work(line, 100 * len(meant))
                parts = [self._power(line, word, names) for word in meant]
                if all(base in known for base, _ in parts):
                    ready[name] = parts
            if not ready:
                line = next(iter(waiting.values()))[0]
                raise self.source.error(
                    line,
                    f"{next(iter(waiting))[:SHOWN]!r} is defined in terms of itself; break the "
                    "cycle.",
                )
            for name, parts in ready.items():
                line = waiting.pop(name)[0]
                if name in self.aliases:
                    ((base, power),) = parts
                    known[name] = tuple((move, by * power) for move, by in known[base])
                    continue
                word = tuple((known[base][0][0], known[base][0][1] * by) for base, by in parts)
                images = {base: moves[base][1] for base, _ in word}
                moves[name] = line, self.source.product(line, word, images, cells)
                known[name] = ((name, 1),)
        return {name: write(simplify(known[name])) for name in self.words if name in self.aliases}

    def _power(self, line: int, word: str, names: set[str]) -> tuple[str, int]:
        """Return the move and the exponent in a word."""
        match = re.fullmatch(r"(.+?)([0-9]{0,9})('?)", word)
        for base, amount, prime in ((word, "", ""), match.groups() if match else ("", "", "")):
            if base in names:
                return base, (int(amount) if amount else 1) * (-1 if prime else 1)
        near = did_you_mean(word, names)
        raise self.source.error(
            line, f"there is no move {word[:SHOWN]!r}; define it or correct it.{near}"
        )
