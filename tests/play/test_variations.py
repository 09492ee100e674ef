"""Tests for moves from an earlier position: variations, and new games against a computer."""

import pytest
from support import play_each

from puzzlekit import IllegalMoveError, Session, load
from puzzlekit.play import records, saves
from puzzlekit.play.controller import GameController
from puzzlekit.play.game_database import Library, LibraryTarget, open_entry
from puzzlekit.play.new_game import new_session
from puzzlekit.play.variations import all_lines

pytestmark = pytest.mark.usefixtures("home")

WON = ["a1", "b3", "a2", "b2", "a3"]


def controller_after(moves, place=None):
    controller = GameController(new_session("hex:3,swap=off"), target=place or LibraryTarget())
    play_each(controller, *moves)
    return controller


@pytest.fixture
def controller():
    return controller_after(WON)


def library_games():
    """Return the moves of each game in the library and whether it has ended, oldest first."""
    entries = sorted(Library().entries(), key=lambda entry: entry.number)
    return [(open_entry(entry.number)[0].all_moves, bool(entry.result)) for entry in entries]


def lines_of(session):
    """Return the moves of each line, the main line first."""
    return [[node.move for node in line.nodes if node.ply] for line in all_lines(session.tree.root)]


def test_move_during_review_starts_variation(controller):
    controller.restart()
    assert controller.status_line() == "Viewing an earlier move (Red to move)"
    controller.play("c3")
    assert controller.status_line() == "Variation (Blue to move)"
    controller.play("a1")
    assert lines_of(controller.session) == [WON, ["c3", "a1"]]
    assert library_games() == [(["c3", "a1"], True)]  # one game, which is opened where it was left
    controller.undo()
    controller.undo()
    controller.redo()
    assert controller.session.moves == ["c3"]
    controller.restart()
    controller.play("a1")
    assert controller.session.all_moves == WON  # a known move is followed


def test_undone_moves_stay_as_variation():
    controller = controller_after(WON[:-1])
    controller.undo()
    controller.play("c1")
    assert lines_of(controller.session) == [["a1", "b3", "a2", "c1"], ["b2"]]
    controller.undo()
    controller.play("b2")
    assert controller.session.all_moves == WON[:-1]


def test_finished_game_keeps_result(controller):
    controller.undo()
    controller.play("c1")
    assert lines_of(controller.session) == [WON, ["c1"]]
    assert controller.session.final.winner == 0
    assert [entry.result for entry in Library().entries()] == [controller.session.final.text]


def test_new_attempt_is_main_line():
    controller = GameController(Session(load("fifteen:3")))
    controller.play("b1-c1")
    controller.restart()
    controller.play("c2-c1")
    assert lines_of(controller.session) == [["c2-c1"], ["b1-c1"]]


def computer_game(**others):
    """Return a game against a computer that resigned; its moves are made by the test."""
    session = new_session("hex:3,swap=off", players=["human", "greedy"])
    controller = GameController(session, target=LibraryTarget(), **others)
    play_each(session, *WON[:4])
    return controller


def test_undo_against_computer_replaces_moves():
    controller = computer_game()
    controller.undo()
    assert controller.session.moves == WON[:2]
    controller.play("c1")
    assert lines_of(controller.session) == [["a1", "b3", "c1"]]
    assert controller.is_thinking()


def test_review_against_computer_starts_another_game():
    controller = computer_game()
    controller.go(0)
    controller.play("c3")
    assert library_games() == [(WON[:4], False), (["c3"], False)]
    assert "Game 1 in the library is unchanged" in controller.message
    assert "number 2" in controller.message


def test_variations_in_game_against_computer():
    controller = computer_game()
    controller.session.play(WON[4])
    controller.go(1)
    controller.play("c1")  # for the computer, which does not reply in a variation
    controller.play("c3")
    assert not controller.is_thinking()
    assert lines_of(controller.session) == [WON, ["c1", "c3"]]
    with pytest.raises(IllegalMoveError, match="remain the main line"):
        controller.session.promote(controller.session.tree.node)
    controller.undo()
    assert controller.session.moves == ["a1", "c1"]
    controller.session.go_to(controller.session.tree.main_line()[-1])
    controller.undo()  # the game continues from this position
    controller.play("c1")
    assert controller.is_thinking()
    assert library_games() == [(WON, True), ([*WON[:4], "c1"], False)]


def test_promote_and_delete():
    controller = controller_after(WON[:3])
    session = controller.session
    controller.go(1)
    play_each(controller, "c3", "c2")
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


def annotations(session):
    """Return the moves, comments and marks of every line, and the current move."""
    tree = session.tree
    notes = [
        [(each.move, each.comment, each.mark) for each in line.nodes]
        for line in all_lines(tree.root)
    ]
    return [*notes, session.moves]


def test_edit_save_and_export_variations(tmp_path):
    """A player pastes a game, adds variations and comments, saves, reopens and exports it."""
    controller = GameController(records.read(ANNOTATED), target=LibraryTarget())
    session = controller.session
    assert len(all_lines(session.tree.root)) == 5
    controller.go(2)
    controller.play("c2")
    session.annotate(session.tree.node, comment="a } brace", mark="??")
    controller.play("c3")
    controller.go(0)
    controller.play("a3")
    session.annotate(session.tree.node, comment="another start")
    known = annotations(session)
    assert len(known) == 8
    opened, _ = open_entry(1)
    assert annotations(opened) == known
    path = tmp_path / "game.pgn"
    records.write_file(opened, path)
    again = records.read_file(path)
    assert annotations(again)[:-1] == known[:-1]
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
    for again in (records.read(records.write(session)), saves.restore(saves.dump(session))):
        assert len(all_lines(again.tree.root)) == len(all_lines(tree.root))
