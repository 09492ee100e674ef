"""The table of puzzles matches the output of its script."""

import pytest
from support import ROOT, module_at

SCRIPT = module_at(ROOT / "docs" / "puzzles.py")
TEXT = SCRIPT.PAGE.read_text(encoding="utf-8")


def test_page_header():
    assert TEXT.startswith(SCRIPT.HEAD + SCRIPT.TABLE)


def test_page_lists_all_puzzles():
    ours = TEXT.removeprefix(SCRIPT.HEAD + SCRIPT.TABLE).partition("\n\n")[0]
    names = [line.split("|")[1].strip() for line in ours.splitlines()]
    assert names == [name for name, _ in SCRIPT.shipped()]


def test_small_row():
    row = "| knights | 24 | 1,260 | 47 |  |"
    assert SCRIPT.row("knights", dict(SCRIPT.shipped())["knights"]) == row
    assert f"{row}\n" in TEXT


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cube", "cube:size=2", "fifteen", "pinball", "topspin"])
def test_row(name):
    pytest.importorskip("numba")
    assert SCRIPT.row(name, dict(SCRIPT.shipped())[name]) + "\n" in TEXT
