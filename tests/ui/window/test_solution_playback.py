"""Playback of a whole solution: turn by turn, stoppable, undone in one step."""

import pygame
import pytest

from puzzlekit.play.engine import InterimHint
from puzzlekit.solving.short_solutions import Hint

NEAR = "fifteen:3,height=3@1,2,3,4,5,6,.,7,8"
WAY = ["b1-a1", "c1-b1"]
FAR = "fifteen:3,height=3@1,2,3,.,5,6,4,7,8"
LONG = ["a1-a2", "b1-a1", "c1-b1"]


def open_with_hint(app, game=FAR, moves=LONG, **more):
    """Return a window with a puzzle, a hint and no worker process, and the window's clock."""
    window = app(game, **more)
    screen = window.screen
    controller, now = screen.controller, [100.0]
    screen.ticker.solution.now = lambda: now[0]
    controller.hint_cache.add(controller.session.state, Hint(moves, True))
    controller.request_or_play_hint()
    return window, now


def advance(window, now, moves):
    """Advance the clock until the given number of moves has been played."""
    for _ in range(moves):
        now[0] += 10
        window.screen.poll()
        window.draw()


def test_solution_is_played_move_by_move(app):
    window, now = open_with_hint(app)
    window.click("play-all")
    assert window.moves() == []
    for done in range(3):
        assert window.screen.status.text == f"Playing the solution: {done} of 3"
        advance(window, now, 1)
        assert window.moves() == LONG[: done + 1]
        window.screen.poll()  # no further move is due yet
        assert window.moves() == LONG[: done + 1]
    assert window.screen.session.result is not None
    assert not window.screen.ticker.solution.is_on


def test_half_turns_are_played_and_counted_as_one(app):
    window, now = open_with_hint(app, "cube:2 U R R", ["R", "R", "U'"])
    window.click("play-all")
    for done, moves in enumerate(([], ["R", "R"])):
        assert window.screen.status.text == f"Playing the solution: {done} of 2"
        assert window.moves()[3:] == moves
        advance(window, now, 1)
    assert window.moves()[3:] == ["R", "R", "U'"]
    window.screen.controls.undo()
    assert window.moves() == ["U", "R", "R"]


@pytest.mark.parametrize("stop", ["button", "move", pygame.K_ESCAPE, pygame.K_F8, pygame.K_HOME])
def test_playback_is_stopped(app, stop):
    window, now = open_with_hint(app)
    window.press(pygame.K_F8)
    advance(window, now, 1)
    if stop == "button":
        window.click("stop")
    elif stop == "move":
        window.screen.controller.play("a2-a1")
    else:
        window.press(stop)
    advance(window, now, 3)
    played = {"move": [LONG[0], "a2-a1"], pygame.K_HOME: []}
    assert window.moves() == played.get(stop, LONG[:1])
    assert window.screen.controller.may_play()


def test_solution_is_played_once_found(app):
    window = app(FAR)
    screen = window.screen
    controller, now = screen.controller, [100.0]
    screen.ticker.solution.now = lambda: now[0]
    window.press(pygame.K_F8)
    assert controller.message == "The solution will be played when it is found."
    advance(window, now, 1)
    assert window.moves() == []
    controller.receive(controller.request, InterimHint(LONG, False))
    advance(window, now, 3)
    assert window.moves() == LONG

    window = app(FAR)
    window.press(pygame.K_F8)
    window.screen.controls.stop_search()
    window.screen.poll()
    window.screen.controller.hint = LONG
    window.screen.poll()
    assert not window.screen.ticker.solution.is_on


def test_undo_and_redo_whole_solution(app):
    window, now = open_with_hint(app)
    window.press(pygame.K_F8)
    advance(window, now, 3)
    window.screen.controls.undo()
    assert window.moves() == []
    window.screen.controller.redo()
    assert window.moves() == LONG


def test_playback_counts_as_solved_with_help(app, home):
    window, now = open_with_hint(app, NEAR, WAY)
    window.press(pygame.K_F8)
    advance(window, now, 2)
    attempt = window.screen.ticker.timer
    assert window.screen.session.result is not None
    assert attempt.used_hint()
    assert attempt.time_text().endswith("*")
    assert attempt.best_moves() == ""


def test_playback_needs_hint_for_puzzle(app):
    window, _ = open_with_hint(app, NEAR, WAY[:1])
    assert "play-all" not in window.widget_keys()  # a single move is just a hint
    game = app("hex:3", ["human", "human"])
    game.screen.controller.hint = ["b2"]
    game.screen.rebuild()
    assert "play-all" not in game.widget_keys()
    other = app(FAR)
    other.press(pygame.K_F8)
    assert other.screen.controller.is_searching_hint()


@pytest.mark.parametrize("size", [(480, 360), (800, 600)])
def test_button_is_next_to_hint(app, size):
    window, _ = open_with_hint(app, size=size)
    assert window.screen.panel.status_box.box.contains(window.widget("play-all").box)


@pytest.mark.parametrize("stop", ["button", pygame.K_ESCAPE])
def test_hint_after_stopped_search_is_not_played(app, stop):
    window = app(FAR)
    window.press(pygame.K_F8)
    window.click("hint") if stop == "button" else window.press(stop)
    controller = window.screen.controller
    assert controller.request is None
    window.press(pygame.K_F2)
    controller.receive(controller.request, Hint(LONG, True))
    window.screen.poll()
    assert (controller.hint, window.moves()) == (LONG, [])
