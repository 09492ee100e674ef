"""Tests for autosaving games to a given file."""

import pytest
from support import FrontEnd

from puzzlekit.core.errors import SaveError
from puzzlekit.play import saves
from puzzlekit.play.autosave import FileTarget
from puzzlekit.play.controller import GameController
from puzzlekit.play.library import Library
from puzzlekit.play.new_game import new_session


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.json"


def table_of(game, place):
    session = new_session(game) if isinstance(game, str) else game
    return GameController(session, FrontEnd(), place)


def test_every_change_is_kept(home, path):
    table = table_of("hex:3,swap=off", FileTarget(path))
    assert not path.exists()  # no move yet
    table.play("b2")
    assert saves.read(path).moves == ["b2"]
    table.undo()
    assert (saves.read(path).ply, saves.read(path).all_moves) == (0, ["b2"])
    assert table.autosave.save_on_exit() == f"Game saved in {path}."
    assert Library().entries() == []


def test_a_game_that_is_only_looked_at_takes_no_place(home, path):
    table = table_of("hex:5 c3 c4", FileTarget(path))
    table.go(1)
    assert not path.exists()
    assert table.autosave.save_on_exit() == "The game is not saved."
    table.play("a1")
    assert saves.read(path).all_moves == ["c3", "a1"]


def test_a_game_from_a_file_goes_on_in_it(home, path):
    saves.write(new_session("hex:3 b2"), path)
    table = table_of(saves.read(path), FileTarget(path, taken=True))
    assert table.autosave.save_on_exit() == f"Game saved in {path}."
    table.go(0)
    assert saves.read(path).ply == 0
    table.go(1)
    table.play("a1")
    assert saves.read(path).all_moves == ["b2", "a1"]
    assert {each.name for each in path.parent.iterdir()} == {"home", "game.json"}
    assert Library().entries() == []


def test_a_game_that_a_file_held_before_goes_into_the_library(home, path):
    saves.write(new_session("hex:3 b2"), path)
    table = table_of("hex:4", FileTarget(path))
    assert Library().entries() == []
    table.play("a1")
    table.play("a2")
    assert saves.read(path).all_moves == ["a1", "a2"]
    assert [entry.game for entry in Library().entries()] == ["hex:size=3"]


def test_a_game_that_a_file_held_goes_into_the_library_once(home, path, monkeypatch):
    saves.write(new_session("hex:3 b2"), path)
    table = table_of("hex:4", FileTarget(path))

    def refused(*_):
        raise SaveError("It cannot be written.")

    with monkeypatch.context() as patched:
        patched.setattr("puzzlekit.play.autosave.write_output", refused)
        for move in ("a1", "a2"):
            table.play(move)
    table.play("a3")
    assert [entry.game for entry in Library().entries()] == ["hex:size=3"]
    assert saves.read(path).all_moves == ["a1", "a2", "a3"]


def test_two_windows_with_one_file_lose_nothing(home, path):
    saves.write(new_session("hex:4 b2"), path)
    first, second = (table_of(saves.read(path), FileTarget(path, taken=True)) for _ in range(2))
    first.play("a1")
    second.play("c3")
    second.play("c4")
    assert saves.read(path).all_moves == ["b2", "a1"]
    (entry,) = Library().entries()
    assert Library().open(entry.number)[0].all_moves == ["b2", "c3", "c4"]
    assert "was changed by another program" in "".join(second._front.said)
    assert second.autosave.save_on_exit() == "Game saved in the library as number 1."
    first.play("d4")
    assert saves.read(path).all_moves == ["b2", "a1", "d4"]


def test_what_is_no_save_is_not_overwritten(home, path):
    path.write_text("{")
    table = table_of("knights", FileTarget(path))
    table.play("1-8")
    assert path.read_text() == "{"
    assert table._front.said[0].startswith(f"The game is not saved: {path} is")
    assert table.autosave.save_on_exit() == "The game is not saved."


def test_a_game_that_cannot_be_kept_goes_on(home, tmp_path):
    (tmp_path / "file").write_text("")
    table = table_of("knights", FileTarget(tmp_path / "file" / "game.json"))
    table.play("1-8")
    table.play("8-7")
    assert table.session.moves == ["1-8", "8-7"]
    assert [said[:23] for said in table._front.said] == ["The game is not saved: "]  # reported once
    assert table.autosave.save_on_exit() == "The game is not saved."


def test_a_save_is_never_written_that_could_not_be_read(home, path, monkeypatch):
    table = table_of("hex:5", FileTarget(path))
    table.play("a1")
    limit = path.stat().st_size
    monkeypatch.setattr(saves, "MAX_BYTES", limit)
    table.play("a2")
    assert f"the limit for saves is {limit}" in table._front.said[-1]
    assert saves.read(path).all_moves == ["a1"]
    with pytest.raises(SaveError, match=f"limit for saves is {limit}"):
        saves.dump(table.session)
