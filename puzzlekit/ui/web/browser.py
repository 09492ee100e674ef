"""Entry points of a static site: Python functions called from JavaScript in the browser.

Arguments and results are JSON.
"""

from __future__ import annotations

import base64
import json
import pickle
from collections.abc import Callable
from typing import Any

from ...core.errors import PluginError
from ...core.files import write_atomically
from ...core.translation import _
from ...play import saves
from ...play.engine import Request
from ...plugin.discovery import plugins_folder, rescan, unused_sources
from ...plugin.errors import error_message, plugin_boundary
from ..game_worker import Job, run_job
from ..process import answer_job
from . import page_data
from .page import GameTable, Page, TextTarget, open_game

#: The boards of the page, by number.
_pages: dict[int, Page] = {}


def call(name: str, given: str) -> str:
    """Call a function with arguments in JSON, and return its `value` or its `error` in JSON."""
    functions: dict[str, Callable[..., Any]] = {
        "open": open_board,
        "act": act,
        "receive": receive,
        "add_plugins": add_plugins,
        "own_card": own_card,
        "rules": page_data.rules_tabs,
        "variants": page_data.variants,
    }
    try:
        with plugin_boundary():
            return json.dumps({"value": functions[name](*json.loads(given))})
    except (Exception, KeyboardInterrupt) as error:  # only plugins raise the latter here
        return json.dumps({"error": error_message(error)})


def open_board(number: int, given: dict[str, Any]) -> dict[str, Any]:
    """Open a game, a saved game or a lesson on a board, and return its view."""
    save = given.get("save") or ""
    game = saves.restore(save, "The saved game") if save else open_game(given)
    _pages[number] = Page(GameTable(game, TextTarget(save)), given.get("theme", "light"))
    return _pages[number].view()


def act(number: int, name: str, *arguments: Any) -> dict[str, Any]:
    """Perform an action on a board, and return its view."""
    return _pages[number].act(name, *arguments)


def receive(number: int, reply: str) -> dict[str, Any]:
    """Pass an engine reply to a board, and return its view."""
    request, answer = pickle.loads(base64.b64decode(reply))
    _pages[number].table.receive(request, answer)
    return _pages[number].view()


def think(job: str, send: Callable[[str], Any]) -> None:
    """Run a job in the engine, and send each reply."""
    game, request = json.loads(job)
    wanted = Job(game, Request(**{**request, "moves": tuple(request["moves"])}))

    def send_text(answer: object, is_last: bool) -> None:
        send(base64.b64encode(pickle.dumps((wanted.request, answer))).decode())

    answer_job(wanted, run_job, None, send_text, lambda: False)


def add_plugins(files: dict[str, str]) -> None:
    """Write plugin files into the plugins folder, and make it private."""
    folder = plugins_folder()
    for name, text in files.items():
        write_atomically(folder / name, text)
    for path in [folder, *folder.rglob("*")] if folder.exists() else []:
        path.chmod(0o700)
    rescan()


def own_card(name: str, theme: str) -> dict[str, str]:
    """Return the card of one of the reader's own plugins, with a picture or an error."""
    card = {"id": name, "name": name, "note": "", "own": name}
    try:
        if unused_sources(name):
            raise PluginError(_("This name is taken; rename the file."))
        with plugin_boundary():
            card |= page_data.card(name)
            card["svg"] = page_data.card_picture(name, theme)
    except Exception as error:
        card["error"] = error_message(error)
    return card
