"""The strongest player: an opening book, then a long search on all cores."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from ..core.errors import PuzzlekitError
from ..rules.base import Rules, State
from .book import Book
from .mcts_player import DEEP_SECONDS, MctsPlayer
from .player import SearchResult

#: Minimum number of games for a book move, which must also have at least an average score.
MIN_BOOK_GAMES = 10


class DeepPlayer(MctsPlayer):
    """A player that uses the book built by `puzzlekit learn`, then a long search."""

    def __init__(self, *, cores: int = 1, blocking: bool = True, game: str = "") -> None:
        super().__init__(seconds=DEEP_SECONDS, cores=cores, blocking=blocking)
        self._game = game
        self._book: Book | None = None

    def think(
        self, rules: Rules, state: State, rng: Random, limit: float | None = None
    ) -> SearchResult:
        """Return a book move or, if there is none, the move with the most visits."""
        if self._book is None or self._book.rules is not rules:
            self._book = Book(rules, self._game)
            with suppress(PuzzlekitError):  # ignore an unreadable book
                self._book.read()
        entry = None
        with suppress(PuzzlekitError):  # not every position can be encoded
            entry = self._book.best(state)
        if entry is None or entry.games < MIN_BOOK_GAMES or entry.score < 1 / len(rules.players):
            return super().think(rules, state, rng, limit)
        return SearchResult(entry.move, (entry.move,), entry.score, book_games=entry.games)
