"""Tests that error messages shorten the input and escape control characters."""

import pytest

from puzzlekit import load
from puzzlekit.core import game_id
from puzzlekit.core.errors import PuzzlekitError, can_be_shown
from puzzlekit.core.permutation import simplify_cycles
from puzzlekit.core.words import parse

LONG = "x" * 100_000


@pytest.mark.parametrize(
    "fails",
    [
        lambda: parse(f"({LONG}"),
        lambda: parse(LONG, {"U"}),
        lambda: parse(f"[{LONG}]"),
        lambda: simplify_cycles(LONG),
        lambda: simplify_cycles(f"({LONG} {LONG})"),
        lambda: game_id.parse(f"hex:{LONG},{LONG}"),
        lambda: load(f"hex:{LONG}=1"),
        lambda: load(f"hex:size={LONG}"),
        lambda: load(LONG),
        lambda: load(f"./{LONG}.tws"),
    ],
)
def test_long_texts_are_shortened(fails):
    with pytest.raises(PuzzlekitError) as caught:
        fails()
    assert len(str(caught.value)) < 500


def test_control_characters_are_escaped():
    error = PuzzlekitError("a file named \x1b[2J\u202e\udcff")
    assert str(error) == r"a file named \x1b[2J\u202e\udcff"
    with pytest.raises(PuzzlekitError) as caught:
        load("./\x1b[2J.tws")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        (["", " ", "\t", "\u200b", "\u2060\u200b", "\u0301", "a\x1b"], False),
        (["a", "U'", "馬", "é", "e\u0301", "😀"], True),
    ],
)
def test_is_displayable(texts, shown):
    assert {text: can_be_shown(text) for text in texts} == dict.fromkeys(texts, shown)
