"""Orders by both algorithms on families of groups, and proofs that meet incomplete chains."""

import math
from itertools import combinations
from random import Random
from unittest.mock import patch

import numpy
import pytest
from group_builders import (
    M11,
    affine,
    array,
    compiled_result,
    five_as_six,
    induced_action,
    on_ordered_pairs,
    on_sets,
    plain_result,
    projective,
    side_by_side,
    symmetric,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from support import sample_size
from sympy.combinatorics import Permutation, PermutationGroup

from puzzlekit.core.permutation import from_cycles, inverse, multiply
from puzzlekit.groups import order_proof
from puzzlekit.groups.compiled import chain_kernel, chain_proof, schreier_sims
from puzzlekit.groups.compiled.chain_proof import Prover

pytestmark = pytest.mark.slow


def sympy_order(generators):
    return PermutationGroup([Permutation(list(g)) for g in generators]).order()


def check(generators, order=None):
    """Compare both algorithms with SymPy or with a known order."""
    expected = sympy_order(generators) if order is None else order
    for found in (plain_result(generators), compiled_result(generators)):
        assert (found.order, found.certain) == (expected, True), (generators, found)


# -- groups to build from -------------------------------------------------------------------------


FANO = [{0, 1, 3}, {1, 2, 4}, {2, 3, 5}, {3, 4, 6}, {4, 5, 0}, {5, 6, 1}, {6, 0, 2}]
PSL32 = [(1, 2, 3, 4, 5, 6, 0), (0, 2, 1, 6, 4, 5, 3)]
AGL18 = [(1, 2, 3, 4, 5, 6, 0, 7), (7, 3, 6, 1, 5, 4, 2, 0)]  # x -> w x and x -> x + 1
FROBENIUS = (0, 2, 4, 6, 1, 3, 5, 7)
#: Small groups to build from, some of them close to Jordan's theorem: generators, order.
LOCAL = {
    "C2^2": ([(1, 0, 3, 2), (2, 3, 0, 1)], 4),
    "S3": ([(1, 2, 0), (1, 0, 2)], 6),
    "D4": ([(1, 2, 3, 0), (0, 3, 2, 1)], 8),
    "A4": ([(1, 2, 0, 3), (0, 2, 3, 1)], 12),
    "AGL(1,5)": (affine(5, 2), 20),
    "D5": (affine(5, 4), 10),
    "PSL(2,5)": (projective(5, False), 60),
    "PGL(2,5)": (projective(5, True), 120),
    "AGL(1,7)": (affine(7, 3), 42),
    "7:3": (affine(7, 2), 21),
    "PSL(3,2)": (PSL32, 168),
    "PSL(2,7)": (projective(7, False), 168),
    "PGL(2,7)": (projective(7, True), 336),
    "AGL(1,8)": (AGL18, 56),
    "AGammaL(1,8)": ([*AGL18, FROBENIUS], 168),
    "M11": (M11, 7920),
    "PSL(2,11)": (projective(11, False), 660),
    "A5": ([(1, 2, 3, 4, 0), (1, 2, 0, 3, 4)], 60),
    "S5": (symmetric(5), 120),
    "S6": (symmetric(6), 720),
    "A6": ([(1, 2, 3, 4, 0, 5), (0, 1, 2, 4, 5, 3)], 360),
}


@pytest.mark.parametrize("name", LOCAL)
def test_local_groups(name):
    generators, order = LOCAL[name]
    assert sympy_order(generators) == order
    check(generators)


def wreath_elements(local, blocks, rng, count, top=None):
    """Return random elements of the wreath product of a group with S_k or with another group."""
    size = len(local[0])
    found = []
    for _ in range(count):
        places = rng.sample(range(blocks), blocks) if top is None else random_element(top, rng)
        images = [0] * (size * blocks)
        for block, place in enumerate(places):
            twist = random_element(local, rng)
            for i in range(size):
                images[size * block + i] = size * place + twist[i]
        found.append(tuple(images))
    return found


def random_element(generators, rng):
    found = tuple(range(len(generators[0])))
    for _ in range(rng.randrange(12)):
        found = multiply(found, rng.choice(generators))
    return found


def rotation(size):
    return [tuple((i + 1) % size for i in range(size))]


def pairs(n):
    return list(combinations(range(n), 2))


def outer_automorphism(generators):
    """Return the action of S6 on its six synthematic totals, which is the outer automorphism."""
    points = set(range(6))
    pairings = [
        frozenset({frozenset({0, a}), frozenset(b), frozenset(points - {0, a} - set(b))})
        for a in range(1, 6)
        for b in combinations(sorted(points - {0, a}), 2)
    ]
    pairings = list(dict.fromkeys(pairings))
    totals = [
        frozenset(five) for five in combinations(pairings, 5) if len(frozenset().union(*five)) == 15
    ]

    def image(g, thing):
        return g[thing] if isinstance(thing, int) else frozenset(image(g, each) for each in thing)

    return induced_action(generators, totals, image)


S6 = LOCAL["S6"][0]


# -- families compared with SymPy -----------------------------------------------------------------


@settings(max_examples=sample_size(1000))
@given(st.integers(1, 8), st.integers(1, 3), st.integers(0, 2**32), st.integers(2, 8))
def test_random_groups(degree, count, seed, most):
    rng = Random(seed)
    found = []
    for _ in range(count):
        points = rng.sample(range(degree), min(degree, rng.randint(1, most)))
        found.append(from_cycles([points], degree))
    check(found)


seeds = st.integers(0, 2**32)
hows = st.sampled_from(["any", "squares", "commutators", "even", "same twist"])


def subgroup_elements(generators, how, rng):
    """Return elements of a subgroup: squares, commutators, or even permutations."""
    if how == "squares":
        return [multiply(g, g) for g in generators]
    if how == "commutators":
        others = [random_element(generators, rng) for _ in generators]
        pairs = zip(generators, others, strict=True)
        return [multiply(inverse(g), inverse(h), g, h) for g, h in pairs]
    if how == "even":
        odd = [g for g in generators if not Permutation(list(g)).is_even]
        even = [g for g in generators if Permutation(list(g)).is_even]
        return even + [multiply(odd[0], g) for g in odd]
    return generators


@settings(max_examples=sample_size(700))
@given(
    st.integers(1, 6), st.integers(2, 7), st.integers(1, 4), seeds, hows, st.sampled_from([0, 5, 6])
)
def test_twisted_pieces_next_to_another_orbit(size, blocks, count, seed, how, others):
    """C_m wr S_k, also for composite m, next to another orbit with random images."""
    rng = Random(seed)
    local = rotation(size) if how != "same twist" else [tuple(range(size))]
    found = wreath_elements(local, blocks, rng, count)
    if how == "same twist" and size > 1:
        found.append(tuple(p - p % size + (p + 1) % size for p in range(size * blocks)))
    if others:
        rest = [tuple(rng.sample(range(others), others)) for _ in found]
        found = side_by_side(found, rest)
    check(subgroup_elements(found, how, rng))


@settings(max_examples=sample_size(400))
@given(st.sampled_from(list(LOCAL)), st.integers(2, 4), st.integers(2, 4), seeds, hows)
def test_wreath_products(name, blocks, count, seed, how):
    rng = Random(seed)
    local = LOCAL[name][0]
    if len(local[0]) * blocks <= 24:
        check(subgroup_elements(wreath_elements(local, blocks, rng, count), how, rng))


@settings(max_examples=sample_size(400))
@given(st.integers(1, 3), st.sampled_from(list(LOCAL)), st.integers(2, 3), seeds, hows)
def test_twists_of_blocks(size, name, count, seed, how):
    rng = Random(seed)
    top = LOCAL[name][0]
    found = wreath_elements(rotation(size), len(top[0]), rng, count, top)
    check(subgroup_elements(found, how, rng))


A5 = LOCAL["A5"][0]
S5 = LOCAL["S5"][0]
S7 = symmetric(7)
A8 = [from_cycles([range(7)], 8), from_cycles([(5, 6, 7)], 8)]


#: Linked actions of one group: generators and order.
LINKED = {
    "S5 on points, twice": (side_by_side(S5, S5), 120),
    "S5 on points and pairs": (side_by_side(S5, on_sets(S5, pairs(5))), 120),
    "S5 on five and on six": (side_by_side(S5, five_as_six(S5)), 120),
    "A5 on five, six and ten": (side_by_side(A5, five_as_six(A5), on_sets(A5, pairs(5))), 60),
    "A5 on six and ten": (side_by_side(five_as_six(A5), on_sets(A5, pairs(5))), 60),
    "S6 and its other action": (side_by_side(S6, outer_automorphism(S6)), 720),
    "A6 and its other action": (
        side_by_side(LOCAL["A6"][0], outer_automorphism(LOCAL["A6"][0])),
        360,
    ),
    "S6 on points, pairs and totals": (
        side_by_side(S6, on_sets(S6, pairs(6)), outer_automorphism(S6)),
        720,
    ),
    "PSL(3,2) on points and lines": (side_by_side(PSL32, on_sets(PSL32, FANO)), 168),
    "S7 on points and ordered pairs": (side_by_side(S7, on_ordered_pairs(S7)), 5040),
    "S6 on ordered pairs": (on_ordered_pairs(S6), 720),
    "A8 on points and pairs": (side_by_side(A8, on_sets(A8, pairs(8))), 20160),
    "a sign shared": (side_by_side([*S5, S5[0]], [(0, 1, 2, 3, 4), *S5[::-1]]), 7200),
}


@pytest.mark.parametrize("name", LINKED)
def test_linked_actions(name):
    generators, order = LINKED[name]
    check(generators, order)


@settings(max_examples=sample_size(200))
@given(st.sampled_from(list(LINKED)), st.sampled_from(list(LOCAL)), seeds)
def test_linked_actions_next_to_another_group(name, other, seed):
    rng = Random(seed)
    found, order = LINKED[name]
    local, more = LOCAL[other]
    apart = side_by_side(
        found + [tuple(range(len(found[0])))] * len(local),
        [tuple(range(len(local[0])))] * len(found) + local,
    )
    places = rng.sample(range(len(apart[0])), len(apart[0]))
    mixed = [tuple(places[g[places.index(p)]] for p in range(len(g))) for g in apart]
    products = [multiply(random_element(mixed, rng), g) for g in mixed]
    check(mixed + products, order * more)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
@pytest.mark.parametrize("blocks", [2, 3, 5, 6])
def test_whole_wreath_products(size, blocks):
    rng = Random(size)
    found = wreath_elements(symmetric(size), blocks, rng, 5)
    sure = from_cycles([(0, 1)], size * blocks)
    order = None if blocks < 4 else math.factorial(size) ** blocks * math.factorial(blocks)
    check([*found, sure, from_cycles([range(size)], size * blocks)], order)


# -- incomplete chains ----------------------------------------------------------------------------


def chain_from(elements, degree):
    """Return the chain built by sifting elements, without verification."""
    chain = chain_kernel.empty_chain(degree)
    for element in elements:
        g = numpy.array(element, dtype=numpy.int32)
        level = chain_kernel.sift(chain, g, 0)
        if level >= 0:
            chain = chain_kernel.add_strong_generator(chain, g, level)
    return chain


def verified_chain(generators):
    """Return the whole chain of a group."""
    degree = len(generators[0])
    return schreier_sims.verify_chain(array(generators), chain_from(generators, degree))


def complete_chain(generators, chain, way):
    """Complete a chain by one of three methods and return its order."""
    long = math.inf if way == "Schreier generators" else 0
    little = 0 if way == "nothing but double cosets" else 300
    with (
        patch.object(chain_proof, "MAX_SCHREIER_GENERATORS", little),
        patch.object(schreier_sims, "MAX_VERIFY_STEPS", long),
    ):
        chain, proof = schreier_sims.prove_chain(array(generators), chain, math.inf)
    assert way.endswith(proof)
    return chain.order


ways = pytest.mark.parametrize(
    "way", ["Schreier generators", "double cosets", "nothing but double cosets"]
)


@ways
@settings(max_examples=sample_size(250, share=20))
@given(st.integers(2, 8), st.integers(1, 3), seeds)
def test_complete_partial_chains(way, degree, count, seed):
    rng = Random(seed)
    generators = [tuple(rng.sample(range(degree), degree)) for _ in range(count)]
    order = sympy_order(generators)
    squares = [multiply(g, g) for g in generators]  # may generate a proper subgroup
    more = [*generators, random_element(generators, rng)]
    for elements in ([], generators[:1], generators, more, squares):
        chain = chain_from(elements, degree)
        assert chain.order <= order
        assert complete_chain(generators, chain, way) == order


@ways
@pytest.mark.parametrize("name", ["M11", "PGL(2,7)", "AGammaL(1,8)", "PSL(2,11)", "S6"])
def test_chains_of_subgroups_and_cut_chains(way, name):
    generators, order = LOCAL[name]
    rng = Random(1)
    degree = len(generators[0])
    for sub in (
        generators[:1],
        generators[1:],
        [random_element(generators, rng), random_element(generators, rng)],
    ):
        chain = verified_chain(sub)
        assert chain.order == sympy_order(sub)
        assert complete_chain(generators, chain, way) == order
    whole = schreier_sims.random_chain(array(generators))
    strong = list(map(tuple, whole.generators(0).tolist()))
    for most in range(len(strong)):
        chain = chain_from(strong[:most], degree)
        assert complete_chain(generators, chain, way) == order


def test_complete_large_partial_chains():
    """Chains use trees beyond 400 points; there the proof by double cosets takes over."""
    q = 409
    for full in (False, True):
        generators = projective(q, full)
        order = (q + 1) * q * (q - 1) // (1 if full else 2)
        for elements in ([], generators, projective(q, False)):
            assert complete_chain(generators, chain_from(elements, q + 1), "double cosets") == order


def test_wrong_group_of_correct_size():
    """The chain of S3 has size 3: elements of the subgroup of order 3 must not prove it."""
    swap, spin = (1, 0, 2), (2, 0, 1)
    chain = chain_from([swap, spin], 3)
    assert chain.order == 3
    for seed in range(60):
        assert any(Prover(array([swap, spin]), chain, seed).search()), seed


@ways
@pytest.mark.parametrize("name", ["M11", "PGL(2,7)", "S6", "A4"])
def test_complete_chains_are_kept(way, name):
    generators, order = LOCAL[name]
    chain = verified_chain(generators)
    for seed in range(sample_size(20, 6)):
        assert not any(Prover(array(generators), chain, seed).search())
    assert complete_chain(generators, chain, way) == order


# -- randomness and time limits -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(sample_size(8, 4)))
def test_order_does_not_depend_on_seed(seed):
    groups = [*LINKED.values(), *LOCAL.values()]
    with patch.object(schreier_sims, "SEED", seed):
        for generators, order in groups:
            assert compiled_result(generators).order == order


def test_order_without_time_is_lower_bound():
    for generators, order in [*LINKED.values(), *LOCAL.values()]:
        found = compiled_result(generators, deadline=0.0)
        assert found.order <= order
        assert found.certain is (found.remaining_degree == 0)
        if not found.certain:
            assert found.proof == "random elements only"


def test_partial_chain_without_time():
    generators, order = LOCAL["M11"]
    with patch.object(schreier_sims, "random_chain", lambda g, **_: chain_from(g[:1], 11)):
        found = compiled_result(generators, deadline=0.0)
    assert (found.order, found.certain) == (11, False)
    assert compiled_result(generators).order == order


def test_short_time_limit():
    """Plain Python that reaches its limit resumes with the parts that are already split off."""
    rng = Random(3)
    pieces = wreath_elements(rotation(3), 8, rng, 3)
    generators = side_by_side([*pieces, pieces[0]], [*projective(7, True), projective(7, True)[1]])
    expected = plain_result(generators)
    with patch.object(order_proof, "_ready", False), patch.object(order_proof, "MAX_PRODUCTS", 1):
        found = order_proof.prove_order(generators)
    assert (found.order, found.certain) == (expected.order, True)
    assert found.kinds == expected.kinds == ((8, 3),)
    assert found.proof.startswith("structure, ")
