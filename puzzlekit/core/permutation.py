"""Permutations: images, cycles and paths, with products read from left to right.

A permutation of 0..n-1 is the tuple of its images: the content of i goes to `p[i]`. Products are
read from left to right, like SymPy's `p*q`. The functions for strings (`simplify_cycles`,
`multiply_cycles`, `path_to_perm`, `close_under_product`) follow A. Vodola's spreadsheet for the
pinball puzzle; points can have any names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import compress, pairwise
from operator import index, ne
from typing import Any, TypeVar

from .errors import LimitReachedError, NotationError, quoted

T = TypeVar("T")
Images = tuple[int, ...]


@lru_cache(maxsize=8)
def identity(size: int) -> Images:
    """Return the identity permutation, cached to save memory."""
    return tuple(range(size))


def from_cycles(cycles: Iterable[Iterable[int]], size: int) -> Images:
    """Return the product, from left to right, of cycles of 0..size-1, which may overlap."""
    images = list(identity(size))
    source: dict[int, int] = {}  # the preimage of each changed image
    for cycle in cycles:
        points = list(cycle)
        if len(set(points)) != len(points) or not all(0 <= point < size for point in points):
            shown = str(tuple(points[:40]))
            if odd := [point for point in points if not 0 <= point < size]:
                reason = f"there is no point {odd[0]}"
            else:
                twice = next(point for point in points if points.count(point) > 1)
                reason = f"the point {twice} occurs more than once"
            raise NotationError(f"{shown} is not a cycle of the points 0 to {size - 1}: {reason}.")
        sources = [source.get(point, point) for point in points]
        for start, image in zip(sources, points[1:] + points[:1], strict=True):
            images[start] = image
            source[image] = start
    return tuple(images)


def to_cycles(images: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the disjoint cycles, without fixed points, each starting at its smallest point."""
    cycles = []
    seen = [False] * len(images)
    for start, image in enumerate(images):
        if seen[start] or image == start:
            continue
        cycle, point = [], start
        while not seen[point]:
            seen[point] = True
            cycle.append(point)
            point = images[point]
        cycles.append(tuple(cycle))
    return cycles


def cycle_type(images: Sequence[int]) -> tuple[int, ...]:
    """Return the sorted lengths of the cycles, without fixed points.

    >>> cycle_type((2, 0, 1, 4, 3, 5))
    (2, 3)
    """
    return tuple(sorted(map(len, to_cycles(images))))


def cycles_of(mapping: Mapping[int, int]) -> list[list[int]]:
    """Return the cycles of a permutation given as a mapping of its moved points."""
    cycles, seen = [], set()
    for start in mapping:
        if start in seen or mapping[start] == start:
            continue
        cycle = [start]
        seen.add(start)
        while (image := mapping.get(cycle[-1], start)) not in seen:
            seen.add(image)
            cycle.append(image)
        cycles.append(cycle)
    return cycles


def multiply(*permutations: Sequence[int]) -> Images:
    """Return the product. The first factor acts first."""
    first, *rest = permutations
    images = tuple(first)
    for other in rest:
        images = tuple([other[image] for image in images])
    return images


def moved_points(images: Sequence[int]) -> list[int]:
    """Return the moved points (the support)."""
    points = identity(len(images))
    return list(compress(points, map(ne, images, points)))


def inverse(images: Sequence[int]) -> Images:
    """Return the inverse permutation."""
    back = list(images)  # already correct for fixed points
    for point in moved_points(images):
        back[images[point]] = point
    return tuple(back)


def order(images: Sequence[int]) -> int:
    """Return the order: the smallest positive exponent whose power is the identity.

    >>> order(from_cycles([(0, 1), (2, 3, 4)], 5))
    6
    """
    return math.lcm(*map(len, to_cycles(images)))


def powers(images: Sequence[int]) -> list[Images]:
    """Return the powers of a permutation except the identity.

    >>> powers((1, 2, 0))
    [(1, 2, 0), (2, 0, 1)]
    """
    result, power = list[Images](), tuple(images)
    while power != identity(len(images)):
        result.append(power)
        power = multiply(power, images)
    return result


def is_even(images: Sequence[int]) -> bool:
    """Return whether the permutation is even."""
    return sum(len(cycle) - 1 for cycle in to_cycles(images)) % 2 == 0


def without_inverses(generators: Iterable[Sequence[int]]) -> list[Images]:
    """Return the permutations without the identity, duplicates, and inverses of earlier ones."""
    kept: dict[Images, None] = {}
    for g in map(tuple, generators):
        if g != identity(len(g)) and g not in kept and inverse(g) not in kept:
            kept[g] = None
    return list(kept)


def closure(generators: Sequence[Images], limit: int) -> list[Images]:
    """Return the elements of a small group, the identity first.

    Raises `LimitReachedError` if there are more than `limit`.

    >>> closure([(1, 2, 0)], 6)
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    found = dict.fromkeys(identity(len(images)) for images in generators[:1])
    for element in (queue := list(found)):
        for each in generators:
            if (product := multiply(element, each)) not in found:
                found[product] = None
                queue.append(product)
        if len(queue) > limit:
            raise LimitReachedError(f"The group has more than {limit:,} elements.")
    return queue


def orbit(generators: Sequence[Images], start: int = 0) -> list[int]:
    """Return the orbit of a point."""
    points, seen = [start], {start}
    for point in points:
        for g in generators:
            if g[point] not in seen:
                seen.add(g[point])
                points.append(g[point])
        if len(points) == len(generators[0]):
            break
    return points


def orbits(generators: Sequence[Images]) -> list[list[int]]:
    """Return the orbits of all points, including fixed points."""
    result, seen = list[list[int]](), set[int]()
    for point in range(len(generators[0]) if generators else 0):
        if point not in seen:
            result.append(orbit(generators, point))
            seen.update(result[-1])
    return result


def transversal(generators: Sequence[Images], start: int = 0) -> dict[int, Images]:
    """Return a mapping from the points of an orbit to elements that map `start` to them."""
    elements: dict[int, Images] = {start: tuple(range(len(generators[0])))}
    queue = [start]
    for point in queue:
        for g in generators:
            if g[point] not in elements:
                elements[g[point]] = multiply(elements[point], g)
                queue.append(g[point])
    return elements


def restrict(generators: Iterable[Sequence[int]], points: Sequence[int]) -> list[Images]:
    """Return the restrictions of permutations to an invariant set of points, renumbered."""
    place = {point: i for i, point in enumerate(points)}
    return [tuple([place[g[point]] for point in points]) for g in generators]


def find_mapping_fault(mapping: Mapping[Any, Any], places: int) -> str:
    """Return the reason why a mapping does not permute the places 0 to n - 1, or an empty string.

    >>> find_mapping_fault({0: 1, 1: 0}, 2), find_mapping_fault({0: 1, 1: 2}, 3)
    ('', 'each place that is vacated must be filled again, as in {0: 1, 1: 0}.')
    """
    try:
        cells = [index(cell) for pair in mapping.items() for cell in pair]
    except TypeError:
        cells = [-1]
    if cells and not 0 <= min(cells) <= max(cells) < places:
        return f"its cells must be numbers, 0 to {places - 1}."
    if set(mapping) != set(mapping.values()):
        return "each place that is vacated must be filled again, as in {0: 1, 1: 0}."
    return ""


def apply(images: Sequence[int], arrangement: Sequence[T]) -> tuple[T, ...]:
    """Return the arrangement after a permutation: the content of i goes to `images[i]`."""
    return tuple([arrangement[point] for point in inverse(images)])


def to_sympy(images: Sequence[int]) -> Any:
    """Return the SymPy `Permutation`."""
    from sympy.combinatorics import Permutation

    return Permutation(list(images))


# -- strings of cycles and paths; points may have any names ---------------------------------------

_CYCLE = r"\(([^()]*)\)"


def name_sort_key(name: str) -> tuple[bool, int, str, str]:
    """Return a sort key for names: numbers by value, even very long ones, then other names."""
    is_number = name.isascii() and name.isdecimal()
    digits = name.lstrip("0") if is_number else ""
    return (not is_number, len(digits), digits, name)


def _parse(text: str) -> list[list[str]]:
    if re.sub(_CYCLE, "", text).strip():
        raise NotationError(
            f"{quoted(text)} is not a product of cycles; write it like ( 1 4 2 ) ( 4 8 7 )."
        )
    cycles = [match.replace(",", " ").split() for match in re.findall(_CYCLE, text)]
    for cycle in cycles:
        if len(set(cycle)) != len(cycle):
            raise NotationError(f"A point occurs twice in the cycle {quoted(' '.join(cycle))}.")
    return cycles


def _compose(cycles: Iterable[Sequence[str]]) -> dict[str, str]:
    images: dict[str, str] = {}
    for cycle in cycles:
        step = dict(zip(cycle, [*cycle[1:], *cycle[:1]], strict=True))
        images = {letter: letter for letter in cycle} | images
        images = {letter: step.get(image, image) for letter, image in images.items()}
    return images


def _write(images: Mapping[str, str]) -> str:
    letters = sorted(images, key=name_sort_key)
    number = {letter: i for i, letter in enumerate(letters)}
    cycles = to_cycles([number[images[letter]] for letter in letters])
    return " ".join(f"( {' '.join(letters[i] for i in cycle)} )" for cycle in cycles) or "( )"


def simplify_cycles(text: str) -> str:
    """Convert a product of cycles, which may overlap, to disjoint cycles.

    >>> simplify_cycles("( 5 4 ) ( 4 7 ) ( 7 8 ) ( 8 5 )")
    '( 4 8 7 )'
    >>> simplify_cycles("(1 2)(1 2)")
    '( )'
    """
    return _write(_compose(_parse(text)))


def multiply_cycles(a: str, b: str) -> str:
    """Return the product of two permutations, `a` first.

    >>> multiply_cycles("( 1 4 2 )", "( 4 8 7 )")
    '( 1 8 7 4 2 )'
    """
    return _write(_compose(_parse(a) + _parse(b)))


def path_to_perm(path: str) -> str:
    """Return the permutation of the pieces after a walk of the hole.

    Consecutive repetitions of a cell are ignored.

    >>> path_to_perm("5-4-1-2-5")
    '( 1 4 2 )'
    """
    letters = path.replace("-", " ").split()
    if "(" in path or ")" in path:
        raise NotationError(f"{quoted(path)} is not a path; write it like 5-4-1-2-5.")
    return _write(_compose([[a, b] for a, b in pairwise(letters) if a != b]))


def close_under_product(labelled: Mapping[str, str] | Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the given permutations and all products of two of them, without duplicates.

    The label of a product joins the labels of its factors. A product that arises in several ways
    gets the first of its shortest labels. The function can therefore be applied to its own result.

    >>> close_under_product({"A": "( 1 2 )", "B": "( 2 3 )"})
    {'A': '( 1 2 )', 'B': '( 2 3 )', 'AA': '( )', 'AB': '( 1 3 2 )', 'BA': '( 1 2 3 )'}
    """
    originals = {label: simplify_cycles(text) for label, text in dict(labelled).items()}
    pairs = sorted(
        ((a, b) for a in originals for b in originals), key=lambda pair: len(pair[0] + pair[1])
    )
    labels: dict[str, str] = {}
    for label, text in originals.items():
        labels.setdefault(text, label)
    for a, b in pairs:
        product = multiply_cycles(originals[a], originals[b])
        if originals.get(a + b, product) != product:
            raise NotationError(
                f"{quoted(a + b)} would be the product of {quoted(a)} and {quoted(b)}, but is the "
                "label of another permutation; choose other labels."
            )
        labels.setdefault(product, a + b)
    return {label: text for text, label in labels.items()}
