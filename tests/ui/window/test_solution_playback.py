"""Playback of a whole solution: turn by turn, stoppable, undone in one step."""

import pygame
import pytest

from puzzlekit.play.engine import InterimHint
from puzzlekit.solving.short_solutions import Hint

NEAR = "fifteen:3,height=3@1,2,3,4,5,6,.,7,8"
WAY = ["b1-a1", "c1-b1"]
FAR = "fifteen:3,height=3@1,2,3,.,5,6,4,7,8"
LONG = ["a1-a2", "b1-a1", "c1-b1"]


def hinted(app, game=FAR, way=LONG, **more):
    """Return a window with a puzzle, a hint and no worker process, and the window's clock."""
    shown = app(game, **more)
    screen = shown.screen
    controller, now = screen.controller, [100.0]
    screen.ticker.solution.now = lambda: now[0]
    controller.hint_cache.add(controller.session.state, Hint(way, True))
    controller.request_or_play_hint()
    return shown, now


def go_on(shown, now, moves):
    """Advance the clock until the given number of moves has been played."""
    for _ in range(moves):
        now[0] += 10
        shown.screen.poll()
        shown.draw()


def test_solution_is_played_move_by_move(app):
    shown, now = hinted(app)
    shown.click("play-all")
    assert shown.moves() == []
    for done in range(3):
        assert shown.screen.status.text == f"Playing the solution: {done} of 3"
        go_on(shown, now, 1)
        assert shown.moves() == LONG[: done + 1]
        shown.screen.poll()  # no further move is due yet
        assert shown.moves() == LONG[: done + 1]
    assert shown.screen.session.result is not None
    assert not shown.screen.ticker.solution.is_on


def test_half_turns_are_played_and_counted_as_one(app):
    shown, now = hinted(app, "cube:2 U R R", ["R", "R", "U'"])
    shown.click("play-all")
    for done, moves in enumerate(([], ["R", "R"])):
        assert shown.screen.status.text == f"Playing the solution: {done} of 2"
        assert shown.moves()[3:] == moves
        go_on(shown, now, 1)
    assert shown.moves()[3:] == ["R", "R", "U'"]
    shown.screen.controls.undo()
    assert shown.moves() == ["U", "R", "R"]


@pytest.mark.parametrize("stop", ["button", "move", pygame.K_ESCAPE, pygame.K_F8, pygame.K_HOME])
def test_playback_is_stopped(app, stop):
    shown, now = hinted(app)
    shown.press(pygame.K_F8)
    go_on(shown, now, 1)
    if stop == "button":
        shown.click("stop")
    elif stop == "move":
        shown.screen.controller.play("a2-a1")
    else:
        shown.press(stop)
    go_on(shown, now, 3)
    played = {"move": [LONG[0], "a2-a1"], pygame.K_HOME: []}
    assert shown.moves() == played.get(stop, LONG[:1])
    assert shown.screen.controller.may_play()


def test_solution_is_played_when_it_is_found(app):
    shown = app(FAR)
    screen = shown.screen
    controller, now = screen.controller, [100.0]
    screen.ticker.solution.now = lambda: now[0]
    shown.press(pygame.K_F8)
    assert controller.message == "The solution will be played when it is found."
    go_on(shown, now, 1)
    assert shown.moves() == []
    controller.receive(controller.request, InterimHint(LONG, False))
    go_on(shown, now, 3)
    assert shown.moves() == LONG

    shown = app(FAR)
    shown.press(pygame.K_F8)
    shown.screen.controls.stop_search()
    shown.screen.poll()
    shown.screen.controller.hint = LONG
    shown.screen.poll()
    assert not shown.screen.ticker.solution.is_on


def test_undo_takes_all_of_it_back_and_redo_makes_it_again(app):
    shown, now = hinted(app)
    shown.press(pygame.K_F8)
    go_on(shown, now, 3)
    shown.screen.controls.undo()
    assert shown.moves() == []
    shown.screen.controller.redo()
    assert shown.moves() == LONG


def test_played_solution_counts_as_solved_with_help(app, home):
    shown, now = hinted(app, NEAR, WAY)
    shown.press(pygame.K_F8)
    go_on(shown, now, 2)
    attempt = shown.screen.ticker.timer
    assert shown.screen.session.result is not None
    assert attempt.used_hint()
    assert attempt.time_text().endswith("*")
    assert attempt.best_moves() == ""


def test_playback_is_for_puzzles_with_a_hint(app):
    shown, _ = hinted(app, NEAR, WAY[:1])
    assert "play-all" not in shown.widget_keys()  # a single move is just a hint
    game = app("hex:3", ["human", "human"])
    game.screen.controller.hint = ["b2"]
    game.screen.rebuild()
    assert "play-all" not in game.widget_keys()
    other = app(FAR)
    other.press(pygame.K_F8)
    assert other.screen.controller.is_searching_hint()


@pytest.mark.parametrize("size", [(480, 360), (800, 600)])
def test_the_button_stands_in_the_box_beside_the_hint(app, size):
    shown, _ = hinted(app, size=size)
    assert shown.screen.panel.status_box.box.contains(shown.widget("play-all").box)


@pytest.mark.parametrize("stop", ["button", pygame.K_ESCAPE])
def test_hint_after_a_stopped_search_for_the_solution_is_not_played(app, stop):
    shown = app(FAR)
    shown.press(pygame.K_F8)
    shown.click("hint") if stop == "button" else shown.press(stop)
    controller = shown.screen.controller
    assert controller.request is None
    shown.press(pygame.K_F2)
    controller.receive(controller.request, Hint(LONG, True))
    shown.screen.poll()
    assert (controller.hint, shown.moves()) == (LONG, [])
