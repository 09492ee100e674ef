"""Shortest solutions of permutation puzzles, by IDA* with pattern databases."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product

import numpy

from ...core.disk_cache import Arrays, load_cached, load_or_make
from ...core.permutation import Images, inverse, order, powers
from ...core.progress import Progress
from ...rules.base import State
from ...rules.twisty import Twisty
from ..solution import STEPS, Turn, Turns
from ..spaces.encoded_states import Array
from ..spaces.position_numbering import MAX_CELLS
from ..spaces.row_column_splits import Orbit, Part, orbits, parts_of
from .equivalent_words import CommutingPairs, Word, pad_lists
from .ida_star import IterativeDeepening
from .pattern_choice import choose_patterns, find_symmetries
from .patterns import (
    TABLES,
    NumberedPattern,
    Pattern,
    PatternDatabase,
    build_databases,
    number_pattern,
)

#: Maximum number of moves, because all pairs of moves are examined.
MAX_MOVES = 200

Spelled = list[Turn]


def is_supported(rules: Twisty, metric: str) -> bool:
    """Return whether the puzzle is small enough and has no forbidden positions."""
    orders = [order(images) for images in rules.twists.values()] if metric != STEPS else []
    return (
        not rules.forbidden
        and len(rules.board) <= MAX_CELLS
        and max(len(rules.twists), sum(orders)) <= MAX_MOVES
    )


def is_loaded(rules: Twisty, goal: State, metric: str, memory: int) -> bool:
    """Return whether the puzzle's tables are in the cache."""
    sources = list(_spellings(rules, metric))
    goal_parts = parts_of(orbits(sources, goal), goal)
    return load_cached(_cache_key(sources, goal_parts, memory)) is not None


def solutions(
    rules: Twisty,
    state: State,
    goal: State,
    metric: str,
    every: bool,
    memory: int,
    progress: Progress,
) -> Iterator[Turns] | None:
    """Return an iterator over shortest solutions, or None if the tables need too much memory.

    If `every` is true, the iterator yields all shortest solutions.
    """
    spelled = _spellings(rules, metric)
    sources = list(spelled)
    all_orbits = orbits(sources, goal)
    try:
        parts = parts_of(all_orbits, state)
    except KeyError:
        return iter(())
    goal_parts = parts_of(all_orbits, goal)
    tables = _tables(all_orbits, sources, goal_parts, memory, progress)
    if not len(tables["looks"]):
        return None
    databases = [
        PatternDatabase(number, tables, sources) for number in range(1 + int(tables["looks"].max()))
    ]
    places, facts, as_move = [], [], []
    for number, cells, moves in zip(tables["looks"], tables["cells"], tables["moves"], strict=True):
        replaced = {part: goal_parts[to] for part, to in zip(goal_parts, cells, strict=True)}
        seen_parts = [replaced[parts[cell]] for cell in numpy.argsort(cells)]
        places.append(databases[number].place(seen_parts))
        facts.append(databases[number].facts)
        as_move.append([databases[number].moves[move] for move in moves])
    pairs = CommutingPairs(sources)
    deepening = IterativeDeepening(
        tuple(tables[name] for name in TABLES),
        numpy.array(facts),
        numpy.array(as_move, numpy.int32),
        pad_lists([*pairs.follow, list(range(len(sources)))]),
        numpy.array(sources, numpy.int16),
    )
    root = deepening.root(places)
    if root is None:
        return iter(())
    ranks = {label: rank for rank, label in enumerate(sorted(set(goal)))}
    board, goal_board = numpy.array(
        [[ranks[label] for label in each] for each in (state, goal)], "i2"
    )
    words = deepening.words(root, board, goal_board, progress)
    return _turns(words, pairs if every else None, list(spelled.values()))


def _turns(
    words: Iterator[Word], pairs: CommutingPairs | None, spelled: list[Spelled]
) -> Iterator[Turns]:
    """Yield the turns for each word and, if `pairs` is given, for all equivalent words."""
    for word in words:
        equivalent = {word} if pairs is None else pairs.words(word)
        if pairs is None or word == min(equivalent):  # otherwise another word yields them
            for each in sorted(equivalent):
                for turns in product(*(spelled[move] for move in each)):
                    yield list(turns)


def _tables(
    orbits: Sequence[Orbit],
    sources: Sequence[Images],
    goal: Sequence[Part],
    memory: int,
    progress: Progress,
) -> Arrays:
    """Return patterns with their tables and views, from the cache if possible."""

    def make() -> dict[str, Array]:
        numberings: dict[Pattern, NumberedPattern | None] = {}

        def fits(pattern: Pattern) -> bool:
            if pattern not in numberings:
                numberings[pattern] = number_pattern(pattern, sources, goal, progress)
            return numberings[pattern] is not None

        cells = [list(chain.from_iterable(each.slots)) for each in orbits]
        all_symmetries = find_symmetries(sources, cells, goal)
        patterns, views = choose_patterns(orbits, all_symmetries, memory, fits)
        numbered = [found for each in patterns if (found := numberings[each]) is not None]
        arrays = {
            "looks": numpy.array([view.pattern for view in views], numpy.int64),
            "cells": numpy.array([view.symmetry.cells for view in views], numpy.int64),
            "moves": numpy.array([view.symmetry.moves for view in views], numpy.int64),
        }
        for number, each in enumerate(patterns):
            arrays[f"cells {number}"] = numpy.array(each.cells)
            arrays[f"parts {number}"] = numpy.array(each.parts)
        return arrays | build_databases(numbered, progress)

    return load_or_make(_cache_key(sources, goal, memory), make)


def _cache_key(sources: Sequence[Images], goal: Sequence[Part], memory: int) -> object:
    return "twisty", sources, [tuple(part) for part in goal], memory


def _spellings(rules: Twisty, metric: str) -> dict[Images, Spelled]:
    """Return the sources of each step or turn, with the sequences of moves that produce them."""
    spellings: dict[Images, dict[frozenset[str | None], tuple[str, ...]]] = {}
    for name, images in rules.twists.items():
        layer = frozenset([name] if metric == STEPS else [name, rules.inverse_move(name)])
        allowed = powers(images)[: 1 if metric == STEPS else None]
        for number, power in enumerate(allowed, 1):
            words = spellings.setdefault(inverse(power), {})
            word = (name,) * number
            words[layer] = min(words.get(layer, word), word, key=len)
    return {source: list(words.values()) for source, words in spellings.items()}
