"""Tests for the engine: players that remember a game, and the search for hints."""

import pytest

from puzzlekit import LimitReachedError, load
from puzzlekit.play import engine
from puzzlekit.play.engine import HINT, MOVE, Engine, InterimHint, Request, Unsolvable
from puzzlekit.solving.short_solutions import Hint


def only_reply(thinker, request, rules, state):
    (found,) = thinker.replies(request, rules, state)
    return found


@pytest.mark.slow
def test_engine_reuses_players(monkeypatch):
    made = []
    player = engine.make_player
    monkeypatch.setattr(
        engine, "make_player", lambda spec, **how: made.append(spec) or player(spec, **how)
    )
    thinker, rules = Engine(), load("hex:3,swap=off")
    state = rules.start()
    request = Request(MOVE, (), "mcts:50", 1)
    first = only_reply(thinker, request, rules, state)
    for move in (first.move, "a1" if first.move != "a1" else "b1"):
        state = rules.play(state, move)
    second = only_reply(thinker, request, rules, state)
    assert second.move in rules.legal_moves(state)
    assert made == ["mcts:50"]
    only_reply(thinker, request, rules, rules.play(state, second.move))  # the other side
    only_reply(thinker, request._replace(player="greedy"), rules, state)
    only_reply(thinker, request, load("hex:4,swap=off"), load("hex:4,swap=off").start())
    assert made == ["mcts:50", "mcts:50", "greedy", "mcts:50"]


@pytest.mark.parametrize(("game", "most"), [("pinball", "250,000"), ("fifteen:50", "125,000")])
def test_hint_search_is_limited(monkeypatch, game, most):
    def fails(rules, state, *, limit, seconds, **rest):
        assert f"{limit:,}" == most
        assert seconds == engine.HINT_SECONDS == 10
        raise LimitReachedError("too far")
        yield

    monkeypatch.setattr(engine, "find_hints", fails)
    rules = load(game)
    with pytest.raises(LimitReachedError, match=f"no solution within {most} positions"):
        only_reply(Engine(), Request(HINT, ()), rules, rules.start())


def test_last_hint_is_final(monkeypatch):
    long, short, proved = (Hint([*"URF"], False), Hint([*"UR"], False), Hint([*"UR"], True))
    rules = load("cube:2")
    for hints, found in (
        ([long, short], [(InterimHint, long), (InterimHint, short), (Hint, short)]),
        ([long, proved], [(InterimHint, long), (Hint, proved)]),
    ):
        monkeypatch.setattr(engine, "find_hints", lambda *args, hints=hints, **rest: iter(hints))
        replies = list(Engine().replies(Request(HINT, ()), rules, rules.start()))
        assert [(type(each), each) for each in replies] == found


def test_reason_for_no_solution():
    rules = load("fifteen")
    swapped = ("2", "1", *rules.goal[2:])
    found = only_reply(Engine(), Request(HINT, ()), rules, swapped)
    assert isinstance(found, Unsolvable)
    assert "an odd permutation" in found.reason


def test_undoing_moves_is_a_known_solution(monkeypatch):
    ways = []
    monkeypatch.setattr(engine, "find_hints", lambda *_, known, **rest: ways.append(known()) or ())
    for game, length in (("cube:2 U R", 2), ("cube:2#1 U", 2), ("fifteen#1", 0), ("nowhere", 0)):
        name, *moves = game.split()
        rules = load("cube:2" if name == "nowhere" else name)
        request = Request(HINT, tuple(moves))
        list(Engine().replies(request, rules, rules.start(), name))
        found = ways.pop() or []
        assert (len(found) >= length) if length else not found
