"""Matches between computer players: games, score, confidence interval and Elo difference.

Players change seats between games. With two players and more than two seats, player B takes all
seats but one. The confidence interval is the Wilson score interval (E. B. Wilson, 1927), with a
draw as a share of a win. Elo differences follow A. Elo.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from random import Random
from threading import Thread
from typing import NamedTuple, TypeAlias

from ..core.errors import IllegalMoveError, OptionError, PluginError, short_repr
from ..core.numba_status import (
    reason_without_numba,
    retry_without_numba,
    silence_warning,
    stop_using_numba,
)
from ..core.progress import Progress, silent
from ..players.player import HUMAN, MAX_PLIES
from ..players.registry import make_player
from ..players.repetition_draws import RepetitionCounter
from ..plugin.errors import plugin_boundary, plugin_error
from ..rules.base import Rules, State, checked_moves
from .api_arguments import PuzzleLike, load
from .setup import setup_of

#: Number of standard deviations around the mean that contain 95% of a normal distribution.
CONFIDENCE = 1.959964

#: The name of a computer player, or a function that returns a legal move for the side to move.
MatchPlayer: TypeAlias = "str | Callable[[Rules, State, Random], str]"

#: Maximum number of processes (a limit of Windows).
MAX_JOBS = 61

#: Maximum number of attempts to find a random opening that does not end the game.
MAX_OPENING_TRIES = 100


class Game(NamedTuple):
    """One game of a match: number, player in each seat, winning seat, plies and moves."""

    number: int
    players: tuple[int, ...]
    winner: int | None
    plies: int
    is_unfinished: bool = False
    moves: tuple[str, ...] = ()


class Interval(NamedTuple):
    """A measured value with its 95% confidence interval."""

    value: float
    low: float
    high: float


class Score(NamedTuple):
    """The results of a match for one player. `seats` is the number of seats in a game."""

    wins: int
    draws: int
    losses: int
    seats: int = 2

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> Interval:
        """The share of the points. A draw is split between all seats."""
        n = self.games
        if not n:
            return Interval(math.nan, 0.0, 1.0)
        share, z = (self.wins + self.draws / self.seats) / n, CONFIDENCE
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        low, high = middle - half, middle + half
        return Interval(share, low if share > 0 else 0.0, high if share < 1 else 1.0)

    @property
    def elo(self) -> Interval | None:
        """The Elo difference, or None for more than two seats."""
        if self.seats != 2:
            return None
        value, low, high = map(elo, self.share)
        return Interval(value, low, high)


def elo(share: float) -> float:
    """Return the Elo difference for an expected score."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def score(games: Iterable[Game], player: int = 0) -> Score:
    """Return the score of one player of a match."""
    wins = draws = losses = 0
    seats = 2
    for game in games:
        seats = len(game.players)
        wins += game.winner is not None and game.players[game.winner] == player
        draws += game.winner is None
        losses += game.winner is not None and game.players[game.winner] != player
    return Score(wins, draws, losses, seats)


class MatchStats(NamedTuple):
    """Statistics on the games of a match: wins by seat, different games, and lengths in plies."""

    wins: tuple[int, ...]
    different: int
    shortest: int
    mean: float
    longest: int


def match_stats(games: Sequence[Game]) -> MatchStats:
    """Return the statistics of one or more games."""
    seats, plies = range(len(games[0].players)), [game.plies for game in games]
    wins = tuple(sum(game.winner == seat for game in games) for seat in seats)
    different = len({game.moves for game in games})
    return MatchStats(wins, different, min(plies), sum(plies) / len(plies), max(plies))


def match(
    game: PuzzleLike,
    players: Sequence[MatchPlayer],
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    random_plies: int = 0,
    max_plies: int = MAX_PLIES,
    finished_numbers: Collection[int] = (),
    progress: Progress = silent,
) -> Iterator[Game]:
    """Play a match between two players, or one player per seat; yield its games as they end.

    A player is a name such as `mcts:club`, or a function `choose(rules, state, rng)` that returns
    a legal move. A game is a draw after `max_plies` or at the third repetition, unless its rules
    set their own limit. If `random_plies` is set, games that differ only in seating share a random
    opening. Numbers in `finished_numbers` are skipped. The same seed gives the same games,
    regardless of the number of `jobs` (processes), if functions draw random numbers only from
    `rng`. Several processes are used only if the game has an ID. Raises `OptionError` for players
    that cannot play a match of the game, and for functions that cannot be sent to a process.

    >>> def first(rules, state, rng):
    ...     return rules.legal_moves(state)[0]
    >>> score(match("hex:3,swap=off", [first, "greedy"], 10)).games
    10
    """
    for name, number, least in (
        ("games", games, 0),
        ("jobs", jobs, 1),
        ("random_plies", random_plies, 0),
        ("max_plies", max_plies, 1),
    ):
        if number < least:
            raise OptionError(f"`{name}` is {number:,}; it must be {least} or more.")
    rules = load(game)
    _check_match(rules, players, random_plies, max_plies)
    plan = _Plan(setup_of(rules).id, tuple(players), seed, random_plies, max_plies)
    _opening(rules, plan, 0)
    numbers = [number for number in range(games) if number not in finished_numbers]
    already_played = games - len(numbers)
    jobs = min(jobs, len(numbers), MAX_JOBS)
    played: Iterator[Game]
    if jobs <= 1 or not plan.id:  # worker processes can only load rules by ID
        played = (_play(rules, plan, number, progress) for number in numbers)
    else:
        played = _in_parallel(plan, numbers, jobs)
        progress("games", already_played, games)
    for done, finished in enumerate(played, already_played + 1):
        progress("games", done, games)
        yield finished


def _check_match(
    rules: Rules, players: Sequence[MatchPlayer], random_plies: int, plies: int
) -> None:
    if HUMAN in players:
        raise OptionError("Matches are between computer players. To play yourself, use `play`.")
    for player in players:
        if isinstance(player, str):
            make_player(player)
        elif isinstance(player, type) or not callable(player):
            raise OptionError(
                f"{short_repr(player)} is not a player. Use a name such as 'mcts:club', or a "
                "function of the rules, the state and the random numbers that returns a move."
            )
    if not rules.is_game():
        raise OptionError(f"{rules.name} is not a game; choose a game.")
    if len(players) not in (2, seats := len(rules.players)):
        per_seat = f" or one for each of its {seats} seats" if seats > 2 else ""
        raise OptionError(
            f"A match of {rules.name} needs two players{per_seat}, not {len(players)}."
        )
    if rules.outcome(rules.start()) is not None:
        raise OptionError(f"{rules.name} is already over; start from another position.")
    if random_plies > plies:
        raise OptionError(f"{random_plies:,} random moves are too many; use up to {plies:,}.")


def _check_functions(players: Iterable[MatchPlayer]) -> None:
    """Raise `OptionError` for a function that cannot be sent to another process."""
    for player in players:
        try:
            pickle.dumps(player)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise OptionError(
                f"{short_repr(player)} cannot be used in several processes ({error}). Define it in "
                "a module, or use jobs=1."
            ) from error


class _Plan(NamedTuple):
    """The settings shared by all games of a match."""

    id: str
    players: tuple[MatchPlayer, ...]
    seed: int
    random_plies: int
    plies: int


def _in_parallel(plan: _Plan, numbers: Iterable[int], jobs: int) -> Iterator[Game]:
    """Play games in worker processes, which are terminated if the match is abandoned."""
    _check_functions(plan.players)
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _init_worker)
    remaining = iter(numbers)

    def submit(count: int) -> set[Future[tuple[Game, str]]]:
        return {pool.submit(_play_in_worker, plan, each) for each in islice(remaining, count)}

    try:
        with _defer_interrupts():
            pending = submit(2 * jobs)
        while pending:
            ended, pending = wait(pending, return_when=FIRST_COMPLETED)
            pending |= submit(len(ended))
            for job in ended:
                game, reason = job.result()
                if reason:
                    stop_using_numba(reason)
                yield game
    except BrokenProcessPool as error:
        raise OptionError(
            "The processes of the match could not start or were ended. Define players in a module, "
            'call `match` below `if __name__ == "__main__":`, or use jobs=1.'
        ) from error
    finally:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _defer_interrupts() -> Iterator[None]:
    """Block Ctrl+C while processes start. `_init_worker` unblocks it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    previous = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous)


def _init_worker() -> None:
    """Let a worker exit quietly on Ctrl+C and when its parent exits."""
    silence_warning()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Exit this process when its parent exits."""
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


def _play_in_worker(plan: _Plan, number: int) -> tuple[Game, str]:
    """Play one game in a worker; return the game, and the reason if numba is unavailable."""
    return _play(load(plan.id), plan, number), reason_without_numba()


def seat_assignment(players: int, seats: int, number: int) -> tuple[int, ...]:
    """Return the player in each seat, for a given game of a match."""
    if players == seats:
        return tuple((seat - number) % seats for seat in range(seats))
    return tuple(int(seat != number % seats) for seat in range(seats))


def _play(rules: Rules, plan: _Plan, number: int, progress: Progress = silent) -> Game:
    """Play a game; if numba fails, play it again in plain Python."""
    with plugin_boundary(rules):
        return _play_once(rules, plan, number, progress)


@retry_without_numba
def _play_once(rules: Rules, plan: _Plan, number: int, progress: Progress) -> Game:
    assignment = seat_assignment(len(plan.players), len(rules.players), number)
    choosers = [_chooser(plan.players[player]) for player in assignment]
    rng = Random(f"{plan.seed} {number}")
    states, moves = _opening(rules, plan, number // len(assignment))
    state, counter = states[-1], RepetitionCounter(rules)
    repeated = [counter.is_draw(each) for each in states][-1]
    while len(moves) < plan.plies and not repeated:
        if not (legal := checked_moves(rules, state)):
            break
        progress(f"plies of game {number + 1:,}", len(moves), None)
        seat = rules.turn(state)
        move = choosers[seat](rules, state, rng)
        state = _state_after(rules, state, move, legal, plan.players[assignment[seat]])
        moves.append(move)
        repeated = counter.is_draw(state)
    result = rules.outcome(state)
    winner = None if result is None else result.seat
    is_unfinished = result is None and not repeated
    return Game(number, assignment, winner, len(moves), is_unfinished, tuple(moves))


def _chooser(player: MatchPlayer) -> Callable[[Rules, State, Random], str]:
    """Return a function that chooses moves in one game."""
    if not isinstance(player, str):
        return player
    think = make_player(player).think
    return lambda rules, state, rng: think(rules, state, rng).move


def _state_after(
    rules: Rules, state: State, move: str, legal: Sequence[str], player: MatchPlayer
) -> State:
    """Return the state after a player's move; raise `PluginError` if the move is illegal."""
    try:
        return rules.apply_unchecked(state, move) if move in legal else rules.play(state, move)
    except IllegalMoveError as error:
        text = f"Illegal move by {short_repr(getattr(player, '__name__', player))}: {error}"
        raise plugin_error(error, rules) or PluginError(text) from error


def _opening(rules: Rules, plan: _Plan, group: int) -> tuple[list[State], list[str]]:
    """Return the positions of the opening for a group of games, and its moves."""
    rng = Random(f"{plan.seed} opening {group}")
    for _ in range(MAX_OPENING_TRIES):
        states, played = [rules.start()], list[str]()
        for _ in range(plan.random_plies):
            if not (moves := rules.legal_moves(states[-1])):
                break
            played.append(rng.choice(moves))
            states.append(rules.apply_unchecked(states[-1], played[-1]))
        if rules.outcome(states[-1]) is None:
            return states, played
    raise OptionError(f"{plan.random_plies} random moves end {rules.name} too often; use fewer.")
