"""Matches between computer players: games, score, confidence interval and Elo difference.

Players change seats from game to game; of two players in a game of more seats, B takes all
others. Sources: E. B. Wilson's interval (1927), with draws as shares of a win; A. Elo.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from random import Random
from threading import Thread
from typing import NamedTuple

from ..core.errors import IllegalMoveError, OptionError, PluginError
from ..core.numba_status import (
    reason_without_numba,
    retry_without_numba,
    silence_warning,
    stop_using_numba,
)
from ..core.progress import Progress, silent
from ..players.player import HUMAN, MAX_PLIES
from ..players.registry import make_player
from ..players.repetition import RepetitionCounter
from ..plugin.errors import plugin_boundary, plugin_error
from ..rules.base import Rules, State
from .setup import load, setup_of

#: How many standard deviations hold 95 % of a normal distribution.
CONFIDENCE = 1.959964

#: Processes that Windows can wait for at most.
MAX_JOBS = 61

#: How often an opening is drawn at random until one does not end the game.
BOOTSTRAP_SAMPLES = 100


class Game(NamedTuple):
    """One game of a match: number, player of each seat, winning seat, plies; `cut` is a draw."""

    number: int
    players: tuple[int, ...]
    winner: int | None
    plies: int
    is_unfinished: bool = False
    moves: tuple[str, ...] = ()


class Interval(NamedTuple):
    """A number that was measured, and where the true one lies with a probability of 95 %."""

    value: float
    low: float
    high: float


class Score(NamedTuple):
    """How a match stands, as one player sees it; `seats` is how many a game has."""

    wins: int
    draws: int
    losses: int
    seats: int = 2

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> Interval:
        """The share of the points; a draw gives each seat its part of one."""
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
        """How much stronger the player is, in Elo points; None for more than two seats."""
        if self.seats != 2:
            return None
        value, low, high = map(elo, self.share)
        return Interval(value, low, high)


def elo(share: float) -> float:
    """Return the difference in strength that an expected share of the points means."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def score(games: Iterable[Game], mind: int = 0) -> Score:
    """Return how a match stands for one of its players after some games."""
    wins = draws = losses = 0
    seats = 2
    for game in games:
        seats = len(game.players)
        wins += game.winner is not None and game.players[game.winner] == mind
        draws += game.winner is None
        losses += game.winner is not None and game.players[game.winner] != mind
    return Score(wins, draws, losses, seats)


class MatchStats(NamedTuple):
    """What the games of a match have in common: wins of each seat, and how many plies they took."""

    wins: tuple[int, ...]
    shortest: int
    mean: float
    longest: int


def match_stats(games: Sequence[Game]) -> MatchStats:
    """Return wins and plies of one game or more."""
    seats, plies = range(len(games[0].players)), [game.plies for game in games]
    wins = tuple(sum(game.winner == seat for game in games) for seat in seats)
    return MatchStats(wins, min(plies), sum(plies) / len(plies), max(plies))


def match(
    rules: Rules,
    players: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    random_plies: int = 0,
    plies: int = MAX_PLIES,
    ended: Collection[int] = (),
    progress: Progress = silent,
) -> Iterator[Game]:
    """Play a match between two players, or one player a seat; yield its games as they end.

    A game is a draw after `plies` or at the third repetition, unless its rules limit that. With
    `random_plies`, games that differ only in the seats share a random opening. Numbers in `ended`
    are skipped. The same seed gives the same games whatever the number of `jobs` (processes).
    Raises `OptionError` for players that cannot play a match of the game.
    """
    _check(rules, players, random_plies, plies)
    plan = _Plan(setup_of(rules).id, tuple(players), seed, random_plies, plies)
    _opening(rules, plan, 0)
    numbers = [number for number in range(games) if number not in ended]
    before = games - len(numbers)
    jobs = min(jobs, len(numbers), MAX_JOBS)
    # Another process finds a rule book by its ID only.
    alone = jobs <= 1 or not plan.id
    if alone:
        played = _one_by_one(rules, plan, numbers, progress)
    else:
        played = _at_once(plan, numbers, jobs)
        progress("games", before, games)
    for done, game in enumerate(played, before + 1):
        progress("games", done, games)
        yield game


def _check(rules: Rules, players: Sequence[str], random_plies: int, plies: int) -> None:
    if HUMAN in players:
        raise OptionError("A match is between computer players; `play` lets you play yourself.")
    for spec in players:
        make_player(spec)
    if not rules.is_game():
        raise OptionError(f"{rules.name} is no game; choose one that has players.")
    if len(players) not in (2, seats := len(rules.players)):
        each = f" or one for each of its {seats} seats" if seats > 2 else ""
        raise OptionError(f"A match of {rules.name} needs two players{each}, not {len(players)}.")
    if rules.outcome(rules.start()) is not None:
        raise OptionError(f"{rules.name} is over already; begin from another position.")
    if random_plies > plies:
        raise OptionError(f"{random_plies:,} random moves are too many; take at most {plies:,}.")


class _Plan(NamedTuple):
    """What all games of a match share."""

    id: str
    players: tuple[str, ...]
    seed: int
    random_plies: int
    plies: int


def _one_by_one(
    rules: Rules, plan: _Plan, numbers: Iterable[int], progress: Progress
) -> Iterator[Game]:
    for number in numbers:
        with plugin_boundary(rules):
            game = _play(rules, plan, number, progress)
        yield game


def _at_once(plan: _Plan, numbers: Iterable[int], jobs: int) -> Iterator[Game]:
    """Play games in processes, which are ended at once if the match is given up."""
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _ignore_interrupts)
    left = iter(numbers)
    try:
        with _defer_interrupts():
            under_way = {pool.submit(_job, plan, number) for number in islice(left, 2 * jobs)}
        while under_way:
            ended, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            under_way |= {pool.submit(_job, plan, number) for number in islice(left, len(ended))}
            for job in ended:
                game, reason = job.result()
                stop_using_numba(reason)
                yield game
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()


@contextmanager
def _defer_interrupts() -> Iterator[None]:
    """Begin processes that do not hear Ctrl-C before they say that they do; here it waits."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ignore_interrupts() -> None:
    """End without a word at Ctrl-C, which every process hears, and when the match has ended."""
    silence_warning()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process as soon as its parent has, however that came about."""
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


def _job(plan: _Plan, number: int) -> tuple[Game, str]:
    """Play one game in a process of its own; return it, and why that was done without numba."""
    game = retry_without_numba(lambda: _play_alone(plan, number))
    return game, reason_without_numba()


def _play_alone(plan: _Plan, number: int) -> Game:
    rules = load(plan.id)
    with plugin_boundary(rules):
        return _play(rules, plan, number)


def arrange_seats(players: int, seats: int, number: int) -> tuple[int, ...]:
    """Return which of the players of a match sits on each seat in a game."""
    if players == seats:
        return tuple((seat - number) % seats for seat in range(seats))
    return tuple(int(seat != number % seats) for seat in range(seats))


def _play(rules: Rules, plan: _Plan, number: int, progress: Progress = silent) -> Game:
    minds = arrange_seats(len(plan.players), len(rules.players), number)
    players = [make_player(plan.players[mind]) for mind in minds]
    rng = Random(f"{plan.seed} {number}")
    state, moves = _opening(rules, plan, number // len(minds))
    counter, repeated = RepetitionCounter(rules), False
    for before in states_of(rules, moves):
        repeated = counter.is_draw(before)
    while len(moves) < plan.plies and not repeated:
        legal = rules.legal_moves(state)
        if not legal and rules.outcome(state) is not None:
            break
        progress(f"plies of game {number + 1:,}", len(moves), None)
        thought = players[rules.turn(state)].think(rules, state, rng)
        state = _after(rules, state, thought.move, legal)
        moves.append(thought.move)
        repeated = counter.is_draw(state)
    result = rules.outcome(state)
    winner = None if result is None else result.seat
    cut = result is None and not repeated
    return Game(number, minds, winner, len(moves), cut, tuple(moves))


def _after(rules: Rules, state: State, move: str, legal: Sequence[str]) -> State:
    """Return the state after a move of a player; one that is not legal is the plugin's fault."""
    try:
        return rules.apply_unchecked(state, move) if move in legal else rules.play(state, move)
    except IllegalMoveError as error:
        raise plugin_error(error, rules) or PluginError(str(error)) from error


def states_of(rules: Rules, moves: Iterable[str]) -> Iterator[State]:
    """Yield the states of a game, the start first."""
    state = rules.start()
    yield state
    for move in moves:
        state = rules.apply_unchecked(state, move)
        yield state


def _opening(rules: Rules, plan: _Plan, group: int) -> tuple[State, list[str]]:
    """Return the position in which the games of a group begin, and the moves that led to it."""
    rng = Random(f"{plan.seed} opening {group}")
    for _ in range(BOOTSTRAP_SAMPLES):
        state, made = rules.start(), list[str]()
        for _ in range(plan.random_plies):
            if not (moves := rules.legal_moves(state)):
                break
            made.append(rng.choice(moves))
            state = rules.apply_unchecked(state, made[-1])
        if rules.outcome(state) is None:
            return state, made
    raise OptionError(f"{plan.random_plies} random moves end {rules.name} too often; take fewer.")
