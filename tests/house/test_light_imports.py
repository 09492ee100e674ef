"""`puzzlekit --help` is instant: it imports nothing heavy."""

import json
import os
import subprocess
import sys

import pytest
from support import ROOT

HEAVY = {"sympy", "numba", "numpy", "networkx", "pygame", "rich", "platformdirs", "hypothesis"}
DUMP = """
import json, sys
from puzzlekit.cli import main
try:
    main({argv!r})
except SystemExit:
    pass
print()
print(json.dumps(sorted(sys.modules)))
"""


def imported(argv, first=""):
    """Return the top-level names of the modules that a command has imported."""
    done = subprocess.run(
        [sys.executable, "-c", first + DUMP.format(argv=argv)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return {name.split(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}


@pytest.mark.parametrize("argv", [["--help"], ["--version"], ["play", "--help"]])
def test_help_imports_nothing_heavy(argv):
    assert not imported(argv) & HEAVY


def test_the_check_sees_what_is_imported():
    assert "sympy" in imported(["order", "knights"], "from sympy import combinatorics")


@pytest.mark.parametrize(
    "argv",
    [
        ["list", "--json"],
        ["rules", "permute"],
        ["order", "nonsense"],
        ["order", "knights"],
        ["order", "cube:3"],
    ],
)
def test_small_commands_stay_light(argv):
    assert not imported(argv) & {"sympy", "numba", "numpy", "pygame"}


def test_the_front_door_imports_nothing():
    code = "import sys, puzzlekit; print([m for m in sys.modules if m.startswith('puzzlekit.')])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.strip() == "[]"


resource = pytest.importorskip("resource", reason="measures child processes as Unix does")


def cpu(*arguments):
    """Return the seconds of CPU that a Python process takes."""
    environment = {key: value for key, value in os.environ.items() if "PYTHON" not in key}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        timeout=60,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_help_takes_less_than_60_milliseconds_of_cpu():
    """The least of several runs counts; a busy machine, which slows each, is given more of them."""
    bare, full = [], []
    for _ in range(60):
        bare.append(cpu("-c", "pass"))
        full.append(cpu("-m", "puzzlekit", "--help"))
        if len(full) >= 5 and min(full) - min(bare) < 0.060:
            break
    assert min(full) - min(bare) < 0.060
