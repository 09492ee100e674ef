"""Groups that know their order, compared with the same groups in plain SymPy."""

import math
import tracemalloc
from functools import reduce
from random import Random

import pytest
from group_builders import M11, check_chain
from hypothesis import given, settings
from hypothesis import strategies as st
from support import needs_numba, sample_size
from sympy.combinatorics import Permutation, PermutationGroup
from sympy.combinatorics.homomorphisms import orbit_homomorphism

from puzzlekit.core.permutation import from_cycles
from puzzlekit.groups import order_proof, permutation_group, stabilizer_chains, sympy_group
from puzzlekit.groups.stabilizer_chains import compiled_chain


@pytest.fixture(params=["plain", pytest.param("compiled", marks=pytest.mark.slow)], autouse=True)
def path(request, monkeypatch):
    """Run each test with the plain and with the compiled construction of chains."""
    if request.param == "plain":
        monkeypatch.setattr(order_proof, "_ready", False)
        monkeypatch.setattr(order_proof, "_prove_compiled", None)
        monkeypatch.setattr(order_proof, "has_numba", lambda: False)
    else:
        order_proof.prepare()
    monkeypatch.setattr(stabilizer_chains, "is_prepared", lambda: request.param == "compiled")


GROUPS = {
    "trivial": [(0, 1, 2)],
    "C6": [(1, 2, 0, 4, 3)],
    "S4": [(1, 2, 3, 0), (1, 0, 2, 3)],
    "A5 repeated": [(1, 2, 3, 4, 0), (1, 2, 0, 3, 4), (1, 2, 3, 4, 0), (0, 1, 2, 3, 4)],
    "S3 x S3": [(1, 2, 0, 3, 4, 5), (1, 0, 2, 4, 3, 5), (0, 1, 2, 4, 5, 3)],
    "C2 wr S4": [(1, 0, 2, 3, 4, 5, 6, 7), (2, 3, 4, 5, 6, 7, 0, 1), (2, 3, 0, 1, 4, 5, 6, 7)],
    "S4 on 4 and on 2 points": [(0, 2, 3, 1, 4, 5), (3, 1, 0, 2, 5, 4)],
    "M11": M11,
    "fixed points": [from_cycles([(2, 4, 6)], 9), from_cycles([(2, 4)], 9)],
}


def check(images):
    known, plain = permutation_group(images), sympy_group(images)
    degree = plain.degree
    assert known.order() == plain.order()
    assert known.certain
    assert known == plain
    assert plain == known
    assert hash(known) == hash(plain)
    assert type(known.func(*known.args)) is PermutationGroup
    assert set(known.generators) == set(plain.generators)
    # The chain: its orbits and elements agree with those of the stabilizers.
    base, strong = known.base, known.strong_gens
    assert math.prod(map(len, known.basic_orbits)) == plain.order()
    assert all(plain.contains(g) for g in strong)
    stabilizer = plain
    for level, point in enumerate(base):
        assert set(known.basic_orbits[level]) == set(stabilizer.orbit(point))
        transversal = known.basic_transversals[level]
        assert set(transversal) == set(stabilizer.orbit(point))
        for image, element in transversal.items():
            assert point ^ element == image
            assert all(p ^ element == p for p in base[:level])
            assert plain.contains(element)
        fixing = [g for g in strong if all(p ^ g == p for p in base[:level])]
        assert PermutationGroup(fixing or [Permutation(degree - 1)]).order() == stabilizer.order()
        assert known.basic_stabilizers[level].order() == stabilizer.order()
        stabilizer = stabilizer.stabilizer(point)
    assert stabilizer.order() == 1
    assert len(known.basic_stabilizers) == len(base)
    # SymPy's methods on the group.
    rng = Random(1)
    for _ in range(5):
        any_one = Permutation(rng.sample(range(degree), degree))
        assert known.contains(any_one) == plain.contains(any_one)
    for _ in range(5 if plain.order() > 1 else 0):  # SymPy cannot unrank the trivial group
        inside = known.random()
        assert plain.contains(inside)
        factors = known.coset_factor(inside)
        for product in (factors, known.generator_product(inside, original=True)):
            assert reduce(lambda g, factor: factor * g, product, Permutation(degree - 1)) == inside
        images = [base[i] ^ factor for i, factor in enumerate(factors)]
        assert images == known.coset_factor(inside, True)
        rank = known.coset_rank(inside)
        assert 0 <= rank < max(plain.order(), 1)
        assert known.coset_unrank(rank) == inside
    if plain.order() < 500:
        assert set(known.elements) == set(plain.elements)
        assert len({known.coset_rank(g) for g in plain.elements}) == plain.order()
        ranks = [known.coset_rank(g) for g in known.generate()]
        assert ranks == list(range(plain.order())) or not base
    assert known.is_solvable == plain.is_solvable
    assert known.is_abelian == plain.is_abelian
    assert known.is_transitive() == plain.is_transitive()
    assert known.derived_subgroup().order() == plain.derived_subgroup().order()
    assert known.center().order() == plain.center().order()
    for point in range(min(degree, 4)):
        assert known.stabilizer(point).order() == plain.stabilizer(point).order()
    if plain.order() < 500:
        subgroup = plain.stabilizer(0)
        assert known.coset_transversal(subgroup) == plain.coset_transversal(subgroup)
        assert known.coset_table(subgroup) == plain.coset_table(subgroup)
        assert known.sylow_subgroup(2).order() == plain.sylow_subgroup(2).order()
    assert known.is_subgroup(plain)
    assert plain.is_subgroup(known)
    assert not known.contains(Permutation(degree + 3)(degree, degree + 1))


@pytest.mark.parametrize("name", GROUPS)
def test_known_groups(name):
    check(GROUPS[name])


@pytest.mark.parametrize("name", ["C6", "S4"])
def test_presentations(name):
    known = permutation_group(GROUPS[name])  # for some other generators, SymPy needs hours
    assert known.presentation().order() == known.order()


@settings(max_examples=sample_size(25, 6))
@given(
    st.integers(2, 6).flatmap(lambda n: st.lists(st.permutations(range(n)), min_size=1, max_size=3))
)
def test_any_group(images):
    check(images)


@pytest.mark.parametrize("images", [[], [()], [(0,)], [(0, 1, 2)], [(0, 1)] * 3])
def test_trivial_groups(images):
    known = permutation_group(images)
    assert (known.order(), known.certain, known.proof) == (1, True, "trivial")
    assert known.base == []
    assert known.is_trivial


def test_kernels_of_orbit_homomorphisms():
    """SymPy chooses a base for a homomorphism, and all results afterwards agree with it."""
    for name in ("S4 on 4 and on 2 points", "S3 x S3", "C6"):
        plain = sympy_group(GROUPS[name])
        for orbit in plain.orbits():
            known = permutation_group(GROUPS[name])
            kernels = [orbit_homomorphism(each, orbit).kernel() for each in (known, plain)]
            assert kernels[0].order() == kernels[1].order()
            assert known.base[: len(orbit)] == list(orbit)
            assert set(known.generate_schreier_sims()) == set(plain.elements)
            for g in set(plain.elements) - {plain.identity}:
                assert reduce(lambda a, b: b * a, known.coset_factor(g)) == g


@pytest.mark.slow
@pytest.mark.parametrize("even", [False, True])
def test_memory_use_of_large_symmetric_groups(even):
    degree = 2000
    turn = from_cycles([range(1, degree) if even else range(degree)], degree)
    first = from_cycles([(0, 1, 2) if even else (0, 1)], degree)
    tracemalloc.start()
    known = permutation_group([turn, first])
    assert known.order() == math.factorial(degree) // (2 if even else 1)
    assert known.contains(Permutation([1, 2, 0], size=degree))
    assert known.contains(Permutation([1, 0], size=degree)) is not even
    assert not known.contains(Permutation([1, 2, 0], size=degree + 1))
    assert known.base == list(range(degree - 2 if even else degree - 1))
    element = known.basic_transversals[5][1999]
    assert 5 ^ element == 1999
    assert all(p ^ element == p for p in range(5))
    assert element.is_even or not even
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 60_000_000


@pytest.mark.slow
@needs_numba
def test_compiled_chain_of_known_order():
    chain = compiled_chain(GROUPS["M11"], 7920)
    assert math.prod(map(len, chain.orbits)) == 7920
    check_chain(chain)
