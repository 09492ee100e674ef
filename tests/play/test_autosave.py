"""Tests for autosaving games to a given file."""

import pytest
from support import controller_and_front_end, play_each

from puzzlekit.core.errors import SaveError
from puzzlekit.play import saves
from puzzlekit.play.autosave import FileTarget
from puzzlekit.play.game_database import Library
from puzzlekit.play.new_game import new_session


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.json"


def test_every_change_is_saved(home, path):
    controller, _ = controller_and_front_end("hex:3,swap=off", place=FileTarget(path))
    assert not path.exists()  # no move yet
    controller.play("b2")
    assert saves.read(path).moves == ["b2"]
    controller.undo()
    assert (saves.read(path).ply, saves.read(path).all_moves) == (0, ["b2"])
    assert controller.autosave.save_on_exit() == f"Game saved in {path}."
    assert Library().entries() == []


def test_viewed_game_is_not_saved(home, path):
    controller, _ = controller_and_front_end("hex:5 c3 c4", place=FileTarget(path))
    controller.go(1)
    assert not path.exists()
    assert controller.autosave.save_on_exit() == "The game is not saved."
    play_each(controller, "a1", "a1")
    assert saves.read(path).all_moves == ["c3", "a1"]


def test_game_from_file_is_saved_to_it(home, path):
    saves.write(new_session("hex:3 b2"), path)
    controller, _ = controller_and_front_end(
        saves.read(path), place=FileTarget(path, is_owned=True)
    )
    assert controller.autosave.save_on_exit() == f"Game saved in {path}."
    controller.go(0)
    assert saves.read(path).ply == 0
    controller.go(1)
    controller.play("a1")
    assert saves.read(path).all_moves == ["b2", "a1"]
    assert {each.name for each in path.parent.iterdir()} == {"home", "game.json"}
    assert Library().entries() == []


@pytest.mark.parametrize("is_refused", [False, True])
def test_replaced_game_is_added_to_library_once(home, path, monkeypatch, is_refused):
    saves.write(new_session("hex:3 b2"), path)
    controller, _ = controller_and_front_end("hex:4", place=FileTarget(path))
    assert Library().entries() == []

    def refused(*_):
        raise SaveError("It cannot be written.")

    with monkeypatch.context() as patched:
        if is_refused:
            patched.setattr("puzzlekit.play.autosave.write_output", refused)
        play_each(controller, "a1", "a2")
    controller.play("a3")
    assert [entry.game for entry in Library().entries()] == ["hex:size=3"]
    assert saves.read(path).all_moves == ["a1", "a2", "a3"]


def test_two_windows_share_a_file(home, path):
    saves.write(new_session("hex:4 b2"), path)
    (first, _), (second, front) = (
        controller_and_front_end(saves.read(path), place=FileTarget(path, is_owned=True))
        for _ in range(2)
    )
    first.play("a1")
    play_each(second, "c3", "c4")
    assert saves.read(path).all_moves == ["b2", "a1"]
    (entry,) = Library().entries()
    assert Library().open(entry.number)[0].all_moves == ["b2", "c3", "c4"]
    saved = "was changed by another program. Game saved in the library as number 1."
    assert saved in "".join(front.messages)
    assert second.autosave.save_on_exit() == "Game saved in the library as number 1."
    first.play("d4")
    assert saves.read(path).all_moves == ["b2", "a1", "d4"]


def test_another_file_is_not_overwritten(home, path):
    path.write_text("{")
    controller, front = controller_and_front_end("knights", place=FileTarget(path))
    controller.play("1-8")
    assert path.read_text() == "{"
    assert front.messages[0].startswith(f"The game is not saved: {path} is")
    assert controller.autosave.save_on_exit() == "The game is not saved."


def test_game_that_cannot_be_saved_continues(home, tmp_path):
    (tmp_path / "file").write_text("")
    target = FileTarget(tmp_path / "file" / "game.json")
    controller, front = controller_and_front_end("knights", place=target)
    play_each(controller, "1-8", "8-7")
    assert controller.session.moves == ["1-8", "8-7"]
    (message,) = front.messages
    assert message.startswith("The game is not saved: ")
    assert controller.autosave.save_on_exit() == "The game is not saved."


def test_oversized_save_is_not_written(home, path, monkeypatch):
    controller, front = controller_and_front_end("hex:5", place=FileTarget(path))
    controller.play("a1")
    limit = path.stat().st_size
    monkeypatch.setattr(saves, "MAX_BYTES", limit)
    controller.play("a2")
    assert f"the limit for saves is {limit}" in front.messages[-1]
    assert saves.read(path).all_moves == ["a1"]
    with pytest.raises(SaveError, match=f"limit for saves is {limit}"):
        saves.dump(controller.session)
