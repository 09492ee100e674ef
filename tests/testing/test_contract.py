"""Every plugin, with every preset, keeps the contract."""

import pytest

from puzzlekit import check
from puzzlekit.play.plugins import plugins
from puzzlekit.play.setup import set_up_with

FOUND, BROKEN = plugins()
CASES = [
    (name, title, values)
    for name, kind in FOUND.items()
    for title, values in {"defaults": {}, **kind.presets}.items()
]


def test_all_plugins_load():
    assert [str(error) for error in BROKEN] == []


@pytest.mark.parametrize(("name", "title", "values"), CASES, ids=lambda part: str(part))
def test_contract(name, title, values):
    assert check(set_up_with(name, values).rule_book()) == []


@pytest.mark.parametrize("name", FOUND)
def test_contract_of_a_seed(name):
    assert check(set_up_with(name, {}, 11).rule_book(), games=1, plies=20) == []


@pytest.mark.parametrize(("name", "title", "values"), CASES, ids=lambda part: str(part))
def test_every_move_of_the_start_can_be_played(name, title, values):
    rules = set_up_with(name, values).rule_book()
    start = rules.start()
    for move in rules.moves(start):
        assert rules.play(start, move) != start or move == "swap"
    assert rules.start() == start


@pytest.mark.parametrize("name", FOUND)
def test_the_page_of_rules(name):
    """The first line stands on the card: short, and a sentence."""
    import inspect

    lines = inspect.getdoc(FOUND[name]).splitlines()
    assert len(lines) > 2
    assert lines[0].endswith(".")
    assert len(lines[0]) < 90
