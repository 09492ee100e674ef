"""A sample of the hostile corpus, in a separate process."""

import pytest
from support import ROOT, run_python

PATH = {"PYTHONPATH": str(ROOT)}


def run(*arguments):
    # More CPU seconds than by default: they take longer on a busy machine.
    done = run_python("-m", "tests.hostile", "--seconds", 40, *arguments, env=PATH, timeout=None)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_small_hostile_inputs():
    assert "all" in run("--cases", "20", "--most", "1000")


@pytest.mark.slow
def test_regressions():
    assert "size" in run("--only", "size ", "--cases", "6")


@pytest.mark.slow
def test_larger_hostile_inputs():
    assert "all" in run("--seed", "1", "--cases", "15", "--most", "300000")
