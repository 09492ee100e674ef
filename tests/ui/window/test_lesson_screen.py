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
def teach(app, monkeypatch):
    """Return a function that opens the lesson of a plugin, or a lesson of the given steps."""

    def start(name, *steps, **settings):
        if steps:
            monkeypatch.setattr(type(load(name)), "lesson", steps)
        shown = app(**settings)
        shown.teach(load(name))
        return shown

    return start


@pytest.fixture
def lesson(teach):
    return teach("permute")


def finish_step(shown):
    """Play the moves of the coach, and go to the next step if it follows directly."""
    while shown.screen.needs_poll():
        shown.screen.poll()
    shown.draw()


def face(shown, *names):
    return tuple(shown.screen.rules.board.index[name] for name in names)


def test_a_lesson_is_played_with_the_mouse(lesson):
    screen = lesson.screen
    lesson.click("continue")
    lesson.touch(face(lesson, "a1", "a2", "b2", "b1"))
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


def test_a_lesson_is_played_with_the_keyboard(lesson):
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


def test_games_after_a_lesson_have_their_id(app):
    shown = app()
    shown.screen.choose("crossway")
    rules = shown.screen.selection.rules()
    shown.teach(rules)
    shown.screen.skip()
    assert shown.screen.session.setup.id.startswith("crossway")
    shown.teach(rules)
    shown.screen.play_game()
    assert shown.screen.session.setup.id == "crossway"


def test_a_tile_in_a_wrong_rotation_can_be_turned(teach):
    step = LessonStep("Win", options="48", moves="0,0b+1,0c 1,-1a+1,-2b",
                      answers="-1,0a+0,-1c", wrong="Turn a tile.")  # fmt: skip
    shown = teach("palago", step)
    shown.touch("0,-1", "-1,0")
    assert shown.screen.panel.message == "Turn a tile."
    assert shown.screen.session.moves == ["0,0b+1,0c", "1,-1a+1,-2b"]
    for _turn in range(3):
        if shown.screen.coach.is_asking():
            shown.touch("0,-1", "-1,0")
    assert shown.screen.session.last_move == "-1,0a+0,-1c"


def test_the_tiles_of_a_step_are_centred(teach):
    step = LessonStep("Look", options="48", moves="0,0b+1,0c 1,-1a+1,-2b")
    shown = teach("palago", step)
    view = shown.screen.board.view
    points = [view.view.pixel(*view.board.points[cell]) for cell in view.cells]
    left, top, width, height = view.box
    for start, size, places in zip(
        (left, top), (width, height), zip(*points, strict=True), strict=True
    ):
        assert min(places) + max(places) == pytest.approx(2 * start + size)


def test_patterns_stay_cards_when_one_has_been_chosen(teach):
    shown = teach("palagem", LessonStep("Choose", answers="*"))
    card = shown.screen.board.card
    shown.press(pygame.K_F2, pygame.K_F2)
    assert shown.screen.coach.is_done
    assert shown.screen.board.card == card


def test_a_move_without_clicks_has_a_button(teach):
    shown = teach("hex", LessonStep("Swap", options="3", moves="b2", answers="swap"))
    shown.click("play swap")
    assert shown.screen.session.last_move == "swap"
    assert shown.screen.coach.is_done


def test_only_single_moves_are_offered(teach):
    step = LessonStep("Slide", options="3,height=3@1,2,3,4,5,6,_,7,8", answers="b1-a1")
    shown = teach("fifteen", step)
    assert shown.screen.board.selector.start_cells() == {face(shown, "b1")}


def test_long_titles_of_steps_are_wrapped(teach, written):
    steps = [LessonStep("Push the ring with L, or flip the turntable with T")] * 3
    shown = teach("topspin", *steps, size=(480, 360))
    shown.draw()
    assert "Push the ring with L, or flip" in written
    assert list(written)[-3:] == ["turntable with T", "Back", "Continue"]


def test_labels_of_a_narrow_row_are_whole(app):
    canvas = app(size=(480, 360)).canvas
    buttons = [Button(text, text, str) for text in ("Undo all of it", "Redo", "Hint", "Goal")]
    column = Column(canvas, Rect(0, 0, 160, 100))
    column.place_in_row(column.from_top(36), buttons)
    for each in buttons:
        assert canvas.font(MIN_SIZE, "Semibold").size(each.label)[0] < each.box.width - 4


def test_a_turn_of_the_cube_is_dragged_in_the_default_lesson(teach):
    shown = teach("megaminx")
    shown.press(pygame.K_RETURN)
    assert shown.screen.coach.is_asking()
    shown.screen.coach.play("U")
    shown.draw()
    assert "legal" in shown.screen.panel.message


def test_rules_open_a_lesson_and_close_the_game(app):
    shown = app("hex:3,swap=off")
    shown.press(pygame.K_F1)
    shown.click("lesson")
    assert not shown.dialogs
    assert isinstance(shown.screen, LessonScreen)
    shown.press(pygame.K_ESCAPE)
    assert shown.screen.title == "puzzlekit"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["permute:4", "cube:2", "palago"])
def test_all_tabs_are_drawn_and_pictures_move(app, game):
    shown = app(game)
    shown.press(pygame.K_F1)
    page, pictures = shown.dialogs[0], set()
    for tab in TABS:
        shown.click(f"tab {tab}")
        assert not page.fault
        assert page.cards
        pictures.add(shown.pixels())
    assert len(pictures) == len(TABS)
    shown.click("tab Rules")
    views = [view for view in page._views.values() if isinstance(view, ExampleView)]
    assert len(views) == len(page._views)  # no error messages
    moving = next(view for view in views if view.scene.steps)
    shown.settings.speed = "slow"
    moving.play()
    assert page.needs_poll()


def test_a_wrong_example_shows_its_error(app, monkeypatch):
    monkeypatch.setattr(type(load("hex")), "examples", (Example("A", "b", move="z9"),))
    shown = app("hex:3")
    shown.show(RulesDialog(shown, load("hex:3")))
    shown.draw()
    (message,) = shown.dialogs[0]._views.values()
    assert "z9" in message


def test_a_click_on_a_cross_is_refused(lesson):
    shown, screen = lesson, lesson.screen
    while not (screen.progress.step.bad and screen.coach.is_asking()):
        if screen.coach.is_asking():
            shown.press(pygame.K_F2, pygame.K_F2)
        else:
            shown.press(pygame.K_RETURN)
    before = shown.widget("back").box.topleft
    shown.touch(face(shown, "b2", "b3", "c3", "c2"))
    assert not screen.board.selector.path
    assert screen.coach.message == screen.progress.step.wrong
    assert shown.widget("back").box.topleft == before  # the message moves no buttons
    assert not screen.coach.shows_last_move  # of the moves that lead to the position


def test_many_moves_without_clicks_have_rows_of_buttons(teach, monkeypatch):
    monkeypatch.setattr(
        "puzzlekit.ui.window.game.lesson_screen.LessonScreen.move_buttons",
        lambda screen: [Button(f"play {i}", "U3'", print) for i in range(15)],
    )
    shown = teach("catchup", size=(480, 360))
    boxes = [each.box for each in shown.screen.widgets if each.key.startswith("play")]
    assert len(boxes) == 15
    assert len({box.top for box in boxes}) > 1
    assert min(box.width for box in boxes) > shown.canvas.font(15, "Semibold").size("U3'")[0]


def test_a_move_that_is_a_word_has_a_label(teach):
    shown = teach("catchup", LessonStep("End your turn", moves="a1 b2", answers="done"))
    assert shown.widget("play done").label == "Done"


def test_a_status_that_is_too_wide_uses_the_line_of_the_name(app, written):
    app("hex", ["human", "human"], size=(480, 360))
    assert {"top-bottom", "11 stones short"} <= set(written)
