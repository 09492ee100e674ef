"""Solutions of every puzzle, checked by playing them."""

from random import Random
from unittest.mock import patch

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import Bandaged, Framed
from support import play_moves, sample, sample_size

from puzzlekit import LimitReachedError, OptionError, Puzzle, Sliding, Twisty, grid, load, ring
from puzzlekit.core.board import Board
from puzzlekit.core.boards import from_graph
from puzzlekit.solving import frame_walks, piece_by_piece, search, short_solutions
from puzzlekit.solving.goals_with_free_cells import with_goal
from puzzlekit.solving.group_facts import count_positions
from puzzlekit.solving.optimal import search_choice, solve_optimally
from puzzlekit.solving.piece_by_piece import remove_loops, solve_piece_by_piece
from puzzlekit.solving.scrambles import undo_scramble
from puzzlekit.solving.search import bfs_layers, default_limit, solve
from puzzlekit.solving.short_solutions import Hint, find_solution

#: Puzzles, and an upper bound for the mean length of their solutions.
PUZZLES = [
    *(("cube:2", 20), ("cube:3", 60), ("cube:4", 280), ("topspin", 160), ("hungarian", 200)),
    *(("twist:4,height=4", 60), ("fifteen", 110), ("fifteen:2,height=7", 200)),
    *(("fifteen:7,height=6", 1000), ("pinball", 48), ("knights", 47), ("knights:distinct", 99)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "most"), sample(PUZZLES, 8))
def test_solve_every_puzzle(text, most):
    total = 0
    for seed in range(1, 1 + sample_size(4, 1)):
        rules = load(f"{text}#{seed}")
        moves = find_solution(rules, rules.start()).moves
        assert play_moves(rules, rules.start(), moves) == rules.goal
        total += len(moves)
    assert total <= most * seed
    assert find_solution(rules, rules.goal).moves == []


@pytest.mark.slow
@pytest.mark.parametrize("text", ["cube:3#2", "cube:4#3", "fifteen#7", "hungarian#5", "pinball"])
def test_word_to_another_state(text):
    rules = load(text)
    here, there = rules.start(), rules.scramble(Random(8))
    assert play_moves(rules, here, find_solution(rules, here, to=there).moves) == there
    assert play_moves(rules, rules.goal, find_solution(rules, rules.goal, to=here).moves) == here


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(st.integers(2, 4), st.integers(2, 4), st.integers(0, 999), st.integers(1, 3))
def test_sliding_puzzles_with_holes_and_equal_pieces(width, height, seed, holes):
    labels = [str(i // 2) for i in range(width * height - holes)] + [""] * holes
    rules = Sliding(grid(width, height), labels)
    state = rules.scramble(Random(seed))
    assert play_moves(rules, state, find_solution(rules, state).moves) == rules.goal


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_one_way_edges(data):
    size = data.draw(st.integers(4, 7))
    arcs = [(i, (i + 1) % size) for i in range(size)]  # so that pieces can always return
    cell = st.integers(0, size - 1)
    arcs += data.draw(st.lists(st.tuples(cell, cell).filter(lambda p: p[0] != p[1]), max_size=5))
    points = [(i, i * i) for i in range(size)]
    board = Board(map(str, range(size)), points, arcs=sorted(set(arcs)))
    rules = Sliding(board, [*map(str, range(1, size)), ""])
    state = rules.scramble(Random(data.draw(st.integers(0, 99))))
    assert play_moves(rules, state, find_solution(rules, state).moves) == rules.goal
    moves = frame_walks.FrameWalks(rules, rules.goal).solution(state)
    assert play_moves(rules, state, moves) == rules.goal


@pytest.mark.slow
@pytest.mark.parametrize("holes", [1, 2, 3])
def test_two_grids_joined_by_an_edge(holes):
    """Pieces cannot be solved one by one, and a single hole cannot carry others to their places."""
    rooms = networkx.disjoint_union(networkx.grid_2d_graph(3, 4), networkx.grid_2d_graph(3, 4))
    rooms.add_edge(11, 12)
    rules = Sliding(from_graph(rooms), [*map(str, range(24 - holes)), *[""] * holes])
    state = rules.scramble(Random(1))
    assert solve_piece_by_piece(rules, state, rules.goal) is None
    assert play_moves(rules, state, find_solution(rules, state).moves) == rules.goal


def test_walks_to_goal_with_hole_elsewhere():
    rules = load("fifteen:3,height=2#1")
    assert rules.frame_graph.index[rules.frame(rules.goal)] == 0
    goal = play_moves(rules, rules.goal, ["b1-c1", "a1-b1"])
    moves = frame_walks.FrameWalks(with_goal(rules, goal), goal).solution(rules.start())
    assert play_moves(rules, rules.start(), moves) == goal


@pytest.mark.slow
def test_unreachable_positions():
    rules = load("fifteen")
    swapped = ("2", "1", *rules.goal[2:])
    assert find_solution(rules, swapped) is None
    assert solve_piece_by_piece(rules, swapped, rules.goal) is None
    cube = load("cube:3")
    labels = list(cube.goal)
    labels[cube.board.index["U8"]], labels[cube.board.index["F2"]] = "F", "U"
    assert find_solution(cube, tuple(labels)) is None
    assert find_solution(cube, (*labels[:-1], "X")) is None
    big = load("cube:4")
    labels = list(big.goal)
    a, b, c = (big.board.index[name] for name in ("U16", "F4", "R1"))
    labels[a], labels[b], labels[c] = labels[b], labels[c], labels[a]
    assert find_solution(big, tuple(labels)) is None  # one twisted corner


@pytest.mark.slow
def test_shortest_hint_by_tables(monkeypatch, table_folder):
    pytest.importorskip("numba")

    rules = load("fifteen#8")
    found = find_solution(rules, rules.start())
    assert (found.length, found.proved_optimal) == (48, True)
    assert play_moves(rules, rules.start(), found.moves) == rules.goal
    monkeypatch.setattr(short_solutions, "MAX_NODES", 0)
    found = find_solution(rules, rules.start())
    assert not found.proved_optimal
    assert play_moves(rules, rules.start(), found.moves) == rules.goal


def test_short_search_without_tables(monkeypatch):
    monkeypatch.setattr(short_solutions, "FIRST_SEARCH_STATES", 10)
    monkeypatch.setattr(search_choice, "SMALL_PUZZLE", 10)
    rules = load("knights:distinct#1")
    searches = []

    def solutions(*_, progress, **__):
        searches.append(progress)
        progress("states", 11, None)

    monkeypatch.setattr(search_choice, "solutions", solutions)
    assert not find_solution(rules, rules.start()).proved_optimal
    assert searches


@pytest.mark.slow
def test_tables_are_reused(monkeypatch):
    monkeypatch.setattr(short_solutions, "_tables", {})  # other tests fill the cache
    monkeypatch.setattr(short_solutions, "FIRST_SEARCH_STATES", 10)
    monkeypatch.setattr(short_solutions, "find_chain", lambda *args, **kwargs: None)
    for seed in (1, 2):
        rules = load(f"cube:2#{seed}")
        find_solution(rules, rules.start())
        table = list(short_solutions._tables.values())[-1]
    find_solution(rules, rules.scramble(Random(1)))
    assert list(short_solutions._tables.values())[-1] is table
    for discs in range(5, 9):
        rules = load(f"topspin:{discs}#1")
        find_solution(rules, rules.start())
    assert len(short_solutions._tables) == short_solutions.MAX_TABLES


@pytest.mark.parametrize("rules", [Bandaged(), Framed()])
def test_bandaged_puzzle(rules):
    for seed in range(10):
        state = rules.scramble(Random(seed))
        assert play_moves(rules, state, find_solution(rules, state).moves) == rules.goal


def test_bandaged_puzzle_without_frames():
    rules = Bandaged()
    state = rules.scramble(Random(0))
    with pytest.raises(LimitReachedError):
        find_solution(rules, state, limit=5)
    assert find_solution(Framed(), state, limit=5) is not None


def test_time_limit_does_not_lengthen_solution():
    rules = Framed()
    for seed in range(5):
        state = rules.scramble(Random(seed))
        shortest = find_solution(rules, state)
        assert shortest.proved_optimal
        assert find_solution(rules, state, seconds=0).moves == shortest.moves


@pytest.fixture
def search_limits(monkeypatch):
    """Return a list of the limits of all searches since."""
    limits, real_solve = [], short_solutions.solve

    def solve(*args, limit, **kwargs):
        limits.append(limit)
        return real_solve(*args, limit=limit, **kwargs)

    monkeypatch.setattr(short_solutions, "solve", solve)
    return limits


def test_no_search_of_too_many_positions(monkeypatch, search_limits):
    monkeypatch.setattr(short_solutions, "FIRST_SEARCH_STATES", 2)
    rules = Framed()
    state = rules.scramble(Random(0))
    positions = count_positions(rules, state)
    for limit, is_shortest in ((positions, True), (positions - 1, False)):
        search_limits.clear()
        assert find_solution(rules, state, limit=limit).proved_optimal is is_shortest
        assert (limit in search_limits) is is_shortest


class Counter(Puzzle):
    """A third-party puzzle that is neither twisty nor sliding."""

    def legal_moves(self, state):
        return ["up"] * (state[0] < "9") + ["down"] * (state[0] > "0")

    def apply(self, state, move):
        return (chr(ord(state[0]) + (1 if move == "up" else -1)),)

    def predecessors(self, state):
        both = [("up", self.apply(state, "down")), ("down", self.apply(state, "up"))]
        return [(move, each) for move, each in both if "0" <= each[0] <= "9"]


def test_custom_puzzle():
    rules = Counter(grid(1, 1), ("9",))
    assert find_solution(rules, ("3",)).moves == ["up"] * 6
    assert find_solution(rules, ("3",), to=("1",)).moves == ["down"] * 2
    with pytest.raises(LimitReachedError):
        find_solution(rules, ("3",), limit=3)
    found = find_solution(rules, ("3",), to=("1",), seconds=1)
    assert (found.length, found.proved_optimal) == (2, True)
    assert find_solution(rules, ("3",), seconds=1).proved_optimal


def test_failed_search_is_not_repeated(monkeypatch, search_limits):
    class CountingDown(Counter):
        """A puzzle that cannot be solved from small numbers."""

        def legal_moves(self, state):
            return ["down"] * (state[0] > "0")

        def predecessors(self, state):
            return [each for each in super().predecessors(state) if each[0] == "down"]

    monkeypatch.setattr(short_solutions, "FIRST_SEARCH_STATES", 1)
    assert find_solution(CountingDown(grid(1, 1), ("9",)), ("3",), limit=100) is None
    assert search_limits.count(100) == 1


def test_no_search_if_invariant_excludes_solution(monkeypatch):
    for name in ("solve", "solve_piece_by_piece", "FrameWalks", "Factorization"):
        monkeypatch.setattr(short_solutions, name, None)
    fifteen = load("fifteen:width=5,height=5")
    swapped = (*fifteen.goal[:22], *fifteen.goal[23:21:-1], "")
    cube = load("cube:2")
    twisted = list(cube.goal)
    turn = cube.play(cube.goal, "U")
    corner = next(cell for cell in range(24) if turn[cell] == cube.goal[cell])
    other = next(cell for cell in range(24) if cube.goal[cell] != cube.goal[corner])
    twisted[corner], twisted[other] = twisted[other], twisted[corner]
    for rules, state in ((fifteen, swapped), (cube, tuple(twisted))):
        assert find_solution(rules, state) is None
        assert find_solution(rules, rules.goal, to=state) is None


def test_remove_loops(monkeypatch):
    rules, rng = load("fifteen:3,height=2"), Random(3)
    for trial in range(60):
        if trial == 50:
            monkeypatch.setattr(piece_by_piece, "hash", lambda _: 0, raising=False)
        state, seen, steps = rules.goal, [rules.goal], []
        for _ in range(rng.randint(0, 60)):
            move = rng.choice(rules.legal_moves(state))
            state = rules.play(state, move)
            seen.append(state)
            steps.append(rules.step_cells[move])
        kept = remove_loops(rules.goal, steps)
        state, met = rules.goal, [rules.goal]
        for step in kept:
            state = rules.play(state, rules.step_names[step])
            met.append(state)
        assert state == seen[-1]
        if trial < 50:
            assert len(set(met)) == len(met)


@given(st.integers(4, 12), st.floats(0.2, 0.9), st.integers(0, 10**6))
def test_biconnectivity_is_decided_locally(cells, density, seed):
    graph = networkx.gnp_random_graph(cells, density, seed=seed)
    if not networkx.is_biconnected(graph):
        return
    edges = {cell: set(graph[cell]) for cell in graph}
    for cell in graph:
        rest = graph.subgraph(set(graph) - {cell})
        expected = networkx.is_biconnected(rest)
        assert piece_by_piece._stays_biconnected(edges, (cell,), True) == expected
        with patch.object(piece_by_piece, "LOCAL_RADIUS", 1):
            assert piece_by_piece._stays_biconnected(edges, (cell,), True) == expected


@pytest.mark.slow
def test_large_boards(monkeypatch):
    rules = load("fifteen:14,height=14#1")
    state = rules.start()
    state = play_moves(rules, state, find_solution(rules, state).moves)
    assert state == rules.goal
    large = Sliding(grid(100, 100), [*map(str, range(1, 10_000)), ""])
    mixed = ("2", "1", "4", "3", *large.goal[4:])
    with pytest.raises(LimitReachedError, match="more than 1,000,000 tries"):
        find_solution(large, mixed)
    monkeypatch.setattr("puzzlekit.rules.frames.MAX_IMAGES", 500_000)
    with pytest.raises(LimitReachedError, match="frames, too many to store"):
        frame_walks.FrameWalks(large, large.goal)


def test_more_tries_with_more_seconds(monkeypatch):
    monkeypatch.setattr(piece_by_piece, "MAX_TOTAL_NODES", 10_000)
    monkeypatch.setattr(piece_by_piece, "BUDGET_SECONDS", 0.01)
    rules = load("fifteen:14,height=14#1")
    with pytest.raises(LimitReachedError, match=r"allow more `seconds`"):
        find_solution(rules, rules.start(), limit=1_000)
    assert find_solution(rules, rules.start(), limit=1_000, seconds=0.2) is not None


def test_small_group_with_oversized_table(monkeypatch):
    def refuse(*_):
        raise LimitReachedError("The table is too large.")

    monkeypatch.setattr(short_solutions, "twisty_word", refuse)
    monkeypatch.setattr(short_solutions, "find_chain", lambda *args, **kwargs: None)
    rules = load({"L": "(0 1 2 3 4 5 6 7 8 9 10)", "S": "(2 6 10 7)(3 9 4 5)"})
    state = play_moves(rules, rules.goal, ["L", "S", "L", "L", "S", "L"])
    assert play_moves(rules, state, find_solution(rules, state).moves) == rules.goal
    with pytest.raises(LimitReachedError, match="table is too large"):
        find_solution(rules, state, limit=10)


def test_state_limit_of_large_boards(monkeypatch):
    monkeypatch.setattr(search, "MAX_LABELS", 16_000)
    rules = load("fifteen#1")
    assert default_limit(rules) == 1_000
    for find in (solve, lambda rules: list(bfs_layers(rules))):
        with pytest.raises(LimitReachedError, match="more than 1,000 states"):
            find(rules)
    assert default_limit(load("hex")) == 1_000_000


def test_sliding_solutions_from_tables_are_shortest():
    rules = load("fifteen:3,height=3#5")
    moves = find_solution(rules, rules.start(), tables=True).moves
    assert len(moves) == solve(rules, rules.start()).length
    assert play_moves(rules, rules.start(), moves) == rules.goal


@pytest.mark.parametrize(
    ("game", "metric", "says"),
    [("fifteen", "turns", "has no twists"), ("cube:2", "miles", "Unknown metric 'miles'")],
)
def test_invalid_metrics(game, metric, says):
    rules = load(game)
    with pytest.raises(OptionError, match=says):
        find_solution(rules, rules.start(), metric=metric)


# -- improving solutions --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "hinted"),
    [("short long", "short"), ("long short short proved none", "long short proved")],
)
def test_hints_improve(monkeypatch, found, hinted):
    named = {
        "long": Hint(["U"] * 3, False),
        "short": Hint(["U"] * 2, False),
        "proved": Hint(["U"] * 2, True),
        "none": None,
    }
    monkeypatch.setattr(short_solutions, "_task_hints", lambda *_: map(named.get, found.split()))
    rules = load("cube:2")
    hints = list(short_solutions.find_hints(rules, rules.goal))
    assert hints == [named[name] for name in hinted.split()]


def test_first_hint_without_time(monkeypatch):
    def late(*_):
        yield Hint(["U"], False)
        raise LimitReachedError("There is no time.")

    monkeypatch.setattr(short_solutions, "_task_hints", late)
    rules = load("cube:2")
    assert find_solution(rules, rules.goal).moves == ["U"]


@pytest.mark.parametrize("length", [30, 300])
def test_short_known_solution_comes_first(monkeypatch, length):
    def fail(*_):
        raise LimitReachedError("There is no time.")
        yield

    rules = load("cube:6")
    walk = Random(1).choices(list(rules.twists), k=length)
    state = play_moves(rules, rules.goal, walk)

    def known():
        return [rules.inverse_move(move) for move in reversed(walk)]

    monkeypatch.setattr(short_solutions, "_slow_hints", fail)
    (only,) = short_solutions.find_hints(rules, state, known=known)
    assert not only.shortest
    assert play_moves(rules, state, only.moves) == rules.goal
    monkeypatch.setattr(short_solutions, "_slow_hints", lambda *_: iter([Hint(["U"], False)]))
    first = next(short_solutions.find_hints(rules, state, known=known))
    assert (first.moves == ["U"]) == (length > short_solutions.MAX_KNOWN_LENGTH)


def test_wrong_known_solution_is_ignored(monkeypatch):
    monkeypatch.setattr(short_solutions, "_find_words", lambda *args, **kwargs: [])
    monkeypatch.setattr(short_solutions, "find_chain", lambda *args, **kwargs: None)
    monkeypatch.setattr(short_solutions, "FIRST_SEARCH_STATES", 10)
    rules = load("cube:3")
    state = rules.scramble(Random(1))
    assert list(short_solutions.find_hints(rules, state, known=lambda: ["U"])) == []


def test_sliding_puzzle_is_solved_piece_by_piece_first(monkeypatch):
    shortest = Hint(["b1-b2"], True)
    monkeypatch.setattr(short_solutions, "_by_tables", lambda *args: shortest)
    monkeypatch.setattr(short_solutions, "KNOWN_FIRST_LABELS", 100)
    monkeypatch.setattr(short_solutions, "FIRST_SEARCH_STATES", 100)
    monkeypatch.setattr(short_solutions, "MAX_KNOWN_LENGTH", 0)
    rules = load("fifteen#1")
    first, second = short_solutions.find_hints(rules, rules.start(), seconds=0)
    assert play_moves(rules, rules.start(), first.moves) == rules.goal
    assert second == shortest


def test_solutions_without_time_limit_ignore_clock(monkeypatch):
    monkeypatch.setattr(piece_by_piece, "time", None)
    monkeypatch.setattr(piece_by_piece, "MAX_WINDOWS", 3)
    rules = load("fifteen:5,height=5#1")
    moves = solve_piece_by_piece(rules, rules.start(), rules.goal)
    assert play_moves(rules, rules.start(), moves) == rules.goal


# -- unscrambling ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["cube:2", "cube:4", "topspin", "hungarian", "twist"])
def test_undo_moves_and_scramble(game):
    rules = load(game)
    state = rules.start(Random(5))
    moves = list(rules.twists)[-2:]
    way = undo_scramble(rules, 5, moves)
    assert play_moves(rules, play_moves(rules, state, moves), way) == rules.goal
    positions = [state]
    for move in way[2:]:
        positions.append(rules.play(positions[-1], move))
    assert len(set(positions)) == len(positions)  # no repeated position


def test_fixed_scramble_cannot_be_undone():
    class Fixed(Twisty):
        def scramble(self, rng):
            return ("2", "1", "3")

    assert undo_scramble(Fixed(ring(3), "123", {"L": [range(3)], "T": [(0, 1)]}), 1, []) is None


def test_puzzle_with_own_result_starting_at_goal():
    class Elsewhere(Twisty):
        """A puzzle that is solved where its first two pieces have changed places."""

        name = "Elsewhere"

        def result(self, state):
            return self.solved if state[:2] == ("b", "a") else None

    rules = Elsewhere(ring(3), "abc", {"L": [range(3)], "S": [(0, 1)]})
    assert find_solution(rules, rules.start()).moves == ["S"]
    assert solve_optimally(rules).moves == ["S"]


def test_large_cube_near_goal():
    rules = load("cube:7")
    state = play_moves(rules, rules.goal, ["U", "2R", "2R", "3F", "L"])
    solution = find_solution(rules, state, metric="turns")
    assert (solution.length, solution.proved_optimal) == (4, True)
    assert play_moves(rules, state, solution.moves) == rules.goal


@pytest.mark.slow
def test_more_time_does_not_lengthen_sliding_solution():
    pytest.importorskip("numba")
    rules = load("fifteen#8")
    found = find_solution(rules, rules.start(), seconds=0.0)
    assert (found.length, found.proved_optimal) == (48, True)
    assert play_moves(rules, rules.start(), found.moves) == rules.goal
    found = find_solution(rules, rules.goal, to=rules.start(), seconds=0.0)
    assert found.length == 48
