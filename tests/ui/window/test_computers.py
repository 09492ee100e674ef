"""Computer players in the window: replies, hints and status messages."""

import pygame
import pytest

from puzzlekit.play.engine import HINT, MOVE, InterimHint, ProgressUpdate
from puzzlekit.play.messages import COMPILING


def text(shown):
    """Return the status message of the panel."""
    return shown.screen.saying.text


def test_a_puzzle_is_solved_with_hints_alone(app):
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


def test_a_hint_is_asked_for_the_position_before_the_first_half_of_a_move(app):
    shown = app("shifty:5,swap=off c3 a1 c4 b1", ["human", "human"])
    shown.click(shown.spot("c4"))
    shown.press(pygame.K_F2)
    assert not shown.screen.board.pointer.path
    assert text(shown) == "Computing hint…"
    shown.press(pygame.K_F2)
    assert text(shown) == "Hint search stopped."
    assert not shown.screen.helpers.workers[HINT].busy


class Slow:
    """A fake worker whose results are set by the test."""

    def __init__(self, screen):
        self.told, self.wanted, self.warming_up = [], None, 0.0
        screen.helpers.workers[HINT] = self

    @property
    def busy(self):
        return self.wanted is not None

    def replace_job(self, job):
        self.wanted = job

    def poll(self):
        return (self.wanted, self.told.pop(0)) if self.told else None

    def stop(self):
        self.wanted = None


def test_a_hint_gets_better_while_one_looks(app):
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
    shown.screen.table.play("F")
    assert not process.busy


@pytest.mark.parametrize("stop", ["key", "button"])
def test_a_first_hint_can_be_given_up(app, stop):
    shown = app("cube:2#1")
    process = Slow(shown.screen)
    shown.click("hint")
    assert process.busy
    if stop == "key":
        shown.press(pygame.K_ESCAPE)
    else:
        shown.click("hint")
    assert text(shown) == "Hint search stopped."
    assert not process.busy
    assert shown.widget("hint").label == "Hint"


def test_a_hint_for_a_position_that_has_passed_is_not_shown(app):
    shown = app("permute:8,swap=off", ["human", "human"])
    shown.screen.controls.ask_hint()
    assert shown.screen.helpers.workers[HINT].busy
    shown.screen.table.play("Ca1-b2")
    assert not shown.screen.helpers.workers[HINT].busy
    shown.wait()
    assert shown.screen.saying.detail[0] == "Yellow to move"


def test_a_computer_answers_and_thinks_no_more_when_one_looks_back(app):
    shown = app("permute:4,swap=off", ["human", "greedy"])
    screen = shown.screen
    screen.table.play("Ca1-b2")
    assert text(shown) == "Yellow is thinking…"
    shown.wait()
    assert screen.session.ply == 2
    assert shown.screen.saying.detail[0] == "Orange to move"
    screen.table.play(screen.rules.legal_moves(screen.session.state)[0])
    assert screen.helpers.workers[MOVE].busy
    shown.press(pygame.K_z, pygame.KMOD_CTRL)
    assert not screen.helpers.workers[MOVE].busy
    assert screen.session.ply == 2


def test_a_game_of_computers_is_played_to_its_end(app):
    shown = app("permute:3", ["random", "random"])
    screen = shown.screen
    while screen.session.result is None:
        shown.wait()
    assert screen.ending is not None
    assert text(shown) == screen.session.result.text


def test_the_card_of_a_computer_has_room_for_what_it_thinks(app, monkeypatch):
    shown = app("permute:12,swap=off", ["human", "greedy"], size=(800, 600), think=True)
    own, other = shown.screen.panel.cards.boxes
    assert other.height > own.height
    assert shown.widget("moves").box.height >= 44
    shown.screen.table.play("Ca1-b2")
    drawn = []
    monkeypatch.setattr(
        shown.canvas, "text", lambda text, at, *more, **also: drawn.append((text, at))
    )
    cards = shown.screen.panel.cards
    cards.draw(shown.canvas)
    ((_, at),) = [each for each in drawn if each[0] == "thinking…"]
    assert cards.boxes[1].collidepoint(at)
    assert at[1] + shown.screen.px(16) <= cards.boxes[1].bottom


def test_a_computer_says_on_its_card_what_it_thinks(app):
    shown = app("hex:3,swap=off", ["human", "mcts:200"])
    screen = shown.screen
    screen.table.play("a1")
    shown.wait()
    thought = screen.table.thoughts[1]
    assert thought.move == screen.session.last_move == thought.principal_variation[0]
    shown.change_setting("think", True)
    assert screen.panel.cards.evaluation_text(thought).startswith(thought.move)
    screen.panel.cards.bar = None
    assert screen.panel.cards.evaluation_text(thought).startswith(
        f"{thought.outlook} · {thought.move}"
    )


def test_a_long_first_thought_is_explained(app, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr("puzzlekit.play.controller.COMPILES_AFTER", 0.0)
    shown = app("hex:3", ["mcts:200", "human"])
    shown.step()
    assert text(shown) == f"Red is thinking… {COMPILING}"
    shown.wait()
    assert shown.screen.saying.detail[0] == "Blue to move"
    monkeypatch.setattr(
        "puzzlekit.play.controller.COMPILES_AFTER", -1.0
    )  # a hint always takes longer than this
    shown.screen.controls.ask_hint()
    shown.step()
    assert text(shown) == f"Computing hint… {COMPILING}"
    shown.wait()
    monkeypatch.setattr("puzzlekit.play.controller.COMPILES_AFTER", 0.0)
    shown.screen.table.play("swap")  # no longer the first move
    assert text(shown) == "Blue is thinking…"


def test_what_fails_in_another_process_is_said(app, add_plugin):
    add_plugin(
        "fragile",
        """
from puzzlekit import Sliding, grid

class Fragile(Sliding):
    \"\"\"It cannot be searched.\"\"\"
    name = "Fragile"

    def __init__(self):
        super().__init__(grid(2, 2), ["1", "2", "3", ""], start=["1", "2", "", "3"])

    def predecessors(self, state):
        raise ZeroDivisionError("oops")

    def play(self, state, move):
        raise ZeroDivisionError("oops")
""",
    )
    shown = app("fragile")
    shown.screen.controls.ask_hint()
    shown.wait()
    assert text(shown).startswith("Fragile (fragile.py, line 15): play(state, ")
    assert text(shown).endswith(" raises ZeroDivisionError: oops.")
