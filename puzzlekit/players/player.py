"""What a computer player is, and what it says of its move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple, Protocol

from ..rules.base import Rules, State

HUMAN = "human"

#: Plies after which a game of computers counts as a draw, for games that need not end.
MAX_PLIES = 5_000

#: Seconds that a search thinks in plain Python at most, unless it was given a time, where compiled
#: code is not there yet.
PLAIN_SECONDS = 1.2

#: Moves of a line that are shown.
SHOWN_MOVES = 6

#: Playouts from which on the share of those that were won is worth telling.
REPORT_SECONDS = 200


class SearchResult(NamedTuple):
    """What a player has found: a move, and how the game may go on from it.

    `chance` is that of the mover to win (0 to 1, a draw counts as a share), None if the player
    has no idea; `playouts` is how many games have been played at random to find it, `cut` how
    many of them were left before their end. `wanted` is how many there should be, if they may
    have taken too long. A move from a book of openings has been played in `book` games.
    """

    move: str
    principal_variation: tuple[str, ...] = ()
    win_probability: float | None = None
    playouts: int = 0
    was_interrupted: int = 0
    wanted_playouts: int = 0
    from_book: int = 0

    @property
    def outlook(self) -> str:
        """The chance in words; an empty text if there is none, or if it means nothing."""
        return "" if 0 < self.playouts < REPORT_SECONDS else self._to_win

    @property
    def was_hurried(self) -> bool:
        """Whether there was no time for half of the playouts that the level has.

        >>> Thought("a1", playouts=40, wanted=100).is_hurried
        True
        """
        return 0 < 2 * self.playouts < self.wanted_playouts

    @property
    def _to_win(self) -> str:
        return "" if self.win_probability is None else f"{100 * self.win_probability:.0f} % to win"

    @property
    def description(self) -> str:
        """The chance and the line in words.

        >>> Thought("a1", ("a1", "b2"), 0.5, 1000).description
        '50 % to win after 1,000 playouts, line a1 b2'
        >>> Thought("a1", chance=0.6, book=40).description
        '60 % to win after 40 games of the book'
        """
        cut = f" ({self.was_interrupted:,} cut short)" if self.was_interrupted else ""
        few = f" of {self.wanted_playouts:,}" if self.was_hurried else ""
        counted = f"after {self.playouts:,}{few} playouts{cut}" if self.playouts else ""
        if self.from_book:
            counted = f"after {self.from_book:,} games of the book"
        chance = " ".join(part for part in (self._to_win, counted) if part)
        line = (
            f"line {' '.join(self.principal_variation[:SHOWN_MOVES])}"
            if self.principal_variation
            else ""
        )
        return ", ".join(part for part in (chance, line) if part)


class Player(Protocol):
    """Who plays one seat of a game; it may keep what it thought, but may be given any position."""

    def think(
        self, rules: Rules, state: State, rng: Random, limit: float | None = None
    ) -> SearchResult:
        """Return a move for the mover; a player that can stop early keeps to `limit` seconds."""


class Tree(Protocol):
    """A tree search, plain or compiled, that goes on from move to move."""

    def think(
        self,
        state: State,
        *,
        playouts: int | None,
        seconds: float | None,
        seed: int,
        clock: Callable[[], float],
    ) -> SearchResult:
        """Return a move found with so many playouts, or in so many seconds by a clock."""
