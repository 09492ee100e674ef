"""Shortest solutions of puzzles of permutations: IDA* with pattern databases."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from ...core.disk_cache import Arrays, cached, load_cached
from ...core.permutation import Images, identity, inverse, order
from ...core.progress import Progress
from ...rules.base import State
from ...rules.twisty import Twisty
from ..spaces.encoded_states import Array
from ..spaces.mechanism import STEPS, always_legal
from ..spaces.orbit_splitting import Orbit, Part, orbits, parts_of
from ..spaces.plan import MAX_CELLS
from .ida_star import IterativeDeepening
from .pattern_choice import choose_patterns
from .patterns import TABLES, Database, Pattern, Planned, plan_patterns, search_patterns
from .shortest import Turns, padded, report_depth
from .symmetries import symmetries
from .words import CommutingPairs, Word

#: Moves at most: each pair of them is looked at.
MAX_MOVES = 200

Spelled = list[tuple[str, ...]]


def is_supported(rules: Twisty, metric: str) -> bool:
    """Return whether the puzzle is not too large, and no position is forbidden."""
    orders = [order(images) for images in rules.twists.values()] if metric != STEPS else []
    return (
        not rules.forbidden
        and len(rules.board) <= MAX_CELLS
        and max(len(rules.twists), sum(orders)) <= MAX_MOVES
    )


def is_loaded(rules: Twisty, goal: State, metric: str, memory: int) -> bool:
    """Return whether the tables of a puzzle have been made."""
    sources = list(_spelled(rules, metric))
    there = parts_of(orbits(always_legal(sources), goal), goal)
    return load_cached(_key(sources, there, memory)) is not None


def solutions(
    rules: Twisty,
    state: State,
    goal: State,
    *,
    metric: str,
    every: bool,
    memory: int,
    progress: Progress,
) -> Iterator[Turns] | None:
    """Return one or every shortest solution, () if there is none, None without room for tables."""
    import numpy

    spelled = _spelled(rules, metric)
    sources = list(spelled)
    found = orbits(always_legal(sources), goal)
    try:
        here = parts_of(found, state)
    except KeyError:
        return iter(())
    there = parts_of(found, goal)
    tables = _tables(found, sources, there, memory, progress)
    if not len(tables["looks"]):
        return None
    made = [Database(number, tables, sources) for number in range(1 + int(tables["looks"].max()))]
    places, facts, as_move = [], [], []
    for number, cells, moves in zip(tables["looks"], tables["cells"], tables["moves"], strict=True):
        replaced = {part: there[to] for part, to in zip(there, cells, strict=True)}
        seen = [replaced[here[cell]] for cell in numpy.argsort(cells)]
        places.append(made[number].place(seen))
        facts.append(made[number].facts)
        as_move.append([made[number].moves[move] for move in moves])
    pairs = CommutingPairs(sources)
    deepening = IterativeDeepening(
        tuple(tables[name] for name in TABLES),
        numpy.array(facts),
        numpy.array(as_move, numpy.int32),
        padded([*pairs.follow, list(range(len(sources)))]),
        numpy.array(sources, numpy.int16),
    )
    root = deepening.root(places)
    if root is None:
        return iter(())
    ranks = {label: rank for rank, label in enumerate(sorted(set(goal)))}
    board, wanted = numpy.array([[ranks[label] for label in each] for each in (state, goal)], "i2")
    words = deepening.words(root, board, wanted, report_depth(progress))
    return _turns(words, pairs if every else None, list(spelled.values()))


def _turns(
    words: Iterator[Word], pairs: CommutingPairs | None, spelled: list[Spelled]
) -> Iterator[Turns]:
    """Yield the turns of words; with `pairs` also those of all words of the same meaning."""
    for word in words:
        alike = {word} if pairs is None else pairs.words(word)
        if pairs is None or word == min(alike):  # else they have come, or will come, of another one
            for each in sorted(alike):
                for turns in product(*(spelled[move] for move in each)):
                    yield list(turns)


def _tables(
    found: Sequence[Orbit],
    sources: Sequence[Images],
    goal: Sequence[Part],
    memory: int,
    progress: Progress,
) -> Arrays:
    """Return patterns with their tables, and the looks: of which pattern, after which symmetry."""
    import numpy

    def make() -> dict[str, Array]:
        plans: dict[Pattern, Planned | None] = {}

        def fits(pattern: Pattern) -> bool:
            if pattern not in plans:
                plans[pattern] = plan_patterns(pattern, sources, goal, progress)
            return plans[pattern] is not None

        same = symmetries(sources, [_cells(each) for each in found], goal)
        patterns, looks = choose_patterns(found, same, memory, fits)
        fit = [plan for each in patterns if (plan := plans[each]) is not None]
        made = {
            "looks": numpy.array([look.pattern for look in looks], numpy.int64),
            "cells": numpy.array([look.symmetry.cells for look in looks], numpy.int64),
            "moves": numpy.array([look.symmetry.moves for look in looks], numpy.int64),
        }
        for number, each in enumerate(patterns):
            made[f"cells {number}"] = numpy.array(each.cells)
            made[f"parts {number}"] = numpy.array(each.parts)
        return made | search_patterns(fit, progress)

    return cached(_key(sources, goal, memory), make)


def _key(sources: Sequence[Images], goal: Sequence[Part], memory: int) -> object:
    return "twisty", sources, [tuple(part) for part in goal], memory


def _spelled(rules: Twisty, metric: str) -> dict[Images, Spelled]:
    """Return the steps or turns as sources, each with the fewest rule-book moves that make it."""
    found: dict[Images, Spelled] = {}
    for name, images in rules.twists.items():
        turn: tuple[str, ...] = (name,)
        power = images
        while power != identity(len(images)):
            found.setdefault(inverse(power), []).append(turn)
            if metric == STEPS:
                break
            turn, power = (*turn, name), tuple([images[cell] for cell in power])
    if metric == STEPS:
        return found
    return {source: [min(ways, key=len)] for source, ways in found.items()}


def _cells(orbit: Orbit) -> list[int]:
    return [cell for slot in orbit.slots for cell in slot]
