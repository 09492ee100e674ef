"""Tests for small helper functions of `puzzlekit.play`."""

from pathlib import Path

import pytest

from puzzlekit import load
from puzzlekit.play.clock import TimeControl
from puzzlekit.play.distance_bounds import HintCache
from puzzlekit.play.match_records import Event
from puzzlekit.play.messages import (
    describe_equal_levels,
    describe_thought,
    describe_turn,
    describe_unsolvable,
)
from puzzlekit.play.parse_moves import resolve_move
from puzzlekit.play.records import Heading, contents
from puzzlekit.play.records.collection import record_offsets, split_game_number
from puzzlekit.play.records.header_values import ending_of, format_time_control, parse_time_control
from puzzlekit.play.records.reader import headers
from puzzlekit.play.session import Session, max_saved_moves
from puzzlekit.play.setup import make_setup
from puzzlekit.play.solve_history import average, format_time
from puzzlekit.play.termination import Termination
from puzzlekit.players.player import SearchResult
from puzzlekit.solving.short_solutions import Hint


def test_hints_are_kept_if_better_and_followed():
    ways = HintCache(load("cube:2"))
    added = [ways.add("here", Hint(moves, False)) for moves in (["U", "R"], ["R", "U", "R"])]
    assert added == [True, False]
    ways.advance("here", "U", "there")
    assert ways.best_solution("there") == Hint(["R"], False)


def test_the_rest_of_a_shortest_hint_is_shortest_after_a_half_turn():
    session = Session(load("cube:2"))
    ways = HintCache(session.rules)
    ways.add(session.state, Hint(["R", "R", "U"], True))
    for rest in (Hint(["R", "U"], False), Hint(["U"], True)):
        before = session.state
        session.play("R")
        ways.advance(before, "R", session.state)
        assert ways.best_solution(session.state) == rest


def test_parts_of_records(tmp_path):
    assert str(Event(7, 2, 5_000)) == "seed 7, random plies 2, plies 5000"
    assert record_offsets('[ID "hex:3"] a1 {[ID "x"]} * [ID "hex:4"] b2 *') == [0, 29]
    assert split_game_number(Path("match.pgn#3")) == (Path("match.pgn"), 3)
    assert list(headers('[ID "hex:5"] c3 [ID "hex:4"]')) == [("ID", "hex:5", 12)]
    assert ending_of("resigned", "1-0") == Termination("resigned", 1)
    assert ending_of("normal", "1-0") is None
    controls = {"900+10": TimeControl(900, 10), "1/30": TimeControl(30, per_move=True)}
    for text, control in controls.items():
        assert (format_time_control(control), parse_time_control(text)) == (text, control)
    assert parse_time_control("-") is None
    path = tmp_path / "games.pgn"
    path.write_text('[ID "hex:4"] [Red "Ann"] [Result "1-0"] a1 [ID "hex:5"] b2')
    assert contents(path) == [Heading("hex:4", "Red Ann · 1-0"), Heading("hex:5", "")]


def test_sentences():
    session = Session(load("fifteen:2,height=2@1,2,.,3"))
    session.play("b1-a1")
    session.restart()
    assert describe_turn(session) == "Viewing an earlier move (your move)"
    assert describe_unsolvable("It is odd.") == "The goal cannot be reached from here. It is odd."
    players = ["human", "mcts:casual", "mcts:expert"]
    close = "Expert is barely stronger than Casual here."
    assert describe_equal_levels(load("palagem"), players) == close


@pytest.mark.parametrize(
    ("level", "thought", "again", "said"),
    [
        (
            "club",
            {"win_probability": 0.5, "playouts": 40, "wanted_playouts": 1000},
            False,
            "Club plays below its usual strength here.",
        ),
        (
            "club",
            {"win_probability": 0.75, "book_games": 20},
            True,
            "Club plays from its book: 75 % to win after 20 games.",
        ),
        (
            "expert",
            {"win_probability": 0.5, "playouts": 1200},
            False,
            "Expert is barely stronger than Club here.",
        ),
    ],
)
def test_description_of_a_thought(level, thought, again, said):
    session = Session(load("hex:3"), ["human", f"mcts:{level}"])
    assert describe_thought(session, 1, SearchResult("c3", **thought), again=again) == said


def test_setups_and_moves():
    assert max_saved_moves(load("fifteen")) == 50_000
    assert make_setup("fifteen").with_seed(4).id == "fifteen#4"
    assert make_setup("cube:2").with_walk(4, 5).id == "cube:size=2#4:5"
    rules = load("hex:3,swap=off")
    assert resolve_move(rules, rules.start(), "B2") == "b2"


def test_times():
    assert (average([900, 1000, 1100, 1200, 5000]), average([900])) == (1100, None)
    assert [format_time(each) for each in (10825, 370000)] == ["1:48.25", "1:01:40.00"]
    assert format_time(10825, exact=False) == "1:48"
