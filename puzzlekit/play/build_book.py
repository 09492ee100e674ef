"""Opening books learned from self-play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..core.errors import OptionError, SaveError, shorten_path
from ..core.locks import file_lock
from ..core.progress import Progress, silent
from ..players.book import Book, load_book
from ..players.player import HUMAN, MAX_PLIES
from ..players.registry import make_player
from ..rules.base import Rules, State
from ..rules.compiled import DRAW, outcome_of, reward


def learn(
    rules: Rules, spec: str, games: int, *, seed: int = 0, progress: Progress = silent
) -> Iterator[Book]:
    """Let a player play against itself; save and yield the book after each game.

    The player plays book moves that have at least an average score; otherwise it searches. Raises
    `OptionError` if there is nothing to learn.
    """
    if spec == HUMAN:
        raise OptionError("Only computer players can build an opening book; choose one.")
    if not rules.is_game() or rules.outcome(rules.start()) is not None:
        raise OptionError(f"{rules.name} has no openings; choose a game that is not finished.")
    if not Book(rules).game:
        raise OptionError("A book needs a game ID; load the rules from one.")
    previous_games = load_book(rules).games
    for number in range(games):
        progress("games", number, games)
        rng = Random(f"{seed} {previous_games + number}")
        played = _play_game(rules, spec, load_book(rules), rng)
        book = load_book(rules)
        try:
            with file_lock(book.path.with_suffix(".lock")):
                book = load_book(rules)
                book.add(played)
                book.write()
        except OSError as error:
            raise SaveError(
                f"Cannot write {shorten_path(book.path)} ({error.strerror}). Set PUZZLEKIT_HOME "
                "to a writable folder."
            ) from error
        yield book


def _play_game(rules: Rules, spec: str, book: Book, rng: Random) -> list[tuple[State, str, float]]:
    """Play a game; return the positions, the move made in each, and the points it earned."""
    seats = len(rules.players)
    players = [make_player(spec) for _ in range(seats)]
    state = rules.start()
    played: list[tuple[State, str, int]] = []
    while (result := rules.outcome(state)) is None and len(played) < MAX_PLIES:
        seat = rules.turn(state)
        entry = book.best(state)
        if entry is None or entry.score < 1 / seats:
            move = players[seat].think(rules, state, rng).move
        else:
            move = entry.move
        played.append((state, move, seat))
        state = rules.play(state, move)
    outcome = max(outcome_of(result), DRAW)
    return [(state, move, reward(outcome, seat, seats)) for state, move, seat in played]
