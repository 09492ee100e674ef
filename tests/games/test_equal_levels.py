"""Levels that games declare as equal, compared with match results."""

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from puzzlekit import load
from puzzlekit.core.values import LEVELS

TABLE = Path(__file__).parents[2] / "benchmarks" / "results" / "matches.txt"

STEPS = {(f"mcts:{a}", f"mcts:{b}") for b, a in pairwise(LEVELS)}


def match_scores():
    """Yield the game, the stronger level and its score for each match of neighbouring levels."""
    for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]:
        game, a, b, *_ = line.split()
        if (a, b) in STEPS:
            yield game, a.removeprefix("mcts:"), float(line.partition("%")[0].split()[-1]) / 100


def minimum_score(seats):
    """Return the score against all other players that corresponds to 65 % against one."""
    odds = 0.65 / 0.35
    return odds / (odds + seats - 1)


@pytest.mark.skipif(not TABLE.exists(), reason="the results of matches are not installed")
def test_equal_levels_match_results():
    played = list(match_scores())
    assert len(played) > 150
    assert {level for _, level, _ in played} == {*LEVELS[1:]}
    rules_of = cache(load)
    for game, level, share in played:
        rules = rules_of(game)
        is_close = share < minimum_score(len(rules.players))
        assert (level in rules.equal_levels) == is_close, (game, level, share)
