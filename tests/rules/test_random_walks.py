"""Tests for scrambles by walks back from the goal, and for IDs that reproduce them."""

from random import Random

import pytest

from puzzlekit import OptionError, load
from puzzlekit.core.errors import NotationError
from puzzlekit.core.game_id import parse
from puzzlekit.play import saves
from puzzlekit.play.new_game import new_session, rematch
from puzzlekit.rules.base import short_scramble
from puzzlekit.solving.search import solve


@pytest.mark.parametrize("text", ["cube:2", "fifteen:3", "pinball", "twist"])
def test_short_scrambles(text):
    rules = load(text)
    for moves in (1, 2, 4):
        for seed in range(3):
            end = short_scramble(rules, Random(seed), moves)
            assert end == short_scramble(rules, Random(seed), moves)
            assert 1 <= solve(rules, end).length <= moves


def test_scramble_ends_without_new_positions():
    rules = load("fifteen:2,height=2")
    assert rules.result(short_scramble(rules, Random(1), 1000)) is None


def test_ids_reproduce_scrambles():
    first = new_session("twist#5:3")
    assert first.state == new_session("twist#5:3").state
    assert solve(first.rules, first.state).length == 3
    assert saves.restore(saves.dump(first)).setup.id == "twist#5:3"
    another = rematch(first).setup
    assert another.game.walk == 3
    assert another.id != first.setup.id
    assert first.setup.with_position(first.state).game.walk is None
    assert parse("some/file.tws#7:20")[2:] == (7, "", 20)


@pytest.mark.parametrize("text", ["cube#7:", "cube#7:0", "cube#7:1001", "cube#7:x", "cube#7:-3"])
def test_invalid_numbers_of_moves(text):
    with pytest.raises(NotationError, match="a number of moves, from 1 to 1,000"):
        parse(text)


def test_games_have_no_goal():
    with pytest.raises(OptionError, match="Hex has no goal to scramble from"):
        new_session("hex:3#1:4")


def test_command(run, command_error):
    command = ("scramble", "twist", "--moves")
    code, out, _ = run(*command, "4", "--seed", "8", "--count", "2")
    assert (code, out.split()) == (0, ["twist#8:4", "twist#9:4"])
    assert "cannot be combined" in command_error(*command, "4", "--distance", "3")
    assert "from 1 to 1,000" in command_error(*command, "4000")
