"""Check in random games that a swap of sides changes who wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from ..rules.rule_book import Rules, State
from ..rules.stones import SWAP, PieRule

#: Random games with a swap, their plies together, and the plies in which a swap is looked for.
GAMES, MAX_PLIES, FIRST_PLIES = 20, 3_000, 6

_ADVICE = 'name the winner by its side, as in Result("{}", ...), and sides(state) tells its seat.'


def check_swap(rules: Rules, rng: Random) -> Iterator[str]:
    """Report a game whose `result` ignores that the players have swapped sides.

    A game with the pie rule is reported if all winners stay on their seats when the swap is taken
    back in the last position, any game if a result says that another side wins.

    >>> from puzzlekit import load
    >>> list(check_swap(load("hex:3"), Random(1)))
    []
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
            text += f"which it names as the winner, plays {side} then; {_ADVICE.format(other)}"
            yield text
            return
        if isinstance(rules, PieRule) and hasattr(state, "ply") and hasattr(state, "swapped"):
            # The same position without the swap, which was a ply.
            without = rules.outcome(state._replace(ply=state.ply - 1, swapped=False))
            stay.append(without is not None and without.seat == result.seat)
    if stay and all(stay):
        text = f"In {len(stay)} random games with a swap the same seat wins as without the swap: "
        yield f"{text}the winner does not depend on it; {_ADVICE.format(rules.players[0])}"


def _swapped_game(rules: Rules, rng: Random, plies: int) -> tuple[State | None, int]:
    """Return the last position of a random game with a swap, None if it has none; and its plies."""
    state, swapped = rules.start(), False
    for ply in range(plies):
        if not (moves := rules.moves(state)):
            return (state if swapped else None), ply
        if not swapped and ply >= FIRST_PLIES:
            return None, ply
        move = rng.choice(_swaps(rules, state, moves) if not swapped else moves)
        state = rules.onward(state, move)
        swapped = list(rules.sides(state)) != list(rules.players)
    return None, plies


def _swaps(rules: Rules, state: State, moves: list[str]) -> list[str]:
    """Return the moves that may swap sides: those that a question offers; all if there are none."""
    question = rules.question(state)
    asked = {SWAP, *(question.answers.values() if question else ())}
    return [move for move in moves if move in asked] or moves
