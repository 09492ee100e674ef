"""A sample of the hostile corpus, in a separate process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*arguments):
    done = subprocess.run(
        # More CPU seconds than by default: they take longer on a busy machine.
        [sys.executable, "-m", "tests.hostile", "--seconds", "40", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_small_hostile_inputs():
    assert "all" in run("--cases", "80", "--most", "1000")


@pytest.mark.slow
def test_what_was_once_slow_or_large():
    assert "size" in run("--only", "size ", "--cases", "6")


@pytest.mark.slow
def test_larger_hostile_inputs():
    assert "all" in run("--seed", "1", "--cases", "60", "--most", "300000")
