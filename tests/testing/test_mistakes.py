"""Tests for the messages of `check`, `list`, `play` and the window on broken plugins."""

import io
import sys
from pathlib import Path

import pytest
from window_messages import game_messages

import puzzlekit
from puzzlekit.cli import main
from puzzlekit.core.errors import PuzzlekitError
from puzzlekit.core.game_id import parse
from puzzlekit.testing.budget import Budget
from puzzlekit.testing.subprocess_check import CheckJob, check_job, make_rules

from .mistakes import BASES, FIRST, MISTAKES

#: No message may point to a file in this folder.
OURS = str(Path(puzzlekit.__file__).parent)

#: A puzzle without a solution, which is only noticed when its goal is needed.
STUCK = """
from puzzlekit import Blocks, grid


class Stuck(Blocks):
    '''Move the block to the other side.'''

    name = "Stuck"

    def __init__(self, wide: bool = False):
        super().__init__(grid(3, 1), "ABB" if wide else "AB.", "..A")
"""
CHANGE = "change its start or its goal."

#: Mistakes and the front ends that report them.
MET = {
    "no colon": "list play window",
    "players are a list": "list play window",
    "fails in init": "play window",
    "moves give None": "play window",
    "look shows one less": "play window",
    "unknown colour": "play window",
    "fails in a helper": "play window",
    "exits in a member": "play window",
    "turn gives None": "play window",
    "divides by zero": "play",
    "misspelt optional": "",
}


def check_here(name):
    """Return the problems and warnings of `check`, run in this process."""
    job = CheckJob(name, game=parse(name))
    try:
        report = check_job(job, make_rules(job), Budget(15))
    except PuzzlekitError as error:
        return [str(error)], []
    return report.problems, report.warnings


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKES)
def test_messages_of_check(name, add_plugin):
    mistake = MISTAKES[name]
    add_plugin(mistake.plugin, mistake.text)
    problems, warnings = check_here(mistake.plugin)
    found = warnings if mistake.is_warning else problems
    assert mistake.words in found[0]
    assert not mistake.line or f"{mistake.plugin}.py, line {mistake.line}" in found[0]
    assert mistake.is_warning or len(problems) == 1 or "start()" in found[0]
    assert not mistake.is_warning or not problems
    assert OURS not in found[0]


@pytest.mark.parametrize("name", BASES)
def test_valid_plugins(name, add_plugin):
    add_plugin(name, BASES[name])
    assert check_here(name) == ([], [])


def test_misspelt_name_next_to_a_problem(add_plugin):
    mistake = MISTAKES["misspelt optional"]
    add_plugin("corner", mistake.text.replace("return state[1]\n", "return None\n"))
    [problem], [warning] = check_here("corner")
    assert "turn(state) returns None" in problem
    assert mistake.words in warning


def test_errors_of_base_classes(add_plugin):
    add_plugin("stuck", STUCK)
    [problem], _ = check_here("stuck:wide=on")
    assert problem == "stuck:wide=on (stuck.py, line 10): Stuck has no solution; " + CHANGE


@pytest.fixture
def front_ends(capfd, monkeypatch):
    """Return, by front end, functions that run a plugin and return the output."""

    def run(*argv):
        capfd.readouterr()
        main(argv)
        return "".join(capfd.readouterr())

    def play(name):
        """Enter an unknown command, a hint request and a move."""
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"zzz\nhint\n{FIRST[name]}\nquit\n"))
        return run("play", f"{name}#1", "--text")

    def window(name):
        return game_messages(monkeypatch, f"{name}#1", FIRST[name])

    return {"list": lambda name: run("list"), "play": play, "window": window}


@pytest.mark.slow
@pytest.mark.parametrize("name", MET)
@pytest.mark.parametrize("way", ["list", "play", "window"])
def test_messages_of_front_ends(name, way, add_plugin, front_ends):
    mistake = MISTAKES[name]
    add_plugin(mistake.plugin, mistake.text)
    output = front_ends[way](mistake.plugin)
    is_met = way in MET[name].split()
    assert (f"{mistake.plugin}.py, line {mistake.line}" in output) is is_met, output
    assert "Traceback" not in output
    assert OURS not in output


def test_message_from_other_process(add_plugin, run):
    mistake = MISTAKES["moves give None"]
    add_plugin("corner", mistake.text)
    code, out, err = run("check", "corner")
    assert (code, out, err) == (1, f"Corner (corner.py, line 22): {mistake.words}\n", "")


def test_files_rejected_by_check(home, command_error, tmp_path):
    path = tmp_path / "hop.py"
    path.write_text(BASES["hop"])
    folder = home / "plugins"
    assert f"Move it to your plugins folder, {folder}" in command_error("check", path)
    path = tmp_path / "ring.toml"
    path.write_text('ring = 4\n[moves]\nL = "(1 2 3 4)"\n[handles]\nK = "1"\n')
    message = "ring.toml, line 5: there is no move 'K'; the moves are L."
    assert message in command_error("check", path)


#: Commands that reach a position with neither moves nor a result.
DEAD_ENDS = [
    "match corner random greedy --jobs 1",
    "match corner greedy random --jobs 1",
    "match corner alphabeta:2 random --jobs 1",
    "match corner mcts:20 random --jobs 1",
    "playouts corner --games 20",
    "perft corner --depth 3",
]


#: Corner with no moves once Black has entered b4, and with None for a list of moves.
NO_MOVES = {
    "no moves": BASES["corner"].replace("self.result(state):", 'state[0][1] == "B":', 1),
    "no list": MISTAKES["moves give None"].text,
}
MESSAGES = {
    "no moves": "legal_moves(state) is [], but result(state) is None at ",
    "no list": MISTAKES["moves give None"].words,
}


@pytest.mark.parametrize("command", DEAD_ENDS)
@pytest.mark.parametrize("fault", NO_MOVES)
def test_commands_without_moves(command, fault, add_plugin, run):
    add_plugin("corner", NO_MOVES[fault])
    code, _, err = run(*command.split())
    assert code == 2
    assert f"Corner (corner.py, line 22): {MESSAGES[fault]}" in err


def test_dead_end_in_play(add_plugin, front_ends):
    add_plugin("corner", NO_MOVES["no moves"])
    assert MESSAGES["no moves"] in front_ends["play"]("corner")
