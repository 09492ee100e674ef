"""Orbits of points, with elements that lead along them."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.permutation import Images, multiply


def orbit(generators: Sequence[Images], start: int = 0) -> list[int]:
    """Return the points that a point can be taken to."""
    found, seen = [start], {start}
    for point in found:
        for g in generators:
            if g[point] not in seen:
                seen.add(g[point])
                found.append(g[point])
        if len(found) == len(generators[0]):
            break
    return found


def orbits(generators: Sequence[Images]) -> list[list[int]]:
    """Return the orbits of all points, those that stay included."""
    found, seen = list[list[int]](), set[int]()
    for point in range(len(generators[0]) if generators else 0):
        if point not in seen:
            found.append(orbit(generators, point))
            seen.update(found[-1])
    return found


def transversal(generators: Sequence[Images]) -> dict[int, Images]:
    """Return, for each point that point 0 can be taken to, an element that does so."""
    found: dict[int, Images] = {0: tuple(range(len(generators[0])))}
    queue = [0]
    for point in queue:
        for g in generators:
            if g[point] not in found:
                found[g[point]] = multiply(found[point], g)
                queue.append(g[point])
    return found
