"""State spaces in rows and columns, compared with the positions that the rules reach."""

from itertools import islice, permutations
from pathlib import Path

import pytest
from group_builders import M11
from random_puzzles import Twisted
from support import stop_at

from puzzlekit import (
    Board,
    LimitReachedError,
    OptionError,
    Puzzle,
    Sliding,
    Twisty,
    distances,
    grid,
    load,
    ring,
)
from puzzlekit.core.progress import silent
from puzzlekit.solving import search
from puzzlekit.solving.spaces import Enumeration, hash_search
from puzzlekit.solving.spaces import position_numbering as numberings
from puzzlekit.solving.spaces.hash_search import HashedEnumeration, encode_frames, enumerate_by_hash
from puzzlekit.solving.spaces.label_permutations import make_mechanism
from puzzlekit.solving.spaces.row_column_splits import make_splits, orbits
from puzzlekit.solving.spaces.space import StateSpace, open_space
from puzzlekit.solving.spaces.store import MemoryStore
from puzzlekit.solving.spaces.transition_tables import StateReader

pytest.importorskip("numba")
pytestmark = pytest.mark.slow

#: Published numbers of 2×2×2 positions by distance in quarter turns.
QUARTERS = [1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536]
QUARTERS += [90280, 276]


def level_sizes(rules, metric="steps"):
    """Return the level sizes from the state space, even where a plain search would do."""
    return list(open_space(rules, rules.start(), metric=metric).levels())


def plain_level_sizes(rules):
    return [*map(len, search.bfs_layers(rules, limit=200_000))]


@pytest.mark.parametrize("alike", [False, True])
def test_twisting_pieces(alike):
    rules = Twisted(alike)
    (orbit,) = orbits(make_mechanism(rules).sources, rules.goal)
    assert sorted(map(len, orbit.slots)) == [3, 3, 3, 3]
    assert sorted(orbit.counts.values()) == ([1, 1, 2] if alike else [1, 1, 1, 1])
    assert level_sizes(rules) == plain_level_sizes(rules)


def test_twisting_pieces_by_hash():
    rules = Twisted(True)
    assert list(enumerate_by_hash(rules, rules.goal, 1 << 20).levels()) == plain_level_sizes(rules)
    counts = enumerate_by_hash(load("cube:3"), load("cube:3").goal, 1 << 22).levels()
    # Published numbers for the cube in quarter turns.
    assert list(islice(counts, 5)) == [1, 12, 114, 1068, 10011]


@pytest.mark.parametrize("cores", [1, 3])
def test_small_cube(cores):
    assert list(distances(load("cube:2"), metric="steps", cores=cores)) == QUARTERS


def test_counts_do_not_depend_on_split(monkeypatch):
    rules = load("twist:2,height=3")
    puzzle = make_mechanism(rules)
    found = orbits(puzzle.sources, rules.goal)
    splits = make_splits(found)
    assert len(splits) >= 6
    parts = dict(pair for each in found for pair in each.parts(rules.goal))
    readers = [StateReader(split, found) for split in splits]
    arrangement = [parts[cell] for cell in range(6)]
    lines = {(tuple(each.row(arrangement)), tuple(each.column(arrangement))) for each in readers}
    assert len(lines) == len(splits)
    for split in splits:
        monkeypatch.setattr(numberings, "make_splits", lambda *_, split=split: [split])
        numbering = numberings.number_positions(puzzle, rules.goal)
        space = StateSpace(numbering, MemoryStore(numbering.rows, numbering.tracks.width))
        assert list(space.levels()) == plain_level_sizes(rules)


def test_many_orbits_and_large_boards():
    cells = [f"{name}{pair}" for pair in range(40) for name in "ab"]
    rules = Twisty(ring(80), cells, {f"M{pair}": [(2 * pair, 2 * pair + 1)] for pair in range(40)})
    assert len(make_splits(orbits(make_mechanism(rules).sources, rules.goal))) <= 60
    with pytest.raises(LimitReachedError, match="more than 2,000 states"):
        list(distances(rules, limit=2_000))
    assert open_space(load("fifteen:50,height=50"), load("fifteen:50,height=50").goal) is None


@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        ("fifteen", {"metric": "turns"}, "does not support the metric turns"),
        ("cube:2", {"metric": "jumps"}, r"'jumps'\. Options: steps, turns, runs, lines"),
        ("cube:2", {"memory": 1000}, r"take .* bytes. Raise the `memory`"),
        ("cube:3", {"limit": 20_000}, r"more than 20,000 positions\. Raise the `limit`"),
        ("cube:3", {"memory": 1_000_000}, r"more than 20,000 positions. Raise the `memory`"),
        ("cube:2", {"limit": 20_000}, r"more than 20,000 positions\. Raise the `limit`"),
        ("cube:2", {"limit": 50}, "more than 50 states"),
    ],
)
def test_invalid_metrics_and_limits(game, options, message):
    with pytest.raises(OptionError if "metric" in options else LimitReachedError, match=message):
        list(distances(load(game), **options))


@pytest.mark.parametrize("metric", ["steps", "turns"])
def test_group_elements_from_base_images(metric, monkeypatch):
    """Compare M11 on points with its actions on ordered pairs and triples."""
    monkeypatch.setattr("puzzlekit.solving.spaces.enumeration.SMALL_SPACE", 100)
    rules = load(M11)
    expected = list(search.bfs_layers(rules))
    space = enumerate_by_hash(rules, rules.goal, 1 << 20, metric=metric)
    counts = list(space.levels())
    if metric == "steps":
        assert counts == [*map(len, expected)]
        assert sorted(space.farthest(10_000)) == sorted(expected[-1])
    assert counts == list(open_space(rules, rules.goal, metric=metric).levels())
    for size in (2, 3):  # a base has up to 3 of the 110 or 990 points, of one or two bytes each
        points = {each: number for number, each in enumerate(permutations(range(11), size))}
        images = [[points[tuple([g[a] for a in each])] for each in points] for g in M11]
        assert list(distances(images, metric=metric, memory=7_920 * 30)) == counts


def test_count_without_numba(monkeypatch):
    monkeypatch.setattr("puzzlekit.solving.spaces.enumeration.has_numba", lambda: False)
    assert sum(distances(load("twist:2,height=4"))) == 40_320
    for options in ({"metric": "lines"}, {"file": Path("levels.space")}, {"cluster": "local"}):
        with pytest.raises(OptionError, match="Without numba"):
            next(Enumeration(load("fifteen:2,height=2"), **options).levels())


def test_no_space_with_forbidden_cells():
    rules = Twisty(ring(4), "abcd", {"L": [range(4)], "S": [(0, 2)]}, forbidden={1: {"a"}})
    assert open_space(rules, rules.goal) is None
    assert sum(distances(rules)) == sum(plain_level_sizes(rules))


class Gates(Puzzle):
    """A ring of five cells, where a piece on the last cell blocks one of two turns."""

    name = "Gates"

    def __init__(self):
        super().__init__(ring(5), "aabcd")

    def frame(self, state):
        return tuple(label in "ab" for label in state)

    def legal_moves(self, state):
        return ["L", "S"] if state[4] in "ab" else ["L"]

    def cell_permutation(self, state, move):
        return {i: (i + 1) % 5 for i in range(5)} if move == "L" else {0: 2, 2: 0}


class Rows(Puzzle):
    """Many pieces in a row, of which only two neighbours at a time can be exchanged."""

    name = "Rows"

    def __init__(self, cells):
        super().__init__(ring(cells), [*map(str, range(cells))])

    def frame(self, state):
        return state.index("0")

    def legal_moves(self, state):
        return ["L", "R"]

    def cell_permutation(self, state, move):
        here = self.frame(state)
        there = (here + (1 if move == "R" else -1)) % len(state)
        return {here: there, there: here}


@pytest.mark.parametrize("backward", [False, True])
@pytest.mark.parametrize("rules", [Gates(), Rows(300)], ids=["few labels", "many labels"])
def test_moves_that_depend_on_frames(rules, backward):
    expected = [*islice(search.bfs_layers(rules, rules.goal, backward=backward), 60)]
    space = enumerate_by_hash(rules, rules.goal, 1 << 20, backward=backward)
    assert [*islice(space.levels(), 60)] == [*map(len, expected)]
    assert sorted(space.farthest(1_000)) == sorted(expected[-1])


@pytest.mark.parametrize("extra", [[100], [], None])
def test_wrong_counts_are_not_used(extra, monkeypatch):
    monkeypatch.setattr("puzzlekit.solving.spaces.enumeration.SMALL_SPACE", 10)
    rules, asked = Gates(), []
    expected = plain_level_sizes(rules)
    wrong = expected[:1] if extra is None else [*expected[:2], *extra]
    space = enumerate_by_hash(rules, rules.goal, 1 << 20)
    monkeypatch.setattr(space, "levels", lambda **_: iter(wrong))
    monkeypatch.setattr(
        hash_search, "enumerate_by_hash", lambda *_, **options: asked.append(options) or space
    )
    assert list(distances(rules)) == expected
    assert len(asked) == 1


class Dial(Puzzle):
    """A puzzle whose states are numbers, which have no frames."""

    name = "Dial"

    def __init__(self):
        super().__init__(ring(2), "ab")

    def start(self, rng=None):
        return 0

    def legal_moves(self, state):
        return ["+", "-"]

    def apply(self, state, move):
        return (state + (1 if move == "+" else -1)) % 99


def test_states_without_labels(monkeypatch):
    monkeypatch.setattr("puzzlekit.solving.spaces.enumeration.SMALL_SPACE", 10)
    assert list(distances(Dial())) == [1] + [2] * 49


def test_frames_that_rarely_repeat_are_not_used():
    rules = Sliding(grid(30, 1), [*map(str, range(28)), "", ""])
    known = search.bfs_layers(rules)
    assert encode_frames(rules, rules.goal, silent, backward=False, known=[*known][-1]) is None
    assert encode_frames(rules, rules.goal, silent, backward=False) is not None


def test_frames_from_which_the_goal_can_be_reached_but_not_left():
    names = [*map(str, range(8))]
    ways = [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (4, 5), (5, 6), (6, 7)]
    board = Board(names, [(i, i * i) for i in range(8)], arcs=ways)
    for hole in range(8):
        rules = Sliding(board, ["" if cell == hole else str(cell) for cell in range(8)])
        expected = [*map(len, search.bfs_layers(rules, rules.goal, backward=True))]
        space = enumerate_by_hash(rules, rules.goal, 1 << 20, backward=True)
        assert [*space.levels()] == expected
        # As on boards with more cells than `MAX_CELLS`.
        framed = encode_frames(rules, rules.goal, silent, backward=True)
        assert framed is None or [*HashedEnumeration(framed, 1 << 20).levels()] == expected


def test_interrupted_level_is_counted_whole():
    rules = load("twist:2,height=4")
    found = open_space(rules, rules.goal)
    expected = level_sizes(rules)
    with pytest.raises(KeyboardInterrupt):
        list(found.levels(progress=stop_at("distance 7")))
    assert list(found.levels()) == expected
    assert {found.distance(state) for state in found.farthest(5)} == {len(expected) - 1}


def test_command(run, data):
    found = data("distances", "twist", "--metric", "turns")
    assert (found["states"], found["metric"], found["complete"]) == (362_880, "turns", True)
    assert found["farthest"] == len(found["by_distance"]) - 1
    total = sum(n * each for n, each in enumerate(found["by_distance"]))
    assert found["average"] == pytest.approx(total / 362_880)
    _, out, _ = run("distances", "knights")
    assert out.endswith("farthest 1 position at 47 moves from the start, 22.70 on average\n")
    code, _, err = run("distances", "cube:2", "--memory", "1KB")
    assert code == 3
    assert "(--memory)" in err


def test_progress():
    reports = []
    list(distances(load("twist:2,height=4"), progress=lambda *each: reports.append(each)))
    assert ("positions, distance 12", 40_320, 40_320) in reports
    with pytest.raises(KeyboardInterrupt):
        list(distances(load("twist:2,height=4"), progress=stop_at("distance")))


def test_equal_tiles():
    rules = Sliding(grid(3, 2), ["x"] * 5 + [""])
    assert level_sizes(rules) == plain_level_sizes(rules) == [1, 2, 2, 1]
