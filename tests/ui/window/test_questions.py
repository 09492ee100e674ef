"""Questions to the side to move: in the panel, with a button for each answer."""

import pygame
import pytest

from puzzlekit.ui.window.dialogs import ConfirmDialog
from puzzlekit.ui.window.drawing.widgets import Button


@pytest.mark.parametrize("size", [(1280, 800), (800, 600), (480, 360)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_swap_is_a_button(app, size, scale):
    shown = app("permute:4", ["human", "human"], size=size, scale=scale)
    shown.screen.controller.play("Ca1-b2")
    button, asking = shown.widget("play swap"), shown.screen.question_box.box
    assert asking.contains(button.box)
    assert shown.screen.panel.box.contains(asking)
    assert not asking.colliderect(shown.screen.game_boxes().board)
    others = [each.box for each in shown.screen.widgets if each is not button]
    assert button.box.collidelist(others) < 0
    shown.click("play swap")
    assert shown.moves() == ["Ca1-b2", "swap"]


@pytest.mark.parametrize(
    ("game", "opening", "text", "decline"),
    [
        ("permute:6", "Ca1-b2", "You would play Orange", "Play on as Yellow"),
        ("permute:6,swap=positions", "Ca1-b2", "You stay Yellow", "Play on as Yellow"),
        ("hex:5", "c3", "You would play Red", "Play on as Blue"),
        ("shifty", "c3", "You would play Black", "Play on as White"),
    ],
)
def test_a_swap_is_asked_clearly_and_can_be_declined(app, game, opening, text, decline):
    shown = app(game, ["human", "human"])
    screen = shown.screen
    assert screen.question_box is None
    screen.controller.play(opening)
    shown.draw()
    assert text in screen.question_box.text
    assert [each.label for each in screen.question_box.buttons] == ["Swap", decline]
    shown.click("question-no")
    assert screen.question_box is None
    assert shown.moves() == [opening]
    assert shown.widget("play swap").label == "Swap"  # in case the player changes their mind


def test_a_question_is_answered_by_keys_or_by_playing_on(app):
    shown = app("hex:5 c3", ["human", "human"])
    screen, controller = shown.screen, shown.screen.controller
    shown.press(pygame.K_RETURN)  # the safe answer has the focus
    assert (screen.question_box, shown.moves()) == (None, ["c3"])
    controller.undo()
    controller.redo()
    shown.press(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    shown.press(pygame.K_RETURN)
    assert shown.moves() == ["c3", "swap"]
    controller.undo()
    shown.press(pygame.K_RIGHT)  # the arrow keys belong to the board
    shown.press(pygame.K_RETURN)
    assert screen.session.ply == 2
    assert screen.session.last_move != "swap"
    controller.undo()
    shown.press(pygame.K_ESCAPE)
    assert screen.question_box is None
    assert shown.screen is screen
    controller.undo()
    controller.redo()
    shown.write("swap")
    shown.press(pygame.K_RETURN)
    assert screen.session.last_move == "swap"


def test_message_replaces_the_question(app):
    shown = app("hex:5 c3", ["human", "human"])
    shown.write("nonsense")
    shown.press(pygame.K_RETURN)
    screen = shown.screen
    assert "not a legal move" in screen.question_box.message
    assert {"play swap", "question-no"} <= shown.widget_keys()
    shown.touch("a1")  # a move answers the question
    assert shown.moves() == ["c3", "a1"]
    assert screen.question_box is None


@pytest.mark.parametrize("size", [(480, 360), (1280, 800)])
def test_a_long_question_stays_above_its_answers(app, written, size):
    shown = app(size=size)
    text = " ".join(f"Sentence {number} of the text." for number in range(20))
    dialog = ConfirmDialog(shown, "Leave?", text, [Button("stay", "Stay", lambda: None)])
    shown.show(dialog)
    shown.draw()
    lines = [box for text, box in written.items() if "of the text" in text]
    assert len(lines) > 3
    assert max(box.bottom for box in lines) <= shown.widget("stay").box.top
