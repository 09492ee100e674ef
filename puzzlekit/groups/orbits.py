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


def transversal(generators: Sequence[Images], start: int = 0) -> dict[int, Images]:
    """Return, for each point that a point can be taken to, an element that does so."""
    found: dict[int, Images] = {start: tuple(range(len(generators[0])))}
    queue = [start]
    for point in queue:
        for g in generators:
            if g[point] not in found:
                found[g[point]] = multiply(found[point], g)
                queue.append(g[point])
    return found
