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


def table_after(moves, place=None):
    table = GameController(new_session("hex:3,swap=off"), target=place or LibraryTarget())
    for move in moves:
        table.play(move)
    return table


@pytest.fixture
def table():
    return table_after(WON)


def kept():
    """Return the moves of each game in the library and whether it has ended, oldest first."""
    entries = sorted(Library().entries(), key=lambda entry: entry.number)
    return [(open_entry(entry.number)[0].all_moves, bool(entry.result)) for entry in entries]


def test_move_during_review_starts_another_game(table):
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


def test_undo_starts_another_game_only_after_the_end(table):
    table.undo()
    table.play("c1")
    assert kept() == [(WON, True), ([*WON[:-1], "c1"], False)]
    table.undo()
    table.undo()
    assert table.status_line() == "Blue to move"
    table.play("c3")
    assert kept() == [(WON, True), ([*WON[:-2], "c3"], False)]


def test_undo_during_review_stays_in_review():
    table = table_after(WON[:-1])
    table.go(2)
    table.undo()
    table.play("c3")
    assert kept() == [(WON[:-1], False), (["a1", "c3"], False)]


def test_opened_game_stays_when_a_move_starts_another(table):
    session, place = open_entry(1)
    again = GameController(session, target=place)
    again.go(1)
    again.play("c3")
    assert kept() == [(WON, True), (["a1", "c3"], False)]


def test_game_of_a_file_moves_to_the_library(tmp_path):
    path = tmp_path / "game.json"
    table = table_after(WON, FileTarget(path))
    assert kept() == []
    table.restart()
    table.play("c3")
    assert kept() == [(WON, True)]
    assert read(path).all_moves == ["c3"]
