"""Tests for contract rules that `mistakes.txt` does not cover, with a broken plugin for each."""

import itertools
import math
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from support import find_problems

from puzzlekit import (
    Click,
    IllegalMoveError,
    OptionError,
    Puzzle,
    Question,
    Result,
    StoneGame,
    Summary,
    Twisty,
    grid,
    load,
    place_stone,
)
from puzzlekit.core.game_id import parse
from puzzlekit.rules.frames import FrameGraph
from puzzlekit.testing import contract
from puzzlekit.testing.budget import Budget
from puzzlekit.testing.contract import inspect_rules
from puzzlekit.testing.ending import check_ends
from puzzlekit.testing.fast_path import announce_call

from .line import Line
from .mistakes import BASES


class Swap(Puzzle):
    """Put two tiles in order."""

    name = "Swap"

    def __init__(self):
        self.board, self.goal, self.piece_by_label = grid(2, 1), ("1", "2"), {}

    def start(self, rng=None):
        return ("2", "1")

    def legal_moves(self, state):
        return ["X"]

    def play(self, state, move):
        if move != "X":
            raise self.illegal_move(state, move)
        return state[::-1]

    def cell_permutation(self, state, move):
        return {0: 1, 1: 0}

    def predecessors(self, state):
        return [("X", state[::-1])]


def test_valid_plugins():
    assert find_problems(Line()) == []
    assert find_problems(Swap()) == []
    assert find_problems(RowLine()) == []


def broken(base, **changes):
    common = {"__doc__": "A broken plugin.", "__module__": __name__}
    return type("Broken", (base,), common | changes)


class Row:
    """A mutable state whose `repr` does not show its content."""

    def __init__(self, text=""):
        self.text = text

    def __eq__(self, other):
        return self.text == other.text

    def __hash__(self):
        return hash(self.text)


class RowLine(Line):
    """A `Line` with mutable states, whose member `spoiler` fills the last square early."""

    spoiler = ""

    def start(self, rng=None):
        return Row()

    def read(self, name, state):
        before = state.text
        if name == self.spoiler and len(before) == 4:
            state.text = before + next(c for c in self.board.cells if c not in before)
        return before

    def legal_moves(self, state):
        return super().legal_moves(self.read("legal_moves", state))

    def apply(self, state, move):
        return Row(self.read("apply", state) + move)

    def play(self, state, move):
        if move not in self.legal_moves(state):
            raise self.illegal_move(state, move)
        self.read("play", state)
        return self.apply(state, move)

    def result(self, state):
        return super().result(self.read("result", state))

    def pieces(self, state):
        return super().pieces(self.read("pieces", state))

    def turn(self, state):
        return super().turn(self.read("turn", state))


def constant(value):
    return lambda *arguments: value


def method(function):
    """Return a method that passes a call counter to `function` instead of `self`."""
    return lambda self, *arguments: function(next(COUNTER), *arguments)


COUNTER = itertools.count()
BLANKS = itertools.cycle(["", " "])


def raising(error):
    def function(*arguments):
        raise error

    return function


def refused(self, state, move):
    if move != "X":
        raise OptionError("no")
    return state[::-1]


def lenient(self, state, move):
    """Play all moves that are legal in some position."""
    if move not in self.all_moves():
        raise self.illegal_move(state, move)
    return self.apply(state, move)


def counted(self, state, move):
    self.count = vars(self).get("count", 0) + 1
    return Line.play(self, state, move)


def counted_turn(self, state):
    return vars(self).get("count", 0) % 2


TURNED = method(lambda n, state: ["a1", "b1", "c1"][:: 1 - 2 * (n % 2)])
BEHIND = constant([("X", ("1", "2")), ("Y", ("2", "1"))])
WON, FAR = Result(0, "Won"), Result(0, "Won", (3,))


class Marks(NamedTuple):
    """Stones, plies, and a field that position codes need."""

    stones: str
    ply: int = 0
    mark: int = 0


class Marked(StoneGame[Marks]):
    """Fill the cells; a player who cannot move loses."""

    name, kind = "Marked", Marks

    def __init__(self):
        super().__init__(grid(4, 1))

    def legal_moves(self, state):
        return [c for c, s in zip(self.board.cells, state.stones, strict=True) if s == "."]

    def apply(self, state, move):
        stones = place_stone(state.stones, self.board.index[move], self.own_stone(state))
        return Marks(stones, state.ply + 1, state.ply)


FAULTS = [
    # class attributes
    (broken(Line, players=()), "players is empty"),
    (broken(Line, presets={"Odd": {"squares": 2.5}}), "'Odd' cannot be used: squares=2.5"),
    (broken(Line, presets={"On": {"squares": True}}), "'On' cannot be used: squares=on"),
    # starts
    (broken(Line, start=method(lambda n, rng=0: str(n) if rng else "")), "for the same seed"),
    (broken(Line, legal_moves=constant([])), "has 0 moves although the result is None"),
    (broken(Line, legal_moves=constant([]), result=constant(WON)), "over at the start: 'Won'. If"),
    (broken(Swap, result=constant(None)), "The goal does not count as solved"),
    (broken(Line, play=counted, turn=counted_turn), "the rules object changes (self.count)"),
    # positions
    (broken(Line, legal_moves=TURNED), "1'] for the same state; the order must depend only on"),
    (broken(Line, result=lambda self, s: FAR if s[5:] else None), "has 3, which is not a cell"),
    (
        broken(Swap, result=constant(Result(1, ""))),
        "has the winner 1; expected None for a draw, a seat (0) or a side",
    ),
    (broken(Line, status=constant(["", 3])), "['', 3]; expected a list of 2"),
    (broken(Line, evaluate=constant(math.nan)), "finite number"),
    (Marked, "Define encode_fields(state) and decode_fields(stones, side, ...), which"),
    # questions and summaries
    (broken(Line, question=constant(Question("Well?", {"Yes": "yes"}))), "must be legal moves"),
    (broken(Line, question=constant(Question("", {}))), "is incomplete; it needs text, an answer"),
    (broken(Line, summary=constant(Summary("", ("a", "b"), (("1",),)))), "one text per seat"),
    (broken(Line, summary=constant(Summary("", ("a", "b"), (("1", "2"),), 1))), "marks row 1"),
    # clicks
    (broken(Line, clicks=constant([Click((7,))])), "(7,), which are not cells"),
    (broken(Line, clicks=constant([Click((0,))])), "b1 and a1 have the same clicks"),
    # playing
    (
        broken(Swap, all_moves=constant(["X", "Y"]), play=lenient, apply=lambda s, a, m: a[::-1]),
        "play accepts 'Y', which is not in legal_moves(state)",
    ),
    (broken(Swap, play=raising(IllegalMoveError("never"))), "IllegalMoveError: never"),
    *(
        (broken(RowLine, spoiler=name), f"{name}(state, move) changes the state; return a new")
        for name in ("apply", "play")
    ),
    *(
        (broken(RowLine, spoiler=name), f"{name}(state) changes the state; change a copy instead.")
        for name in ("legal_moves", "pieces", "result", "turn")
    ),
    (
        broken(Line, play=lambda self, state, move: Line.play(self, state, move) + next(BLANKS)),
        "returns 'b1 ' and then 'b1' for the same state",
    ),
    # moves as permutations
    (
        broken(Swap, cell_permutation=constant({})),
        "(state, 'X') does not match the pieces after the move on cell a1",
    ),
    (
        broken(Swap, cell_permutation=constant({0: 5, 5: 0})),
        "(state, 'X') is {0: 5, 5: 0}; its cells must be numbers, 0 to 1.",
    ),
    (broken(Swap, predecessors=constant([])), "lacks X, which was just played"),
    (
        broken(Swap, predecessors=constant(["X"])),
        "predecessors(state) contains 'X'; expected a list",
    ),
    (broken(Swap, predecessors=BEHIND), "has Y, which is not legal in the state before it"),
    # attributes and notation
    (broken(Line, reserve=10**12), "reserve is 1000000000000; expected the number"),
    (broken(Line, __hash__=None), "__hash__ is None; expected a method"),
    (broken(Line, editor_letters=("",)), "editor_letters is ('',); expected two str"),
    (broken(Line, encode=constant(None)), "encode(state) returns None; expected a str"),
    (broken(Line, encode=constant("x")), "cannot read 'x', which encode(state) returns: "),
    # members used by caches, solvers and groups
    (broken(Line, repetition_key=constant([])), "returns [], a list; expected a hashable value"),
    (
        broken(Line, legal_moves=method(lambda n, state: ["a1", "b1"][n % 2 :])),
        "'b1'] for the same state; use only the state.",
    ),
    (broken(Swap, all_moves=constant(["Y"])), "all_moves() lacks 'X', which is legal"),
    (broken(Swap, all_moves=constant(["X", 2])), "all_moves() contains 2, an int;"),
    (broken(Line, generators=constant(iter({}))), "returns a dict_keyiterator; expected a dict"),
    (broken(Swap, generators=constant({"X": (1, 1)})), "not a permutation of the 2 cells"),
    (broken(Swap, sparse_generators=constant({"X": 5})), "contains 5; expected a Sparse: write"),
    (broken(Swap, sparse_generators=constant({})), "differs from generators(state)"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "words"), FAULTS, ids=lambda part: str(part)[:40])
def test_reported_problem(kind, words):
    found = inspect_rules(kind()).problems
    assert any(words in sentence for sentence in found), found
    assert all(isinstance(sentence, str) and sentence for sentence in found)


def test_location_of_inherited_method_that_accepts_illegal_moves(add_plugin, monkeypatch):
    monkeypatch.setattr(Twisty, "play", lenient)
    text = f"{BASES['carousel']}\n    def legal_moves(self, state):\n        return ['L']\n"
    add_plugin("carousel", text)
    [found] = find_problems(load("carousel"))
    line = len(text.splitlines()) - 1
    assert found.startswith(f"Carousel (carousel.py, line {line}): play accepts ")


def test_not_enough_time_to_count_positions(monkeypatch):
    # With many frames, the group, whose computation cannot be stopped, comes after the search.
    monkeypatch.setattr(contract, "COUNTING_SECONDS", -1)
    monkeypatch.setattr(contract, "MAX_FRAMES", 1)
    monkeypatch.setattr(contract, "count_positions", raising(AssertionError))
    report = inspect_rules(load("fifteen:2,height=2"))
    assert report.problems == []
    assert report.warnings == ["There was not enough time; skipped: frames."]


def test_names_of_skipped_checks():
    [skipped] = inspect_rules(load("fifteen:2,height=2"), budget=Budget(-1)).warnings
    words = "random game 3, frames, examples and lesson, warnings of likely mistakes."
    assert skipped.endswith(words)
    assert "fast path" not in skipped
    [skipped] = inspect_rules(Line(), budget=Budget(-1)).warnings
    assert "random game 3, endless games, ends of games, games with a swap, examples" in skipped


def test_time_for_frames():
    calls = []
    rules = load("fifteen:2,height=2")
    FrameGraph(rules, rules.goal, lambda *report: calls.append(report))
    assert calls == [("frames", number, None) for number in range(4)]


def test_ids_and_samples_of_positions():
    rules = load("fifteen:3,height=3")
    rules.setup = replace(rules.setup, game=parse("fifteen:3,height=2"))
    assert "does not reproduce the same game" in " ".join(inspect_rules(rules).problems)
    rules = Line(4)
    assert rules.setup is None
    assert find_problems(rules) == []
    # Every third position and the last one are checked in full.
    rules = Wide()
    assert inspect_rules(rules, games=1).problems == []
    assert rules.seen[-5:] == [0, 3, 6, 9, 11]


class Wide(Line):
    """A game with many moves that records the ply of each fully checked position."""

    def __init__(self):
        super().__init__(1500)
        self.seen = []

    def result(self, state):
        return Result(0, "Eleven stones win") if len(state.split()) == 11 else None

    def legal_moves(self, state):
        return [] if self.result(state) else [c for c in self.board.cells if c not in state.split()]

    def play(self, state, move):
        if move not in self.legal_moves(state):
            raise self.illegal_move(state, move)
        return f"{state} {move}"

    def turn(self, state):
        return len(state.split()) % 2

    def encode(self, state):
        self.seen.append(len(state.split()))
        return super().encode(state)


def test_names_of_compiled_calls():
    steps = []
    budget = Budget(progress=lambda step, done, total: steps.append((step, done, total)))
    budget("random game 1", 3, 9)
    compiled = SimpleNamespace(kernel=SimpleNamespace(play=refused))
    rules = broken(Line, compiled=compiled)()
    announce_call(rules, "play", budget)
    line = refused.__code__.co_firstlineno
    step = f"random game 1: the compiled play() (test_contract_faults.py, line {line})"
    assert steps[-1] == (step, 3, 9)


def test_playouts_shorter_than_games():
    [fault] = check_ends(broken(Line, compiled=SimpleNamespace(max_plies=2))(), Random(1))
    assert fault.member == "compiled_rules"
    assert fault.text.startswith("max_plies is 2, but a random game has 3 plies; lo")
    assert not list(check_ends(broken(Line, compiled=SimpleNamespace(max_plies=3))(), Random(1)))
