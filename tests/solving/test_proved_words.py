"""Proofs of shortest words after a chain of several stages, in small spaces."""

import pytest
from support import played, scrambled

from puzzlekit import load
from puzzlekit.core import disk_cache
from puzzlekit.core.progress import silent
from puzzlekit.solving import short_words
from puzzlekit.solving.chains import api, chain, colouring, stage, stage_choice
from puzzlekit.solving.hints import as_word, find_word
from puzzlekit.solving.optimal import solve_optimally
from puzzlekit.solving.short_words import chain_time, proved_word
from puzzlekit.solving.spaces.mechanism import TURNS


@pytest.fixture(autouse=True)
def tables(monkeypatch, tmp_path):
    """Use a separate table folder, and tables so small that a chain has several stages."""
    monkeypatch.setattr(disk_cache, "cache_path", lambda: tmp_path / "tables")
    monkeypatch.setattr(api, "_chains", {})
    monkeypatch.setattr(stage, "MAX_TABLE_BYTES", 20_000)
    monkeypatch.setattr(stage, "MAX_PLACES", 5_000)
    monkeypatch.setattr(colouring, "MAX_PLACES", 5_000)
    monkeypatch.setattr(chain, "MAX_TABLE_BYTES", 20_000)
    monkeypatch.setattr(stage_choice, "QUICK_RATIO", 0.1)


def time_of_chain(rules, seconds, *, make=False):
    return chain_time(rules, rules.goal, seconds, metric=TURNS, make=make, progress=silent)


def test_words_of_a_chain_are_made_shortest_where_tables_are_at_hand(monkeypatch):
    rules = load("cube:2")
    state = scrambled(rules, 1, 60)
    assert api.find_chain(rules, metric=TURNS, make=True) is not None
    assert time_of_chain(rules, 10) == 10  # the tables of the depth-first search do not exist yet
    find_word(rules, state, metric=TURNS, seconds=10, tables=True)
    assert time_of_chain(rules, 10) == 10 * short_words.TIME_SHARE
    assert time_of_chain(rules, None) is None  # results are deterministic without a time limit
    monkeypatch.setattr(short_words, "TIME_SHARE", 0)  # the chain finds only its first word
    for seed in range(3):
        state = scrambled(rules, seed, 60)
        moves = find_word(rules, state, metric=TURNS, seconds=10)
        assert len(as_word(rules, moves)) == solve_optimally(rules, state, metric=TURNS).length
        state = played(rules, state, moves)
        assert state == rules.goal


def test_a_chain_has_all_the_time_where_positions_are_many(monkeypatch):
    monkeypatch.setattr(short_words, "POSITIONS", 1_000)
    assert time_of_chain(load("cube:2"), 10, make=True) == 10


def test_what_is_not_found_in_time_is_left_to_the_chain():
    rules = load("cube:2")
    state = scrambled(rules, 2, 60)
    assert proved_word(rules, state, rules.goal, -1, metric=TURNS, progress=silent) is None
    assert find_word(rules, state, metric=TURNS, seconds=0, tables=True)
