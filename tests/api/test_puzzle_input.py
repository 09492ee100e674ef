"""Tests for the inputs of notebook functions: IDs, files, rules, generators and positions."""

import pickle
from copy import copy, deepcopy
from pathlib import Path
from typing import get_overloads, get_type_hints

import numpy
import pytest
from support import DATA_FOLDER
from sympy.combinatorics import Cycle, Permutation, PermutationGroup
from sympy.combinatorics.named_groups import AlternatingGroup

from puzzlekit import (
    NotationError,
    OptionError,
    Puzzle,
    PuzzlekitError,
    Rules,
    Twisty,
    distances,
    group,
    load,
    order,
    ring,
    show,
)
from puzzlekit.core.sparse_permutations import Sparse
from puzzlekit.groups import describe, parse_generators, sympy_group
from puzzlekit.play.api_arguments import as_state

FILE = DATA_FOLDER / "puzzles" / "pyraminx.tws"


def test_ids_files_and_rules():
    rules = load("cube:2")
    assert load(rules) is rules
    assert load("cube:2").goal == rules.goal
    assert load(FILE).goal == load(str(FILE)).goal
    assert load("fifteen#7").start() == load("fifteen#7").start()


@pytest.mark.parametrize(
    "given",
    [
        ["(0 1 2 3 4)", "(0 1)"],
        ("(0 1 2 3 4)", "(0 1)"),
        [[1, 2, 3, 4, 0], [1, 0, 2, 3, 4]],
        numpy.array([[1, 2, 3, 4, 0], [1, 0, 2, 3, 4]]),
        [Permutation([1, 2, 3, 4, 0]), Permutation(0, 1)],
        [Cycle(0, 1, 2, 3, 4), Cycle(0, 1)],
        {"a": "(0 1 2 3 4)", "b": "(0 1)"},
        iter(["(0 1 2 3 4)", "(0 1)"]),
    ],
    ids=["texts", "tuple", "images", "array", "sympy", "cycles", "named", "once"],
)
def test_forms_of_generators(given):
    rules = load(given)
    assert rules.legal_moves(rules.start()) == ["a", "a'", "b"]
    assert rules.play(rules.start(), "a") == ("4", "0", "1", "2", "3")
    assert order(rules) == 120


@pytest.mark.parametrize("given", [Permutation(0, 1, 2), Cycle(0, 1, 2)], ids=["sympy", "cycle"])
def test_single_permutation(given):
    assert order(given) == order(load(given)) == describe(given).order == 3


@pytest.mark.parametrize("given", [[], {}, [[]], "()", "Group(())", PermutationGroup()], ids=repr)
def test_empty_permutation_domain(given):
    assert order(given) == group(given).order() == 1
    assert list(distances(given)) == [1]


def test_declared_type_accepts_named_generators():
    assert isinstance(load({"L": "(0 1 2)"}), Puzzle)
    assert get_type_hints(get_overloads(load)[0])["return"] is Puzzle


def test_names_of_generators_are_ignored():
    named = {"a": "(0 1 2)", "b": "(0 1)"}
    assert parse_generators(named) == [(1, 2, 0), (1, 0, 2)]
    assert sympy_group(named) == sympy_group(named.values())


@pytest.mark.parametrize(
    "given", [{"L": "(0 1 2)"}, "Group((1,2,3))", str(FILE), "fifteen:2,height=2#1"]
)
def test_rules_can_be_pickled_and_copied(given):
    rules = load(given)
    for other in (pickle.loads(pickle.dumps(rules)), copy(rules), deepcopy(rules)):
        assert (other.name, other.start()) == (rules.name, rules.start())
        assert other.generators(other.start()) == rules.generators(rules.start())


def test_other_forms_of_generators():
    assert order(AlternatingGroup(6)) == order(load(AlternatingGroup(6))) == 360
    assert load("(0 1 2)").legal_moves(("0", "1", "2")) == ["a", "a'"]
    rules = load([f"({i} {i + 1})" for i in range(30)])
    assert rules.legal_moves(rules.start())[:2] == ["g1", "g2"]
    rules = load({"T": "(0 1 2)", "back": "(0 2 1)", "again": "(0 1 2)"})
    assert rules.legal_moves(rules.start()) == ["T", "T'"]


@pytest.mark.parametrize(
    "text",
    [
        "Group( (1,2,3,4,5), (1,2) );",
        "a:=(1,2,3,4,5);;\nb:=(1,2);;\nG:=Group(a,b);",
        "[(1,2,3,4,5),(1,2)]",
        "Group((1,2,3)*(3,4,5),(1,2))",
        "# two (2) generators\n\n  # of S5\nGroup((1,2,3,4,5),(1,2));",
        "[ (1,2,3,4,\\\n5),(1,2) ] # a comment \\\n;",
        "Group((1,2,3,4,1\\\n0),(1,2))",
    ],
)
def test_gap_groups(text):
    assert order(text) == 120


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (5, "5 is not a list of generators"),
        (None, "None is not a list of generators"),
        (Rules, r"Rules is a class, not a rules object; use `Rules\(\)`"),
        ([range(10_001)], "can permute up to 10,000 points, but these permute 10,001"),
        ([1, 0, 2], r"1 is not a permutation\. Write a list of permutations"),
        ("(0 1", "'\\(0 1' is not a product of cycles"),
        ({"a": 5}, "5 is not a permutation"),
        ([[1, 1]], "not a permutation of 0..1"),
        ({"a b": "(0 1)"}, "'a b' is not a valid generator name"),
        ({"": "(0 1)"}, "'' is not a valid generator name"),
        ({"#a": "(0 1)"}, "'#a' is not a valid generator name"),
        ({"a''": "(0 1)"}, "is not a valid generator name"),
        ({1: "(0 1)", "1": "(1 2)"}, "Two generators are named '1'"),
        ({"A": "(0 1 2)", "A'": "(0 1)(2 3)"}, "Two moves would be named A'"),
        ("SymmetricGroup(5);", "line 1: 'SymmetricGroup' has no value; only names, lists"),
        ("SymmetricGroup( [ 1 .. 5 ] )", "line 1: 'SymmetricGroup' has no value"),
        ("PrimitiveGroup(12,1)", "line 1: 'PrimitiveGroup' has no value"),
        ("DirectProduct(SymmetricGroup(3),Group(()))", "line 1: 'DirectProduct' has no value"),
        ("Group((1,2)(3,4\\\n0,5),\n(1,x))", "line 3: expected a point"),  # a continued line
        (Path(__file__), r"is a Python file\. Move it to your plugins folder"),
        ("cube:99", "size=99 is invalid"),
        ("cub", "no plugin 'cub'"),
        (Path("nothing.tws"), "nothing.tws cannot be read"),
    ],
)
def test_invalid_rules(given, message):
    with pytest.raises(PuzzlekitError, match=message):
        load(given)


def test_order_with_equal_names():
    with pytest.raises(NotationError, match="Two generators are named '1'"):
        order({1: "(0 1)", "1": "(1 2)"})


SQUARES, S4 = "fifteen:2,height=2", ["(0 1 2 3)", "(0 1)"]


@pytest.mark.parametrize(
    ("rules", "given", "state"),
    [
        (SQUARES, ["1", "2", "", "3"], "1 2 _ 3"),
        (SQUARES, ("1", "2", "", "3"), "1 2 _ 3"),
        (SQUARES, numpy.array(["1", "2", "", "3"]), "1 2 _ 3"),
        (SQUARES, "1 2 . 3", "1 2 _ 3"),
        (SQUARES, "(a1 b1)", "1 2 _ 3"),
        (SQUARES, "(a1 b1) (b1 b2)", "1 3 _ 2"),  # products are read from left to right
        (SQUARES, "1,,2,3", "1 _ 2 3"),
        (SQUARES, "1_23", "1 _ 2 3"),
        (SQUARES, "goal", "1 2 3 _"),
        (f"{SQUARES}@1_23", "start", "1 _ 2 3"),
        (S4, Permutation(0, 2)(1, 3), "2 3 0 1"),
        (S4, Cycle(0, 2)(1, 3), "2 3 0 1"),
        (S4, [2, 3, 0, 1], "2 3 0 1"),
        (S4, numpy.array([2, 3, 0, 1]), "2 3 0 1"),
        (S4, "(0 2)(1 3)", "2 3 0 1"),
        (S4, Permutation(0, 1), "1 0 2 3"),
    ],
)
def test_positions(rules, given, state):
    assert " ".join(piece or "_" for piece in as_state(load(rules), given)) == state


def test_positions_of_games():
    rules = load("hex:3")
    state = rules.play(rules.start(), "b2")
    assert as_state(rules, state) is state
    assert as_state(rules, rules.encode(state)) == state
    with pytest.raises(OptionError, match="has no goal"):
        as_state(load("hex:2"), "goal")


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("fifteen:2,height=2", 5, "^5 is not a position of 15-puzzle, such as"),
        ("fifteen:2,height=2", (1, 2), "is not a permutation of 0..1"),
        ("fifteen:2,height=2", ("1",), "there are 4 cells, but '1' lists 1 piece"),
        ("fifteen:2,height=2", ("1", "2", "3", "4"), "no piece '4'"),
        ("fifteen:2,height=2", "1 2 3", "there are 4 cells"),
        (S4, [1, 0, 2, 3, 4], "has 4 cells, not 5"),
        ("cube:2", "(U1 X9)", "Unknown cell 'X9'"),
        ("cube:2", "(U1 U1)", "twice"),
        ("cube:2", "#x", "not a seed"),
        ("cube:2", "U U", "are moves, not a position"),
        ("cube:2", "U X", "lists 2 pieces"),
        ("cube:2", "U" * 24, "'U' 4 times, the position 24"),
        ("cube:2", "X" + "U" * 23, "no piece 'X'"),
        ("hex:2", ("R", "", "", ""), "is not a position of Hex"),
        ("hex:2", "x", "Hex cannot start from 'x'"),
        ("hex:2", load("hex:3").start(), "swapped=False.*\\.\\.\\. is not a position of Hex"),
        ("catchup:4", load("catchup:5").start(), "is not a position of Catchup"),
    ],
)
def test_invalid_positions(name, given, message):
    with pytest.raises(NotationError, match=message):
        show(name, given)


@pytest.mark.parametrize(
    "wrong", [[(1, 0, 2), (1, 0)], [(1, 1, 2)], [Sparse.of((1, 0)), (1, 0, 2)]]
)
def test_wrong_generators_of_a_plugin(wrong):
    class Wrong(Twisty):
        def sparse_generators(self, state):
            return dict(enumerate(wrong))

    with pytest.raises(PuzzlekitError, match=r"\(1, [01]"):
        order(Wrong(ring(3), "abc", {}))
