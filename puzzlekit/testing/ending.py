"""Checks of the ends of random and greedy games, and of the winner after a swap."""

from __future__ import annotations

import re
import time
from collections.abc import Hashable, Iterator
from itertools import cycle, islice
from random import Random

from ..core.options import options_of
from ..players.repetition_draws import DRAW_TEXT, draws_by_repetition
from ..players.simple_players import GreedyPlayer
from ..plugin.source_locations import Fault
from ..plugin.validation import STATE, find_fault
from ..rules.base import Rules, State
from ..rules.stone_game import SWAP, PieRule
from .budget import NO_LIMIT, Budget

#: Games of this length (plies) are considered endless.
MAX_ENDLESS_PLIES = 1_000

#: Limits for greedy play: moves per position, and positions examined per game.
MAX_MOVES, MAX_LOOKS = 50, 1_000

#: Limits for random games to the end: the number of games, their total number of plies (also for
#: each preset), their total time in seconds (for each preset), and the number of opening plies that
#: may contain a swap.
GAMES, MAX_PLIES, PRESET_PLIES, SECONDS, FIRST_PLIES = 20, 3_000, 200, 10.0, 6

#: The maximum number of moves shown in a message.
SHOWN = 6

_WAY_OUT = (
    'set `repetition = "draw"`, "loss" or "forbidden", or `max_plies`, after which the game is a '
    "draw."
)

_NAME_SIDE = (
    'name the winner by its side, as in Result("{}", ...); sides(state) then gives its seat.'
)

_KEEP_SWAP = "keep `swapped`, as in state._replace(stones=stones, ply=state.ply + 1)."

#: The positions of a game, each with its legal moves and the move played ("" at the end).
Game = Iterator[tuple[State, list[str], str]]


def random_game(rules: Rules, rng: Random, budget: Budget = NO_LIMIT, state: State = None) -> Game:
    """Yield a random game from a state (default: the start)."""
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
    """Yield a message if a game can continue for ever."""
    if not rules.is_game() or rules.max_plies is not None or rules.repetition:
        return
    for title, game in (("greedy", _greedy_game), ("random", random_game)):
        if found := _describe_endless(rules, game(rules, rng, budget)):
            yield f"In {title} play {found}; {_WAY_OUT}"
            return


def check_ends(rules: Rules, rng: Random, budget: Budget = NO_LIMIT) -> Iterator[Fault]:
    """Yield the first fault in the last position of random games, or in their length.

    Up to `GAMES` games are played, as long as there are plies and time left, then shorter games of
    the presets. The presets of compiled rules are skipped, because their playouts are checked.
    """
    if not rules.is_game():
        return
    kind = type(rules.unwrapped)
    known = {*options_of(kind)}
    presets = {title: values for title, values in kind.presets.items() if {*values} <= known}
    for title in ("", *(presets if rules.compiled is None else ())):
        try:
            book, left = (kind(**presets[title]), PRESET_PLIES) if title else (rules, MAX_PLIES)
        except (Exception, SystemExit):
            continue  # reported when the presets are checked
        end = time.monotonic() + SECONDS
        for _ in range(GAMES):
            made: list[str] = []
            for state, moves, move in random_game(book, rng, budget, book.start(rng)):
                if moves and (len(made) >= left or time.monotonic() > end):
                    left = 0
                    break
                if moves:
                    made.append(move)
                elif fault := _end_fault(book, state, made, title):
                    yield fault
                    return
            if not left:
                break
            left -= len(made)


def _end_fault(rules: Rules, state: State, made: list[str], title: str) -> Fault | None:
    """Return the fault in the last position of a game of a preset, or in its length, or None."""
    which, plies = f" of the preset {title!r}" if title else "", len(made)
    if rules.outcome(state) is None:
        return Fault(
            "legal_moves",
            f"A random game{which} has neither moves nor a result after {plies} plies, ending with "
            f"{', '.join(made[-SHOWN:])}; return a move in this position, such as 'pass', or a "
            "Result.",
        )
    if fault := find_fault(STATE, rules, state):
        text = f"At the end of a random game{which} of {plies} plies, {fault.text}"
        return fault._replace(text=text)
    if rules.compiled is None or plies <= (limit := rules.compiled.max_plies):
        return None
    return Fault(
        "compiled_rules",
        f"max_plies is {limit}, but a random game has {plies} plies; longer playouts are cut off "
        "and count as draws. Set max_plies to an upper bound.",
    )


def _greedy_game(rules: Rules, rng: Random, budget: Budget) -> Game:
    """Yield a greedy game, stopping at a position with too many moves."""
    state, looks, player = rules.start(), 0, GreedyPlayer()
    while (moves := rules.legal_moves(state)) and len(moves) <= MAX_MOVES and looks < MAX_LOOKS:
        budget()
        looks += len(moves)
        move = player.think(rules, state, rng).move
        yield state, moves, move
        state = rules.apply_unchecked(state, move)
    yield state, moves, ""


def _describe_endless(rules: Rules, game: Game) -> str:
    """Return a description of how a game can continue for ever, or an empty string."""
    made: list[str] = []
    met: dict[Hashable, int] = {}
    for state, _, move in islice(game, MAX_ENDLESS_PLIES):
        since = met.setdefault(rules.repetition_key(state), len(made))
        if since < len(made) and _can_repeat(rules, state, made[since:]):
            some = ", ".join(made[since:][:SHOWN]) + (" ..." if len(made) - since > SHOWN else "")
            drawn = DRAW_TEXT if draws_by_repetition(rules) else ""
            return f"{some} lead back to the same position and can be repeated for ever{drawn}"
        if not move:
            return ""
        made.append(move)
    return f"a game has not ended after {MAX_ENDLESS_PLIES:,} plies"


def _can_repeat(rules: Rules, state: State, moves: list[str]) -> bool:
    """Return whether moves can be repeated without ending the game."""
    for move in islice(cycle(moves), MAX_ENDLESS_PLIES):
        if move not in rules.legal_moves(state):
            return False
        state = rules.apply_unchecked(state, move)
    return rules.outcome(state) is None


def check_swap(rules: Rules, rng: Random) -> Iterator[str]:
    """Yield a message if `result` ignores that the players have swapped sides.

    A game with the pie rule is reported if, in all games, the winner would be the same without the
    swap. Any game is reported if the text of a result names the other side as the winner.
    """
    rules = rules.unwrapped
    if len(rules.players) != 2:
        return
    left, stay = MAX_PLIES, list[bool]()
    for _ in range(GAMES):
        state, plies, lost = _swapped_game(rules, rng, left)
        if lost and isinstance(rules, PieRule):
            yield f"After a swap, apply(state, {lost!r}) undoes it; {_KEEP_SWAP}"
            return
        left -= plies
        if state is None or left <= 0:
            break
        result = rules.outcome(state)
        if result is None or result.seat is None:
            continue
        side, other = rules.sides(state)[result.seat], rules.sides(state)[1 - result.seat]
        if re.match(rf"{re.escape(other)} (wins|won|has won)\b", result.text, re.IGNORECASE):
            text = f"After a swap, result(state) says {result.text!r}, but names seat "
            text += f"{result.seat} as the winner, which then plays {side}; "
            yield text + _NAME_SIDE.format(other)
            return
        if isinstance(rules, PieRule) and hasattr(state, "ply") and hasattr(state, "swapped"):
            # The same position without the swap, which counts as a ply.
            without = rules.outcome(state._replace(ply=state.ply - 1, swapped=False))
            stay.append(without is not None and without.seat == result.seat)
    if stay and all(stay):
        text = f"In {len(stay)} random games with a swap, the winning seat is the same as without "
        yield f"{text}the swap; {_NAME_SIDE.format(rules.players[0])}"


def _swapped_game(rules: Rules, rng: Random, plies: int) -> tuple[State | None, int, str]:
    """Return the end of a random game with a swap (or None), its length, and a faulty move.

    A faulty move is one after which the sides are no longer swapped; it ends the game.
    """
    state, swapped = rules.start(), False
    for ply in range(plies):
        if not (moves := rules.legal_moves(state)):
            return (state if swapped else None), ply, ""
        if not swapped and ply >= FIRST_PLIES:
            return None, ply, ""
        move = rng.choice(_swap_moves(rules, state, moves) if not swapped else moves)
        state = rules.apply_unchecked(state, move)
        before, swapped = swapped, list(rules.sides(state)) != list(rules.players)
        if before and not swapped:
            return None, ply, move
    return None, plies, ""


def _swap_moves(rules: Rules, state: State, moves: list[str]) -> list[str]:
    """Return the moves that may swap sides: the answers to a question, or else all moves."""
    question = rules.question(state)
    asked = {SWAP, *(question.answers.values() if question else ())}
    return [move for move in moves if move in asked] or moves
