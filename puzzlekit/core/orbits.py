"""Orbits and transversals in plain Python."""

from __future__ import annotations

from collections.abc import Sequence

from .permutation import Images, multiply


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
