"""The user's own results: games won by opponent and side, and puzzles solved."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import takewhile
from statistics import fmean
from typing import NamedTuple

from ..core import game_id
from ..core.errors import PuzzlekitError
from ..core.translation import _, ngettext, translate
from ..players.player import HUMAN
from ..players.registry import player_titles
from .game_database import Library
from .session import Session
from .setup import make_setup
from .solve_history import SolveHistory, format_time

#: Maximum number of games that are replayed to find their winners, latest first.
MAX_GAMES = 300


class ResultLine(NamedTuple):
    """One line of the results: a label and its value."""

    label: str
    value: str


def results(game: str) -> list[ResultLine]:
    """Return the results of a game, whatever its options, or of a puzzle with its options.

    Winners are found by replaying the saved games, because players may have swapped sides. Raises a
    `PuzzlekitError` if the ID is invalid or the files cannot be read.
    """
    setup = make_setup(game)
    return _game_results(setup.game.name) if setup.rules.is_game() else _solves(setup.id)


def _game_results(name: str) -> list[ResultLine]:
    sessions, lengths, library = [], [], Library()
    for entry in library.entries():
        if entry.result and game_id.parse(entry.game).name == name:
            with suppress(PuzzlekitError):  # damaged games and those of other versions
                sessions.append(library.open(entry.number)[0])
                lengths.append(entry.moves)
        if len(sessions) == MAX_GAMES:
            break
    if not sessions:
        return []
    played = [_Played.of(session) for session in sessions if session.players.count(HUMAN) == 1]
    rows = [
        ResultLine(_("Finished games"), f"{len(sessions):,}"),
        ResultLine(_("Average length"), _format_move_count(fmean(lengths))),
    ]
    if not played:
        return rows
    streak = len(list(takewhile(lambda each: each.score == 1, played)))
    rows.append(ResultLine(_("Current winning streak"), f"{streak:,}"))
    for opponents, side in sorted({(each.opponents, each.side) for each in played}):
        same = [each for each in played if (each.opponents, each.side) == (opponents, side)]
        counts = Counter(each.score for each in same)
        label = _("{side} against {opponents}").format(side=translate(side), opponents=opponents)
        text = ngettext("{wins} of {count:,} game won", "{wins} of {count:,} games won", len(same))
        value = text.format(wins=counts[1], count=len(same))
        if counts[0]:
            value += ", " + ngettext("{count} draw", "{count} draws", counts[0]).format(
                count=counts[0]
            )
        rows.append(ResultLine(label, value))
    return rows


class _Played(NamedTuple):
    """A finished game of one person: the side at the start, the opponents, and 1, 0 or -1."""

    side: str
    opponents: str
    score: int

    @classmethod
    def of(cls, session: Session) -> _Played:
        seat, result = session.players.index(HUMAN), session.final
        others = dict.fromkeys(player for player in session.players if player != HUMAN)
        winner = None if result is None else result.seat
        score = 0 if winner is None else 1 if winner == seat else -1
        side = session.rules.sides(session.state_at(0))[seat]
        return cls(side, ", ".join(player_titles(others)), score)


def _solves(puzzle: str) -> list[ResultLine]:
    solves = list(SolveHistory().all(puzzle).values())
    if not solves:
        return []
    rows = [ResultLine(_("Solved"), f"{len(solves):,}")]
    own = [solve for solve in solves if not solve.used_hint]
    if own:
        moves = [solve.moves for solve in own]
        text = _("{best} at best, {mean} on average")
        rows.append(
            ResultLine(
                _("Moves"),
                text.format(
                    best=_format_move_count(min(moves)), mean=_format_move_count(fmean(moves))
                ),
            )
        )
    times = [time for solve in own if (time := solve.total) is not None]
    if times:
        best, mean = format_time(min(times)), format_time(round(fmean(times)))
        text = _("{best} at best, {mean} on average, {last} last")
        rows.append(
            ResultLine(_("Time"), text.format(best=best, mean=mean, last=format_time(times[-1])))
        )
    return rows


def _format_move_count(number: float) -> str:
    """Return a number of moves with its noun."""
    text = ngettext("{count} move", "{count} moves", 1 if number == 1 else 2)
    return text.format(count=f"{number:,.1f}".removesuffix(".0"))
