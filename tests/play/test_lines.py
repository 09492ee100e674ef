"""Tests for moves from an earlier position, which start a new line and keep the old one."""

import pytest

from puzzlekit.play.autosave import FileTarget
from puzzlekit.play.controller import GameController
from puzzlekit.play.library import Library
from puzzlekit.play.library_entry import LibraryTarget, open_entry
from puzzlekit.play.new_game import new_session
from puzzlekit.play.saves import read

pytestmark = pytest.mark.usefixtures("home")

WON = ["a1", "b3", "a2", "b2", "a3"]


@pytest.fixture
def table():
    table = GameController(new_session("hex:3,swap=off"), place=LibraryTarget())
    for move in WON:
        table.play(move)
    return table


def kept():
    """Return the moves of each game in the library and whether it has ended, oldest first."""
    entries = sorted(Library().entries(), key=lambda entry: entry.number)
    return [(open_entry(entry.number)[0].all_moves, bool(entry.result)) for entry in entries]


def test_a_move_while_looking_back_leaves_the_game_as_it_was(table):
    table.undo()
    table.undo()
    table.redo()
    table.redo()
    assert kept() == [(WON, True)]
    table.restart()
    assert table.status_line() == "Viewing an earlier move (Red to move)"
    table.play("c3")
    assert kept() == [(WON, True), (["c3"], False)]
    assert "Game 1 in the library is unchanged" in table.message
    assert "number 2" in table.message
    table.play("a1")
    assert kept() == [(WON, True), (["c3", "a1"], False)]
    assert table.status_line() == "Red to move"


def test_taking_back_begins_another_game_only_after_an_end(table):
    table.undo()
    table.play("c1")
    assert kept() == [(WON, True), ([*WON[:-1], "c1"], False)]
    table.undo()
    table.undo()
    assert table.status_line() == "Blue to move"
    table.play("c3")
    assert kept() == [(WON, True), ([*WON[:-2], "c3"], False)]


def test_undo_while_looking_back_still_looks_back():
    table = GameController(new_session("hex:3,swap=off"), place=LibraryTarget())
    for move in WON[:-1]:
        table.play(move)
    table.go(2)
    table.undo()
    table.play("c3")
    assert kept() == [(WON[:-1], False), (["a1", "c3"], False)]


def test_an_opened_game_stays_when_somebody_looks_back_and_moves(table):
    session, shelf = open_entry(1)
    again = GameController(session, place=shelf)
    again.go(1)
    again.play("c3")
    assert kept() == [(WON, True), (["a1", "c3"], False)]


def test_the_game_of_a_file_goes_into_the_library_when_another_begins(tmp_path):
    path = tmp_path / "game.json"
    table = GameController(new_session("hex:3,swap=off"), place=FileTarget(path))
    for move in WON:
        table.play(move)
    assert kept() == []
    table.restart()
    table.play("c3")
    assert kept() == [(WON, True)]
    assert read(path).all_moves == ["c3"]
