"""Stabilizer chains by the deterministic algorithm of Schreier and Sims, in plain Python.

This is the plain truth for groups of small degree; `chain_kernel` is its compiled sister.
C. Sims, Computational methods in the study of permutation groups, 1970.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...core.permutation import Images, inverse, multiply


class WorkLimitReached(Exception):
    """The chain would take too long."""


class SchreierSims:
    """The stabilizer chain: elements from each base point to the points of its orbit."""

    def __init__(self, generators: Sequence[Images], patience: float = math.inf) -> None:
        """Build the chain, or raise `WorkLimitReached` after about so many products of points."""
        self.patience = patience
        self.base: list[int] = []
        self.identity: Images = tuple(range(len(generators[0])))
        self.strong: list[list[Images]] = []
        self.transversals: list[dict[int, Images]] = []
        for g in generators:
            self._extend(g, 0)

    @property
    def order(self) -> int:
        """How many elements the group has."""
        return math.prod(map(len, self.transversals))

    def __contains__(self, images: Images) -> bool:
        return self._sift(images, 0)[0] == self.identity

    def _sift(self, g: Images, level: int) -> tuple[Images, int]:
        """Return what is left of an element, and the level at which it drops out."""
        self.patience -= len(g)
        for number in range(level, len(self.base)):
            step = self.transversals[number].get(g[self.base[number]])
            if step is None:
                return g, number
            g = multiply(g, inverse(step))
            self.patience -= len(g)
        return g, len(self.base)

    def _extend(self, g: Images, level: int) -> None:
        """Take an element that fixes the base points before a level into the group there."""
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
                self.strong.append([])
                self.transversals.append({self.base[-1]: self.identity})
            for each in range(level, number + 1):
                waiting += self._new_generator(g, each)

    def _new_generator(self, g: Images, level: int) -> list[tuple[Images, int]]:
        """Let the orbit of a level grow, and return the Schreier generators that arise."""
        strong, transversal = self.strong[level], self.transversals[level]
        strong.append(g)
        found = []
        queue = list(transversal)
        known = len(queue)
        for number, point in enumerate(queue):
            for s in strong if number >= known else [g]:
                image = s[point]
                walked = multiply(transversal[point], s)
                if image not in transversal:
                    transversal[image] = walked
                    queue.append(image)
                else:
                    found.append((multiply(walked, inverse(transversal[image])), level + 1))
        return found
