"""The table of puzzles matches the output of its script."""

import importlib.util

import pytest
from support import ROOT

SPEC = importlib.util.spec_from_file_location("puzzle_page", ROOT / "docs" / "puzzles.py")
SCRIPT = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(SCRIPT)
TEXT = SCRIPT.PAGE.read_text(encoding="utf-8")


def test_the_page_begins_as_the_script_says():
    assert TEXT.startswith(SCRIPT.HEAD + SCRIPT.TABLE)


def test_all_puzzles_of_ours_are_on_the_page_in_order():
    ours = TEXT.removeprefix(SCRIPT.HEAD + SCRIPT.TABLE).partition("\n\n")[0]
    names = [line.split()[1] for line in ours.splitlines()]
    assert names == [name for name, _ in SCRIPT.shipped()]


def test_a_line_of_a_small_puzzle():
    rules = dict(SCRIPT.shipped())["knights"]
    assert SCRIPT.row("knights", rules) == "| knights | 24 | 1,260 | 47 |  |"
    assert "| knights | 24 | 1,260 | 47 |  |\n" in TEXT


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cube", "cube:size=2", "fifteen", "pinball", "topspin"])
def test_a_line(name):
    pytest.importorskip("numba")
    assert SCRIPT.row(name, dict(SCRIPT.shipped())[name]) + "\n" in TEXT
