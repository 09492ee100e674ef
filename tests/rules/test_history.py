"""Tests for ply limits and repetition rules."""

import inspect
import pickle
from collections import namedtuple
from random import Random

import pytest
from support import Chase, Noughts

from puzzlekit import (
    IllegalMoveError,
    Result,
    Rules,
    Session,
    StoneGame,
    check,
    load,
    perft,
    prove,
    ring,
)
from puzzlekit.core.errors import PluginError
from puzzlekit.play import saves
from puzzlekit.play.match import match
from puzzlekit.play.setup import setup_of
from puzzlekit.players.playouts import playouts
from puzzlekit.rules.history import (
    GameWithHistory,
    StateWithHistory,
    with_history,
    without_history,
)
from puzzlekit.testing.ending import check_ending


class Drawn(Chase):
    """A chase where repetition is a draw."""

    repetition = "draw"


class Lost(Chase):
    """A chase where the player who repeats a position loses."""

    repetition = "loss"


class Forbidden(Chase):
    """A chase where repetition is forbidden."""

    repetition = "forbidden"


class Short(Chase):
    """A chase drawn after 12 plies."""

    max_plies = 12


#: Both kings step forward and back.
ROUND = ["1-2", "4-5", "2-1", "5-4"]


def after(rules, moves):
    state = rules.start()
    for move in moves:
        state = rules.play(state, move)
    return state


@pytest.mark.parametrize("kind", [Drawn, Lost, Forbidden, Short])
def test_a_game_that_remembers_keeps_the_contract(kind):
    assert check(kind()) == []


@pytest.mark.parametrize(
    ("kind", "result"),
    [
        (Drawn, Result(None, "A draw: the position was repeated")),
        (Lost, Result(0, "Black wins: White has repeated a position")),
        (Short, None),
        (Chase, None),
    ],
)
def test_a_position_that_comes_again(kind, result):
    rules = with_history(kind())
    state = after(rules, ROUND)
    assert rules.result(state) == result
    assert bool(rules.legal_moves(state)) == (result is None)
    if result is not None:
        with pytest.raises(IllegalMoveError, match="no legal moves here"):
            rules.play(state, "1-2")


def test_what_is_forbidden_is_no_move():
    rules = with_history(Forbidden())
    state = after(rules, ROUND[:3])
    assert rules.legal_moves(state) == ["5-6"]  # 5-4 would repeat the start
    with pytest.raises(
        IllegalMoveError, match="'5-4' is not a legal move here; did you mean '5-6'"
    ):
        rules.play(state, "5-4")
    assert rules.repetition_key(after(rules, ROUND[:2])) != rules.repetition_key(rules.start())


def test_who_could_only_repeat_loses():
    # The kings cannot turn back, so they go round the ring until they can only repeat.
    rules, results = with_history(Forbidden()), set()
    for seed in range(30):
        rng, state, seen = Random(seed), rules.start(), set()
        while moves := rules.legal_moves(state):
            assert rules.repetition_key(state) not in seen
            seen.add(rules.repetition_key(state))
            state = rules.play(state, rng.choice(moves))
        loser = rules.turn(state)
        winner, name = rules.players[1 - loser], rules.players[loser]
        assert rules.result(state) == Result(
            1 - loser, f"{winner} wins: {name} could only repeat a position"
        )
        results.add(loser)
        assert state.ply < 2 * 6 * 5  # number of positions: side to move and cells of both kings
    assert results


def test_the_longest_game():
    rules = with_history(Short())
    state = after(rules, ROUND * 3)
    assert rules.result(state) == Result(None, "A draw: no winner after 12 plies")
    found = playouts(rules, games=20)
    assert (found.plies, found.draws) == (12, 20)


def test_a_win_at_the_last_ply_counts():
    class Full(Noughts):
        """Noughts and crosses with at most five plies."""

        max_plies = 5

    rules = with_history(Full())
    won = after(rules, ["a1", "a2", "b1", "b2", "c1"])
    assert rules.result(won).winner == 0
    drawn = after(rules, ["a1", "a2", "b1", "b2", "c3"])
    assert rules.result(drawn).winner is None


def test_the_number_of_plies_can_depend_on_the_options():
    class Sized(Chase):
        """A chase limited to as many plies as the board has cells."""

        @property
        def max_plies(self):
            return len(self.board)

    assert playouts(with_history(Sized()), games=3).plies == 6


def test_members_get_the_state_alone():
    seen = []

    class Spied(Drawn):
        """A chase that records the states passed to `legal_moves`."""

        def legal_moves(self, position):
            seen.append(position)
            return super().legal_moves(position)

        def place(self, state):
            return state.stones.index("B")

    rules = with_history(Spied())
    state = rules.play(rules.start(), "1-2")
    assert {type(each) for each in seen} == {StoneGame.kind}
    assert (rules.unwrapped.place(state.state), state.state.stones) == (1, ".B.W..")
    assert rules.unwrapped.legal_moves(state.state) == rules.legal_moves(state)
    assert rules.unwrapped.play(state.state, "4-5") == rules.play(state, "4-5").state


def test_a_class_that_is_derived_from_one_that_remembers():
    class Quick(Drawn):
        """A chase drawn after three plies that overrides `apply`."""

        max_plies = 3

        def apply(self, state, move):
            return super().apply(state, move)

    rules = with_history(Quick())
    state = after(rules, ROUND[:3])
    assert state.ply == 3
    assert without_history(state) == StateWithHistory(state.state)
    assert rules.result(state).text == "A draw: no winner after 3 plies"


def walks(black, white, plies, seen):
    """Count the games of `plies` plies without a repetition before the last position."""
    here = black, white
    if not plies or here in seen:
        return int(not plies)
    steps = {(black + step) % 6 for step in (1, -1)} - {white}
    return sum(walks(white, step, plies - 1, [*seen, here]) for step in steps)


def test_a_class_that_writes_play_instead_of_after():
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

    lost = with_history(Lost())
    for rules in map(with_history, (Checked(), Heir())):
        assert check(rules) == []
        assert rules.result(after(rules, ROUND)) == lost.result(after(lost, ROUND))
        assert rules.apply_unchecked(rules.start(), "1-2") == rules.play(rules.start(), "1-2")


def test_everything_that_takes_a_rule_book_takes_it():
    rules = with_history(Drawn())
    # `walks` takes the side to move first; equal positions are an even number of plies apart.
    assert list(perft(rules, 8)) == [walks(0, 3, plies, []) for plies in range(1, 9)]
    assert prove(rules, rules.start()) is None
    assert [game.is_unfinished for game in match(rules, ["mcts:20", "alphabeta:3"], 2)] == [
        False,
        False,
    ]
    again = pickle.loads(pickle.dumps(after(rules, ROUND)))
    assert again == after(rules, ROUND)


def test_a_save_leads_back_and_a_line_begins_anew(add_plugin):
    add_plugin(
        "chase",
        "from support import Chase\n"
        'class Drawn(Chase):\n    """Drawn."""\n    repetition = "draw"\n',
    )
    session = Session(load("chase"))
    for move in ROUND:
        session.play(move)
    assert session.result.winner is None
    back = saves.restore(saves.dump(session))
    assert (back.state, back.result) == (session.state, session.result)
    setup = session.setup.with_position(session.state)
    assert setup.id == "chase@B2W2_B_4"
    book = setup.load_rules()
    assert book.result(book.start()) is None
    assert setup_of(load(setup.id)).start == setup.start


def test_a_word_that_means_nothing():
    with pytest.raises(PluginError, match="'drawn'; use one of draw, loss, forbidden"):
        with_history(type("Odd", (Chase,), {"repetition": "drawn"})())
    with pytest.raises(PluginError, match="it must be a number of plies"):
        with_history(type("Odd", (Chase,), {"max_plies": lambda self: 5})())


def test_a_game_that_nothing_ends_is_found():
    (found,) = check(Chase())
    assert ": In greedy play " in found
    assert "lead back to the same position and can be repeated for ever; in matches" in found


def test_a_game_that_never_comes_back_is_found_too(counting):
    class Endless(type(counting())):
        """A counter that never ends."""

        def result(self, state):
            return None

        def legal_moves(self, state):
            return ["one"]

    (found,) = check_ending(Endless(), Random(1))
    assert "a game has not ended after 1,000 plies; set `repetition" in found


def test_a_game_that_counts_its_plies_itself_ends():
    class Counted(Chase):
        """A chase that implements a draw after 200 plies itself."""

        def result(self, state):
            return Result(None, "Enough") if state.ply == 200 else None

        def legal_moves(self, state):
            return [] if self.result(state) else super().legal_moves(state)

    assert check(Counted()) == []


def test_a_plugin_with_a_word_that_means_nothing_is_broken(add_plugin, run):
    head = "from support import Chase\nclass Odd(Chase):\n    "
    for line, text in (
        ('repetition = "drawn"', "odd.py, line 3: repetition is 'drawn'; use one of draw, loss"),
        (
            "max_plies = len",
            "odd.py, line 3: max_plies is <built-in function len>; it must be a number of plies",
        ),
    ):
        add_plugin("odd", f"{head}{line}\n")
        code, _, err = run("rules", "odd")
        assert code == 2
        assert text in err


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


def test_a_state_may_have_any_fields():
    rules = with_history(Dated())
    state = after(rules, ["on"] * 6)
    assert rules.status(state) == ["year 160", "long ago"]
    assert (state.ply, state.state.ply) == (6, 160)
    assert rules.result(state) == Result(None, "A draw: no winner after 6 plies")
    assert check(Dated()) == []


def test_longest_may_be_set_in_init():
    class Late(Chase):
        """A chase with the ply limit as an option."""

        def __init__(self, plies=7):
            super().__init__()
            self.max_plies = plies

    assert playouts(with_history(Late()), games=3).plies == 7
    assert check(Late()) == []


def test_a_puzzle_has_no_history():
    class Slid(type(load("fifteen"))):
        """A fifteen puzzle with a ply limit."""

        max_plies = 5

    with pytest.raises(PluginError, match="max_plies is for games; leave it out of a puzzle"):
        with_history(Slid())


def test_rules_without_a_history_are_left_alone():
    rules = Chase()
    assert with_history(rules) is rules.unwrapped is rules
    kept = with_history(Drawn())
    assert with_history(kept) is kept
    assert with_history(rules).unwrapped is rules


def test_every_member_that_takes_a_state_is_handed_on():
    # The base class must not answer for the wrapped game.
    own = {
        "play",
        "apply_unchecked",
        "outcome",
        "illegal_move",
        "permutation",
        "group",
    }  # implemented in terms of the others
    for name, member in inspect.getmembers(Rules, inspect.isfunction):
        if "state" in inspect.signature(member).parameters and name not in own:
            assert name in vars(GameWithHistory), name


@pytest.mark.parametrize("kind", [Drawn, Lost, Forbidden, Short])
def test_a_game_with_a_history_is_pickled(kind):
    rules = with_history(kind())
    again = pickle.loads(pickle.dumps(rules))
    state = after(again, ROUND[:3])
    assert state == after(rules, ROUND[:3])
    assert again.legal_moves(state) == rules.legal_moves(state)
