"""Tests for the winner of games with a swap, after which the players have changed sides."""

from pathlib import Path
from random import Random

import pytest
from support import problems, random_game

from puzzlekit import SWAP, PieRule, Result, Session, hexhex, load, place_stone
from puzzlekit.core.errors import PluginError
from puzzlekit.play import records
from puzzlekit.play.match import match
from puzzlekit.players.playouts import playouts


class Rim(PieRule):
    """Occupy more cells of the rim than the other side when the board is full.

    The centre cell counts as well, so there are no draws.
    """

    name = "Rim"
    players = ("Red", "Blue")

    def __init__(self, size=3):
        super().__init__(hexhex(size))

    def legal_moves(self, state):
        pairs = zip(self.board.cells, state.stones, strict=True)
        free = [cell for cell, stone in pairs if stone == "."]
        return free + [SWAP] * self.can_swap(state)

    def apply(self, state, move):
        if move == SWAP:
            return self.after_swap(state)
        stones = place_stone(state.stones, self.board.index[move], self.own_stone(state))
        return state._replace(stones=stones, ply=state.ply + 1)

    def named(self, side):
        return side

    def result(self, state):
        if "." in state.stones:
            return None
        cells = [cell for cell, others in enumerate(self.board.neighbours) if len(others) < 6]
        stones = [state.stones[cell] for cell in [*cells, len(self.board) // 2]]
        side = max(self.players, key=lambda side: stones.count(side[0]))
        return Result(self.named(side), f"{side} wins")


class ByColour(Rim):
    """A game that returns the index of the side, not of the player, as the winner."""

    def named(self, side):
        return self.players.index(side)


class Forgetful(Rim):
    """The mistake of losing the swap in the next move."""

    def apply(self, state, move):
        after = super().apply(state, move)
        return after if move == SWAP else after._replace(swapped=False)


class Silent(ByColour):
    """The same mistake without the winning side named in the text."""

    def result(self, state):
        found = super().result(state)
        return found and found._replace(text="Decided")


def swapped_games(rules, count):
    """Yield the final positions of random games with a swap."""
    rng = Random(7)
    for _ in range(count):
        state = rules.play(rules.start(), rng.choice(rules.legal_moves(rules.start())))
        state = rules.play(state, SWAP)
        *_, state = random_game(rules, rng, state)
        yield state


def test_winner_named_by_its_side():
    rules = Rim()
    assert problems(rules) == []
    for state in swapped_games(rules, 60):
        named, outcome = rules.result(state), rules.outcome(state)
        assert rules.sides(state) == ("Blue", "Red")
        assert outcome == Result(("Blue", "Red").index(named.winner), named.text)
        assert outcome.seat == outcome.winner


def test_lost_swap_and_sides():
    (found,) = problems(Forgetful())
    assert "undoes it; keep `swapped`" in found
    with pytest.raises(ValueError, match=r"'Red' is a side; rules.outcome\(state\) returns its"):
        _ = Result("Red", "Red wins").seat


@pytest.mark.parametrize(
    ("kind", "wanted"), [(Silent, "the winning seat is the same as without"), (ByColour, "plays")]
)
def test_winner_named_by_the_seat_of_its_colour(kind, wanted):
    (found,) = problems(kind())
    assert "test_swap.py, line" in found
    assert wanted in found
    assert 'name the winner by its side, as in Result("' in found


def test_sides_in_any_case():
    class Loud(Rim):
        """A game that names the winning side in capitals."""

        def named(self, side):
            return side.upper()

    rules = Loud()
    assert problems(rules) == []
    assert {rules.outcome(state).seat for state in swapped_games(rules, 20)} == {0, 1}


def test_unknown_side():
    class Wrong(Rim):
        """A game that names a winner who is not a side."""

        def named(self, side):
            return "Yellow"

    rules = Wrong()
    state = next(swapped_games(rules, 1))
    text = r"result\(state\) has the winner 'Yellow'; it must be None for a draw, a seat, or a "
    text += r"side: Blue, Red"
    with pytest.raises(PluginError, match=text):
        rules.outcome(state)
    (found,) = problems(rules)
    assert "has the winner 'Yellow'" in found


def test_playouts_matches_and_records_use_seats(add_plugin):
    add_plugin("rim", Path(__file__).read_text("utf-8").partition("class ByColour")[0])
    rules = load("rim:2")
    found = playouts(rules, games=30)
    assert sum(found.wins) + found.draws == 30
    for game in match(rules, ["greedy", "random"], 4):
        session = Session(rules)
        for move in game.moves:
            session.play(move)
        assert session.result.winner == game.winner
        side = session.rules.sides(session.state)[game.winner]
        assert session.result.text == f"{side} wins"
        again = records.read(records.write(session))
        assert again.result == session.result
        assert again.tags["Result"] == ("1-0", "0-1")[game.winner]
