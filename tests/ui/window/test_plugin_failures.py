"""Plugins that fail or hang, and text that cannot be drawn: the window keeps running."""

import time

import pygame
import pytest
from race_plugin import location, modified_race
from support import Noughts, twisty_source

from puzzlekit import Example, load
from puzzlekit.play.game_database import Library
from puzzlekit.play.session import Session
from puzzlekit.ui.theme import THEMES
from puzzlekit.ui.window import app as app_module
from puzzlekit.ui.window.launcher.screen import Launcher
from puzzlekit.ui.window.rules_dialog import RulesDialog

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
"""


@pytest.fixture
def fragile(add_plugin, monkeypatch):
    """Return a plugin and the set of its methods that fail after a move."""
    add_plugin("fragile", twisty_source("Fragile", methods=METHODS))
    kind = type(load("fragile"))
    yield kind.faults
    kind.faults.clear()


@pytest.fixture
def open_hanging_game(app, fragile, monkeypatch):
    """Return a function that opens a game and plays a move during which a method hangs."""
    monkeypatch.setattr(app_module, "STUCK_SECONDS", 0.5)
    monkeypatch.setattr("puzzlekit.ui.window.launcher.cards.THUMBNAIL_SECONDS", 0.5)

    def start(member):
        window = app("fragile#1")
        fragile.add(f"hang in {member}")
        play(window, "L")
        assert window.is_stuck
        return window

    return start


def play(window, move):
    """Play a move like a window event, then draw."""
    with window._guarded():
        window.screen.controller.play(move)
    with window._guarded():
        window.draw()


def test_wrong_result_has_location(app, add_plugin, monkeypatch):
    faulty = modified_race('Result(1 - state[1], "The end is reached")', "'Black'")
    add_plugin("race", faulty)
    window = app("race:3", ["human", "human"])
    shown = []
    monkeypatch.setattr(window, "log", lambda name, text="": shown.append(text))
    play(window, "add2")
    play(window, "add2")
    place = location(faulty, "def result")
    assert f"Race ({place}): result(state) is 'Black'; expected None" in "".join(shown)


def fail(*_, **__):
    raise ZeroDivisionError("no picture")


@pytest.mark.slow
def test_failing_board_is_replaced_by_card(app, monkeypatch):
    window = app("knights")
    before = pygame.surfarray.array3d(window.surface)
    monkeypatch.setattr(window.screen.board, "draw", fail)
    window.draw()
    after = pygame.surfarray.array3d(window.surface)
    left = window.screen.panel.box.left
    assert (before[left:] == after[left:]).all()  # the panel is unchanged
    assert (before[:left] != after[:left]).any()
    card = after[200 : left - 200 : 3, 300:500:3]
    assert len({tuple(pixel) for row in card for pixel in row}) > 10  # the error card has text
    monkeypatch.setattr(window.screen, "build", fail)
    window.screen.rebuild()
    window.draw()
    assert window.screen.fault == "ZeroDivisionError: no picture."


def test_key_released_after_failure_works_again(app, monkeypatch):
    window, keys = app("knights"), []
    monkeypatch.setattr(window.screen, "key", lambda event: keys.append(event.key) or fail())
    for _ in range(2):
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=pygame.K_F1, mod=0, unicode=""))
        window.step()
    assert keys == [pygame.K_F1, pygame.K_F1]


def test_failing_picture_leaves_theme_unchanged(app, monkeypatch):
    monkeypatch.setattr("puzzlekit.ui.window.game.puzzle_cards.position_view", fail)
    window = app("fifteen#1")
    assert window.canvas.shown_errors == {"ZeroDivisionError: no picture."}
    assert window.canvas.theme == THEMES["dark"]


def failing_method(name):
    def call(self, state, *more):
        if self.member == name and state.count(".") <= 6:
            raise ZeroDivisionError(name)
        return getattr(super(Failing, self), name)(state, *more)

    return call


class Failing(Noughts):
    """A game of which one member fails after three moves."""

    name = "Failing"
    legal_moves, pieces, cell_permutation = map(
        failing_method, ("legal_moves", "pieces", "cell_permutation")
    )
    turn, result, status, prompt = map(failing_method, ("turn", "result", "status", "prompt"))

    def __init__(self, member):
        super().__init__()
        self.member = member


def click_cells(window, *cells):
    """Click on cells like a person, then draw."""
    for cell in cells:
        with window._guarded():
            window.touch(cell)
        window.draw()


def brightness(window, cell):
    """Return the brightness of the middle of a cell."""
    x, y = window.spot(cell)
    return sum(window.surface.get_at((round(x), round(y)))[:3])


@pytest.mark.parametrize("member", ["legal_moves", "cell_permutation", "turn", "result", "status"])
def test_board_shows_position_despite_failures(app, member):
    window = app(Session(Failing(member)))
    board, session = window.screen.board, window.screen.session
    for cell in ("a1", "b1", "a2", "b2", "c3"):
        click_cells(window, cell)
        assert board.timeline.pieces == Noughts().pieces(session.state)
        assert not board.selector.path
        stones = [brightness(window, each) for each in window.moves()]
        assert max(stones) - min(stones) < 20
    plays_on = member in ("cell_permutation", "status")
    assert len(window.moves()) == (5 if plays_on else 3)


@pytest.mark.parametrize("member", ["turn", "result", "status", "legal_moves"])
def test_panel_keeps_working_parts(app, member):
    window = app(Session(Failing(member)))
    expected = window.widget_keys()
    click_cells(window, "a1", "b1", "a2")
    assert window.widget_keys() >= expected
    assert window.screen.fault == ""
    assert window.screen.panel.status_box.text.text.endswith(f"raises ZeroDivisionError: {member}.")
    window.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert window.moves() == ["a1", "b1"]
    assert "Failing" not in window.screen.panel.status_box.text.text
    click_cells(window, "a2")
    window.click("new")
    assert window.moves() == []
    window.click("home")
    assert isinstance(window.screen, Launcher)


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_panel_without_picture_of_goal(app, monkeypatch, size):
    window = app("knights", size=size)
    expected = window.widget_keys()
    monkeypatch.setattr("puzzlekit.ui.window.game.puzzle_cards.checked_pieces", fail)
    window.screen.rebuild()
    window.draw()
    assert window.widget_keys() == expected - {"goal-picture"}


def test_click_after_failure_repeats_message(app):
    window = app(Session(Failing("legal_moves")))
    click_cells(window, "a1", "b1", "a2")
    window.click("copy")
    click_cells(window, "c3")
    assert window.screen.status.text.endswith("raises ZeroDivisionError: legal_moves.")


def test_unknown_pieces_are_not_replaced_by_others(app):
    window = app(Session(Failing("pieces")))
    click_cells(window, "a1", "b1")
    assert brightness(window, "c1") > brightness(window, "a1")
    click_cells(window, "a2")
    assert window.moves() == ["a1", "b1", "a2"]
    assert brightness(window, "c1") == brightness(window, "a1")


@pytest.mark.slow
def test_leave_hanging_plugin(open_hanging_game, fragile):
    window = open_hanging_game("look")
    assert window.dialogs[-1].text.startswith("Fragile is not responding.")
    for size in ((700, 500), (900, 640)):  # a stuck plugin is no longer called
        window.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        window._resized()
        window.draw()
    window.click("leave")
    assert isinstance(window.screen, Launcher)
    assert not window.is_stuck
    assert not window.dialogs
    fragile.clear()
    (entry,) = Library().entries("fragile")
    assert entry.moves <= 1


@pytest.mark.slow
def test_wait_for_hanging_plugin(open_hanging_game, fragile):
    window = open_hanging_game("look")
    patience = window._timeout.seconds
    fragile.clear()
    window.click("wait")
    assert not window.dialogs
    assert window._timeout.seconds > patience
    window.screen.controller.play("L")
    window.draw()
    assert window.moves()[-1] == "L"


@pytest.mark.slow
def test_hanging_plugin_is_reported_again(open_hanging_game):
    window = open_hanging_game("moves")
    window._timeout.seconds = 0.1
    with window._guarded():
        window.press(pygame.K_RETURN)
        window.screen.controller.play("L")
    assert window.is_stuck
    window.press(pygame.K_ESCAPE)
    assert isinstance(window.screen, Launcher)


@pytest.mark.slow
def test_hanging_picture_of_rules_is_reported(app, fragile, monkeypatch):
    monkeypatch.setattr(app_module, "STUCK_SECONDS", 0.5)
    window = app("fragile#1")
    monkeypatch.setattr(type(window.screen.rules), "examples", (Example("A", "b", move="L"),))
    fragile.add("hang in look")
    window.show(RulesDialog(window, window.screen.rules))
    with window._guarded():
        window._is_moving()  # is also called without a time limit
    assert not window.is_stuck
    window.step()
    assert window.is_stuck


def test_search_for_any_text(app):
    window = app()
    for text in ("\u200b", "\x00", "\ud800", "e\u0301\u0301", "\u202e", "a" * 70_000):
        window.click("search")
        with window._guarded():
            window.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))
        window.draw()
        assert window.screen.fault == ""
        assert window.screen.selection.query == text
        window.screen.search("")
        window.draw()
        assert window.screen.selection.shown()


@pytest.mark.slow
def test_failing_card_is_reported_once(app, fragile, monkeypatch):
    window = app(speed="normal")
    window.screen.search("fragile")
    window.draw()
    fragile.add("moves")
    now = time.monotonic()
    for second in range(8):
        later = now + second
        monkeypatch.setattr(time, "monotonic", lambda at=later: at)
        window.step()
        if second == 4:
            assert "ZeroDivisionError: moves" in window.dialogs[-1].text
            window.press(pygame.K_ESCAPE)
    assert not window.dialogs


def test_idle_launcher_stops_polling(app, monkeypatch):
    window = app(speed="normal")
    assert window.screen.needs_poll()
    later = time.monotonic() + 60
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert not window.screen.needs_poll()
    window.hover((5, 5))
    assert window.screen.needs_poll()
