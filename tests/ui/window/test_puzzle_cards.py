"""The cards of a puzzle: at every size, with the timer running and stopped."""

import pygame
import pytest
from support import assert_apart

from puzzlekit import PuzzlekitError
from puzzlekit.play.distance_bounds import DistanceBound
from puzzlekit.play.engine import ProgressUpdate, Request
from puzzlekit.play.solve_history import Solve, SolveHistory
from puzzlekit.solving.hints import Hint
from puzzlekit.ui.window.drawing.canvas import Rect
from puzzlekit.ui.window.game.puzzle_cards import distance_text, progress_points
from puzzlekit.ui.worker import DISTANCE, Job

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
    screen.pace.attempt.now = lambda: now[0]
    screen.helpers.stop()
    assert not screen.waiting()
    screen.table.play("b1-a1")
    screen.helpers.stop()  # keep the analysis of the group out of the way
    assert screen.waiting()
    screen.poll()
    shown.draw()
    shown.dirty = False
    screen.poll()
    assert not shown.dirty
    now[0] = 1.5
    screen.poll()
    assert shown.dirty
    screen.table.play("c1-b1")
    assert screen.pace.attempt.time() == "0:01.50"
    assert not screen.pace.attempt.is_running


def test_five_times_and_their_average_are_seen(app, home):
    for took in (1000, 1100, 1200, 100, 9000):
        SolveHistory().add(Solve("twist", "other", 9, took))
    shown = app("twist#1")
    assert "average 0:11.00" in shown.widget("time").tip


def test_f5_takes_another_start(app):
    shown = app("twist#1:5")
    shown.press(pygame.K_F5)
    assert shown.screen.table.game_id.endswith(":5")
    assert shown.screen.table.game_id != "twist#1:5"
    game = app("permute:4", ["human", "human"])
    game.screen.table.play("Ca1-b2")
    game.press(pygame.K_F5)
    assert game.moves() == ["Ca1-b2"]


def test_a_curve_has_gaps_where_nothing_is_known():
    plot = Rect(0, 0, 20, 10)
    far = [DistanceBound(10, True), None, DistanceBound(0, True)]
    assert progress_points(far, plot, 10) == [(0, 0), None, (20, 10)]


def bounds(shown):
    """Return the distances to the goal in the card, as text."""
    return [str(each) for each in shown.screen.panel.cards.far]


def test_distances_known_from_a_hint(app):
    shown = app("twist#1")
    table = shown.screen.table
    table.hint_cache.add(table.session.state, Hint(["a1"] * 9, True))
    table.play("a1")
    assert bounds(shown) == ["9", "≤ 10"]


def test_the_card_says_what_the_hint_said_and_counts_no_detours(app):
    table = (shown := app("twist#1")).screen.table
    table.play("a1")
    table.play("b1")
    table.hint_cache.add(table.session.state, Hint(["c1"] * 7, False))
    table.ask_hint()
    assert "at most 7 moves to go" in table.message
    for move, distance in ((None, "7"), ("a2", "8"), ("a2'", "7")):
        table.play(*[move] if move else ())
        assert distance_text(shown.screen.panel.cards.far[-1]) == (distance, "at most")


def test_small_puzzles_tell_how_far_it_is_unasked(app, monkeypatch):
    monkeypatch.setattr("puzzlekit.ui.window.game.workers.SMALL", 24)
    shown = app("twist#1:3")
    shown.wait()
    table = shown.screen.table
    assert bounds(shown) == ["3"]
    table.play(table.hint_cache.best_solution(table.session.state).moves[0])
    shown.wait()
    assert bounds(shown) == ["3", "2"]
    assert table.hint == []  # the hint is not shown
    for move in ("b2", "b2'", "a1"):
        table.play(move)
    shown.wait()  # distances of skipped positions are computed later
    assert all(each.exact for each in shown.screen.panel.cards.far)


def test_unknown_distance_is_not_tried_again_at_once(app, monkeypatch):
    monkeypatch.setattr("puzzlekit.ui.window.game.workers.SMALL", 24)
    helpers = app("fifteen#1").screen.helpers
    job = Job(helpers.table.game_id, Request(DISTANCE, ("c1-d1",)))
    helpers._take_distance(job, ProgressUpdate("states", 9000, None))
    assert helpers._next_look == 0
    helpers._take_distance(job, PuzzlekitError("It is too far."))
    asked = []
    monkeypatch.setattr(helpers.workers["group"], "submit", asked.append)
    helpers._measure()
    assert not asked
    helpers._next_look = 0
    helpers._measure()
    assert [job.request.kind for job in asked] == [DISTANCE]
