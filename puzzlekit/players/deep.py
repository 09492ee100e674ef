"""The strongest player: its book of openings, then a search on all cores for some seconds."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from ..core.errors import PuzzlekitError
from ..rules.base import Rules, State
from .book import Book
from .mcts_player import DEEP_SECONDS, MctsPlayer
from .player import SearchResult

#: Games from which on the book is believed, if the move has scored its share of the points.
MIN_BOOK_GAMES = 10


class DeepPlayer(MctsPlayer):
    """Plays by the book that `puzzlekit learn` has made, if there is one, then thinks for long."""

    def __init__(self, *, cores: int = 1, waits: bool = True, game: str = "") -> None:
        super().__init__(seconds=DEEP_SECONDS, cores=cores, waits=waits)
        self._game = game
        self._book: Book | None = None

    def think(
        self, rules: Rules, state: State, rng: Random, limit: float | None = None
    ) -> SearchResult:
        """Return the move of the book, or the one that won most often."""
        if self._book is None or self._book.rules is not rules:
            self._book = Book(rules, self._game)
            with suppress(PuzzlekitError):  # a book that cannot be read is none
                self._book.read()
        entry = None
        with suppress(PuzzlekitError):  # not every position can be written as a line
            entry = self._book.best(state)
        if entry is None or entry.games < MIN_BOOK_GAMES or entry.score < 1 / len(rules.players):
            return super().think(rules, state, rng, limit)
        return SearchResult(entry.move, (entry.move,), entry.score, from_book=entry.games)
