"""Proofs of shortest words after a chain of several stages, in small spaces."""

import pytest
from support import played, scrambled

from puzzlekit import load
from puzzlekit.core.progress import silent
from puzzlekit.solving import short_solutions
from puzzlekit.solving.chains import api
from puzzlekit.solving.optimal import solve_optimally
from puzzlekit.solving.short_solutions import SolveTask, chain_time, find_solution, proved_word
from puzzlekit.solving.solution import TURNS, as_word

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def several_stages(small_tables, max_places):
    max_places(5_000)


def task(rules, state, seconds, *, tables=False):
    return SolveTask(rules, state, None, TURNS, seconds, tables, 10**6, silent)


def time_of_chain(rules, seconds, *, tables=False):
    return chain_time(task(rules, rules.goal, seconds, tables=tables))


def test_words_are_shortest_with_stored_tables(monkeypatch):
    rules = load("cube:2")
    state = scrambled(rules, 1, 60)
    assert api.find_chain(rules, metric=TURNS, make=True) is not None
    assert time_of_chain(rules, 10) == 10  # the tables of the depth-first search do not exist yet
    proved_word(task(rules, state, 10, tables=True))
    assert time_of_chain(rules, 10) == 10 * short_solutions.TIME_SHARE
    assert time_of_chain(rules, None) is None  # results are deterministic without a time limit
    monkeypatch.setattr(short_solutions, "TIME_SHARE", 0)  # the chain finds only its first word
    for seed in range(3):
        state = scrambled(rules, seed, 60)
        moves = find_solution(rules, state, metric=TURNS, seconds=10).moves
        assert len(as_word(rules, moves)) == solve_optimally(rules, state, metric=TURNS).length
        assert played(rules, state, moves) == rules.goal


def test_many_positions_leave_all_time_to_the_chain(monkeypatch):
    monkeypatch.setattr(short_solutions, "MAX_PROOF_POSITIONS", 1_000)
    assert time_of_chain(load("cube:2"), 10, tables=True) == 10


def test_chain_finds_words_if_time_is_up():
    rules = load("cube:2")
    state = scrambled(rules, 2, 60)
    assert proved_word(task(rules, state, -1)) is None
    assert find_solution(rules, state, metric=TURNS, seconds=0, tables=True).moves
