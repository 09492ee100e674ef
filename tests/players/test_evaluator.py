"""Evaluations in tree search, weighted by their value as predictions."""

import zlib
from random import Random

import pytest
from support import Count, Noughts, example_plugin, plain_search, sample_size, two_player_value

from puzzlekit.players.evaluator import EvaluationScale

Breakthrough = example_plugin("breakthrough")


def with_evaluation(evaluate):
    """Return Breakthrough with another evaluation."""
    return type("Changed", (Breakthrough,), {"evaluate": evaluate})


def fixed_random_number(self, state, seat):
    number = zlib.crc32(state.stones.encode()) % 1000 - 500
    return -number if seat else number


NoEvaluation = with_evaluation(lambda self, state, seat: 0.0)
Constant = with_evaluation(lambda self, state, seat: 7.0)
Noise = with_evaluation(fixed_random_number)
Larger = with_evaluation(lambda *given: 1024 * Breakthrough.evaluate(*given) + 4096)
#: Its squares overflow.
Huge = with_evaluation(lambda *given: 1e300 * Breakthrough.evaluate(*given))


class Rows(Noughts):
    """Noughts and crosses, evaluated by the rows that each side can still fill."""

    def evaluate(self, state, seat):
        own, other = ("XO", "OX")[seat]
        return sum(
            (other not in row) - (own not in row)
            for line in self.lines
            for row in ["".join(state[cell] for cell in line)]
        )


def evaluation_scale(rules, plies=12):
    """Return the evaluation scale of a game after some moves, and the position reached."""
    scale, state, rng = EvaluationScale(rules), rules.start(), Random(1)
    for ply in range(plies):
        scale.measure(state, seed=ply)
        state = rules.play(state, rng.choice(rules.legal_moves(state)))
    return scale, state


def test_weight_of_evaluations():
    assert evaluation_scale(Breakthrough())[0].reliability > 0.5
    assert evaluation_scale(Noise())[0].reliability < 0.2
    assert evaluation_scale(Constant())[0].reliability == 0
    assert evaluation_scale(NoEvaluation())[0].reliability == 0


def test_only_unfinished_positions_are_evaluated():
    class Strict(Count):
        def evaluate(self, state, seat):
            assert self.legal_moves(state)
            return state[0]

    rules = Strict(5, seats=2)
    assert plain_search(rules).think(rules.start(), playouts=60, seed=1).playouts
    assert plain_search(Huge(5)).think(Huge(5).start(), playouts=60, seed=1).win_probability <= 1


@pytest.mark.parametrize("rave", [True, False])
@pytest.mark.parametrize(
    ("rules", "state", "thought"),
    [
        (Noughts(), "." * 9, [("b2", 71 / 95), ("b2", 0.8214285714285714)]),
        (Count(9), (0, 0), [("one", 10 / 91), ("one", 0.2727272727272727)]),
    ],
)
def test_search_without_evaluation(rave, rules, state, thought):
    """The numbers were computed before tree search used evaluations."""
    found = plain_search(rules, rave=rave).think(state, playouts=150, seed=1)
    assert (found.move, found.win_probability) == pytest.approx(thought[not rave])


@pytest.mark.parametrize(
    ("kind", "other", "rave"),
    [
        (Constant, NoEvaluation, True),
        (Larger, Breakthrough, True),  # units do not matter
        (Breakthrough, NoEvaluation, False),  # UCT uses no evaluations
    ],
)
def test_equivalent_evaluations(kind, other, rave):
    state = (
        evaluation_scale(Breakthrough(5), plies=6)[1] if kind is Larger else Breakthrough(5).start()
    )
    one, two = (
        plain_search(rules(5), rave=rave).think(state, playouts=100, seed=3)
        for rules in (kind, other)
    )
    assert one == two


def test_evaluation_of_three_players():
    class Near(Count):
        def evaluate(self, state, seat):
            return state[0] if seat == state[1] else 0

    rules = Near(20)
    scale = EvaluationScale(rules)
    scale.measure((9, 0), seed=1)
    win_probabilities = scale.win_probabilities((9, 1))
    assert sum(win_probabilities) == pytest.approx(1)
    assert win_probabilities[1] > win_probabilities[0] == win_probabilities[2]
    assert plain_search(rules).think((18, 1), playouts=50, seed=1).move == "two"


@pytest.mark.slow
def test_proof_overrides_evaluation(random_position):
    rules, rng = Rows(), Random(3)
    for seed in range(sample_size(30)):
        state = random_position(rules, rng, range(2, 7))
        thought = plain_search(rules).think(state, playouts=3000, seed=seed)
        value = two_player_value(rules, state)
        assert two_player_value(rules, rules.play(state, thought.move)) == value
        won = value * (1 - 2 * rules.turn(state))
        assert not won or thought.win_probability == (won > 0)


def wins_of_first(a, b, games, playouts):
    """Return the wins of the first of two rules classes for a game, with alternating sides."""
    won = 0
    for game in range(games):
        seat, rng = game % 2, Random(game // 2)
        kinds = (a, b) if seat == 0 else (b, a)
        books = [kind(5) for kind in kinds]
        trees = [plain_search(book) for book in books]
        state = books[0].start()
        for _ in range(4):
            state = books[0].play(state, rng.choice(books[0].legal_moves(state)))
        while (result := books[0].result(state)) is None:
            tree = trees[books[0].turn(state)]
            state = books[0].play(state, tree.think(state, playouts=playouts, seed=game).move)
        won += result.winner == seat
    return won


@pytest.mark.slow
def test_good_and_bad_evaluations():
    games = sample_size(20, 6)
    assert wins_of_first(Breakthrough, NoEvaluation, games, playouts=60) >= 0.7 * games
    assert wins_of_first(Noise, NoEvaluation, games, playouts=60) >= 0.3 * games
