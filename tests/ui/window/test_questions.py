"""Questions to the side to move: in the panel, with a button for each answer."""

import pygame
import pytest

from puzzlekit.ui.window.dialogs import ConfirmDialog
from puzzlekit.ui.window.drawing.widgets import Button


@pytest.mark.parametrize("size", [(1280, 800), (800, 600), (480, 360)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_swap_button(app, size, scale):
    window = app("permute:4", ["human", "human"], size=size, scale=scale)
    window.screen.controller.play("Ca1-b2")
    button, asking = window.widget("play swap"), window.screen.question_box.box
    assert asking.contains(button.box)
    assert window.screen.panel.box.contains(asking)
    assert not asking.colliderect(window.screen.game_boxes().board)
    others = [each.box for each in window.screen.widgets if each is not button]
    assert button.box.collidelist(others) < 0
    window.click("play swap")
    assert window.moves() == ["Ca1-b2", "swap"]


@pytest.mark.parametrize(
    ("game", "opening", "text", "decline"),
    [
        ("permute:6", "Ca1-b2", "You would play Orange", "Play on as Yellow"),
        ("permute:6,swap=positions", "Ca1-b2", "You stay Yellow", "Play on as Yellow"),
        ("hex:5", "c3", "You would play Red", "Play on as Blue"),
        ("shifty", "c3", "You would play Black", "Play on as White"),
    ],
)
def test_swap_question(app, game, opening, text, decline):
    window = app(game, ["human", "human"], size=(480, 360))
    screen = window.screen
    assert screen.question_box is None
    screen.controller.play(opening)
    window.draw()
    assert text in screen.question_box.text.text
    assert [each.label for each in screen.question_box.buttons] == ["Swap", decline]
    window.click("question-no")
    assert screen.question_box is None
    assert window.moves() == [opening]
    assert window.widget("play swap").label == "Swap"  # in case the player changes their mind
    before, screen.controls.resigning = window.widget_keys(), True
    screen.rebuild()
    assert before <= window.widget_keys()


def test_answer_question_by_keys_or_move(app):
    window = app("hex:5 c3", ["human", "human"])
    screen, controller = window.screen, window.screen.controller
    window.press(pygame.K_RETURN)  # the safe answer has the focus
    assert (screen.question_box, window.moves()) == (None, ["c3"])
    controller.undo()
    controller.redo()
    window.press(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    window.press(pygame.K_RETURN)
    assert window.moves() == ["c3", "swap"]
    controller.undo()
    window.press(pygame.K_RIGHT)  # the arrow keys belong to the board
    window.press(pygame.K_RETURN)
    assert screen.session.ply == 2
    assert screen.session.last_move != "swap"
    controller.undo()
    window.press(pygame.K_ESCAPE)
    assert screen.question_box is None
    assert window.screen is screen
    controller.undo()
    controller.redo()
    window.write("swap")
    window.press(pygame.K_RETURN)
    assert screen.session.last_move == "swap"


def test_message_replaces_question(app):
    window = app("hex:5 c3", ["human", "human"])
    window.write("nonsense")
    window.press(pygame.K_RETURN)
    screen = window.screen
    assert "not a legal move" in screen.question_box.message
    assert {"play swap", "question-no"} <= window.widget_keys()
    window.touch("a1")  # a move answers the question
    assert window.moves() == ["c3", "a1"]
    assert screen.question_box is None


@pytest.mark.parametrize("size", [(480, 360), (1280, 800)])
def test_long_question_stays_above_answers(app, drawn_texts, size):
    window = app(size=size)
    text = " ".join(f"Sentence {number} of the text." for number in range(20))
    dialog = ConfirmDialog(window, "Leave?", text, [Button("stay", "Stay", lambda: None)])
    window.show(dialog)
    window.draw()
    lines = [box for text, box in drawn_texts.items() if "of the text" in text]
    assert len(lines) > 3
    assert max(box.bottom for box in lines) <= window.widget("stay").box.top
    window.press(pygame.K_END)
    assert any("Sentence 19" in text for text in drawn_texts)
    last = dialog.scroll
    window.wheel(1)
    assert dialog.scroll == last - 2
