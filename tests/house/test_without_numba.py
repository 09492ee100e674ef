"""Fallback to plain Python, with one warning, where numba is missing, broken or cannot compile."""

import os

import pytest
from support import ROOT, run_python, sample

pytestmark = pytest.mark.slow

#: Ways to break numba, with the file that does so; child processes are affected too.
BROKEN = {
    "missing": ("numba/__init__.py", "raise ModuleNotFoundError('No numba', name='numba')"),
    "import": ("numba/__init__.py", "raise ImportError('Numba needs an older NumPy')"),
    "system": ("numba/__init__.py", "raise SystemError('initialization of _internal failed')"),
    "compiler": (
        "sitecustomize.py",
        "import numba.core.compiler as compiler\n"
        "def fail(*args, **rest): raise SystemError('broken')\n"
        "compiler.compile_extra = fail\n",
    ),
}

WARNING = "puzzlekit: Running in plain Python, which is slower: numba cannot be imported ("

#: Commands, their output, and whether they would use numba (None: sometimes).
COMMANDS = [
    ("order cube:3", "43252003274489856000", False),
    ("group cube:2", "positions   3,674,160", True),
    ("solve cube:2#1", "10 moves", None),
    ("solve fifteen:3#1 --optimal", "32 moves", True),
    ("distances fifteen:3,height=2", "360", False),
    ("perft hex:3 --depth 3", "576", True),
    ("playouts hex:5 --games 20", "22", True),
    ("match hex:3 mcts:20 random --games 2", "2 wins", True),
    ("match hex:3 alphabeta:1 random --games 2", "wins", True),
    ("prove hex:3,swap=off", "Red wins", None),
    ("learn hex:3 --games 2", "games", True),
]


@pytest.fixture
def run_broken(tmp_path):
    """Return a function that runs Python with a broken numba."""

    def run(how, *arguments):
        name, text = BROKEN[how]
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        given = {
            "PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), str(ROOT)]),
            "PUZZLEKIT_HOME": str(tmp_path / "home"),
            "PUZZLEKIT_CACHE": str(tmp_path / "cache"),
            "SDL_VIDEODRIVER": "dummy",
        }
        ran = run_python(*arguments, env=given)
        assert "Traceback" not in ran.stderr
        return ran

    return run


@pytest.fixture
def run(run_broken):
    """Return a function that runs a command with a broken numba."""
    return lambda how, command: run_broken(how, "-m", "puzzlekit", *command.split())


@pytest.mark.parametrize(
    ("how", "command", "out", "needs_it"),
    sample(((how, *each) for how in ("import", "compiler") for each in COMMANDS), 4),
)
def test_commands(run, how, command, out, needs_it):
    ran = run(how, command)
    assert (ran.returncode, out in ran.stdout) == (0, True), ran.stdout + ran.stderr
    if needs_it is not None:
        assert ran.stderr.count("Running in plain Python, which is slower") == needs_it


@pytest.mark.parametrize(
    "call",
    [
        "[game.winner for game in match(rules, ['mcts:20', 'random'], 1)]",
        "list(perft(rules, 4))",
        "prove(rules).turns",
        "str(outcome(load('hex:6'), seconds=2))",
        "solve('cube:2#4').length < 15",
        "solve('cube:2#4', optimal=True).length",
        "list(islice(distances('fifteen:3'), 20))",
        "[hit.facts.group.order for hit in islice(vary('pinball'), 3)]",
        "len(make_player('mcts:30').think(rules, rules.start(), Random(1)).move)",
        "len(make_player('alphabeta:1').think(pentago, pentago.start(), Random(1)).move)",
    ],
)
def test_functions_retry_with_same_rules(run_broken, call):
    names = "distances, load, match, outcome, perft, prove, solve"
    code = f"""
from itertools import islice
from random import Random
from puzzlekit import {names}
from puzzlekit.design import vary
from puzzlekit.players.registry import make_player
rules, pentago = load("hex:3,swap=off"), load("pentago")
print({call})
print({call})
"""
    ran = run_broken("compiler", "-c", code)
    one, other = ran.stdout.splitlines()
    assert one == other
    assert ran.stderr.count("Running in plain Python, which is slower") == 1


@pytest.mark.parametrize("how", sample(["missing", "system"], 1))
def test_import_errors(run, how):
    ran = run(how, "solve fifteen:3#1 --optimal")
    assert (ran.returncode, "32 moves" in ran.stdout) == (0, True)
    assert (ran.stderr.count("\n"), WARNING in ran.stderr) == (1, True)


@pytest.mark.parametrize("how", ["import", "compiler"])
def test_window(run, how, tmp_path):
    picture = tmp_path / "window.png"
    ran = run(how, f"play hex:5 --players human,mcts:10 --screenshot {picture}")
    assert (ran.returncode, picture.is_file()) == (0, True), ran.stderr


def test_check(run):
    ran = run("import", "check hex:3")
    assert (ran.returncode, "passes the contract test" in ran.stdout) == (0, True), ran.stderr


def test_check_reports_compiler_errors(run):
    ran = run("compiler", "check hex:3")
    assert ran.returncode != 0
    assert "SystemError: broken" in ran.stdout + ran.stderr
