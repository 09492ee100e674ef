"""Slips of authors are told of in their own words, and at their line."""

import pytest

from puzzlekit.core.errors import listed
from puzzlekit.play.library import Library

GAME = '''"""A game."""

from typing import Annotated

from puzzlekit import EMPTY, StoneGame, Stones, grid, put


class Hop(StoneGame):
    """Put a stone on an empty cell; who cannot loses."""

    name = "Hop"
    players = ("Black", "White", "Red")

    def __init__(self, players: Annotated[int, range(2, 4)] = 2):
        self.players = type(self).players[:players]
        super().__init__(grid(3, 1), "B..")

    def moves(self, state):
        ply = state.ply
        return [c for c, s in zip(self.board.cells, state.stones) if s == EMPTY and ply < 9]

    def after(self, state, move):
        stones = put(state.stones, self.board.index[move], self.own(state))
        return Stones(stones, state.ply + 1)
'''

TWIST = '''"""A puzzle."""

from puzzlekit import Twisty, ring


class Twirl(Twisty):
    """Turn the ring."""

    name = "Twirl"

    def __init__(self):
        super().__init__(ring(3), "abc", {"L": [("1", "2", "3")]}, pieces={})
'''

SLIPS = {
    "a state that is none": (
        GAME,
        "return Stones(stones, state.ply + 1)",
        "return stones",
        "line 22): after(state, move) gives a str where a state is a Stones; write `return Stones(",
    ),
    "a stone of nobody": (
        GAME,
        '"B.."',
        '"X.."',
        "line 14): 'X', with which the game begins, stands for no piece; take B, W or '.'.",
    ),
    "no players of its own": (
        GAME,
        "self.players = type(self).players[:players]",
        "pass",
        "line 14): With 2 players, players is not the first 2 of its class; write `self.players = "
        "type(self).players[:players]` in __init__, before `super().__init__(...)`.",
    ),
    "no super": (
        GAME,
        'super().__init__(grid(3, 1), "B..")',
        "self.board = grid(3, 1)",
        "line 14): the stones of the start are missing; let __init__ call super().__init__(board, ",
    ),
    "an unknown repetition": (
        GAME,
        'name = "Hop"',
        'name, repetition = "Hop", "drawn"',
        "hop.py, line 11: The repetition of Hop is 'drawn'; take one of draw, loss, forbidden.",
    ),
    "a repetition that is a number": (
        GAME,
        'name = "Hop"',
        'name, repetition = "Hop", 5',
        "hop.py, line 11: The repetition of Hop is 5; take one of draw, loss, forbidden.",
    ),
    "a fast path that is a text": (
        GAME,
        "    def moves(self, state):",
        "    def fast(self):\n        return 'quick'\n\n    def moves(self, state):",
        "line 18): fast() gives 'quick'; it must be a Fast, or None.",
    ),
    "an attribute for every name": (
        GAME,
        "    def moves(self, state):",
        "    def __getattr__(self, name):\n        return None\n\n    def moves(self, state):",
        "line 18): __getattr__ answers for every name, such as those that Python looks for to copy",
    ),
    "a name twice in a cycle": (
        TWIST,
        '("1", "2", "3")',
        '("1", "2", "2")',
        "('1', '2', '2') is no cycle: '2' may stand in it only once.",
    ),
    "a misspelt argument": (
        TWIST,
        "pieces={}",
        "peices={}",
        "line 12: TypeError: Twisty.__init__() got an unexpected keyword argument 'peices'. Did "
        "you mean 'pieces'?",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("slip", SLIPS)
def test_what_check_says_of(slip, add_plugin, run):
    sound, right, wrong, words = SLIPS[slip]
    assert sound.count(right) == 1
    add_plugin("hop", sound.replace(right, wrong))
    _, out, err = run("check", "hop")
    assert words in out + err
    assert len((out + err).splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("sound", [GAME, TWIST])
def test_without_the_slip_all_is_well(sound, add_plugin, run):
    add_plugin("hop", sound)
    assert run("check", "hop") == (0, "hop keeps the contract.\n", "")


def test_a_word_in_capitals_is_understood(add_plugin, run, monkeypatch, tmp_path):
    script = tmp_path / "moves"
    script.write_text("B1\nquit\n")
    with script.open() as file:
        monkeypatch.setattr("sys.stdin", file)
        code, out, err = run("play", "hex:3", "--text")
    assert code == 0
    assert "not a legal move" not in out + err
    assert Library().open(1)[0].moves == ["b1"]


def test_a_python_file_is_told_where_to_go(home, run, tmp_path):
    path = tmp_path / "hop.py"
    path.write_text(GAME)
    code, out, err = run("check", path)
    assert (code, out) == (2, "")
    assert f"put it into {home / 'plugins'}, the folder of your plugins" in err


def test_a_handle_needs_a_move(run, tmp_path):
    path = tmp_path / "ring.toml"
    path.write_text('ring = 4\n[moves]\nL = "(1 2 3 4)"\n[handles]\nK = "1"\n')
    _, _, err = run("check", path)
    assert "ring.toml, line 5: there is no move 'K'; the moves are L." in err


def test_one_other():
    assert listed("abc", 2) == "a, b and 1 other"
