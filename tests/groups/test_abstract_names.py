"""Names that do not depend on the action, compared with derived series and element orders."""

from collections import Counter
from itertools import combinations

import pytest
from group_builders import M11, affine, closure, induced_action, on_sets, side_by_side
from sympy.combinatorics import Permutation, PermutationGroup
from sympy.combinatorics.named_groups import AlternatingGroup, DihedralGroup, SymmetricGroup

from puzzlekit import load
from puzzlekit.core.permutation import from_cycles, multiply, order
from puzzlekit.groups import describe


def images(*words):
    return [tuple(map(int, word)) for word in words]


def images_of(group):
    return [tuple(g.array_form) for g in group.generators]


def regular(generators):
    return induced_action(generators, sorted(closure(generators)), lambda g, x: multiply(x, g))


def cube_squares():
    twists = load("cube:3").twists
    return [multiply(twists[face], twists[face]) for face in "UR"]


S5, A5 = images_of(SymmetricGroup(5)), images_of(AlternatingGroup(5))
Q8 = images("12745630", "65410723")
SYLOW = images_of(PermutationGroup([Permutation(list(g)) for g in M11]).sylow_subgroup(2))

#: Name: (generators, orders of the derived series, and numbers of elements of orders 2, 3 and 4).
GROUPS = {
    "Q8": (Q8, [8, 2, 1], (1, 0, 6)),
    "D4": (regular(images_of(DihedralGroup(4))), [8, 2, 1], (5, 0, 2)),
    "D6": (cube_squares(), [12, 3, 1], (7, 2, 0)),
    "Dic3": (images("1203456", "0214563"), [12, 3, 1], (1, 2, 6)),
    "Dic5": (images("123405678", "043216785"), [20, 5, 1], (1, 0, 10)),
    "SD16": (SYLOW, [16, 4, 1], (5, 0, 6)),
    "C7:C3": (affine(7, 2), [21, 7, 1], (0, 14, 0)),
    "AGL(1,5)": (affine(5, 2), [20, 5, 1], (5, 0, 10)),
    "AGL(1,7)": (affine(7, 3), [42, 7, 1], (7, 14, 0)),
    "SL(2,3)": (images("23456701", "21746530"), [24, 8, 2, 1], (1, 8, 6)),
    "S4": (images("024351", "510243"), [24, 12, 4, 1], (9, 8, 6)),
    "A5": (on_sets(A5, combinations(range(5), 2)), [60], (15, 20, 0)),
    "S5": (on_sets(S5, combinations(range(5), 2)), [120, 60], (25, 20, 30)),
    "PSL(2,7)": (images("1234560", "0216453"), [168], (21, 56, 42)),
    "M10": (images("2084671593", "5297483601"), [720, 360], (45, 80, 270)),
    "AGL(3,2)": (images("71630254", "72615403"), [1344], (91, 224, 420)),
}


@pytest.mark.parametrize("name", GROUPS)
def test_examples(name):
    generators, derived, numbers = GROUPS[name]
    group = PermutationGroup([Permutation(list(g)) for g in generators])
    orders = Counter(map(order, closure(generators)))
    assert [each.order() for each in group.derived_series()] == derived
    assert (orders[2], orders[3], orders[4]) == numbers
    assert describe(generators).name == name


@pytest.mark.parametrize("name", ["Q8", "SL(2,3)", "AGL(1,7)", "S5"])
def test_other_actions(name):
    """The regular action, and an action on two orbits."""
    generators = GROUPS[name][0]
    doubled = side_by_side(generators, regular(generators))
    assert describe(regular(generators)).name == describe(doubled).name == name


def test_wreath_products_need_natural_action():
    """S4 acts on six blocks here, but "C2 wr S4" would have four blocks."""
    whole = [from_cycles([(0, 1)], 12)] + [
        tuple(2 * image + i for image in g for i in range(2)) for g in GROUPS["S4"][0]
    ]
    assert describe(whole).order == 2**6 * 24
    assert "S4" not in str(describe(whole).name)
