"""Orders and names of groups, against sympy and against closures found by brute force."""

import json
import math
from collections import Counter
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy.combinatorics import Permutation, PermutationGroup

from puzzlekit.group import describe
from puzzlekit.permutation import from_cycles, multiply, order

ENTRIES = json.loads((Path(__file__).parent / "data" / "group_orders.json").read_text())


def closure(generators):
    """Return all elements of the generated group, by multiplying until nothing is new."""
    generators = [tuple(g) for g in generators]
    identity = tuple(range(len(generators[0])))
    elements, new = {identity}, [identity]
    for element in new:
        for g in generators:
            onward = multiply(element, g)
            if onward not in elements:
                elements.add(onward)
                new.append(onward)
    return elements


def orders(elements):
    """Return how many elements there are of each order."""
    return Counter(map(order, elements))


def named_orders(name):
    """Return how many elements of each order the group of a name has, built independently."""
    total = Counter({1: 1})
    for factor in name.split(" x "):
        base, _, power = factor.partition("^")
        for _ in range(int(power or 1)):
            both = Counter()
            for (a, m), (b, n) in product(total.items(), factor_orders(base).items()):
                both[math.lcm(a, b)] += m * n
            total = both
    return total


def factor_orders(base):
    if base == "1":
        return Counter({1: 1})
    if base in ("PGL(2,5)", "PSL(2,5)"):
        # PGL(2,5) and S5 are isomorphic, and so are PSL(2,5) and A5.
        return factor_orders("S5" if base == "PGL(2,5)" else "A5")
    degree = int(base[1:])
    if base[0] == "S":
        return orders(permutations(range(degree)))
    if base[0] == "A":
        return orders(p for p in permutations(range(degree)) if Permutation(list(p)).is_even)
    turn = tuple((i + 1) % degree for i in range(degree))
    if base[0] == "C":
        return orders(closure([turn]))
    if base[0] == "D":
        return orders(closure([turn, tuple(-i % degree for i in range(degree))]))
    raise AssertionError(f"no such group: {base}")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["id"])
def test_published_orders(entry):
    info = describe(entry["generators"])
    assert info.order == int(entry["order"])
    assert info.name == entry["name"]
    assert info.certain
    assert info.degree == len(entry["generators"][0])


@st.composite
def generators(draw, most=7):
    degree = draw(st.integers(1, most))
    images = st.permutations(range(degree)).map(tuple)
    return draw(st.lists(images, min_size=1, max_size=3))


@st.composite
def sparse_generators(draw):
    """Permutations that move few points, so that parts and small groups are met often."""
    degree = draw(st.integers(2, 8))
    found = []
    for _ in range(draw(st.integers(1, 4))):
        points = draw(st.permutations(range(degree)))
        found.append(from_cycles([points[: draw(st.integers(2, 4))]], degree))
    return found


@given(generators())
def test_any_group(found):
    check_against_brute_force(found)


@given(sparse_generators())
def test_groups_of_short_cycles(found):
    check_against_brute_force(found)


def check_against_brute_force(found):
    elements = closure(found)
    info = describe(found)
    assert info.order == len(elements)
    assert info.order == PermutationGroup([Permutation(list(g)) for g in found]).order()
    moved = {i for g in found for i, image in enumerate(g) if i != image}
    assert info.degree == len(moved)
    if info.name is not None:
        assert named_orders(info.name) == orders(elements)


def dihedral(n):
    return [tuple((i + 1) % n for i in range(n)), tuple(-i % n for i in range(n))]


@pytest.mark.parametrize(
    ("found", "name"),
    [
        ([(0, 1, 2)], "1"),
        ([(1, 0)], "C2"),
        ([(1, 2, 0)], "C3"),
        ([(1, 0, 2), (0, 2, 1)], "S3"),
        (dihedral(4), "D4"),
        (dihedral(7), "D7"),
        (dihedral(12), "D12"),
        ([(1, 0, 3, 2), (2, 3, 0, 1)], None),  # the four-group, which turns no 4-cycle
        ([(1, 2, 3, 0, 4, 5), (0, 1, 2, 3, 5, 4)], "C2 x C4"),
        ([(1, 2, 3, 0, 5, 4)], "C4"),
        ([(1, 0, 2, 3, 4, 5), (0, 1, 3, 2, 4, 5), (0, 1, 2, 3, 5, 4)], "C2^3"),
    ],
)
def test_names(found, name):
    assert describe(found).name == name


def test_no_generators():
    info = describe([])
    assert (info.degree, info.generators, info.order, info.name) == (0, 0, 1, "1")


def test_generators_are_counted_without_repeats_and_inverses():
    turn = (1, 2, 3, 0)
    back = (3, 0, 1, 2)
    assert describe([turn, turn, back, (0, 1, 2, 3)]).generators == 1


@pytest.mark.parametrize("degree", [5, 8, 9, 13, 16, 40])
def test_giants_and_their_even_halves(degree):
    turn = tuple((i + 1) % degree for i in range(degree))
    swap = from_cycles([(0, 1)], degree)
    three = from_cycles([(0, 1, 2)], degree)
    whole = describe([turn, swap])
    assert (whole.order, whole.name) == (math.factorial(degree), f"S{degree}")
    half = describe([three, turn if degree % 2 else from_cycles([range(1, degree)], degree)])
    assert (half.order, half.name) == (math.factorial(degree) // 2, f"A{degree}")


@pytest.mark.parametrize("side", [2, 3, 4, 5])
def test_imprimitive_groups_are_not_taken_for_giants(side):
    """S_n wr C2 on two blocks has long cycles, but it is no alternating group."""
    degree = 2 * side
    blocks = [
        from_cycles([range(side)], degree),
        from_cycles([(0, 1)], degree),
        from_cycles([(i, side + i) for i in range(side)], degree),
    ]
    assert describe(blocks).order == 2 * math.factorial(side) ** 2


@pytest.mark.parametrize(
    "found",
    [
        [[range(5), (5, 6, 7)], [(0, 1), (5, 6)]],
        [[range(5), (5, 6)], [(0, 1), (6, 7)]],
        [[range(5)], [(0, 1), (5, 6, 7)], [(5, 6)]],
    ],
)
def test_groups_with_several_orbits_are_not_taken_for_giants(found):
    check_against_brute_force([from_cycles(cycles, 8) for cycles in found])


def test_the_two_groups_of_degree_six_over_five_elements():
    """x + 1 and -1 / x with 4 x (a square) generate PSL(2,5), with 2 x PGL(2,5)."""
    infinity = 5
    shift = [*((x + 1) % 5 for x in range(5)), infinity]
    turn = [infinity, *(-pow(x, -1, 5) % 5 for x in range(1, 5)), 0]
    for factor, name, size in ((4, "PSL(2,5)", 60), (2, "PGL(2,5)", 120)):
        times = [*(factor * x % 5 for x in range(5)), infinity]
        info = describe([shift, turn, times])
        assert (info.name, info.order) == (name, size)
        check_against_brute_force([shift, turn, times])


@pytest.mark.parametrize(
    ("degree", "factor", "name"),
    [(8, 7, "D8"), (8, 3, None), (8, 5, None), (12, 11, "D12"), (12, 5, None), (15, 4, None)],
)
def test_groups_of_twice_the_degree_are_not_taken_for_dihedral_ones(degree, factor, name):
    shift = [(x + 1) % degree for x in range(degree)]
    times = [factor * x % degree for x in range(degree)]
    info = describe([shift, times])
    assert (info.order, info.name) == (2 * degree, name)


def test_primitive_groups_are_not_taken_for_giants():
    """PSL(2,7) on 8 points, AGL(1,7) on 7 and the Mathieu group M11 on 11."""
    infinity = 7
    double = [2 * i % 7 for i in range(7)] + [infinity]
    shift = [(i + 1) % 7 for i in range(7)] + [infinity]
    negated = [infinity if i == 0 else -pow(i, -1, 7) % 7 for i in range(7)] + [0]
    assert describe([shift, double, negated]).order == 168
    assert describe([shift[:7], [3 * i % 7 for i in range(7)]]).order == 42
    eleven = from_cycles([range(11)], 11)
    other = from_cycles([(2, 6, 10, 7), (3, 9, 4, 5)], 11)
    assert describe([eleven, other]).order == 7920
