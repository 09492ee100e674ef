"""What the decorators of compiled functions promise to who calls them from Python."""

import numpy
import pytest

from puzzlekit.core.errors import PluginError
from puzzlekit.rules.fast_forms import MOVES, compiled, helper, light


@light
def third(row):
    return row[2]


@helper
def total(row):
    return row[0] + third(row)


def test_a_light_helper_answers_python_before_and_after_it_is_compiled():
    row = numpy.array([1, 2, 3], numpy.int32)
    assert third(row) == 3
    assert total(row) == 4
    assert third(row) == 3


def test_what_has_no_form_is_not_handed_about():
    with pytest.raises(PluginError, match="no form"):
        total.get_compile_result(MOVES)
    assert compiled(MOVES)(lambda table, state, out: 0).forms == (MOVES,)
