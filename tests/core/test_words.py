"""Tests for words against multiplication move by move."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import evaluate

from puzzlekit.core import words
from puzzlekit.core.errors import NotationError
from puzzlekit.core.permutation import inverse, multiply

MOVES = {"U": (1, 2, 3, 0, 4, 5), "R": (0, 1, 3, 4, 2, 5), "F": (5, 1, 2, 3, 4, 0)}
IDENTITY = tuple(range(6))

word = st.lists(st.tuples(st.sampled_from("URF"), st.integers(-6, 6).filter(bool)), max_size=8).map(
    tuple
)


def product(pairs):
    return evaluate(pairs, MOVES)


@given(word)
def test_write_invert_and_expand(pairs):
    assert words.parse(words.write(pairs)) == pairs
    assert words.parse(words.write(pairs), MOVES) == pairs
    assert multiply(product(pairs), product(words.invert(pairs))) == IDENTITY
    assert words.invert(words.invert(pairs)) == pairs
    simple = words.simplify(pairs)
    assert product(simple) == product(pairs)
    assert all(a[0] != b[0] for a, b in itertools.pairwise(simple))
    assert all(exponent for _, exponent in simple)
    assert words.simplify(simple) == simple
    assert words.simplify(pairs + words.invert(pairs)) == ()
    moves = words.expand(pairs)
    assert all(move in ("U", "R", "F", "U'", "R'", "F'") for move in moves)
    assert product([(move[0], -1 if move.endswith("'") else 1) for move in moves]) == product(pairs)
    assert len(moves) == sum(abs(exponent) for _, exponent in pairs)


@given(word, word)
def test_commutators_and_conjugates(x, y):
    a, b = words.write(x), words.write(y)
    commutator = words.parse(f"[{a}, {b}]")
    conjugate = words.parse(f"[{a}: {b}]")
    p, q = product(x), product(y)
    assert product(commutator) == multiply(p, q, inverse(p), inverse(q))
    assert product(conjugate) == multiply(p, q, inverse(p))


@given(word, st.integers(0, 5), st.booleans())
def test_powers_of_brackets(x, amount, back):
    text = f"({words.write(x)}){amount}" + "'" * back
    result = IDENTITY
    for _ in range(amount):
        result = multiply(result, inverse(product(x)) if back else product(x))
    assert product(words.parse(text)) == result


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("U R' (L R)3", "U R' L R L R L R"),
        ("[x, y]", "x y x' y'"),
        ("[x: y]", "x y x'"),
        ("[[x, y]: z]", "x y x' y' z y x y' x'"),
        ("(U R)'", "R' U'"),
        ("(U R)2'", "R' U' R' U'"),
        ("U2'", "U2'"),
        ("U''", "U"),
        ("(U)0 R", "R"),
        ("U01", "U"),
        ("U0000000012", "U12"),
        ("", ""),
        ("  U  ", "U"),
        ("(U R)'2", "R' U' R' U'"),
        ("(U R)x2", "U R U R"),
        ("(U R) x 3", "U R U R U R"),
        ("(U R) × 2'", "R' U' R' U'"),
        ("U^2 R^-1 (L F)^{-1}", "U2 R' F' L'"),
        ("U² R⁻¹ (L F)⁻²", "U2 R' F' L' F' L'"),
        ("（Ｕ Ｒ＇）２[Ｕ：Ｒ]", "U R' U R' U R U'"),
        ("\ufeffU\u200b Rʼ", "U R'"),
        ("U: [R, L]", "U R L R' L' U'"),
        ("U R: L: F", "U R L F L' R' U'"),
        ("U: R\nL: F\nD", "U R U' L F L' D"),
        ("(U: R) L", "U R U' L"),
    ],
)
def test_parse_and_write(text, written):
    assert words.write(words.simplify(words.parse(text))) == written


@pytest.mark.parametrize(
    ("text", "names", "pairs"),
    [
        ("d3 d32", {"d3", "d32"}, (("d3", 1), ("d32", 1))),
        ("d3'", {"d3"}, (("d3", -1),)),
        ("(d3)2", {"d3"}, (("d3", 2),)),
        ("2U2", {"2U"}, (("2U", 2),)),
        ("1. R 2. Ui # U", {"R", "U"}, (("R", 1), ("U", -1))),
        ("1. Ui", {"1.", "U", "Ui"}, (("1.", 1), ("Ui", 1))),
        ("(R U)x3", {"R", "U", "x"}, (("R", 1), ("U", 1)) * 3),
        ("(R U) x2", {"R", "U", "x"}, (("R", 1), ("U", 1), ("x", 2))),
        ("(R) x 3Rw", {"R", "3Rw", "x"}, (("R", 1), ("x", 1), ("3Rw", 1))),
        ("(R) x 3-4r", {"R", "3-4r", "x"}, (("R", 1), ("x", 1), ("3-4r", 1))),
        ("R^2", {"R^", "R^2"}, (("R^2", 1),)),
        ("R—", {"R--"}, (("R--", 1),)),
        ("Rw23Fw2", {"Rw", "Fw", "3Fw"}, (("Rw", 2), ("3Fw", 2))),
        ("Rw2-3Fw", {"Rw", "2-3Fw"}, (("Rw", 1), ("2-3Fw", 1))),
        ("R12U", {"R", "U"}, (("R", 12), ("U", 1))),
        ("R2U", {"R", "U", "2U"}, (("R", 2), ("U", 1))),
    ],
)
def test_parse_with_names(text, names, pairs):
    assert words.parse(text, names) == pairs


@given(st.lists(st.tuples(st.sampled_from(["d3", "d32", "2U"]), st.integers(-4, 4).filter(bool))))
def test_round_trip_of_names_with_digits(pairs):
    text = words.write(pairs)
    assert words.parse(text, {"d3", "d32", "2U"}) == tuple(pairs)


def test_many_brackets():
    pairs = (("d3", 2), ("U", 3)) * 120
    assert words.parse(words.write(pairs), ["d3", "U"]) == pairs
    assert words.parse("(" * 100 + "U" + ")" * 100) == (("U", 1),)


def test_expand_with_inverses_and_limit():
    inverses = {"T": "T", "L": "L'", "L'": "L", "1-2": "2-1"}
    for move, inverse_move in inverses.items():
        assert words.expand([(move, -2)], inverses.get) == [inverse_move] * 2
    with pytest.raises(NotationError, match="no inverse"):
        words.expand([("3-4", -1)], inverses.get)
    assert len(words.expand([("U", words.MAX_LENGTH)])) == words.MAX_LENGTH
    with pytest.raises(NotationError, match="longer"):
        words.expand([("U", words.MAX_LENGTH + 1)])


@pytest.mark.parametrize(
    "text",
    [
        *("(U", "U)", "[U", "[U]", "[U,", "[U, R", "[U, R)", "U]", "U,R", ":R", "[U: R, L]"),
        *("'", "' U", "(U R]", "((U)999999)9999999", "U99999999999", "(" * 101 + "U" + ")" * 101),
    ],
)
def test_invalid_texts(text):
    with pytest.raises(NotationError) as caught:
        words.parse(text)
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("text", ["(R U)x2", "R'2U", "R'2U' R"])
def test_ambiguous_texts(text):
    with pytest.raises(NotationError, match="can be"):
        words.parse(text, {"R", "U", "2U", "x"})


@given(st.text("UR2'()[],: ", max_size=30))
def test_any_text(text):
    try:
        pairs = words.parse(text)
    except NotationError:
        return
    assert words.parse(words.write(pairs)) == pairs
