"""Generation of problems from games between computer players."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import count, pairwise

from ..core.errors import LimitReachedError, NotationError, OptionError
from ..core.progress import Progress, silent
from ..solving.forced_wins import find_unique_win
from .match import Game, match
from .problems import Problem
from .setup import Setup

#: The computer player of the games in which problems are found, and the number of random moves at
#: the start of these games.
PLAYER, RANDOM_PLIES = "mcts:100", 4

#: Maximum number of turns of a solution, of legal moves in a problem, and of positions in a proof.
MAX_TURNS, MAX_LEGAL_MOVES, MAX_POSITIONS = 3, 400, 600

#: Number of games in a row without a new problem after which the search ends.
MAX_FRUITLESS_GAMES = 1_000


def find_new_problems(
    setup: Setup, known: Container[str], *, seed: int = 0, progress: Progress = silent
) -> Iterator[Problem]:
    """Yield problems from games between computer players until games bring no new ones.

    Each game yields at most one problem: the longest unique win of the winner. `known` has the IDs
    of the problems to leave out; the caller adds each problem to it. Raises `OptionError` for a
    puzzle.
    """
    if not setup.rules.is_game():
        raise OptionError(f"{setup.rules.name} is a puzzle. Use `scramble` for positions to solve.")
    fruitless = 0
    for number in count():
        players, played = [PLAYER] * 2, 2 * number
        for game in match(setup.rules, players, 2, seed=seed + number, random_plies=RANDOM_PLIES):
            progress("games", played + game.number + 1, None)
            problem = _longest_win(setup, game)
            if problem is not None and problem.game not in known:
                fruitless = 0
                yield problem
            elif (fruitless := fruitless + 1) >= MAX_FRUITLESS_GAMES:
                return


def _longest_win(setup: Setup, game: Game) -> Problem | None:
    """Return the longest unique win of the winner of a game, or None if there is none."""
    rules, states = setup.rules, [setup.rules.start()]
    for move in game.moves:
        states.append(rules.apply_unchecked(states[-1], move))
    longest, turns = None, 0
    for before, state in reversed(list(pairwise([None, *states[:-1]]))):
        begins_turn = before is None or rules.turn(before) != rules.turn(state)
        if rules.turn(state) != game.winner or not begins_turn:
            continue
        if len(rules.legal_moves(state)) > MAX_LEGAL_MOVES:
            continue
        try:
            begun = setup.with_position(state)
            proof = find_unique_win(rules, begun.start, turns=MAX_TURNS, limit=MAX_POSITIONS)
        except (LimitReachedError, NotationError):
            break
        if proof is not None and proof.turns > turns:
            longest, turns = Problem(begun.id, tuple(proof.line)), proof.turns
    return longest
