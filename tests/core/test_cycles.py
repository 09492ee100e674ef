"""Tests for cycle notation against the published tables of the pinball puzzle."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import DATA_FOLDER
from sympy.combinatorics import Permutation

from puzzlekit import close_under_product, multiply_cycles, path_to_perm, simplify_cycles
from puzzlekit.core.errors import NotationError

PINBALL = json.loads((DATA_FOLDER / "pinball.json").read_text())
TABLE_3 = {label: row["permutation"] for label, row in PINBALL["table3"].items()}
TABLE_4 = dict(PINBALL["table4"])


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("( 5 4 ) ( 4 7 ) ( 7 8 ) ( 8 5 )", "( 4 8 7 )"),
        ("(5 4)(4 1)(1 2)(2 5)", "( 1 4 2 )"),
        ("( 1 4 2 ) ( 4 8 7 )", "( 1 8 7 4 2 )"),
        ("( 3 1 2 )", "( 1 2 3 )"),
        ("( 9 8 ) ( 2 1 )", "( 1 2 ) ( 8 9 )"),
        ("( 10 9 )", "( 9 10 )"),
        ("( b a ) ( 2 1 )", "( 1 2 ) ( a b )"),
        ("( 1,2,3 )", "( 1 2 3 )"),
        ("( 7 )", "( )"),
        ("( )", "( )"),
        ("()", "( )"),
        ("", "( )"),
        ("  ( 1 2 ) ( 1 2 ) ", "( )"),
        pytest.param(f"({'9' * 5000} 1)", f"( 1 {'9' * 5000} )", id="long number"),
    ],
)
def test_simplify(text, simple):
    assert simplify_cycles(text) == simple


@pytest.mark.parametrize("text", ["1 2", "( 1 2", "1 2 )", "( 1 ( 2 ) )", "( 1 1 )", "( 1 2 ) x"])
def test_simplify_errors(text):
    with pytest.raises(NotationError) as caught:
        simplify_cycles(text)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    "row",
    [*PINBALL["table3"].values(), *PINBALL["simple_space_paths"]],
    ids=lambda row: row["path"],
)
def test_published_paths(row):
    assert path_to_perm(row["path"]) == row["permutation"]


def test_first_pass_is_table_4():
    first = close_under_product(TABLE_3)
    assert first == TABLE_4
    assert len(first) == 19
    everything = {a + b: multiply_cycles(TABLE_3[a], TABLE_3[b]) for a in "ABCD" for b in "ABCD"}
    assert everything["CA"] == everything["AC"]
    assert "CA" not in first
    assert "AC" in first


def test_second_pass():
    second = close_under_product(close_under_product(TABLE_3))
    assert len(second) == 257
    assert "( )" in second.values()
    assert len(set(second.values())) == 257
    assert second["BADD"] == PINBALL["goal_permutation"] == "( 1 4 6 2 ) ( 3 8 7 9 )"


def test_products_equal_naive_products():
    # All words of up to four letters; the first word found for each permutation is kept.
    named = {text: label for label, text in TABLE_3.items()}
    for length in (2, 3, 4):
        for word in map("".join, itertools.product("ABCD", repeat=length)):
            text = "( )"
            for letter in word:
                text = multiply_cycles(text, TABLE_3[letter])
            named.setdefault(text, word)
    second = close_under_product(close_under_product(TABLE_3))
    # The second pass multiplies words of up to two letters, so it finds all words of up to four.
    assert set(second.values()) == set(named)
    lengths = {text: len(label) for text, label in named.items()}
    assert {text: len(label) for label, text in second.items()} == lengths


letters = st.lists(st.permutations("123456789").map(lambda each: each[:4]), max_size=6)


def cycles_text(cycles):
    return " ".join(f"( {' '.join(map(str, cycle))} )" for cycle in cycles)


@given(letters)
def test_simplify_equals_sympy(cycles):
    text, product = cycles_text(cycles), Permutation(size=10)
    for cycle in cycles:
        product = product * Permutation([[int(letter) for letter in cycle]], size=10)
    assert simplify_cycles(text) == (cycles_text(product.cyclic_form) or "( )")
    assert simplify_cycles(simplify_cycles(text)) == simplify_cycles(text)


@given(letters, letters)
def test_multiply_equals_simplify(a, b):
    assert multiply_cycles(cycles_text(a), cycles_text(b)) == simplify_cycles(
        cycles_text(a) + cycles_text(b)
    )


@given(st.lists(st.sampled_from("12345"), max_size=12))
def test_path_moves_pieces(path):
    # Reference: slide the hole along the path step by step.
    board = {cell: cell for cell in "12345"}
    for here, there in itertools.pairwise(path):
        board[here], board[there] = board[there], board[here]
    went = {piece: cell for cell, piece in board.items()}
    images = Permutation([0] + [int(went[cell]) for cell in "12345"])
    assert path_to_perm("-".join(path)) == (cycles_text(images.cyclic_form) or "( )")
