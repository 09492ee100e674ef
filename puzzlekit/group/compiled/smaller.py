"""Groups with long stabilizer chains, taken apart orbit by orbit and block by block.

Each step ends with a group that acts on fewer points, and with what was split off.
"""

from __future__ import annotations

import numpy

from . import chain_kernel
from .block_groups import Prove, split_block_groups
from .blocks_kernel import stabilizing
from .labelled import Array, Blocks, minimal_systems, sample
from .set_actions import on_sets
from .translations import split_translations


def smaller(generators: Array, prove: Prove) -> tuple[int, Array] | None:
    """Return a factor of the order, and generators of a group of the rest of it, on fewer points.

    `prove` returns the chain of a group. None is returned if nothing is found.
    """
    degree = generators.shape[1]
    heads = chain_kernel.orbit_heads(generators, degree)
    orbits = [numpy.sort(chain_kernel.plant(generators, int(head))[0]) for head in heads]
    for orbit in sorted(orbits, key=len, reverse=True):
        if len(orbit) > 1:
            found = _in_orbit(generators, orbit, prove)
            if found is not None:
                return found[0], numpy.unique(numpy.array(found[1], dtype=numpy.int32), axis=0)
    return None


def _in_orbit(generators: Array, orbit: Array, prove: Prove) -> tuple[int, list[Array]] | None:
    place = numpy.full(generators.shape[1], -1, dtype=numpy.int32)
    place[orbit] = range(len(orbit))
    inside = place[generators[:, orbit]]
    fixing = stabilizing(inside, sample(inside))
    systems = minimal_systems(inside, fixing)
    for system in systems:
        blocks = Blocks(generators, orbit, system)
        found = split_translations(blocks) or split_block_groups(blocks, prove)
        if found is not None:
            return found
    images = on_sets(generators, orbit, fixing, systems)
    return None if images is None else (1, images)
