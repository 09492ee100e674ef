"""Who thinks: players that remember a game, and the search for hints."""

import pytest

from puzzlekit import LimitReached, load
from puzzlekit.play import thinking
from puzzlekit.play.thinking import HINT, MOVE, Request, Thinker, typed
from puzzlekit.players.player import Thought
from puzzlekit.solving.hints import Hint


def test_a_thinker_remembers_the_players_of_a_game(monkeypatch):
    made = []
    player = thinking.player
    monkeypatch.setattr(
        thinking, "player", lambda spec, **how: made.append(spec) or player(spec, **how)
    )
    thinker, rules = Thinker(), load("hex:3,swap=off")
    state = rules.start()
    request = Request(MOVE, (), "mcts:50", 1)
    first = thinker.answer(request, rules, state)
    for move in (first.move, "a1" if first.move != "a1" else "b1"):
        state = rules.play(state, move)
    second = thinker.answer(request, rules, state)
    assert second.move in rules.moves(state)
    assert made == ["mcts:50"]
    thinker.answer(request, rules, rules.play(state, second.move))  # the other seat
    thinker.answer(request._replace(player="greedy"), rules, state)
    thinker.answer(request, load("hex:4,swap=off"), load("hex:4,swap=off").start())
    assert made == ["mcts:50", "mcts:50", "greedy", "mcts:50"]


def test_the_same_seed_finds_the_same_move():
    rules = load("permute:4")
    request = Request(MOVE, (), "random", 5)
    answers = {Thinker().answer(request, rules, rules.start()) for _ in range(3)}
    assert len(answers) == 1


def test_the_search_for_a_hint_is_bounded(monkeypatch):
    def fails(rules, state, *, limit):
        assert limit == thinking.HINT_LIMIT == 250_000
        raise LimitReached("too far")

    monkeypatch.setattr(thinking, "hint", fails)
    rules = load("pinball")
    with pytest.raises(LimitReached, match="no solution was found within 250,000 positions"):
        Thinker().answer(Request(HINT, ()), rules, rules.start())


def test_answers_come_back_from_lists():
    assert typed(Request(HINT, ()), [["U"], True]) == Hint(["U"], True)
    assert typed(Request(HINT, ()), None) is None
    assert typed(Request(MOVE, (), "greedy"), ["b2", ["b2"], 0.5, 3]).outlook == "50 % to win"
    assert isinstance(typed(Request(HINT, (), "greedy"), ["b2"]), Thought)
