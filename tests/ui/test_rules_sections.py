"""The sections of the rules dialog."""

import pytest

from puzzlekit import load
from puzzlekit.ui.rules_sections import TABS, notation_sections, tabs_of, variant_sections


def test_variants_and_their_pictures():
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


@pytest.mark.parametrize(
    ("game", "moves"), [("hungarian", "L   L'   R   R'"), ("hex:5,swap=off", "a1   e1")]
)
def test_all_legal_moves_are_listed_or_an_ellipsis(game, moves):
    text = notation_sections(load(game))[-1].text
    assert text.startswith(moves)
    assert text.endswith("…") == (text != moves)


def test_the_notation_of_a_solid_has_an_example_with_its_own_moves():
    titles = [section.title for section in TABS["Notation"](load("solid"))]
    assert titles == ["Moves", "URF", "Legal moves at the start"]


@pytest.mark.parametrize(("puzzle", "has_inverses"), [("twist", True), ("mills", False)])
def test_inverses_are_explained_where_moves_have_them(puzzle, has_inverses):
    assert ("prime" in notation_sections(load(puzzle))[0].text) == has_inverses


def test_keys_of_a_turn_and_its_inverse_share_a_row():
    rows = TABS["Keys"](load("cube"))[-1].rows
    assert rows[0] == ("j | f", "U | U'")
    assert ("5 6 | . x", "M | M'") in rows
