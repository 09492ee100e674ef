"""Tree search on compiled rules: deterministic, exact where possible, with one-ply lookahead."""

from concurrent.futures import Future
from random import Random
from threading import Event

import numpy
import pytest
from support import (
    TIMEOUT,
    Clock,
    plain_search,
    play_moves,
    random_game,
    sample,
    sample_size,
    two_player_value,
)

from puzzlekit import load
from puzzlekit.core.errors import PluginError
from puzzlekit.players import mcts, mcts_compiled
from puzzlekit.players.mcts import TreeSearch
from puzzlekit.players.mcts_compiled import CompiledTree
from puzzlekit.players.mcts_kernel import EXPAND_AFTER, FIRST, USED, VISITS
from puzzlekit.rules.compiled import ONGOING, OUTCOME, SEAT

pytestmark = pytest.mark.slow


def compiled_search(fast, cores=1, **options):
    """Return a tree search on compiled rules."""
    return TreeSearch([CompiledTree(fast, **options) for _ in range(cores)])


def rules_and_search(text, **options):
    rules = load(text)
    return rules, compiled_search(rules.compiled, **options)


def random_ending(rules, seed, left):
    """Return a position of a random game with about `left` plies left."""
    states = [*random_game(rules, Random(seed))]
    return states[max(0, len(states) - 1 - left)]


def optimal_reward(rules, state):
    """Return the reward of the side to move under perfect play: 1, 0.5 or 0."""
    return (1 + two_player_value(rules, state) * (1 - 2 * rules.turn(state))) / 2


def test_same_seed_same_moves():
    lines = []
    for _ in range(2):
        rules, tree = rules_and_search("permute:6")
        state, line = rules.start(), []
        for _ in range(6):
            thought = tree.think(state, playouts=400, seed=5)
            line.append(thought)
            state = rules.play(state, thought.move)
        lines.append(line)
    assert lines[0] == lines[1]
    rules, tree = rules_and_search("permute:6")
    other = tree.think(rules.start(), playouts=400, seed=6)
    assert other.principal_variation != lines[0][0].principal_variation


@pytest.mark.parametrize("seed", sample(range(12), 4))
def test_short_endings(seed):
    rules, tree = rules_and_search("permute:5,swap=off")
    state = random_ending(rules, seed, 3)
    thought = tree.think(state, playouts=20_000, seed=seed)
    assert thought.win_probability == optimal_reward(rules, state)
    after = rules.play(state, thought.move)
    assert two_player_value(rules, after) == two_player_value(rules, state)


@pytest.mark.parametrize("seed", sample(range(30)))
def test_wins_and_losses_in_one_move(seed):
    """With a single playout only the lookahead can find them."""
    rules, tree = rules_and_search("permute:5")
    state = random_ending(rules, seed, 2 + seed % 2)
    seat = rules.turn(state)

    def loses(state, by):
        """Return whether player `by` has won or wins with the next move."""
        ends = [rules.result(rules.play(state, move)) for move in rules.legal_moves(state)]
        ends = ends if rules.legal_moves(state) else [rules.result(state)]
        return any(end is not None and end.winner == by for end in ends)

    thought = tree.think(state, playouts=1, seed=seed)
    after = rules.play(state, thought.move)
    if loses(state, seat):  # the side to move can win
        assert rules.result(after).winner == seat
    elif not all(loses(rules.play(state, move), 1 - seat) for move in rules.legal_moves(state)):
        assert not loses(after, 1 - seat)
    else:
        assert thought.win_probability == 0


@pytest.mark.parametrize("seed", range(8))
def test_lost_side_chooses_longest_line(seed):
    """Each of four moves loses by force, all but one of them at once."""
    rules, tree = rules_and_search("hex:5")
    state, line = rules.start(), "a1 a2 d1 d2 e2 e1 b3 c2 b2 c1 b1 d4 e4 c3 b4 d5 e3 a3 a4 b5 d3"
    state = play_moves(rules, state, line.split())
    assert len(rules.legal_moves(state)) == 4
    assert optimal_reward(rules, state) == 0
    assert tree.think(state, playouts=50, seed=seed).move == "a5"
    assert plain_search(rules).think(state, playouts=200, seed=seed).move == "a5"


def wins_within_turn(fast, array):
    """Return whether the side to move can win within its turn, by trying all moves."""
    for move in fast.legal_moves(array):
        after = fast.apply(array, move)
        if after[OUTCOME] == array[SEAT]:
            return True
        if after[SEAT] == array[SEAT] and wins_within_turn(fast, after):
            return True
    return False


def full_turns(fast, array):
    """Yield the positions after each turn of two moves."""
    for first in fast.legal_moves(array):
        after = fast.apply(array, first)
        yield from (fast.apply(after, second) for second in fast.legal_moves(after))


def is_stopped(fast, array, seat):
    """Return whether a player, whose turn is over, does not lose in the next turn."""
    if array[OUTCOME] == ONGOING:
        return not wins_within_turn(fast, array)
    return array[OUTCOME] != 1 - seat


@pytest.mark.parametrize("playouts", [1, 300])
def test_two_moves_per_turn(playouts, random_position):
    """In Pentago wins of this turn are taken, and wins of the opponent's next turn prevented."""
    rules, rng, taken, stopped = load("pentago"), Random(6), 0, 0
    fast = rules.compiled
    while min(taken, stopped) < sample_size(6, 2):
        state = random_position(rules, rng, range(10, 24, 2))
        array, seat = fast.encode(state), rules.turn(state)
        can_win = wins_within_turn(fast, array)
        passed = fast.encode(state._replace(ply=state.ply + 2))
        if not can_win and not wins_within_turn(fast, passed):
            continue
        tree = compiled_search(fast)
        for _ in range(2):
            if rules.result(state) is None:
                state = rules.play(state, tree.think(state, playouts=playouts, seed=taken).move)
        if can_win:
            assert rules.result(state).winner == seat
            taken += 1
        elif is_stopped(fast, fast.encode(state), seat):
            stopped += 1
        else:
            assert not any(is_stopped(fast, each, seat) for each in full_turns(fast, array))


@pytest.mark.parametrize("seed", range(3))
def test_turn_with_many_choices(seed):
    """In this position of Slither one turn in thirty prevents a loss."""
    board = (
        "BB1BBBBBBWBWB1W,BWWBW3WWBWB1W,BB1BWWWWW3BB1,W1WB2BWW3B1W,WWWW1BBBW1WBB2,B1BB1WBBWBBB1W1,"
        "WWBW1W1B1BBBWWW,BBB1BW1BBB3WW,WWBBB2WWBW1BBB,BWWB2BBWWWWBBB,2WW1W1WWBB2W1,WBWWWWBWW2WWWB,"
        "2WB1W1WWWB1BWW,WWWBBWBB1WBBBBB,1W4BW1WW1BBB_B_164"
    )
    rules, tree = rules_and_search(f"slither@{board}")
    array = rules.compiled.encode(rules.start())
    seat = array[SEAT]
    while array[OUTCOME] == ONGOING and array[SEAT] == seat:
        word = tree.think(rules.compiled.decode(array), playouts=50, seed=seed).move
        array = rules.compiled.apply(array, rules.compiled.number(word))
    assert is_stopped(rules.compiled, array, seat)


def test_tree_is_reused_along_its_line():
    rules, tree = rules_and_search("permute:6")
    state = rules.start()
    thought = tree.think(state, playouts=5000, seed=1)
    assert len(thought.principal_variation) > 2
    assert thought.principal_variation[0] == thought.move
    play_moves(rules, state, thought.principal_variation)
    state = play_moves(rules, state, thought.principal_variation[:2])
    again = tree.think(state, playouts=100, seed=1)
    assert again.playouts > 150
    strange = rules.play(rules.play(rules.start(), "Ca1-b2"), "swap")
    assert tree.think(strange, playouts=100, seed=1).playouts <= 101


def test_full_tree_drops_rarely_visited_nodes(monkeypatch):
    monkeypatch.setattr(mcts_compiled, "MAX_NODES", 500)
    rules, tree = rules_and_search("permute:6")
    thought = tree.think(rules.start(), playouts=3000, seed=1)
    assert thought.playouts == 3000
    full = tree.trees[0]
    assert full.counts[USED] <= 500
    assert thought.move in rules.legal_moves(rules.start())
    patience = full.settings[EXPAND_AFTER]
    assert patience > full.expand_after
    expanded = full.links[1 : full.counts[USED], FIRST] > 0
    assert expanded.any()
    assert (full.stats[1 : full.counts[USED], VISITS][expanded] >= patience).all()
    assert thought == rules_and_search("permute:6")[1].think(rules.start(), playouts=3000, seed=1)
    after = rules.play(rules.start(), thought.move)
    tree.think(after, playouts=1, seed=1)
    assert full.settings[EXPAND_AFTER] == full.expand_after


@pytest.mark.parametrize(
    ("game", "seed"), [("hex:4,swap=off", 5), ("shifty:4", 11), ("permute:4", 17), ("catchup:3", 7)]
)
def test_dropped_proofs(game, seed, monkeypatch):
    monkeypatch.setattr(mcts_compiled, "MAX_NODES", 100)
    rules, tree = rules_and_search(game)
    rng, state = Random(seed), rules.start()
    while moves := rules.legal_moves(state):
        assert tree.think(state, playouts=1000, seed=seed).move in moves
        state = rules.play(state, rng.choice(moves))


def test_playouts_of_two_cores_add_up():
    rules, tree = rules_and_search("permute:6", cores=2)
    thought = tree.think(rules.start(), playouts=1001, seed=1)
    other = compiled_search(rules.compiled, cores=2)
    assert thought == other.think(rules.start(), playouts=1001, seed=1)
    assert thought.playouts == 1001
    visits = [int(each.stats[0, 0]) for each in tree.trees]
    assert visits == [501, 500]
    assert not numpy.array_equal(tree.trees[0].stats[:50], tree.trees[1].stats[:50])


def test_playouts_between_clock_checks(monkeypatch):
    rules, tree = rules_and_search("hex:9,swap=off")
    stretches, search = [], CompiledTree.search

    def watched(self, times):
        stretches.append(times)
        search(self, times)

    monkeypatch.setattr(CompiledTree, "search", watched)
    tree.think(rules.start(), playouts=3000, seed=1, clock=Clock().monotonic)
    assert stretches == [64, 256, 1024, 1656]


def test_time_limit(monkeypatch):
    rules, tree = rules_and_search("permute:9")
    tree.think(rules.start(), playouts=10, seed=1)
    clock, search = Clock(), CompiledTree.search

    def watched(self, times):
        clock.now += 0.0001 * times
        search(self, times)

    monkeypatch.setattr(CompiledTree, "search", watched)
    thought = tree.think(rules.start(), seconds=0.3, seed=1, clock=clock.monotonic)
    assert clock.now == pytest.approx(0.3, abs=0.002)
    assert thought.playouts > 2900


def test_limit_does_not_include_lookup():
    """Finding the position in the tree does not count, however long it takes."""
    rules, tree = rules_and_search("pentago")
    thought = tree.think(rules.start(), playouts=10, seconds=1e-9, seed=1)
    assert thought.playouts == 10
    rules, tree = rules_and_search("permute:5", rave=False)
    thought = tree.think(rules.start(), playouts=500, seed=1)
    assert thought.playouts == 500
    assert not tree.trees[0].stats[1:100, 2:].any()
    assert len(tree.trees[0].root_moves()) == len(rules.legal_moves(rules.start()))
    rules, tree = rules_and_search("permute:4")
    with pytest.raises(ValueError, match="playouts or seconds"):
        tree.think(rules.start())


@pytest.mark.parametrize("seed", range(3))
def test_swap_is_retried_after_loss(seed):
    """No playout plays the swap later, so only trying it shows its value."""
    rules, tree = rules_and_search("hex")
    thought = tree.think(rules.play(rules.start(), "f6"), playouts=1000, seed=seed)
    assert thought.move == "swap"


def test_code_is_loaded_before_clock_starts(monkeypatch):
    """Otherwise the first search of a process would spend its time on loading code."""
    loaded, load = [], CompiledTree.load
    monkeypatch.setattr(CompiledTree, "load", lambda self: loaded.append(load(self)))
    rules, tree = rules_and_search("hex:4,swap=off")

    def clock():
        assert loaded
        return 0.0

    assert tree.think(rules.start(), playouts=100, seconds=1.0, clock=clock).playouts == 100


@pytest.mark.parametrize("opening", ["a1", "b1", "b2", "c1", "c3"])
def test_second_player_swaps_if_it_helps(opening):
    """Perfect play is known on nine cells: some openings win, others lose."""
    rules, tree = rules_and_search("hex:3")
    state = rules.play(rules.start(), opening)
    thought = tree.think(state, playouts=20_000, seed=1)
    assert thought.win_probability == 1
    assert optimal_reward(rules, rules.play(state, thought.move)) == 0
    assert thought.move == "swap" or opening != "b2"  # the centre wins, so only a swap does


def test_interruption_stops_all_cores(monkeypatch):
    """Ctrl+C interrupts one thread; the others stop soon."""
    rules, tree = rules_and_search("permute:9", cores=2)
    tree.think(rules.start(), playouts=10, seed=1)
    stop, stretches = Event(), []

    def interrupted(self, times):
        if self is tree.trees[0]:
            raise KeyboardInterrupt
        stretches.append(times)
        stop.wait(TIMEOUT)

    monkeypatch.setattr(mcts, "Event", lambda: stop)
    monkeypatch.setattr(CompiledTree, "search", interrupted)
    with pytest.raises(KeyboardInterrupt):
        tree.think(rules.start(), seconds=TIMEOUT, seed=1)
    assert stop.is_set()
    assert len(stretches) <= 1


def test_no_wait_without_timeout(monkeypatch):
    """On Windows, Ctrl+C does not interrupt waits."""
    rules, tree = rules_and_search("permute:9", cores=2)
    real = Future.result

    def result(self, timeout=None):
        assert self.done() or timeout is not None
        return real(self, timeout)

    monkeypatch.setattr(Future, "result", result)
    assert tree.think(rules.start(), playouts=5000, seed=1).playouts == 5000


def test_prior_from_ratings():
    rules = load("shifty:4")
    fast, state = rules.compiled, rules.play(rules.play(rules.start(), "b2"), "c3")
    array, rates = fast.encode(state), numpy.empty(fast.max_moves)
    moves = numpy.array(fast.legal_moves(array), numpy.int32)
    fast.kernel.rate(fast.table, array, moves, len(moves), rates)
    best = {fast.word(move) for move in moves[rates[: len(moves)] == rates[: len(moves)].max()]}
    assert len(best) < len(moves)

    def firsts(prior):
        trees = [compiled_search(fast._replace(prior=prior)) for _ in range(8)]
        return {tree.think(state, playouts=100, seed=s).move for s, tree in enumerate(trees)}

    assert firsts(1_000_000) <= best
    assert not firsts(0) <= best
    with pytest.raises(PluginError, match="prior is -1, but must be at least 0"):
        fast._replace(prior=-1).checked(2)
    for name in ("size", "max_moves", "pace", "claims"):
        with pytest.raises(PluginError, match=f"{name} is 'x', but must be an integer"):
            fast._replace(**{name: "x"}).checked(2)


@pytest.mark.parametrize("text", ["hex:4,swap=off", "shifty:4"])
def test_search_without_trust(text):
    """Without trust, trees ignore the game's move ratings and rollouts."""
    rules = load(text)
    fast = rules.compiled
    bare = fast._replace(kernel=fast.kernel._replace(rate=None, rollout=None))
    novice, plain = compiled_search(fast, prior_scale=None), compiled_search(bare)
    for seed in range(4):
        thoughts = [tree.think(rules.start(), playouts=50, seed=seed) for tree in (novice, plain)]
        assert thoughts[0] == thoughts[1]
