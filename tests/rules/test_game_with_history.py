"""Tests for ply limits and repetition rules."""

import inspect
import pickle
from collections import namedtuple
from random import Random

import pytest
from support import Chase, Circle, Count, find_problems, play_each, random_game, state_after

from puzzlekit import IllegalMoveError, Result, Rules, Session, StoneGame, load, perft, prove, ring
from puzzlekit.core.errors import PluginError
from puzzlekit.play import saves
from puzzlekit.play.match import match
from puzzlekit.play.setup import setup_of
from puzzlekit.players.playouts import playouts
from puzzlekit.rules.game_with_history import (
    GameWithHistory,
    StateWithHistory,
    with_history,
    without_history,
)
from puzzlekit.testing.ending import check_ending


def chase(repetition):
    """Return a chase with a rule for repeated positions."""
    members = {"repetition": repetition, "__doc__": "A chase."}
    return type("Repeating", (Chase,), members)()


#: Both kings step forward and back.
ROUND = ["1-2", "4-5", "2-1", "5-4"]


@pytest.mark.parametrize("repetition", ["draw", "loss", "forbidden"])
def test_contract(repetition):
    assert find_problems(chase(repetition)) == []


@pytest.mark.parametrize(
    ("repetition", "result"),
    [
        ("draw", Result(None, "A draw: the position was repeated")),
        ("loss", Result(0, "Black wins: White has repeated a position")),
        ("", None),
    ],
)
def test_repeated_position(repetition, result):
    rules = with_history(chase(repetition))
    state = state_after(rules, ROUND)
    assert rules.result(state) == result
    assert bool(rules.legal_moves(state)) == (result is None)
    if result is not None:
        with pytest.raises(IllegalMoveError, match="no legal moves here"):
            rules.play(state, "1-2")


def test_forbidden_repetition():
    rules = with_history(chase("forbidden"))
    state = state_after(rules, ROUND[:3])
    assert rules.legal_moves(state) == ["5-6"]  # 5-4 would repeat the start
    message = "'5-4' is not a legal move here; did you mean '5-6'"
    with pytest.raises(IllegalMoveError, match=message):
        rules.play(state, "5-4")
    key = rules.repetition_key(state_after(rules, ROUND[:2]))
    assert key != rules.repetition_key(rules.start())


def test_forced_repetition_loses():
    # The kings cannot turn back, so they go round the ring until they can only repeat.
    rules, results = with_history(chase("forbidden")), set()
    for seed in range(30):
        *states, state = random_game(rules, Random(seed))
        assert len(set(map(rules.repetition_key, states))) == len(states)
        loser = rules.turn(state)
        winner, name = rules.players[1 - loser], rules.players[loser]
        reason = f"{winner} wins: {name} could only repeat a position"
        assert rules.result(state) == Result(1 - loser, reason)
        results.add(loser)
        assert state.ply < 2 * 6 * 5  # number of positions: side to move and cells of both kings
    assert results


def test_repetition_with_three_players_is_a_draw():
    class Repeated(Circle):
        repetition = "loss"

    rules = with_history(Repeated(size=3, seats=3))
    state = state_after(rules, ["forth"] * 3)
    assert rules.result(state) == Result(None, "A draw: Seat 2 has repeated a position")


def test_subclass_of_class_with_history():
    class Quick(Chase):
        """A chase drawn after three plies that overrides `apply`."""

        max_plies, repetition = 3, "draw"

        def apply(self, state, move):
            return super().apply(state, move)

    rules = with_history(Quick())
    state = state_after(rules, ROUND[:3])
    assert state.ply == 3
    assert without_history(state) == StateWithHistory(state.state)
    assert rules.result(state).text == "A draw: no winner after 3 plies"


def count_walks(black, white, plies, seen):
    """Count the games of `plies` plies without a repetition before the last position."""
    here = black, white
    if not plies or here in seen:
        return int(not plies)
    steps = {(black + step) % 6 for step in (1, -1)} - {white}
    return sum(count_walks(white, step, plies - 1, [*seen, here]) for step in steps)


def test_class_that_overrides_play():
    class Checked(StoneGame):
        """A chase that overrides `play` and checks moves itself."""

        name = "Checked"
        repetition = "loss"
        legal_moves, result = Chase.legal_moves, Chase.result

        def __init__(self):
            super().__init__(ring(6), "B..W..")

        def play(self, state, move):
            if move not in self.legal_moves(state):
                raise self.illegal_move(state, move)
            return Chase.apply(self, state, move)

    class Heir(Checked):
        """A chase that inherits `play`."""

    lost = with_history(chase("loss"))
    for rules in map(with_history, (Checked(), Heir())):
        assert find_problems(rules) == []
        assert rules.result(state_after(rules, ROUND)) == lost.result(state_after(lost, ROUND))
        assert rules.apply_unchecked(rules.start(), "1-2") == rules.play(rules.start(), "1-2")


def test_solvers_and_matches():
    rules = with_history(chase("draw"))
    # `walks` takes the side to move first; equal positions are an even number of plies apart.
    assert list(perft(rules, 8)) == [count_walks(0, 3, plies, []) for plies in range(1, 9)]
    assert prove(rules, rules.start()) is None
    games = list(match(rules, ["mcts:20", "alphabeta:3"], 2))
    assert [game.is_unfinished for game in games] == [False, False]
    assert pickle.loads(pickle.dumps(state_after(rules, ROUND))) == state_after(rules, ROUND)


def test_history_is_saved_with_games_only(add_plugin):
    add_plugin(
        "chase",
        "from support import Chase\n"
        'class Drawn(Chase):\n    """Drawn."""\n    repetition = "draw"\n',
    )
    session = Session(load("chase"))
    play_each(session, *ROUND)
    assert session.result.winner is None
    back = saves.restore(saves.dump(session))
    assert (back.state, back.result) == (session.state, session.result)
    setup = session.setup.with_position(session.state)
    assert setup.id == "chase@B2W2_B_4"
    book = setup.load_rules()
    assert book.result(book.start()) is None
    assert setup_of(load(setup.id)).start == setup.start


def test_endless_game_is_detected():
    (found,) = find_problems(Chase())
    assert ": In greedy play " in found
    assert "lead back to the same position and can be repeated for ever; in matches" in found


def test_endless_game_without_repetition_is_detected():
    class Endless(Count):
        """A counter that never ends."""

        def result(self, state):
            return None

        def legal_moves(self, state):
            return ["one"]

    (found,) = check_ending(Endless(), Random(1))
    assert "a game has not ended after 1,000 plies; set `repetition" in found


def test_game_with_its_own_ply_limit():
    class Counted(Chase):
        """A chase that implements a draw after 200 plies itself."""

        def result(self, state):
            return Result(None, "Enough") if state.ply == 200 else None

        def legal_moves(self, state):
            return [] if self.result(state) else super().legal_moves(state)

    assert find_problems(Counted()) == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('repetition = "drawn"', "repetition is 'drawn'; use one of draw, loss"),
        ("max_plies = len", "max_plies is <built-in function len>; it must be a number of plies"),
    ],
)
def test_invalid_members(add_plugin, command_error, line, message):
    add_plugin("odd", f"from support import Chase\nclass Odd(Chase):\n    {line}\n")
    assert f"odd.py, line 3: {message}" in command_error("rules", "odd")


class Dated(Rules):
    """A counter whose state has fields with the same names as `StateWithHistory`."""

    name, players, max_plies = "Dated", ("A", "B"), 6
    State = namedtuple("State", "ply past state")

    def __init__(self):
        self.board = ring(3)

    def start(self, rng=None):
        return self.State(100, "long ago", 0)

    def turn(self, state):
        return state.state % 2

    def legal_moves(self, state):
        return [] if self.result(state) else ["on", "back"]

    def apply(self, state, move):
        return state._replace(ply=state.ply + 10, state=state.state + 1)

    def result(self, state):
        return Result("A", "A wins: the year 200") if state.ply == 200 else None

    def pieces(self, state):
        return [None] * 3

    def status(self, state):
        return [f"year {state.ply}", state.past]


def test_state_fields():
    rules = with_history(Dated())
    state = state_after(rules, ["on"] * 6)
    assert rules.status(state) == ["year 160", "long ago"]
    assert (state.ply, state.state.ply) == (6, 160)
    assert rules.result(state) == Result(None, "A draw: no winner after 6 plies")
    assert find_problems(Dated()) == []


def test_ply_limit_set_in_init():
    class Late(Chase):
        """A chase with the ply limit as an option."""

        def __init__(self, plies=7):
            super().__init__()
            self.max_plies = plies

    assert playouts(with_history(Late()), games=3).plies == 7
    assert find_problems(Late()) == []


def test_rules_without_history():
    rules = load("fifteen")
    rules.max_plies = 5
    with pytest.raises(PluginError, match="max_plies is for games; leave it out of a puzzle"):
        with_history(rules)
    rules = Chase()
    assert with_history(rules) is rules.unwrapped is rules
    wrapped = with_history(chase("draw"))
    assert with_history(wrapped) is wrapped
    assert with_history(rules).unwrapped is rules


def test_members_with_state_are_forwarded():
    # The base class must not answer for the wrapped game.
    # These are implemented in terms of the others.
    own = {"play", "apply_unchecked", "outcome", "illegal_move", "permutation", "group"}
    for name, member in inspect.getmembers(Rules, inspect.isfunction):
        if "state" in inspect.signature(member).parameters and name not in own:
            assert name in vars(GameWithHistory), name
