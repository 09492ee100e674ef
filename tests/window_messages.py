"""The messages of the window while a plugin is played."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from puzzlekit.play.new_game import new_session
from puzzlekit.ui.settings import Settings
from puzzlekit.ui.window.app import App
from puzzlekit.ui.window.drawing.canvas import Canvas


def launcher_messages(monkeypatch):
    """Return the messages shown in the launcher."""
    return _messages(monkeypatch, [lambda app: app.go_home()])


def game_messages(monkeypatch, game_id, move):
    """Return the messages shown when a game starts and a move is played."""
    acts = [
        lambda app: app.play(new_session(game_id)),
        lambda app: app.screen.controller.play_text(move),
    ]
    return _messages(monkeypatch, acts)


def _messages(monkeypatch, acts):
    messages = []

    def log(app, name, text=""):
        messages.append(text if name in ("message", "error") else "")

    monkeypatch.setattr(App, "log", log)
    monkeypatch.setattr(Canvas, "error_card", lambda canvas, text, box: messages.append(text))
    app = App(Settings(speed="off"), remember=False)
    try:
        for act in acts:
            with app._guarded():
                act(app)
            app.step()
        broken = app.screen.selection.broken if hasattr(app.screen, "selection") else ()
        return "\n".join([*messages, *map(str, broken)])
    finally:
        app.close()
