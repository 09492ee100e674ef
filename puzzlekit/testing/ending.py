"""Check in random and in greedy games how games end, and who wins after a swap."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from itertools import cycle, islice
from random import Random

from ..core.options import options_of
from ..players.greedy import GreedyPlayer
from ..players.repetition import DRAW_TEXT, draws_by_repetition
from ..rules.base import Rules, State
from ..rules.stones import SWAP, PieRule
from .budget import NO_LIMIT, Budget

#: Plies of a game that has no end.
MAX_ENDLESS_PLIES = 1_000

#: Moves of a position at most from which a greedy player chooses, and positions that it looks at in
#: a game: it has to come round before these are used up.
MAX_MOVES, MAX_LOOKS = 50, 1_000

#: Moves that random games choose from, of all presets together, where dead ends are looked for.
MAX_CHOICES = 4_000

#: Random games in which a draw or a swap is looked for, their plies together, and the first plies,
#: in which a swap is possible.
GAMES, MAX_PLIES, FIRST_PLIES = 20, 3_000, 6

#: Moves of a cycle that are named.
SHOWN = 6

_WAY_OUT = (
    'set `repetition = "draw"`, "loss" or "forbidden", or `longest`, the plies after which a game '
    "is a draw."
)

_NAME_SIDE = (
    'name the winner by its side, as in Result("{}", ...), and sides(state) tells its seat.'
)

#: The positions of a game, each with its legal moves and the move that is made, "" at the end.
Game = Iterator[tuple[State, list[str], str]]


def random_game(rules: Rules, rng: Random, budget: Budget = NO_LIMIT, state: State = None) -> Game:
    """Play a random game, from the start unless a state is given."""
    state = rules.start() if state is None else state
    while True:
        budget()
        moves = rules.legal_moves(state)
        move = rng.choice(moves) if moves else ""
        yield state, moves, move
        if not move:
            return
        state = rules.apply_unchecked(state, move)


def check_ending(rules: Rules, rng: Random, budget: Budget = NO_LIMIT) -> Iterator[str]:
    """Yield how a game can go on for ever, if nothing ends it."""
    if not rules.is_game() or rules.max_plies is not None or rules.repetition:
        return
    for title, game in (("greedy", _greedy_game), ("random", random_game)):
        if found := _endless(rules, game(rules, rng, budget)):
            yield f"In {title} play {found}; {_WAY_OUT}"
            return


def check_dead_ends(rules: Rules, rng: Random, budget: Budget = NO_LIMIT) -> Iterator[str]:
    """Yield a position, perhaps of a preset, with neither moves nor a result.

    The playouts of a fast path have been followed to their ends already.
    """
    if not rules.is_game() or rules.compiled is not None:
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
                        "let legal_moves(state) name one there, such as 'pass', or result(state) give a "
                        "Result."
                    )
                    return
                if left <= 0:
                    break


def check_draws(rules: Rules, rng: Random, budget: Budget = NO_LIMIT) -> Iterator[str]:
    """Yield a draw in a random game whose rules say that there are none."""
    if not rules.is_game() or rules.can_draw:
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
    while (moves := rules.legal_moves(state)) and len(moves) <= MAX_MOVES and looks < MAX_LOOKS:
        budget()
        looks += len(moves)
        move = player.think(rules, state, rng).move
        yield state, moves, move
        state = rules.apply_unchecked(state, move)
    yield state, moves, ""


def _endless(rules: Rules, game: Game) -> str:
    """Follow a game and say how it goes on for ever, if it does."""
    made: list[str] = []
    met: dict[Hashable, int] = {}
    for state, _, move in islice(game, MAX_ENDLESS_PLIES):
        since = met.setdefault(rules.repetition_key(state), len(made))
        if since < len(made) and _repeats(rules, state, made[since:]):
            some = ", ".join(made[since:][:SHOWN]) + (" ..." if len(made) - since > SHOWN else "")
            drawn = DRAW_TEXT if draws_by_repetition(rules) else ""
            return f"{some} lead back to the same position, and can be repeated for ever{drawn}"
        if not move:
            return ""
        made.append(move)
    return f"a game has not ended after {MAX_ENDLESS_PLIES:,} plies"


def _repeats(rules: Rules, state: State, moves: list[str]) -> bool:
    """Return whether moves can be repeated again and again, and the game goes on."""
    for move in islice(cycle(moves), MAX_ENDLESS_PLIES):
        if move not in rules.legal_moves(state):
            return False
        state = rules.apply_unchecked(state, move)
    return rules.outcome(state) is None


def check_swap(rules: Rules, rng: Random) -> Iterator[str]:
    """Report a game whose `result` ignores that the players have swapped sides.

    A game with the pie rule is reported if all winners stay on their seats when the swap is taken
    back in the last position, any game if a result says that another side wins.
    """
    rules = rules.unwrapped
    if len(rules.players) != 2:
        return
    left, stay = MAX_PLIES, list[bool]()
    for _ in range(GAMES):
        state, plies = _swapped_game(rules, rng, left)
        left -= plies
        if state is None or left <= 0:
            break
        result = rules.outcome(state)
        if result is None or result.seat is None:
            continue
        side, other = rules.sides(state)[result.seat], rules.sides(state)[1 - result.seat]
        if re.match(rf"{re.escape(other)} (wins|won|has won)\b", result.text, re.IGNORECASE):
            text = f"After a swap, result(state) says {result.text!r}, but seat {result.seat}, "
            text += f"which it names as the winner, plays {side} then; {_NAME_SIDE.format(other)}"
            yield text
            return
        if isinstance(rules, PieRule) and hasattr(state, "ply") and hasattr(state, "swapped"):
            # The same position without the swap, which was a ply.
            without = rules.outcome(state._replace(ply=state.ply - 1, swapped=False))
            stay.append(without is not None and without.seat == result.seat)
    if stay and all(stay):
        text = f"In {len(stay)} random games with a swap the same seat wins as without the swap: "
        yield f"{text}the winner does not depend on it; {_NAME_SIDE.format(rules.players[0])}"


def _swapped_game(rules: Rules, rng: Random, plies: int) -> tuple[State | None, int]:
    """Return the last position of a random game with a swap, None if it has none; and its plies."""
    state, swapped = rules.start(), False
    for ply in range(plies):
        if not (moves := rules.legal_moves(state)):
            return (state if swapped else None), ply
        if not swapped and ply >= FIRST_PLIES:
            return None, ply
        move = rng.choice(_swaps(rules, state, moves) if not swapped else moves)
        state = rules.apply_unchecked(state, move)
        swapped = list(rules.sides(state)) != list(rules.players)
    return None, plies


def _swaps(rules: Rules, state: State, moves: list[str]) -> list[str]:
    """Return the moves that may swap sides: those that a question offers; all if there are none."""
    question = rules.question(state)
    asked = {SWAP, *(question.answers.values() if question else ())}
    return [move for move in moves if move in asked] or moves
