"""Tests for game sessions."""

import pytest
from support import play_each

from puzzlekit import IllegalMoveError, Session, load


@pytest.fixture
def session():
    return Session(load("fifteen:3,height=3"))


def test_play_undo_redo(session):
    start = session.state
    assert (session.ply, session.last_move) == (0, None)
    assert not session.can_undo
    assert not session.can_redo
    assert not session.undo()
    assert not session.redo()
    play_each(session, "b1-c1", "a1-b1")
    end = session.state
    assert session.moves == ["b1-c1", "a1-b1"]
    assert session.last_move == "a1-b1"
    assert session.undo()
    assert (session.moves, session.all_moves) == (["b1-c1"], ["b1-c1", "a1-b1"])
    assert session.undo()
    assert session.state == start
    assert session.redo()
    assert session.redo()
    assert session.state == end
    assert not session.redo()


def test_redo_during_review(session):
    play_each(session, "b1-c1", "a1-b1", "a2-a1")
    session.go_to_ply(0)
    for _ in range(2):
        session.redo()
        assert session.is_reviewing


def test_go_to_ply_is_limited_to_line(session):
    session.play("b1-c1")
    for ply, reached in ((99, 1), (-5, 0)):
        session.go_to_ply(ply)
        assert session.ply == reached
    assert session.state_at(1) == session.rules.play(session.state, "b1-c1")
    session.moves.append("x")  # a copy
    session.all_moves.append("x")
    assert (session.moves, session.all_moves) == ([], ["b1-c1"])


def test_watcher_removes_itself(session):
    calls = []

    def once(each):
        calls.append("once")
        each.watchers.remove(once)

    session.watchers += [once, lambda each: calls.append("always")]
    session.play("b1-c1")
    session.undo()
    assert calls == ["once", "always", "always"]


def test_move_limit(monkeypatch):
    monkeypatch.setattr("puzzlekit.play.session.MAX_MOVES", 3)
    game = Session(load("knights"))

    def move():
        game.play(game.rules.legal_moves(game.state)[0])

    for _ in range(3):
        move()
    with pytest.raises(IllegalMoveError, match="This game is limited to 3 moves"):
        move()
    game.undo()
    move()
    assert len(game.all_moves) == 3


def test_illegal_macro_plays_no_move(session):
    session.play_macro(["b1-c1", "a1-b1"])
    assert (session.moves, session.tree.node.macro_start) == (["b1-c1", "a1-b1"], 0)
    session.undo()
    assert session.is_in_macro()
    session.play("b2-b1")
    assert not session.is_in_macro()
    with pytest.raises(IllegalMoveError):
        session.play_macro(["b3-b2", "b3-b2"])
    assert session.moves == ["b1-c1", "b2-b1"]


def test_repeated_macro_moves_are_undone_one_by_one(session):
    moves = ["b1-c1", "a1-b1"]
    session.play_macro(moves)
    session.restart()
    play_each(session, *moves)
    assert session.tree.node.macro_start is None


def test_macro_beyond_move_limit_is_not_started(monkeypatch):
    monkeypatch.setattr("puzzlekit.play.session.MAX_MOVES", 1)
    game = Session(load("fifteen:3"))
    with pytest.raises(IllegalMoveError, match="This game is limited to 1 moves"):
        game.play_macro(["b1-c1", "a1-b1"])
    assert game.all_moves == []
