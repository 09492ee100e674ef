"""Computer players in the window: replies, hints and status messages."""

import pygame
import pytest
from support import twisty_source

from puzzlekit.play.engine import HINT, MOVE, InterimHint, ProgressUpdate
from puzzlekit.play.messages import COMPILING


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
    shown.press(pygame.K_F2)
    assert text(shown) == "Hint search stopped."
    assert not shown.screen.workers.workers[HINT].busy


class Slow:
    """A fake worker whose results are set by the test."""

    def __init__(self, screen):
        self.told, self.wanted, self.warming_up = [], None, 0.0
        screen.workers.workers[HINT] = self

    @property
    def busy(self):
        return self.wanted is not None

    def replace_job(self, job):
        self.wanted = job

    def poll(self):
        return (self.wanted, self.told.pop(0)) if self.told else None

    def stop(self):
        self.wanted = None


def test_hint_improves_during_the_search(app):
    shown = app("cube:2#1")
    process = Slow(shown.screen)
    shown.press(pygame.K_F2)
    assert shown.widget("hint").label == "Stop"
    process.told = [ProgressUpdate("words of the table", 1, 4)]
    shown.step()
    assert text(shown) == "Computing hint… words of the table: 25 %"
    process.told = [InterimHint(["U", "R", "F"], False), InterimHint(["R", "U"], False)]
    shown.step()
    assert text(shown) == "Hint: U (at most 3 moves to go). Looking for a shorter solution…"
    assert shown.widget("hint").label == "Hint"
    shown.step()
    assert text(shown) == "Hint: R (at most 2 moves to go). Looking for a shorter solution…"
    shown.press(pygame.K_ESCAPE)
    assert text(shown) == "Hint: R (at most 2 moves to go)."
    assert not process.busy
    shown.press(pygame.K_F2)
    assert shown.moves() == ["R"]
    shown.press(pygame.K_F2)  # plays the rest of the solution and continues from there
    assert text(shown) == "Hint: U (at most 1 move to go). Looking for a shorter solution…"
    shown.screen.controller.play("F")
    assert not process.busy


@pytest.mark.parametrize("stop", ["key", "button"])
def test_hint_search_can_be_stopped(app, stop):
    shown = app("cube:2#1")
    process = Slow(shown.screen)
    shown.click("hint")
    assert process.busy
    shown.press(pygame.K_ESCAPE) if stop == "key" else shown.click("hint")
    assert text(shown) == "Hint search stopped."
    assert not process.busy
    assert shown.widget("hint").label == "Hint"


def test_late_hint_is_dropped(app):
    shown = app("permute:8,swap=off", ["human", "human"])
    shown.screen.controls.ask_hint()
    assert shown.screen.workers.workers[HINT].busy
    shown.screen.controller.play("Ca1-b2")
    assert not shown.screen.workers.workers[HINT].busy
    shown.wait()
    assert shown.screen.status.detail[0] == "Yellow to move"


def test_undo_stops_the_computer(app):
    shown = app("permute:4,swap=off", ["human", "greedy"])
    screen = shown.screen
    screen.controller.play("Ca1-b2")
    assert text(shown) == "Yellow is thinking…"
    shown.wait()
    assert screen.session.ply == 2
    assert shown.screen.status.detail[0] == "Orange to move"
    screen.controller.play(screen.rules.legal_moves(screen.session.state)[0])
    assert screen.workers.workers[MOVE].busy
    shown.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert not screen.workers.workers[MOVE].busy
    assert screen.session.ply == 2


def test_game_of_computers(app):
    shown = app("permute:3", ["random", "random"])
    screen = shown.screen
    while screen.session.result is None:
        shown.wait()
    assert screen.ending is not None
    assert text(shown) == screen.session.result.text


def test_card_has_room_for_thoughts(app, monkeypatch):
    shown = app("permute:12,swap=off", ["human", "greedy"], size=(800, 600), think=True)
    own, other = shown.screen.panel.cards.boxes
    assert other.height > own.height
    assert shown.widget("moves").box.height >= 44
    shown.screen.controller.play("Ca1-b2")
    drawn = []
    monkeypatch.setattr(shown.canvas, "text", lambda text, at, *_, **__: drawn.append((text, at)))
    cards = shown.screen.panel.cards
    cards.draw(shown.canvas)
    ((_, at),) = [each for each in drawn if each[0] == "thinking…"]
    assert cards.boxes[1].collidepoint(at)
    assert at[1] + shown.screen.px(16) <= cards.boxes[1].bottom


def test_card_shows_thoughts(app):
    shown = app("hex:3,swap=off", ["human", "mcts:200"])
    screen = shown.screen
    screen.controller.play("a1")
    shown.wait()
    thought = screen.controller.thoughts[1]
    assert thought.move == screen.session.last_move == thought.principal_variation[0]
    shown.change_setting("think", True)
    assert screen.panel.cards.evaluation_text(thought).startswith(thought.move)
    screen.panel.cards.bar = None
    text = screen.panel.cards.evaluation_text(thought)
    assert text.startswith(f"{thought.outlook} · {thought.move}")


def test_compiling_notice(app, monkeypatch):
    pytest.importorskip("numba")
    limit = "puzzlekit.play.controller.COMPILES_AFTER"
    monkeypatch.setattr(limit, 0.0)
    shown = app("hex:3", ["mcts:200", "human"])
    shown.step()
    assert text(shown) == f"Red is thinking… {COMPILING}"
    shown.wait()
    assert shown.screen.status.detail[0] == "Blue to move"
    monkeypatch.setattr(limit, -1.0)  # a hint always takes longer than this
    shown.screen.controls.ask_hint()
    shown.step()
    assert text(shown) == f"Computing hint… {COMPILING}"
    shown.wait()
    monkeypatch.setattr(limit, 0.0)
    shown.screen.controller.play("swap")  # no longer the first move
    assert text(shown) == "Blue is thinking…"


def test_failure_in_another_process(app, add_plugin):
    methods = (
        "    def start(self, rng=None):\n        return *'2341',\n"
        "    def play(self, state, move):\n        raise ZeroDivisionError('oops')\n"
    )
    add_plugin("fragile", twisty_source("Fragile", methods=methods))
    shown = app("fragile")
    shown.screen.controls.ask_hint()
    shown.wait()
    assert text(shown).startswith("Fragile (fragile.py, line 14): play(state, ")
    assert text(shown).endswith(" raises ZeroDivisionError: oops.")
