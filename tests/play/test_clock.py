"""Tests for clocks, resignation and draw offers, with a simulated clock."""

import json

import pytest

from puzzlekit.core.errors import IllegalMoveError, OptionError, SaveError
from puzzlekit.play import records, saves
from puzzlekit.play.autosave import FileTarget
from puzzlekit.play.clock import TIME_CONTROLS, Clock, format_clock, parse
from puzzlekit.play.controller import GameController
from puzzlekit.play.game_database import Library, LibraryTarget
from puzzlekit.play.new_game import new_session, rematch, session_from_position
from puzzlekit.play.termination import Termination
from puzzlekit.players.player import SearchResult


@pytest.fixture
def table(time):
    """Return a function that creates a game controller whose clock follows `time`."""

    def seated(control, *players, game="hex:5,swap=off", place=None):
        session = new_session(game, list(players) or None, control and parse(control))
        if session.clock:
            session.clock.now = time
        return GameController(session, target=place)

    return seated


def left(table):
    return [table.session.clock.remaining(seat) for seat in (0, 1)]


def reply(table, move, **thought):
    """Send the reply of the computer to move."""
    table.receive(table.request, SearchResult(move, **thought))


def how_it_ended(session):
    return session.ending, session.result, session.control


@pytest.mark.parametrize("text", [*TIME_CONTROLS, "0.5+0", "2.5s"])
def test_round_trip_of_time_controls(text):
    assert parse(str(parse(text))) == parse(text)


@pytest.mark.parametrize(
    "text", ["", "soon", "+3", "15+", "0+5", "0s", "99999999+0", "9999999s", "१+०"]
)
def test_invalid_time_controls(text):
    with pytest.raises(OptionError, match="clock"):
        parse(text)


@pytest.mark.parametrize("players", [(), ("human", "random")])
def test_undo_and_redo_while_reviewing_leave_the_clock_alone(players, table, time):
    table = table("5+0", *players)
    for move in ("a1", "b1", "c1", "d1", "e1", "a2"):
        table.session.play(move)
        time.now += 5
    clock, before = table.session.clock, left(table)
    table.go(0)
    for step in (table.redo, table.redo, table.undo):
        step()
        assert (table.session.is_reviewing, clock.ply, clock.seat) == (True, 6, 0)
    assert left(table) == before


def test_clocks_of_other_games(table):
    with pytest.raises(OptionError, match="two players"):
        new_session("fifteen#1", control=parse("5+0"))
    first = table("3+2")
    assert rematch(first.session).control == parse("3+2")
    assert session_from_position(first.session, first.session.state).control == parse("3+2")
    shown = [format_clock(each) for each in (59.95, 10.0, 9.96, 9.9)]
    assert shown == ["1:00", "0:10", "0:10", "0:09.9"]


def test_clock_starts_with_the_first_move(table, time):
    table = table("1+5")
    time.now += 1000
    table.arbiter.tick()
    assert left(table) == [60, 60]
    table.play("c3")
    time.now += 20
    assert left(table) == [60, 40]
    table.play("c4")
    time.now += 10
    assert left(table) == [50, 45]  # with the increment


def test_time_per_move(table, time):
    table = table("30s")
    for move in ("c3", "c4", "d3"):
        table.play(move)
        time.now += 12
    assert left(table) == [30, 18]


def test_review_does_not_stop_the_clock_of_a_person(table, time):
    table = table("1+0")
    table.play("c3")
    table.play("c4")
    table.go(0)
    time.now += 25
    assert left(table) == [35, 60]
    time.now += 40
    table.arbiter.tick()
    assert (table.session.ply, table.status_line()) == (2, "Blue wins: Red ran out of time")
    assert left(table) == [0, 60]


def test_review_stops_the_clock_of_a_computer(table, time):
    table = table("1+0", "human", "random")
    table.play("c3")
    time.now += 2
    table.go(0)
    assert table.request is None
    time.now += 500
    table.arbiter.tick()
    table.go(1)
    time.now += 3
    assert left(table) == [60, 55]
    assert table.is_thinking()


def test_undo_restores_the_time(table, time):
    table = table("1+0", "human", "random")
    table.play("c3")
    time.now += 3
    reply(table, "a1")
    time.now += 20
    table.play("c4")
    time.now += 2
    reply(table, "a2")
    assert left(table) == [40, 55]
    table.undo()
    assert left(table) == [60, 57]
    time.now += 1
    table.redo()
    assert left(table) == [40, 55]


def test_move_from_an_earlier_position_restores_the_time(table, time):
    table = table("1+0")
    for move in ("c3", "c4", "d3"):
        table.play(move)
        time.now += 10
    assert left(table) == [50, 40]
    table.go(1)
    table.play("a1")
    assert left(table) == [60, 60]


def test_undo_after_time_ran_out(table, time):
    table = table("1+0", "human", "random")
    table.play("c3")
    reply(table, "a1")
    time.now += 61
    table.arbiter.tick()
    assert table.session.result.winner == 1
    with pytest.raises(IllegalMoveError, match="over"):
        table.session.play("c4")
    time.now += 100
    table.undo()
    assert (table.session.moves, table.session.result) == (["c3", "a1"], None)
    assert left(table) == [60, 60]
    time.now += 4
    assert left(table) == [56, 60]


def test_thinking_time_of_a_computer(table, time):
    assert table(None, "random", "random").request.seconds == 0
    table = table("1+5", "human", "random")
    table.play("c3")
    assert table.request.seconds == pytest.approx(60 / 25 + 3.5)
    assert all(parse(each).thinking_seconds(0.5) < 0.5 for each in TIME_CONTROLS)


def test_resumed_game_keeps_its_times(table, time, tmp_path):
    path = tmp_path / "game.json"
    first = table("1+5", place=FileTarget(path))
    first.play("c3")
    time.now += 20
    first.play("c4")
    time.now += 7
    first.leave()
    session = saves.read(path)
    assert session.control == parse("1+5")
    time.now += 1000
    session.clock.now = time
    again = GameController(session)
    assert left(again) == [53, 45]
    time.now += 3
    assert left(again) == [50, 45]
    again.undo()
    assert left(again) == [60, 60]


def test_resign_and_undo(table, home):
    table = table(None, place=LibraryTarget())
    assert table.arbiter.can_resign()
    table.play("c3")
    table.arbiter.resign()
    assert table.status_line() == "Red wins: Blue resigned"
    assert not table.arbiter.can_resign()
    assert Library().entries()[0].result == "Red wins: Blue resigned"
    table.go(0)
    assert table.session.result is None
    table.go(1)
    assert table.session.result.winner == 0
    table.undo()
    assert (table.session.moves, table.session.result) == (["c3"], None)
    assert Library().entries()[0].result == ""


def test_resigning_after_an_undo_drops_the_undone_move(table):
    table = table(None)
    for move in ("c3", "b2"):
        table.play(move)
    table.undo()
    assert table.arbiter.can_resign()
    table.arbiter.resign()
    assert (table.session.all_moves, table.session.result.winner) == (["c3"], 0)
    table.go(0)
    assert not table.arbiter.can_resign()


def test_person_resigns_out_of_turn(table):
    table = table(None, "greedy", "human")
    table.arbiter.resign()
    assert table.session.result.winner == 0
    assert table.request is None


@pytest.mark.parametrize(("game", "seats"), [("fifteen#1", 1), ("permute:4#1", 2)])
def test_only_games_with_people_can_end_early(game, seats, table):
    assert table(None, game=game).arbiter.can_resign() is (seats == 2)
    assert not table(None, *["random"] * seats, game=game).arbiter.can_resign()


def test_draw_between_people(table):
    table = table(None)
    table.play("c3")
    assert (table.arbiter.offer_draw(), table.arbiter.offer) == ("", 1)
    table.play("c4")
    assert table.arbiter.offer is None  # a move declines the offer
    table.arbiter.offer_draw()
    table.arbiter.accept()
    assert table.session.result[:2] == (None, "Draw by agreement")


MOVES = "hex:5,swap=off a1 b1 c1 d1 e1 a2"


@pytest.mark.parametrize(
    ("chance", "accepted"), [(0.7, False), (0.5, True), (0.2, True), (None, True)]
)
def test_computer_accepts_a_draw_unless_ahead(chance, accepted, table):
    table = table(None, "human", "random", game=MOVES)
    table.play("e5")
    reply(table, "d5", win_probability=chance)
    assert table.session.result is None
    table.arbiter.offer_draw()
    assert (table.session.result is not None) is accepted


@pytest.mark.parametrize(("chance", "accepted"), [(0.7, False), (0.5, True)])
def test_draw_offer_before_a_move_is_answered_after_it(chance, accepted, table):
    table = table(None, "human", "random", game=MOVES)
    assert "on its next move" in table.arbiter.offer_draw()
    table.play("e5")
    reply(table, "d5", win_probability=chance)
    assert (table.session.result is not None, table.arbiter.offer) == (accepted, None)
    assert table.message == ("" if accepted else "The computer declines the draw.")


def test_undo_withdraws_a_draw_offer(table):
    table = table(None, "human", "random", game=MOVES)
    table.arbiter.offer_draw()
    table.undo()
    assert table.arbiter.offer is None


def test_computer_answers_a_draw_offer_with_its_next_move(table):
    thinking = table(None, "human", "random", game=f"{MOVES} b2")
    assert thinking.is_thinking()
    assert "on its next move" in thinking.arbiter.offer_draw()
    reply(thinking, "d5", win_probability=0.4)
    assert thinking.session.result.text.startswith("Draw")
    assert thinking.session.ply == 7
    assert "declines" in table(None, "human", "random").arbiter.offer_draw()  # before any move


@pytest.mark.parametrize(
    ("kind", "token", "control"),
    [
        ("resigned", "0-1", "900+10"),
        ("time forfeit", "0-1", "1/30"),
        ("draw agreed", "1/2-1/2", "900+10"),
    ],
)
def test_ending_survives_saves_and_records(kind, token, control):
    session = new_session("hex:5 c3 d4", control=parse("30s" if "/" in control else "15+10"))
    session.end(Termination(kind, 0))
    text = records.write(session)
    assert f'[Result "{token}"]' in text
    assert f'[Termination "{kind}"]\n[TimeControl "{control}"]' in text
    for again in (saves.restore(saves.dump(session)), records.read(text)):
        assert how_it_ended(again) == how_it_ended(session)
        assert records.write(again) == text


def test_foreign_headers_of_records():
    text = '[ID "hex:5"]\n[Result "1-0"]\n[Termination "normal"]\n[TimeControl "-"]\n\n1. c3 d4 1-0'
    session = records.read(text)
    assert session.tags == {
        "Termination": "normal", "TimeControl": "-", "Result": "1-0", "Date": "????.??.??"
    }  # fmt: skip
    assert (session.ending, session.clock) == (None, None)
    text = '[ID "fifteen#1"]\n[Result "1-0"]\n[Termination "resigned"]\n[TimeControl "60"]\n\n1-0'
    assert how_it_ended(records.read(text)) == (None, None, None)
    text = '[ID "hex:2,swap=off"]\n[Termination "resigned"]\n\n1. a1 b1 2. a2 0-1'
    assert records.read(text).result.text.startswith("Red wins: a chain")


@pytest.mark.parametrize(
    "wrong",
    [
        {"ending": ["resigned", 2]},
        {"ending": ["asleep", 0]},
        {"ending": "resigned"},
        {"clock": None},
        {"clock": {"control": "15+10", "at": 0, "left": []}},
        {"clock": {"control": "15+10", "at": 3, "left": [[9, 9]]}},
        {"clock": {"control": "15+10", "at": 0, "left": [[9, float("nan")]]}},
        {"clock": {"control": "soon", "at": 0, "left": [[9, 9]]}},
    ],
)
def test_save_with_an_invalid_clock(wrong):
    data = json.loads(saves.dump(new_session("hex:5 c3 d4"))) | wrong
    with pytest.raises(SaveError):
        saves.restore(json.dumps(data))


def test_increment_after_the_last_move_of_a_turn(time):
    clock = Clock(parse("5+3"), 2, now=time)
    clock.start(0)
    clock.after_move(0, 0, 0)
    assert clock.remaining(0) == 300
    clock.after_move(1, 0, 1)
    assert clock.remaining(0) == 303
