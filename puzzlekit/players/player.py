"""The interface of computer players and the result of their search."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..core.translation import _, ngettext

if TYPE_CHECKING:  # the command line needs the limits right away
    from random import Random

    from ..rules.base import Rules, State

HUMAN = "human"

#: The name of the player that resists a forced win, followed by a number of turns: `defence:3`.
DEFENCE = "defence"

#: Number of plies after which a game between computers is declared a draw.
MAX_PLIES = 5_000

#: Maximum seconds for an untimed search that runs in plain Python until compiled code is ready.
PLAIN_SECONDS = 1.2

#: Number of moves of the principal variation to show.
SHOWN_MOVES = 6

#: Minimum number of playouts for a meaningful win probability.
MIN_REPORTED_PLAYOUTS = 200


class SearchResult(NamedTuple):
    """The move chosen by a player, with its principal variation and statistics.

    `win_probability` (0 to 1) is for the side to move, None if unknown. Draws are shared equally.
    Of the `playouts` that found the move, `cut_playouts` were cut off before the end.
    `wanted_playouts` is the full number of playouts for the level, if time may have run out. A move
    from an opening book was played in `book_games` games. `is_proved` means that the probability is
    the outcome under best play.
    """

    move: str
    principal_variation: tuple[str, ...] = ()
    win_probability: float | None = None
    playouts: int = 0
    cut_playouts: int = 0
    wanted_playouts: int = 0
    book_games: int = 0
    is_proved: bool = False

    @property
    def chance(self) -> float | None:
        """The win probability, or None if unknown or based on too few playouts.

        >>> SearchResult("a1", win_probability=0.6, playouts=9).chance
        >>> SearchResult("a1", win_probability=1.0, playouts=9, is_proved=True).chance
        1.0
        """
        is_vague = 0 < self.playouts < MIN_REPORTED_PLAYOUTS and not self.is_proved
        return None if is_vague else self.win_probability

    @property
    def chance_text(self) -> str:
        """The win probability as a string, or an empty string if unknown or not meaningful."""
        if self.is_proved and self.playouts < MIN_REPORTED_PLAYOUTS:
            proved = {0.0: _("proved loss"), 1.0: _("proved win")}
            return proved.get(self.win_probability or 0.0, "")
        if self.chance is None:
            return ""
        return _("{chance:.0f}% to win").format(chance=100 * self.chance)

    @property
    def was_hurried(self) -> bool:
        """True if there was time for less than half of the level's playouts.

        >>> SearchResult("a1", playouts=40, wanted_playouts=100).was_hurried
        True
        """
        return 0 < 2 * self.playouts < self.wanted_playouts

    @property
    def description(self) -> str:
        """The win probability and the principal variation as a string.

        >>> SearchResult("a1", ("a1", "b2"), 0.5, 1000).description
        '50% to win after 1,000 playouts, line a1 b2'
        >>> SearchResult("a1", win_probability=0.6, book_games=40).description
        '60% to win based on 40 games in the opening book'
        """
        count, wanted, counted = self.playouts, self.wanted_playouts, ""
        if self.book_games:
            counted = ngettext(
                "based on {count:,} game in the opening book",
                "based on {count:,} games in the opening book",
                self.book_games,
            ).format(count=self.book_games)
        elif self.was_hurried:
            counted = ngettext(
                "after {count:,} of {wanted:,} playout",
                "after {count:,} of {wanted:,} playouts",
                wanted,
            ).format(count=count, wanted=wanted)
        elif count:
            counted = ngettext("after {count:,} playout", "after {count:,} playouts", count)
            counted = counted.format(count=count)
        if self.cut_playouts and count and not self.book_games:
            # Translators: Playouts that were stopped before the end of the game.
            counted += " " + _("({count:,} cut short)").format(count=self.cut_playouts)
        chance = " ".join(part for part in (self.chance_text, counted) if part)
        moves = " ".join(self.principal_variation[:SHOWN_MOVES])
        # Translators: The moves that the computer expects.
        line = _("line {moves}").format(moves=moves) if moves else ""
        return ", ".join(part for part in (chance, line) if part)


class Player(Protocol):
    """A computer player for one seat of a game, which may keep its search tree between moves."""

    def think(
        self, rules: Rules, state: State, rng: Random, limit: float | None = None
    ) -> SearchResult:
        """Return a move for the side to move; if possible, stop after `limit` seconds."""
