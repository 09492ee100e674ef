"""Computer players in the window: replies, hints and status messages."""

import pygame
import pytest
from support import twisty_source

from puzzlekit.play.engine import HINT, MOVE, InterimHint, ProgressUpdate
from puzzlekit.players.player import SearchResult


def status_text(window):
    return window.screen.status.text


def test_solve_with_hints_only(app):
    window = app("fifteen:2,height=2#5")
    screen = window.screen
    while screen.session.result is None:
        window.press(pygame.K_F2)
        window.wait()
        assert status_text(window).startswith("Hint: ")
        assert window.widget("hint").on
        window.press(pygame.K_F2)
    assert screen.ending is not None
    assert status_text(window).startswith("Solved in")
    window.click("end-close")
    assert screen.ending is None


def test_hint_clears_partial_move(app):
    window = app("shifty:5,swap=off c3 a1 c4 b1", ["human", "human"])
    window.touch("c4")
    window.press(pygame.K_F2)
    assert not window.screen.board.selector.path
    assert status_text(window) == "Computing hint…"
    window.click("hint")
    assert status_text(window) == "Hint search stopped."
    assert not window.screen.workers.workers[HINT].busy


class FakeWorker:
    """A fake worker whose results are set by the test."""

    def __init__(self, screen, kind=HINT):
        self.results, self.wanted = [], None
        screen.workers.workers[kind].stop()
        screen.workers.workers[kind] = self

    @property
    def busy(self):
        return self.wanted is not None

    def replace_job(self, job):
        self.wanted = job

    def poll(self):
        return (self.wanted, self.results.pop(0)) if self.results else None

    def stop(self):
        self.wanted = None


@pytest.mark.parametrize("stop", ["key", "button"])
def test_follow_and_stop_hint_search(app, stop):
    window = app("cube:2#1")
    process = FakeWorker(window.screen)
    window.click("hint")
    assert process.busy
    assert window.widget("hint").label == "Stop"
    process.results = [ProgressUpdate("words of the table", 1, 4)]
    window.step()
    assert status_text(window) == "Computing hint (25%)…"
    window.press(pygame.K_ESCAPE) if stop == "key" else window.click("hint")
    assert status_text(window) == "Hint search stopped."
    assert not process.busy
    assert window.widget("hint").label == "Hint"


def test_play_interim_hint_during_search(app):
    window = app("cube:2#1")
    process = FakeWorker(window.screen)
    window.press(pygame.K_F2)
    process.results = [InterimHint(["R", "U"], False)]
    window.step()
    assert status_text(window) == "Hint: R (at most 2 turns to go). Looking for a shorter solution…"
    assert window.widget("hint").label == "Hint"
    window.press(pygame.K_F2)
    assert window.moves() == ["R"]
    assert not process.busy


def test_card_has_space_for_engine_lines(app, drawn_texts):
    window = app("permute:12,swap=off", ["human", "greedy"], size=(800, 600), think=True)
    own, other = window.screen.panel.cards.boxes
    assert other.height > own.height
    assert window.widget("moves").box.height >= 44
    window.screen.controller.play("Ca1-b2")
    cards = window.screen.panel.cards
    cards.draw(window.canvas)
    at = drawn_texts["thinking…"].topleft
    assert cards.boxes[1].collidepoint(at)
    assert at[1] + window.screen.px(16) <= cards.boxes[1].bottom


def test_card_shows_engine_lines(app):
    window = app("hex:3,swap=off", ["human", "mcts:200"])
    FakeWorker(window.screen, MOVE)
    controller = window.screen.controller
    controller.play("a1")
    thought = SearchResult("b2", ("b2", "c1"), 0.75, 200)
    controller.receive(controller.request, thought)
    cards = window.screen.panel.cards
    assert cards.evaluation_text(controller.thoughts[1]) == "b2 c1"
    cards.bar = None
    assert cards.evaluation_text(thought) == f"{thought.chance_text} · b2 c1"


def test_failure_in_worker(app, add_plugin):
    methods = (
        "    def start(self, rng=None):\n        return *'2341',\n"
        "    def play(self, state, move):\n        raise ZeroDivisionError('oops')\n"
    )
    add_plugin("fragile", twisty_source("Fragile", methods=methods))
    window = app("fragile")
    window.screen.controls.request_or_play_hint()
    window.wait()
    assert status_text(window).startswith("Fragile (fragile.py, line 14): play(state, ")
    assert status_text(window).endswith(" raises ZeroDivisionError: oops.")
