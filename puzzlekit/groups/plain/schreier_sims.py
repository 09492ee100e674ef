"""Stabilizer chains by the deterministic Schreier-Sims algorithm, in plain Python.

This module is for groups of small degree; `chain_kernel` is the compiled version. Source: C. Sims,
Computational methods in the study of permutation groups, 1970.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...core.permutation import Images, inverse, multiply


class WorkLimitReached(Exception):
    """Raised when a chain would take too long."""


class SchreierSims:
    """A stabilizer chain with explicit transversals."""

    def __init__(self, generators: Sequence[Images], patience: float = math.inf) -> None:
        """Build the chain; raise `WorkLimitReached` after about `patience` image look-ups."""
        self.patience = patience
        self.base: list[int] = []
        self.identity: Images = tuple(range(len(generators[0])))
        self.strong_generators: list[list[Images]] = []
        self.transversals: list[dict[int, Images]] = []
        for g in generators:
            self._extend(g, 0)

    def _sift(self, g: Images, level: int) -> tuple[Images, int]:
        """Return the residue of an element and the level where it drops out."""
        self.patience -= len(g)
        for number in range(level, len(self.base)):
            step = self.transversals[number].get(g[self.base[number]])
            if step is None:
                return g, number
            g = multiply(g, inverse(step))
            self.patience -= len(g)
        return g, len(self.base)

    def _extend(self, g: Images, level: int) -> None:
        """Add an element that fixes all earlier base points to the group of a level."""
        waiting = [(g, level)]
        while waiting:
            g, level = waiting.pop()
            if self.patience < 0:
                raise WorkLimitReached
            g, number = self._sift(g, level)
            if g == self.identity:
                continue
            if number == len(self.base):
                self.base.append(next(i for i, image in enumerate(g) if image != i))
                self.strong_generators.append([])
                self.transversals.append({self.base[-1]: self.identity})
            for each in range(level, number + 1):
                waiting += self._extend_orbit(g, each)

    def _extend_orbit(self, g: Images, level: int) -> list[tuple[Images, int]]:
        """Extend the orbit of a level by a generator; return the new Schreier generators."""
        strong, transversal = self.strong_generators[level], self.transversals[level]
        strong.append(g)
        schreier_generators = []
        queue = list(transversal)
        known = len(queue)
        for number, point in enumerate(queue):
            for s in strong if number >= known else [g]:
                image = s[point]
                element = multiply(transversal[point], s)
                if image not in transversal:
                    transversal[image] = element
                    queue.append(image)
                else:
                    schreier_generators.append(
                        (multiply(element, inverse(transversal[image])), level + 1)
                    )
        return schreier_generators
