"""Functions that only compiled code calls: compiled as a part of it, in each process anew."""

import os
import subprocess
import sys

import pytest
from support import ROOT

pytestmark = pytest.mark.slow

PARTS = """
import sys
import numpy
from puzzlekit.core.inlined import InlinedLibrary
from puzzlekit.rules.fast_forms import compiled, helper, light

@light
def third(row):
    return row[2]

@helper
def tripled(row):
    more = numpy.zeros(3, numpy.int64)
    for at in range(len(row)):
        more[at] = 3 * row[at]
    return third(more)

@compiled()
def first_caller(row):
    return tripled(row) + third(row)

@compiled()
def other_caller(row):
    return 100 * tripled(row)

row = numpy.array([1, 2, 3])
print(globals()[sys.argv[1]](row))
for part in (third, tripled):
    kept = [each.library for each in part.overloads.values()]
    print(len(kept), sum(part.stats.cache_hits.values()), kept and type(kept[0]).__name__)
    assert part(row) == part.py_func(row)
"""


@pytest.fixture
def run(tmp_path):
    """Return a function that calls one of the callers in a process of its own."""
    (tmp_path / "parts.py").write_text(PARTS)
    given = {"PUZZLEKIT_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)}

    def run(caller):
        program = [sys.executable, "-W", "error", str(tmp_path / "parts.py"), caller]
        done = subprocess.run(program, env=os.environ | given, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    return run


def test_no_machine_code_is_made_of_what_others_take_in(run):
    assert run("first_caller") == ["12", "1 0 InlinedLibrary", "1 0 InlinedLibrary"]


def test_other_callers_find_it_in_the_cache(run):
    run("first_caller")
    answer, _, tripled = run("other_caller")
    assert answer == "900"
    assert tripled.startswith("1 1 ")


def test_a_caller_in_the_cache_needs_none_of_it(run):
    run("first_caller")
    assert run("first_caller") == ["12", "0 0 []", "0 0 []"]
