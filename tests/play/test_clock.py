"""Tests for clocks, resignation and draw offers, with a simulated clock."""

import json

import pytest

from puzzlekit.core.errors import IllegalMoveError, OptionError, SaveError
from puzzlekit.play import records, saves
from puzzlekit.play.autosave import FileTarget
from puzzlekit.play.clock import TIME_CONTROLS, Clock, format_clock, parse
from puzzlekit.play.controller import GameController
from puzzlekit.play.library import Library
from puzzlekit.play.library_entry import LibraryTarget
from puzzlekit.play.new_game import new_session, rematch, started_from
from puzzlekit.play.termination import Termination
from puzzlekit.players.player import SearchResult


@pytest.fixture
def table(time):
    """Return a function that creates a game controller whose clock follows `time`."""

    def seated(control, *players, game="hex:5,swap=off", place=None):
        session = new_session(game, list(players) or None, control and parse(control))
        if session.clock:
            session.clock.now = time
        return GameController(session, place=place)

    return seated


def left(table):
    return [table.session.clock.left(seat) for seat in (0, 1)]


@pytest.mark.parametrize("text", [*TIME_CONTROLS, "0.5+0", "2.5s"])
def test_clocks_are_read_as_they_are_written(text):
    assert parse(str(parse(text))) == parse(text)


@pytest.mark.parametrize(
    "text", ["", "soon", "+3", "15+", "0+5", "0s", "99999999+0", "9999999s", "१+०"]
)
def test_what_is_no_clock_is_refused(text):
    with pytest.raises(OptionError, match="clock"):
        parse(text)


def test_a_clock_is_for_two():
    with pytest.raises(OptionError, match="two players"):
        new_session("fifteen#1", control=parse("5+0"))


def test_seconds_are_shown_as_they_end():
    assert [format_clock(each) for each in (59.95, 10.0, 9.96, 9.9)] == [
        "1:00",
        "0:10",
        "0:10",
        "0:09.9",
    ]


def test_nothing_runs_before_the_first_move(table, time):
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


def test_each_move_has_its_time(table, time):
    table = table("30s")
    for move in ("c3", "c4", "d3"):
        table.play(move)
        time.now += 12
    assert left(table) == [30, 18]


def test_looking_back_does_not_stop_the_clock(table, time):
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


def test_a_computer_loses_no_time_while_somebody_looks_back(table, time):
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


def test_undo_gives_the_time_back(table, time):
    table = table("1+0", "human", "random")
    table.play("c3")
    time.now += 3
    table.receive(table.request, SearchResult("a1"))
    time.now += 20
    table.play("c4")
    time.now += 2
    table.receive(table.request, SearchResult("a2"))
    assert left(table) == [40, 55]
    table.undo()
    assert left(table) == [60, 57]
    time.now += 1
    table.redo()
    assert left(table) == [40, 55]


def test_time_that_ran_out_can_be_taken_back(table, time):
    table = table("1+0", "human", "random")
    table.play("c3")
    table.receive(table.request, SearchResult("a1"))
    time.now += 61
    table.arbiter.tick()
    assert table.session.result.winner == 1
    with pytest.raises(IllegalMoveError, match="over"):
        table.session.play("c4")
    time.now += 100
    table.undo()
    assert (table.session.moves, table.session.result, left(table)) == (
        ["c3", "a1"],
        None,
        [60, 60],
    )
    time.now += 4
    assert left(table) == [56, 60]


def test_a_computer_that_thinks_too_long_loses(table, time):
    table = table("1+0", "human", "random")
    table.play("c3")
    time.now += 60
    table.arbiter.tick()
    assert table.status_line() == "Red wins: Blue ran out of time"
    assert table.request is None


def test_a_computer_thinks_within_its_time(table, time):
    assert table(None, "random", "random").request.seconds == 0
    table = table("1+5", "human", "random")
    table.play("c3")
    assert table.request.seconds == pytest.approx(60 / 25 + 3.5)
    assert all(parse(each).thinking_seconds(0.5) < 0.5 for each in TIME_CONTROLS)


def test_a_game_taken_up_again_goes_on_with_its_times(table, time, tmp_path):
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


def test_another_game_has_the_same_clock(table):
    first = table("3+2")
    assert rematch(first.session).control == parse("3+2")
    assert started_from(first.session, first.session.state).control == parse("3+2")


def test_a_clock_stands_when_it_is_over(time):
    clock = Clock(parse("1+0"), 2, now=time)
    clock.start(1)
    time.now += 5
    clock.stop()
    time.now += 5
    assert (clock.left(1), clock.expired()) == (55, None)


def test_a_game_is_resigned(table, home):
    table = table(None, place=LibraryTarget())
    assert table.arbiter.can_end()
    table.play("c3")
    table.arbiter.resign()
    assert table.status_line() == "Red wins: Blue resigned"
    assert not table.arbiter.can_end()
    assert Library().entries()[0].result == "Red wins: Blue resigned"
    table.go(0)
    assert table.session.result is None
    table.go(1)
    assert table.session.result.winner == 0
    table.undo()
    assert (table.session.moves, table.session.result) == (["c3"], None)
    assert Library().entries()[0].result == ""


def test_against_a_computer_a_person_resigns_even_out_of_turn(table):
    table = table(None, "greedy", "human")
    table.arbiter.resign()
    assert table.session.result.winner == 0
    assert table.request is None


@pytest.mark.parametrize("game", ["fifteen#1", "permute:4#1"])
def test_what_can_be_ended(game, table):
    assert table(None, game=game).arbiter.can_end() is (game != "fifteen#1")
    assert not table(
        None, *["random"] * len(table(None, game=game).session.players), game=game
    ).arbiter.can_end()


def test_a_draw_between_people(table):
    table = table(None)
    table.play("c3")
    assert table.arbiter.offer_draw() == ""
    assert table.arbiter.offer == 1
    table.play("c4")
    assert table.arbiter.offer is None  # a move declines the offer
    table.arbiter.offer_draw()
    table.arbiter.accept()
    assert (table.session.result.winner, table.session.result.text) == (
        None,
        "Draw: by agreement",
    )


MOVES = "hex:5,swap=off a1 b1 c1 d1 e1 a2"


@pytest.mark.parametrize(
    ("chance", "accepted"), [(0.7, False), (0.5, True), (0.2, True), (None, True)]
)
def test_a_computer_accepts_a_draw_unless_it_is_ahead(chance, accepted, table):
    table = table(None, "human", "random", game=MOVES)
    table.arbiter.offer_draw()
    table.play("e5")
    table.receive(table.request, SearchResult("d5", win_probability=chance))
    assert table.session.result is None
    table.arbiter.offer_draw()
    assert (table.session.result is not None) is accepted


def test_a_computer_that_has_not_thought_answers_when_it_has(table):
    table = table(None, "human", "random", game=f"{MOVES} b2")
    assert table.is_thinking()
    assert "on its next move" in table.arbiter.offer_draw()
    table.receive(table.request, SearchResult("d5", win_probability=0.4))
    assert table.session.result.text.startswith("Draw")
    assert table.session.ply == 7


def test_no_draw_as_soon_as_it_has_begun(table):
    table = table(None, "human", "random")
    assert "declines" in table.arbiter.offer_draw()


@pytest.mark.parametrize(
    ("kind", "token"), [("resigned", "0-1"), ("time forfeit", "0-1"), ("draw agreed", "1/2-1/2")]
)
def test_how_it_ended_is_kept(kind, token):
    session = new_session("hex:5 c3 d4", control=parse("15+10"))
    session.end(Termination(kind, 0))
    again = saves.restore(saves.dump(session))
    assert (again.ending, again.result, again.control) == (
        session.ending,
        session.result,
        session.control,
    )
    text = records.write(session)
    assert f'[Result "{token}"]' in text
    assert f'[Termination "{kind}"]\n[TimeControl "900+10"]' in text
    again = records.read(text)
    assert (again.ending, again.result, again.control) == (
        session.ending,
        session.result,
        session.control,
    )
    assert records.write(again) == text


def test_records_of_others_keep_their_headers():
    text = '[ID "hex:5"]\n[Result "1-0"]\n[Termination "normal"]\n[TimeControl "-"]\n\n1. c3 d4 1-0'
    session = records.read(text)
    assert session.tags == {"Termination": "normal", "TimeControl": "-", "Result": "1-0"}
    assert (session.ending, session.clock) == (None, None)
    text = '[ID "fifteen#1"]\n[Result "1-0"]\n[Termination "resigned"]\n[TimeControl "60"]\n\n1-0'
    session = records.read(text)
    assert (session.ending, session.result, session.clock) == (None, None, None)
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
def test_a_save_with_a_wrong_clock_is_refused(wrong):
    data = json.loads(saves.dump(new_session("hex:5 c3 d4"))) | wrong
    with pytest.raises(SaveError):
        saves.restore(json.dumps(data))


def test_who_goes_on_gets_no_increment(time):
    clock = Clock(parse("5+3"), 2, now=time)
    clock.start(0)
    clock.after_move(0, 0, 0)
    assert clock.left(0) == 300
    clock.after_move(1, 0, 1)
    assert clock.left(0) == 303


def test_another_move_after_an_undo_begins_with_the_times_of_its_ply(time):
    clock = Clock(parse("5+0"), 2, now=time)
    clock.start(0)
    for ply in range(2):
        time.now += 10
        clock.after_move(ply, ply, 1 - ply)
    time.now += 5
    clock.after_move(0, 0, 1)
    assert (clock.left(0), clock.left(1)) == (300, 300)
