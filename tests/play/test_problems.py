"""Problems: collections, proofs of the shipped positions, and solving in a session."""

from collections import Counter
from functools import cache

import pytest
from support import sample_size, serve_request

from puzzlekit import load, prove
from puzzlekit.core.errors import FormatError
from puzzlekit.play.controller import GameController
from puzzlekit.play.practice import begin_problem
from puzzlekit.play.problem_generator import find_new_problems
from puzzlekit.play.problems import (
    Problem,
    Task,
    next_problem,
    plugin_collection,
    problem_of_day,
    read_collection,
    record_solved,
    write_collection,
)
from puzzlekit.play.setup import make_setup

#: Games with a collection, and the minimum numbers of problems.
GAMES = {"crossway": 100, "hex": 100, "palago": 100, "pentago": 35, "permute": 100, "shifty": 100}

#: A position of 4×4 Hex in which only b2 wins in two turns.
SMALL = Problem("hex:4@1R2,2B1,1R2,2B1_R_4", ("b2", "a1", "a4"))


@pytest.fixture
def without_compiled_rules(monkeypatch):
    """Use no compiled rules."""
    monkeypatch.setattr("puzzlekit.rules.base.has_numba", lambda: False)


def wins(rules, state, seat, turns):
    """Return whether a seat can force a win in at most `turns` more turns, by plain minimax."""
    order = Counter()  # how often a move decided, to try these moves first

    @cache
    def value(state, turns):
        result = rules.outcome(state)
        if result is not None:
            return result.seat == seat
        mine = rules.turn(state) == seat
        if mine and not turns:
            return False
        for move in sorted(rules.legal_moves(state), key=lambda move: -order[mine, move]):
            after = rules.apply_unchecked(state, move)
            if value(after, turns - (mine and rules.turn(after) != seat)) == mine:
                order[mine, move] += 1
                return mine
        return not mine

    return value(state, turns)


def wins_with(task, move):
    """Return whether a move wins in the number of turns of a problem, by plain minimax."""
    rules, after = task.setup.rules, task.setup.rules.play(task.setup.start, move)
    still_moves = rules.outcome(after) is None and rules.turn(after) == task.seat
    return wins(rules, after, task.seat, task.turns - (not still_moves))


def test_small_problem_by_minimax():
    setup = make_setup(SMALL.game)
    rules, seat = setup.rules, 0
    assert not wins(rules, setup.start, seat, 1)
    moves = rules.legal_moves(setup.start)
    winning = [m for m in moves if wins(rules, rules.play(setup.start, m), seat, 1)]
    assert winning == ["b2"]
    with pytest.raises(FormatError, match="does not win"):
        Task(Problem(SMALL.game, ("b2",)))


@pytest.mark.parametrize("name", GAMES)
def test_shipped_collections(name):
    problems = read_collection(plugin_collection(name))
    assert len(problems) >= GAMES[name]
    assert len({problem.game for problem in problems}) == len(problems)
    first, last = Task(problems[0]), Task(problems[-1])
    assert 2 <= first.turns <= last.turns


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name == "palago")) for name in GAMES]
)
def test_only_the_solution_wins_by_minimax(name):
    problems = read_collection(plugin_collection(name))
    for problem in problems[: sample_size(len(problems), least=1, share=50)]:
        task = Task(problem)
        moves = task.setup.rules.legal_moves(task.setup.start)
        assert wins_with(task, problem.solution[0])
        for move in moves if len(moves) < 100 else moves[::400]:
            assert wins_with(task, move) == (move == problem.solution[0])


def controller_of(problem):
    return GameController(begin_problem(problem))


def test_solve_problem(home, without_compiled_rules):
    controller = controller_of(SMALL)
    assert controller.status_line() == "Find the win: Red wins in 2 turns"
    controller.play("a4")
    serve_request(controller)
    assert controller.message == "a4 does not win in time. Undo it and try another move."
    assert controller.session.moves == ["a4"]
    controller.undo()
    controller.request_or_play_hint()
    assert controller.hint == ["b2"]
    controller.play("b2")
    serve_request(controller)
    assert len(controller.session.moves) == 2
    assert controller.status_line() == "Find the win: Red wins in 1 turn"
    assert next_problem([SMALL, Problem("x", ())]) == SMALL
    proof = prove(load(SMALL.game), controller.session.state)
    controller.play(proof.line[0])
    assert controller.session.result.seat == 0
    assert next_problem([SMALL, Problem("x", ())]).game == "x"


def test_next_and_daily_problem(home):
    problems = [SMALL, Problem("hex:3@3,3,3_R_0", ("a1",))]
    for problem in problems:
        record_solved(problem)
    assert next_problem(problems, SMALL.game) == problems[1]
    assert next_problem(problems, problems[1].game) == SMALL
    problems = [Problem(str(number), ("a",)) for number in range(100)]
    days = [f"202611{day:02}" for day in range(1, 29)]
    chosen = {problem_of_day(problems, day) for day in days}
    assert len(chosen) > 15
    assert problem_of_day(problems, days[0]) == problem_of_day(problems, days[0])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hex:3 a1", "is not a problem"),
        ("hex:3@3,3,3_R_0", "is not a problem"),
        ("hex:3@3,3,3_R_0#x a1", "must be an integer"),
    ],
)
def test_malformed_lines(tmp_path, line, message):
    path = tmp_path / "hex.practice"
    path.write_text(f"# comment\n\n{line}\n")
    with pytest.raises(FormatError, match=message) as error:
        read_collection(path)
    assert "line 3" in str(error.value)


def test_generated_problems_are_sorted_and_read_back(tmp_path, without_compiled_rules, monkeypatch):
    monkeypatch.setattr("puzzlekit.play.problem_generator.PLAYER", "random")
    found = find_new_problems(make_setup("hex:3"), (), seed=1)
    tasks = [Task(next(found)) for _ in range(3)]
    path = tmp_path / "hex.practice"
    write_collection(path, tasks)
    problems = read_collection(path)
    assert sorted(map(str, problems)) == sorted(str(task.problem) for task in tasks)
    assert [Task(each).turns for each in problems] == sorted(task.turns for task in tasks)
