"""Whether the games of a rule book end: seen in random and in greedy play."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import islice
from random import Random

from ..core.options import options_of
from ..players.repetition import DRAWN, draws_by_repetition
from ..players.simple import GreedyPlayer
from ..plugin.source import Fault
from ..rules.rule_book import Rules, State
from .budget import NO_LIMIT, Budget

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
    for title, game in (("greedy", _greedy_game), ("random", _random_game)):
        if found := _endless(rules, game(rules, rng, budget)):
            yield f"In {title} play {found}; {_WAY_OUT}"
            return


def check_dead_ends(rules: Rules, rng: Random, budget: Budget = NO_LIMIT) -> Iterator[Fault]:
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
        book, choices = kind(**presets[title]) if title else rules, 0
        most = MAX_CHOICES // (1 + len(presets))
        while choices < most:
            made: list[str] = []
            state = book.start(rng)
            while (moves := book.moves(state)) and choices < most:
                budget()
                choices += len(moves)
                made.append(rng.choice(moves))
                state = book.onward(state, made[-1])
            choices += 1
            if not moves and book.outcome(state) is None:
                which = f" of the preset {title!r}" if title else ""
                text = (
                    f"A random game{which} comes to neither moves nor a result after {len(made)} "
                )
                text += (
                    f"plies, the last ones {', '.join(made[-SHOWN:])}; let moves(state) name one "
                )
                text += "there, such as 'pass', or result(state) give a Result."
                yield Fault("moves", text, "dead end")
                return


def check_draws(rules: Rules, rng: Random, budget: Budget = NO_LIMIT) -> Iterator[Fault]:
    """Yield a draw in a random game whose rules say that there are none.

    >>> from puzzlekit import load
    >>> list(check_draws(load("hex:3"), Random(1)))
    []
    """
    if not rules.is_game() or rules.draws:
        return
    left = MAX_PLIES
    for _ in range(GAMES):
        states = [state for _, state in islice(_random_game(rules, rng, budget), left)]
        left -= len(states)
        result = rules.outcome(states[-1]) if states else None
        if result is not None and result.seat is None:
            text = f"A random game is a draw after {len(states)} plies, but draws is False; leave "
            text += "that out, or let result(state) name the seat that won."
            yield Fault("draws", text, "drawn")
            return


def _greedy_game(rules: Rules, rng: Random, budget: Budget) -> Iterator[tuple[str, State]]:
    """Yield the moves of a greedy player, as long as it has few to choose from, and the states."""
    state, looks, player = rules.start(), 0, GreedyPlayer()
    while (moves := rules.moves(state)) and len(moves) <= MAX_MOVES and looks < MAX_LOOKS:
        budget()
        looks += len(moves)
        move = player.think(rules, state, rng).move
        state = rules.onward(state, move)
        yield move, state


def _random_game(rules: Rules, rng: Random, budget: Budget) -> Iterator[tuple[str, State]]:
    """Yield random moves, and the states after them."""
    state = rules.start()
    while moves := rules.moves(state):
        budget()
        move = rng.choice(moves)
        state = rules.onward(state, move)
        yield move, state


def _endless(rules: Rules, game: Iterator[tuple[str, State]]) -> str:
    """Follow a game and say how it goes on for ever, if it does."""
    made: list[str] = []
    met: dict[Hashable, int] = {rules.position(rules.start()): 0}
    for move, state in islice(game, ENDLESS):
        made.append(move)
        since = met.setdefault(rules.position(state), len(made))
        if since < len(made) and _goes_round(rules, state, made[since:]):
            some = ", ".join(made[since:][:SHOWN]) + (" ..." if len(made) - since > SHOWN else "")
            drawn = DRAWN if draws_by_repetition(rules) else ""
            return f"{some} lead back to the same position, and can be repeated for ever{drawn}"
    return f"a game has not ended after {len(made):,} plies" if len(made) == ENDLESS else ""


def _goes_round(rules: Rules, state: State, cycle: list[str]) -> bool:
    """Tell whether moves can be repeated again and again, and the game goes on."""
    for number in range(ENDLESS):
        if cycle[number % len(cycle)] not in rules.moves(state):
            return False
        state = rules.onward(state, cycle[number % len(cycle)])
    return rules.outcome(state) is None
