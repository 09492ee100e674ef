"""Random elements of a permutation group, and cycle lengths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from random import Random

from ...core.permutation import Images, multiply, to_cycles
from ...core.sparse_permutations import Sparse

#: Number of random elements in a sample.
SAMPLE = 12


def random_elements(
    generators: Sequence[Images] | Sequence[Sparse], rng: Random
) -> Iterator[Images]:
    """Yield random elements by product replacement with an accumulator.

    F. Celler, C. Leedham-Green, S. Murray, A. Niemeyer and E. O'Brien, Generating random
    elements of a finite group, 1995. Many generators are replaced by random subproducts.
    """
    if len(generators) > 10:
        slots = [_subproduct(generators, rng) for _ in range(10)]
    else:
        slots = [g.dense() if isinstance(g, Sparse) else g for g in generators]
    while len(slots) < 10:
        slots.append(slots[len(slots) % len(generators)])
    total = slots[0]
    for step in count():
        i, j = rng.sample(range(len(slots)), 2)
        pair = (slots[i], slots[j]) if rng.random() < 0.5 else (slots[j], slots[i])
        slots[i] = multiply(*pair)
        total = multiply(total, slots[i])
        if step > 40:
            yield total


def _subproduct(generators: Sequence[Images | Sparse], rng: Random) -> Images:
    """Return the product of about half of the generators, multiplied from the right."""
    images = list(range(len(generators[0])))
    for g in generators:
        if rng.random() < 0.5:
            for i, image in [(i, images[image]) for i, image in _moved_pairs(g)]:
                images[i] = image
    return tuple(images)


def _moved_pairs(g: Images | Sparse) -> Iterable[tuple[int, int]]:
    if isinstance(g, Sparse):
        return g.pairs()
    return ((i, image) for i, image in enumerate(g) if image != i)


def sample_elements(generators: list[Images]) -> list[Images]:
    """Return a reproducible sample of random elements."""
    walk = random_elements(generators, Random(len(generators[0])))
    return [next(walk) for _ in range(SAMPLE)]


def cycle_lengths(g: Images) -> list[int]:
    """Return the cycle length of each point."""
    lengths = [1] * len(g)
    for cycle in to_cycles(g):
        for point in cycle:
            lengths[point] = len(cycle)
    return lengths
