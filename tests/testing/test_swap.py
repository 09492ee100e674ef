"""Tests for the winner of games with a swap, after which the players have changed sides."""

from random import Random

import pytest
from support import find_problems, play_each, random_game

from puzzlekit import SWAP, Result, Session, load
from puzzlekit.core.errors import PluginError
from puzzlekit.play import records
from puzzlekit.play.match import match
from puzzlekit.players.playouts import playouts

from .mistakes import RIM


@pytest.fixture
def rim(add_plugin):
    """Return a function that loads the game Rim with another winner in its results."""

    def load_rim(winner="side", options=""):
        add_plugin("rim", RIM.replace("Result(side,", f"Result({winner},"))
        return load(f"rim{options}")

    return load_rim


def swapped_games(rules, count):
    """Yield the final positions of random games with a swap."""
    rng = Random(7)
    for _ in range(count):
        state = rules.play(rules.start(), rng.choice(rules.legal_moves(rules.start())))
        state = rules.play(state, SWAP)
        *_, state = random_game(rules, rng, state)
        yield state


def test_winner_given_as_side(rim):
    rules = rim()
    for state in swapped_games(rules, 60):
        named, outcome = rules.result(state), rules.outcome(state)
        assert rules.sides(state) == ("Blue", "Red")
        assert outcome == Result(("Blue", "Red").index(named.winner), named.text)
        assert outcome.seat == outcome.winner
    with pytest.raises(ValueError, match=r"'Red' is a side; rules.outcome\(state\) returns its"):
        _ = Result("Red", "Red wins").seat


def test_sides_in_any_case(rim):
    rules = rim("side.upper()")
    assert find_problems(rules) == []
    assert {rules.outcome(state).seat for state in swapped_games(rules, 20)} == {0, 1}


def test_unknown_side(rim):
    rules = rim('"Yellow"')
    state = next(swapped_games(rules, 1))
    text = r"result\(state\) has the winner 'Yellow'; it must be None for a draw, a seat, or a "
    text += r"side: Blue, Red"
    with pytest.raises(PluginError, match=text):
        rules.outcome(state)


def test_playouts_matches_and_records_use_seats(rim):
    rules = rim(options=":2")
    found = playouts(rules, games=30)
    assert sum(found.wins) + found.draws == 30
    for game in match(rules, ["greedy", "random"], 4):
        session = Session(rules)
        play_each(session, *game.moves)
        assert session.result.winner == game.winner
        side = session.rules.sides(session.state)[game.winner]
        assert session.result.text == f"{side} wins"
        again = records.read(records.write(session))
        assert again.result == session.result
        assert again.tags["Result"] == ("1-0", "0-1")[game.winner]
