"""The action of a group on few sets of points, where that shows all of it.

A group moves the images of a set of points. If no two points lie in the same of these sets, an
element that moves none of them moves no point. So a symmetric group on pairs is found by the
pairs that have a point in common, and one in product action by the lines of its grid: blocks of an
orbit of the stabilizer of a point, with that point or without.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy

from . import chain_kernel
from .blocks_kernel import stabilizing
from .labelled import Array, direct_sum, minimal_systems, rename_points, sample

#: Orbits of the stabilizer of a point whose blocks are looked at, the shortest ones.
ORBITS = 6


def act_on_sets(
    generators: Array, orbit: Array, fixing: Array, systems: Sequence[Array]
) -> list[Array] | None:
    """Return the action on sets of points of an orbit and on all other points, or None.

    `fixing` are elements that fix the first point, `systems` the minimal systems of blocks.
    """
    degree = generators.shape[1]
    place = numpy.full(degree, -1, dtype=numpy.int32)
    place[orbit] = range(len(orbit))
    inside = rename_points(place, generators, orbit)
    outside = numpy.flatnonzero(place < 0)
    found = _on_blocks(inside, systems)
    if found is None:
        for points in _candidates(inside, fixing):
            found = _on_images(inside, points)
            if found is not None:
                break
        else:
            return None
    renumbered = numpy.searchsorted(outside, generators[:, outside])
    return [direct_sum(each, rest) for each, rest in zip(found, renumbered, strict=True)]


def _on_blocks(generators: Array, systems: Sequence[Array]) -> list[Array] | None:
    """Return the action on the blocks of two systems, if these tell all points apart."""
    if len(systems) < 2:
        return None
    one, two = systems[-2:]
    heads = [numpy.unique(system, return_index=True)[1] for system in (one, two)]
    degree = generators.shape[1]
    pairs = numpy.unique(numpy.stack([one, two]), axis=1)
    if sum(map(len, heads)) >= degree or pairs.shape[1] < degree:
        return None
    return [
        direct_sum(*(system[g[head]] for system, head in zip((one, two), heads, strict=True)))
        for g in generators
    ]


def _candidates(generators: Array, fixing: Array) -> Iterator[Array]:
    """Yield sets of points that may have few images."""
    degree = generators.shape[1]
    heads = chain_kernel.orbit_heads(fixing, degree)
    orbits = [chain_kernel.plant(fixing, int(head))[0] for head in heads]
    for points in sorted((each for each in orbits if len(each) > 1), key=len)[:ORBITS]:
        place = numpy.full(degree, -1, dtype=numpy.int32)
        place[points] = range(len(points))
        action = rename_points(place, fixing, points)
        for system in minimal_systems(action, stabilizing(action, sample(action))):
            block = points[system == 0]
            yield numpy.append(block, numpy.int32(0))
            yield block
        yield numpy.append(points, numpy.int32(0))
        yield points


def _on_images(generators: Array, points: Array) -> list[Array] | None:
    """Return the action on the images of a set, if they are few and tell all points apart."""
    degree = generators.shape[1]
    start = numpy.sort(points).astype(numpy.int32)
    number = {start.tobytes(): 0}
    queue = [start]
    images: list[list[int]] = []
    for each in queue:
        images.append([])
        for g in generators:
            onward = numpy.sort(g[each])
            key = onward.tobytes()
            if key not in number:
                number[key] = len(queue)
                queue.append(onward)
                if len(queue) == degree:
                    return None
            images[-1].append(number[key])
    lies = numpy.zeros((degree, len(queue)), dtype=bool)
    for i, each in enumerate(queue):
        lies[each, i] = True
    if len({row.tobytes() for row in numpy.packbits(lies, axis=1)}) < degree:
        return None
    return list(numpy.array(images, dtype=numpy.int32).T)
