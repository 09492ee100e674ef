"""Reachable states and shortest solutions, compared with known numbers."""

import json
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from support import DATA_FOLDER, count_paths, play_moves, stop_at

from puzzlekit import (
    LimitReachedError,
    OptionError,
    Sliding,
    Twisty,
    distances,
    grid,
    load,
    ring,
)
from puzzlekit.solving.search import solve

PINBALL = json.loads((DATA_FOLDER / "pinball.json").read_text())
KNIGHTS = json.loads((DATA_FOLDER / "knights.json").read_text())


def naive(rules, start):
    """Return the distance of every state and the number of shortest paths to it."""
    return count_paths(start, lambda s: [rules.play(s, move) for move in rules.legal_moves(s)])


@pytest.mark.slow
def test_pinball():
    rules = load("pinball")
    assert sum(distances(rules)) == 181440
    solution = solve(rules)
    best = PINBALL["shortest_solution"]
    assert (solution.length, solution.count) == (18, 1)
    assert (best["moves"], best["number_of_optimal"]) == (18, 1)
    path = best["path"].split("-")
    assert solution.moves == [f"{tile}-{hole}" for hole, tile in pairwise(path)]
    flips = []
    for move in solution.moves:
        tile, to = move.split("-")
        side = ("left", "right")[PINBALL["flippers"][tile].index(int(to))]
        flips.append(f"{tile} {side}")
    assert flips == [flip.split(" (")[0] for flip in best["flips"]]
    assert play_moves(rules, rules.start(), solution.moves) == rules.goal


def test_start_of_pinball():
    rules = load("pinball")
    assert [int(label or 0) for label in rules.start()] == PINBALL["start_ball_home"]
    for tile, ends in PINBALL["flippers"].items():
        assert rules.board.neighbours[int(tile) - 1] == tuple(sorted(end - 1 for end in ends))
    for tile, colour in PINBALL["tile_colours"].items():
        assert colour in (None, rules.board.colours[int(tile) - 1])
    assert len(set(rules.board.colours.values())) == 9


def test_knights():
    rules = load("knights")
    solution = solve(rules)
    assert solution.length == KNIGHTS["two_colours"]["swap_moves"] == 40
    assert play_moves(rules, rules.start(), solution.moves) == rules.goal
    assert sum(distances(rules)) == KNIGHTS["two_colours"]["states"] == 1260
    published = [f"{a}-{b}" for a, b in KNIGHTS["a_40_move_solution"]]
    assert play_moves(rules, rules.start(), published) == rules.goal
    names = rules.board.cells
    edges = {frozenset((int(names[a]), int(names[b]))) for a, b in rules.board.edges}
    assert edges == {frozenset(edge) for edge in KNIGHTS["edges"]}
    small = load("knights:board=small")
    assert set(names) - set(small.board.cells) == {"4", "5"}
    assert sum(distances(small)) == 8 * 7 * 6 * 5 // 4
    distance, _ = naive(rules, rules.goal)
    counts = list(distances(rules, rules.goal))
    assert counts == [list(distance.values()).count(d) for d in range(len(counts))]


def test_distinguished_knights():
    rules = load("knights:distinct")
    assert sum(distances(rules)) == KNIGHTS["distinguished"]["states"] == 5040
    distance, ways = naive(rules, rules.start())
    home = [bool(label) for label in rules.start()]
    returned = [state for state in distance if [bool(label) for label in state] == home]
    assert len(returned) == KNIGHTS["distinguished"]["rearrangements"] == 24
    solution = solve(rules)
    assert (solution.length, solution.count) == (distance[rules.goal], ways[rules.goal])


@pytest.mark.parametrize(
    ("text", "start", "goal"),
    [
        ("knights", {"white": "6 10", "black": "1 3"}, {"white": "1 3", "black": "6 10"}),
        (
            "knights:distinct",
            {"A": "6", "B": "10", "C": "1", "D": "3"},
            {"A": "1", "B": "3", "C": "6", "D": "10"},
        ),
    ],
)
def test_knight_placements(text, start, goal):
    rules = load(text)
    for state, places in ((rules.start(), start), (rules.goal, goal)):
        shown = {cell: name for cell, name in zip(rules.board.cells, state, strict=True) if name}
        assert shown == {cell: name for name in places for cell in places[name].split()}


@pytest.mark.parametrize("text", ["fifteen:3,height=2", "twist:3,height=2", "topspin:5"])
def test_solve_and_plain_search(text):
    rules = load(text)
    reachable = sorted(naive(rules, rules.start())[0])
    for start in Random(1).sample(reachable, 8):
        distance, ways = naive(rules, start)
        found = solve(rules, start)
        assert (found.length, found.count) == (distance[rules.goal], ways[rules.goal])
        assert play_moves(rules, start, found.moves) == rules.goal


@pytest.mark.slow
def test_bidirectional_search_with_one_way_edges():
    rules = load("pinball")
    state = rules.start()
    rng = Random(3)
    for _ in range(3):
        for _ in range(8):
            state = rules.play(state, rng.choice(rules.legal_moves(state)))
        alone = _Alone(rules)
        both = solve(rules, state)
        assert both == replace(solve(alone, state), moves=both.moves)
        assert play_moves(rules, state, both.moves) == rules.goal


class _Alone:
    """A puzzle without a goal and without predecessors."""

    def __init__(self, rules):
        self.start, self.legal_moves = rules.start, rules.legal_moves
        self.apply_unchecked = rules.apply_unchecked
        self.outcome, self.is_game, self.name = rules.outcome, rules.is_game, rules.name


def test_puzzles_solved_unsolvable_and_games():
    rules = load("twist")
    solution = solve(rules)
    assert (solution.moves, solution.length, solution.count) == ([], 0, 1)
    rules = Sliding(grid(3, 2), [*"12345", ""], start=[*"21345", ""])
    assert solve(rules) is None
    assert solve(_Alone(rules)) is None
    with pytest.raises(OptionError, match="game"):
        solve(load("permute:4"))
    assert sum(distances(Twisty(ring(6), "xxxyyy", {"L": [range(6)], "T": [(0, 1)]}))) == 20


def test_limits():
    rules = load("fifteen")
    with pytest.raises(LimitReachedError, match="more than 1,000 states"):
        list(distances(rules, limit=1000))
    with pytest.raises(LimitReachedError, match="more than 1,000 states"):
        solve(load("fifteen#1"), limit=1000)
    assert sum(distances(load("fifteen:2,height=2"), limit=12)) == 12
    with pytest.raises(LimitReachedError):
        list(distances(load("fifteen:2,height=2"), limit=11))


def test_progress():
    reports = []
    list(distances(load("knights"), progress=lambda *report: reports.append(report)))
    assert reports[-1] == ("states", 1260, None)
    for search in (solve, lambda rules, progress: list(distances(rules, progress=progress))):
        with pytest.raises(KeyboardInterrupt):
            search(load("knights"), progress=stop_at())
