"""The position editor."""

import pygame
import pytest

from puzzlekit import load
from puzzlekit.play.new_game import new_session
from puzzlekit.play.positions import read_position


def open_editor(window):
    window.press(pygame.K_e, mod=pygame.KMOD_CTRL)
    return window.screen


def test_edit_and_play_position(app):
    window = app("hex:3 a1")
    game, editor = window.screen, open_editor(window)
    assert editor is not game
    board = editor.rules.board
    at = editor.view.view.pixel(*board.points[board.index["b2"]])
    window.click(at)
    assert editor.state.stones == "R...R...."
    window.click(at)
    window.click(at, at, button=3)
    assert editor.state.stones == "R........"
    window.click(at, button=3)
    assert editor.state.stones == "R...B...."
    window.click("edit-turn")
    assert window.widget("edit-turn").label == "Red to move"
    window.press(pygame.K_ESCAPE)
    window.click("stay")
    assert (window.screen, editor.state.stones) == (editor, "R...B....")
    window.press(pygame.K_ESCAPE)
    window.click("leave")
    assert window.screen is game
    assert window.moves() == ["a1"]
    open_editor(window)
    window.press(pygame.K_RIGHT, pygame.K_RETURN)
    window.click("edit-play")
    assert window.screen.controller.game_id == "hex:size=3@B2,3,3_B_3"
    assert window.moves() == []


def test_computer_continues_after_editor(app):
    window = app("hex:3", ["greedy", "human"])
    open_editor(window)
    window.press(pygame.K_ESCAPE)
    window.wait()
    assert len(window.moves()) == 1


def test_leaving_editor_stops_engine(app):
    window = app("hex:3", ["greedy", "human"])
    game = window.screen
    open_editor(window)
    assert game.busy()
    window.go_home()
    assert not game.busy()


def test_exchange_two_pieces(app):
    window = app("fifteen:3,height=3#1")
    editor = open_editor(window)
    before = editor.state
    window.press(pygame.K_RIGHT, pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN)
    assert editor.state == (before[3], *before[1:3], before[0], *before[4:])
    window.click("edit-play")
    assert window.screen.session.state == editor.state
    assert window.screen.session.setup.seed is None


@pytest.mark.parametrize("game", ["hex:3 a1", "fifteen:3", "cube:2#1"])
def test_undo_and_redo_edits(app, game):
    window = app(game)
    editor = open_editor(window)
    at = [editor.view.view.pixel(*point) for point in editor.view.board.points]
    clear = ["edit-clear"] * ("edit-clear" in window.widget_keys())
    states = [editor.state]
    for place in (at[0], at[1], *clear, at[2], at[3]):
        window.click(place)
        if editor.state != states[-1]:
            states.append(editor.state)
    assert len(states) > 2
    assert not window.widget("redo").enabled
    for state in states[-2::-1]:
        window.click("undo")
        assert editor.state == state
        assert list(editor.pieces()) == list(editor.view.timeline.last)
    assert not window.widget("undo").enabled
    for key, mod in ((pygame.K_y, 0), (pygame.K_z, pygame.KMOD_SHIFT)):
        for state in states[1:]:
            window.press(key, mod=pygame.KMOD_CTRL | mod)
            assert editor.state == state
        window.press(*[pygame.K_z] * len(states), mod=pygame.KMOD_CTRL)
        assert not editor.is_changed()


def test_quitting_asks_before_discarding_edits(app):
    window = app("hex:3 a1")
    editor = open_editor(window)
    window.running = True
    window.press(pygame.K_RIGHT, pygame.K_RETURN)
    window.press(pygame.K_q, mod=pygame.KMOD_CTRL)
    window.click("stay")
    assert (window.screen, window.running) == (editor, True)
    window.press(pygame.K_q, mod=pygame.KMOD_CTRL)
    window.click("leave")
    assert not window.running


def test_game_without_editor(app):
    window = app("palago")
    game = window.screen
    assert open_editor(window) is game
    assert "has no editor" in game.controller.message


def test_paint_and_solve_real_cube(app):
    window = app("cube:2#1")
    rules = window.screen.rules
    editor = open_editor(window)
    window.click("edit-clear")
    shown_colours = [piece.colour for piece in editor.view.timeline.last]
    assert shown_colours.count("grey") == editor.state.count("") == 21
    wanted = rules.play(rules.goal, "R")
    for label in set(rules.goal):
        window.press(ord(label.lower()), text=label.lower())
        for cell, point in enumerate(rules.board.points):
            if wanted[cell] == label != editor.state[cell]:
                window.click(editor.view.view.pixel(*point))
    assert editor.state == wanted
    window.click("edit-solve")
    assert window.screen.session.state == wanted
    window.wait()
    assert window.screen.controller.hint == ["R'"]


@pytest.mark.parametrize(
    ("cycles", "message"), [("(U2 B1 R2)", "A corner is twisted"), ("(U2 B1)", "in this order")]
)
def test_impossible_stickers(app, cycles, message):
    window = app("cube:2")
    editor = open_editor(window)
    editor.change(read_position(load("cube:2"), cycles))
    window.click("edit-solve")
    assert message in editor.message
    assert window.screen is editor


def test_glue_pieces_and_save_puzzle(app, home):
    window = app("cube:2#1")
    open_editor(window)
    window.click("edit-glue")
    editor = window.screen
    at = [editor.view.view.pixel(*point) for point in editor.view.board.points]
    window.click(at[0], at[1], at[2], at[2])
    marks = editor.state
    window.click(at[0], "undo")
    assert editor.state == marks
    assert [piece.text for piece in editor.view.timeline.last].count("a") == len(marks)
    window.click("glue-save")
    rules = window.screen.rules
    assert rules.name == "Bandaged cube"
    assert [len(block) for block in rules.definition.blocks] == [6]
    assert window.screen.session.setup.id.startswith("bandaged-cube#")
    window.play(new_session("cube:2#1"))
    open_editor(window)
    window.click("edit-glue", at[0])
    window.click("glue-save")
    assert "already exists" in window.screen.message
    window.screen.name = "Other"
    window.click("glue-save")
    assert window.screen.message.startswith("Only one piece has the mark 'a'")
