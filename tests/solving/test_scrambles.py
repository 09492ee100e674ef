"""Random positions at a given distance: correct distance, uniform distribution."""

from collections import Counter
from contextlib import nullcontext
from itertools import islice
from random import Random

import pytest
from support import play_moves, sample

from puzzlekit import Blocks, LimitReachedError, OptionError, Twisty, grid, load, ring
from puzzlekit.play.parse_moves import read_moves
from puzzlekit.solving import scrambles as module
from puzzlekit.solving.scrambles import moves_from_goal, scrambles
from puzzlekit.solving.search import bfs_layers, goal_layers, solve


def lengths(rules, found, count=4):
    return {solve(rules, state).length for state in islice(found.states, count)}


@pytest.mark.parametrize(
    "text",
    [
        "fifteen:3,height=2",
        pytest.param("pinball", marks=pytest.mark.slow),
        "knights",
        "knights:distinct",
    ],
)
def test_distance_of_scrambles(text):
    rules = load(text)
    farthest = scrambles(rules, None, Random(1))
    for distance in (0, 1, 5, farthest.distance):
        found = scrambles(rules, distance, Random(2))
        assert (found.distance, found.uniform) == (distance, True)
        assert lengths(rules, found) == {distance}
    with pytest.raises(OptionError, match=f"The maximum is {farthest.distance}"):
        scrambles(rules, farthest.distance + 1, Random(1))


def test_uniform_distribution(is_likely):
    rules = load("fifteen:3,height=2")
    some = next(islice(bfs_layers(rules, rules.goal), 9, None))
    drawn = Counter(islice(scrambles(rules, 9, Random(4)).states, 40 * len(some)))
    assert is_likely(drawn, dict.fromkeys(some, 1 / len(some)))


@pytest.mark.slow
def test_random_walks_in_large_spaces(monkeypatch):
    def none(self, **how):
        yield 1
        raise LimitReachedError("There are too many positions.")

    monkeypatch.setattr(module.Enumeration, "levels", none)
    for text, distance in (("fifteen:3,height=2", 17), ("pinball", 18), ("knights", 12)):
        rules = load(text)
        found = scrambles(rules, distance, Random(5))
        assert not found.uniform
        assert lengths(rules, found, 2) == {distance}
    with pytest.raises(
        LimitReachedError, match="Knights has too many positions to find the farthest"
    ):
        scrambles(rules, None, Random(5))
    with pytest.raises(LimitReachedError, match="proved distance of 48 moves was found in time"):
        next(scrambles(rules, 48, Random(5), seconds=0).states)


def test_infeasible_searches_are_not_started(monkeypatch):
    monkeypatch.setattr(module, "SMALL_SPACE", 100)
    seen = []
    monkeypatch.setattr(
        module, "_random_walk_ends", lambda rules, distance, *more: seen.append(distance)
    )
    assert not scrambles(load("hungarian"), 30, Random(1)).uniform
    assert seen == [30]
    with pytest.raises(OptionError, match="Hex has no goal"):
        scrambles(load("hex:3"), 3, Random(1))


@pytest.mark.slow
@pytest.mark.parametrize("metric", sample(["turns", "steps"], 1))
def test_scrambles_from_space(metric):
    pytest.importorskip("numba")
    rules = load("cube:2")
    farthest = scrambles(rules, None, Random(1), metric=metric)
    assert farthest.distance == {"steps": 14, "turns": 11}[metric]
    far = set(islice(farthest.states, 40))
    assert len(far) > 20
    found = scrambles(rules, 5, Random(2))
    assert found.uniform
    assert lengths(rules, found, 2) == {5}


def test_feasible_searches(monkeypatch):
    monkeypatch.setattr(module, "SMALL_SPACE", 20)
    rules = load("pinball")
    for room, hopeful in ((160, True), (159, False)):  # the level doubles three times from 20
        monkeypatch.setattr(module, "default_limit", lambda rules, room=room: room)
        with nullcontext() if hopeful else pytest.raises(LimitReachedError):
            module._check_feasible(rules, [10, 20], 4)
    module._check_feasible(rules, [10, 10], 10**6)  # too few positions for an estimate


def test_farthest_positions_of_blocks():
    class Garage(Blocks):
        name = "Garage"

        def __init__(self):
            super().__init__(grid(3, 4), "..B XXB ... ...", "... .XX ... ...", lengthwise=True)

    rules = Garage()
    found = scrambles(rules, None, Random(1))
    assert lengths(rules, found) == {found.distance}
    every = [state for level in bfs_layers(rules, rules.start()) for state in level]
    assert found.distance == max(solve(rules, state).length for state in every)
    with pytest.raises(OptionError, match="does not support the metric turns"):
        scrambles(rules, 2, Random(1), metric="turns")
    found = scrambles(rules, 2, Random(1), metric="runs")
    for state in islice(found.states, 5):
        assert solve(rules, state, metric="runs").length == 2


@pytest.mark.parametrize(
    "game", ["twist#7", "lights_out#7", pytest.param("cube#7", marks=pytest.mark.slow)]
)
def test_moves_from_goal_reach_position(game):
    rules = load(game)
    moves = read_moves(rules, rules.goal, moves_from_goal(rules, rules.start()))
    assert play_moves(rules, rules.goal, moves) == rules.start()


@pytest.mark.parametrize("free", [(), (1,)])
def test_distances_in_turns(free):
    rules = Twisty(ring(5), "abcde", {"R": [range(5)], "S": [(0, 1)]}, free=free)
    found = scrambles(rules, 3, Random(1), metric="turns")
    for state in islice(found.states, 5):
        assert solve(rules, state, metric="turns").length == 3
    if free:
        both = goal_layers(rules, metric="turns"), goal_layers(with_powers(rules))
        assert [*map(len, both[0])] == [*map(len, both[1])]


def with_powers(rules):
    """Return the puzzle with the squares of its moves as further moves."""
    moves = {"R": [range(5)], "Q": [(0, 2, 4, 1, 3)], "S": [(0, 1)]}
    return Twisty(rules.board, rules.goal, moves, free=rules.free)
