"""Tests for named move sequences: notation, effect and storage."""

import json

import pytest

from puzzlekit import NotationError, load
from puzzlekit.core.errors import SaveError
from puzzlekit.play.controller import GameController
from puzzlekit.play.macros import Macros, can_save_macro, macro_effect, typable_macros
from puzzlekit.play.new_game import new_session


@pytest.fixture
def load_macros(home):
    def load_macros(game="twist#1"):
        return Macros(new_session(game))

    return load_macros


def test_inverse_conjugate_and_commutator(load_macros):
    load_macros().save("A", "a1 b1'")
    load_macros().save("B", "a2")
    sequences = load_macros()  # as after a restart of the program
    assert sequences.all() == {"A": "a1 b1'", "B": "a2"}
    assert sequences.expand("A'") == ["b1", "a1'"]
    assert sequences.expand("[A: B]") == ["a1", "b1'", "a2", "b1", "a1'"]
    assert sequences.expand("[A, B]") == ["a1", "b1'", "a2", "b1", "a1'", "a2'"]
    sequences.save("C", "(A B)3")
    assert sequences.expand("C") == ["a1", "b1'", "a2"] * 3


def test_macros_in_typed_words(load_macros):
    load_macros().save("swap", "[a1, b1]")
    session = new_session("twist#1")
    GameController(session).play_text("b2 [swap: a1] swap2'")
    assert session.moves[:5] == ["b2", "a1", "b1", "a1'", "b1'"]
    assert len(session.moves) == 1 + 9 + 8


@pytest.mark.parametrize("name", ["", "a1", "1a", "A2", "A B", "A'", "[", "x" * 21])
def test_invalid_names(load_macros, name):
    with pytest.raises(NotationError, match="is not a valid name"):
        load_macros().save(name, "a1")


@pytest.mark.parametrize(
    ("word", "what"),
    [("zz", "no move"), ("[a1", "comma"), ("", "1 to 1,000"), ("(a1)1001", "1 to 1,000")],
)
def test_invalid_words(load_macros, word, what):
    with pytest.raises(NotationError, match=what):
        load_macros().save("A", word)


def test_windows_share_macros(load_macros):
    first, second = load_macros(), load_macros()
    first.save("A", "a1")
    second.save("B", "b1")
    first.delete("A")
    assert second.all() == {"B": "b1"}
    assert second.first_free_name() == "A"


def test_names_of_turns_are_reserved(load_macros):
    with pytest.raises(NotationError, match="it is the name of a move"):
        load_macros("cube:3#1").save("M", "R L'")
    load_macros("cube:4#1").save("M", "R L'")  # there is no middle layer
    assert load_macros("cube:3#1").expand("M2") == ["R", "L'", "R", "L'"]  # saved names come first


def test_macros_of_other_sizes_are_hidden(load_macros):
    load_macros("cube:6#1").save("A", "3U R")
    load_macros("cube:6#1").save("both", "U R")
    assert set(load_macros("cube:2#1").all()) == {"both"}
    assert set(load_macros("cube:6#1").all()) == {"A", "both"}
    assert load_macros("cube:2#1").first_free_name() == "A"
    assert load_macros("twist#1").all() == {}


@pytest.mark.parametrize("text", ["{", "[]", '{"twist": 3}', "[" * 9999])
def test_invalid_file(load_macros, home, text):
    (home / "sequences.json").write_text(text)
    with pytest.raises(SaveError, match=r"sequences\.json is .*not a list of macros"):
        load_macros().all()
    with pytest.raises(SaveError):
        load_macros().save("A", "a1")
    assert (home / "sequences.json").read_text() == text
    session = new_session("twist#1")
    assert typable_macros(session) == {}
    GameController(session).play_text("a1")


def test_macros_of_another_version_are_kept(load_macros, home):
    data = {"format": 2, "cube": [], "twist": {"A": "a1", "B": {"moves": "b1"}}}
    (home / "sequences.json").write_text(json.dumps(data))
    assert load_macros().all() == {"A": "a1"}
    load_macros().save("C", "a2")
    data["twist"]["C"] = "a2"
    assert json.loads((home / "sequences.json").read_text()) == data


@pytest.mark.parametrize(
    ("game", "can_save"),
    [("fifteen", True), ("topspin", True), ("pinball", False), ("permute", False)],
)
def test_macros_need_inverse_moves(game, can_save):
    assert can_save_macro(load(game)) == can_save


def test_macro_cycles():
    rules = load("fifteen:3,height=2")
    start = rules.start()  # 1 2 3 above 4 5 and the hole
    moves = ["c2-c1", "b2-c2", "b1-b2", "c1-b1"]
    found = macro_effect(rules, start, moves)
    assert found.order == 3
    assert str(found).startswith("[3-cycle:")
    cube = load("cube:2")
    assert macro_effect(cube, cube.start(), ["U"] * 4).cycles == ()
    many = macro_effect(load("cube"), load("cube").start(), ["U", "R"])
    assert many.order == 105
    assert len(many.cells) == 6 * 3 + 7 * 2  # corners and edges
    assert str(many).endswith("order 105, 2 moves, 32 cells moved")


def test_macro_cycles_with_reserve():
    rules = load("lights_out:2,height=2")
    found = macro_effect(rules, rules.start(), ["a1"])  # b2 is the only light that does not change
    assert [rules.board.cells[cell] for cell in found.cells] == ["a2", "a1", "b1"]
    assert found.order == 2
    assert str(found).startswith("[2-cycle: a2 reserve 1] ")
    assert macro_effect(rules, rules.start(), ["a1", "a1"]).cycles == ()
