"""Tests for sparse permutations against dense ones."""

from hypothesis import given
from hypothesis import strategies as st

from puzzlekit.core.permutation import inverse, is_even, without_inverses
from puzzlekit.core.sparse_permutations import Sparse, as_sparse, dense, without_sparse_inverses

permutations = st.integers(1, 9).flatmap(lambda n: st.permutations(range(n)).map(tuple))


@given(permutations)
def test_sparse_and_dense(images):
    found = Sparse.of(images)
    assert len(found) == len(images)
    assert found.dense() == images
    assert found == Sparse.from_pairs(dict(enumerate(images)), len(images))
    assert found.inverse().dense() == inverse(images)
    assert found.is_even() == is_even(images)


@given(st.lists(st.permutations(range(4)).map(tuple), max_size=12))
def test_repeats_and_inverses(generators):
    assert dense(without_sparse_inverses(as_sparse(generators))) == without_inverses(generators)
