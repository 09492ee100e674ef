"""Optimal solutions by tables, compared with plain search in length and number."""

import random
import re
from collections import Counter
from itertools import pairwise

import pytest
from random_puzzles import Twisted
from support import play_moves, sample, scrambled, stop_at

import puzzlekit
from puzzlekit import LimitReachedError, OptionError, Sliding, Twisty, grid, load, ring
from puzzlekit.core import disk_cache
from puzzlekit.core.words import expand, parse
from puzzlekit.solving.optimal import search_choice, solve_optimally
from puzzlekit.solving.optimal.equivalent_words import CommutingPairs
from puzzlekit.solving.optimal.pattern_choice import choose_patterns, find_symmetries
from puzzlekit.solving.search import solve
from puzzlekit.solving.spaces.row_column_splits import orbits

pytest.importorskip("numba")
pytestmark = pytest.mark.slow

#: Bytes of tables that are built quickly.
SMALL = 1 << 20


@pytest.fixture(autouse=True)
def force_tables(monkeypatch, table_folder):
    """Force the use of tables for every puzzle."""
    monkeypatch.setattr(search_choice, "SMALL_PUZZLE", 0)
    monkeypatch.setattr(search_choice, "_is_small", lambda *_: False)


def compare_with_plain_search(rules, state, memory=SMALL):
    """Compare solving with tables and without."""
    known = solve(rules, state)
    found = solve_optimally(rules, state, every=True, memory=memory)
    if known is None:
        assert found is None
        return
    assert (found.length, found.count) == (known.length, known.count)
    assert len(found.shortest) == min(known.count, 1000)
    assert len(set(map(tuple, found.shortest))) == len(found.shortest)
    for moves in found.shortest[:20]:
        assert len(moves) == known.length
        assert play_moves(rules, state, moves) == rules.goal
    assert found.moves == found.shortest[0]


# -- twisty puzzles -------------------------------------------------------------------------------


@pytest.mark.parametrize("alike", [False, True])
@pytest.mark.parametrize("memory", [100, 400, SMALL])
def test_twisting_pieces(alike, memory):
    rules = Twisted(alike)
    for seed in range(4):
        compare_with_plain_search(rules, scrambled(rules, seed, 20), memory)


def test_cubes_and_their_patterns():
    rules = load("cube:2")
    for seed in range(3):
        compare_with_plain_search(rules, scrambled(rules, seed, 7))
    _, patterns, _ = patterns_of(load("cube:2"), 128 << 20)
    assert [len(each.cells) for each in patterns] == [21]
    rules = load("cube:2")
    state, goal = scrambled(rules, 1, 9), scrambled(rules, 2, 9)
    found = solve_optimally(rules, state, goal)
    assert play_moves(rules, state, found.moves) == goal
    assert found.length == solve(rules, state, goal).length


def test_cube_with_little_memory():
    rules = load("cube:3")
    state = play_moves(rules, rules.goal, ["U", "R'", "F", "F", "D", "L"])
    compare_with_plain_search(rules, state)
    state = play_moves(rules, rules.goal, ["U", "R", "R", "F'", "D", "D", "L", "B'", "U", "U"])
    found = solve_optimally(rules, state, metric="turns", every=True, memory=SMALL)
    assert found.length == 7
    assert found.count == len(found.shortest)
    assert play_moves(rules, state, found.moves) == rules.goal


def test_unreachable_position(monkeypatch):
    rules = load("cube:2")
    state = list(rules.goal)
    corner = next(
        slot
        for each in orbits(list(rules.twists.values()), rules.goal)
        for slot in each.slots
        if len(slot) == 3
    )
    for a, b in pairwise(corner):
        state[a], state[b] = state[b], state[a]
    assert solve_optimally(rules, tuple(state)) is None
    # The tables detect it too.
    monkeypatch.setattr(search_choice, "unsolvable_reason", lambda *_: None)
    assert solve_optimally(rules, tuple(state)) is None
    # A piece that does not exist.
    state[0], state[23] = rules.goal[23], rules.goal[0]
    assert solve_optimally(rules, tuple(state)) is None


def patterns_of(rules, memory):
    sources = list(rules.twists.values())
    found = orbits(sources, rules.goal)
    shown = dict(pair for each in found for pair in each.parts(rules.goal))
    cells = [[cell for slot in each.slots for cell in slot] for each in found]
    goal = [shown[cell] for cell in range(len(shown))]
    same = find_symmetries(sources, cells, goal)
    return same, *choose_patterns(found, same, memory, lambda pattern: True)


def test_symmetric_patterns_share_a_table():
    rules = load("cube:3")
    same, patterns, looks = patterns_of(rules, 128 << 20)
    assert len(same) == 48
    # Six edges, and all corners. Symmetry maps further sets of edges to the first table.
    assert [len(each.parts) for each in patterns] == [12, 24]
    assert [look.pattern for look in looks].count(0) == 4
    for symmetry in same:
        assert sorted(symmetry.cells) == list(range(54))
        assert sorted(symmetry.moves) == list(range(12))
    assert len(patterns_of(rules, 1 << 20)[1]) >= 2


def test_tables_beyond_memory_limit():
    """Thirty pieces of two kinds have too many arrangements for a pattern of one kind."""
    rules = Twisty(ring(30), "ab" * 15, {"L": [range(18)], "R": [range(12, 30)]})
    rules.name = "Rings"
    state = scrambled(rules, 1, 6)
    compare_with_plain_search(rules, state)
    found = solve_optimally(rules, state, metric="turns")
    assert found.length == solve(rules, state, metric="turns").length


def test_commuting_words():
    rules = load("cube:3")
    sources = list(rules.twists.values())
    name = list(rules.twists)
    pairs = CommutingPairs(sources)
    up, down, back = (name.index(each) for each in ("U", "D", "U'"))
    assert back not in pairs.follow[up]
    assert (down in pairs.follow[up]) != (up in pairs.follow[down])
    # U U equals U' U', and D can come first, second or last.
    assert len(pairs.words((up, up, down))) == 6


def test_too_many_words(monkeypatch):
    monkeypatch.setattr("puzzlekit.solving.optimal.equivalent_words.MAX_WORDS", 100)
    moves = {f"M{part}": [range(3 * part, 3 * part + 3)] for part in range(6)}
    rules = Twisty(ring(18), [f"p{cell}" for cell in range(18)], moves)
    state = play_moves(rules, rules.goal, moves)
    assert solve_optimally(rules, state).length == 6
    with pytest.raises(LimitReachedError, match="more than 100 shortest solutions"):
        solve_optimally(rules, state, every=True)


def test_twist_with_two_names():
    """The same cycle twice, its square, and a twist that moves nothing."""
    moves = {"A": [range(6)], "B": [range(6)], "C": [(0, 2, 4), (1, 3, 5)], "N": []}
    rules = Twisty(ring(6), "abcdef", moves)
    state = play_moves(rules, rules.goal, ["A", "A", "A"])
    compare_with_plain_search(rules, state)
    found = solve_optimally(rules, state, metric="turns", every=True)
    assert sorted(found.shortest) == [["A"] * 3, ["B"] * 3]
    assert found.count == solve(rules, state, rules.goal, metric="turns").count


def test_other_moves_need_plain_search():
    class Forward(Twisty):
        """A ring whose twists have no inverse moves."""

        def legal_moves(self, state):
            return ["L", "T"]

        def predecessors(self, state):
            return [each for each in super().predecessors(state) if each[0] in ("L", "T")]

    rules = Forward(ring(5), "abcde", {"L": [range(5)], "T": [(0, 1)]})
    state = scrambled(rules, 3, 20)
    found = solve_optimally(rules, state)
    assert "L'" not in found.moves
    assert found.length == solve(rules, state).length


# -- sliding puzzles ------------------------------------------------------------------------------


@pytest.mark.parametrize("memory", [10_000, SMALL])
@pytest.mark.parametrize("seed", sample(range(5), 2))
def test_eight_puzzle(seed, memory):
    rules = load("fifteen:3,height=3")
    compare_with_plain_search(rules, rules.start(random.Random(seed)), memory)


def test_equal_tiles():
    rules = Sliding(grid(4, 4), [*"aaaabbbbccccddd", ""])
    for seed in range(3):
        compare_with_plain_search(rules, scrambled(rules, seed, 30))


def korf():
    """Return the 15-puzzle with the hole in the first corner, as in the literature."""
    return Sliding(grid(4, 4), ["", *map(str, range(1, 16))])


@pytest.mark.parametrize(
    ("tiles", "length"),
    [
        ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45),
        ("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", 42),
        ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 57),
    ],
)
def test_published_lengths(tiles, length):
    """R. E. Korf, "Depth-first iterative-deepening", 1985: instances 12, 79 and 1 of 100."""
    state = tuple("" if tile == "0" else tile for tile in tiles.split())
    rules = korf()
    found = solve_optimally(rules, state, memory=4 << 20)
    assert found.length == length == len(found.moves)
    assert play_moves(rules, state, found.moves) == rules.goal


# -- stored tables --------------------------------------------------------------------------------


@pytest.fixture
def count_built_tables(monkeypatch):
    """Return a counter of the tables built."""
    count = Counter()
    real = disk_cache.load_or_make

    def counted(key, make):
        def once():
            count["built"] += 1
            return make()

        return real(key, once)

    monkeypatch.setattr("puzzlekit.solving.optimal.tile_tables.load_or_make", counted)
    monkeypatch.setattr("puzzlekit.solving.optimal.twisty.load_or_make", counted)
    return count


@pytest.mark.parametrize("game", ["fifteen:3,height=3", "cube:2"])
def test_tables_are_stored_and_verified(game, count_built_tables, table_folder):
    rules = load(game)
    state = scrambled(rules, 5, 12)
    length = solve_optimally(rules, state, memory=SMALL).length
    assert solve_optimally(rules, state, memory=SMALL).length == length
    assert count_built_tables["built"] == 1
    (path,) = table_folder.iterdir()
    whole = path.read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    for number, data in enumerate([flipped, whole[:-1], whole[:100], b"", b"{}"], 2):
        path.write_bytes(data)
        assert solve_optimally(rules, state, memory=SMALL).length == length
        assert count_built_tables["built"] == number
        assert path.read_bytes() == whole


def test_unwritable_cache(count_built_tables, table_folder, monkeypatch):
    rules = load("fifteen:3,height=3")
    state = scrambled(rules, 5, 12)
    table_folder.write_text("no folder")
    for _ in range(2):
        assert solve_optimally(rules, state, memory=SMALL).length == solve(rules, state).length
    assert count_built_tables["built"] == 2

    def full(*_):
        raise OSError(28, "No space left on device")

    table_folder.unlink()
    monkeypatch.setattr(disk_cache, "write", full)
    assert solve_optimally(rules, state, memory=SMALL).length == solve(rules, state).length
    assert count_built_tables["built"] == 3


def test_oldest_tables_are_removed(table_folder, monkeypatch):
    import os

    import numpy

    def make():
        return {"some": numpy.zeros(1000, numpy.int16), "more": numpy.ones((2, 3), bool)}

    monkeypatch.setattr(disk_cache, "MAX_CACHE_BYTES", 5000)
    for number in range(2):
        disk_cache.load_or_make(number, make)
    for number, path in enumerate(sorted(table_folder.iterdir())):
        os.utime(path, (number, number))
    first, second = sorted(table_folder.iterdir())
    disk_cache.load_or_make(2, make)
    assert not first.exists()
    assert second.exists()
    found = disk_cache.load_or_make(2, dict)
    assert found["some"].shape == (1000,)
    assert found["more"].all()
    assert found["more"].shape == (2, 3)


# -- solve_optimally ------------------------------------------------------------------------------


def test_plain_search_of_small_puzzles(monkeypatch):
    monkeypatch.undo()
    for kind in ("sliding", "twisty"):  # tables must not be used
        monkeypatch.setattr(f"puzzlekit.solving.optimal.{kind}.solutions", None)
    monkeypatch.setattr(search_choice, "SMALL_PUZZLE", 100)
    found = solve_optimally(load("knights"), every=True)
    assert (found.length, found.count) == (40, solve(load("knights")).count)
    assert len(found.shortest) == 1000
    # A cycle and a swap: few positions, some of them far from the goal.
    rules = Twisty(ring(24), "a" * 22 + "bc", {"L": [range(24)], "T": [(0, 1)]})
    state = scrambled(rules, 1, 300)
    assert solve_optimally(rules, state).length == solve(rules, state).length > 9
    monkeypatch.setattr(search_choice, "SMALL_PUZZLE", 3000)
    rules = load("cube:3")
    assert solve_optimally(rules).moves == []
    assert solve_optimally(rules, scrambled(rules, 1, 3)).length == 3
    with pytest.raises(LimitReachedError, match="more than 100 states"):
        solve_optimally(load("cube:2"), scrambled(load("cube:2"), 1, 20), limit=100)


def test_plain_search_without_tables(monkeypatch):
    fenced = Twisty(ring(4), "abcd", {"L": [range(4)], "S": [(0, 2)]}, forbidden={1: {"a"}})
    fenced.name = "Fenced"
    for rules in (fenced, load("cube:2")):
        state = scrambled(rules, 2, 5)
        assert solve_optimally(rules, state).length == solve(rules, state).length
        monkeypatch.setattr(search_choice, "has_numba", lambda: False)
    turns = solve(rules, state, metric="turns")
    for limit in (None, 10**5):
        found = solve_optimally(rules, state, metric="turns", every=True, limit=limit)
        assert (found.length, found.count) == (turns.length, turns.count)
    state = scrambled(fenced, 2, 5)
    turns = solve(fenced, state, metric="turns")
    assert solve_optimally(fenced, state, metric="turns").length == turns.length


def test_several_goals_in_turns():
    class Top(type(load("cube:2"))):
        name = "Top"

        def result(self, state):
            return self.solved if len(set(state[:4])) == 1 else None

    rules = Top(size=2)
    state = play_moves(rules, rules.goal, ["R", "R", "U", "F", "F"])
    for found in (solve_optimally(rules, state, metric="turns"), puzzlekit.solve(rules, state)):
        assert (found.length, found.proved_optimal) == (3, True)
        assert rules.result(play_moves(rules, state, found.moves))


def test_invalid_requests_and_table_folder(monkeypatch, tmp_path):
    with pytest.raises(OptionError, match="Unknown metric 'jumps'"):
        solve_optimally(load("cube:2"), metric="jumps")
    with pytest.raises(OptionError, match="is a game"):
        solve_optimally(load("hex:3"))
    monkeypatch.undo()
    monkeypatch.setenv("PUZZLEKIT_CACHE", str(tmp_path))
    assert disk_cache.cache_path() == tmp_path / "tables"
    monkeypatch.delenv("PUZZLEKIT_CACHE")
    assert disk_cache.cache_path().name == "tables"


def test_progress():
    reports = []
    rules = load("cube:3")
    state = play_moves(rules, rules.goal, ["U", "R'", "F", "F", "D", "L"])
    solve_optimally(rules, state, memory=SMALL, progress=lambda *each: reports.append(each))
    assert any(what.startswith("no solution in 5 moves or fewer") for what, *_ in reports)
    for rules in (load("cube:3"), korf()):
        state = scrambled(rules, 1, 40)
        with pytest.raises(KeyboardInterrupt):
            solve_optimally(rules, state, memory=SMALL, progress=stop_at("no solution"))


# -- the command line -----------------------------------------------------------------------------


def test_command(run, data):
    command = ("solve", "cube:2#3", "--metric", "turns")
    code, out, _ = run(*command, "--optimal")
    moves, length = out.splitlines()
    rules = load("cube:2#3")
    assert play_moves(rules, rules.start(), expand(parse(moves), rules.inverse_move)) == rules.goal
    assert (code, length) == (0, "9 turns, proved shortest")
    code, out, _ = run(*command, "--all")
    assert len(out.splitlines()) == 5
    assert out.endswith("9 turns, proved shortest\n3 shortest solutions\n")
    found = data(*command, "--count")
    assert (found["count"], found["length"]) == (3, 9)
    assert len(data(*command, "--all", "--memory", "1MB")["all"]) == 3


def test_ctrl_c(run_interrupted):
    argv = ["solve", "cube:3#7", "--optimal", "--memory", "1MB"]
    code, out, err = run_interrupted(argv, "no solution")
    assert (code, err) == (130, "puzzlekit: interrupted.\n")
    assert re.fullmatch(r"There is no solution in \d+ moves or fewer\.\n", out)
