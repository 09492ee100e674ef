"""Tests for small helper functions of `puzzlekit.play`."""

import pytest

from puzzlekit import load
from puzzlekit.play import user_statistics
from puzzlekit.play.distance_bounds import HintCache
from puzzlekit.play.messages import EngineRemarks, describe_equal_levels, describe_turn
from puzzlekit.play.records import Heading, contents
from puzzlekit.play.session import Session
from puzzlekit.play.solve_history import format_time
from puzzlekit.players.player import SearchResult
from puzzlekit.solving.short_solutions import Hint


def test_rest_of_shortest_hint_is_shortest_after_half_turn():
    session = Session(load("cube:2"))
    ways = HintCache(session.rules)
    ways.add(session.state, Hint(["R", "R", "U"], True))
    for rest in (Hint(["R", "U"], False), Hint(["U"], True)):
        before = session.state
        session.play("R")
        ways.advance(before, "R", session.state)
        assert ways.best_solution(session.state) == rest


def test_record_file(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text('[ID "hex:4"] [Red "Ann"] [Result "1-0"] a1 [ID "hex:5"] b2')
    assert contents(path) == [Heading("hex:4", "Red Ann · 1-0"), Heading("hex:5", "")]


def test_messages():
    session = Session(load("fifteen:2,height=2@1,2,.,3"))
    session.play("b1-a1")
    session.restart()
    assert describe_turn(session) == "Viewing an earlier move (your move)"
    players = ["human", "mcts:casual", "mcts:expert"]
    close = "Expert is barely stronger than Casual here."
    assert describe_equal_levels(load("palagem").equal_levels, players) == close


BOOK = "Club plays from its book: 75% to win after 20 games."
WEAK = "Club plays below its usual strength here."


@pytest.mark.parametrize(
    ("level", "thought", "messages"),
    [
        ("club", {"playouts": 40, "wanted_playouts": 1000}, [WEAK, ""]),
        ("club", {"win_probability": 0.75, "book_games": 20}, [BOOK, BOOK]),
        ("expert", {"playouts": 1200}, ["Expert is barely stronger than Club here.", ""]),
    ],
)
def test_engine_remarks(level, thought, messages):
    session, remarks = Session(load("hex:3"), ["human", f"mcts:{level}"]), EngineRemarks()
    found = SearchResult("c3", **{"win_probability": 0.5, **thought})
    assert [remarks.after(session, 1, found) for _ in range(2)] == messages


def test_times():
    assert [format_time(each) for each in (10825, 370000)] == ["1:48.25", "1:01:40.00"]
    assert format_time(10825, exact=False) == "1:48"


@pytest.mark.parametrize(("mean", "count"), [(1.0, 1), (5.0, 5), (1.5, 2), (0.0, 0)])
def test_plural_of_mean(monkeypatch, mean, count):
    counts = []

    def record(singular, plural, number):
        counts.append(number)
        return plural

    monkeypatch.setattr(user_statistics, "ngettext", record)
    assert user_statistics._format_move_count(mean) == f"{mean:g} moves"
    assert counts == [count]
