"""Tests for lint warnings; `test_contract` covers the shipped plugins."""

from typing import Annotated, Literal

import pytest

from puzzlekit import Board, Connection, load
from puzzlekit.testing import check, lint_warnings

from .line import Line
from .mistakes import MISTAKES

pytestmark = pytest.mark.slow


def test_warnings_are_not_problems(add_plugin, run, data):
    mistake = MISTAKES["misspelt optional"]
    add_plugin("corner", mistake.text)
    expected = f"Corner (corner.py, line 47): {mistake.words}"
    shown = f"corner passes the contract test.\nwarning: {expected}\n"
    assert run("check", "corner") == (0, shown, "")
    found = data("check", "corner")
    assert found == {"id": "corner", "ok": True, "problems": [], "warnings": [expected]}
    assert check(load("corner")) == []
    assert lint_warnings(load("corner")) == [expected]


def test_games():
    class Helped(Line):
        """A game with an attribute and a helper whose names resemble members of the contract."""

        def __init__(self, side: Annotated[int, range(2, 10)] = 9):
            super().__init__(side)
            self.side = side

        def pieces(self, state):
            return self.looks(state)

        def looks(self, state):
            return super().pieces(state)

    class Third(Line):
        """A game whose third player never moves."""

        players = ("Black", "White", "Red")
        reserve = 3

    assert lint_warnings(Helped()) == []
    (found,) = lint_warnings(Third(9))
    assert found.startswith("Line (line.py, line ")
    assert "Red never moves in 27 moves of random games" in found


class Half(Connection):
    """A game on a board of two components, optionally joined by an edge."""

    name = "Half"

    def __init__(self, bridge: Literal["none", "ac"] = "none"):
        sides = {"bottom": "ab", "top": "cd", "left": "ac", "right": "bd"}
        places = [(0, 0), (1, 0), (0, 1), (1, 1)]
        edges = ["ab", "cd", *([bridge] if bridge == "ac" else [])]
        super().__init__(Board("abcd", places, edges=edges, sides=sides))


def test_players_without_wins():
    (found,) = lint_warnings(Half())
    assert "Black can never win: no chain of cells joins bottom and top" in found
    assert lint_warnings(Half("ac")) == []


Hex = type(load("hex"))


class Backwards(Hex):
    """Hex with an evaluation for the opponent."""

    def evaluate(self, state, seat):
        return super().evaluate(state, 1 - seat)


class Wrong(Hex):
    """Hex with the wrong winner."""

    def result(self, state):
        result = super().result(state)
        return result and result._replace(winner=1 - result.winner)


@pytest.mark.parametrize("kind", [Backwards, Wrong])
def test_evaluation_favours_loser(kind):
    [warning] = lint_warnings(kind(4))
    assert "evaluate(state, seat) favours the losers of random games" in warning
    assert lint_warnings(Hex(4)) == []
