"""Subgroup chains: short words for permutation puzzles without knowledge of the puzzle."""

from types import SimpleNamespace

import pytest
from random_puzzles import Permutations, Twisted
from support import play_moves, sample, scrambled, stop_at

from puzzlekit import Twisty, load, ring
from puzzlekit.cli import main
from puzzlekit.core.errors import LimitReachedError
from puzzlekit.core.permutation import from_cycles, inverse, multiply
from puzzlekit.core.progress import silent
from puzzlekit.core.words import expand
from puzzlekit.groups import describe
from puzzlekit.solving import short_solutions
from puzzlekit.solving.chains import api, beam_without_chain, chain, stage, stage_choice
from puzzlekit.solving.chains.api import find_chain, short_words
from puzzlekit.solving.chains.generators import FoundWord, generators_of
from puzzlekit.solving.chains.stage_choice import choose_stages
from puzzlekit.solving.optimal import solve_optimally
from puzzlekit.solving.short_solutions import find_hints, find_solution
from puzzlekit.solving.solution import STEPS, TURNS

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def tables(new_chains):
    """Return an unused folder for tables."""
    return new_chains


def best_word(rules, found, state, goal=None):
    """Return the last and cheapest word that a chain finds, after checking all of them."""
    goal = rules.goal if goal is None else goal
    words = list(short_words(found, state, goal))
    costs = [each.cost for each in words]
    assert costs == sorted(costs, reverse=True)
    for each in words:
        assert play_moves(rules, state, expand(each.word, rules.inverse_move)) == goal
    return words[-1] if words else None


@pytest.mark.parametrize("metric", [STEPS, TURNS])
def test_words_of_random_puzzles(metric):
    seeds = sample(range(12), 4)
    puzzles = [
        (rules, find_chain(rules, metric=metric, make=True)) for rules in map(Permutations, seeds)
    ]
    puzzles = [(rules, found) for rules, found in puzzles if found is not None]
    assert len(puzzles) > 0.7 * len(seeds)
    for rules, found in puzzles:
        for number in range(4):
            state = scrambled(rules, number, 100)
            word = best_word(rules, found, state)
            shortest = solve_optimally(rules, state, metric=metric).length
            assert word.cost == shortest if word.optimal else word.cost >= shortest


@pytest.mark.parametrize("alike", [False, True])
def test_twisting_pieces(alike):
    rules = Twisted(alike)
    found = find_chain(rules, make=True)
    for seed in range(5):
        state = scrambled(rules, seed, 100)
        assert best_word(rules, found, state).cost == solve_optimally(rules, state).length


def test_cube_chain():
    rules = load("cube:3")
    generators = generators_of(rules.twists, turns=True)
    found = choose_stages(generators, list(range(54)), stage.MAX_TABLE_BYTES, silent)
    orders = [
        describe(
            [source for _, source in generators.allowed_powers(levels)] or [tuple(range(54))]
        ).order
        for levels in found
    ]
    # Kociemba's subgroup: two opposite faces turn freely, the others by half turns only.
    assert orders == [describe(rules.twists.values()).order, 19508428800, 1]
    assert sorted(found[1]) == [1, 1, 2, 2, 2, 2]


@pytest.mark.parametrize("metric", sample([STEPS, TURNS], 1))
def test_several_stages(monkeypatch, small_tables, max_places, metric):
    max_places(5_000)
    monkeypatch.setattr(api, "MAX_NODES", 5_000_000)
    rules = load("cube:2")
    found = find_chain(rules, metric=metric, make=True)
    assert len(found.stages) > 1
    assert found.near is None
    for seed in range(3):
        state = scrambled(rules, seed, 100)
        word = best_word(rules, found, state)
        assert word.optimal  # all paths through the stages have been tried
        assert word.cost == solve_optimally(rules, state, metric=metric).length
    assert best_word(rules, found, state, scrambled(rules, 9, 100)) is not None


def test_beams(monkeypatch, max_places):
    monkeypatch.setattr(chain, "MAX_QUICK_POSITIONS", 0)
    monkeypatch.setattr(stage_choice, "MAX_RATIO", 0)
    monkeypatch.setattr(stage_choice, "MAX_WIDE_RATIO", 0)
    max_places(20_000)
    monkeypatch.setattr(stage, "MAX_TABLE_BYTES", 20_000)
    monkeypatch.setattr(beam_without_chain, "MAX_BOARDS", 60_000)
    rules = load("topspin:10")
    found = find_chain(rules, metric=TURNS, make=True)
    assert found.near is not None
    for seed in range(3):
        assert best_word(rules, found, scrambled(rules, seed, 100)).cost < 60


def test_unreachable_position():
    rules = load("cube:2")
    found = find_chain(Permutations(3), make=True)
    swapped = list(rules.goal)
    cell = next(n for n, label in enumerate(swapped) if label != swapped[0])
    swapped[0], swapped[cell] = swapped[cell], swapped[0]
    assert best_word(rules, found, tuple(swapped)) is None


def one_or_two():
    """Return a ring that turns by one or by two."""
    return Twisty(ring(6), "abcdef", {"L": [range(6)], "D": [(0, 2, 4), (1, 3, 5)]})


def test_costs_of_moves_that_are_powers():
    generators = generators_of(one_or_two().twists, turns=False)
    assert len(generators.sources) == 1
    assert generators.costs == ((0, 1, 1, 2, 1, 1),)  # a turn by three is L D
    assert generators_of(one_or_two().twists, turns=True).costs == ((0, 1, 1, 1, 1, 1),)
    cube = load("cube:2")
    words = generators_of(cube.generators(cube.goal), turns=True).words[0]
    assert words == ((), (("U", 1),), (("U", 2),), (("U", -1),))


def test_permutation_with_too_many_powers():
    rules = one_or_two()
    rules.twists = {"L": from_cycles([range(3), range(3, 10), range(10, 21)], 21)}
    with pytest.raises(LimitReachedError, match="'L' has order 231"):
        generators_of(rules.twists, turns=True)
    assert find_chain(rules, make=True) is None


@pytest.mark.parametrize("quick", [False, True])
def test_chains_are_stored(tables, monkeypatch, quick):
    rules = Permutations(1)
    if not quick:
        monkeypatch.setattr(chain, "MAX_QUICK_POSITIONS", 0)
        assert find_chain(rules) is None
        assert not tables.exists()
    made = find_chain(rules, make=not quick)
    assert len(list(tables.iterdir())) == 1
    monkeypatch.setattr(api, "_chains", {})
    monkeypatch.setattr(chain, "_make_stages", None)  # the chain must be read, not rebuilt
    read = find_chain(rules)
    state = scrambled(rules, 1, 100)
    assert list(short_words(read, state, rules.goal)) == list(short_words(made, state, rules.goal))


def test_expensive_powers_need_request(monkeypatch):
    rules = load("twist:3")
    monkeypatch.setattr(chain, "MAX_QUICK_COST", 0)
    assert find_chain(rules) is None
    assert find_chain(rules, make=True) is not None


@pytest.mark.parametrize("make", [False, True])
def test_missing_chain_is_stored(monkeypatch, max_places, make):
    max_places(2)
    rules = load("twist:3")
    assert find_chain(rules, make=make) is None
    monkeypatch.setattr(api, "_chains", {})
    monkeypatch.setattr(chain, "_make_stages", None)
    assert find_chain(rules, make=make) is None


def test_no_chain_with_restricted_moves():
    assert find_chain(Permutations(1), make=True) is not None

    class Fenced(Permutations):
        def legal_moves(self, state):
            return super().legal_moves(state)[:1]

    assert find_chain(Fenced(1), make=True) is None


def test_hints_and_words_use_stored_chain(capsys):
    rules = load("twist:3")
    state = scrambled(rules, 5, 100)
    assert main(["solve", "twist:3#5", "--tables", "--metric", "turns"]) == 0
    word, count = capsys.readouterr().out.splitlines()
    assert word.count(" ") < 9
    assert count.endswith(" turns, proved shortest")
    moves = find_solution(rules, state, tables=True).moves
    assert play_moves(rules, state, moves) == rules.goal
    assert len(moves) == solve_optimally(rules, state).length
    assert find_solution(rules, state, limit=50).proved_optimal


def test_known_solution_is_preferred_to_stored_chain(monkeypatch):
    monkeypatch.setattr(short_solutions, "KNOWN_FIRST_LABELS", 0)
    rules = load("twist:3")
    find_chain(rules, make=True)
    state = scrambled(rules, 5, 100)
    back = list(solve_optimally(rules, state).moves) + ["a2"] * 4  # four quarter turns cancel out
    assert play_moves(rules, rules.goal, back[-4:]) == rules.goal
    for read in (False, True):
        if not read:
            api._chains.clear()
        first, *better = short_solutions.find_hints(rules, state, seconds=1, known=lambda: back)
        assert (first.moves == back) == (not read)
        assert [first, *better][-1].shortest


def test_time_limit():
    rules = load("twist:3")
    found = find_chain(rules, make=True)
    state = scrambled(rules, 5, 100)
    assert next(short_words(found, state, rules.goal, seconds=0)) is not None
    with pytest.raises(KeyboardInterrupt):
        list(short_words(found, state, rules.goal, progress=stop_at()))


@pytest.fixture
def set_words(monkeypatch):
    """Return a function that replaces the words of a loaded chain."""

    def set_words(words, is_quick=True):
        chain = SimpleNamespace(near=None, is_quick=is_quick)
        monkeypatch.setattr(short_solutions, "is_loaded", lambda *_: True)
        monkeypatch.setattr(short_solutions, "find_chain", lambda *_, **__: chain)
        monkeypatch.setattr(short_solutions, "short_words", lambda *_, **__: iter(words))

    return set_words


def test_words_near_goal_are_shortest(set_words):
    rules = load("cube:4")
    detour = (("U", -1), ("B", 1), ("F", 1), ("B", -1), ("F", -1), ("R", -1))
    words = [FoundWord(detour, 6, False)]
    set_words(words)
    state = play_moves(rules, rules.goal, ["R", "U"])
    hints = find_hints(rules, state, metric=TURNS)
    assert [(len(hint.moves), hint.shortest) for hint in hints] == [(6, False), (2, True)]
    found = find_solution(rules, state, to=rules.goal, metric=TURNS)
    assert (found.moves, found.proved_optimal) == (["U'", "R'"], True)


def test_shortest_word_in_steps_may_have_more_turns(monkeypatch, set_words):
    turn, swap = (1, 2, 3, 4, 5, 6, 0), (1, 0, 2, 3, 4, 5, 6)
    rest = multiply(inverse(swap), multiply(turn, multiply(turn, turn)))
    rules = load({"L": turn, "S": swap, "T": rest})
    state = play_moves(rules, rules.goal, ["S", "T"])
    assert state == play_moves(rules, rules.goal, ["L", "L", "L"])
    detour = (("L", -2), ("T", -1), ("S", 1), ("L", 2))
    words = [FoundWord(word, 0, False) for word in (detour, (("L", -3),))]
    monkeypatch.setattr(short_solutions, "has_turn_metric", lambda _: False)
    set_words(words)
    hints = find_hints(rules, state, metric=TURNS)
    assert [len(hint.moves) for hint in hints] == [6, 2, 3]


def test_shorter_word_of_table_is_used(monkeypatch):
    rules = load("twist:5,height=4#1")
    chain = SimpleNamespace(near=None, is_quick=False)
    monkeypatch.setattr(short_solutions, "find_chain", lambda *given, **options: None)
    by_table = find_solution(rules, rules.start()).moves
    monkeypatch.setattr(short_solutions, "find_chain", lambda *given, **options: chain)
    detour = [*by_table, "a1", "a1'"]
    for chain_moves, table_moves in ((detour, by_table), (by_table, detour)):
        word = [(move.rstrip("'"), -1 if "'" in move else 1) for move in chain_moves]
        found = FoundWord(tuple(word), len(word), False)
        monkeypatch.setattr(
            short_solutions, "short_words", lambda *_, found=found, **__: iter([found])
        )
        monkeypatch.setattr(short_solutions, "twisty_word", lambda *_, moves=table_moves: moves)
        assert find_solution(rules, rules.start()).moves == by_table
