"""Arrangements of pieces, some of them alike: how many can be reached, which cannot, and why.

A group moves colours as it moves points. What `structure` splits off is dealt with by counting:
exchanging equal pieces changes a parity for nothing, and twisting one that looks the same changes
the sum of twists. That leaves a colouring of the quotient's points, and at last a small group,
which is searched.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import combinations
from typing import NamedTuple

from ..core.errors import LimitReachedError
from ..core.permutation import Images, is_even, multiply, restrict
from .chains import stabilizer_chain
from .colour_stabilizer import colour_stabilizer_order
from .direct_factors import direct_factors
from .order_proof import prove_order
from .plain.piece_orbits import PieceOrbit, equivalent_orbits, representative_orbits
from .plain.structure import Reduction, reduce_structure

Colours = Sequence[Hashable]

NO_MOVES = "No moves take these pieces there."

#: Products that are looked at, at most, where a small group has to be searched: a second.
MAX_ARRANGEMENTS = 500_000


def count_arrangements(generators: Sequence[Images], colours: Colours) -> int:
    """Return how many different colourings can be reached from one.

    Raises `LimitReachedError` where a group that is left over is too large to be searched.

    >>> count_arrangements([(1, 2, 3, 0)], "aabb"), count_arrangements([(1, 2, 3, 0)], "abab")
    (4, 2)
    """
    return math.prod(
        prove_order(part.generators).order
        // _stabilizer(part.generators, [colours[point] for point in part.points])
        for part in direct_factors(generators)
    )


def reachability_obstacle(
    generators: Sequence[Images],
    goal: Colours,
    state: Colours,
    cells: Sequence[str] = (),
    where: str = "",
) -> str | None:
    """Return why one colouring cannot be made of another, in a sentence; None if it can.

    `cells` are the names of the points; `where` says in which positions the group acts. Raises
    `LimitReachedError` as `count_arrangements` does.

    >>> obstacle([(1, 2, 3, 0)], "abcd", "abdc")
    'No moves take these pieces there.'
    >>> turns = [(1, 2, 0, 3, 4), (0, 1, 3, 4, 2)]
    >>> obstacle(turns, "abcde", "abced")
    'The 5 pieces at 0, 1, 2, ... would be permuted oddly; moves keep that even.'
    """
    names = list(cells) or [str(point) for point in range(len(goal))]
    for point, name in enumerate(names):
        if goal[point] != state[point] and all(g[point] == point for g in generators):
            return f"{where}{name} always shows {state[point]!r}, not {goal[point]!r}."
    before, after = _ranked(goal, state)
    return _obstacle(list(generators), before, after, names)


def _ranked(*colourings: Colours) -> list[list[int]]:
    """Number the colours."""
    number: dict[Hashable, int] = {}
    return [[number.setdefault(colour, len(number)) for colour in each] for each in colourings]


# -- what each step of the reduction does to colours ----------------------------------------------


def _tied(
    generators: list[Images], colourings: Sequence[Colours], names: Sequence[str]
) -> tuple[list[Images], list[list[int]], list[str]]:
    """Restrict to the orbits that tell of all, with the colours of all."""
    points: list[int] = []
    colours: list[list[Hashable]] = [[] for _ in colourings]
    for orbit, maps in equivalent_orbits(generators):
        points += orbit
        for found, each in zip(colours, colourings, strict=True):
            found += [(each[p], *(each[tied[p]] for tied in maps)) for p in orbit]
    return restrict(generators, points), _ranked(*colours), [names[p] for p in points]


class _Pattern(NamedTuple):
    """How a piece looks: its colours from the twist from which they come first, and that twist."""

    colours: tuple[int, ...]
    twist: int

    def alike(self) -> int:
        """How many twists leave it looking the same."""
        doubled = self.colours * 2
        size = len(self.colours)
        return sum(doubled[i : i + size] == self.colours for i in range(size))


def _patterns(kind: PieceOrbit, colours: Sequence[int]) -> list[_Pattern]:
    shown = [[0] * kind.size for _ in range(kind.blocks)]
    for point, (block, twist) in kind.place.items():
        shown[block][twist] = colours[point]
    return [
        min(_Pattern(tuple(each[i:] + each[:i]), i) for i in range(kind.size)) for each in shown
    ]


class _Freedom(NamedTuple):
    """What pieces that look alike allow: a change of parity, twists by multiples of `step`.

    `order` is the number of permutations and twists, of those of a kind, that nobody sees.
    """

    parity: bool
    step: int
    order: int


def _freedom(kind: PieceOrbit, patterns: list[_Pattern]) -> _Freedom:
    counts = Counter(pattern.colours for pattern in patterns)
    alike = {pattern.colours: pattern.alike() for pattern in patterns}
    return _Freedom(
        parity=max(counts.values()) > 1,
        step=math.gcd(*(kind.size // alike[each] for each in counts)),
        order=math.prod(math.factorial(n) * alike[each] ** n for each, n in counts.items()),
    )


def _quotient_colours(
    reduction: Reduction, colours: Sequence[int], changes: Sequence[tuple[int, int]]
) -> list[Hashable]:
    """Return the colours of the quotient's points, given the changed parities and twists."""
    found: list[Hashable] = [("rest", colours[p]) for p in reduction.rest]
    for number, (kind, (parity, twist)) in enumerate(zip(reduction.kinds, changes, strict=True)):
        free = _freedom(kind, _patterns(kind, colours))
        found += [(number, "parity", 0 if free.parity else (i - parity) % 2) for i in range(2)]
        if kind.size > 1:
            found += [(number, "sum", (i - twist) % free.step) for i in range(kind.size)]
    return found


def remaining_freedom(
    reduction: Reduction, goal: Sequence[int], state: Sequence[int]
) -> tuple[list[Hashable], list[Hashable]] | None:
    """Return what two colourings become for the quotient; None if they show other pieces."""
    changes = []
    for kind in reduction.kinds:
        here, there = _patterns(kind, goal), _patterns(kind, state)
        if sorted(p.colours for p in here) != sorted(p.colours for p in there):
            return None
        changes.append(_change(kind, here, there))
    return (
        _quotient_colours(reduction, goal, [(0, 0)] * len(changes)),
        _quotient_colours(reduction, state, changes),
    )


def _sign_colours(blocks: Sequence[int], colours: Sequence[int]) -> list[Hashable]:
    """Return the colours of the signs of blocks: what lies in the block, in which order."""
    members: dict[int, list[int]] = {}
    for point, block in enumerate(blocks):
        members.setdefault(block, []).append(colours[point])
    found: list[Hashable] = []
    for block in sorted(members):
        shown = members[block]
        order = sorted(range(len(shown)), key=shown.__getitem__)
        odd = not is_even(order)
        free = len(set(shown)) < len(shown)
        content = tuple(sorted(shown))
        found += [(content, 0 if free else (sign + odd) % 2) for sign in range(2)]
    return found


# -- counting -------------------------------------------------------------------------------------


def _stabilizer(generators: list[Images], shown: Colours) -> int:
    """Return how many elements leave all colours in place, where all points are moved."""
    names = [""] * len(shown)
    generators, (colours,), _ = _tied(generators, [shown], names)
    reduction = reduce_structure(generators)
    if reduction is None:
        return colour_stabilizer_order(generators, colours)
    inner = 1
    if reduction.blocks:
        members: dict[int, list[int]] = {}
        for point, block in enumerate(reduction.blocks):
            members.setdefault(block, []).append(colours[point])
        for shown in members.values():
            ways = math.prod(map(math.factorial, Counter(shown).values()))
            inner *= ways if ways == 1 else ways // 2
        onward = _sign_colours(reduction.blocks, colours)
    else:
        for kind in reduction.kinds:
            free = _freedom(kind, _patterns(kind, colours))
            inner *= free.order * free.step // kind.size // (2 if free.parity else 1)
        onward = _quotient_colours(reduction, colours, [(0, 0)] * len(reduction.kinds))
    return inner * math.prod(
        _stabilizer(part.generators, [onward[point] for point in part.points])
        for part in direct_factors(reduction.generators)
    )


# -- explaining -----------------------------------------------------------------------------------


def _obstacle(
    generators: list[Images], goal: Sequence[int], state: Sequence[int], names: Sequence[str]
) -> str | None:
    moved = {p for g in generators for p, image in enumerate(g) if image != p}
    if any(goal[p] != state[p] and p not in moved for p in range(len(goal))):
        return NO_MOVES
    for points, inside in direct_factors(generators):
        before, after = [goal[p] for p in points], [state[p] for p in points]
        if before != after:
            why = _part_obstacle(inside, before, after, [names[p] for p in points])
            if why is not None:
                return why
    return None


def _part_obstacle(
    generators: list[Images], before: Sequence[int], after: Sequence[int], names: Sequence[str]
) -> str | None:
    generators, (goal, state), names = _tied(generators, [before, after], names)
    reduction = reduce_structure(generators)
    if reduction is None:
        alike = all(
            Counter(goal[p] for p in points) == Counter(state[p] for p in points)
            for points in representative_orbits(generators)
        )
        return None if alike and _can_be_carried(generators, goal, state) else NO_MOVES
    onward = [_sign_colours(reduction.blocks, each) for each in (goal, state)]
    if not reduction.blocks:
        changes = []
        for kind in reduction.kinds:
            here, there = _patterns(kind, goal), _patterns(kind, state)
            if sorted(p.colours for p in here) != sorted(p.colours for p in there):
                return f"{_described(kind, names)} cannot look like this: there is no such piece."
            changes.append(_change(kind, here, there))
        why = _broken_invariant(generators, reduction, goal, changes, names)
        if why is not None:
            return why
        onward = [
            _quotient_colours(reduction, goal, [(0, 0)] * len(changes)),
            _quotient_colours(reduction, state, changes),
        ]
    goal, state = _ranked(*onward)
    return _obstacle(reduction.generators, goal, state, [""] * len(goal))


def _change(kind: PieceOrbit, before: list[_Pattern], after: list[_Pattern]) -> tuple[int, int]:
    """Return parity and sum of twists of a way to make one look of a kind from another."""
    places = [sorted(range(kind.blocks), key=each.__getitem__) for each in (before, after)]
    images = [0] * kind.blocks
    for a, b in zip(*places, strict=True):
        images[a] = b
    twist = sum(p.twist for p in after) - sum(p.twist for p in before)
    return int(not is_even(images)), twist % kind.size


def _described(kind: PieceOrbit, names: Sequence[str]) -> str:
    shown: dict[int, list[str]] = {}
    for point, (block, _) in kind.place.items():
        shown.setdefault(block, []).append(names[point])
    some = ", ".join("-".join(shown[block]) for block in sorted(shown)[:3])
    sides = f" of {kind.size} sides" if kind.size > 1 else ""
    return f"The {kind.blocks} pieces{sides} at {some}, ..."


def _broken_invariant(
    generators: list[Images],
    reduction: Reduction,
    goal: Sequence[int],
    changes: Sequence[tuple[int, int]],
    names: Sequence[str],
) -> str | None:
    """Return which sum of twists or which parity would have to change, though no move does."""
    fixed = []  # the kinds whose parity can be seen
    for kind, (parity, twist) in zip(reduction.kinds, changes, strict=True):
        free = _freedom(kind, _patterns(kind, goal))
        if not free.parity:
            fixed.append((kind, parity))
        kept = all(sum(kind.twists(g)) % free.step == 0 for g in generators)
        if kept and twist % free.step:
            return (
                f"{_described(kind, names)} would be twisted by {twist % free.step} of {free.step} "
                "in all; moves keep that sum at 0."
            )
    for count in (1, 2):
        for some in combinations(fixed, count):
            odd = [sum(not is_even(kind.action(g)) for kind, _ in some) % 2 for g in generators]
            if not any(odd) and sum(parity for _, parity in some) % 2:
                kinds = [_described(kind, names) for kind, _ in some]
                if count == 1:
                    return f"{kinds[0]} would be permuted oddly; moves keep that even."
                return (
                    f"{kinds[0]} and {kinds[1][0].lower()}{kinds[1][1:]} would be permuted one "
                    "oddly, one evenly; moves change both parities together."
                )
    return None


def _can_be_carried(generators: list[Images], goal: Sequence[int], state: Sequence[int]) -> bool:
    """Return whether a small group has an element that carries one colouring into another."""
    chain = stabilizer_chain(generators, prove_order(generators).order)
    deeper: set[int] = set()
    settled: list[list[int]] = []  # points whose image is known once a level is chosen
    for level, orbit in reversed(list(enumerate(chain.orbits))):
        settled.insert(0, [p for p in range(len(goal)) if p not in deeper])
        for point in orbit:
            element = chain.element(level, point)
            deeper.update(p for p, image in enumerate(element) if image != p)
    tried = 0
    stack = [(0, tuple(range(len(goal))))]
    while stack:
        level, carried = stack.pop()
        if level == len(chain.base):
            if all(state[carried[p]] == colour for p, colour in enumerate(goal)):
                return True
            continue
        tried += len(chain.orbits[level])
        if tried > MAX_ARRANGEMENTS:
            raise LimitReachedError(
                f"More than {MAX_ARRANGEMENTS:,} ways to fill {len(goal)} places would have to be tried."
            )
        for point in chain.orbits[level]:
            if state[carried[point]] == goal[chain.base[level]]:
                onward = multiply(chain.element(level, point), carried)
                if all(state[onward[p]] == goal[p] for p in settled[level]):
                    stack.append((level + 1, onward))
    return False
