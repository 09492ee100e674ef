"""Tests for named move sequences: notation, effect and storage."""

import pytest

from puzzlekit import NotationError, load
from puzzlekit.core.errors import SaveError
from puzzlekit.play.controller import GameController
from puzzlekit.play.macros import Macros, can_save_macro, macro_effect, typable_macros
from puzzlekit.play.new_game import new_session


@pytest.fixture
def kept(home):
    def kept(game="twist#1"):
        return Macros(new_session(game))

    return kept


def test_inverse_conjugate_and_commutator(kept):
    kept().save("A", "a1 b1'")
    kept().save("B", "a2")
    sequences = kept()  # as after a restart of the program
    assert sequences.all() == {"A": "a1 b1'", "B": "a2"}
    assert sequences.expand("A'") == ["b1", "a1'"]
    assert sequences.expand("[A: B]") == ["a1", "b1'", "a2", "b1", "a1'"]
    assert sequences.expand("[A, B]") == ["a1", "b1'", "a2", "b1", "a1'", "a2'"]
    sequences.save("C", "(A B)3")
    assert sequences.expand("C") == ["a1", "b1'", "a2"] * 3


def test_macros_in_typed_words(kept):
    kept().save("swap", "[a1, b1]")
    session = new_session("twist#1")
    GameController(session).play_text("b2 [swap: a1] swap2'")
    assert session.moves[:5] == ["b2", "a1", "b1", "a1'", "b1'"]
    assert len(session.moves) == 1 + 9 + 8


@pytest.mark.parametrize("name", ["", "a1", "1a", "A2", "A B", "A'", "[", "x" * 21])
def test_invalid_names(kept, name):
    with pytest.raises(NotationError, match="is not a valid name"):
        kept().save(name, "a1")


@pytest.mark.parametrize(
    ("word", "what"),
    [("zz", "no move"), ("[a1", "comma"), ("", "1 to 1,000"), ("(a1)1001", "1 to 1,000")],
)
def test_invalid_words(kept, word, what):
    with pytest.raises(NotationError, match=what):
        kept().save("A", word)


def test_two_windows_share_the_macros(kept):
    first, second = kept(), kept()
    first.save("A", "a1")
    second.save("B", "b1")
    first.delete("A")
    assert second.all() == {"B": "b1"}
    assert second.first_free_name() == "A"


def test_names_of_written_turns(kept):
    with pytest.raises(NotationError, match="it is the name of a move"):
        kept("cube:3#1").save("M", "R L'")
    kept("cube:4#1").save("M", "R L'")  # there is no middle layer
    assert kept("cube:3#1").expand("M2") == ["R", "L'", "R", "L'"]  # saved names come first


def test_macros_of_another_size_are_hidden(kept):
    kept("cube:6#1").save("A", "3U R")
    kept("cube:6#1").save("both", "U R")
    assert set(kept("cube:2#1").all()) == {"both"}
    assert set(kept("cube:6#1").all()) == {"A", "both"}
    assert kept("cube:2#1").first_free_name() == "A"
    assert kept("twist#1").all() == {}


@pytest.mark.parametrize("text", ["{", "[]", '{"twist": 3}', '{"twist": {"A": 3}}', "[" * 9999])
def test_invalid_file(kept, home, text):
    (home / "sequences.json").write_text(text)
    with pytest.raises(SaveError, match=r"sequences\.json is .*not a list of macros"):
        kept().all()
    with pytest.raises(SaveError):
        kept().save("A", "a1")
    assert (home / "sequences.json").read_text() == text
    session = new_session("twist#1")
    assert typable_macros(session) == {}
    GameController(session).play_text("a1")


@pytest.mark.parametrize(
    ("game", "can_save"),
    [("fifteen", True), ("topspin", True), ("pinball", False), ("permute", False)],
)
def test_macros_need_inverse_moves(game, can_save):
    assert can_save_macro(load(game)) == can_save


def test_cycles_of_a_macro():
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
