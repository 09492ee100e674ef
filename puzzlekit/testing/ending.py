"""Whether the games of a rule book end: seen in random and in greedy play."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import cycle, islice
from random import Random

from ..core.options import options_of
from ..players.repetition import DRAWN, draws_by_repetition
from ..players.simple import GreedyPlayer
from ..rules.rule_book import Rules, State
from .budget import NO_LIMIT, Budget
from .random_game import Game, random_game

#: Plies of a game that has no end.
ENDLESS = 1_000

#: Moves of a position at most from which a greedy player chooses, and positions that it looks at in
#: a game: it has to come round before these are used up.
MAX_MOVES, MAX_LOOKS = 50, 1_000

#: Moves that random games choose from, of all presets together, where dead ends are looked for.
MAX_CHOICES = 4_000

#: Random games that are looked at for a draw, and their plies together.
GAMES, MAX_PLIES = 20, 2_000

#: Moves of a cycle that are named.
SHOWN = 6

_WAY_OUT = (
    'set `repetition = "draw"`, "loss" or "forbidden", or `longest`, the plies after which a game '
    "is a draw."
)


def check_ending(rules: Rules, rng: Random, budget: Budget = NO_LIMIT) -> Iterator[str]:
    """Yield how a game can go on for ever, if nothing ends it.

    >>> from puzzlekit import load
    >>> list(check_ending(load("hex:3"), Random(1)))
    []
    """
    if not rules.is_game() or rules.longest is not None or rules.repetition:
        return
    for title, game in (("greedy", _greedy_game), ("random", random_game)):
        if found := _endless(rules, game(rules, rng, budget)):
            yield f"In {title} play {found}; {_WAY_OUT}"
            return


def check_dead_ends(rules: Rules, rng: Random, budget: Budget = NO_LIMIT) -> Iterator[str]:
    """Yield a position, perhaps of a preset, with neither moves nor a result.

    The playouts of a fast path have been followed to their ends already.

    >>> from puzzlekit import load
    >>> list(check_dead_ends(load("hex:3"), Random(1)))
    []
    """
    if not rules.is_game() or rules.fast_path is not None:
        return
    kind = type(rules.unwrapped)
    known = options_of(kind)
    presets = {name: values for name, values in kind.presets.items() if {*values} <= {*known}}
    for title in ("", *presets):
        book, left = kind(**presets[title]) if title else rules, MAX_CHOICES // (1 + len(presets))
        while left > 0:
            made: list[str] = []
            for state, moves, move in random_game(book, rng, budget, book.start(rng)):
                made.append(move)
                left -= len(moves) or 1
                if not moves and book.outcome(state) is None:
                    which = f" of the preset {title!r}" if title else ""
                    yield (
                        f"A random game{which} comes to neither moves nor a result after "
                        f"{len(made) - 1} plies, the last ones {', '.join(made[-SHOWN - 1 : -1])}; "
                        "let moves(state) name one there, such as 'pass', or result(state) give a "
                        "Result."
                    )
                    return
                if left <= 0:
                    break


def check_draws(rules: Rules, rng: Random, budget: Budget = NO_LIMIT) -> Iterator[str]:
    """Yield a draw in a random game whose rules say that there are none.

    >>> from puzzlekit import load
    >>> list(check_draws(load("hex:3"), Random(1)))
    []
    """
    if not rules.is_game() or rules.draws:
        return
    left = MAX_PLIES
    for _ in range(GAMES):
        states = [state for state, _, _ in islice(random_game(rules, rng, budget), left + 1)]
        plies = len(states) - 1
        left -= plies
        result = rules.outcome(states[-1])
        if result is not None and result.seat is None:
            yield (
                f"A random game is a draw after {plies} plies, but draws is False; leave that out, "
                "or let result(state) name the seat that won."
            )
            return


def _greedy_game(rules: Rules, rng: Random, budget: Budget) -> Game:
    """Play greedily, as long as there are few moves to choose from."""
    state, looks, player = rules.start(), 0, GreedyPlayer()
    while (moves := rules.moves(state)) and len(moves) <= MAX_MOVES and looks < MAX_LOOKS:
        budget()
        looks += len(moves)
        move = player.think(rules, state, rng).move
        yield state, moves, move
        state = rules.onward(state, move)
    yield state, moves, ""


def _endless(rules: Rules, game: Game) -> str:
    """Follow a game and say how it goes on for ever, if it does."""
    made: list[str] = []
    met: dict[Hashable, int] = {}
    for state, _, move in islice(game, ENDLESS):
        since = met.setdefault(rules.position(state), len(made))
        if since < len(made) and _goes_round(rules, state, made[since:]):
            some = ", ".join(made[since:][:SHOWN]) + (" ..." if len(made) - since > SHOWN else "")
            drawn = DRAWN if draws_by_repetition(rules) else ""
            return f"{some} lead back to the same position, and can be repeated for ever{drawn}"
        if not move:
            return ""
        made.append(move)
    return f"a game has not ended after {ENDLESS:,} plies"


def _goes_round(rules: Rules, state: State, moves: list[str]) -> bool:
    """Return whether moves can be repeated again and again, and the game goes on."""
    for move in islice(cycle(moves), ENDLESS):
        if move not in rules.moves(state):
            return False
        state = rules.onward(state, move)
    return rules.outcome(state) is None
