"""Tests for calling compiled functions from Python."""

import numpy
import pytest

pytest.importorskip("numba")

from numba import int32, int64, types

from puzzlekit.core.compiling import compiled
from puzzlekit.core.errors import PluginError
from puzzlekit.rules.kernel_signatures import WINNING, helper, helper_no_alloc


@helper_no_alloc
def third(row):
    return row[2]


@helper
def total(row):
    return row[0] + third(row)


def test_helpers_with_and_without_signature():
    row = numpy.array([1, 2, 3], numpy.int32)
    assert third(row) == 3
    assert total(row) == 4
    assert third(row) == 3
    assert product.signature == int64(int64, int64)
    assert product(2, 3) == 6

    @compiled(int64(types.FunctionType(WINNING), int32[::1]), cache=False)
    def ask(winning, row):
        return winning(row, row)

    with pytest.raises(PluginError, match="total is passed to compiled code without a signature"):
        ask(total, numpy.zeros(1, numpy.int32))


@helper(int64(int64, int64))
def product(a, b):
    return a * b
