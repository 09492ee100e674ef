"""Computer players in the window: replies, hints and status messages."""

import pygame
import pytest
from support import twisty_source

from puzzlekit.play.engine import HINT, MOVE, InterimHint, ProgressUpdate
from puzzlekit.players.player import SearchResult


def text(shown):
    return shown.screen.status.text


def test_puzzle_is_solved_with_hints_alone(app):
    shown = app("fifteen:2,height=2#5")
    screen = shown.screen
    while screen.session.result is None:
        shown.press(pygame.K_F2)
        shown.wait()
        assert text(shown).startswith("Hint: ")
        assert shown.widget("hint").on
        shown.press(pygame.K_F2)
    assert screen.ending is not None
    assert text(shown).startswith("Solved in")
    shown.click("end-close")
    assert screen.ending is None


def test_hint_takes_back_half_a_move(app):
    shown = app("shifty:5,swap=off c3 a1 c4 b1", ["human", "human"])
    shown.touch("c4")
    shown.press(pygame.K_F2)
    assert not shown.screen.board.selector.path
    assert text(shown) == "Computing hint…"
    shown.click("hint")
    assert text(shown) == "Hint search stopped."
    assert not shown.screen.workers.workers[HINT].busy


class Slow:
    """A fake worker whose results are set by the test."""

    def __init__(self, screen, kind=HINT):
        self.told, self.wanted = [], None
        screen.workers.workers[kind].stop()
        screen.workers.workers[kind] = self

    @property
    def busy(self):
        return self.wanted is not None

    def replace_job(self, job):
        self.wanted = job

    def poll(self):
        return (self.wanted, self.told.pop(0)) if self.told else None

    def stop(self):
        self.wanted = None


@pytest.mark.parametrize("stop", ["key", "button"])
def test_hint_search_is_followed_and_stopped(app, stop):
    shown = app("cube:2#1")
    process = Slow(shown.screen)
    shown.click("hint")
    assert process.busy
    assert shown.widget("hint").label == "Stop"
    process.told = [ProgressUpdate("words of the table", 1, 4)]
    shown.step()
    assert text(shown) == "Computing hint (25%)…"
    shown.press(pygame.K_ESCAPE) if stop == "key" else shown.click("hint")
    assert text(shown) == "Hint search stopped."
    assert not process.busy
    assert shown.widget("hint").label == "Hint"


def test_interim_hint_is_played_while_the_search_goes_on(app):
    shown = app("cube:2#1")
    process = Slow(shown.screen)
    shown.press(pygame.K_F2)
    process.told = [InterimHint(["R", "U"], False)]
    shown.step()
    assert text(shown) == "Hint: R (at most 2 turns to go). Looking for a shorter solution…"
    assert shown.widget("hint").label == "Hint"
    shown.press(pygame.K_F2)
    assert shown.moves() == ["R"]
    assert not process.busy


def test_card_has_room_for_thoughts(app, written):
    shown = app("permute:12,swap=off", ["human", "greedy"], size=(800, 600), think=True)
    own, other = shown.screen.panel.cards.boxes
    assert other.height > own.height
    assert shown.widget("moves").box.height >= 44
    shown.screen.controller.play("Ca1-b2")
    cards = shown.screen.panel.cards
    cards.draw(shown.canvas)
    at = written["thinking…"].topleft
    assert cards.boxes[1].collidepoint(at)
    assert at[1] + shown.screen.px(16) <= cards.boxes[1].bottom


def test_card_shows_thoughts(app):
    shown = app("hex:3,swap=off", ["human", "mcts:200"])
    Slow(shown.screen, MOVE)
    controller = shown.screen.controller
    controller.play("a1")
    thought = SearchResult("b2", ("b2", "c1"), 0.75, 200)
    controller.receive(controller.request, thought)
    cards = shown.screen.panel.cards
    assert cards.evaluation_text(controller.thoughts[1]) == "b2 c1"
    cards.bar = None
    assert cards.evaluation_text(thought) == f"{thought.chance_text} · b2 c1"


def test_failure_in_another_process(app, add_plugin):
    methods = (
        "    def start(self, rng=None):\n        return *'2341',\n"
        "    def play(self, state, move):\n        raise ZeroDivisionError('oops')\n"
    )
    add_plugin("fragile", twisty_source("Fragile", methods=methods))
    shown = app("fragile")
    shown.screen.controls.request_or_play_hint()
    shown.wait()
    assert text(shown).startswith("Fragile (fragile.py, line 14): play(state, ")
    assert text(shown).endswith(" raises ZeroDivisionError: oops.")
