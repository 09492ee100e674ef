"""State spaces in rows and columns, compared with the positions that the rules reach."""

import json

import pytest
from random_puzzles import Twisted

from puzzlekit import LimitReachedError, OptionError, Sliding, Twisty, grid, load, ring
from puzzlekit.cli import parsers
from puzzlekit.solving import search
from puzzlekit.solving.spaces import METRICS, enumerate_states
from puzzlekit.solving.spaces.hash_search import enumerate_by_hash
from puzzlekit.solving.spaces.mechanism import make_mechanism
from puzzlekit.solving.spaces.orbit_splitting import make_splits, orbits
from puzzlekit.solving.spaces.plan import build_plan
from puzzlekit.solving.spaces.space import StateSpace, open_space
from puzzlekit.solving.spaces.store import MemoryStore
from puzzlekit.solving.spaces.tables import StateReader

pytest.importorskip("numba")
pytestmark = pytest.mark.slow

#: Published numbers of 2×2×2 positions by distance in quarter turns.
QUARTERS = [1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536]
QUARTERS += [90280, 276]


def counted(rules, metric="steps"):
    """Return the level sizes from the state space, even where a plain search would do."""
    return list(open_space(rules, rules.start(), metric=metric).levels())


def plain(rules):
    return [*map(len, search.bfs_layers(rules, limit=200_000))]


@pytest.mark.parametrize("alike", [False, True])
def test_pieces_that_twist(alike):
    rules = Twisted(alike)
    (orbit,) = orbits(make_mechanism(rules), rules.goal)
    assert sorted(map(len, orbit.slots)) == [3, 3, 3, 3]
    assert sorted(orbit.counts.values()) == ([1, 1, 2] if alike else [1, 1, 1, 1])
    assert counted(rules) == plain(rules)


def test_pieces_that_twist_met_one_by_one():
    rules = Twisted(True)
    assert list(enumerate_by_hash(rules, rules.goal, 1 << 20).levels()) == plain(rules)
    counts = []
    for count in enumerate_by_hash(load("cube:3"), load("cube:3").goal, 1 << 22).levels():
        counts.append(count)
        if len(counts) == 5:
            break
    # Published numbers for the cube in quarter turns.
    assert counts == [1, 12, 114, 1068, 10011]


def test_the_small_cube():
    assert list(enumerate_states(load("cube:2"), cores=1)) == QUARTERS
    assert list(enumerate_states(load("cube:2"), cores=3)) == QUARTERS


def test_every_way_to_split_counts_the_same():
    rules = load("twist:2,height=3")
    puzzle = make_mechanism(rules)
    found = orbits(puzzle, rules.goal)
    ways = make_splits(found)
    assert len(ways) >= 6
    parts = dict(pair for each in found for pair in each.parts(rules.goal))
    readers = [StateReader(way, found) for way in ways]
    arrangement = [parts[cell] for cell in range(6)]
    lines = {
        (tuple(reader.row(arrangement)), tuple(reader.column(arrangement))) for reader in readers
    }
    assert len(lines) == len(ways)
    for reader in readers:
        plan = build_plan(puzzle, found, [], arrangement, reader)
        assert list(StateSpace(plan, MemoryStore(plan.rows, plan.tracks.width)).levels()) == plain(
            rules
        )


def test_many_orbits_and_large_boards_take_no_time():
    class Pairs(Twisty):
        """Forty pairs, each of which can be exchanged."""

        def __init__(self):
            cells = [f"{name}{pair}" for pair in range(40) for name in "ab"]
            moves = {f"M{pair}": [(2 * pair, 2 * pair + 1)] for pair in range(40)}
            super().__init__(ring(80), cells, moves)

    rules = Pairs()
    assert len(make_splits(orbits(make_mechanism(rules), rules.goal))) <= 60
    with pytest.raises(LimitReachedError, match="more than 20,000 positions"):
        list(enumerate_states(rules, limit=20_000))
    assert open_space(load("fifteen:50,height=50"), load("fifteen:50,height=50").goal) is None


def test_turns_are_powers_of_twists():
    assert METRICS == parsers.METRICS == ("steps", "turns", "runs", "lines")
    # Each of the three faces of the 2×2×2 has three powers.
    assert counted(load("cube:2"), "turns")[:3] == [1, 9, 54]
    with pytest.raises(OptionError, match="cannot be searched by turns"):
        list(enumerate_states(load("fifteen"), metric="turns"))
    with pytest.raises(
        OptionError, match=r"Unknown metric 'jumps'\. Options: steps, turns, runs, lines"
    ):
        list(enumerate_states(load("cube:2"), metric="jumps"))


def test_what_there_is_no_room_for():
    with pytest.raises(LimitReachedError, match=r"take .* bytes. Raise the `memory`"):
        list(enumerate_states(load("cube:2"), memory=1000))
    with pytest.raises(LimitReachedError, match=r"more than 20,000 positions\. Raise the `limit`"):
        list(enumerate_states(load("cube:3"), limit=20_000))
    with pytest.raises(LimitReachedError, match=r"more than 21,739 positions. Raise the `memory`"):
        list(enumerate_states(load("cube:3"), memory=1_000_000))
    with pytest.raises(LimitReachedError, match=r"more than 20,000 positions\. Raise the `limit`"):
        list(enumerate_states(load("cube:2"), limit=20_000))
    with pytest.raises(LimitReachedError, match="more than 50 states"):
        list(enumerate_states(load("cube:2"), limit=50))


def test_without_numba_the_rule_book_counts(monkeypatch):
    monkeypatch.setattr("puzzlekit.solving.spaces.enumeration.has_numba", lambda: False)
    assert sum(enumerate_states(load("twist:2,height=4"))) == 40_320


def test_a_puzzle_with_forbidden_places_has_no_space():
    class Fenced(Twisty):
        """A ring whose second cell is forbidden for the first piece."""

        name = "Fenced"

        def __init__(self):
            moves = {"L": [range(4)], "S": [(0, 2)]}
            super().__init__(ring(4), "abcd", moves, forbidden={1: {"a"}})

    assert open_space(Fenced(), Fenced().goal) is None
    assert sum(enumerate_states(Fenced())) == sum(plain(Fenced()))


class NoTwice(Twisty):
    """A ring with a twist S that cannot be undone: the cells determine whether it is legal."""

    name = "No twice"

    def __init__(self):
        super().__init__(ring(8), "abcdefgh", {"L": [range(8)], "S": [(0, 1)]})

    def legal_moves(self, state):
        return [move for move in super().legal_moves(state) if move != "S" or state[0] < state[1]]


class Backless(Sliding):
    """A sliding puzzle without moves to the left."""

    name = "Backless"

    def __init__(self):
        super().__init__(grid(3, 3), [*"12345678", ""])

    def legal_moves(self, state):
        cells = self.board.cells
        return [m for m in super().legal_moves(state) if m[0] <= m[3] and m[:2] in cells]


@pytest.mark.parametrize("kind", [NoTwice, Backless])
def test_rule_books_that_change_the_moves_of_their_kind_are_believed(kind, monkeypatch):
    monkeypatch.setattr("puzzlekit.solving.spaces.enumeration.SMALL_SPACE", 10)
    rules = kind()
    expected = [len(level) for level in search.bfs_layers(rules, limit=200_000)]
    assert list(enumerate_states(rules)) == expected


def test_a_level_that_was_broken_off_is_counted_whole():
    rules = load("twist:2,height=4")
    found = open_space(rules, rules.goal)
    expected = counted(rules)

    def stop(what, done, total):
        if "distance 7" in what:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(found.levels(progress=stop))
    assert list(found.levels()) == expected
    assert {found.distance(state) for state in found.farthest(5)} == {len(expected) - 1}


def test_the_command(run):
    code, out, _ = run("distances", "twist", "--metric", "turns", "--json")
    data = json.loads(out)
    assert (code, data["states"], data["metric"]) == (0, 362_880, "turns")
    assert data["farthest"] == len(data["by_distance"]) - 1
    assert data["average"] == pytest.approx(
        sum(n * each for n, each in enumerate(data["by_distance"])) / 362_880
    )
    code, out, _ = run("distances", "knights")
    assert out.endswith("farthest 1 position at 47 moves, 22.70 on average\n")
    code, _, err = run("distances", "cube:2", "--memory", "1KB")
    assert code == 3
    assert "(--memory)" in err
    assert run("distances", "cube:2", "--memory", "much")[0] == 2


def test_progress_is_told_and_may_stop_it():
    said = []
    list(enumerate_states(load("twist:2,height=4"), progress=lambda *each: said.append(each)))
    assert ("positions, distance 12", 40_320, 40_320) in said

    def stop(what, done, total):
        if "distance" in what:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(enumerate_states(load("twist:2,height=4"), progress=stop))


def test_boards_of_one_kind_of_piece():
    class Same(Sliding):
        """A sliding puzzle with equal tiles."""

        def __init__(self):
            super().__init__(grid(3, 2), ["x"] * 5 + [""])

    assert counted(Same()) == plain(Same()) == [1, 2, 2, 1]
