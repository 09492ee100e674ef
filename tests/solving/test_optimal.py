"""Optimal solutions by tables, compared with plain search in length and number."""

import json
import random
import re
from collections import Counter
from itertools import pairwise

import pytest
from random_puzzles import Twisted
from support import interrupted, played, scrambled

from puzzlekit import LimitReachedError, OptionError, Sliding, Twisty, grid, load, ring
from puzzlekit.core import disk_cache
from puzzlekit.core.words import expand, parse
from puzzlekit.solving.optimal import front, solve_optimally
from puzzlekit.solving.optimal.pattern_choice import choose_patterns
from puzzlekit.solving.optimal.symmetries import symmetries
from puzzlekit.solving.optimal.words import CommutingPairs
from puzzlekit.solving.search import solve
from puzzlekit.solving.spaces.mechanism import always_legal
from puzzlekit.solving.spaces.orbit_splitting import orbits

pytest.importorskip("numba")
pytestmark = pytest.mark.slow

#: Bytes of tables that are built quickly.
SMALL = 1 << 20


@pytest.fixture(autouse=True)
def by_tables(monkeypatch, tmp_path):
    """Force the use of tables for every puzzle and return their folder."""
    monkeypatch.setattr(front, "SMALL_PUZZLE", 0)
    monkeypatch.setattr(front, "_is_small", lambda *_: False)
    monkeypatch.setattr(disk_cache, "cache_path", lambda: tmp_path / "tables")
    return tmp_path / "tables"


def compare(rules, state, memory=SMALL):
    """Compare solving with tables and without."""
    known = solve(rules, state)
    found = solve_optimally(rules, state, every=True, memory=memory)
    if known is None:
        assert found is None
        return
    assert (found.length, found.count) == (known.length, known.count)
    assert len(found.shortest) == min(known.count, 1000) == len(set(map(tuple, found.shortest)))
    for moves in found.shortest[:20]:
        assert len(moves) == known.length
        assert played(rules, state, moves) == rules.goal
    assert found.moves == found.shortest[0]


# -- twisty puzzles -------------------------------------------------------------------------------


@pytest.mark.parametrize("alike", [False, True])
@pytest.mark.parametrize("memory", [100, 400, SMALL])
def test_pieces_that_twist(alike, memory):
    rules = Twisted(alike)
    for seed in range(4):
        compare(rules, scrambled(rules, seed, 20), memory)


def test_the_small_cube_in_both_metrics():
    rules = load("cube:2")
    for seed in range(3):
        compare(rules, scrambled(rules, seed, 7))


def test_the_cube_with_little_memory():
    rules = load("cube:3")
    state = played(rules, rules.goal, ["U", "R'", "F", "F", "D", "L"])
    compare(rules, state)
    state = played(rules, rules.goal, ["U", "R", "R", "F'", "D", "D", "L", "B'", "U", "U"])
    found = solve_optimally(rules, state, metric="turns", every=True, memory=SMALL)
    assert found.length == 7
    assert found.count == len(found.shortest)
    assert played(rules, state, found.moves) == rules.goal


def test_what_cannot_be_reached(monkeypatch):
    rules = load("cube:2")
    state = list(rules.goal)
    corner = next(
        slot
        for each in orbits(always_legal(list(rules.twists.values())), rules.goal)
        for slot in each.slots
        if len(slot) == 3
    )
    for a, b in pairwise(corner):
        state[a], state[b] = state[b], state[a]
    assert solve_optimally(rules, tuple(state)) is None
    # The tables detect it too.
    monkeypatch.setattr(front, "unsolvable_reason", lambda *_: None)
    assert solve_optimally(rules, tuple(state)) is None
    # A piece that does not exist.
    state[0], state[23] = rules.goal[23], rules.goal[0]
    assert solve_optimally(rules, tuple(state)) is None


def looks_at(rules, memory):
    sources = list(rules.twists.values())
    found = orbits(always_legal(sources), rules.goal)
    shown = dict(pair for each in found for pair in each.parts(rules.goal))
    cells = [[cell for slot in each.slots for cell in slot] for each in found]
    goal = [shown[cell] for cell in range(len(shown))]
    same = symmetries(sources, cells, goal)
    return same, *choose_patterns(found, same, memory, lambda pattern: True)


def test_symmetric_patterns_share_a_table():
    rules = load("cube:3")
    same, patterns, looks = looks_at(rules, 128 << 20)
    assert len(same) == 48
    # Six edges, and all corners. Symmetry maps further sets of edges to the first table.
    assert [len(each.parts) for each in patterns] == [12, 24]
    assert [look.pattern for look in looks].count(0) == 4
    for symmetry in same:
        assert sorted(symmetry.cells) == list(range(54))
        assert sorted(symmetry.moves) == list(range(12))
    assert len(looks_at(rules, 1 << 20)[1]) >= 2


def test_small_orbits_are_one_pattern():
    _, patterns, _ = looks_at(load("cube:2"), 128 << 20)
    assert [len(each.cells) for each in patterns] == [21]


def test_no_room_for_tables():
    """Thirty pieces of two kinds have too many arrangements for a pattern of one kind."""

    class Rings(Twisty):
        name = "Rings"

        def __init__(self):
            moves = {"L": [range(18)], "R": [range(12, 30)]}
            super().__init__(ring(30), "ab" * 15, moves)

    rules = Rings()
    state = scrambled(rules, 1, 6)
    compare(rules, state)
    with pytest.raises(OptionError, match="Rings cannot be solved in turns without tables"):
        solve_optimally(rules, state, metric="turns")


def test_words_of_one_meaning():
    rules = load("cube:3")
    sources = list(rules.twists.values())
    name = list(rules.twists)
    pairs = CommutingPairs(sources)
    up, down, back = (name.index(each) for each in ("U", "D", "U'"))
    assert back not in pairs.follow[up]
    assert (down in pairs.follow[up]) != (up in pairs.follow[down])
    # U U equals U' U', and D can come first, second or last.
    assert len(pairs.words((up, up, down))) == 6


def test_more_words_than_are_counted(monkeypatch):
    monkeypatch.setattr("puzzlekit.solving.optimal.words.MAX_WORDS", 100)

    class Pairs(Twisty):
        """Six pairs, each of which can be exchanged."""

        name = "Pairs"

        def __init__(self):
            moves = {f"M{pair}": [(2 * pair, 2 * pair + 1)] for pair in range(6)}
            super().__init__(ring(12), [f"p{cell}" for cell in range(12)], moves)

    rules = Pairs()
    state = played(rules, rules.goal, rules.twists)
    assert solve_optimally(rules, state).length == 6
    with pytest.raises(LimitReachedError, match="more than 100 shortest solutions"):
        solve_optimally(rules, state, every=True)


def test_twists_of_two_names_are_two_steps():
    class Twice(Twisty):
        """The same cycle twice, its square, and a twist that moves nothing."""

        name = "Twice"

        def __init__(self):
            moves = {"A": [range(6)], "B": [range(6)], "C": [(0, 2, 4), (1, 3, 5)], "N": []}
            super().__init__(ring(6), "abcdef", moves)

    rules = Twice()
    state = played(rules, rules.goal, ["A", "A", "A"])
    compare(rules, state)
    assert solve_optimally(rules, state, metric="turns", every=True).shortest in (
        [["A"] * 3],
        [["A'"] * 3],
    )


def test_forbidden_places_are_for_the_plain_search():
    class Fenced(Twisty):
        """A ring whose second cell is forbidden for the first piece."""

        name = "Fenced"

        def __init__(self):
            moves = {"L": [range(4)], "S": [(0, 2)]}
            super().__init__(ring(4), "abcd", moves, forbidden={1: {"a"}})

    rules = Fenced()
    state = scrambled(rules, 3, 9)
    assert solve_optimally(rules, state) is not None
    assert solve_optimally(rules, state).length == solve(rules, state).length
    with pytest.raises(OptionError, match="Fenced cannot be solved in turns without tables"):
        solve_optimally(rules, state, metric="turns")


def test_a_rule_book_with_other_moves_is_for_the_plain_search():
    class Forward(Twisty):
        """A ring whose twists have no inverse moves."""

        name = "Forward"

        def __init__(self):
            super().__init__(ring(5), "abcde", {"L": [range(5)], "T": [(0, 1)]})

        def legal_moves(self, state):
            return ["L", "T"]

        def predecessors(self, state):
            return [each for each in super().predecessors(state) if each[0] in ("L", "T")]

    rules = Forward()
    found = solve_optimally(rules, scrambled(rules, 3, 20))
    assert "L'" not in found.moves
    assert found.length == solve(rules, scrambled(rules, 3, 20)).length


# -- sliding puzzles ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_eight(seed):
    rules = load("fifteen:3,height=3")
    compare(rules, rules.start(random.Random(seed)), memory=10_000)
    compare(rules, rules.start(random.Random(seed)), memory=SMALL)


class Stripes(Sliding):
    """Four rows of equal tiles."""

    name = "Stripes"

    def __init__(self):
        super().__init__(grid(4, 4), [*"aaaabbbbccccddd", ""])


def test_equal_tiles():
    rules = Stripes()
    for seed in range(3):
        compare(rules, scrambled(rules, seed, 30))


class Korf(Sliding):
    """The 15-puzzle with the hole in the first corner, as in the literature."""

    name = "Korf"

    def __init__(self):
        super().__init__(grid(4, 4), ["", *map(str, range(1, 16))])


@pytest.mark.parametrize(
    ("tiles", "length"),
    [
        ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45),
        ("3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0", 46),
        ("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", 42),
        ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 57),
    ],
)
def test_published_lengths(tiles, length):
    """R. E. Korf, "Depth-first iterative-deepening", 1985: instances 12, 9, 79 and 1 of 100."""
    state = tuple(tile.replace("0", "") if tile == "0" else tile for tile in tiles.split())
    rules = Korf()
    found = solve_optimally(rules, state, memory=4 << 20)
    assert found.length == length == len(found.moves)
    assert played(rules, state, found.moves) == rules.goal


# -- stored tables --------------------------------------------------------------------------------


@pytest.fixture
def made(monkeypatch):
    """Return a counter of the tables built."""
    count = Counter()
    real = disk_cache.cached

    def counted(key, make):
        def once():
            count["made"] += 1
            return make()

        return real(key, once)

    monkeypatch.setattr("puzzlekit.solving.optimal.tile_tables.cached", counted)
    monkeypatch.setattr("puzzlekit.solving.optimal.twisty.cached", counted)
    return count


@pytest.mark.parametrize("game", ["fifteen:3,height=3", "cube:2"])
def test_tables_are_kept_and_damage_is_noticed(game, made, by_tables):
    rules = load(game)
    state = scrambled(rules, 5, 12)
    length = solve_optimally(rules, state, memory=SMALL).length
    assert solve_optimally(rules, state, memory=SMALL).length == length
    assert made["made"] == 1
    (path,) = by_tables.iterdir()
    whole = path.read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    for number, data in enumerate([flipped, whole[:-1], whole[:100], b"", b"{}"], 2):
        path.write_bytes(data)
        assert solve_optimally(rules, state, memory=SMALL).length == length
        assert made["made"] == number
        assert path.read_bytes() == whole


def test_a_cache_that_cannot_be_written_to(made, by_tables, monkeypatch):
    rules = load("fifteen:3,height=3")
    state = scrambled(rules, 5, 12)
    by_tables.write_text("no folder")
    for _ in range(2):
        assert solve_optimally(rules, state, memory=SMALL).length == solve(rules, state).length
    assert made["made"] == 2

    def full(*_):
        raise OSError(28, "No space left on device")

    by_tables.unlink()
    monkeypatch.setattr(disk_cache, "write", full)
    assert solve_optimally(rules, state, memory=SMALL).length == solve(rules, state).length
    assert made["made"] == 3


def test_the_oldest_tables_go(by_tables, monkeypatch):
    import os

    import numpy

    def make():
        return {"some": numpy.zeros(1000, numpy.int16), "more": numpy.ones((2, 3), bool)}

    monkeypatch.setattr(disk_cache, "MAX_CACHE_BYTES", 5000)
    for number in range(2):
        disk_cache.cached(number, make)
    for number, path in enumerate(sorted(by_tables.iterdir())):
        os.utime(path, (number, number))
    first, second = sorted(by_tables.iterdir())
    disk_cache.cached(2, make)
    assert not first.exists()
    assert second.exists()
    found = disk_cache.cached(2, dict)
    assert found["some"].shape == (1000,)
    assert found["more"].all()
    assert found["more"].shape == (2, 3)


def test_where_tables_lie(monkeypatch, tmp_path):
    monkeypatch.undo()
    monkeypatch.setenv("PUZZLEKIT_CACHE", str(tmp_path))
    assert disk_cache.cache_path() == tmp_path / "tables"
    monkeypatch.delenv("PUZZLEKIT_CACHE")
    assert disk_cache.cache_path().name == "tables"


# -- solve_optimally ------------------------------------------------------------------------------


def test_plain_search_where_it_is_quick(monkeypatch):
    monkeypatch.undo()
    for kind in ("sliding", "twisty"):  # tables must not be used
        monkeypatch.setattr(f"puzzlekit.solving.optimal.{kind}.solutions", None)
    monkeypatch.setattr(front, "SMALL_PUZZLE", 100)
    found = solve_optimally(load("knights"), every=True)
    assert (found.length, found.count) == (40, solve(load("knights")).count)
    assert len(found.shortest) == 1000

    class Far(Twisty):
        """A cycle and a swap: few positions, some of them far from the goal."""

        name = "Far"

        def __init__(self):
            super().__init__(ring(24), "a" * 22 + "bc", {"L": [range(24)], "T": [(0, 1)]})

    rules = Far()
    state = scrambled(rules, 1, 300)
    assert solve_optimally(rules, state).length == solve(rules, state).length > 9
    monkeypatch.setattr(front, "SMALL_PUZZLE", 3000)
    rules = load("cube:3")
    assert solve_optimally(rules).moves == []
    assert solve_optimally(rules, scrambled(rules, 1, 3)).length == 3
    with pytest.raises(LimitReachedError, match="more than 100 states"):
        solve_optimally(load("cube:2"), scrambled(load("cube:2"), 1, 20), limit=100)


def test_without_numba(monkeypatch):
    monkeypatch.setattr(front, "has_numba", lambda: False)
    rules = load("cube:2")
    state = scrambled(rules, 2, 5)
    assert solve_optimally(rules, state).length == solve(rules, state).length
    with pytest.raises(OptionError, match="Cube cannot be solved in turns without tables"):
        solve_optimally(rules, state, metric="turns")


def test_what_cannot_be_asked():
    with pytest.raises(OptionError, match="Unknown metric 'jumps'"):
        solve_optimally(load("cube:2"), metric="jumps")
    with pytest.raises(OptionError, match="is a game"):
        solve_optimally(load("hex:3"))


def test_another_goal():
    rules = load("cube:2")
    state, goal = scrambled(rules, 1, 9), scrambled(rules, 2, 9)
    found = solve_optimally(rules, state, goal)
    assert played(rules, state, found.moves) == goal
    assert found.length == solve(rules, state, goal).length


def test_progress_is_told_and_may_stop_it(monkeypatch):
    said = []
    rules = load("cube:3")
    state = played(rules, rules.goal, ["U", "R'", "F", "F", "D", "L"])
    solve_optimally(rules, state, memory=SMALL, progress=lambda *each: said.append(each))
    assert any(what.startswith("no solution of 5 or fewer") for what, *_ in said)

    def stop(what, done, total):
        if what.startswith("no solution"):
            raise KeyboardInterrupt

    for rules in (load("cube:3"), Korf()):
        with pytest.raises(KeyboardInterrupt):
            solve_optimally(rules, scrambled(rules, 1, 40), memory=SMALL, progress=stop)


# -- the command line -----------------------------------------------------------------------------


def test_the_command(run):
    code, out, _ = run("solve", "cube:2#3", "--metric", "turns", "--optimal")
    moves, length = out.splitlines()
    rules = load("cube:2#3")
    assert played(rules, rules.start(), expand(parse(moves), rules.inverse_move)) == rules.goal
    assert (code, length) == (0, "9 turns, proved shortest")
    code, out, _ = run("solve", "cube:2#3", "--metric", "turns", "--all")
    assert len(out.splitlines()) == 5
    assert out.endswith("9 turns, proved shortest\n3 shortest solutions\n")
    code, out, _ = run("solve", "cube:2#3", "--metric", "turns", "--count", "--json")
    assert (json.loads(out)["count"], json.loads(out)["length"]) == (3, 9)
    code, out, _ = run(
        "solve", "cube:2#3", "--metric", "turns", "--all", "--json", "--memory", "1MB"
    )
    assert len(json.loads(out)["all"]) == 3
    assert run("solve", "cube:2", "--metric", "jumps")[0] == 2
    assert run("solve", "cube:2", "--memory", "much")[0] == 2


def test_ctrl_c():
    done = interrupted(["solve", "cube:3#7", "--optimal", "--memory", "1MB"], "no solution")
    assert (done.returncode, done.stderr) == (130, "puzzlekit: interrupted.\n")
    assert re.fullmatch(r"There is no solution of \d+ or fewer\.\n", done.stdout)
