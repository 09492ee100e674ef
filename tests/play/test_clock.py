"""Tests for clocks, resignation and draw offers, with a simulated clock."""

import json

import pytest
from support import play_each

from puzzlekit.core.errors import IllegalMoveError, OptionError, SaveError
from puzzlekit.play import records, saves
from puzzlekit.play.autosave import FileTarget
from puzzlekit.play.clock import TIME_CONTROLS, Clock, format_clock, parse
from puzzlekit.play.controller import GameController
from puzzlekit.play.game_database import Library, LibraryTarget
from puzzlekit.play.new_game import new_session, rematch, session_from_position
from puzzlekit.play.termination import Termination
from puzzlekit.play.variations import GameNode
from puzzlekit.players.player import SearchResult


@pytest.fixture
def start_game(time):
    """Return a function that creates a game controller whose clock follows `time`."""

    def start(control, *players, game="hex:5,swap=off", place=None):
        session = new_session(game, list(players) or None, control and parse(control))
        if session.clock:
            session.clock.now = time
        return GameController(session, target=place)

    return start


def remaining_times(controller):
    return [controller.session.clock.remaining(seat) for seat in (0, 1)]


def reply(controller, move, **thought):
    """Send the reply of the computer to move."""
    controller.receive(controller.request, SearchResult(move, **thought))


def outcome(session):
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
def test_review_undo_and_redo_do_not_change_clock(players, start_game, time):
    controller = start_game("5+0", *players)
    for move in ("a1", "b1", "c1", "d1", "e1", "a2"):
        controller.session.play(move)
        time.now += 5
    clock, before = controller.session.clock, remaining_times(controller)
    controller.go(0)
    for step in (controller.redo, controller.redo, controller.undo):
        step()
        assert (controller.session.is_reviewing, clock.node.ply, clock.seat) == (True, 6, 0)
    assert remaining_times(controller) == before


def test_clocks_of_swapped_and_multi_move_games(start_game):
    with pytest.raises(OptionError, match="two players"):
        new_session("fifteen#1", control=parse("5+0"))
    first = start_game("3+2")
    assert rematch(first.session).control == parse("3+2")
    assert session_from_position(first.session, first.session.state).control == parse("3+2")
    shown = [format_clock(each) for each in (59.95, 10.0, 9.96, 9.9)]
    assert shown == ["1:00", "0:10", "0:10", "0:09.9"]


def test_clock_starts_with_the_first_move(start_game, time):
    controller = start_game("1+5")
    time.now += 1000
    controller.arbiter.tick()
    assert remaining_times(controller) == [60, 60]
    controller.play("c3")
    time.now += 20
    assert remaining_times(controller) == [60, 40]
    controller.play("c4")
    time.now += 10
    assert remaining_times(controller) == [50, 45]  # with the increment


def test_time_per_move(start_game, time):
    controller = start_game("30s")
    for move in ("c3", "c4", "d3"):
        controller.play(move)
        time.now += 12
    assert remaining_times(controller) == [30, 18]


def test_review_does_not_stop_clock_of_person(start_game, time):
    controller = start_game("1+0")
    play_each(controller, "c3", "c4")
    controller.go(0)
    time.now += 25
    assert remaining_times(controller) == [35, 60]
    time.now += 40
    controller.arbiter.tick()
    assert controller.session.ply == 2
    assert controller.status_line() == "Blue wins: Red ran out of time"
    assert remaining_times(controller) == [0, 60]


def test_review_stops_clock_of_computer(start_game, time):
    controller = start_game("1+0", "human", "random")
    controller.play("c3")
    time.now += 2
    controller.go(0)
    assert controller.request is None
    time.now += 500
    controller.arbiter.tick()
    controller.go(1)
    time.now += 3
    assert remaining_times(controller) == [60, 55]
    assert controller.is_thinking()


def show_variation(controller):
    """Add a variation of two moves, as an analysis does, and show its first move."""
    session = controller.session
    node = session.tree.root
    for move in ("e5", "e4"):
        node = session.tree.add(node, move, session.rules.play(node.state, move))
    session.go_to(node.parent)
    return node


def test_time_runs_out_while_variation_is_shown(start_game, time):
    controller = start_game("1+0")
    controller.play("c3")
    last = show_variation(controller)
    time.now += 61
    controller.arbiter.tick()
    assert controller.session.moves == ["c3"]
    assert controller.status_line() == "Red wins: Blue ran out of time"
    assert last in controller.session.tree.root.walk()


def test_variation_stops_clock_of_computer(start_game, time):
    controller = start_game("1+0", "human", "random")
    controller.play("c3")
    show_variation(controller)
    time.now += 500
    assert not controller.arbiter.tick()
    assert remaining_times(controller) == [60, 60]


def test_undo_restores_time(start_game, time):
    controller = start_game("1+0", "human", "random")
    controller.play("c3")
    time.now += 3
    reply(controller, "a1")
    time.now += 20
    controller.play("c4")
    time.now += 2
    reply(controller, "a2")
    assert remaining_times(controller) == [40, 55]
    controller.undo()
    assert remaining_times(controller) == [60, 57]
    time.now += 1
    controller.redo()
    assert remaining_times(controller) == [40, 55]


def test_move_from_earlier_position_restores_time(start_game, time):
    controller = start_game("1+0")
    for move in ("c3", "c4", "d3"):
        controller.play(move)
        time.now += 10
    assert remaining_times(controller) == [50, 40]
    controller.go(1)
    controller.play("a1")
    assert remaining_times(controller) == [60, 60]


def test_undo_after_time_ran_out(start_game, time):
    controller = start_game("1+0", "human", "random")
    controller.play("c3")
    reply(controller, "a1")
    time.now += 61
    controller.arbiter.tick()
    assert controller.session.result.winner == 1
    with pytest.raises(IllegalMoveError, match="over"):
        controller.session.play("c4")
    time.now += 100
    controller.undo()
    assert (controller.session.moves, controller.session.result) == (["c3", "a1"], None)
    assert remaining_times(controller) == [60, 60]
    time.now += 4
    assert remaining_times(controller) == [56, 60]


def test_thinking_time_of_computer(start_game, time):
    assert start_game(None, "random", "random").request.seconds == 0
    controller = start_game("1+5", "human", "random")
    controller.play("c3")
    assert controller.request.seconds == pytest.approx(60 / 25 + 3.5)
    assert all(parse(each).thinking_seconds(0.5) < 0.5 for each in TIME_CONTROLS)


def test_resumed_game_keeps_its_times(start_game, time, tmp_path):
    path = tmp_path / "game.json"
    first = start_game("1+5", place=FileTarget(path))
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
    assert remaining_times(again) == [53, 45]
    time.now += 3
    assert remaining_times(again) == [50, 45]
    again.undo()
    assert remaining_times(again) == [60, 60]


def test_resign_and_undo(start_game, home):
    controller = start_game(None, place=LibraryTarget())
    assert controller.arbiter.can_resign()
    controller.play("c3")
    controller.arbiter.resign()
    assert controller.status_line() == "Red wins: Blue resigned"
    assert not controller.arbiter.can_resign()
    assert Library().entries()[0].result == "Red wins: Blue resigned"
    controller.go(0)
    assert controller.session.result is None
    assert not controller.can_undo()
    controller.go(1)
    assert controller.session.result.winner == 0
    assert controller.can_undo()
    controller.undo()
    assert (controller.session.moves, controller.session.result) == (["c3"], None)
    assert Library().entries()[0].result == ""


def test_resigning_after_undo_drops_undone_move(start_game):
    controller = start_game(None)
    play_each(controller, "c3", "b2")
    controller.undo()
    assert controller.arbiter.can_resign()
    controller.arbiter.resign()
    assert (controller.session.all_moves, controller.session.result.winner) == (["c3"], 0)
    controller.go(0)
    assert not controller.arbiter.can_resign()


def test_ending_after_undo_survives_saves(start_game):
    controller = start_game("5+0")
    play_each(controller, "c3", "c4", "d3")
    controller.undo()
    controller.arbiter.resign()
    text = saves.dump(controller.session)
    data = json.loads(text)
    assert len(data["clock"]["left"]) == 3
    data["clock"]["left"].append([300, 300])  # as in saves of earlier versions
    for each in (text, json.dumps(data)):
        assert saves.dump(saves.restore(each)) == text


def test_ending_after_undo_without_controller_survives_save():
    session = new_session("hex:3,swap=off a1 a2 b2", None, parse("5+0"))
    session.undo()
    session.end(Termination("resigned", 0))
    assert saves.restore(saves.dump(session)).moves == ["a1", "a2"]


def test_person_resigns_out_of_turn(start_game):
    controller = start_game(None, "greedy", "human")
    controller.arbiter.resign()
    assert controller.session.result.winner == 0
    assert controller.request is None


@pytest.mark.parametrize(("game", "seats"), [("fifteen#1", 1), ("permute:4#1", 2)])
def test_only_people_can_resign(game, seats, start_game):
    assert start_game(None, game=game).arbiter.can_resign() is (seats == 2)
    assert not start_game(None, *["random"] * seats, game=game).arbiter.can_resign()


def test_draw_between_people(start_game):
    controller = start_game(None)
    controller.play("c3")
    assert (controller.arbiter.offer_draw(), controller.arbiter.offer) == ("", 1)
    controller.play("c4")
    assert controller.arbiter.offer is None  # a move declines the offer
    controller.arbiter.offer_draw()
    controller.arbiter.accept()
    assert controller.session.result[:2] == (None, "Draw by agreement")


MOVES = "hex:5,swap=off a1 b1 c1 d1 e1 a2"


@pytest.mark.parametrize(
    ("chance", "accepted"), [(0.7, False), (0.5, True), (0.2, True), (None, True)]
)
def test_computer_accepts_a_draw_unless_ahead(chance, accepted, start_game):
    controller = start_game(None, "human", "random", game=MOVES)
    controller.play("e5")
    reply(controller, "d5", win_probability=chance)
    assert controller.session.result is None
    controller.arbiter.offer_draw()
    assert (controller.session.result is not None) is accepted


@pytest.mark.parametrize(("chance", "accepted"), [(0.7, False), (0.5, True)])
def test_draw_offer_before_move_is_answered_after_it(chance, accepted, start_game):
    controller = start_game(None, "human", "random", game=MOVES)
    assert "on its next move" in controller.arbiter.offer_draw()
    controller.play("e5")
    reply(controller, "d5", win_probability=chance)
    assert (controller.session.result is not None, controller.arbiter.offer) == (accepted, None)
    assert controller.message == ("" if accepted else "The computer declines the draw.")


def test_undo_withdraws_draw_offer(start_game):
    controller = start_game(None, "human", "random", game=MOVES)
    controller.arbiter.offer_draw()
    controller.undo()
    assert controller.arbiter.offer is None


def test_computer_answers_draw_offer_with_next_move(start_game):
    thinking = start_game(None, "human", "random", game=f"{MOVES} b2")
    assert thinking.is_thinking()
    assert "on its next move" in thinking.arbiter.offer_draw()
    reply(thinking, "d5", win_probability=0.4)
    assert thinking.session.result.text.startswith("Draw")
    assert thinking.session.ply == 7
    assert "declines" in start_game(None, "human", "random").arbiter.offer_draw()  # before any move


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
        assert outcome(again) == outcome(session)
        assert records.write(again) == text


@pytest.mark.parametrize("control", ["1", "40", "100+5", "1/2.5", "360000"])
def test_time_control_of_record_survives_saves(control):
    session = records.read(f'[ID "hex:3"]\n[TimeControl "{control}"]\n\n1. a1 *')
    assert session.control is not None
    assert saves.restore(saves.dump(session)).control == session.control


@pytest.mark.parametrize("control", ["0", "0.5", "1/0.5", "360001", "60+999999", "1/30+5"])
def test_impossible_time_control_of_record_is_kept_as_header(control):
    session = records.read(f'[ID "hex:3"]\n[TimeControl "{control}"]\n\n1. a1 *')
    assert (session.control, session.tags["TimeControl"]) == (None, control)
    assert saves.restore(saves.dump(session)).tags == session.tags


def test_foreign_headers_of_records():
    text = '[ID "hex:5"]\n[Result "1-0"]\n[Termination "normal"]\n[TimeControl "-"]\n\n1. c3 d4 1-0'
    session = records.read(text)
    assert session.tags == {
        "Termination": "normal", "TimeControl": "-", "Result": "1-0", "Date": "????.??.??"
    }  # fmt: skip
    assert (session.ending, session.clock) == (None, None)
    text = '[ID "fifteen#1"]\n[Result "1-0"]\n[Termination "resigned"]\n[TimeControl "60"]\n\n1-0'
    assert outcome(records.read(text)) == (None, None, None)
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


def test_increment_after_last_move_of_turn(time):
    root = GameNode("start")
    clock = Clock(parse("5+3"), root, now=time)
    clock.start(0)
    clock.after_move(node := root.add("a1", "half a turn"), 0, 0)
    assert clock.remaining(0) == 300
    clock.after_move(node.add("b1", "a turn"), 0, 1)
    assert clock.remaining(0) == 303
