"""Faithful actions of a group on a small number of point sets.

If no two points lie in exactly the same images of a set, the action on these images is faithful. A
symmetric group that acts on pairs is therefore recognised by the sets of pairs with a common point,
and a group in product action by the lines of its grid. Such sets are blocks of an orbit of a point
stabilizer, with or without the point itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy

from . import chain_kernel
from .blocks_kernel import stabilizer_elements
from .labelled_blocks import Array, direct_sum, minimal_systems, rename_points, sample_elements

#: Maximum number of orbits of a point stabilizer whose blocks are tried, shortest orbit first.
MAX_ORBITS = 6


def act_on_sets(generators: Array, fixing: Array, systems: Sequence[Array]) -> list[Array] | None:
    """Return a faithful action of a transitive group on sets of points, or None if none is found.

    `fixing` are elements that fix the first point, `systems` the minimal block systems.
    """
    sets = _candidate_sets(generators, fixing)
    on_images = (_action_on_images(generators, points) for points in sets)
    actions = chain([_action_on_blocks(generators, systems)], on_images)
    return next((images for images in actions if images is not None), None)


def _action_on_blocks(generators: Array, systems: Sequence[Array]) -> list[Array] | None:
    """Return the action on the blocks of two systems if they separate all points, else None."""
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


def _candidate_sets(generators: Array, fixing: Array) -> Iterator[Array]:
    """Yield sets of points that are likely to have few images."""
    degree = generators.shape[1]
    heads = chain_kernel.orbit_heads(fixing, degree)
    orbits = [chain_kernel.schreier_tree(fixing, int(head))[0] for head in heads]
    for points in sorted((each for each in orbits if len(each) > 1), key=len)[:MAX_ORBITS]:
        place = numpy.full(degree, -1, dtype=numpy.int32)
        place[points] = range(len(points))
        action = rename_points(place, fixing, points)
        for system in minimal_systems(action, stabilizer_elements(action, sample_elements(action))):
            block = points[system == 0]
            yield numpy.append(block, numpy.int32(0))
            yield block
        yield numpy.append(points, numpy.int32(0))
        yield points


def _action_on_images(generators: Array, points: Array) -> list[Array] | None:
    """Return the action on a set's images if they are few and separate all points, else None."""
    degree = generators.shape[1]
    start = numpy.sort(points).astype(numpy.int32)
    number = {start.tobytes(): 0}
    queue = [start]
    images: list[list[int]] = []
    for each in queue:
        images.append([])
        for g in generators:
            image = numpy.sort(g[each])
            key = image.tobytes()
            if key not in number:
                number[key] = len(queue)
                queue.append(image)
                if len(queue) == degree:
                    return None
            images[-1].append(number[key])
    contains = numpy.zeros((degree, len(queue)), dtype=bool)
    for i, each in enumerate(queue):
        contains[each, i] = True
    if len({row.tobytes() for row in numpy.packbits(contains, axis=1)}) < degree:
        return None
    return list(numpy.array(images, dtype=numpy.int32).T)
