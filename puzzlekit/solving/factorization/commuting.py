"""Concatenation of words in which commuting letters move past each other in order to merge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.permutation import multiply
from .table_plain import PlainLetters

#: Maximum number of letters that a letter is moved past.
MAX_SHIFT = 60


class CommutationRules:
    """A growing word in which letters merge; `commuting` caches which pairs of letters commute."""

    def __init__(self, letters: PlainLetters, commuting: dict[tuple[int, int], bool]) -> None:
        self._letters, self._merged, self._pulls = letters, letters.merged, letters.pulls
        self._commuting = commuting
        self._word: list[int] = []

    def add(self, word: Iterable[int]) -> None:
        """Append a word."""
        for letter in word:
            self._append(letter)

    def add_rows(self, rows: Iterable[Sequence[Sequence[int]]]) -> None:
        """Append commuting rows of words in a greedy order that cancels many letters."""
        waiting = [list(reversed(row)) for row in rows if row]
        while waiting:
            row = max(waiting, key=lambda row: self._saved(row[-1]))
            self.add(row.pop())
            waiting = [each for each in waiting if each]

    def letters(self) -> list[int]:
        """Return the word."""
        return list(self._word)

    def _saved(self, word: Sequence[int]) -> int:
        """Return the number of letters that appending a word would save."""
        end = CommutationRules(self._letters, self._commuting)
        end._word = self._word[-MAX_SHIFT:]
        before = len(end._word)
        end.add(word)
        return before + len(word) - len(end._word)

    def _append(self, letter: int) -> None:
        word = self._word
        for k in range(len(word) - 1, max(-1, len(word) - 1 - MAX_SHIFT), -1):
            single = self._merged[word[k]][letter]
            if single == -2:
                del word[k]
                return
            if single >= 0:
                word[k] = single
                return
            if not self._commute(word[k], letter):
                break
        word.append(letter)

    def _commute(self, one: int, two: int) -> bool:
        key = (one, two) if one < two else (two, one)
        if key not in self._commuting:
            a, b = self._pulls[one], self._pulls[two]
            self._commuting[key] = multiply(a, b) == multiply(b, a)
        return self._commuting[key]
