"""Tests for prompts and for explanations of illegal input, generic and from plugins."""

import pytest
from support import state_after

from puzzlekit import BoardGame, Click, Piece, Result, Sliding, Twisty, grid, load, ring
from puzzlekit.play.prompts import find_prompt, find_refusal
from puzzlekit.rules.default_prompts import MAX_PROMPT, NOT_CLICKABLE, default_prompt


class GivenMoves(BoardGame):
    """A third-party game with given moves and pieces."""

    name = "Plain"

    def __init__(self, moves=("a1", "b1"), shown=(None, None, None)):
        self.board, self.named, self.shown = grid(3, 1), list(moves), shown

    def start(self, rng=None):
        return ()

    def legal_moves(self, state):
        return self.named

    def apply(self, state, move):
        return state

    def result(self, state):
        return None if self.named else Result(None, "A draw")

    def pieces(self, state):
        return [Piece("stone") if each else None for each in self.shown]


@pytest.mark.parametrize(
    ("moves", "shown", "expected"),
    [
        (["a1", "b1"], "   ", "Choose an empty cell"),
        (["a1", "b1", "pass"], "   ", "Choose an empty cell, or pass"),
        (["a1-b1"], "x  ", "Choose a piece"),
        (["a1-b1", "c1"], "x  ", "Choose a cell or a piece"),
        (["pass"], "   ", "You can only play pass"),
        (["one", "two", "three"], "   ", "Choose a move"),
        (["a1", "one", "two", "three"], "   ", "Choose an empty cell, or another move"),
        ([], "   ", ""),
    ],
)
def test_default_prompts(moves, shown, expected):
    rules = GivenMoves(moves, [each.strip() for each in shown])
    assert find_prompt(rules, rules.start())[0] == expected


def test_default_prompts_after_clicks():
    rules = GivenMoves(["a1-b1", "a1-c1"], ("x", "", ""))
    assert find_prompt(rules, (), [Click((0,))])[0] == "Choose the next cell"
    assert find_refusal(rules, (), (), 2)[0] == "There is no piece there"
    rules = GivenMoves(["a1-b1"], ("x", "", "x"))
    assert find_refusal(rules, (), [Click((0,))], 2)[0] == "That cell is not empty"
    assert find_refusal(GivenMoves(["pass"]), (), (), 2)[0] == NOT_CLICKABLE


@pytest.mark.parametrize("answer", [None, 3, "x" * (MAX_PROMPT + 1), "two\nlines", KeyError("no")])
def test_invalid_prompts_are_ignored(answer):
    class Wrong(GivenMoves):
        def prompt(self, state, clicks=()):
            if isinstance(answer, Exception):
                raise answer
            return answer

        def explain_refusal(self, state, clicks, cell):
            return self.prompt(state)

    rules = Wrong()
    assert find_prompt(rules, ())[0] == default_prompt(rules, (), ())
    assert find_refusal(rules, (), (), 2)[0] == NOT_CLICKABLE


def test_no_prompt_if_legal_moves_fail():
    class Broken(GivenMoves):
        def legal_moves(self, state):
            raise ValueError("no")

    assert find_prompt(Broken(), ())[0] == ""
    assert find_refusal(Broken(), (), (), 0)[0] == NOT_CLICKABLE


def test_prompts_of_puzzles():
    slide = Sliding(grid(2, 2), ["1", "2", "3", ""])
    assert find_prompt(slide, slide.start())[0] == "Move a piece into the hole"
    assert "hole" in find_refusal(slide, slide.start(), (), 0)[0]
    two = Sliding(grid(2, 2), ["1", "2", "", ""])
    assert find_prompt(two, two.start(), [Click((0,))])[0] == "Choose a hole to move it to"
    turn = Twisty(ring(4), "abcd", {"L": [range(4)]})
    assert find_prompt(turn, turn.start())[0] == "Turn a part"


@pytest.mark.parametrize(
    ("game", "moves", "beginning", "cell", "why"),
    [
        ("permute:4,swap=off", "", "Twist a face", None, ""),
        ("hex:5", "c3", "Place a stone", "c3", "That point is taken"),
        ("shifty:5", "c3 a5 c4 b5", "Place a stone next to a", "a5", "That stone is White's"),
        ("shifty:5", "c3 a5", "Place a stone next to one", "a1", "That point is not next to"),
        ("shifty:5", "", "Place a stone on any point", None, ""),
        ("pentago", "c3", "Twist a quadrant", None, ""),
        ("pentago", "c3 2R", "Place a stone", "c3", "That point is taken"),
        ("palago", "", "Place the first tile", "0,1", "The first tile goes in the centre"),
        ("palagem", "aaaa aaab", "Place the first", "0,1", "The first tile goes in the centre"),
        ("palago", "0,0a+0,-1b", "Place a tile", "0,0", "That cell is taken"),
        ("slyde:4", "a2-a1", "Choose one of your", "b2", "That stone has no adjacent stone"),
        ("slyde:4", "a2-a1", "Choose one of your", "a1", "That stone is White's"),
        ("knights", "", "Choose a knight", "10", "That knight has no free square"),
        ("knights", "", "Choose a knight", "2", "Choose a knight first"),
        ("pinball", "", "Shoot a ball", "5", "That tile is empty"),
        ("pinball", "", "Shoot a ball", "1", "Neither flipper"),
        ("catchup:third=none", "e5 a1", "Place", "a2", "a new largest group"),
        ("catchup:2,third=none@1B,BWB,B1_B_1_1_1", "", "Press Done to end your turn", None, ""),
        ("fifteen", "", "Slide a tile", "a4", "Only tiles in line with the hole"),
        ("crossway:5", "a1 b1 b2", "Place a stone", "a2", "would complete a crosscut"),
    ],
)
def test_prompts_of_games(game, moves, beginning, cell, why):
    rules = load(game)
    state = state_after(rules, moves.split())
    assert find_prompt(rules, state)[0].startswith(beginning)
    if cell is not None:
        at = rules.board.index[cell]
        assert (at,) not in {tuple(rules.clicks(move)[:1]) for move in rules.legal_moves(state)}
        assert why in find_refusal(rules, state, (), at)[0]
