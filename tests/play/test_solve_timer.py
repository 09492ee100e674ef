"""Tests for solve attempts: moves, time, hints and personal bests, with a simulated clock."""

from time import perf_counter

import pytest
from support import open_database, play_each

from puzzlekit.core.errors import SaveError
from puzzlekit.play.controller import GameController
from puzzlekit.play.distance_bounds import distance_bounds
from puzzlekit.play.new_game import new_session
from puzzlekit.play.setup import make_setup
from puzzlekit.play.solve_history import Best, Solve, SolveHistory
from puzzlekit.play.solve_timer import SolveTimer
from puzzlekit.solving.short_solutions import Hint

NEAR = "fifteen:3,height=3@1,2,3,4,5,6,.,7,8"


def play_solution(timer):
    play_each(timer.controller, "b1-a1", "c1-b1")


@pytest.fixture
def start_timer(home, time):
    def start_timer(game=NEAR, moves=(), **more):
        session = new_session(game)
        play_each(session, *moves)
        return SolveTimer(GameController(session), now=time, **more)

    return start_timer


def test_default_clock_does_not_have_the_steps_of_windows(home):
    assert SolveTimer(GameController(new_session(NEAR))).now is perf_counter


def test_time_runs_from_first_move_to_goal(start_timer, time):
    timer = start_timer()
    time.now += 30  # inspection time does not count
    assert timer.status_text() == "0 moves, time 0:00"
    timer.controller.play("b1-a1")
    assert timer.is_running
    time.now += 65.5
    assert timer.time_text() == "1:05"
    timer.controller.play("c1-b1")
    time.now += 100
    assert not timer.is_running
    assert timer.status_text() == "2 moves, time 1:05.50, best 2, best 1:05.50"
    assert start_timer().best == Best(2, 6550)


def test_restart_and_solve_again(start_timer, time):
    timer = start_timer()
    for took in (9, 4):
        timer.controller.play("b1-a1")
        time.now += took
        timer.controller.play("c1-b1")
        timer.controller.restart()
    assert timer.time_text() == "0:00"
    assert [each.total for each in timer.last] == [900, 400]
    assert timer.best == Best(2, 400)


@pytest.mark.parametrize("moves", [[], ["b1-a1"]])
def test_replay_is_not_a_solve(start_timer, time, moves):
    timer = start_timer()
    play_solution(timer)
    timer.controller.restart()
    play_each(timer.controller, *moves)
    time.now += 1
    while timer.controller.session.can_redo:
        timer.controller.redo()
    assert timer.controller.session.result is not None
    assert timer.time_text() == "–"
    assert len(timer.last) == 1
    timer.controller.restart()
    play_solution(timer)
    assert len(timer.last) == 2


@pytest.mark.parametrize(
    ("seconds", "shown", "text"),
    [(15, "0", "2.00"), (15.5, "+2", "4.00+"), (17.5, "DNF", "DNF(2.00)")],
)
def test_inspection_time(start_timer, time, seconds, shown, text):
    timer = start_timer("twist#1:1", inspection=True)
    assert timer.is_running
    assert (timer.time_label(), timer.time_text()) == ("Inspection", "15")
    time.now += 1
    for paused in (True, True, False, False):
        timer.pause_inspection(paused)
        time.now += 20 * paused
    time.now += seconds - 1
    assert timer.time_text() == shown
    play_scramble_back(timer, time)
    assert (timer.time_label(), timer.time_text()) == ("Time", text)
    assert [each.text for each in timer.solves.all("twist 1").values()] == [text]
    timer.controller.restart()
    assert timer.time_text() == "0:00"


def play_scramble_back(timer, time):
    """Undo a scramble of one move in two seconds, after a move in the wrong direction."""
    rules, state = timer.controller.rules, timer.controller.session.state
    ((move, _),) = [each for each in rules.predecessors(rules.goal) if each[1] == state]
    timer.controller.play(rules.inverse_move(move))
    time.now += 2
    play_each(timer.controller, move, move)


def test_inspection_warnings(start_timer, time):
    timer, calls = start_timer("twist#1:1", inspection=True), []
    for _ in range(18):
        calls.append(timer.inspection_call())
        time.now += 1
    eight, twelve = (f"{seconds} seconds of inspection" for seconds in (8, 12))
    assert calls == [""] * 8 + [eight] * 4 + [twelve] * 6
    play_scramble_back(timer, time)
    assert timer.inspection_call() == ""


@pytest.mark.parametrize("game", [NEAR, "lights_out#1", "twist@"])
def test_only_scrambled_twisty_puzzles_have_inspection(start_timer, time, game):
    if game == "twist@":
        setup = make_setup("twist")
        game = setup.with_position(setup.rules.goal).id
    timer = start_timer(game, inspection=True)
    time.now += 20
    assert not timer.is_running
    assert (timer.time_label(), timer.time_text()) == ("Time", "0:00")


def test_solve_with_a_hint_is_marked(start_timer, time):
    timer = start_timer()
    timer.controller.play("b1-a1")
    timer.controller.hint = ["c1-b1"]
    time.now += 5
    timer.controller.play("c1-b1")
    assert timer.time_text() == "5.00*"
    assert timer.best == Best()
    assert [each.total for each in timer.last] == []


def test_time_of_resumed_game_is_unknown(start_timer, time):
    timer = start_timer(moves=["b1-a1"])
    time.now += 3
    timer.controller.play("c1-b1")
    assert timer.time_text() == "–"
    assert timer.best == Best(2, None)
    assert timer.status_text() == "2 moves, best 2"


def test_undo_and_redo_add_no_solve(start_timer):
    timer = start_timer()
    play_solution(timer)
    timer.controller.undo()
    timer.controller.redo()
    with open_database(timer.solves.path) as solves:
        assert solves.execute("SELECT count(*) FROM solves").fetchone() == (1,)


def test_best_results(start_timer, home):
    history = SolveHistory()
    for start, moves, took in (
        ("twist#1", 9, 1000),
        ("twist#2", 12, 800),
        ("twist@position", 1, 100),
        ("twist", 2, 200),
    ):
        history.add(Solve("twist", start, moves, took))
    history.add(Solve("twist 3", "twist#1:3", 3, 300))
    assert start_timer("twist#7").best == Best(9, 800)
    assert start_timer("twist#7:3").best == Best(3, 300)
    assert start_timer("klotski").best == Best()
    history.add(Solve("klotski", "klotski", 99, 9000))
    assert start_timer("klotski").best == Best(99, 9000)


def test_restore_deleted_solves(home):
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


def test_averages(start_timer, home):
    for took in (1000, 1100, 1200, 100, 9000):
        SolveHistory().add(Solve("fifteen:width=3,height=3", "other", 9, took))
    times = ["10.00", "11.00", "12.00", "1.00", "1:30.00", "average 11.00"]
    assert start_timer().last_times() == times


def test_damaged_file_is_reported_once(start_timer, home):
    home.mkdir(exist_ok=True)
    (home / "solves.sqlite3").write_text("no library " * 1000)
    with pytest.raises(SaveError, match="Results are not saved"):
        SolveHistory().all("twist")
    timer = start_timer()
    assert "cannot use" in timer.take_error()
    assert timer.take_error() == ""
    play_solution(timer)
    assert timer.controller.session.result is not None


def test_distance_decreases_along_solution(start_timer):
    controller = start_timer("twist#1").controller
    solution = ["a1", "b1", "a1", "b1"]
    controller.hint_cache.add(controller.session.state, Hint(solution, False))
    play_each(controller, *solution[:3])
    bounds = distance_bounds(controller.session, controller.hint_cache)
    assert [str(each) for each in bounds] == ["≤ 4", "≤ 3", "≤ 2", "≤ 1"]
