"""Reachable arrangements of possibly identical pieces: their number, and obstacles.

A group acts on colourings of its points. For the normal subgroup found by `structure`, the count is
a formula: swapping two identical pieces hides the parity, and twisting a symmetric piece hides the
sum of twists. The quotient acts on a colouring of its own points and is reduced in the same way
until only a small group is left to search.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from ..core.errors import LimitReachedError
from ..core.permutation import Images, is_even, multiply, restrict
from .colour_stabilizer import colour_stabilizer_order
from .direct_factors import direct_factors
from .order_proof import prove_order
from .plain.piece_orbits import (
    EquivalentOrbits,
    PieceOrbit,
    equivalent_orbits,
    representative_orbits,
)
from .plain.structure_reduction import Reduction, reduce_structure
from .stabilizer_chains import stabilizer_chain

Colours = Sequence[Hashable]

#: A mapping from the number of sides of a piece to its name, such as "corner". The default name is
#: "piece".
Nouns = Mapping[int, str]
NO_NOUNS: Nouns = MappingProxyType({})

NO_MOVES = "No moves take these pieces there."

#: Limit for the search in a small group (products of permutations), about one second.
MAX_ARRANGEMENTS = 500_000


def count_arrangements(generators: Sequence[Images], colours: Colours) -> int:
    """Return the number of different colourings that can be reached from the given colouring.

    Raises `LimitReachedError` if the remaining group is too large to search.

    >>> count_arrangements([(1, 2, 3, 0)], "aabb"), count_arrangements([(1, 2, 3, 0)], "abab")
    (4, 2)
    """
    return math.prod(
        prove_order(part.generators).order
        // _stabilizer_order(part.generators, [colours[point] for point in part.points])
        for part in direct_factors(generators)
    )


def reachability_obstacle(
    generators: Sequence[Images],
    goal: Colours,
    state: Colours,
    cells: Sequence[str] = (),
    where: str = "",
    nouns: Nouns = NO_NOUNS,
) -> str | None:
    """Return a sentence that explains why `state` cannot be moved to `goal`, or None if it can.

    `cells` names the points, and `where` is a prefix that names the positions on which the group
    acts. `nouns` names the pieces by their number of sides, such as `{3: "corner"}`. Raises
    `LimitReachedError` in the same cases as `count_arrangements`.

    >>> reachability_obstacle([(1, 2, 3, 0)], "abcd", "abdc")
    'No moves take these pieces there.'
    >>> turns = [(1, 2, 0, 3, 4), (0, 1, 3, 4, 2)]
    >>> reachability_obstacle(turns, "abcde", "abced")
    'Two pieces are swapped: the 5 pieces at 0, 1, 2, ... need an odd permutation; moves allow \
only even ones.'
    """
    names = list(cells) or [str(point) for point in range(len(goal))]
    for point, name in enumerate(names):
        if goal[point] != state[point] and all(g[point] == point for g in generators):
            shown, wanted = (
                "a hole" if each[point] == "" else repr(each[point]) for each in (state, goal)
            )
            return f"{where}{name} always shows {shown}, not {wanted}."
    before, after = _renumber_colours(goal, state)
    return _Rearrangement(list(generators), before, after, names, nouns).obstacle()


def _renumber_colours(*colourings: Colours) -> list[list[int]]:
    """Replace the colours with consecutive numbers."""
    number: dict[Hashable, int] = {}
    return [[number.setdefault(colour, len(number)) for colour in each] for each in colourings]


# -- colours under each step of the reduction ------------------------------------------------------


def _merge_equivalent_orbits(
    generators: list[Images], colourings: Sequence[Colours], names: Sequence[str]
) -> tuple[list[Images], list[list[int]], list[str]]:
    """Restrict to representative orbits; combine their colours with those of equivalent orbits."""
    orbits = equivalent_orbits(generators)
    points = [point for orbit, _ in orbits for point in orbit]
    colours = merge_colours(orbits, *colourings)
    return restrict(generators, points), colours, [names[p] for p in points]


def merge_colours(orbits: EquivalentOrbits, *colourings: Colours) -> list[list[int]]:
    """Return a number for the colours on each representative point and its equivalents."""
    return _renumber_colours(
        *(
            [
                (each[p], *(each[tied[p]] for tied in maps))
                for points, maps in orbits
                for p in points
            ]
            for each in colourings
        )
    )


class _Pattern(NamedTuple):
    """The lexicographically least rotation of a piece's colours, and the twist of the piece."""

    colours: tuple[int, ...]
    twist: int

    def symmetry(self) -> int:
        """Return the number of twists that leave the colours unchanged."""
        doubled = self.colours * 2
        size = len(self.colours)
        return sum(doubled[i : i + size] == self.colours for i in range(size))


def _patterns(kind: PieceOrbit, colours: Sequence[int]) -> list[_Pattern]:
    shown = [[colours[point] for point in slot] for slot in kind.slots]
    return [
        min(_Pattern(tuple(each[i:] + each[:i]), i) for i in range(kind.size)) for each in shown
    ]


class _Freedom(NamedTuple):
    """The invisible changes in one orbit of pieces.

    `parity` is True if identical pieces can be swapped. Changing the total twist by a multiple of
    `step` is invisible. `order` is the number of permutations and twists that change no colour.
    """

    parity: bool
    step: int
    order: int


def _freedom(kind: PieceOrbit, patterns: list[_Pattern]) -> _Freedom:
    counts = Counter(pattern.colours for pattern in patterns)
    symmetries = {pattern.colours: pattern.symmetry() for pattern in patterns}
    return _Freedom(
        parity=max(counts.values()) > 1,
        step=math.gcd(*(kind.size // symmetries[each] for each in counts)),
        order=math.prod(math.factorial(n) * symmetries[each] ** n for each, n in counts.items()),
    )


def _quotient_colours(
    reduction: Reduction, colours: Sequence[int], changes: Sequence[tuple[int, int]]
) -> list[Hashable]:
    """Return the colours of the quotient's points, given the changed parities and twists."""
    result: list[Hashable] = [("rest", colours[p]) for p in reduction.remaining_points]
    for number, (kind, (parity, twist)) in enumerate(zip(reduction.kinds, changes, strict=True)):
        free = _freedom(kind, _patterns(kind, colours))
        result += [(number, "parity", 0 if free.parity else (i - parity) % 2) for i in range(2)]
        if kind.size > 1:
            result += [(number, "sum", (i - twist) % free.step) for i in range(kind.size)]
    return result


def remaining_freedom(
    reduction: Reduction, goal: Sequence[int], state: Sequence[int]
) -> tuple[list[Hashable], list[Hashable]] | None:
    """Return both colourings of the quotient's points, or None if the pieces differ."""
    changes = []
    for kind in reduction.kinds:
        change = _parity_and_twist(kind, goal, state)
        if change is None:
            return None
        changes.append(change)
    return (
        _quotient_colours(reduction, goal, [(0, 0)] * len(changes)),
        _quotient_colours(reduction, state, changes),
    )


def _block_contents(blocks: Sequence[int], colours: Sequence[int]) -> list[list[int]]:
    contents: list[list[int]] = [[] for _ in set(blocks)]
    for block, colour in zip(blocks, colours, strict=True):
        contents[block].append(colour)
    return contents


def _sign_colours(blocks: Sequence[int], colours: Sequence[int]) -> list[Hashable]:
    """Return the colours of the two signs of each block: its contents, and their parity."""
    result: list[Hashable] = []
    for shown in _block_contents(blocks, colours):
        order = sorted(range(len(shown)), key=shown.__getitem__)
        odd = not is_even(order)
        free = len(set(shown)) < len(shown)
        content = tuple(sorted(shown))
        result += [(content, 0 if free else (sign + odd) % 2) for sign in range(2)]
    return result


# -- counting -------------------------------------------------------------------------------------


def _stabilizer_order(generators: list[Images], shown: Colours) -> int:
    """Return the order of the stabilizer of the colours in a group without fixed points."""
    names = [""] * len(shown)
    generators, (colours,), _ = _merge_equivalent_orbits(generators, [shown], names)
    reduction = reduce_structure(generators)
    if reduction is None:
        return colour_stabilizer_order(generators, colours)
    inner = 1
    if reduction.blocks:
        for shown in _block_contents(reduction.blocks, colours):
            count = math.prod(map(math.factorial, Counter(shown).values()))
            inner *= count if count == 1 else count // 2
        remaining = _sign_colours(reduction.blocks, colours)
    else:
        for kind in reduction.kinds:
            free = _freedom(kind, _patterns(kind, colours))
            inner *= free.order * free.step // kind.size // (2 if free.parity else 1)
        remaining = _quotient_colours(reduction, colours, [(0, 0)] * len(reduction.kinds))
    return inner * math.prod(
        _stabilizer_order(part.generators, [remaining[point] for point in part.points])
        for part in direct_factors(reduction.generators)
    )


# -- explaining -----------------------------------------------------------------------------------


class _Rearrangement(NamedTuple):
    """Two colourings of the points of a group, with names of the points and kinds of pieces."""

    generators: list[Images]
    goal: Sequence[int]
    state: Sequence[int]
    names: Sequence[str]
    nouns: Nouns

    def obstacle(self) -> str | None:
        """Return a sentence that explains why the goal cannot be reached, or None if it can."""
        moved = {p for g in self.generators for p, image in enumerate(g) if image != p}
        if any(self.goal[p] != self.state[p] and p not in moved for p in range(len(self.goal))):
            return NO_MOVES
        for points, inside in direct_factors(self.generators):
            goal, state = ([each[p] for p in points] for each in (self.goal, self.state))
            if goal != state:
                names = [self.names[p] for p in points]
                part = _Rearrangement(inside, goal, state, names, self.nouns)
                if (why := part._obstacle_of_factor()) is not None:
                    return why
        return None

    def _obstacle_of_factor(self) -> str | None:
        generators, (goal, state), names = _merge_equivalent_orbits(
            self.generators, [self.goal, self.state], self.names
        )
        merged = _Rearrangement(generators, goal, state, names, self.nouns)
        why = merged._obstacle_by_reduction()
        if why == NO_MOVES and any(names):  # the points of a quotient have no names
            kinds = [
                PieceOrbit.of([(point,) for point in points])
                for points in representative_orbits(generators)
                if merged._has_same_pieces(points)
            ]
            return merged._obstacle_of_kinds(kinds) or why
        return why

    def _has_same_pieces(self, points: Sequence[int]) -> bool:
        return Counter(self.goal[p] for p in points) == Counter(self.state[p] for p in points)

    def _obstacle_by_reduction(self) -> str | None:
        reduction = reduce_structure(self.generators)
        if reduction is None:
            same_pieces = all(map(self._has_same_pieces, representative_orbits(self.generators)))
            return (
                None
                if same_pieces and _can_be_mapped(self.generators, self.goal, self.state)
                else NO_MOVES
            )
        if reduction.blocks:
            remaining = [_sign_colours(reduction.blocks, each) for each in (self.goal, self.state)]
        else:
            why = self._obstacle_of_kinds(reduction.kinds)
            freedom = remaining_freedom(reduction, self.goal, self.state)
            if why is not None or freedom is None:
                return why
            remaining = list(freedom)
        goal, state = _renumber_colours(*remaining)
        names = [""] * len(goal)
        return _Rearrangement(reduction.generators, goal, state, names, self.nouns).obstacle()

    def _obstacle_of_kinds(self, kinds: Sequence[PieceOrbit]) -> str | None:
        """Return a sentence about different pieces, a parity or a total twist, or None."""
        fixed = []  # the piece orbits whose parity is visible
        changes = [_parity_and_twist(kind, self.goal, self.state) for kind in kinds]
        for kind, change in zip(kinds, changes, strict=True):
            if change is None:
                return f"The {self._describe(kind)} include no piece with these colours."
        for kind, change in zip(kinds, changes, strict=True):
            assert change is not None
            parity, twist = change
            free = _freedom(kind, _patterns(kind, self.goal))
            if not free.parity:
                fixed.append((kind, parity))
            invariant = all(sum(kind.twists(g)) % free.step == 0 for g in self.generators)
            if invariant and twist % free.step:
                noun = self.nouns.get(kind.size, "piece")
                return (
                    f"{'An' if noun[0] in 'aeiou' else 'A'} {noun} is "
                    f"{'flipped' if kind.size == 2 else 'twisted'}: the {self._describe(kind)} "
                    f"need a total twist of {twist % free.step}/{free.step}; moves keep the total "
                    "twist at 0."
                )
        for count in (1, 2):
            for some in combinations(fixed, count):
                odd = [
                    sum(not is_even(kind.action(g)) for kind, _ in some) % 2
                    for g in self.generators
                ]
                if not any(odd) and sum(parity for _, parity in some) % 2:
                    shown = " and the ".join(self._describe(kind) for kind, _ in some)
                    needed = (
                        "an odd permutation; moves allow only even ones"
                        if count == 1
                        else "permutations of different parity; moves change both parities together"
                    )
                    return f"Two pieces are swapped: the {shown} need {needed}."
        return None

    def _describe(self, kind: PieceOrbit) -> str:
        some = ", ".join("-".join(self.names[p] for p in slot) for slot in kind.slots[:3])
        if noun := self.nouns.get(kind.size):
            return f"{kind.blocks} {noun}s at {some}, ..."
        sides = f" with {kind.size} sides" if kind.size > 1 else ""
        return f"{kind.blocks} pieces{sides} at {some}, ..."


def _parity_and_twist(
    kind: PieceOrbit, goal: Sequence[int], state: Sequence[int]
) -> tuple[int, int] | None:
    """Return the parity and the total twist of a rearrangement, or None if the pieces differ."""
    before, after = _patterns(kind, goal), _patterns(kind, state)
    places = [sorted(range(kind.blocks), key=each.__getitem__) for each in (before, after)]
    images = [0] * kind.blocks
    for a, b in zip(*places, strict=True):
        if before[a].colours != after[b].colours:
            return None
        images[a] = b
    twist = sum(p.twist for p in after) - sum(p.twist for p in before)
    return int(not is_even(images)), twist % kind.size


def _can_be_mapped(generators: list[Images], goal: Sequence[int], state: Sequence[int]) -> bool:
    """Return whether an element of a small group maps one colouring to the other."""
    chain = stabilizer_chain(generators, prove_order(generators).order)
    moved_deeper: set[int] = set()
    settled: list[list[int]] = []  # points whose image is known once a level is chosen
    for level, orbit in reversed(list(enumerate(chain.orbits))):
        settled.insert(0, [p for p in range(len(goal)) if p not in moved_deeper])
        for point in orbit:
            element = chain.transversal_element(level, point)
            moved_deeper.update(p for p, image in enumerate(element) if image != p)
    tried = 0
    stack = [(0, tuple(range(len(goal))))]
    while stack:
        level, images = stack.pop()
        if level == len(chain.base):
            if all(state[images[p]] == colour for p, colour in enumerate(goal)):
                return True
            continue
        tried += len(chain.orbits[level])
        if tried > MAX_ARRANGEMENTS:
            raise LimitReachedError(
                f"Too many arrangements of {len(goal)} cells to search "
                f"(limit: {MAX_ARRANGEMENTS:,})."
            )
        for point in chain.orbits[level]:
            if state[images[point]] == goal[chain.base[level]]:
                deeper_images = multiply(chain.transversal_element(level, point), images)
                if all(state[deeper_images[p]] == goal[p] for p in settled[level]):
                    stack.append((level + 1, deeper_images))
    return False
