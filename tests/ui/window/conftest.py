"""Fixtures for windows: driven by posted events, and real ones."""

import os
import subprocess
from contextlib import ExitStack, closing

import pytest
from driven_window import DrivenWindow
from real_window import Window

from puzzlekit.play.new_game import new_session
from puzzlekit.ui.settings import Settings
from puzzlekit.ui.window.drawing import canvas
from puzzlekit.ui.window.game.workers import Workers


@pytest.fixture
def analyses():
    """Analyse positions in another process, as the window does."""


@pytest.fixture
def no_analyses(request, monkeypatch):
    """Start no analyses of positions, unless the test uses `analyses`."""
    if "analyses" not in request.fixturenames:
        monkeypatch.setattr(Workers, "submit_jobs", Workers.start_request)


@pytest.fixture
def open_window(home, monkeypatch):
    """Yield a function that opens a window, which is closed after the test.

    The windows of all tests share their pictures, because drawing large ones is slow.
    """
    monkeypatch.setattr(canvas, "MAX_SHARED_PIXELS", 1 << 20)
    with ExitStack() as windows:
        yield lambda *given, **more: windows.enter_context(closing(DrivenWindow(*given, **more)))


@pytest.fixture
def open_blank_window(open_window):
    """Return a function that opens a window without a screen."""

    def start(*, size=(1280, 800), **settings):
        settings["width"], settings["height"] = size
        settings = Settings(**{"speed": "off", "sound": False, **settings})
        return open_window(settings, remember=False)

    return start


@pytest.fixture
def app(open_blank_window, no_analyses):
    """Return a function that opens a window: the launcher, or a game by ID or session."""

    def start(game=None, players=None, **settings):
        window = open_blank_window(**settings)
        if game is None:
            window.go_home()
        else:
            window.play(new_session(game, players) if isinstance(game, str) else game)
        window.draw()
        return window

    return start


@pytest.fixture
def open_launcher(open_window):
    """Return a function that opens a launcher that saves its settings."""

    def start(settings=None, **more):
        window = open_window(settings or Settings(speed="off"), **more)
        window.go_home()
        return window

    return start


@pytest.fixture
def drawn_texts(monkeypatch):
    """Return a dictionary of the boxes of all texts drawn from now on, in the order of drawing."""
    boxes, text = {}, canvas.Canvas.text

    def record(self, words, *given, **options):
        boxes.pop(words, None)
        boxes[words] = text(self, words, *given, **options)
        return boxes[words]

    monkeypatch.setattr(canvas.Canvas, "text", record)
    return boxes


@pytest.fixture
def truncated(monkeypatch):
    """Return a set of the texts that have been drawn truncated from now on."""
    cut, shorten = set(), canvas.shorten

    def record(text, font, width):
        shortened = shorten(text, font, width)
        if shortened != text:
            cut.add(text)
        return shortened

    monkeypatch.setattr(canvas, "shorten", record)
    return cut


@pytest.fixture
def display():
    read, write = os.pipe()
    # Without -r, keys would repeat while the machine is busy between press and release.
    command = ["Xvfb", "-r", "-displayfd", str(write), "-screen", "0", "1280x800x24"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    yield f":{number}"
    server.kill()
    server.wait()


@pytest.fixture
def open_real_window(display, tmp_path):
    def start(*arguments):
        window = windows.enter_context(closing(Window(display, tmp_path, *arguments)))
        window.wait_for("ready")
        window.find()
        return window

    with ExitStack() as windows:
        yield start
