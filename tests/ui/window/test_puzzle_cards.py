"""The cards of a puzzle: at every size, with the timer running and stopped."""

import pygame
import pytest
from support import assert_apart

from puzzlekit import PuzzlekitError
from puzzlekit.play.distance_bounds import DistanceBound
from puzzlekit.play.engine import ProgressUpdate, Request
from puzzlekit.play.solve_history import Solve, SolveHistory
from puzzlekit.solving.short_solutions import Hint
from puzzlekit.ui.game_worker import DISTANCE, Job
from puzzlekit.ui.window.drawing.canvas import Rect
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
def test_small_windows_have_moves_and_time_larger_ones_more(app, size, scale, cards, has_goal):
    shown = app(NEAR, size=size, scale=scale)
    found = shown.screen.panel.cards
    assert len(found.boxes) == cards
    assert (found.goal is not None) == has_goal
    boxes = [*found.boxes, *[found.chart] * has_goal]
    boxes += [each.box for each in shown.screen.panel.widgets if each.key != "time"]
    assert_apart(boxes, shown.screen.panel.box)


def test_the_time_is_drawn_when_its_second_passes(app):
    screen = (shown := app(NEAR)).screen
    now = [0.0]
    screen.ticker.timer.now = lambda: now[0]
    screen.workers.stop()
    assert not screen.needs_poll()
    screen.controller.play("b1-a1")
    screen.workers.stop()  # keep the analysis of the group out of the way
    assert screen.needs_poll()
    screen.poll()
    shown.draw()
    shown.dirty = False
    screen.poll()
    assert not shown.dirty
    now[0] = 1.5
    screen.poll()
    assert shown.dirty
    screen.controller.play("c1-b1")
    assert screen.ticker.timer.time_text() == "1.50"
    assert not screen.ticker.timer.is_running


@pytest.mark.parametrize("size", [(480, 360), (1280, 800)])
def test_inspection_pauses_while_a_dialog_is_open(app, size):
    screen = (shown := app("twist#1", size=size, inspection=True)).screen
    timer, now = screen.ticker.timer, [0.0]
    timer.now, timer._inspection = lambda: now[0], 0.0
    shown.press(pygame.K_F1)
    screen.poll()
    now[0] = 9.0
    assert timer.time_text() == "15"
    shown.press(pygame.K_ESCAPE)
    screen.poll()
    now[0] = 10.0
    shown.draw()
    assert (timer.time_label(), timer.time_text()) == ("Inspection", "14")
    now[0] = 17.5
    screen.poll()
    assert screen.status.text == "8 seconds of inspection"
    shown.press(pygame.K_F1)
    screen.poll()
    now[0] = 30.0
    shown.press(pygame.K_ESCAPE)
    screen.poll()
    assert screen.status.text != "12 seconds of inspection"
    now[0] = 34.5
    screen.poll()
    assert screen.status.text == "12 seconds of inspection"


def test_times_are_listed_corrected_and_deleted(app, home):
    history = SolveHistory()
    for number in range(1, 7):
        history.add(Solve("pinball", f"pinball#{number}", 60, 1000 * number))
    shown = app("pinball#1")
    shown.click("time")
    dialog = shown.dialogs[-1]
    assert dialog.lines() == ["6 solves, best 10.00, mean 35.00", "ao5: 40.00, best 30.00"]
    shown.press(pygame.K_DOWN)
    shown.click("penalty PLUS_2")
    shown.press(pygame.K_DOWN)
    shown.click("penalty DNF")
    shown.press(pygame.K_END, pygame.K_DELETE, pygame.K_DELETE)
    assert [each.text for each in history.all("pinball").values()] == [
        *("20.00", "30.00", "DNF(40.00)", "52.00+", "1:00.00")
    ]
    for key in ("delete", "again"):
        assert not shown.widget(key).enabled
    shown.press(pygame.K_UP)  # selects what has taken the place of the deleted solve
    shown.press(pygame.K_DELETE)
    assert len(history.all("pinball")) == 4
    shown.click("undo")
    assert shown.widget("undo").enabled
    shown.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert [solve.text for solve in dialog.solves.values()] == [
        *("1:00.00", "52.00+", "DNF(40.00)", "30.00", "20.00", "10.00")
    ]
    assert dialog.chosen == 1
    assert not shown.widget("undo").enabled
    shown.press(pygame.K_DELETE, pygame.K_UP)
    shown.press(pygame.K_RETURN)
    assert shown.screen.session.setup.id == "pinball#2"
    tip = "Last: 20.00, 30.00, DNF(40.00), 52.00+, 1:00.00, average 47.33"
    assert shown.widget("time").tip == f"{tip} – click for all times (Ctrl+T)"


def test_f5_takes_another_start(app):
    shown = app("twist#1:5")
    shown.press(pygame.K_F5)
    assert shown.screen.controller.game_id.endswith(":5")
    assert shown.screen.controller.game_id != "twist#1:5"
    game = app("permute:4", ["human", "human"])
    game.screen.controller.play("Ca1-b2")
    game.press(pygame.K_F5)
    assert game.moves() == ["Ca1-b2"]


def test_a_curve_has_gaps_where_nothing_is_known():
    plot = Rect(0, 0, 20, 10)
    far = [DistanceBound(10, True), None, DistanceBound(0, True)]
    assert progress_points(far, plot, 10) == [(0, 0), None, (20, 10)]


def bounds(shown):
    """Return the distances to the goal in the card, as text."""
    shown.draw()
    return [str(each) for each in shown.screen.panel.cards.bounds]


def test_distances_known_from_a_hint(app):
    shown = app("twist#1")
    controller = shown.screen.controller
    controller.hint_cache.add(controller.session.state, Hint([*["b1", "c1"] * 4, "b1"], True))
    controller.play("a1")
    assert bounds(shown) == ["9", "≤ 10"]


def test_the_card_says_what_the_hint_said_and_counts_no_detours(app):
    controller = (shown := app("twist#1")).screen.controller
    controller.play("a1")
    controller.play("b1")
    controller.hint_cache.add(controller.session.state, Hint([*["c1", "b1"] * 3, "c1"], False))
    controller.request_or_play_hint()
    assert "at most 7 turns to go" in controller.message
    for move, distance in ((None, "7"), ("a2", "8"), ("a2'", "7")):
        controller.play(*[move] if move else ())
        shown.draw()
        assert distance_text(shown.screen.panel.cards.bounds[-1]) == (distance, "at most")


def test_small_puzzles_tell_how_far_it_is_unasked(app, analyses):
    shown = app("twist#2:3")
    shown.wait()
    controller = shown.screen.controller
    assert bounds(shown) == ["3"]
    controller.play(controller.hint_cache.best_solution(controller.session.state).moves[0])
    shown.wait()
    assert bounds(shown) == ["3", "2"]
    assert controller.hint == []  # the hint is not shown
    for move in ("b2", "b2'", "a1"):
        controller.play(move)
    shown.wait()  # distances of skipped positions are computed later
    shown.draw()
    assert all(each.exact for each in shown.screen.panel.cards.bounds)


def test_unknown_distance_is_not_tried_again_at_once(app, monkeypatch):
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


def test_distance_that_is_not_proved_is_not_computed_again(app, monkeypatch):
    workers = app("cube:2#1 U R").screen.workers
    asked = []
    monkeypatch.setattr(workers.workers["group"], "submit", asked.append)
    for moves in (("U", "R"), ("U",)):
        workers._request_distances()
        assert asked[-1].request.moves == moves
        workers._receive_distance(asked[-1], Hint(["F", "R"], False))
    assert [len(job.request.moves) for job in asked] == [2, 1, 1, 0]
