"""Plugins that fail or hang, and text that cannot be drawn: the window keeps running."""

import time

import pygame
import pytest
from support import Noughts, twisty_source

from puzzlekit import load
from puzzlekit.play.game_database import Library
from puzzlekit.play.session import Session
from puzzlekit.ui.window import app as app_module
from puzzlekit.ui.window.game.screen import GameScreen
from puzzlekit.ui.window.launcher.screen import Launcher

# The watchdog can interrupt Hypothesis during garbage collection, where exceptions cannot
# propagate. Python warns about that, but nothing is lost: the watchdog interrupts again.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Exception ignored in. .function gc_cumulative_time"
    ":pytest.PytestUnraisableExceptionWarning"
)

METHODS = """
    faults = set()

    def _fail(self, where, state):
        while f"hang in {where}" in self.faults:
            pass
        if where in self.faults and state != self.start():
            raise ZeroDivisionError(where)

    def pieces(self, state):
        self._fail("look", state)
        return super().pieces(state)

    def legal_moves(self, state):
        self._fail("moves", state)
        return super().legal_moves(state)

    def cell_permutation(self, state, move):
        self._fail("carry", self.play(state, move))
        return super().cell_permutation(state, move)

    def status(self, state):
        self._fail("status", state)
        return super().status(state)

    def result(self, state):
        self._fail("result", state)
        return super().result(state)
"""


@pytest.fixture
def fragile(add_plugin, monkeypatch):
    """Return a plugin and the set of its methods that fail after a move."""
    add_plugin("fragile", twisty_source("Fragile", methods=METHODS))
    kind = type(load("fragile"))
    yield kind.faults
    kind.faults.clear()


@pytest.fixture
def stuck(app, fragile, monkeypatch):
    """Return a function that opens a game and plays a move during which a method hangs."""
    monkeypatch.setattr(app_module, "STUCK_SECONDS", 0.5)
    monkeypatch.setattr("puzzlekit.ui.window.launcher.cards.THUMBNAIL_SECONDS", 0.5)

    def start(member):
        shown = app("fragile#1")
        fragile.add(f"hang in {member}")
        play(shown, "L")
        assert shown.is_stuck
        return shown

    return start


def play(shown, move):
    """Play a move like a window event, then draw."""
    with shown._guarded():
        shown.screen.controller.play(move)
    with shown._guarded():
        shown.draw()


@pytest.mark.slow
@pytest.mark.parametrize("member", ["look", "moves", "carry", "status", "result"])
def test_a_member_that_raises_is_told_of_and_the_window_lives(app, fragile, member):
    shown = app("fragile#1")
    fragile.add(member)
    play(shown, "L")
    for key in (pygame.K_UP, pygame.K_RETURN, pygame.K_u, pygame.K_F2, pygame.K_LEFT):
        with shown._guarded():
            shown.press(key)
    fragile.clear()
    with shown._guarded():
        shown.screen.controller.restart()
    shown.screen.rebuild()
    shown.draw()
    assert isinstance(shown.screen, GameScreen)
    assert shown.screen.fault == ""
    shown.go_home()
    assert isinstance(shown.screen, Launcher)


def fail(*_, **__):
    raise ZeroDivisionError("no picture")


@pytest.mark.slow
def test_failing_board_is_replaced_by_a_card(app, monkeypatch):
    shown = app("knights")
    before = pygame.surfarray.array3d(shown.surface)
    monkeypatch.setattr(shown.screen.board, "draw", fail)
    shown.draw()
    after = pygame.surfarray.array3d(shown.surface)
    left = shown.screen.panel.box.left
    assert (before[left:] == after[left:]).all()  # the panel is unchanged
    assert (before[:left] != after[:left]).any()
    card = after[200 : left - 200 : 3, 300:500:3]
    assert len({tuple(pixel) for row in card for pixel in row}) > 10  # the error card has text
    monkeypatch.setattr(shown.screen, "build", fail)
    shown.screen.rebuild()
    shown.draw()
    assert shown.screen.fault == "ZeroDivisionError: no picture."


def failing(name):
    def call(self, state, *more):
        if self.member == name and state.count(".") <= 6:
            raise ZeroDivisionError(name)
        return getattr(super(Failing, self), name)(state, *more)

    return call


class Failing(Noughts):
    """A game of which one member fails after three moves."""

    name = "Failing"
    legal_moves, pieces, cell_permutation = map(
        failing, ("legal_moves", "pieces", "cell_permutation")
    )
    turn, result, status, prompt = map(failing, ("turn", "result", "status", "prompt"))

    def __init__(self, member):
        super().__init__()
        self.member = member


def touch(shown, *cells):
    """Click on cells like a person, then draw."""
    for cell in cells:
        with shown._guarded():
            shown.touch(cell)
        shown.draw()


def shade(shown, cell):
    """Return the brightness of the middle of a cell."""
    x, y = shown.spot(cell)
    return sum(shown.surface.get_at((round(x), round(y)))[:3])


@pytest.mark.parametrize("member", ["legal_moves", "cell_permutation", "turn", "result", "status"])
def test_board_shows_the_position_whatever_fails(app, member):
    shown = app(Session(Failing(member)))
    board, session = shown.screen.board, shown.screen.session
    for cell in ("a1", "b1", "a2", "b2", "c3"):
        touch(shown, cell)
        assert board.timeline.pieces == Noughts().pieces(session.state)
        assert not board.selector.path
        stones = [shade(shown, each) for each in shown.moves()]
        assert max(stones) - min(stones) < 20
    plays_on = member in ("cell_permutation", "status")
    assert len(shown.moves()) == (5 if plays_on else 3)


@pytest.mark.parametrize("member", ["turn", "result", "status", "legal_moves"])
def test_panel_keeps_what_does_not_fail(app, member):
    shown = app(Session(Failing(member)))
    kept = shown.widget_keys()
    touch(shown, "a1", "b1", "a2")
    assert shown.widget_keys() >= kept
    assert shown.screen.fault == ""
    assert shown.screen.panel.status_box.message.text.endswith(
        f"raises ZeroDivisionError: {member}."
    )
    shown.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert shown.moves() == ["a1", "b1"]
    assert "Failing" not in shown.screen.panel.status_box.message.text
    touch(shown, "a2")
    shown.click("new")
    assert shown.moves() == []
    shown.click("home")
    assert isinstance(shown.screen, Launcher)


def test_click_after_a_fault_repeats_the_message(app):
    shown = app(Session(Failing("legal_moves")))
    touch(shown, "a1", "b1", "a2")
    shown.click("copy")
    touch(shown, "c3")
    assert shown.screen.status.text.endswith("raises ZeroDivisionError: legal_moves.")


def test_unknown_pieces_are_not_replaced_by_others(app):
    shown = app(Session(Failing("pieces")))
    touch(shown, "a1", "b1")
    assert shade(shown, "c1") > shade(shown, "a1")
    touch(shown, "a2")
    assert shown.moves() == ["a1", "b1", "a2"]
    assert shade(shown, "c1") == shade(shown, "a1")


@pytest.mark.slow
def test_hanging_plugin_is_left(stuck, fragile):
    shown = stuck("look")
    assert shown.dialogs[-1].text.startswith("Fragile is not responding.")
    for size in ((700, 500), (900, 640)):  # a stuck plugin is no longer called
        shown.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        shown._resized()
        shown.draw()
    shown.click("leave")
    assert isinstance(shown.screen, Launcher)
    assert not shown.is_stuck
    assert not shown.dialogs
    fragile.clear()
    (entry,) = Library().entries("fragile")
    assert entry.moves <= 1


@pytest.mark.slow
def test_hanging_plugin_is_waited_for(stuck, fragile):
    shown = stuck("look")
    patience = shown._timeout.seconds
    fragile.clear()
    shown.click("wait")
    assert not shown.dialogs
    assert shown._timeout.seconds > patience
    shown.screen.controller.play("L")
    shown.draw()
    assert shown.moves()[-1] == "L"


@pytest.mark.slow
def test_hanging_plugin_is_reported_again(stuck):
    shown = stuck("moves")
    shown._timeout.seconds = 0.1
    with shown._guarded():
        shown.press(pygame.K_RETURN)
        shown.screen.controller.play("L")
    assert shown.is_stuck
    shown.press(pygame.K_ESCAPE)
    assert isinstance(shown.screen, Launcher)


def test_any_text_can_be_searched_for(app):
    shown = app()
    for text in ("\u200b", "\x00", "\ud800", "e\u0301\u0301", "\u202e", "a" * 70_000):
        shown.click("search")
        with shown._guarded():
            shown.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))
        shown.draw()
        assert shown.screen.fault == ""
        assert shown.screen.selection.query == text
        shown.screen.search("")
        shown.draw()
        assert shown.screen.selection.shown()


def test_a_launcher_that_nobody_touches_rests(app, monkeypatch):
    shown = app(speed="normal")
    assert shown.screen.needs_poll()
    later = time.monotonic() + 60
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert not shown.screen.needs_poll()
    shown.hover((5, 5))
    assert shown.screen.needs_poll()
