"""Monte Carlo tree search in plain Python, compared with full search and known results."""

from random import Random

import pytest
from support import (
    Circle,
    Clock,
    Count,
    pentago_with_a_win_in_two,
    plain_search,
    play_moves,
    sample,
    sample_size,
    two_player_value,
)

from puzzlekit import Result, load
from puzzlekit.players import mcts_plain
from puzzlekit.players.evaluator import MAX_PLIES, MIN_PLY_LIMIT
from puzzlekit.rules.compiled import DRAW


def winning_moves(rules, state):
    seat = rules.turn(state)
    return {
        move
        for move in rules.legal_moves(state)
        if (result := rules.result(rules.play(state, move))) and result.winner == seat
    }


@pytest.mark.slow
@pytest.mark.parametrize("rave", [True, False])
def test_perfect_play_on_small_board(rave, noughts, random_position):
    rng = Random(3)
    for seed in range(sample_size(30)):
        state = random_position(noughts, rng, range(2, 7))
        value = two_player_value(noughts, state)
        thought = plain_search(noughts, rave=rave).think(state, playouts=3000, seed=seed)
        assert two_player_value(noughts, noughts.play(state, thought.move)) == value
        known = {1: 1.0, 0: 0.5, -1: 0.0}[value * (1 - 2 * noughts.turn(state))]
        assert abs(thought.win_probability - known) < (0.2 if known == 0.5 else 1e-9)


def test_first_player_wins_hex():
    rules = load("hex:3,swap=off")
    tree, state, rng = plain_search(rules), rules.start(), Random(1)
    while rules.result(state) is None:
        if rules.turn(state) == 0:
            move = tree.think(state, playouts=800, seed=1).move
        else:
            move = rng.choice(rules.legal_moves(state))
        state = rules.play(state, move)
        assert two_player_value(rules, state) == 1


def test_proved_outcome_ends_search(noughts):
    tree = plain_search(noughts)
    for state, found in (
        ("XX.OO....", ("c3", 1.0, 0)),
        ("XOXXO....", ("b1", 1.0, 0)),  # either side wins with its next move
        ("XOXOOXX.O", ("b1", None, 0)),  # a single move
        ("XOXXOO.XO", ("a1", None, 0)),
    ):
        thought = tree.think(state, playouts=10_000)
        assert (thought.move, thought.win_probability, thought.playouts) == found
    for state, chance, outcome, playouts in (
        ("X.O.X.O..", 1.0, 0, 1_000),  # blocking one row leaves another
        ("XOX.OX.XO", 0.5, DRAW, 100),
    ):
        search = plain_search(noughts)
        thought = search.think(state, playouts=10_000)
        assert (thought.win_probability, search.trees[0].outcome) == (chance, outcome)
        assert thought.playouts < playouts


def test_drawn_forks_and_shared_draws(noughts):
    thought = plain_search(noughts).think("X...O...X", playouts=3000)
    assert thought.move in ("b3", "a2", "c2", "b1")  # a corner would lose
    assert thought.win_probability == pytest.approx(0.5, abs=0.2)
    rules = Count(1, seats=4, tie=True)
    tree = plain_search(rules)
    assert tree.think((0, 2), playouts=10).move == "one"
    drawn = Count(2, seats=4, tie=True)
    drawn.moves = lambda state: [] if state[0] >= 1 else ["one", "two"]
    drawn.result = lambda state: Result(None, "Over") if state[0] >= 1 else None
    assert plain_search(drawn).think((0, 0), playouts=10).win_probability == 0.25


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    sample(["hex:4", "crossway:5", "shifty:5", "permute:4", "pentago", "catchup:3", "slyde:4"], 4),
)
def test_wins_and_losses_in_one_move(game, random_position):
    rules, rng = load(game), Random(game)
    taken = avoided = 0
    for attempt in range(300):
        state = random_position(rules, rng, range(60))
        wins, onward = winning_moves(rules, state), {}
        if not wins and taken < 4:
            for move in rules.legal_moves(state):
                after = rules.play(state, move)
                loses = rules.turn(after) != rules.turn(state) and winning_moves(rules, after)
                onward[move] = bool(loses)
        safe = {move for move, loses in onward.items() if not loses}
        if wins and taken < 4:
            assert plain_search(rules).think(state, playouts=3, seed=attempt).move in wins
            taken += 1
        elif safe and len(safe) < len(onward) and avoided < 4:
            assert plain_search(rules).think(state, playouts=3, seed=attempt).move in safe
            avoided += 1
        if taken + avoided == 6:
            break
    assert taken + avoided > 0


def test_killer_replies_are_tried_first():
    """If every move loses at once, replies that have won are tried first."""
    rules = load("hex:9,swap=off")
    state = rules.start()
    for column in "abcdefgh":
        state = rules.play(state, f"{column}1")  # Red: pointless
        state = rules.play(state, f"{column}5")  # Blue: a row that ends at i4 or i5
    played = 0

    class Counted(type(rules)):
        def play(self, state, move):
            nonlocal played
            played += 1
            return super().play(state, move)

    counted = Counted(size=9, swap="off")
    assert plain_search(counted).think(state, playouts=1).win_probability == 0
    assert played < 4 * len(rules.legal_moves(state))


def test_same_seed_same_result():
    rules = load("hex:5")
    thoughts = [plain_search(rules).think(rules.start(), playouts=150, seed=s) for s in (1, 1, 2)]
    assert thoughts[0] == thoughts[1] != thoughts[2]
    assert thoughts[0].playouts == 150


def test_tree_is_reused():
    rules = load("hex:4,swap=off")
    search = plain_search(rules)
    (tree,), state = search.trees, rules.start()
    thought = search.think(state, playouts=600, seed=1)
    state = play_moves(rules, state, thought.principal_variation[:2])
    before = {id(node) for node in tree._walk(tree.root)}
    search.think(state, playouts=1, seed=1)
    assert id(tree.root) in before
    assert tree.root.visits > 20
    assert tree.nodes == sum(1 for _ in tree._walk(tree.root)) < len(before)
    assert search.think(rules.start(), playouts=5, seed=1).move in rules.legal_moves(rules.start())


@pytest.mark.slow
def test_tree_size_limit(monkeypatch):
    monkeypatch.setattr(mcts_plain, "MAX_NODES", 200)
    rules = load("hex:5")
    search = plain_search(rules)
    search.think(rules.start(), playouts=400, seed=1)
    assert 200 <= search.trees[0].nodes < 200 + len(rules.board)


def test_time_and_playout_limits():
    rules, clock = load("hex:6"), Clock(1).monotonic
    assert plain_search(rules).think(rules.start(), seconds=20.5, clock=clock).playouts == 20
    thought = plain_search(rules).think(rules.start(), playouts=4, seconds=60, clock=clock)
    assert thought.playouts == 4
    rules = Circle()
    thought = plain_search(rules).think(rules.start(), seconds=2.5, clock=Clock(1).monotonic)
    assert (thought.playouts, thought.cut_playouts) == (1, 1)
    assert rules.played < 200


def test_tree_is_usable_after_interruption():
    class Interrupting(type(load("hex:5"))):
        left = 500

        def play(self, state, move):
            self.left -= 1
            if not self.left:
                raise KeyboardInterrupt
            return super().play(state, move)

    rules = Interrupting(size=5)
    search = plain_search(rules)
    with pytest.raises(KeyboardInterrupt):
        search.think(rules.start(), playouts=1000)
    before = search.trees[0].root.visits
    assert search.think(rules.start(), playouts=50).playouts == before + 50


@pytest.mark.parametrize("goal", [5, 6, 8])
def test_three_players(goal):
    """A player within reach of the goal takes it; the player before avoids giving it away."""
    rules = Count(goal)

    def think(left, seat, **limits):
        return plain_search(rules).think((goal - left, seat), **limits)

    thought = think(2, 1, playouts=30)
    assert (thought.move, thought.win_probability) == ("two", 1.0)
    assert think(3, 0, playouts=200).win_probability == 0.0  # 1 and 2 let the next player win
    assert think(4, 0, playouts=200).win_probability == 0.0  # 1 helps the player after the next
    thought = think(5, 0, playouts=200, seed=5)
    assert thought.move == "one"  # player 1 cannot win then and does not care who does
    assert 0 < thought.win_probability < 1


@pytest.mark.parametrize("rave", [True, False])
def test_endless_playouts_are_cut_off(rave):
    rules = Circle()
    thought = plain_search(rules, rave=rave).think(rules.start(), playouts=1000)
    assert (thought.win_probability, thought.playouts, thought.cut_playouts) == (0.5, 1000, 1000)
    assert rules.played < 150 * 1000
    assert "after 1,000 playouts (1,000 cut short)" in thought.description


def test_cut_off_playout_is_evaluated(monkeypatch):
    class Tempting(Circle):
        def evaluate(self, state, seat):
            return 3 - 6 * seat

    rules = Tempting(2)
    thought = plain_search(rules).think(rules.start(), playouts=200)
    assert thought.cut_playouts == 200
    assert 0.6 < thought.win_probability < 1


def test_playout_ply_limit_adapts():
    """An endless playout shortens the limit for the next ones; finished playouts extend it."""
    rules = Circle(8)
    search = plain_search(rules)
    search.think((0, 0), playouts=5)
    assert search.trees[0].evaluator.max_plies == MIN_PLY_LIMIT
    rules.goal = 4
    search.think((1, 0), playouts=5)
    assert search.trees[0].evaluator.max_plies == MAX_PLIES


@pytest.mark.slow
def test_two_moves_per_turn():
    rules, state = pentago_with_a_win_in_two()
    tree = plain_search(rules)
    for _ in range(2):
        state = rules.play(state, tree.think(state, playouts=600, seed=2).move)
    assert rules.result(state).winner == 0
