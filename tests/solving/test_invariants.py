"""Invariants that colours hide in subgroups: signs, coupled orbits, places of equal pieces."""

from fractions import Fraction
from itertools import product
from random import Random

import numpy
import pytest
from random_puzzles import Permutations
from support import play_moves, reachable, sample, scrambled

from puzzlekit import Twisty, load, ring
from puzzlekit.core.errors import LimitReachedError
from puzzlekit.core.permutation import from_cycles, multiply
from puzzlekit.core.words import expand
from puzzlekit.solving.chains import api, chain
from puzzlekit.solving.chains.api import find_chain, short_words
from puzzlekit.solving.chains.generators import generators_of
from puzzlekit.solving.chains.stage_choice import choose_stages
from puzzlekit.solving.chains.stage_colours import find_hidden_invariants, make_view
from puzzlekit.solving.optimal import solve_optimally
from puzzlekit.solving.solution import TURNS

#: Generators of two rings of four that turn independently, and of two that turn together.
APART = [from_cycles([range(4)], 8), from_cycles([range(4, 8)], 8)]
TOGETHER = [multiply(*APART)]


def boards_of(sources, goal):
    """Return all boards that the moves reach from the goal."""
    return reachable(tuple(goal), lambda board: [tuple(board[c] for c in s) for s in sources])


def stage_view(seen, board):
    """Return a stage's view of a board: colours, and pieces where the stage distinguishes them."""
    whole = seen.hidden.boards(numpy.array([board]))[0]
    shown = seen.colours[whole]
    shown[seen.exact] = -1
    return tuple(shown.tolist()), tuple(whole[seen.exact].tolist())


@pytest.mark.parametrize("seed", range(10))
def test_moves_act_on_hidden_cells(seed):
    rng = Random(seed)
    sources = [tuple(rng.sample(range(6), 6)) + tuple(6 + x for x in rng.sample(range(6), 6))]
    sources += [from_cycles([[0, 1]], 12), from_cycles([[6, 7]], 12)]
    lower = [multiply(*sources[1:])]
    goal = numpy.arange(12)
    found = find_hidden_invariants(sources, lower, goal)
    board = goal
    for _ in range(30):
        source = rng.choice(sources)
        after = found.boards(board[None])[0][list(found.source(source))]
        board = board[list(source)]
        assert (found.boards(board[None])[0] == after).all()


def test_signs_preserved_by_lower_moves():
    swaps = [from_cycles([[0, 1]], 8), from_cycles([[4, 5]], 8), *APART]
    found = find_hidden_invariants(swaps, [from_cycles([[0, 1, 2]], 8)], numpy.arange(8))
    assert sorted(map(sorted, found.signs)) == [[0, 1, 2, 3], [4, 5, 6, 7]]
    both = find_hidden_invariants(swaps, [from_cycles([[0, 1], [4, 5]], 8)], numpy.arange(8))
    assert sorted(map(sorted, both.signs)) == [list(range(8))]  # odd on both or on neither
    alike = numpy.array([0, 0, 1, 2, 3, 4, 5, 6])  # two equal pieces hide the sign
    (sign,) = find_hidden_invariants(swaps, swaps[:1], alike).signs
    assert sorted(sign) == [4, 5, 6, 7]


def test_orbits_tied_by_lower_moves():
    found = find_hidden_invariants(APART, TOGETHER, numpy.arange(8))
    ((here, there),) = found.pairs
    assert (list(here), list(there)) == ([0, 1, 2, 3], [4, 5, 6, 7])
    assert find_hidden_invariants(APART, APART, numpy.arange(8)).pairs == []
    generators = generators_of({"a": APART[0], "b": APART[1], "ab": TOGETHER[0]}, turns=True)
    for wide, boards in ((True, 4), (False, 1)):
        seen = make_view(generators, (1, 1, 1), (0, 0, 1), numpy.arange(8), wide=wide)
        assert seen.count_boards() == boards


def test_arrangements_of_equal_pieces():
    generators = generators_of({"a": from_cycles([range(8)], 8)}, turns=True)
    seen = make_view(generators, (1,), (4,), numpy.array([0, 0, 1, 1, 0, 0, 1, 1]), wide=True)
    assert len(set(seen.colours.tolist())) == 2
    # Half a turn changes nothing; a quarter turn leads to another of the four arrangements.
    assert seen.count_boards() == 4


@pytest.mark.parametrize("seed", sample(range(20)))
def test_distinguished_boards_are_counted(seed):
    rules = Permutations(seed)
    generators = generators_of(rules.twists, turns=True)
    goal = numpy.unique(rules.goal, return_inverse=True)[1]
    for lower in product(*(generators.levels(g) for g in range(len(generators.sources)))):
        seen = make_view(generators, generators.unrestricted_levels, lower, goal, wide=True)
        down = [source for _, source in generators.allowed_powers(lower)]
        joined = boards_of(down, goal)
        boards = boards_of(generators.sources, goal)
        good = {stage_view(seen, board) for board in joined}
        look_solved = sum(stage_view(seen, board) in good for board in boards)
        assert len(joined) <= look_solved
        # Equal if colours and distinguished pieces are independent, larger otherwise.
        assert seen.count_boards() >= Fraction(len(boards), look_solved)
        assert seen.count_boards_bound() >= seen.count_boards()


def two_rings(labels="abcdefghijkl"):
    """Return two rings of pieces, with moves of each ring and moves of both."""
    both = {"T": [range(6), range(6, 12)], "S": [(0, 3), (6, 9)]}
    return Twisty(ring(12), labels, both | {"P": [(0, 1, 2)], "Q": [(6, 7, 8)]})


@pytest.fixture
def force_wide_chains(monkeypatch, small_tables):
    """Return a function that forces wide chains, with given levels or split by small tables."""

    def force(*way):
        def levels(*args, wide=False, **_):
            if not wide:
                raise LimitReachedError("Only wide chains are allowed.")
            return list(way) or choose_stages(*args, wide=True)

        monkeypatch.setattr(chain, "choose_stages", levels)

    return force


def count_proved_scrambles(rules, found):
    """Solve five scrambles, check the words and return how many are proved optimal."""
    proved = 0
    for seed in range(5):
        start = scrambled(rules, seed, 100)
        *_, word = short_words(found, start, rules.goal)
        assert play_moves(rules, start, expand(word.word, rules.inverse_move)) == rules.goal
        if word.optimal:
            proved += 1
            assert word.cost == solve_optimally(rules, start, metric=TURNS).length
    return proved


@pytest.mark.slow
@pytest.mark.parametrize("name", sample(["cube:2", "pyraminx"], 1))
def test_words_by_wide_stages(name, force_wide_chains, monkeypatch):
    monkeypatch.setattr(api, "MAX_NODES", 5_000_000)
    force_wide_chains()
    rules = load(name)
    found = find_chain(rules, metric=TURNS, make=True)
    assert len(found.stages) > 1
    assert count_proved_scrambles(rules, found)


@pytest.mark.slow
def test_words_through_tied_orbits(force_wide_chains):
    rules = two_rings()
    generators = generators_of(rules.twists, turns=True)
    tied = tuple(int(word[1][0][0] in "TS") for word in generators.words)
    force_wide_chains(generators.unrestricted_levels, tied, (0, 0, 0, 0))
    found = find_chain(rules, metric=TURNS, make=True)
    assert len(found.stages[0].hidden.pairs) == 1
    count_proved_scrambles(rules, found)


@pytest.mark.slow
def test_useless_stages_are_not_chosen(force_wide_chains):
    force_wide_chains()
    rules = two_rings("aabcdeffghij")  # equal pieces hide how the rings correspond
    found = find_chain(rules, metric=TURNS, make=True)
    assert all(each.places for each in found.stages)
    count_proved_scrambles(rules, found)
