"""Tests for permutations against SymPy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy.combinatorics import Permutation

from puzzlekit.core.errors import NotationError
from puzzlekit.core.permutation import (
    apply,
    from_cycles,
    inverse,
    is_even,
    multiply,
    order,
    to_cycles,
    to_sympy,
    without_inverses,
)

SIZE = 7
images = st.permutations(range(SIZE)).map(tuple)


@given(images)
def test_round_trips_order_and_parity(p):
    assert tuple(to_sympy(p).array_form) == p
    assert from_cycles(to_cycles(p), SIZE) == p
    assert to_cycles(p) == [tuple(cycle) for cycle in Permutation(list(p)).cyclic_form]
    assert inverse(inverse(p)) == p
    assert order(p) == Permutation(list(p)).order()
    assert is_even(p) == Permutation(list(p)).is_even


@given(images, images)
def test_products_go_left_to_right(p, q):
    assert multiply(p, q) == tuple((to_sympy(p) * to_sympy(q)).array_form)
    assert multiply(p, q) == tuple(q[p[i]] for i in range(SIZE))
    assert multiply(p, inverse(p)) == tuple(range(SIZE))


@given(images, images, images)
def test_products_of_many(p, q, r):
    assert multiply(p, q, r) == multiply(multiply(p, q), r) == multiply(p, multiply(q, r))
    assert multiply(p) == p


@given(images, st.permutations("abcdefg"))
def test_apply(p, arrangement):
    after = apply(p, arrangement)
    assert all(after[p[i]] == arrangement[i] for i in range(SIZE))
    assert list(after) == (~to_sympy(p))(list(arrangement))


@pytest.mark.parametrize("cycles", [[(0, 0)], [(0, 3)], [(-1, 0)]])
def test_invalid_cycles(cycles):
    with pytest.raises(NotationError, match="not a cycle"):
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
