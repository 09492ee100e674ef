"""Words for permutations, checked by applying them."""

import math
from functools import cache
from itertools import pairwise
from random import Random
from unittest.mock import patch

import pytest
from group_builders import shuffled
from hypothesis import given, settings
from hypothesis import strategies as st
from support import Clock, evaluate, sample_size

from puzzlekit import LimitReachedError, load
from puzzlekit.core import disk_cache
from puzzlekit.core.errors import NotationError
from puzzlekit.core.permutation import apply, from_cycles, is_even, multiply
from puzzlekit.solving.factorization import words
from puzzlekit.solving.factorization.base_choice import choose_base
from puzzlekit.solving.factorization.letters import letters_of
from puzzlekit.solving.factorization.words import Factorization

QUICK = settings(max_examples=30, deadline=None)


@pytest.fixture(autouse=True, scope="module")
def fresh_tables(tmp_path_factory):
    """Use a new folder, so that no tables of other versions are read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk_cache, "cache_path", lambda: tmp_path_factory.getbasetemp() / "words")
        yield


def generators(text):
    rules = load(text)
    return rules.generators(rules.goal)


def factorize(moves, *, plain):
    """Return words from a table in plain Python or, even for a small group, from a compiled one."""
    with (
        patch.object(words, "has_numba", lambda: not plain),
        patch.object(words, "MAX_PLAIN_SIZE", 0),
    ):
        return Factorization(moves)


@cache
def pinball(plain):
    return factorize(generators("pinball"), plain=plain)


def length(word):
    return sum(abs(exponent) for _, exponent in word)


@pytest.mark.slow
@QUICK
@given(st.lists(st.permutations(range(6)), min_size=1, max_size=3), st.integers(0, 99))
def test_words_for_small_groups(images, seed):
    moves = {letter: tuple(each) for letter, each in zip("ABC", images, strict=False)}
    if all(each == tuple(range(6)) for each in moves.values()):
        return
    factors = factorize(moves, plain=True)
    element = shuffled(moves, seed, 30)
    assert evaluate([("A", 0), *factors.word(element)], moves) == element


@pytest.mark.slow
@QUICK
@given(st.permutations(range(8)))
def test_no_word_outside_group(images):
    moves = generators("pinball")
    moves = {name: tuple(g[i] for i in range(9)) for name, g in moves.items()}
    target = (*[i + (i >= 4) for i in images][:4], 4, *[i + (i >= 4) for i in images][4:])
    word = pinball(plain=True).word(target)
    assert (word is not None) == is_even(target)
    if word:
        assert evaluate(word, moves) == target
    assert (pinball(plain=False).word(target) is None) == (word is None)


@pytest.mark.slow
@pytest.mark.parametrize("plain", [True, False])
def test_table_is_full(plain):
    factors = pinball(plain)
    assert factors.table.group_order() == factors.order == math.factorial(8) // 2


@pytest.mark.slow
@pytest.mark.parametrize("text", ["cube:2", "topspin:8", "twist"])
def test_compiled_and_plain_words(text):
    moves = generators(text)
    tables = [factorize(moves, plain=plain) for plain in (True, False)]
    for seed in range(sample_size(5, 2)):
        element = shuffled(moves, seed)
        words = [each.word(element) for each in tables]
        assert [evaluate(word, moves) for word in words] == [element, element]
        assert length(words[1]) <= length(words[0]) + 4


@pytest.mark.slow
def test_cube_words_are_short(monkeypatch):
    moves = generators("cube:3")
    factors = Factorization(moves)
    elements = [shuffled(moves, seed) for seed in range(sample_size(10, 4))]
    words = [factors.word(element) for element in elements]
    assert [evaluate(word, moves) for word in words] == elements
    assert sum(map(length, words)) < 60 * len(words)
    assert Factorization(moves).word(elements[0]) == words[0]
    with monkeypatch.context() as patch:
        patch.setattr("puzzlekit.solving.factorization.words.ROUNDS", 3)
        again = [factors.word(element) for element in elements]
    assert sum(map(length, again)) < sum(map(length, words))
    # A round takes 1 second by this clock, and the next one is expected to take 4.
    monkeypatch.setattr("puzzlekit.solving.factorization.words.time", Clock(1))
    assert factors.find_word(elements[0], range(54), seconds=12) == again[0]
    # Little time gives no longer words than no time limit.
    assert [factors.find_word(each, range(54), seconds=0) for each in elements] == words


@pytest.mark.slow
def test_flipped_cube_edge():
    factors = Factorization(generators("cube:3"))
    index = load("cube:3").board.index
    assert factors.word(from_cycles([(index["U8"], index["F2"])], 54)) is None
    assert factors.word(range(54)) == ()


@pytest.fixture
def built_tables(table_folder, monkeypatch):
    """Return a list of the tables built since; limit the work for each table."""
    from puzzlekit.solving.factorization import fill_compiled, support_compiled

    monkeypatch.setattr(support_compiled, "COMMUTATORS", 20_000)
    for work in ("MAX_BALL", "PAIRS", "CONJUGATES"):
        monkeypatch.setattr(fill_compiled, work, 20_000)
    tables, fill = [], fill_compiled.fill_table
    monkeypatch.setattr(
        fill_compiled, "fill_table", lambda *args: tables.append(args) or fill(*args)
    )
    return tables


@pytest.mark.slow
def test_stored_table_gives_same_words(table_folder, built_tables):
    moves = generators("topspin:9")
    elements = [shuffled(moves, seed) for seed in range(9)]
    first = Factorization(moves)
    renamed = Factorization({name * 2: images for name, images in moves.items()})
    again = Factorization(moves)
    assert len(built_tables) == len(list(table_folder.iterdir())) == 1
    assert first.order == again.order == math.factorial(9) // 2
    words = [first.word(element) for element in elements]
    assert [evaluate(word, moves) for word in words] == elements
    assert [again.word(element) for element in elements] == words
    doubled = [tuple((name * 2, power) for name, power in word) for word in words]
    assert [renamed.word(element) for element in elements] == doubled
    for x in range(9):
        assert first.table.entry(0, x) == again.table.entry(0, x)


@pytest.mark.slow
def test_tables_of_other_costs_generators_and_goals(built_tables):
    moves = generators("topspin:9")
    Factorization(moves)
    Factorization(moves, costs={"L": (3, 3)})
    Factorization(moves, goal="aaaaabbbb")
    Factorization({"T": moves["T"], "L": moves["L"]})
    assert len(built_tables) == 4


def test_words_without_files_and_invalid_elements(table_folder):
    assert Factorization({"A": (1, 2, 0), "B": (1, 0, 2)}).order == 6
    assert not table_folder.exists()
    cheap = Factorization({"A": (1, 2, 3, 4, 0), "B": (2, 3, 4, 0, 1)}, costs={"A": (9, 9)})
    assert cheap.word((1, 2, 3, 4, 0)) == (("B", -2),)
    one_way = Factorization({"A": (1, 2, 3, 4, 0)}, costs={"A": (1, 9)})
    assert one_way.word((4, 0, 1, 2, 3)) == (("A", 4),)
    with pytest.raises(NotationError, match="does not permute"):
        pinball(plain=True).word((0, 0, 1))


@pytest.mark.slow
def test_equal_pieces_shorten_words():
    rules = load("hungarian#3")
    moves = rules.generators(rules.goal)
    factors = Factorization(moves, goal=rules.goal)
    state = rules.start()
    word = factors.find_word(state, rules.goal)
    assert apply(evaluate(word, moves), state) == rules.goal
    assert length(word) < 250
    assert factors.find_word(state, ("yellow", *rules.goal[1:-1], "red")) is None


def test_equal_pieces_fix_parities():
    moves = {"A": (1, 2, 0, 3, 4), "B": (0, 1, 3, 4, 2)}  # generators of A5
    factors = Factorization(moves, goal="aabcd")
    assert factors.find_word("aacbd", "aabcd") is not None
    assert Factorization(moves).word((0, 1, 3, 2, 4)) is None
    backwards = Factorization(moves, goal="dcbaa")
    assert backwards.find_word("cdbaa", "dcbaa") is not None
    assert backwards.find_word("aacbd", "aabcd") is not None  # not the goal of `backwards`


@QUICK
@given(st.lists(st.permutations(range(7)), min_size=1, max_size=3))
def test_base_fixes_all_points(images):
    base = choose_base([tuple(each) for each in images])
    moved = {i for each in images for i in range(7) if each[i] != i}
    tied = {cell for cells in base.ties for cell in cells}
    assert set(base.cells) <= tied == moved
    for cells in base.ties:
        for each in images:
            if each[cells[0]] == cells[0]:
                assert all(each[cell] == cell for cell in cells)


@pytest.mark.parametrize(
    ("size", "generators", "error", "message"),
    [
        (3, {"A": []}, NotationError, "No generator moves"),
        (400, {"A": [range(400)], "B": [(0, 1)]}, LimitReachedError, "Use a smaller puzzle"),
        (
            1 << 15,
            {f"s{i}": [(2 * i, 2 * i + 1)] for i in range(20)},
            LimitReachedError,
            "the limit is 32,767",
        ),
        (
            80,
            {f"{i} {j}": [(i, j, 79)] for i in range(79) for j in range(i)},
            LimitReachedError,
            "6,162 letters",
        ),
    ],
)
def test_invalid_generators(size, generators, error, message):
    with pytest.raises(error, match=message):
        Factorization({name: from_cycles(cycles, size) for name, cycles in generators.items()})


def test_powers_are_limited_for_huge_orders():
    """With all powers as letters, the table would need 900 million entries."""
    ends = [0, 2, 5, 10, 17, 28, 41]
    turn = from_cycles([range(a, b) for a, b in pairwise(ends)], 41)
    words = Factorization({"a": turn})
    assert (words.order, len(words.letters.names) < 40) == (30030, True)
    half = from_cycles([(0, 1)], 41)
    assert sum(exponent for _, exponent in words.word(half)) % 30030 == 15015


def test_order_is_sum_of_two_powers_of_two():
    """The powers 4 and 256 of an element of order 260 are each other's inverses."""
    turn = from_cycles([range(4), range(4, 9), range(9, 22)], 22)
    words = Factorization({"a": turn})
    letters = words.letters
    assert len(set(letters.names)) == len(letters.names) == len(letters.merged)
    half = from_cycles([(0, 2), (1, 3)], 22)
    assert sum(exponent for _, exponent in words.word(half)) % 260 == 130


@pytest.mark.slow
def test_costs_and_lengths_of_words_near_identity():
    """Cheaper words with more letters are found after some words have been extended."""
    from puzzlekit.solving.factorization import ball_kernel

    moves = {"a": (4, 2, 1, 0, 5, 3), "b": (4, 0, 1, 5, 2, 3), "c": (5, 3, 0, 2, 1, 4)}
    costs = {name: (cost, cost) for name, cost in zip(moves, (10, 5, 9), strict=True)}
    letters = letters_of(moves, costs)
    ball = ball_kernel.make_ball(ball_kernel.letters_of(letters), 1_000)
    for number, pull in enumerate(ball.pulls.tolist()):
        word = ball.word(number)
        steps = [letters.pulls[letter] for letter in reversed(word)]
        assert multiply(*steps, range(6)) == tuple(pull)
        assert (letters.cost(word), len(word)) == (ball.cost[number], ball.length[number])


@pytest.mark.slow
def test_two_random_circles():
    """No words of small support are known when the table gets stuck."""
    rng = Random(1)
    moves = {name: from_cycles([rng.sample(range(50), 50)], 50) for name in "ab"}
    words = Factorization(moves)
    assert words.order == math.factorial(50)
    images = from_cycles([(0, 1, 2)], 50)
    assert evaluate(words.word(images), moves) == images


@pytest.mark.slow
def test_product_of_groups_of_two_circles():
    """No commutator of short words moves few cells, but powers and their commutators do."""
    factors = sample_size(4, 3)
    cells = 30 if factors == 3 else 67
    left = [(0, 5, 1), (8, 13, 1), (17, 27, 2), (30, 55, 5)]
    turn = [
        tuple(range(first, end, step))
        for start, end, step in left[:factors]
        for first in range(start, start + step)
    ]
    other = [
        *[(3, 7, 6, 5, 4), (12, 16, 15, 14, 13), (25, 29, 28, 27, 26), (47, 63, 59, 55, 53)],
        *[(48, 66, 62, 58, 54), (49, 64, 60, 56, 51), (50, 65, 61, 57, 52)],
    ]
    other = [cycle for cycle in other if max(cycle) < cells]
    moves = {"L": from_cycles(turn, cells), "R": from_cycles(other, cells)}
    words = Factorization(moves)
    assert words.order == math.prod(math.factorial(n) // 2 for n in (8, 9, 13, 37)[:factors])
    images = shuffled(moves, 5)
    assert evaluate(words.word(images), moves) == images
