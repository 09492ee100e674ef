"""Warnings of `check` about valid code in plugins that looks like a mistake."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from difflib import get_close_matches
from itertools import chain, islice, product
from random import Random

from ..core.errors import LimitReachedError, OptionError, one_line_error
from ..core.options import options_of
from ..plugin.errors import is_raised_by
from ..plugin.source_locations import (
    Fault,
    count_names,
    fault_message,
    is_plugin_class,
    plugin_defines,
    source_files,
)
from ..rules.base import Puzzle, Rules
from ..rules.connection import Connection
from ..solving.invariants import unsolvable_reason
from ..solving.search import solve
from .budget import Budget
from .ending import random_game

#: The minimum similarity of names to report, from 0 to 1.
_NEAR = 0.8

#: The number of plies per seat after which a seat that has not moved is reported.
_PLIES = 6

#: The maximum number of states to search for a solution of a puzzle.
_STATES = 10_000

#: Limits of the random games for the test of evaluations: the number of games, their plies, their
#: total time in seconds, and the minimum number of wins of each player.
_GAMES, _MAX_PLIES, _SECONDS, _MIN_WINS = 60, 400, 3.0, 12

#: The maximum fraction of pairs of games (one win of each player) that a misleading evaluation
#: orders correctly. The evaluations of all games in this repository reach 0.59 or more.
_MISLEADING = 0.2

#: Matches cell names on square boards.
_CELL = re.compile(r"[a-z]+[0-9]+")

#: Matches where two of these names are joined, as in "e2e4" or "a1xb2".
_JOINT = re.compile(r"(?<=[0-9])x?(?=[a-z])")


def lint_warnings(rules: Rules) -> list[str]:
    """Return warnings about rules that satisfy the contract but look like mistakes.

    >>> from puzzlekit import load
    >>> lint_warnings(load("hex:3"))
    []
    """
    found = chain(misspelt(rules), lint(rules, games=3, plies=60, seed=0, budget=Budget()))
    return [fault_message(type(rules.unwrapped), each) for each in found]


def lint(rules: Rules, games: int, plies: int, seed: int, budget: Budget) -> Iterator[Fault]:
    """Yield the warnings of the lint checks that need valid rules."""
    rules = rules.unwrapped
    for test in (_equal_presets, _unbounded, _unsolvable, _cut_off_players):
        budget()
        yield from test(rules)
    if rules.is_game():
        yield from _sides_never_moving(rules, games, plies, seed, budget)
        yield from _misleading_evaluation(rules, seed, budget)


def misspelt(rules: Rules) -> Iterator[Fault]:
    """Yield faults for unused public names that are similar to a member of the contract."""
    rules = rules.unwrapped
    kind = type(rules)
    bases = [each for each in kind.__mro__ if not is_plugin_class(each)]
    known = {name for base in bases for name in dir(base) if not name.startswith("_")}
    known |= {"board", "goal", "pieces"}
    own = {name for each in kind.__mro__ if is_plugin_class(each) for name in vars(each)}
    own |= set(vars(rules)) - {"setup", *options_of(kind)}
    own = {name for name in own if not name.startswith("_") and name not in known}
    counts = count_names(source_files(kind))
    for name in sorted(name for name in own if counts[name] == 1):
        if near := get_close_matches(name.lower(), known, n=1, cutoff=_NEAR):
            text = f"{name} is never used. Did you mean {near[0]}?"
            yield Fault(name, text)


def _equal_presets(rules: Rules) -> Iterator[Fault]:
    """Yield faults for presets with the same option values."""
    defaults = {name: option.default for name, option in options_of(type(rules)).items()}
    titles: dict[object, str] = {}
    for title, values in type(rules).presets.items():
        same = titles.setdefault(repr(sorted((defaults | dict(values)).items())), title)
        if same != title:
            yield Fault("presets", f"The presets {same!r} and {title!r} are equal; remove one.")


def unknown_cells(rules: Rules) -> Iterator[Fault]:
    """Yield a fault for a move that names a nonexistent cell, or cells that are not separated."""
    cells, moves = rules.board.index, rules.legal_moves(rules.start())
    if not cells or not all(map(_CELL.fullmatch, cells)):
        return
    if advice := next(filter(None, (separation_advice(rules, move) for move in moves)), ""):
        yield Fault("legal_moves", advice)
        return
    if 2 * sum(bool(rules.board.cells_named_in(move)) for move in moves) < len(moves):
        return  # the moves of this plugin do not name cells
    for move in moves:
        for word in re.findall(r"[^\W_]+", move):
            if _CELL.fullmatch(word) and word not in cells:
                text = f"legal_moves(state) contains {move!r}, but the board has no cell {word!r}; "
                text += f"cells are {rules.board.cells[0]} to {rules.board.cells[-1]}."
                yield Fault("legal_moves", text)
                return


def separation_advice(rules: Rules, move: str) -> str:
    """Return advice on a move that joins the names of cells by letters, or an empty string.

    >>> from puzzlekit import load
    >>> rules = load("hex:3")
    >>> separation_advice(rules, "a1-b2"), separation_advice(rules, "a1xb2")[-16:]
    ('', "such as 'a1-b2'.")
    """
    cells = rules.board.index
    if plugin_defines(type(rules.unwrapped), "clicks") or not all(map(_CELL.fullmatch, cells)):
        return ""
    for word in re.findall(r"[^\W_]+", move):
        names = _JOINT.split(word.removeprefix("x"))
        if word not in cells and all(name in cells for name in names):
            text = f"The move {move!r} makes no clicks on the cells in {word!r}; write a sign "
            return f"{text}between them, such as {move.replace(word, '-'.join(names))!r}."
    return ""


def _unbounded(rules: Rules) -> Iterator[Fault]:
    """Yield faults for unbounded numeric options that fail for small values."""
    kind = type(rules)
    for name, option in options_of(kind).items():
        if not option.is_unbounded:
            continue
        for value in (0, -1, 1):
            try:
                made = kind(**{name: value})
                made.legal_moves(made.start())
            except Exception as error:  # a plugin may raise anything
                if isinstance(error, OptionError) and is_raised_by(error, kind):
                    continue  # the value is refused properly
                why = one_line_error(error).rstrip(".")
                text = f"The option {name} has no bounds, and {name}={value} fails ({why}); "
                text += f"write `{name}: Annotated[int, range(2, 20)] = {option.default}`, or "
                yield Fault("__init__", f"{text}raise OptionError.")
                break


def _unsolvable(rules: Rules) -> Iterator[Fault]:
    """Yield a fault if a quick search shows that a puzzle's standard start has no solution."""
    start = rules.start()
    if rules.is_game() or rules.outcome(start) is not None:
        return
    why = unsolvable_reason(rules, start) if isinstance(rules, Puzzle) else None
    with suppress(LimitReachedError):
        if why or solve(rules, limit=_STATES) is None:
            text = why or "All reachable positions were searched."
            yield Fault("__init__", f"The standard start cannot be solved. {text}")


def _cut_off_players(rules: Rules) -> Iterator[Fault]:
    """Yield a fault for each player of a connection game who cannot connect their sides."""
    if not isinstance(rules, Connection):
        return
    for player, (side, other) in enumerate(rules.goals):
        if rules.count_missing_stones(rules.start(), player) is None:
            text = f"{rules.players[player]} can never win: no chain of cells joins {side} and "
            text += f"{other}, not even at the start. Are the edges and sides of the board right?"
            yield Fault("__init__", text)


def _sides_never_moving(
    rules: Rules, games: int, plies: int, seed: int, budget: Budget
) -> Iterator[Fault]:
    """Yield a fault if sides never move in random games."""
    moved: Counter[int] = Counter()
    for game in range(games):
        rng = Random(seed + game)
        for state, moves, _ in islice(random_game(rules, rng, budget, rules.start(rng)), plies):
            if moves:
                moved[rules.turn(state)] += 1
    total, seats = moved.total(), range(len(rules.players))
    still = [rules.players[seat] for seat in seats if not moved[seat]]
    if not still or total < _PLIES * len(seats):
        return
    text = f"{' and '.join(still)} never moves in {total} moves of random games"
    if len(moved) == 1:
        text = f"The turn never passes: turn(state) is {next(iter(moved))} for all of {total} moves"
    member = "turn" if plugin_defines(type(rules), "turn") else "play"
    yield Fault(member, f"{text}; derive the turn from a part of the state that each move changes.")


def _misleading_evaluation(rules: Rules, seed: int, budget: Budget) -> Iterator[Fault]:
    """Yield a fault if the evaluation near the end of random games favours the losers."""
    if len(rules.players) != 2 or type(rules.unwrapped).evaluate is Rules.evaluate:
        return
    rng, end = Random(seed), time.monotonic() + _SECONDS
    leads: tuple[list[float], list[float]] = ([], [])  # of seat 0 in the games that a seat won
    for _ in range(_GAMES):
        states = [s for s, _, _ in islice(random_game(rules, rng, budget), _MAX_PLIES)]
        result = rules.outcome(states.pop())
        if time.monotonic() > end:
            break
        if result is not None and result.seat is not None and states:
            late = states[-1 - len(states) // 6 :]
            lead = sum(rules.evaluate(s, 0) - rules.evaluate(s, 1) for s in late) / len(late)
            leads[result.seat].append(lead)
    if min(map(len, leads)) < _MIN_WINS:
        return
    pairs = [(a > b) + (a == b) / 2 for a, b in product(*leads)]
    if sum(pairs) <= _MISLEADING * len(pairs):
        text = "evaluate(state, seat) favours the losers of random games; high values must be good "
        yield Fault("evaluate", f"{text}for `seat`. Or does result(state) name the wrong winner?")
