"""Tests that fast paths agree with the plain rules, and that each kind of fault is found."""

import math
import re
from functools import partial
from operator import setitem
from random import Random

import numpy
import pytest
from support import has_fast_path, random_game

from puzzlekit import load
from puzzlekit.core.errors import PluginError
from puzzlekit.players.registry import make_player
from puzzlekit.plugin.discovery import plugins
from puzzlekit.plugin.errors import plugin_boundary
from puzzlekit.testing.contract import inspect_rules
from puzzlekit.testing.fast_path import check_playouts

pytestmark = pytest.mark.slow

KINDS, _ = plugins()
NAMES = [name for name in KINDS if has_fast_path(load(name))]


@pytest.mark.parametrize("text", ["hex:4", "permute:4", "shifty:5"])
def test_default_playout(text):
    rules, rng = load(text), Random(5)
    fast = rules.compiled
    kernel = fast.kernel._replace(playout=None)
    found = rules.checked_compiled_rules = fast._replace(kernel=kernel).checked(len(rules.players))
    assert found.kernel.playout is not fast.kernel.playout
    for state in list(random_game(rules, Random(7)))[:9:4]:
        assert list(check_playouts(rules, state, rng)) == []


@pytest.mark.parametrize("name", NAMES)
def test_equal_positions_have_equal_arrays(name):
    # Transpositions must give equal arrays.
    rules = load(name)
    fast, rng, found = rules.compiled, Random(3), 0
    state = rules.start()
    for _ in range(4):
        state = rules.play(state, rng.choice(rules.legal_moves(state)))
    for _ in range(600):
        line, book = [], state
        while len(line) < 5 and (moves := rules.legal_moves(book)):
            line.append(rng.choice(moves))
            book = rules.play(book, line[-1])
        i, j = rng.sample(range(len(line)), 2)
        exchanged = [line[{i: j, j: i}.get(k, k)] for k in range(len(line))]
        ways = []
        for each in (line, exchanged):
            array, book = fast.encode(state), state
            for move in each:
                if move not in rules.legal_moves(book):
                    break
                book = rules.play(book, move)
                fast.kernel.play(fast.table, array, fast.number(move))
            else:
                ways.append((book, array[: fast.key_size].tolist()))
        if len(ways) == 2:
            assert (ways[0][0] == ways[1][0]) == (ways[0][1] == ways[1][1])
            found += ways[0][0] == ways[1][0]
        if found > 10:
            break
    assert found


def problems(kernel=None, **changes):
    """Return the problems that `check` finds in a small Permute with a modified fast path."""
    rules = load("permute:4")
    fast = rules.compiled
    new = {name: change(getattr(fast.kernel, name)) for name, change in (kernel or {}).items()}
    new = fast._replace(kernel=fast.kernel._replace(**new), **changes)
    rules.checked_compiled_rules = new.checked(2)
    return inspect_rules(rules, games=1, plies=20).problems


def reverse_moves(moves):
    def found(table, state, out):
        number = moves(table, state, out)
        out[:number] = out[:number][::-1].copy()
        return number

    return found


def changed(change):
    """Return a decorator that passes a function's result and arguments to `change`."""
    return lambda old: lambda *given: change(old(*given), *given)


def skip_low_first_moves(playout):
    def played(table, state, draws, trace):
        start = state.copy()
        length = playout(table, state, draws, trace)
        while trace[0, 1] < 8:
            state[:] = start
            length = playout(table, state, draws, trace)
        return length

    return played


@pytest.mark.parametrize(
    ("name", "change", "text"),
    [
        ("legal_moves", changed(lambda n, table, state, out: n - 1), "legal moves, or"),
        ("legal_moves", reverse_moves, "or their order, differ"),
        (
            "legal_moves",
            changed(lambda n, *given: setitem(given[2].base, -1, 5) or n),
            "writes more",
        ),
        (
            "legal_moves",
            changed(lambda n, *given: setitem(given[1], 5, 9) or n),
            "changes the state",
        ),
        ("play", changed(lambda _, *given: setitem(given[1], 2, 0)), "differently from the Python"),
        ("playout", skip_low_first_moves, "not equally likely"),
        ("playout", changed(lambda n, *given: n - 1), "more plies than it returns"),
        (
            "playout",
            changed(lambda n, table, state, *_: setitem(state, 1, 1 - max(state[1], 0)) or n),
            "unlike the Python rules",
        ),
        ("evaluate", changed(lambda value, *given: value + 1), "The compiled evaluate returns"),
        ("rate", changed(lambda _, *given: given[4].fill(-math.inf) or 1), "rate excludes"),
        ("rate", lambda old: lambda *given: 1, "leaves out"),
        ("winning", lambda old: lambda *given: 0, "but the winning moves are"),
    ],
)
def test_faulty_kernels(name, change, text):
    assert any(text in problem for problem in problems({name: change}))


WRONG_ARRAY = "must return an int32 array of 39 numbers"

WRONG_CODES = [
    ("encode", lambda fast, state: fast.encode(state)[:-1], WRONG_ARRAY),
    ("encode", lambda fast, state: fast.encode(state).astype(numpy.int64), WRONG_ARRAY),
    ("encode", lambda fast, state: numpy.repeat(fast.encode(state), 2)[::2], WRONG_ARRAY),
    ("encode", lambda fast, state: fast.encode(state).tolist(), WRONG_ARRAY),
    (
        "encode",
        lambda fast, state: fast.encode(state) + 7,
        "begins with 7 and 5; expected a seat and an outcome",
    ),
    ("decode", lambda fast, array: fast.decode(array)._replace(ply=9), "a different state"),
    ("word", lambda fast, number: fast.word(number ^ 1), "a different move"),
    ("number", lambda fast, word: 1 << 40, "but must be a 32-bit integer"),
    ("number", lambda fast, word: None, "but must be a 32-bit integer"),
]


@pytest.mark.parametrize(("name", "change", "text"), WRONG_CODES)
def test_invalid_codes(name, change, text):
    wrong = partial(change, load("permute:4").compiled)
    assert any(text in problem for problem in problems(**{name: wrong}))


def test_too_small_max_moves():
    (found,) = problems(max_moves=3)
    where, text = found.split(": ")
    assert re.fullmatch(r"Permute \(permute/__init__.py, line \d+\)", where)
    assert text == "There are 36 moves, but max_moves is 3."


@pytest.mark.parametrize("change", [{"table": numpy.zeros(9)}, {"key_size": 99}, {"max_plies": 0}])
def test_invalid_facts(change):
    rules = load("permute:4")
    wrong = rules.compiled_rules()._replace(**change)
    rules.compiled_rules = lambda: wrong
    fault = r"(the table must|size is \d+, but .* key_size, which is 99|max_plies is 0)"
    words = rf"^Permute \(permute/__init__.py, line \d+\): compiled_rules\(\): {fault}"
    with pytest.raises(PluginError, match=words), plugin_boundary(rules):
        rules.compiled  # noqa: B018


def test_players_reject_invalid_codes():
    rules = load("permute:4")
    fast = rules.compiled
    rules.checked_compiled_rules = fast._replace(number=lambda word: 1_000_000)
    with pytest.raises(PluginError, match="is 1000000, which is not a legal move here"):
        make_player("alphabeta:2").think(rules, rules.start(), Random(0))
