"""Moves as people write and count them."""

from random import Random
from types import MappingProxyType

import pytest
from support import example_plugin, play_moves

from puzzlekit import Session, Toggle, Twisty, grid, load, ring
from puzzlekit.formats.as_rules import convert, definition_of
from puzzlekit.play.distance_bounds import HintCache, distance_bounds
from puzzlekit.play.engine import HINT, Engine, Request
from puzzlekit.play.parse_moves import read_line, read_moves
from puzzlekit.rules.merged_moves import count_moves, merge_moves, players_metric, proves_shortest
from puzzlekit.solving.search import solve
from puzzlekit.solving.short_solutions import find_hints

LINES = {
    "cube": "R2 U' F2 D R' B2 L",
    "cube:4": "Rw2 U Fw' R R' Uw2 D2 Rw U2",
    "cube:5": "Dw2 B2 L' Bw2 Rw Dw L2 Lw' D2 L R' U Uw D Dw",
    "cube:6": "3Lw2 3Rw2 3Fw2 3Lw D R Rw' Uw2 2R 3Dw'",
    "cube:7": "3Bw' D Dw Rw2 3Uw2 3Dw' Uw U2 3U",
    "pyraminx": "U L R' B u l'",
}


@pytest.mark.slow
@pytest.mark.parametrize("game", LINES)
def test_typed_turns_keep_their_names(game):
    rules, line = load(game), LINES[game]
    moves = read_moves(rules, rules.goal, line)
    assert [text for text, _ in merge_moves(rules, moves)] == line.split()
    assert sum(count for _, count in merge_moves(rules, moves)) == len(moves)
    assert count_moves(rules, moves) == len(line.split())


@pytest.mark.parametrize("game", ["cube:5", "cube:6", "megaminx", "hungarian", "twist"])
def test_listed_turns_round_trip(game):
    rules, rng = load(game), Random(1)
    moves = [rng.choice([*rules.all_moves()]) for _ in range(200)]
    line = " ".join(text for text, _ in merge_moves(rules, moves))
    read = read_moves(rules, rules.goal, line)
    assert play_moves(rules, rules.goal, read) == play_moves(rules, rules.goal, moves)


def test_clock_turns():
    rules = example_plugin("clock")()
    moves = read_moves(rules, rules.goal, "UR5- ALL2+ bDL")
    assert merge_moves(rules, moves) == [("UR5-", 5), ("ALL2+", 2), ("bDL", 1)]


class Ring(Twisty):
    name = "Ring"
    aliases = MappingProxyType({"T2": "L L"})
    notation = ("x",)

    def __init__(self):
        cycles = {"R": [(0, 1, 2, 3)], "R2": [(4, 5)], "T": [(1, 2, 3, 4)], "L": [(2, 3, 4, 5)]}
        super().__init__(ring(6), "abcdef", cycles)

    def expand_word(self, word):
        raise KeyError(word)  # a faulty plugin; its moves are listed and saved nevertheless


def test_powers_named_like_other_moves_are_not_merged():
    rules = Ring()
    moves = ["R", "R", "R'", "R'", "T", "T", "T'", "T'", "L'", "L'"]
    texts = [text for text, _ in merge_moves(rules, moves)]
    assert texts == [*moves[:-2], "L2'"]
    assert not proves_shortest(rules, ["R", "R"])


def test_turns_with_cycles_of_different_lengths():
    rules = Twisty(ring(5), "abcde", {"R": [(0, 1), (2, 3, 4)]})  # of order 6
    assert merge_moves(rules, ["R"] * 5) == [("R3", 3), ("R2", 2)]


@pytest.mark.parametrize(
    ("base", "moves"), [(Twisty, {"L": [(0, 1, 2, 3)]}), (Toggle, {"L": {0: 1}})]
)
def test_moves_of_faulty_plugin(base, moves):
    class Faulty(base):
        def cell_permutation(self, state, move):
            raise KeyError(move)

    rules = Faulty(ring(4), "abcd" if base is Twisty else 4, moves)
    assert merge_moves(rules, ["L", "L"]) == [("L2", 2)]


def test_unusual_names_are_not_merged():
    toggle = Toggle(grid(2, 1), 4, {"A'": {0: 1}, "B": {1: 2}})
    moves = ["A'", "A'", "A''", "A''", "B", "B"]
    assert merge_moves(toggle, moves) == [(move, 1) for move in moves]


@pytest.mark.parametrize("faces", ["RU", "URFDLB"])
def test_turns_of_cube_files(faces, tmp_path):
    definition = definition_of(load("cube"))
    moves = {name: definition.moves[name] for name in faces}
    path = tmp_path / "turns.tws"
    path.write_text(convert(definition._replace(moves=moves), "tws"))
    line = "R2 U R2' U'"
    rules = load(str(path))
    moves = read_moves(rules, rules.goal, line)
    assert [text for text, _ in merge_moves(rules, moves)] == line.split()


def test_hints_are_shortest_in_turns():
    rules = load("cube:2")
    state = rules.play(rules.play(rules.play(rules.goal, "R"), "R"), "U")
    assert players_metric(rules) == "turns"
    *_, hint = find_hints(rules, state, metric="turns")
    assert (hint.shortest, count_moves(rules, hint.moves)) == (True, 2)
    solution = solve(rules, state, metric="turns")
    assert (solution.length, solution.count, sorted(solution.moves)) == (2, 1, ["R", "R", "U'"])


def test_hints_and_distances_count_turns():
    rules = load("cube:4")
    session = Session(rules)
    session.play_line(read_line(rules, rules.goal, "Rw2 U"))
    *_, last = distance_bounds(session, HintCache(rules))
    assert last.moves == session.move_count == 2
    *_, hint = Engine(0).replies(Request(HINT, ()), rules, session.state)
    assert [text for text, _ in merge_moves(rules, hint.moves)] == ["U'", "Rw2"]


def test_proof_requires_that_turns_join_equal_moves():
    assert proves_shortest(load("cube"), ["R", "U"])
    assert proves_shortest(load("cube:4"), ["R"])
    assert proves_shortest(load("cube:4"), ["2R", "R"])  # Rw
    assert not proves_shortest(load("cube:4"), ["2R", "U"])
    bandaged = example_plugin("bandaged")()
    assert not proves_shortest(bandaged, list(bandaged.all_moves())[:2])
