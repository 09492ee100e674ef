"""The rules dialog and lessons in the window."""

import pygame
import pytest

from puzzlekit import Example, LessonStep, load
from puzzlekit.ui.rules_sections import TABS
from puzzlekit.ui.window.drawing.canvas import Rect
from puzzlekit.ui.window.drawing.example_view import ExampleView
from puzzlekit.ui.window.drawing.widgets import MIN_SIZE, Button, Column
from puzzlekit.ui.window.game.lesson_screen import LessonScreen
from puzzlekit.ui.window.game.screen import GameScreen
from puzzlekit.ui.window.rules_dialog import RulesDialog


@pytest.fixture
def open_lesson(app, monkeypatch):
    """Return a function that opens the lesson of a plugin, or a lesson of the given steps."""

    def start(name, *steps, **settings):
        if steps:
            monkeypatch.setattr(type(load(name)), "lesson", steps)
        window = app(**settings)
        window.teach(load(name))
        return window

    return start


@pytest.fixture
def lesson(open_lesson):
    return open_lesson("permute")


def finish_step(window):
    """Play the moves of the coach, and go to the next step if it follows directly."""
    while window.screen.needs_poll():
        window.screen.poll()
    window.draw()


def cells_of(window, *names):
    return tuple(window.screen.rules.board.index[name] for name in names)


def test_lesson_names_keys_if_they_are_used(open_lesson):
    window = open_lesson("palago")
    window.click("continue")
    assert window.screen.panel.message == ""
    window.press(pygame.K_RIGHT)
    assert window.screen.panel.message == "Enter selects · Ctrl+R rotates it"
    before = window.pixels(window.screen.game_boxes().board)
    window.press(pygame.K_r, mod=pygame.KMOD_CTRL)
    assert window.pixels(window.screen.game_boxes().board) != before
    window.press(pygame.K_RETURN)
    assert "Esc takes back the click · Ctrl+R rotates it" in window.screen.panel.message
    window.hover((9, 9))
    assert "Enter selects" not in window.screen.panel.message


def test_lesson_with_mouse(lesson):
    screen = lesson.screen
    lesson.click("continue")
    lesson.touch(cells_of(lesson, "a1", "a2", "b2", "b1"))
    assert screen.board.selector.path
    lesson.touch("c3")  # not in the face
    assert screen.board.refusal == "Bandage a stone in the face that you twisted"
    lesson.touch("a1")
    finish_step(lesson)
    assert screen.session.moves == ["Ca1-a1"]
    lesson.click("back")
    assert (lesson.screen.progress.number, lesson.screen.session.moves) == (1, [])
    lesson.click("show", "show")
    assert lesson.screen.coach.is_done
    lesson.click("continue", "skip")  # the next step begins in another position
    assert isinstance(lesson.screen, GameScreen)
    assert lesson.screen.session.moves == ["Cc1-c1", "Ca3-a4"]


def test_lesson_with_keyboard(lesson):
    titles = [lesson.screen.progress.step.title]
    for _step in range(20):
        if not isinstance(lesson.screen, LessonScreen):
            break
        if lesson.screen.progress.step.title not in titles:
            titles.append(lesson.screen.progress.step.title)
        if lesson.screen.coach.is_asking():
            lesson.press(pygame.K_F2, pygame.K_F2)
            finish_step(lesson)
        else:
            lesson.press(pygame.K_RETURN)
    assert titles == [step.title for step in type(load("permute")).lesson]
    assert isinstance(lesson.screen, GameScreen)
    assert (lesson.screen.session.moves, len(lesson.screen.session.players)) == ([], 2)


def test_game_after_lesson_keeps_its_id(app):
    window = app()
    window.screen.choose("crossway")
    rules = window.screen.selection.rules()
    window.teach(rules)
    window.screen.skip()
    assert window.screen.session.setup.id.startswith("crossway")
    window.teach(rules)
    window.screen.play_game()
    assert window.screen.session.setup.id == "crossway"


def test_wrongly_rotated_tile_can_be_rotated(open_lesson):
    step = LessonStep("Win", options="48", moves="0,0b+1,0c 1,-1a+1,-2b",
                      answers="-1,0a+0,-1c", wrong="Turn a tile.")  # fmt: skip
    window = open_lesson("palago", step)
    window.touch("0,-1", "-1,0")
    assert window.screen.panel.message == "Turn a tile."
    assert window.screen.session.moves == ["0,0b+1,0c", "1,-1a+1,-2b"]
    for _turn in range(3):
        if window.screen.coach.is_asking():
            window.touch("0,-1", "-1,0")
    assert window.screen.session.last_move == "-1,0a+0,-1c"


def test_tiles_of_step_are_centred(open_lesson):
    step = LessonStep("Look", options="48", moves="0,0b+1,0c 1,-1a+1,-2b")
    window = open_lesson("palago", step)
    view = window.screen.board.view
    points = [view.view.pixel(*view.board.points[cell]) for cell in view.cells]
    left, top, width, height = view.box
    for start, size, places in zip(
        (left, top), (width, height), zip(*points, strict=True), strict=True
    ):
        assert min(places) + max(places) == pytest.approx(2 * start + size)


def test_pattern_card_stays_after_choice(open_lesson):
    window = open_lesson("palagem", LessonStep("Choose", answers="*"))
    card = window.screen.board.card
    window.press(pygame.K_F2, pygame.K_F2)
    assert window.screen.coach.is_done
    assert window.screen.board.card == card


def test_button_for_move_without_clicks(open_lesson):
    window = open_lesson("hex", LessonStep("Swap", options="3", moves="b2", answers="swap"))
    window.click("play swap")
    assert window.screen.session.last_move == "swap"
    assert window.screen.coach.is_done


def test_multi_moves_are_not_offered(open_lesson):
    step = LessonStep("Slide", options="3,height=3@1,2,3,4,5,6,_,7,8", answers="b1-a1")
    window = open_lesson("fifteen", step)
    assert window.screen.board.selector.start_cells() == {cells_of(window, "b1")}


def test_long_step_titles_are_wrapped(open_lesson, drawn_texts):
    steps = [LessonStep("Push the ring with L, or flip the turntable with T")] * 3
    window = open_lesson("topspin", *steps, size=(480, 360))
    window.draw()
    assert "Push the ring with L, or flip" in drawn_texts
    assert list(drawn_texts)[-3:] == ["turntable with T", "Back", "Continue"]


@pytest.mark.parametrize("words", [5, 150])
def test_players_of_lesson_are_shown_if_there_is_space(open_lesson, drawn_texts, words):
    window = open_lesson("hex", LessonStep("Look", "word " * words), size=(480, 360))
    drawn_texts.clear()
    window.draw()
    assert ("Blue" in drawn_texts) == (words == 5)


def test_labels_fit_narrow_row(app):
    canvas = app(size=(480, 360)).canvas
    buttons = [Button(text, text, str) for text in ("Undo all of it", "Redo", "Hint", "Goal")]
    column = Column(canvas, Rect(0, 0, 160, 100))
    column.place_in_row(column.from_top(36), buttons)
    for each in buttons:
        assert canvas.font(MIN_SIZE, "Semibold").size(each.label)[0] < each.box.width - 4


def test_drag_in_default_cube_lesson(open_lesson):
    window = open_lesson("megaminx")
    window.press(pygame.K_RETURN)
    assert window.screen.coach.is_asking()
    window.screen.coach.play("U")
    window.draw()
    assert "legal" in window.screen.panel.message


def test_rules_open_lesson(app):
    window = app("hex:3,swap=off")
    window.press(pygame.K_F1, pygame.K_RETURN)
    assert window.dialogs, "Enter must not leave the game"
    window.click("lesson")
    assert not window.dialogs
    assert isinstance(window.screen, LessonScreen)
    window.press(pygame.K_ESCAPE)
    assert window.screen.title == "puzzlekit"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["permute:4", "cube:2", "palago"])
def test_rules_tabs_and_animations(app, game):
    window = app(game)
    window.press(pygame.K_F1)
    page, pictures = window.dialogs[0], set()
    for tab in TABS:
        window.click(f"tab {tab}")
        assert not page.fault
        assert page.cards
        pictures.add(window.pixels())
    assert len(pictures) == len(TABS)
    window.click("tab Rules")
    views = [view for view in page._views.values() if isinstance(view, ExampleView)]
    assert len(views) == len(page._views)  # no error messages
    moving = next(view for view in views if view.scene.steps)
    window.settings.speed = "slow"
    moving.play()
    for _ in range(3):
        window.step()
        assert window.dirty  # the next frame is drawn without waiting for an event
    window.click("tab Keys")
    window.step()
    window.step()
    assert not window.dirty


def test_error_in_example(app, monkeypatch):
    monkeypatch.setattr(type(load("hex")), "examples", (Example("A", "b", move="z9"),))
    window = app("hex:3")
    window.show(RulesDialog(window, load("hex:3")))
    window.draw()
    (message,) = window.dialogs[0]._views.values()
    assert "z9" in message


def test_refused_cells_are_crossed_out(lesson):
    window, screen = lesson, lesson.screen
    while not (screen.progress.step.bad and screen.coach.is_asking()):
        if screen.coach.is_asking():
            window.press(pygame.K_F2, pygame.K_F2)
        else:
            window.press(pygame.K_RETURN)
    before = window.widget("back").box.topleft
    window.touch(cells_of(window, "b2", "b3", "c3", "c2"))
    assert not screen.board.selector.path
    assert screen.coach.message == screen.progress.step.wrong
    assert window.widget("back").box.topleft == before  # the message moves no buttons
    assert not screen.coach.shows_last_move  # of the moves that lead to the position


def test_button_rows_for_moves_without_clicks(open_lesson, monkeypatch):
    monkeypatch.setattr(
        "puzzlekit.ui.window.game.lesson_screen.LessonScreen.move_buttons",
        lambda screen: [Button(f"play {i}", "U3'", print) for i in range(15)],
    )
    window = open_lesson("catchup", size=(480, 360))
    boxes = [each.box for each in window.screen.widgets if each.key.startswith("play")]
    assert len(boxes) == 15
    assert len({box.top for box in boxes}) > 1
    assert min(box.width for box in boxes) > window.canvas.font(15, "Semibold").size("U3'")[0]


def test_label_of_move_sequence(open_lesson):
    window = open_lesson("catchup", LessonStep("End your turn", moves="a1 b2", answers="done"))
    assert window.widget("play done").label == "Done"


def test_wide_status_uses_name_line(app, drawn_texts):
    app("hex", ["human", "human"], size=(480, 360))
    assert {"top-bottom", "11 stones short"} <= set(drawn_texts)
