"""Shortest solutions of puzzles of permutations: IDA* with pattern databases."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from ...core.errors import LimitReached
from ...core.permutation import Images, identity, inverse, order
from ...core.progress import Progress
from ...rules.rule_book import State
from ...rules.twisty import Twisty
from ..spaces.lines import Array
from ..spaces.mechanism import STEPS
from ..spaces.plan import MAX_CELLS
from ..spaces.splitting import Orbit, Part, orbits
from .choosing import Look, chosen
from .deepening import Deepening
from .patterns import Database, databases, mechanism_of
from .shortest import Telling, Turns
from .symmetries import Symmetry, symmetries
from .words import Pairs, Word

#: Moves at most: each pair of them is looked at.
MAX_MOVES = 200

Spelled = list[tuple[str, ...]]


def fits(rules: Twisty, metric: str) -> bool:
    """Tell whether the search is for this puzzle: it is not too large, and nothing is forbidden."""
    orders = [order(images) for images in rules.twists.values()] if metric != STEPS else []
    return (
        not rules.forbidden
        and len(rules.board) <= MAX_CELLS
        and max(len(rules.twists), sum(orders)) <= MAX_MOVES
    )


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
    """Return one shortest solution, or every one; none if a pattern shows that there is none.

    None stands for: there is no room for any tables.
    """
    import numpy

    spelled = _spelled(rules, metric)
    sources = list(spelled)
    found = orbits(mechanism_of(sources), goal)
    try:
        here = _parts(found, state)
    except KeyError:
        return iter(())
    there = _parts(found, goal)
    same = symmetries(sources, [_cells(each) for each in found], there)
    known = _known(found, same, sources, there, memory, progress)
    if known is None:
        return None
    looks, made, tables = known
    places, facts, as_move = [], [], []
    for look in looks:
        own, symmetry = made[look.pattern], look.symmetry
        places.append(own.place([symmetry.parts[here[cell]] for cell in inverse(symmetry.cells)]))
        facts.append(own.facts)
        as_move.append([own.moves[move] for move in symmetry.moves])
    pairs = Pairs(sources)
    deepening = Deepening(
        tables,
        numpy.array(facts),
        numpy.array(as_move, numpy.int32),
        _filled([*pairs.follow, list(range(len(sources)))]),
        numpy.array(sources, numpy.int16),
    )
    root = deepening.root(places)
    if root is None:
        return iter(())
    ranks = {label: rank for rank, label in enumerate(sorted(set(goal)))}
    board, wanted = numpy.array([[ranks[label] for label in each] for each in (state, goal)], "i2")
    words = deepening.words(root, board, wanted, Telling(progress))
    return _turns(words, pairs if every else None, list(spelled.values()))


def _turns(words: Iterator[Word], pairs: Pairs | None, spelled: list[Spelled]) -> Iterator[Turns]:
    """Yield the turns of words; with `pairs` also those of all words of the same meaning."""
    for word in words:
        alike = {word} if pairs is None else pairs.words(word)
        if pairs is None or word == min(alike):  # else they have come, or will come, of another one
            for each in sorted(alike):
                for turns in product(*(spelled[move] for move in each)):
                    yield list(turns)


def _known(
    found: Sequence[Orbit],
    same: Sequence[Symmetry],
    sources: Sequence[Images],
    goal: Sequence[Part],
    memory: int,
    progress: Progress,
) -> tuple[list[Look], list[Database], tuple[Array, ...]] | None:
    """Return looks, databases and all their tables, for which there is room."""
    while True:
        patterns, looks = chosen(found, same, memory)
        if not patterns:
            return None
        try:
            return looks, *databases(patterns, sources, goal, progress)
        except LimitReached:  # rows or columns are too many: smaller patterns have fewer
            memory //= 4


def _spelled(rules: Twisty, metric: str) -> dict[Images, Spelled]:
    """Return what counts one, as sources, with the moves of the rule book that make it.

    Twists that do the same are different steps; a turn is made of as few twists as possible.
    """
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


def _parts(found: Sequence[Orbit], labels: State) -> list[Part]:
    shown = dict(pair for each in found for pair in each.parts(labels))
    return [shown[cell] for cell in range(len(labels))]


def _cells(orbit: Orbit) -> list[int]:
    return [cell for slot in orbit.slots for cell in slot]


def _filled(lists: Sequence[Sequence[int]]) -> Array:
    """Return lists of moves, filled up by -1."""
    import numpy

    width = max(map(len, lists))
    return numpy.array([[*each, *[-1] * (width - len(each))] for each in lists], numpy.int32)
