"""Tests for solve attempts: moves, time, hints and personal bests, with a simulated clock."""

import pytest
from support import open_database

from puzzlekit.core.errors import SaveError
from puzzlekit.play.controller import GameController
from puzzlekit.play.new_game import new_session
from puzzlekit.play.setup import make_setup
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


@pytest.mark.parametrize("moves", [[], ["b1-a1"]])
def test_replay_is_not_a_solve(begin, time, moves):
    attempt = begin()
    solve(attempt)
    attempt.controller.restart()
    for move in moves:
        attempt.controller.play(move)
    time.now += 1
    while attempt.controller.session.can_redo:
        attempt.controller.redo()
    assert attempt.controller.session.result is not None
    assert attempt.time_text() == "–"
    assert len(attempt.last) == 1
    attempt.controller.restart()
    solve(attempt)
    assert len(attempt.last) == 2


@pytest.mark.parametrize(
    ("seconds", "shown", "text"),
    [(15, "0", "2.00"), (15.5, "+2", "4.00+"), (17.5, "DNF", "DNF(2.00)")],
)
def test_inspection_time(begin, time, seconds, shown, text):
    attempt = begin("twist#1:1", inspection=True)
    assert attempt.is_running
    assert (attempt.time_label(), attempt.time_text()) == ("Inspection", "15")
    time.now += 1
    for paused in (True, True, False, False):
        attempt.pause_inspection(paused)
        time.now += 20 * paused
    time.now += seconds - 1
    assert attempt.time_text() == shown
    play_scramble_back(attempt, time)
    assert (attempt.time_label(), attempt.time_text()) == ("Time", text)
    assert [each.text for each in attempt.solves.all("twist 1").values()] == [text]
    attempt.controller.restart()
    assert attempt.time_text() == "0:00"


def play_scramble_back(attempt, time):
    """Undo a scramble of one move in two seconds, after a move in the wrong direction."""
    rules, state = attempt.controller.rules, attempt.controller.session.state
    ((move, _),) = [each for each in rules.predecessors(rules.goal) if each[1] == state]
    attempt.controller.play(rules.inverse_move(move))
    time.now += 2
    attempt.controller.play(move)
    attempt.controller.play(move)


def test_inspection_time_is_called(begin, time):
    attempt, calls = begin("twist#1:1", inspection=True), []
    for _ in range(18):
        calls.append(attempt.inspection_call())
        time.now += 1
    eight, twelve = (f"{seconds} seconds of inspection" for seconds in (8, 12))
    assert calls == [""] * 8 + [eight] * 4 + [twelve] * 6
    play_scramble_back(attempt, time)
    assert attempt.inspection_call() == ""


@pytest.mark.parametrize("game", [NEAR, "lights_out#1", "twist@"])
def test_only_scrambled_twisty_puzzles_are_inspected(begin, time, game):
    if game == "twist@":
        setup = make_setup("twist")
        game = setup.with_position(setup.rules.goal).id
    attempt = begin(game, inspection=True)
    time.now += 20
    assert not attempt.is_running
    assert (attempt.time_label(), attempt.time_text()) == ("Time", "0:00")


def test_solve_with_a_hint_is_marked(begin, time):
    attempt = begin()
    attempt.controller.play("b1-a1")
    attempt.controller.hint = ["c1-b1"]
    time.now += 5
    attempt.controller.play("c1-b1")
    assert attempt.time_text() == "5.00*"
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


def test_best_results_are_those_of_all_scrambles_or_of_a_fixed_start(begin, home):
    history = SolveHistory()
    for start, moves, took in (
        ("twist#1", 9, 1000),
        ("twist#2", 12, 800),
        ("twist@position", 1, 100),
        ("twist", 2, 200),
    ):
        history.add(Solve("twist", start, moves, took))
    history.add(Solve("twist 3", "twist#1:3", 3, 300))
    assert begin("twist#7").best == Best(9, 800)
    assert begin("twist#7:3").best == Best(3, 300)
    assert begin("klotski").best == Best()
    history.add(Solve("klotski", "klotski", 99, 9000))
    assert begin("klotski").best == Best(99, 9000)


def test_deleted_solves_are_restored_as_they_were(home):
    history = SolveHistory()
    solves = [Solve("twist", f"twist#{number}", 9, 900, solved_at=number) for number in range(3)]
    for each in solves:
        history.add(each)
    history.delete(2)
    assert history.restore(2, solves[1]._replace(solved_at=None)) == 2
    assert list(history.all("twist")) == [1, 2, 3]
    assert history.all("twist")[2].solved_at is None
    history.delete(3)
    history.add(solves[0])  # another window stores a solve, which takes the free number
    assert history.restore(3, solves[2]) == 4
    assert history.all("twist")[4] == solves[2]


def test_averages(begin, home):
    for took in (1000, 1100, 1200, 100, 9000):
        SolveHistory().add(Solve("fifteen:width=3,height=3", "other", 9, took))
    times = ["10.00", "11.00", "12.00", "1.00", "1:30.00", "average 11.00"]
    assert begin().last_times() == times


def test_damaged_file_is_reported_once(begin, home):
    home.mkdir(exist_ok=True)
    (home / "solves.sqlite3").write_text("no library " * 1000)
    with pytest.raises(SaveError, match="Results are not saved"):
        SolveHistory().all("twist")
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
