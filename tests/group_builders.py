"""Permutation groups for tests, and their orders in plain Python."""

from itertools import product
from unittest.mock import patch

import numpy

from puzzlekit.core.permutation import from_cycles
from puzzlekit.groups import order_proof

M11 = [from_cycles([range(11)], 11), from_cycles([(2, 6, 10, 7), (3, 9, 4, 5)], 11)]


def plain(generators):
    """Return the result of plain Python, even if compiled code is loaded."""
    with (
        patch.object(order_proof, "_ready", False),
        patch.object(order_proof, "has_numba", lambda: False),
        patch.object(order_proof, "_find_fast", None),
    ):
        return order_proof.prove_order(generators)


def array(generators):
    """Return generators as an array for compiled code."""
    return numpy.array(generators, dtype=numpy.int32)


def projective(q, full=True):
    """Return PGL(2,q) or PSL(2,q) for a prime q, with infinity as the last point."""
    root = next(r for r in range(1, q) if len({pow(r, e, q) for e in range(q)}) == q - 1)
    a = root if full else root * root % q
    shift = (*((x + 1) % q for x in range(q)), q)
    times = (*(a * x % q for x in range(q)), q)
    turn = (q, *(-pow(x, -1, q) % q for x in range(1, q)), 0)
    return [shift, times, turn]


def side_by_side(*actions):
    """Return generators that act on several disjoint sets at the same time."""
    found = []
    for images in zip(*actions, strict=True):
        joined = []
        for each in images:
            joined += [len(joined) + image for image in each]
        found.append(tuple(joined))
    return found


def action(generators, things, act):
    """Return the action of permutations on objects other than points."""
    place = {thing: i for i, thing in enumerate(things)}
    return [tuple(place[act(g, thing)] for thing in things) for g in generators]


def on_ordered_pairs(generators):
    """Return the action of permutations on ordered pairs of different points."""
    things = [(a, b) for a, b in product(range(len(generators[0])), repeat=2) if a != b]
    return action(generators, things, lambda g, pair: (g[pair[0]], g[pair[1]]))
