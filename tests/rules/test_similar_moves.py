"""Tests for suggestions after an illegal typed move, in every game and puzzle."""

import re
from itertools import islice
from random import Random

import pytest
from support import SHIPPED, random_game, state_after

from puzzlekit import IllegalMoveError, load
from puzzlekit.play.parse_moves import read_moves
from puzzlekit.rules.similar_moves import matching_moves, similar_moves, suggestion

#: Options that reduce the number of moves.
OPTIONS = {"palago": ":turn=single", "permute": ":5"}

#: The last letter or digit of a move.
LAST = re.compile(r"[^\W_](?=[\W_]*$)")


@pytest.mark.parametrize("name", SHIPPED)
def test_typo_in_last_letter(name):
    rules, rng = load(name + OPTIONS.get(name, "")), Random(4)
    *_, state = islice(random_game(rules, rng), 4)
    legal = rules.legal_moves(state)
    for move in rng.sample(list(legal), min(6, len(legal))):
        if len(re.findall(r"[^\W_]", move)) < 2:
            continue  # nothing would remain to match
        text = LAST.sub("x", move.upper())
        similar = similar_moves(text, legal, rules.board.index)
        assert move in similar
        with pytest.raises(IllegalMoveError) as caught:
            read_moves(rules, state, text)
        words = "did you mean" if len(similar) <= 3 else "try one of"
        assert f"is not a legal move here; {words} " in str(caught.value)
        assert similar[0] in str(caught.value)


def test_suggestions_start_with_same_cell():
    moves = ["g4-c6", "g4-g5", "b4-c7", "c7"]
    assert suggestion("G4-C7", moves) == "did you mean 'g4-c6'?"  # not b4-c7
    assert similar_moves("g4-h9", moves) == ["g4-c6", "g4-g5"]
    assert similar_moves("h4-c7", moves) == ["b4-c7"]
    for text in ("x", "", "c7" * 40):
        assert similar_moves(text, moves) == []
    many = [f"a{k}" for k in range(9)]
    assert suggestion("x", many) == "try one of a0, a1, a2, a3, a4, a5 or others."
    assert suggestion("c", ["a1"]) == "try one of a1."


def test_signs_and_orders_in_typed_moves():
    rules = load("palago:turn=single")
    state = rules.play(rules.start(), rules.legal_moves(rules.start())[0])
    moves = rules.legal_moves(state)
    assert {"1,0b", "-1,0b"} <= set(moves)
    assert read_moves(rules, state, "1,0B") == ["1,0b"]
    assert read_moves(rules, state, "-1,0B") == ["-1,0b"]
    rules = load("palagem:inversion=on")
    for text in ("acba", "ACBA", "Acba", "ABCA"):
        assert read_moves(rules, rules.start(), text) == ["abca"]
    with pytest.raises(IllegalMoveError, match="'Xyza' is not a legal move"):
        read_moves(rules, rules.start(), "Xyza")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("g4c6", "g4-c6"),
        ("G4 - C6", "g4-c6"),
        (" 0,0a 0,-1b ", "0,0a+0,-1b"),
        ("0,0A+0,-1B", "0,0a+0,-1b"),
        ("0 0a+0 -1b", "0,0a+0,-1b"),
        ("0,0a+0,1b", ""),
        ("-0,0a+0,-1b", ""),
        ("00,a+0,-1b", ""),
        ("g4--c6", ""),
        ("-g4-c6", ""),
        ("g4+c6", ""),
        ("", ""),
    ],
)
def test_matching_moves(text, read):
    assert matching_moves(text, ["g4-c6", "0,0a+0,-1b"]) == [read] * (read != "")


def test_reversed_tile_pair():
    rules = load("palagem")
    state = state_after(rules, ["abca", "aaaa", "0,0a", "0,1a"])
    assert "1,0a" in rules.legal_moves(state)
    assert "-1,0a" not in rules.legal_moves(state)
    message = "'-1,0a' is not a legal move here; did you mean '1,0a'"
    with pytest.raises(IllegalMoveError, match=message):
        read_moves(rules, state, "-1,0a")
    assert read_moves(rules, state, " 1,0A ") == ["1,0a"]
