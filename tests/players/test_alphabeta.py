"""Alpha-beta and max^n, plain and compiled, compared with full minimax."""

import math
from functools import cache
from random import Random

import pytest
from race_plugin import fast_race
from support import Circle, Clock, Count, needs_numba, pentago_with_a_win_in_two, play_moves

from puzzlekit import load
from puzzlekit.core.progress import TimeUpError
from puzzlekit.players.alphabeta import (
    WIN,
    AlphaBeta,
    AlphaBetaPlayer,
    CompiledPositions,
    MaxN,
    PlainPositions,
)
from puzzlekit.players.registry import make_player


def minimax(rules, root, depth):
    """Return the best moves to a depth, and their value, by full search."""
    seat = rules.turn(root)

    @cache
    def value(state, left, ply):
        result = rules.result(state)
        if result is not None:
            won = 0 if result.winner is None else 1 if result.winner == seat else -1
            return won * (WIN - ply)
        if left == 0:
            return rules.evaluate(state, seat)
        best = max if rules.turn(state) == seat else min
        return best(
            value(rules.play(state, move), left - 1, ply + 1) for move in rules.legal_moves(state)
        )

    values = {move: value(rules.play(root, move), depth - 1, 1) for move in rules.legal_moves(root)}
    best = max(values.values())
    return {move for move, worth in values.items() if worth == best}, best


def cycle_search(search, rules):
    """Return the value at depth 1, and the value and certainty where all lines repeat."""
    moves = rules.legal_moves(rules.start())
    found = search.run(12, moves, math.inf)
    return search.run(1, moves, math.inf).value, found.value, found.certain


def iterative_deepening(search, rules, state, depth):
    """Return the result of iterative deepening to a depth."""
    order = rules.legal_moves(state)
    for level in range(1, depth + 1):
        found = search.run(level, order, math.inf)
        order.sort(key=lambda move: move != found.line[0])
    return found


GAMES = [("permute:4", 3), ("permute:3,swap=off", 5), ("hex:3", 4), ("catchup:2", 4)]


@pytest.mark.parametrize(("game", "depth"), [*GAMES, ("pentago", 2), ("shifty:4", 2)])
def test_same_result_as_full_search(game, depth, random_position):
    rules, rng = load(game), Random(game)
    for _ in range(4):
        state = random_position(rules, rng, range(1, 9))
        best, value = minimax(rules, state, depth)
        found = iterative_deepening(AlphaBeta(PlainPositions(rules), state), rules, state, depth)
        assert found.value == value
        assert found.line[0] in best
        play_moves(rules, state, found.line)


def test_draws_wins_and_losses(noughts):
    for state, moves in ((noughts.start(), noughts.board.cells), ("X...O...X", "b1 b3 a2 c2")):
        thought = AlphaBetaPlayer(9).think(noughts, state, Random(1))
        assert thought.win_probability == 0.5
        assert thought.move in moves
    rules = Count(goal=9, seats=2)  # a player who leaves a multiple of three wins
    for state, line in (((7, 0), 1), ((5, 0), 3), ((4, 1), 3)):
        thought = AlphaBetaPlayer(20).think(rules, state, Random(1))
        assert thought.win_probability == 1.0
        assert len(thought.principal_variation) == line
    lost = AlphaBetaPlayer(20).think(rules, (3, 0), Random(1))
    assert (lost.win_probability, len(lost.principal_variation)) == (0.0, 4)
    for place, chance, plies in ((0, 0.0, 2), (1, 1.0, 1)):
        thought = AlphaBetaPlayer(30).think(Circle(4, goal=2), (place, 0), Random(1))
        assert (thought.win_probability, len(thought.principal_variation)) == (chance, plies)


@pytest.mark.slow
def test_random_choice_among_equal_moves():
    rules = load("hex:4,swap=off")
    player, start = make_player("greedy:2"), rules.start()
    chosen = {player.think(rules, start, Random(seed)).move for seed in range(12)}
    best, _ = minimax(rules, start, 2)
    assert len(chosen) > 1
    assert chosen <= best


@pytest.mark.slow
def test_same_seed_same_result():
    rules = load("permute:4")
    one, two = (make_player("alphabeta:3").think(rules, rules.start(), Random(4)) for _ in range(2))
    assert one == two


@pytest.mark.slow
def test_two_moves_per_turn():
    rules, state = pentago_with_a_win_in_two()
    thought = AlphaBetaPlayer(2).think(rules, state, Random(1))
    assert thought.win_probability == 1.0
    assert thought.principal_variation[1] in ("4R", "4L")


@pytest.mark.parametrize("goal", [5, 8])
def test_three_players(goal):
    rules = Count(goal)
    for left, chance in ((1, 1), (2, 1), (3, None), (4, None)):
        thought = AlphaBetaPlayer(9).think(rules, (goal - left, 1), Random(1))
        assert thought.win_probability == chance
    assert AlphaBetaPlayer(9).think(rules, (goal - 2, 0), Random(1)).principal_variation == ("two",)
    assert (
        MaxN(PlainPositions(rules), (goal - 5, 0), 3).run(9, ["one", "two"], math.inf).line[0]
        == "one"
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_cycle_is_an_unproved_draw(seats):
    class HighEvaluation(Circle):
        def evaluate(self, state, seat):
            return 5.0

    rules = HighEvaluation(3, seats=seats)
    kind = AlphaBeta if seats == 2 else MaxN
    search = kind(PlainPositions(rules), rules.start(), seats)
    assert cycle_search(search, rules) == (5, 0, False)
    assert AlphaBetaPlayer(12).think(rules, rules.start(), Random(1)).win_probability is None


@pytest.mark.slow
@pytest.mark.parametrize(("game", "step"), [("hex:6", 0.005), ("permute:7", 0.05)])
def test_time_limit(game, step, monkeypatch):
    rules = load(game)
    state, clock = rules.start(), Clock(step)
    make_player("alphabeta:1").think(rules, state, Random(1))  # so that compiling takes no time
    monkeypatch.setattr("puzzlekit.players.alphabeta.time", clock)
    thought = make_player("alphabeta:0.3s").think(rules, state, Random(1))
    assert clock.now == pytest.approx(0.3, abs=2.5 * step)
    assert thought.move in rules.legal_moves(state)
    with pytest.raises(TimeUpError):
        AlphaBeta(PlainPositions(rules), state).run(6, rules.legal_moves(state), clock.now + 0.1)


def compiled_search(rules, state):
    return AlphaBeta(CompiledPositions(rules.compiled), state)


@needs_numba
@pytest.mark.slow
class TestCompiled:
    """Tests of the search on compiled rules."""

    @pytest.mark.parametrize(
        ("game", "depth"), [("permute:4", 4), ("permute:5", 3), ("permute:3,swap=positions", 8)]
    )
    def test_same_result_as_plain_python(self, game, depth, random_position):
        rules, rng = load(game), Random(game)
        for _ in range(20):
            state = random_position(rules, rng, range(7))
            plain = iterative_deepening(
                AlphaBeta(PlainPositions(rules), state), rules, state, depth
            )
            fast = iterative_deepening(compiled_search(rules, state), rules, state, depth)
            assert fast._replace(line=()) == plain._replace(line=())
            assert fast.line[0] == plain.line[0]
            play_moves(rules, state, fast.line)

    def test_players_use_compiled_rules(self, monkeypatch):
        rules = load("permute:5")
        monkeypatch.setattr("puzzlekit.players.alphabeta.PlainPositions", None)
        thought = make_player("alphabeta:4").think(rules, rules.start(), Random(1))
        assert thought.move in rules.legal_moves(rules.start())

    def test_cycle_is_an_unproved_draw(self, add_plugin, monkeypatch):
        text = fast_race().replace("state[0] + int(move[3:])", "(state[0] + int(move[3:])) % 3")
        add_plugin(
            "race", text.replace("state[2] += move + 1", "state[2] = (state[2] + move + 1) % 3")
        )
        monkeypatch.setattr(CompiledPositions, "evaluate", lambda *_: 5.0)
        rules = load("race:3")
        assert cycle_search(compiled_search(rules, rules.start()), rules) == (5, 0, False)
