"""What is legal but looks like a mistake is a warning; `test_contract` has what is shipped."""

import json
from typing import Literal

import pytest

from puzzlekit import Board, BoardGame, Connection, Piece, Result, Sliding, grid, load
from puzzlekit.testing import check, lint_warnings

from .mistakes import MISTAKES

pytestmark = pytest.mark.slow


def test_a_warning_is_no_problem(add_plugin, run):
    mistake = MISTAKES["misspelt optional"]
    add_plugin("corner", mistake.text)
    said = f"Corner (corner.py, line 47): {mistake.words}"
    assert run("check", "corner") == (0, f"corner keeps the contract.\nwarning: {said}\n", "")
    code, out, _ = run("check", "corner", "--json")
    assert code == 0
    assert json.loads(out) == {"id": "corner", "ok": True, "problems": [], "warnings": [said]}
    assert check(load("corner")) == []
    assert lint_warnings(load("corner")) == [said]


class Duel(BoardGame):
    """Black and White put stones on the cells of a row in turn."""

    name = "Duel"

    def __init__(self):
        self.board = grid(12, 1)

    def start(self, rng=None):
        return ""

    def turn(self, state):
        return len(state) // 2 % 2

    def moves(self, state):
        taken = {state[i : i + 2] for i in range(0, len(state), 2)}
        return [cell for cell in self.board.cells[:9] if cell not in taken]

    def after(self, state, move):
        return state + move

    def play(self, state, move):
        if move not in self.moves(state):
            raise self.illegal(state, move)
        return self.after(state, move)

    def result(self, state):
        return Result(0, "Full") if len(state) == 18 else None

    def look(self, state):
        shown = [None] * 12
        for number, cell in enumerate(state[::2]):
            shown["abcdefghi".index(cell)] = Piece("stone", self.players[number % 2].lower())
        return shown


class Third(Duel):
    """The third is never asked."""

    players = ("Black", "White", "Red")
    reserve = 3


class Painted(Duel):
    """The option that it keeps is near a name of the contract, and so is a helper that it uses."""

    def __init__(self, side=3):
        super().__init__()
        self.side = side

    def look(self, state):
        return self.looks(state)

    def looks(self, state):
        return super().look(state)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Duel, []),
        (Third, ["Red never moves in 27 moves of random games"]),
        (Painted, []),
    ],
)
def test_games(kind, words):
    found = lint_warnings(kind())
    assert len(found) == len(words), found
    for words_of_one, sentence in zip(words, found, strict=True):
        assert words_of_one in sentence
        assert sentence.startswith("Duel (test_lint.py, line ")


class Slide(Sliding):
    """A puzzle of six cells, begun from any arrangement."""

    name = "Slide"

    def __init__(self, start="12345."):
        labels = [letter.strip(".") for letter in start]
        super().__init__(grid(3, 2), [*"12345", ""], start=labels)


class Street(Sliding):
    """A tram that cannot go back."""

    name = "Street"

    def __init__(self):
        board = Board("abc", [(0, 0), (1, 0), (2, 0)], arcs=["ab", "bc"])
        super().__init__(board, ["1", "", ""], start=["", "", "1"])


class Half(Connection):
    """A board in two parts, which a bridge may join."""

    name = "Half"

    def __init__(self, bridge: Literal["none", "ac"] = "none"):
        sides = {"bottom": "ab", "top": "cd", "left": "ac", "right": "bd"}
        places = [(0, 0), (1, 0), (0, 1), (1, 1)]
        edges = ["ab", "cd", *([bridge] if bridge == "ac" else [])]
        super().__init__(Board("abcd", places, edges=edges, sides=sides))


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (Slide(), []),
        (Slide("1234.5"), []),
        (Slide("21345."), ["The published start cannot be solved. The 5 pieces at"]),
        (Street(), ["The published start cannot be solved. No moves take these pieces there."]),
        (Half(), ["Black can never win: no chain of cells joins bottom and top"]),
        (Half("ac"), []),
    ],
)
def test_starts_that_lead_nowhere(rules, words):
    found = lint_warnings(rules)
    assert len(found) == len(words), found
    for words_of_one, sentence in zip(words, found, strict=True):
        assert words_of_one in sentence
