"""A sample of the hostile corpus, in a separate process."""

import os

import pytest
from support import ROOT, run_python


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the runner forks a process for each case")
@pytest.mark.parametrize(
    "arguments",
    ["--cases 20 --most 1000", "--only=size --cases 6", "--seed 1 --cases 15 --most 300000"],
)
def test_hostile_inputs(arguments):
    # More CPU seconds than by default: they take longer on a busy machine.
    words = ("-m", "tests.hostile", "--seconds", "40", *arguments.split())
    done = run_python(*words, env={"PYTHONPATH": str(ROOT)}, timeout=None)
    assert done.returncode == 0, done.stdout + done.stderr
