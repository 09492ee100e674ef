"""Proofs of shortest words after a chain of several stages, in small spaces."""

import pytest
from support import play_moves, scrambled

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


def solve_task(rules, state, seconds, *, tables=False):
    return SolveTask(rules, state, None, TURNS, seconds, tables, 10**6, silent)


def seconds_for_chain(rules, seconds, *, tables=False):
    chain = api.find_chain(rules, metric=TURNS, make=tables)
    return chain_time(solve_task(rules, rules.goal, seconds, tables=tables), rules, chain)


def test_words_are_shortest_with_stored_tables(monkeypatch):
    rules = load("cube:2")
    state = scrambled(rules, 1, 60)
    assert api.find_chain(rules, metric=TURNS, make=True) is not None
    # The tables of the depth-first search do not exist yet.
    assert seconds_for_chain(rules, 10) == 10
    proved_word(solve_task(rules, state, 10, tables=True))
    assert seconds_for_chain(rules, 10) == 10 * short_solutions.TIME_SHARE
    assert seconds_for_chain(rules, None) is None  # results are deterministic without a time limit
    monkeypatch.setattr(short_solutions, "TIME_SHARE", 0)  # the chain finds only its first word
    for seed in range(3):
        state = scrambled(rules, seed, 60)
        moves = find_solution(rules, state, metric=TURNS, seconds=10).moves
        assert len(as_word(rules, moves)) == solve_optimally(rules, state, metric=TURNS).length
        assert play_moves(rules, state, moves) == rules.goal


def test_chain_gets_all_time_for_large_spaces(monkeypatch):
    monkeypatch.setattr(short_solutions, "MAX_PROOF_POSITIONS", 1_000)
    assert seconds_for_chain(load("cube:2"), 10, tables=True) == 10


def test_chain_finds_words_without_time():
    rules = load("cube:2")
    state = scrambled(rules, 2, 60)
    assert proved_word(solve_task(rules, state, -1)) is None
    assert find_solution(rules, state, metric=TURNS, seconds=0, tables=True).moves
