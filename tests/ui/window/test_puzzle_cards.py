"""The cards of a puzzle: at every size, with the timer running and stopped."""

import pygame
import pytest
from support import assert_no_overlap

from puzzlekit import PuzzlekitError
from puzzlekit.play.distance_bounds import DistanceBound
from puzzlekit.play.engine import ProgressUpdate, Request
from puzzlekit.play.solve_history import Solve, SolveHistory
from puzzlekit.solving.short_solutions import Hint
from puzzlekit.ui.game_worker import DISTANCE, Job
from puzzlekit.ui.window.drawing import widgets
from puzzlekit.ui.window.drawing.canvas import Rect
from puzzlekit.ui.window.drawing.widgets import Row
from puzzlekit.ui.window.game.puzzle_cards import distance_text, progress_points

NEAR = "fifteen:3,height=3@1,2,3,4,5,6,.,7,8"


@pytest.mark.parametrize(
    ("size", "scale", "cards", "has_goal"),
    [
        ((480, 360), 1.0, 1, False),
        ((800, 600), 1.0, 3, False),
        ((1280, 800), 1.0, 3, True),
        ((1280, 800), 2.0, 3, False),
    ],
)
def test_cards_by_window_size(app, size, scale, cards, has_goal):
    window = app(NEAR, size=size, scale=scale)
    found = window.screen.panel.cards
    assert len(found.boxes) == cards
    assert (found.goal is not None) == has_goal
    boxes = [*found.boxes, *[found.chart] * has_goal]
    boxes += [each.box for each in window.screen.panel.widgets if each.key != "time"]
    assert_no_overlap(boxes, window.screen.panel.box)


def test_time_is_redrawn_every_second(app):
    screen = (window := app(NEAR)).screen
    now = [0.0]
    screen.ticker.timer.now = lambda: now[0]
    screen.workers.stop()
    assert not screen.needs_poll()
    screen.controller.play("b1-a1")
    screen.workers.stop()  # keep the analysis of the group out of the way
    assert screen.needs_poll()
    screen.poll()
    window.draw()
    window.dirty = False
    screen.poll()
    assert not window.dirty
    now[0] = 1.5
    screen.poll()
    assert window.dirty
    screen.controller.play("c1-b1")
    assert screen.ticker.timer.time_text() == "1.50"
    assert not screen.ticker.timer.is_running


@pytest.mark.parametrize("size", [(480, 360), (1280, 800)])
def test_inspection_pauses_during_dialog(app, size):
    screen = (window := app("twist#1", size=size, inspection=True)).screen
    timer, now = screen.ticker.timer, [0.0]
    timer.now, timer._inspection = lambda: now[0], 0.0
    window.press(pygame.K_F1)
    screen.poll()
    now[0] = 9.0
    assert timer.time_text() == "15"
    window.press(pygame.K_ESCAPE)
    screen.poll()
    now[0] = 10.0
    window.draw()
    assert (timer.time_label(), timer.time_text()) == ("Inspection", "14")
    now[0] = 17.5
    screen.poll()
    assert screen.status.text == "8 seconds of inspection"
    window.press(pygame.K_F1)
    screen.poll()
    now[0] = 30.0
    window.press(pygame.K_ESCAPE)
    screen.poll()
    assert screen.status.text != "12 seconds of inspection"
    now[0] = 34.5
    screen.poll()
    assert screen.status.text == "12 seconds of inspection"


def test_list_correct_and_delete_times(app, home):
    history = SolveHistory()
    for number in range(1, 7):
        history.add(Solve("pinball", f"pinball#{number}", 60, 1000 * number))
    window = app("pinball#1")
    window.click("time")
    dialog = window.dialogs[-1]
    assert dialog.lines() == ["6 solves, best 10.00, mean 35.00", "ao5: 40.00, best 30.00"]
    window.press(pygame.K_DOWN)
    window.click("penalty PLUS_2")
    window.press(pygame.K_DOWN)
    window.click("penalty DNF")
    window.press(pygame.K_END, pygame.K_DELETE, pygame.K_DELETE)
    assert [each.text for each in history.all("pinball").values()] == [
        *("20.00", "30.00", "DNF(40.00)", "52.00+", "1:00.00")
    ]
    for key in ("delete", "again"):
        assert not window.widget(key).enabled
    window.press(pygame.K_UP)  # selects what has taken the place of the deleted solve
    window.press(pygame.K_BACKSPACE)
    assert len(history.all("pinball")) == 4
    window.click("undo")
    assert window.widget("undo").enabled
    window.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert [solve.text for solve in dialog.solves.values()] == [
        *("1:00.00", "52.00+", "DNF(40.00)", "30.00", "20.00", "10.00")
    ]
    assert dialog.chosen == 1
    assert not window.widget("undo").enabled
    window.press(pygame.K_DELETE, pygame.K_UP)
    window.press(pygame.K_RETURN)
    assert window.screen.session.setup.id == "pinball#2"
    tip = "Last: 20.00, 30.00, DNF(40.00), 52.00+, 1:00.00, average 47.33"
    assert window.widget("time").tip == f"{tip} – click for all times (Ctrl+T)"


def test_double_click_on_one_of_equal_times(app, home, monkeypatch):
    monkeypatch.setattr(widgets, "DOUBLE_CLICK", 60.0)
    for number in (1, 2, 3):
        SolveHistory().add(Solve("pinball", f"pinball#{number}", 60, 1000))
    window = app("pinball#9")
    window.click("time")
    newest = min(each.box.top for each in window.dialogs[-1].widgets if isinstance(each, Row))
    at = window.dialogs[-1].area.centerx, newest + 5
    window.click(at, at)
    assert window.screen.session.setup.id == "pinball#3"


def test_f5_opens_another_start(app):
    window = app("twist#1:5")
    window.press(pygame.K_F5)
    assert window.screen.controller.game_id.endswith(":5")
    assert window.screen.controller.game_id != "twist#1:5"
    game = app("permute:4", ["human", "human"])
    game.screen.controller.play("Ca1-b2")
    game.press(pygame.K_F5)
    assert game.moves() == ["Ca1-b2"]


def test_curve_has_gaps_for_unknown_distances():
    plot = Rect(0, 0, 20, 10)
    far = [DistanceBound(10, True), None, DistanceBound(0, True)]
    assert progress_points(far, plot, 10) == [(0, 0), None, (20, 10)]


def bounds(window):
    """Return the distances to the goal in the card, as text."""
    window.draw()
    return [str(each) for each in window.screen.panel.cards.bounds]


def test_distances_from_hint(app):
    window = app("twist#1")
    controller = window.screen.controller
    controller.hint_cache.add(controller.session.state, Hint([*["b1", "c1"] * 4, "b1"], True))
    controller.play("a1")
    assert bounds(window) == ["9", "≤ 10"]


def test_card_agrees_with_hint(app):
    controller = (window := app("twist#1")).screen.controller
    controller.play("a1")
    controller.play("b1")
    controller.hint_cache.add(controller.session.state, Hint([*["c1", "b1"] * 3, "c1"], False))
    controller.request_or_play_hint()
    assert "at most 7 turns to go" in controller.message
    for move, distance in ((None, "7"), ("a2", "8"), ("a2'", "7")):
        controller.play(*[move] if move else ())
        window.draw()
        assert distance_text(window.screen.panel.cards.bounds[-1]) == (distance, "at most")


def test_distance_of_small_puzzle_is_computed_automatically(app, analyses):
    window = app("twist#2:3")
    window.wait()
    controller = window.screen.controller
    assert bounds(window) == ["3"]
    controller.play(controller.hint_cache.best_solution(controller.session.state).moves[0])
    window.wait()
    assert bounds(window) == ["3", "2"]
    assert controller.hint == []  # the hint is not shown
    for move in ("b2", "b2'", "a1"):
        controller.play(move)
    window.wait()  # distances of skipped positions are computed later
    window.draw()
    assert all(each.exact for each in window.screen.panel.cards.bounds)


def test_unknown_distance_is_not_retried_immediately(app, monkeypatch):
    workers = app("fifteen#1").screen.workers
    job = Job(workers.controller.game_id, Request(DISTANCE, ("c1-d1",)))
    workers._receive_distance(job, ProgressUpdate("states", 9000, None))
    assert workers._next_ply == 0
    workers._receive_distance(job, PuzzlekitError("It is too far."))
    asked = []
    monkeypatch.setattr(workers.workers["group"], "submit", asked.append)
    workers._request_distances()
    assert not asked
    workers._next_ply = 0
    workers._request_distances()
    assert [job.request.kind for job in asked] == [DISTANCE]


def test_unproved_distance_is_not_computed_again(app, monkeypatch):
    workers = app("cube:2#1 U R").screen.workers
    asked = []
    monkeypatch.setattr(workers.workers["group"], "submit", asked.append)
    for moves in (("U", "R"), ("U",)):
        workers._request_distances()
        assert asked[-1].request.moves == moves
        workers._receive_distance(asked[-1], Hint(["F", "R"], False))
    assert [len(job.request.moves) for job in asked] == [2, 1, 1, 0]
