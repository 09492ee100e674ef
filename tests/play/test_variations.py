"""Tests for moves from an earlier position: variations, and new games against a computer."""

import pytest

from puzzlekit import IllegalMoveError, Session, load
from puzzlekit.play import records, saves
from puzzlekit.play.controller import GameController
from puzzlekit.play.game_database import Library, LibraryTarget, open_entry
from puzzlekit.play.new_game import new_session
from puzzlekit.play.variations import all_lines

pytestmark = pytest.mark.usefixtures("home")

WON = ["a1", "b3", "a2", "b2", "a3"]


def table_after(moves, place=None):
    table = GameController(new_session("hex:3,swap=off"), target=place or LibraryTarget())
    for move in moves:
        table.play(move)
    return table


@pytest.fixture
def table():
    return table_after(WON)


def kept():
    """Return the moves of each game in the library and whether it has ended, oldest first."""
    entries = sorted(Library().entries(), key=lambda entry: entry.number)
    return [(open_entry(entry.number)[0].all_moves, bool(entry.result)) for entry in entries]


def lines_of(session):
    """Return the moves of each line, the main line first."""
    return [[node.move for node in line.nodes if node.ply] for line in all_lines(session.tree.root)]


def test_move_during_review_starts_a_variation(table):
    table.restart()
    assert table.status_line() == "Viewing an earlier move (Red to move)"
    table.play("c3")
    assert table.status_line() == "Variation (Blue to move)"
    table.play("a1")
    assert lines_of(table.session) == [WON, ["c3", "a1"]]
    assert kept() == [(["c3", "a1"], True)]  # one game, which is opened where it was left
    table.undo()
    table.undo()
    table.redo()
    assert table.session.moves == ["c3"]
    table.restart()
    table.play("a1")
    assert table.session.all_moves == WON  # a known move is followed


def test_undone_moves_stay_as_a_variation():
    table = table_after(WON[:-1])
    table.undo()
    table.play("c1")
    assert lines_of(table.session) == [["a1", "b3", "a2", "c1"], ["b2"]]
    table.undo()
    table.play("b2")
    assert table.session.all_moves == WON[:-1]


def test_result_of_a_finished_game_stays(table):
    table.undo()
    table.play("c1")
    assert lines_of(table.session) == [WON, ["c1"]]
    assert table.session.final.winner == 0
    assert [entry.result for entry in Library().entries()] == [table.session.final.text]


def test_new_attempt_at_a_puzzle_is_the_main_line():
    table = GameController(Session(load("fifteen:3")))
    table.play("b1-c1")
    table.restart()
    table.play("c2-c1")
    assert lines_of(table.session) == [["c2-c1"], ["b1-c1"]]


def computer_game(**others):
    """Return a game against a computer that resigned; its moves are made by the test."""
    session = new_session("hex:3,swap=off", players=["human", "greedy"])
    table = GameController(session, target=LibraryTarget(), **others)
    for move in WON[:4]:
        session.play(move)
    return table


def test_undo_against_a_computer_replaces_moves():
    table = computer_game()
    table.undo()
    assert table.session.moves == WON[:2]
    table.play("c1")
    assert lines_of(table.session) == [["a1", "b3", "c1"]]
    assert table.is_thinking()


def test_review_against_a_computer_starts_another_game():
    table = computer_game()
    table.go(0)
    table.play("c3")
    assert kept() == [(WON[:4], False), (["c3"], False)]
    assert "Game 1 in the library is unchanged" in table.message
    assert "number 2" in table.message


def test_variations_follow_a_game_against_a_computer():
    table = computer_game()
    table.session.play(WON[4])
    table.go(1)
    table.play("c1")  # for the computer, which does not reply in a variation
    table.play("c3")
    assert not table.is_thinking()
    assert lines_of(table.session) == [WON, ["c1", "c3"]]
    with pytest.raises(IllegalMoveError, match="remain the main line"):
        table.session.promote(table.session.tree.node)
    table.undo()
    assert table.session.moves == ["a1", "c1"]
    table.session.go_to(table.session.tree.main_line()[-1])
    table.undo()  # the game goes on from here
    table.play("c1")
    assert table.is_thinking()
    assert kept() == [(WON, True), ([*WON[:4], "c1"], False)]


def test_promote_and_delete():
    table = table_after(WON[:3])
    session = table.session
    table.go(1)
    table.play("c3")
    table.play("c2")
    session.promote(session.tree.node)
    assert lines_of(session) == [["a1", "c3", "c2"], ["b3", "a2"]]
    assert session.tree.is_at_main_line_end
    with pytest.raises(IllegalMoveError, match="belongs to the main line"):
        session.delete(session.tree.node)
    session.go_to(session.tree.root.children[0].children[1].children[0])
    session.delete(session.tree.node)
    assert lines_of(session) == [["a1", "c3", "c2"]]
    assert session.moves == ["a1"]


ANNOTATED = """hex:3,swap=off 1. a1! {corner} (1. b2 {centre} 1... a3 (1... c1 2. c3?!) 2. c2)
(1. c3) 1... b3 2. a2 $2 (2. b2)"""


def annotated(session):
    """Return the moves, comments and marks of every line, and the current move."""
    tree = session.tree
    notes = [
        [(each.move, each.comment, each.mark) for each in line.nodes]
        for line in all_lines(tree.root)
    ]
    return [*notes, session.moves]


def test_nothing_is_lost(tmp_path):
    """A player pastes a game, adds variations and comments, saves, reopens and exports it."""
    table = GameController(records.read(ANNOTATED), target=LibraryTarget())
    session = table.session
    assert len(all_lines(session.tree.root)) == 5
    table.go(2)
    table.play("c2")
    session.annotate(session.tree.node, comment="a } brace", mark="??")
    table.play("c3")
    table.go(0)
    table.play("a3")
    session.annotate(session.tree.node, comment="another start")
    known = annotated(session)
    assert len(known) == 8
    opened, _ = open_entry(1)
    assert annotated(opened) == known
    path = tmp_path / "game.pgn"
    records.write_file(opened, path)
    again = records.read_file(path)
    assert annotated(again)[:-1] == known[:-1]
    assert records.write(again) == path.read_text()


def test_deeply_nested_variations():
    session = new_session("hex:26,swap=off")
    tree, node = session.tree, session.tree.root
    moves = session.rules.legal_moves(session.state)
    for move in moves[:500]:
        other = next(each for each in session.rules.legal_moves(node.state) if each != move)
        for each in (other, move):
            child = tree.add(node, each, session.rules.play(node.state, each))
        node = child
    assert len(all_lines(records.read(records.write(session)).tree.root)) == len(
        all_lines(tree.root)
    )
    assert len(all_lines(saves.restore(saves.dump(session)).tree.root)) == len(all_lines(tree.root))
