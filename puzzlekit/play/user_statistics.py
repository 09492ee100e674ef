"""The user's own results: games won by opponent and side, and puzzles solved."""

from __future__ import annotations

from collections import Counter, defaultdict
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
    rows = [
        ResultLine(_("Finished games"), f"{len(sessions):,}"),
        ResultLine(_("Average length"), _format_move_count(fmean(lengths))),
    ]
    played = [session for session in sessions if session.players.count(HUMAN) == 1]
    if not played:
        return rows
    points = list(map(_score, played))
    streak = len(list(takewhile(lambda score: score == 1, points)))
    rows.append(ResultLine(_("Current winning streak"), f"{streak:,}"))
    scores = defaultdict[tuple[str, str], Counter[int]](Counter)
    for session, score in zip(played, points, strict=True):
        scores[_opponents_and_side(session)][score] += 1
    for (opponents, side), counts in sorted(scores.items()):
        label = _("{side} against {opponents}").format(side=translate(side), opponents=opponents)
        count, draws = counts.total(), counts[0]
        text = ngettext("{wins} of {count:,} game won", "{wins} of {count:,} games won", count)
        value = text.format(wins=counts[1], count=count)
        if draws:
            value += ", " + ngettext("{count} draw", "{count} draws", draws).format(count=draws)
        rows.append(ResultLine(label, value))
    return rows


def _score(session: Session) -> int:
    """Return 1 if the only person has won, 0 for a draw, and -1 for a loss."""
    result = session.final
    winner = None if result is None else result.seat
    return 0 if winner is None else 1 if session.players[winner] == HUMAN else -1


def _opponents_and_side(session: Session) -> tuple[str, str]:
    """Return the opponents of the only person, and the person's side at the start."""
    others = dict.fromkeys(player for player in session.players if player != HUMAN)
    side = session.rules.sides(session.state_at(0))[session.players.index(HUMAN)]
    return ", ".join(player_titles(others)), side


def _solves(puzzle: str) -> list[ResultLine]:
    solves = list(SolveHistory().all(puzzle).values())
    if not solves:
        return []
    rows = [ResultLine(_("Solved"), f"{len(solves):,}")]
    own = [solve for solve in solves if not solve.used_hint]
    if own:
        moves = [solve.moves for solve in own]
        best, mean = _format_move_count(min(moves)), _format_move_count(fmean(moves))
        text = _("best {best}, mean {mean}")
        rows.append(ResultLine(_("Moves"), text.format(best=best, mean=mean)))
    times = [time for solve in own if (time := solve.total) is not None]
    if times:
        best, mean, last = map(format_time, (min(times), round(fmean(times)), times[-1]))
        text = _("best {best}, mean {mean}, last {last}")
        rows.append(ResultLine(_("Time"), text.format(best=best, mean=mean, last=last)))
    return rows


def _format_move_count(number: float) -> str:
    """Return a number of moves with its noun."""
    whole = int(number) if number == int(number) else 2  # fractions take a plural
    text = ngettext("{count} move", "{count} moves", whole)
    return text.format(count=f"{number:,.1f}".removesuffix(".0"))
