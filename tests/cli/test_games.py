"""Tests for the command `games`: list, resume, delete and export."""

import json
import re
from io import StringIO

import pytest

from puzzlekit.play.game_database import Library
from puzzlekit.play.new_game import new_session


@pytest.fixture
def library(home):
    library = Library()
    library.add(new_session("hex:4 b2", ["human", "greedy"]))
    library.add(new_session("hex:2,swap=off a1 b1 a2"))
    library.add(new_session("knights 1-8"))
    return library


def test_list_games(run, library, data):
    code, out, err = run("games")
    assert (code, err) == (0, "")
    day = r"\d{4}-\d\d-\d\d"
    assert re.fullmatch(
        rf"Unfinished:\n    3  knights, {day}, 1 move\n"
        rf"    1  hex:size=4 \(human - greedy\), {day}, 1 move\n"
        rf"Finished:\n    2  hex:size=2,swap=off \(human - human\), {day}, 3 moves, Red wins: .*\n",
        out,
    )
    assert "Finished" not in run("games", "--unfinished")[1]
    assert "Unfinished" not in run("games", "--finished")[1]
    assert "knights" not in run("games", "hex")[1]
    assert "No matching games" in run("games", "hex", "knights")[1]
    (entry,) = data("games", "hex", "size=4")
    assert (entry["number"], entry["game"]) == (1, "hex:size=4")
    assert entry["players"] == ["human", "greedy"]
    assert entry["result"] == ""


def test_no_saved_games(run):
    assert run("games") == (0, "No games yet.\n", "")


def test_resume_saved_game(run, library, monkeypatch):
    monkeypatch.setattr("sys.stdin", StringIO("8-7\nquit\n"))
    code, out, _ = run("games", "--open", 3, "--text")
    assert code == 0
    assert "Game saved in the library as number 3." in out
    assert library.open(3)[0].moves == ["1-8", "8-7"]


def test_delete_and_restore(run, library):
    assert run("games", "--delete", 1)[1] == (
        "Deleted; `puzzlekit games --restore 1` restores it.\n"
    )
    assert "hex:size=4" not in run("games")[1]
    assert "hex:size=4" in run("games", "--deleted")[1]
    assert run("games", "--restore", 1)[1].startswith("hex:size=4")
    assert "hex:size=4" in run("games")[1]


def test_several_games_per_command(run, command_error, library):
    assert run("games", "--delete", 1, 3)[1] == (
        "Deleted; `puzzlekit games --restore 1 3` restores them.\n"
    )
    assert [entry.number for entry in library.entries()] == [2]
    assert "No game 99 in the library" in command_error("games", "--restore", 1, 99)
    assert [entry.number for entry in library.entries()] == [2]
    assert len(run("games", "--restore", 1, 3)[1].splitlines()) == 2
    assert "No game 99 in the library" in command_error("games", "--delete", 1, 99)
    assert len(library.entries()) == 3
    assert run("games", "--export", 1, 3)[1].count("[ID ") == 2


def test_actions_print_json(run, library):
    for action in ("--delete", "--restore"):
        printed = json.loads(run("games", action, 1, 3, "--json")[1])
        assert sorted(entry["number"] for entry in printed) == [1, 3]
    (record,) = json.loads(run("games", "--export", 2, "--json")[1])
    assert '[ID "hex:size=2,swap=off"]' in record
    assert run("games", "--export", 2)[1].strip() == record.strip()
    assert "1. a1 b1 2. a2 1-0" in record


@pytest.mark.parametrize("action", ["--open", "--delete", "--restore", "--export"])
def test_errors_of_actions(command_error, library, action):
    message = "No game 99 in the library; see `puzzlekit games`."
    assert message in command_error("games", action, 99)
    assert "1 or more" in command_error("games", action, "x")
    assert "The text 'hex' selects games to list" in command_error("games", "hex", action, 1)
    assert len(library.entries()) == 3
