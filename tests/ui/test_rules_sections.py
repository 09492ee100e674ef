"""The sections of the rules dialog."""

import pytest

from puzzlekit import load
from puzzlekit.core.options import Option
from puzzlekit.play.lessons import open_example
from puzzlekit.ui import rules_sections
from puzzlekit.ui.rules_sections import TABS, notation_sections, tabs_of, variant_sections


def test_pictures_of_variants():
    assert tabs_of(load("pentago")) == ["Rules", "Notation", "Keys"]
    assert tabs_of(load("hex")) == list(TABS)
    sections = {section.title: section for section in variant_sections(load("catchup"))}
    assert sections["5 a side"].example is not None
    assert sections["5 a side"].text == "The default."
    assert sections["5 a side, records"].example is None
    assert sections["5 a side, records"].text == "Third stone: record"
    sections = {section.title: section for section in variant_sections(load("palagem"))}
    assert sections["2 players"].example is not None
    assert sections["6 players"].example is None
    sections = {section.title: section for section in variant_sections(load("palago"))}
    assert sections["Single placement"].text == "Turn: single"


def test_choice_of_numbers():
    assert rules_sections._allowed_values(Option("size", 3, (3, 5))) == "one of 3, 5"


@pytest.mark.parametrize(
    ("game", "moves"), [("hungarian", "L   L'   R   R'"), ("hex:5,swap=off", "a1   e1")]
)
def test_list_of_legal_moves(game, moves):
    text = notation_sections(load(game))[-1].text
    assert text.startswith(moves)
    assert text.endswith("…") == (text != moves)


@pytest.mark.parametrize(
    ("puzzle", "move"), [("solid", "URF"), ("solid:c e 0.83", "UR"), ("solid:d f 0.7", "U")]
)
def test_notation_example_uses_moves_of_solid(puzzle, move):
    rules = load(puzzle)
    sections = notation_sections(rules)
    assert [section.title for section in sections] == ["Moves", move, "Legal moves at the start"]
    assert [move for move, state in open_example(rules, sections[1].example).steps] == [move]


@pytest.mark.parametrize(("puzzle", "has_inverses"), [("twist", True), ("mills", False)])
def test_explanation_of_inverses(puzzle, has_inverses):
    assert ("prime" in notation_sections(load(puzzle))[0].text) == has_inverses


def test_turn_and_inverse_share_a_row():
    rows = TABS["Keys"](load("cube"))[-1].rows
    assert rows[0] == ("j | f", "U | U'")
    assert ("5 6 | . x", "M | M'") in rows
