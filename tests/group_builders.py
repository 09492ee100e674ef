"""Permutation groups for tests, and their orders in plain Python."""

import json
from itertools import permutations, product
from random import Random
from unittest.mock import patch

import numpy
from support import DATA_FOLDER, evaluate, reachable

from puzzlekit.core.permutation import from_cycles, inverse, multiply
from puzzlekit.groups import order_proof

#: Groups with their published orders.
PUBLISHED = json.loads((DATA_FOLDER / "group_orders.json").read_text("utf-8"))

M11 = [from_cycles([range(11)], 11), from_cycles([(2, 6, 10, 7), (3, 9, 4, 5)], 11)]


def plain_result(generators):
    """Return the result of plain Python, even if compiled code is loaded."""
    with (
        patch.object(order_proof, "_ready", False),
        patch.object(order_proof, "has_numba", lambda: False),
        patch.object(order_proof, "_prove_compiled", None),
    ):
        return order_proof.prove_order(generators)


def array(generators):
    """Return generators as an array for compiled code."""
    return numpy.array(generators, dtype=numpy.int32)


def compiled_result(generators, **options):
    """Return the result of compiled code."""
    from puzzlekit.groups.compiled import schreier_sims

    return schreier_sims.prove_order(array(generators), **options)


def closure(generators):
    """Return all elements of the generated group."""
    identity = tuple(range(len(generators[0])))
    return reachable(identity, lambda element: [multiply(element, g) for g in generators])


def symmetric(n):
    return [from_cycles([range(n)], n), from_cycles([(0, 1)], n)]


def affine(n, a):
    """Return x + 1 and a x modulo n."""
    return [tuple((x + 1) % n for x in range(n)), tuple(a * x % n for x in range(n))]


def projective(q, full=True):
    """Return PGL(2,q) or PSL(2,q) for a prime q, with infinity as the last point."""
    root = next(r for r in range(1, q) if len({pow(r, e, q) for e in range(q)}) == q - 1)
    a = root if full else root * root % q
    shift = (*((x + 1) % q for x in range(q)), q)
    times = (*(a * x % q for x in range(q)), q)
    turn = (q, *(-pow(x, -1, q) % q for x in range(1, q)), 0)
    return [shift, times, turn]


def check_chain(chain):
    """Check that the elements of a chain fix the earlier base points and reach their orbits."""
    for level, points in enumerate(chain.orbits):
        for point in points:
            element = chain.transversal_element(level, point)
            assert element[chain.base[level]] == point
            assert all(element[earlier] == earlier for earlier in chain.base[:level])


def shuffled(moves, seed, steps=100):
    """Return the product of random moves and their inverses."""
    rng = Random(seed)
    return evaluate([(rng.choice(list(moves)), rng.choice((1, -1))) for _ in range(steps)], moves)


def side_by_side(*actions):
    """Return generators that act on several disjoint sets at the same time."""
    found = []
    for images in zip(*actions, strict=True):
        joined = []
        for each in images:
            joined += [len(joined) + image for image in each]
        found.append(tuple(joined))
    return found


def induced_action(generators, things, act):
    """Return the action of permutations on objects other than points."""
    place = {thing: i for i, thing in enumerate(things)}
    return [tuple(place[act(g, thing)] for thing in things) for g in generators]


def on_sets(generators, sets):
    """Return the action of permutations on sets of points."""
    sets = list(map(frozenset, sets))
    return induced_action(generators, sets, lambda g, each: frozenset(g[point] for point in each))


def five_as_six(generators):
    """Return the action of permutations of five points on the six subgroups of order 5."""
    cycles = [from_cycles([(0, *rest)], 5) for rest in permutations(range(1, 5))]
    groups = list(dict.fromkeys(frozenset(closure([cycle])) for cycle in cycles))

    def conjugated(g, group):
        return frozenset(multiply(inverse(g), element, g) for element in group)

    return induced_action(generators, groups, conjugated)


def on_ordered_pairs(generators):
    """Return the action of permutations on ordered pairs of different points."""
    things = [(a, b) for a, b in product(range(len(generators[0])), repeat=2) if a != b]
    return induced_action(generators, things, lambda g, pair: (g[pair[0]], g[pair[1]]))
