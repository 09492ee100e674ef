"""Permutations as images, against sympy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy.combinatorics import Permutation

from puzzlekit.core.errors import NotationError
from puzzlekit.core.permutation import (
    apply,
    from_cycles,
    from_sympy,
    inverse,
    is_even,
    multiply,
    order,
    to_array,
    to_cycles,
    to_sympy,
    without_inverses,
)

SIZE = 7
images = st.permutations(range(SIZE)).map(tuple)


@given(images)
def test_round_trips(p):
    assert from_sympy(to_sympy(p)) == p
    assert from_cycles(to_cycles(p), SIZE) == p
    assert to_cycles(p) == [tuple(cycle) for cycle in Permutation(list(p)).cyclic_form]
    assert inverse(inverse(p)) == p


@given(images, images)
def test_products_go_left_to_right(p, q):
    assert multiply(p, q) == from_sympy(to_sympy(p) * to_sympy(q))
    assert multiply(p, q) == tuple(q[p[i]] for i in range(SIZE))
    assert multiply(p, inverse(p)) == tuple(range(SIZE))


@given(images, images, images)
def test_products_of_many(p, q, r):
    assert multiply(p, q, r) == multiply(multiply(p, q), r) == multiply(p, multiply(q, r))
    assert multiply(p) == p


@given(images)
def test_order_and_parity(p):
    assert order(p) == Permutation(list(p)).order()
    assert is_even(p) == Permutation(list(p)).is_even


@given(images, st.permutations("abcdefg"))
def test_apply_puts_pieces_where_the_images_say(p, arrangement):
    after = apply(p, arrangement)
    assert all(after[p[i]] == arrangement[i] for i in range(SIZE))
    assert list(after) == (~to_sympy(p))(list(arrangement))


@given(images, images)
def test_apply_is_an_action(p, q):
    arrangement = tuple("abcdefg")
    assert apply(q, apply(p, arrangement)) == apply(multiply(p, q), arrangement)


def test_worked_example():
    a, b = from_cycles([(1, 4, 2)], 9), from_cycles([(4, 8, 7)], 9)
    assert multiply(a, b) == from_cycles([(1, 4, 2), (4, 8, 7)], 9)
    assert multiply(a, b) == from_cycles([(1, 8, 7, 4, 2)], 9)
    assert from_sympy(Permutation(1, 4, 2)(4, 8, 7)) == multiply(a, b)


def test_from_sympy_pads():
    assert from_sympy(Permutation(0, 1), 4) == (1, 0, 2, 3)
    assert from_sympy(Permutation(0, 1)) == (1, 0)


@pytest.mark.parametrize("cycles", [[(0, 0)], [(0, 3)], [(-1, 0)]])
def test_bad_cycles(cycles):
    with pytest.raises(NotationError, match="no cycle"):
        from_cycles(cycles, 3)


@given(st.lists(images, max_size=6))
def test_without_inverses(generators):
    kept = without_inverses(generators)
    identity = tuple(range(SIZE))
    assert identity not in kept
    for p in kept:
        assert inverse(p) == p or inverse(p) not in kept
    assert len(set(kept)) == len(kept)
    for p in generators:
        assert p == identity or p in kept or inverse(p) in kept


def test_to_array():
    array = to_array([(1, 0, 2), (0, 2, 1)])
    assert array.tolist() == [[1, 0, 2], [0, 2, 1]]
    assert array.dtype.kind == "i"
