"""Tests for solve attempts: moves, time, hints and personal bests, with a simulated clock."""

import pytest
from support import open_database

from puzzlekit.core.errors import SaveError
from puzzlekit.play.controller import GameController
from puzzlekit.play.new_game import new_session
from puzzlekit.play.solve_history import Best, Solve, SolveHistory
from puzzlekit.play.solve_timer import SolveTimer
from puzzlekit.solving.short_solutions import Hint

NEAR = "fifteen:3,height=3@1,2,3,4,5,6,.,7,8"


def solve(attempt):
    for move in ("b1-a1", "c1-b1"):
        attempt.controller.play(move)


@pytest.fixture
def begin(home, time):
    def begin(game=NEAR, moves=(), **more):
        session = new_session(game)
        for move in moves:
            session.play(move)
        return SolveTimer(GameController(session), now=time, **more)

    return begin


def test_time_runs_from_the_first_move_to_the_goal(begin, time):
    attempt = begin()
    time.now += 30  # inspection time does not count
    assert attempt.status_text() == "0 moves, time 0:00"
    attempt.controller.play("b1-a1")
    assert attempt.is_running
    time.now += 65.5
    assert attempt.time_text() == "1:05"
    attempt.controller.play("c1-b1")
    time.now += 100
    assert not attempt.is_running
    assert attempt.status_text() == "2 moves, time 1:05.50, best 2, best 1:05.50"
    assert begin().best == Best(2, 6550)


def test_restart_and_solve_again(begin, time):
    attempt = begin()
    for took in (9, 4):
        attempt.controller.play("b1-a1")
        time.now += took
        attempt.controller.play("c1-b1")
        attempt.controller.restart()
    assert attempt.time_text() == "0:00"
    assert [each.total for each in attempt.last] == [900, 400]
    assert attempt.best == Best(2, 400)


@pytest.mark.parametrize(
    ("seconds", "shown", "text"),
    [(15, "0", "0:02.00"), (15.5, "+2", "0:04.00+"), (17.5, "DNF", "DNF(0:02.00)")],
)
def test_inspection_time(begin, time, seconds, shown, text):
    attempt = begin(inspection=True)
    assert attempt.is_running
    assert attempt.time_text() == "15"
    time.now += seconds
    assert attempt.time_text() == shown
    attempt.controller.play("b1-a1")
    time.now += 2
    attempt.controller.play("c1-b1")
    assert attempt.time_text() == text
    assert [each.text for each in attempt.solves.all("fifteen:width=3,height=3").values()] == [text]
    attempt.controller.restart()
    assert attempt.time_text() == "0:00"


def test_solve_with_a_hint_is_marked(begin, time):
    attempt = begin()
    attempt.controller.play("b1-a1")
    attempt.controller.hint = ["c1-b1"]
    time.now += 5
    attempt.controller.play("c1-b1")
    assert attempt.time_text() == "0:05.00*"
    assert attempt.best == Best()
    assert [each.total for each in attempt.last] == []


def test_time_of_a_resumed_game_is_unknown(begin, time):
    attempt = begin(moves=["b1-a1"])
    time.now += 3
    attempt.controller.play("c1-b1")
    assert attempt.time_text() == "–"
    assert attempt.best == Best(2, None)
    assert attempt.status_text() == "2 moves, best 2"


def test_undo_and_redo_add_no_second_solve(begin):
    attempt = begin()
    solve(attempt)
    attempt.controller.undo()
    attempt.controller.redo()
    with open_database(attempt.solves.path) as solves:
        assert solves.execute("SELECT count(*) FROM solves").fetchone() == (1,)


def test_averages(begin, home):
    assert begin("twist#1:3")._puzzle_and_start_id() == (
        "twist 3",
        "twist#1:3",
    )  # scrambles of three moves
    assert begin("twist#1")._puzzle_and_start_id() == ("twist", "twist#1")
    for took in (1000, 1100, 1200, 100, 9000):
        SolveHistory().add(Solve("fifteen:width=3,height=3", "other", 9, took))
    times = ["0:10.00", "0:11.00", "0:12.00", "0:01.00", "1:30.00", "average 0:11.00"]
    assert begin().last_times() == times


def test_damaged_file_is_reported_once(begin, home):
    home.mkdir(exist_ok=True)
    (home / "solves.sqlite3").write_text("no library " * 1000)
    with pytest.raises(SaveError, match="Results are not saved"):
        SolveHistory().best("twist#1")
    attempt = begin()
    assert "cannot use" in attempt.take_error()
    assert attempt.take_error() == ""
    solve(attempt)
    assert attempt.controller.session.result is not None


def test_distance_falls_while_a_solution_is_played_to_the_end(begin):
    attempt = begin("twist#1")
    controller = attempt.controller
    solution = ["a1", "b1", "a1", "b1"]
    controller.hint_cache.add(controller.session.state, Hint(solution, False))
    for move in solution[:3]:
        controller.play(move)
    assert [str(each) for each in attempt.distance_bounds()] == ["≤ 4", "≤ 3", "≤ 2", "≤ 1"]
