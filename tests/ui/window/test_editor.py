"""The position editor."""

import pygame
import pytest

from puzzlekit import load
from puzzlekit.play.new_game import new_session
from puzzlekit.play.positions import read_position


def edited(shown):
    shown.press(pygame.K_e, mod=pygame.KMOD_CTRL)
    return shown.screen


def test_a_position_is_edited_and_played(app):
    shown = app("hex:3 a1")
    game, editor = shown.screen, edited(shown)
    assert editor is not game
    board = editor.rules.board
    at = editor.view.view.pixel(*board.points[board.index["b2"]])
    shown.click(at)
    assert editor.state.stones == "R...R...."
    shown.click(at)
    shown.click(at, at, button=3)
    assert editor.state.stones == "R........"
    shown.click(at, button=3)
    assert editor.state.stones == "R...B...."
    shown.click("edit-turn")
    assert shown.widget("edit-turn").label == "Red to move"
    shown.press(pygame.K_ESCAPE)
    shown.click("stay")
    assert (shown.screen, editor.state.stones) == (editor, "R...B....")
    shown.press(pygame.K_ESCAPE)
    shown.click("leave")
    assert shown.screen is game
    assert shown.moves() == ["a1"]
    edited(shown)
    shown.press(pygame.K_RIGHT, pygame.K_RETURN)
    shown.click("edit-play")
    assert shown.screen.controller.game_id == "hex:size=3@B2,3,3_B_3"
    assert shown.moves() == []


def test_computer_continues_after_the_editor(app):
    shown = app("hex:3", ["greedy", "human"])
    edited(shown)
    shown.press(pygame.K_ESCAPE)
    shown.wait()
    assert len(shown.moves()) == 1


def test_computation_for_the_game_ends_with_the_editor(app):
    shown = app("hex:3", ["greedy", "human"])
    game = shown.screen
    edited(shown)
    assert game.busy()
    shown.go_home()
    assert not game.busy()


def test_two_pieces_of_a_puzzle_are_exchanged(app):
    shown = app("fifteen:3,height=3#1")
    editor = edited(shown)
    before = editor.state
    shown.press(pygame.K_RIGHT, pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN)
    assert editor.state == (before[3], *before[1:3], before[0], *before[4:])
    shown.click("edit-play")
    assert shown.screen.session.state == editor.state
    assert shown.screen.session.setup.seed is None


@pytest.mark.parametrize("game", ["hex:3 a1", "fifteen:3", "cube:2#1"])
def test_edits_are_undone_and_redone(app, game):
    shown = app(game)
    editor = edited(shown)
    at = [editor.view.view.pixel(*point) for point in editor.view.board.points]
    clear = ["edit-clear"] * ("edit-clear" in shown.widget_keys())
    states = [editor.state]
    for place in (at[0], at[1], *clear, at[2], at[3]):
        shown.click(place)
        if editor.state != states[-1]:
            states.append(editor.state)
    assert len(states) > 2
    assert not shown.widget("redo").enabled
    for state in states[-2::-1]:
        shown.click("undo")
        assert editor.state == state
        assert list(editor.pieces()) == list(editor.view.timeline.last)
    assert not shown.widget("undo").enabled
    for key, mod in ((pygame.K_y, 0), (pygame.K_z, pygame.KMOD_SHIFT)):
        for state in states[1:]:
            shown.press(key, mod=pygame.KMOD_CTRL | mod)
            assert editor.state == state
        shown.press(*[pygame.K_z] * len(states), mod=pygame.KMOD_CTRL)
        assert not editor.is_changed()


def test_quitting_asks_before_edits_are_lost(app):
    shown = app("hex:3 a1")
    editor = edited(shown)
    shown.running = True
    shown.press(pygame.K_RIGHT, pygame.K_RETURN)
    shown.press(pygame.K_q, mod=pygame.KMOD_CTRL)
    shown.click("stay")
    assert (shown.screen, shown.running) == (editor, True)
    shown.press(pygame.K_q, mod=pygame.KMOD_CTRL)
    shown.click("leave")
    assert not shown.running


def test_a_game_without_an_editor_says_so(app):
    shown = app("palago")
    game = shown.screen
    assert edited(shown) is game
    assert "has no editor" in game.controller.message


def test_stickers_of_a_real_cube_are_painted_and_solved(app):
    shown = app("cube:2#1")
    rules = shown.screen.rules
    editor = edited(shown)
    shown.click("edit-clear")
    shown_colours = [piece.colour for piece in editor.view.timeline.last]
    assert shown_colours.count("grey") == editor.state.count("") == 21
    wanted = rules.play(rules.goal, "R")
    for label in set(rules.goal):
        shown.press(ord(label.lower()), text=label.lower())
        for cell, point in enumerate(rules.board.points):
            if wanted[cell] == label != editor.state[cell]:
                shown.click(editor.view.view.pixel(*point))
    assert editor.state == wanted
    shown.click("edit-solve")
    assert shown.screen.session.state == wanted
    shown.wait()
    assert shown.screen.controller.hint == ["R'"]


@pytest.mark.parametrize(
    ("cycles", "message"), [("(U2 B1 R2)", "A corner is twisted"), ("(U2 B1)", "in this order")]
)
def test_impossible_stickers_are_explained(app, cycles, message):
    shown = app("cube:2")
    editor = edited(shown)
    editor.change(read_position(load("cube:2"), cycles))
    shown.click("edit-solve")
    assert message in editor.message
    assert shown.screen is editor


def test_pieces_are_glued_and_saved_as_a_puzzle(app, home):
    shown = app("cube:2#1")
    edited(shown)
    shown.click("edit-glue")
    editor = shown.screen
    at = [editor.view.view.pixel(*point) for point in editor.view.board.points]
    shown.click(at[0], at[1], at[2], at[2])
    marks = editor.state
    shown.click(at[0], "undo")
    assert editor.state == marks
    assert [piece.text for piece in editor.view.timeline.last].count("a") == len(marks)
    shown.click("glue-save")
    rules = shown.screen.rules
    assert rules.name == "Bandaged cube"
    assert [len(block) for block in rules.definition.blocks] == [6]
    assert shown.screen.session.setup.id.startswith("bandaged-cube#")
    shown.play(new_session("cube:2#1"))
    edited(shown)
    shown.click("edit-glue", at[0])
    shown.click("glue-save")
    assert "already exists" in shown.screen.message
    shown.screen.type_name("Other")
    shown.click("glue-save")
    assert shown.screen.message.startswith("Only one piece has the mark 'a'")
