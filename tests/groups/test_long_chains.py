"""Groups with long stabilizer chains, by blocks and by sets. Orders are known by construction."""

import math
from itertools import combinations, product
from random import Random
from unittest.mock import patch

import group_builders
import numpy
import pytest
from group_builders import array, compiled_result, induced_action
from support import sample, sample_size

from puzzlekit.core.permutation import from_cycles, inverse, is_even, multiply
from puzzlekit.groups import describe
from puzzlekit.groups.compiled import (
    block_reduction,
    degree_reduction,
    schreier_sims,
    set_actions,
    translation_reduction,
)

pytestmark = pytest.mark.slow


# -- groups with their orders ---------------------------------------------------------------------


def cyclic(n):
    return [from_cycles([range(n)], n)], n


def symmetric(n):
    return group_builders.symmetric(n), math.factorial(n)


def alternating(n):
    return [from_cycles([(0, 1, i)], n) for i in range(2, n)], math.factorial(n) // 2


def dihedral(n):
    return group_builders.affine(n, -1), 2 * n


def affine(d):
    """Return AGL(d,2) and its order; generators: translation, cycle of the axes, transvection."""
    points, top = range(1 << d), d - 1
    found = [
        tuple(x ^ 1 for x in points),
        tuple((x << 1 | x >> top) & (len(points) - 1) for x in points),
        tuple(x ^ ((x & 1) << 1) for x in points),
    ]
    return found, len(points) * math.prod(len(points) - (1 << i) for i in range(d))


_FIVES = [(2, 16, 9, 6, 8), (3, 12, 13, 18, 4), (7, 17, 10, 11, 22), (14, 19, 21, 20, 15)]
_INVERSE = tuple(23 if x == 0 else 0 if x == 23 else -pow(x, -1, 23) % 23 for x in range(24))
MATHIEU = [from_cycles([range(23)], 24), from_cycles(_FIVES, 24), _INVERSE], 244_823_040


def projective(q):
    return group_builders.projective(q), (q + 1) * q * (q - 1)


def on_ordered_pairs(group):
    return group_builders.on_ordered_pairs(group[0]), group[1]


def wreath(local, top):
    size, blocks = len(local[0][0]), len(top[0][0])
    degree = size * blocks
    found = [(*g, *range(size, degree)) for g in local[0]]
    found += [tuple(t[p // size] * size + p % size for p in range(degree)) for t in top[0]]
    return found, local[1] ** blocks * top[1]


def sylow(p, power):
    found = cyclic(p)
    for _ in range(power - 1):
        found = wreath(found, cyclic(p))
    return found


def product_action(local, top):
    size, places = len(local[0][0]), len(top[0][0])
    points = list(product(range(size), repeat=places))
    found = induced_action(local[0], points, lambda g, point: (g[point[0]], *point[1:]))
    found += induced_action(
        map(inverse, top[0]), points, lambda t, point: tuple(point[i] for i in t)
    )
    return found, local[1] ** places * top[1]


def on_sets(group, size):
    sets = combinations(range(len(group[0][0])), size)
    return group_builders.on_sets(group[0], sets), group[1]


def even_subgroup(group):
    """Return the subgroup of even permutations, which has index 2, and its order."""
    odd = next(g for g in group[0] if not is_even(g))
    found = []
    for g in group[0]:
        if is_even(g):
            found += [g, multiply(odd, g, inverse(odd))]
        else:
            found += [multiply(g, inverse(odd)), multiply(odd, g)]
    return found, group[1] // 2


def sum_zero(p, top):
    """Return all twists of sum 0 of blocks of p points, extended by a group of the blocks."""
    blocks = len(top[0][0])
    twists = []
    for i in range(blocks - 1):
        turned = {i: 1, i + 1: p - 1}
        twists.append(
            tuple(b * p + (x + turned.get(b, 0)) % p for b in range(blocks) for x in range(p))
        )
    return twists + wreath(cyclic(p), top)[0][1:], p ** (blocks - 1) * top[1]


def subdirect_product(one, two, top):
    """Return the product of two wreath products whose blocks are permuted in step."""
    blocks = len(top[0][0])
    first, second = wreath(one, top)[0], wreath(two, top)[0]
    degree, more = len(first[0]), len(second[0])
    found = [(*g, *range(degree, degree + more)) for g in first[: len(one[0])]]
    found += [(*range(degree), *(degree + x for x in g)) for g in second[: len(two[0])]]
    for g, h in zip(first[len(one[0]) :], second[len(two[0]) :], strict=True):
        found.append((*g, *(degree + x for x in h)))
    return found, (one[1] * two[1]) ** blocks * top[1]


def disguised(generators, seed):
    """Return other generators of the same group, with renumbered points."""
    rng = Random(seed)
    found = list(generators)
    for _ in range(4 * len(found)):
        i, j = rng.sample(range(len(found)), 2)
        found[i] = multiply(found[i], found[j])
    places = tuple(rng.sample(range(len(found[0])), len(found[0])))
    return [multiply(inverse(places), g, places) for g in found]


GROUPS = {
    "S4 wr C60": wreath(symmetric(4), cyclic(60)),
    "S4 wr S40": wreath(symmetric(4), symmetric(40)),
    "C2 wr C150": wreath(cyclic(2), cyclic(150)),
    "C5 wr C40": wreath(cyclic(5), cyclic(40)),
    "C9 wr C40, tied translations": wreath(cyclic(9), cyclic(40)),
    "D9 wr C40, tied translations": wreath(dihedral(9), cyclic(40)),
    "D8 wr D20": wreath(dihedral(8), dihedral(20)),
    "AGL(3,2) wr C20": wreath(affine(3), cyclic(20)),
    "AGL(3,2) wr C3 wr C4, no translations found": wreath(
        affine(3), product_action(cyclic(3), cyclic(4))
    ),
    "PGL(2,7) wr C20": wreath(projective(7), cyclic(20)),
    "M24 wr C50": wreath(MATHIEU, cyclic(50)),
    "a Sylow subgroup of S256": sylow(2, 8),
    "a Sylow subgroup of S243": sylow(3, 5),
    "S40 on pairs": on_sets(symmetric(40), 2),
    "A40 on pairs": on_sets(alternating(40), 2),
    "S34 on triples": on_sets(symmetric(34), 3),
    "S35 on ordered pairs": on_ordered_pairs(symmetric(35)),
    "S20 wr C2 in product action": product_action(symmetric(20), cyclic(2)),
    "A12 wr S3 in product action": product_action(alternating(12), symmetric(3)),
    "S5 wr C2 in product action, wr C30": wreath(
        product_action(symmetric(5), cyclic(2)), cyclic(30)
    ),
    "the even half of S4 wr C60": even_subgroup(wreath(symmetric(4), cyclic(60))),
    "the even half of S5 wr C40": even_subgroup(wreath(symmetric(5), cyclic(40))),
    "twists of sum 0 of 90 blocks": sum_zero(2, dihedral(90)),
    "twists of sum 0 of 3, of 60 blocks": sum_zero(3, cyclic(60)),
    "two wreath products with one top": subdirect_product(symmetric(4), dihedral(6), cyclic(30)),
}


@pytest.mark.parametrize("name", GROUPS)
def test_orders_of_disguised_groups(name):
    generators, order = GROUPS[name]
    for seed in range(sample_size(2, 1)):
        found = compiled_result(disguised(generators, seed))
        assert (found.order, found.certain) == (order, True)
        assert "blocks" in found.methods


#: Groups small enough for Schreier generators, solved by blocks all the same.
SMALL = {
    "S4 wr C3": wreath(symmetric(4), cyclic(3)),
    "C2 wr D5": wreath(cyclic(2), dihedral(5)),
    "C3 wr S4": wreath(cyclic(3), symmetric(4)),
    "D9 wr C2": wreath(dihedral(9), cyclic(2)),
    "PGL(2,5) wr C2": wreath(projective(5), cyclic(2)),
    "AGL(3,2) wr C2": wreath(affine(3), cyclic(2)),
    "S3 wr C2 in product action, wr C2": wreath(product_action(symmetric(3), cyclic(2)), cyclic(2)),
    "the even half of S4 wr C3": even_subgroup(wreath(symmetric(4), cyclic(3))),
    "twists of sum 0": sum_zero(3, cyclic(7)),
    "one top": subdirect_product(symmetric(3), dihedral(4), cyclic(3)),
    "S6 on pairs": on_sets(symmetric(6), 2),
    "A6 on ordered pairs": on_ordered_pairs(alternating(6)),
    "M24": MATHIEU,
}


@pytest.mark.parametrize("name", sample(SMALL, 7))
@pytest.mark.parametrize("few", [False, True])
def test_orders_from_few_random_elements(name, few):
    """Few random elements yield only some translations, and no element that moves one block."""
    generators, order = SMALL[name]
    least, idle, trials = (0, 1, 1) if few else (8, 4, 60)
    for seed in range(sample_size(10, 2)):
        with (
            patch.object(schreier_sims, "MAX_LEVELS", 0),
            patch.object(translation_reduction, "MIN_VECTORS", least),
            patch.object(translation_reduction, "MAX_IDLE", idle),
            patch.object(block_reduction, "TRIALS", trials),
        ):
            found = compiled_result(disguised(generators, seed))
        assert (found.order, found.certain) == (order, True)


def test_sets_must_separate_points():
    """Images of a cube's diagonal cannot separate opposite corners; images of a face can."""
    corners = list(product((0, 1), repeat=3))
    turned = [(b, c, a) for a, b, c in corners]
    flipped = [(1 - a, b, c) for a, b, c in corners]
    generators = array([[corners.index(p) for p in images] for images in (turned, flipped)])
    diagonal = numpy.array([corners.index(p) for p in ((0, 0, 0), (1, 1, 1))], dtype=numpy.int32)
    assert set_actions._action_on_images(generators, diagonal) is None
    face = numpy.array([i for i, p in enumerate(corners) if p[0]], dtype=numpy.int32)
    assert len(set_actions._action_on_images(generators, face)[0]) == 6


def test_groups_without_reduction():
    assert degree_reduction.reduce_degree(array(MATHIEU[0]), schreier_sims._whole_chain) is None
    generators, order = GROUPS["S40 on pairs"]
    info = describe(disguised(generators, 3))
    assert (info.degree, info.order, info.certain, info.name) == (780, order, True, None)
    hurried = describe(disguised(SMALL["S4 wr C3"][0], 3), seconds=0)
    assert hurried.order <= SMALL["S4 wr C3"][1]


def test_proof_names_all_steps():
    generators, _ = GROUPS["the even half of S5 wr C40"]
    found = compiled_result(disguised(generators, 1))
    assert found.proof == "structure, blocks, Schreier generators"
