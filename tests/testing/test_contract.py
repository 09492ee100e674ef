"""Contract tests and lint for every plugin and preset."""

from itertools import starmap

import pytest
from support import has_fast_path, is_slow, sample, slow_if

from puzzlekit.core.game_id import parse
from puzzlekit.play.setup import setup_with
from puzzlekit.plugin.discovery import plugins
from puzzlekit.rules.base import Puzzle
from puzzlekit.testing.contract import inspect_rules
from puzzlekit.testing.subprocess_check import CheckJob, run_in_subprocess

FOUND, BROKEN = plugins()
PRESETS = [(name, each) for name, kind in FOUND.items() for each in kind.presets.values() if each]
#: Rules with default options and with presets, by ID.
CASES = {
    setup.id: setup.load_rules()
    for setup in starmap(setup_with, [*((name, {}) for name in FOUND), *sample(PRESETS)])
}


#: Plugins that get a full `check` with bounds checks, for which compiled rules are compiled again.
COMPILED = sorted(name for name in FOUND if has_fast_path(CASES[name]))
FULL = {*sample(["pentago", *COMPILED], 1)}


pytestmark = pytest.mark.usefixtures("short_checks")


def test_all_plugins_load():
    assert [str(error) for error in BROKEN] == []


@pytest.mark.slow
@pytest.mark.parametrize("text", [slow_if(is_slow(rules), text) for text, rules in CASES.items()])
def test_contract(text):
    if text in FULL:
        found = run_in_subprocess(CheckJob(text, game=parse(text)))
    else:
        found = inspect_rules(CASES[text], games=1, plies=6 if has_fast_path(CASES[text]) else 20)
    assert (found.problems, found.warnings) == ([], [])


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    sample(
        slow_if(is_slow(CASES[name]), name)
        for name in reversed(FOUND)
        if isinstance(CASES[name], Puzzle)
    ),
)
def test_contract_with_seed(name):
    rules = setup_with(name, {}).with_seed(11).load_rules()
    assert inspect_rules(rules, games=1, plies=8).problems == []


@pytest.mark.parametrize("text", CASES)
def test_starting_moves(text):
    rules = CASES[text]
    start = rules.start()
    for move in rules.legal_moves(start):
        # A turn may exchange equal pieces only.
        changed = rules.play(start, move) != start or rules.cell_permutation(start, move)
        assert changed or move == "swap"
    assert rules.start() == start


@pytest.mark.parametrize("name", FOUND)
def test_rules_text(name):
    # The launcher shows the first line on a card, so it must be one short sentence.
    import inspect

    lines = inspect.getdoc(FOUND[name]).splitlines()
    assert len(lines) > 2
    assert lines[0].endswith(".")
    assert len(lines[0]) < 90
