"""Orders and names of groups, compared with SymPy and with brute-force closures."""

import math
import sys

import numpy
import pytest
from group_builders import M11, PUBLISHED, affine, closure, projective
from support import TIMEOUT
from sympy.combinatorics import Permutation, PermutationGroup

from puzzlekit.core.errors import NotationError
from puzzlekit.core.permutation import from_cycles, to_cycles
from puzzlekit.groups import describe, order_proof, parse_generators, stabilizer_chains
from puzzlekit.groups import permutation_group as group_order

#: Proved names of groups for which the published table has none, or only a larger group. Each
#: follows from the structure in the table: 6!/2 * 2^5 * (12!/2)^3, for example, has index 4.
PROVED = {
    "topspin6_3": "S3 wr C2",
    "topspin8_3": "S4 wr C2",
    "topspin26_5": "index 2 in S13 wr C2",
    "cube3_UR": "index 6 in C3 wr PGL(2,5) x S7",
    "cube3_G1": "index 2 in S4 x S8^2",
    "cube3_9slices": "index 12 in C3 wr S8 x C2 wr S12 x S4",
    "pyraminx0": "index 4 in C2 wr S6 x C3^4",
    "skewb8": "index 9 in A6 x (C3 wr A4)^2",
    "fto": "index 4 in A12^3 x C2 wr S6",
    "m24_two": "M24",
    "m13": "M12",
    "octa_neighbours": "S4",
    "faro8": "index 8 in C2 wr A4",
}


@pytest.mark.parametrize("entry", PUBLISHED, ids=lambda entry: entry["id"])
def test_published_orders(entry):
    info = describe(entry["generators"])
    assert info.order == int(entry["order"])
    assert info.name == PROVED.get(entry["id"], entry["name"])
    assert info.certain
    assert info.degree == len(entry["generators"][0])


def forms(images):
    """Yield the generators in every accepted form."""
    yield [tuple(g) for g in images]
    yield [Permutation(list(g)) for g in images]
    for kind in ("int8", "uint16", "int32", "int64", "uint64"):
        yield numpy.array(images, dtype=kind)
    degree = len(images[0])
    yield ["".join(map(str, to_cycles(g))).replace(" ", "") + f"({degree - 1})" for g in images]
    yield iter([list(g) for g in images])


def test_all_forms_of_generators():
    for images in forms(M11):
        assert parse_generators(images) == M11


BAD = {
    "nothing": None,
    "a number": 5,
    "one list": [1, 0],
    "a repeated point": [[0, 0, 1]],
    "lists of several lengths": [[1, 0], [0, 1, 2]],
    "a point too many": [[1, 2, 3]],
    "negative": [[-1, 0]],
    "huge": [[0, 10**30]],
    "floats": [[1.0, 0.0]],
    "not a number": [[math.nan]],
    "texts in lists": [["1", "0"]],
    "none in a list": [[1, None]],
    "none": [None],
    "a dict": [{0: 1, 1: 0}],
    "a set": [{0, 1}],
    "bytes": [b"ab"],
    "an array of floats": numpy.array([[1.0, 0.0]]),
    "an array of truths": numpy.array([[True, False]]),
    "an array in one dimension": numpy.array([1, 0]),
    "an array in no dimension": numpy.array(1),
    "an array in three dimensions": numpy.zeros((2, 3, 3), int),
    "a cycle twice through a point": ["(0 1 0)"],
    "negative cycle": ["(0 -1)"],
    "open": ["(0 1"],
    "words": ["(a b)"],
    "an empty text": [""],
    "beyond all points": ["(0 1000001)"],
    "beyond all numbers": ["(0 " + "9" * 5000 + ")"],
    "long": ["(" + "1 " * 100_000],
    "a text that is no cycle": "hello",
    "ragged with sympy": [Permutation([1, 0, 2]), [1, 0]],
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("function", [parse_generators, describe, group_order])
def test_invalid_generators(function, name):
    with pytest.raises(NotationError) as caught:
        function(BAD[name])
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 250
    assert text.endswith((".", ". "))


def test_sympy_groups_and_texts():
    swap, spin = Permutation([1, 0, 2]), Permutation([1, 2, 0])
    assert parse_generators(PermutationGroup(swap, spin)) == [(1, 0, 2), (1, 2, 0)]
    assert parse_generators("(0 1)(2 3)") == [(1, 0, 3, 2)]
    assert parse_generators(["(0,1)", "()", "( 2 , 0 )"]) == [(1, 0, 2), (0, 1, 2), (2, 1, 0)]


def test_without_compiler(monkeypatch):
    """Plain Python finds every order without numba."""
    room = "puzzlekit.groups.compiled"
    for module in [room, *(name for name in sys.modules if name.startswith(f"{room}."))]:
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr(order_proof, "_ready", False)
    monkeypatch.setattr(stabilizer_chains, "is_prepared", lambda: False)
    monkeypatch.setattr(order_proof, "has_numba", lambda: False)
    monkeypatch.setattr(order_proof, "MAX_PRODUCTS", 0)
    monkeypatch.setattr(order_proof, "LARGE_DEGREE", 0)
    for entry in PUBLISHED:
        found = group_order(entry["generators"])
        assert (found.order(), found.certain) == (int(entry["order"]), True)
        if found.order() < 10**4:
            assert math.prod(map(len, found.basic_orbits)) == found.order()


@pytest.mark.slow
def test_orders_are_uncertain_only_without_time(monkeypatch):
    order_proof.prepare()
    uncertain = 0
    for entry in PUBLISHED:
        info = describe(entry["generators"], seconds=0)
        assert info.order <= int(entry["order"])
        if not info.certain:
            assert info.name is None
            assert "random elements only" in info.proof
            uncertain += 1
        assert describe(entry["generators"], seconds=TIMEOUT).certain
    assert uncertain > 3


def disjoint(*generators):
    """Return permutations of eight points that are given by their cycles."""
    return [from_cycles(cycles, 8) for cycles in generators]


@pytest.mark.parametrize(
    ("found", "name"),
    [
        ([(0, 1, 2)], "1"),
        ([(1, 0)], "C2"),
        ([(1, 2, 0)], "C3"),
        ([(1, 0, 2), (0, 2, 1)], "S3"),
        *((affine(n, -1), f"D{n}") for n in (4, 7, 8, 10, 12)),
        (affine(8, 3), "SD16"),
        (affine(8, 5), "index 2 in C4 wr C2"),
        (affine(12, 5), "index 16 in C4 wr S3"),
        (affine(15, 4), None),
        # Groups with long cycles that are not alternating or symmetric.
        (disjoint([range(5), (5, 6, 7)], [(0, 1), (5, 6)]), "index 2 in S3 x S5"),
        (disjoint([range(5), (5, 6)], [(0, 1), (6, 7)]), "S3 x S5"),
        (disjoint([range(5)], [(0, 1), (5, 6, 7)], [(5, 6)]), "S3 x S5"),
        (projective(5, False), "PSL(2,5)"),
        (projective(5), "PGL(2,5)"),
        (projective(7, False), "PSL(2,7)"),
        (affine(7, 3), "AGL(1,7)"),
        (M11, "M11"),
        ([(1, 0, 3, 2), (2, 3, 0, 1)], "C2^2"),
        ([(1, 2, 3, 0, 4, 5), (0, 1, 2, 3, 5, 4)], "C2 x C4"),
        ([(1, 2, 3, 0, 5, 4)], "C4"),
        ([(1, 0, 2, 3, 4, 5), (0, 1, 3, 2, 4, 5), (0, 1, 2, 3, 5, 4)], "C2^3"),
    ],
)
def test_names(found, name):
    info = describe(found)
    assert (info.name, info.order) == (name, len(closure(found)))
    assert info.degree == len({i for g in found for i, image in enumerate(g) if i != image})


def test_no_generators_and_repeated_generators():
    info = describe([])
    assert (info.degree, info.generators, info.order, info.name) == (0, 0, 1, "1")
    turn = (1, 2, 3, 0)
    back = (3, 0, 1, 2)
    assert describe([turn, turn, back, (0, 1, 2, 3)]).generators == 1


@pytest.mark.parametrize("even", [False, True])
@pytest.mark.parametrize(
    ("size", "blocks"), [(5, 5), (6, 5), (7, 6), (5, 2), (3, 5), (3, 2), (4, 2)]
)
def test_names_of_wreath_products(size, blocks, even):
    """S5 wr S5 acts on the signs of its blocks as C2 wr S5, which is not its name."""
    degree = size * blocks
    odd = size % 2
    inner = [from_cycles([range(1 - odd, size)] if even else [range(size)], degree)]
    inner.append(from_cycles([(0, 1, 2)] if even else [(0, 1)], degree))
    outer = [
        from_cycles([[b * size + i for b in cycle] for i in range(size)], degree)
        for cycle in (range(blocks), (0, 1))
    ]
    info = describe(inner + outer)
    whole = math.factorial(size) ** blocks * math.factorial(blocks)
    assert info.order == whole // (2**blocks if even else 1)
    top = "C2" if blocks == 2 else f"S{blocks}"
    if not even:
        assert info.name == f"S{size} wr {top}"
    elif size == 3:
        assert info.name == f"C3 wr {top}"
    elif info.name is not None:
        assert info.name == f"index {2**blocks} in S{size} wr {top}"


def test_names_of_powers():
    """S5^2 on two halves of ten points with generators that move both, and its square."""
    half = [(1, 2, 3, 4, 0, 6, 5, 7, 8, 9), (1, 0, 2, 3, 4, 6, 7, 8, 9, 5)]
    half.append((0, 1, 2, 3, 4, 6, 5, 7, 8, 9))
    rest = tuple(range(10, 20))
    twice = [g + rest for g in half] + [(*range(10), *(10 + i for i in g)) for g in half]
    assert describe(half).name == "S5^2"
    assert describe(twice).name == "S5^4"
