"""Queries of state spaces: distances, farthest positions, metrics, paths to the goal."""

from collections import Counter
from itertools import combinations, islice, pairwise
from random import Random
from xml.etree import ElementTree

import pytest
from random_puzzles import Twisted

from puzzlekit import Board, OptionError, Sliding, Twisty, grid, load
from puzzlekit.solving import search
from puzzlekit.solving.spaces import Enumeration, space
from puzzlekit.solving.spaces.space import open_space

pytest.importorskip("numba")
pytestmark = pytest.mark.slow


def levels(steps, start):
    """Return the states at each distance by plain breadth-first search."""
    found, seen = [{start}], {start}
    while level := {near for state in found[-1] for near in steps(state)} - seen:
        seen |= level
        found.append(level)
    return found


def open_complete_space(rules, start, **options):
    found = open_space(rules, start, **options)
    list(found.levels())
    return found


def check_distances(rules, found, **options):
    """Compare a space with the levels of a plain search."""
    expected = list(search.bfs_layers(rules, rules.goal, **options))
    assert found.counts == [len(level) for level in expected]
    for distance, level in enumerate(expected):
        assert {found.distance(state) for state in level} == {distance}
    assert sorted(found.farthest(10_000)) == sorted(expected[-1])


@pytest.mark.parametrize("alike", [False, True])
@pytest.mark.parametrize("backward", [False, True])
def test_distances(alike, backward):
    rules = Twisted(alike)
    found = open_complete_space(rules, rules.goal, backward=backward)
    check_distances(rules, found, backward=backward)
    assert len(found.farthest(1)) == 1


@pytest.mark.parametrize("alike", [False, True])
def test_redundant_stickers_need_no_memory(alike):
    """Three pieces of four stickers. G cycles the pieces, H turns one of them by a half."""
    cells = [f"{letter}{piece}" for letter in "abcd" for piece in range(3)]
    goal = [cell[0] if alike and cell[0] in "bd" else cell for cell in cells]
    cycles = [[3 * letter + piece for piece in range(3)] for letter in range(4)]
    board = Board(cells, [(n % 3, n // 3) for n in range(12)])
    rules = Twisty(board, goal, {"G": cycles, "H": [(0, 6), (3, 9)]})
    found = open_complete_space(rules, rules.goal)
    assert [len(tie.cells) for tie in found.numbering.ties] == [6]
    assert found.numbering.positions == 24
    check_distances(rules, found)
    swapped = [*rules.goal[:3], *rules.goal[9:], *rules.goal[6:9], *rules.goal[3:6]]
    assert found.distance(tuple(swapped)) is None


def test_unreachable_positions_have_no_distance():
    rules = load("fifteen:3,height=2")
    found = open_complete_space(rules, rules.goal)
    for first, second in ("21", "11", "91"):
        assert found.distance((first, second, "3", "4", "5", "")) is None
    partial = open_space(rules, rules.goal)
    counts = partial.levels()
    assert next(counts) == 1
    far = found.farthest(1)[0]
    assert partial.distance(rules.goal) == 0
    assert len(partial.counts) == 1
    # The search continues to the position, and the earlier iterator yields all levels.
    assert partial.distance(far) == found.distance(far) == len(partial.counts) - 1
    assert [1, *counts] == found.counts


def pushes(state):
    """Yield the states after a push of tiles along a row of three or a column of two."""
    rows = [(0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5)]
    for row in [*rows, *(row[::-1] for row in rows)]:
        for begin, end in combinations(range(len(row) + 1), 2):
            part = row[begin:end]
            if len(part) > 1 and state[part[-1]] == "" and all(state[cell] for cell in part[:-1]):
                moved = list(state)
                for cell, to in pairwise(part):
                    moved[to] = state[cell]
                moved[part[0]] = ""
                yield tuple(moved)


@pytest.mark.parametrize("goal", [("1", "2", "3", "4", "5", ""), ("1", "2", "", "1", "3", "")])
def test_pushes_of_lines(goal):
    rules = Sliding(grid(3, 2), goal)
    expected = levels(pushes, rules.goal)
    assert open_complete_space(rules, rules.goal, metric="lines").counts == list(map(len, expected))


def test_published_numbers():
    # The knights need 40 steps, or 12 if consecutive steps of one knight count as one.
    knights = load("knights")
    for metric, length in (("steps", 40), ("runs", 12)):
        found = open_complete_space(knights, knights.goal, metric=metric, backward=True)
        assert found.distance(knights.start()) == length
    pinball = load("pinball")
    found = open_complete_space(pinball, pinball.goal, backward=True)
    assert found.distance(pinball.start()) == 18


def test_backward_without_space():
    found = Enumeration(load("hex:2"), backward=True)
    with pytest.raises(OptionError, match="cannot be searched backward"):
        list(found.levels())


def test_command_with_farthest_positions_and_plot(run, data, tmp_path):
    plot = tmp_path / "plot.svg"
    code, out, _ = run("distances", "pinball", "--to-goal", "--farthest", "3", "--plot", plot)
    rules = load("pinball")
    found = open_complete_space(rules, rules.goal, backward=True)
    lines = out.splitlines()
    assert code == 0
    assert lines[-1] == rules.encode(found.farthest(1)[0])
    farthest = len(found.counts) - 1
    assert lines[-2].startswith(f"farthest 1 position at {farthest} moves to the goal, ")
    shown = [each.text for each in ElementTree.parse(plot).iter() if each.tag.endswith("title")]
    assert shown == [f"{n}: {count:,}" for n, count in enumerate(found.counts)]
    assert data("distances", "fifteen:2,height=2", "--farthest", "1")["positions"] == ["_321"]


def test_random_farthest_positions(monkeypatch, is_likely):
    rules = load("fifteen:3,height=3")
    found = open_space(rules, rules.goal)
    list(islice(found.levels(), 9))
    every = found.farthest(found.counts[-1])
    for listed in (0, len(every)):
        monkeypatch.setattr(space, "MAX_LISTED", listed)
        drawn = Counter(islice(found.draws(Random(6)), 20 * len(every)))
        assert is_likely(drawn, dict.fromkeys(every, 1 / len(every)))
