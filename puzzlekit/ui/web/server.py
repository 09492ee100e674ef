"""A web server for the local browser, or for several devices that share a table.

All links contain a secret. Pages post actions, and receive views as server-sent events.
"""

from __future__ import annotations

import json
import os
import queue
import secrets
import socket
import sys
import threading
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any
from urllib.parse import urlsplit

from ...core.errors import OptionError, SaveError
from ...core.translation import _
from ...groups import GroupInfo
from ...play.clock import format_clock
from ...play.game_database import LibraryTarget
from ...play.lesson_controller import LessonProgress
from ...play.session import Session
from ...players.player import HUMAN
from ...plugin.discovery import plugins
from ...plugin.errors import error_message, plugin_boundary
from .. import settings
from ..game_worker import Worker
from . import page_data
from .board_picture import View
from .page import READER_ACTIONS, SPECTATOR, GameTable, Page, open_game, position_link
from .shared_game import SharedGame, new_key
from .site import STATIC, index_page, site_facts

#: Maximum length of a request in bytes, and maximum number of unused boards.
MAX_REQUEST, MAX_BOARDS = 65_536, 64

#: Maximum numbers of connections, of all devices and of each one.
MAX_CONNECTIONS, MAX_DEVICE_CONNECTIONS = 200, 60

#: Seconds between polls of the engine, between keep-alive messages, and before an idle engine
#: stops.
POLL_SECONDS, ALIVE_SECONDS, IDLE_SECONDS = 0.01, 4.0, 60.0

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


def local_address() -> str:
    """Return the address of this machine in the local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # a documentation address; nothing is sent
        return str(probe.getsockname()[0])
    return "127.0.0.1"


class Refusal(Exception):
    """A request that is refused, with the status of the response."""

    def __init__(self, status: HTTPStatus, text: str) -> None:
        super().__init__(text)
        self.status = status


class ServedGame(GameTable):
    """A table whose games are saved in the library, with an engine in another process.

    A game that is `shared` by several devices is saved with its links and their seats. `saved` is
    the entry of a resumed game, whose clock waits for the player to move.
    """

    def __init__(
        self,
        game: Session | LessonProgress,
        shared: SharedGame | None = None,
        saved: LibraryTarget | None = None,
    ) -> None:
        self._entry = saved or LibraryTarget()
        super().__init__(game, self._entry)
        self.shared = shared
        if shared is not None:
            self.shift = shared.shift
        if saved is not None:
            self.controller.arbiter.stop_clock()
        self._engine, self._last_use, self._time = Worker(), time.monotonic(), ""

    def rematch(self) -> None:
        """Begin the same game again, with an entry of its own."""
        self.target = self._entry = LibraryTarget()
        super().rematch()

    def presence(self, seat: int) -> str:
        """Return a note if no device is connected for a seat of a shared game."""
        players = self.controller.session.players
        if self.shared is None or players[seat] != HUMAN:
            return ""
        pages = (page for page in self.pages if isinstance(page, ServedPage) and page.connections)
        if any(page.seat == seat for page in pages):
            return ""
        is_taken = (seat - self.shift) % len(players) in self.shared.seats.values()
        # Translators: These follow the name of a side, such as "Blue · away".
        return _("away") if is_taken else _("waiting for a player")

    def save_links(self) -> None:
        """Save the links and the seats of a shared game if they have changed."""
        if self.shared is not None and self._entry.version is not None:
            try:
                self.shared.save(self._entry.version.number, self.shift)
            except SaveError as error:
                self.show_warning(str(error))

    def poll(self) -> bool:
        """Let the engine work, and return whether the views have changed."""
        job = self.job
        if job is not None or self._engine.busy:
            self._engine.replace_job(job)
            self._last_use = time.monotonic()
        elif time.monotonic() > self._last_use + IDLE_SECONDS:
            self._engine.stop()
        has_changed = self.controller.arbiter.tick()
        if (clock := self.controller.session.clock) is not None and clock.seat is not None:
            before, self._time = self._time, format_clock(clock.remaining(clock.seat))
            has_changed |= before != self._time
        if self._engine.busy and (reply := self._engine.poll()) is not None:
            job, answer = reply
            assert not isinstance(answer, GroupInfo | str)  # replies to other requests
            self.receive(job.request, answer)
            has_changed = True
        return has_changed

    def close(self) -> None:
        """Stop the engine, and save the times of the clock."""
        self._engine.stop()
        self.controller.leave()


class ServedPage(Page):
    """A page that is open on a device, with a queue of views for each connection."""

    table: ServedGame

    def __init__(self, table: ServedGame, theme: str, seat: int | None) -> None:
        super().__init__(table, theme, seat)
        self.connections: list[queue.SimpleQueue[View]] = []

    def connect(self, views: queue.SimpleQueue[View]) -> None:
        """Add a connection. If the player to move is back, the clock of a resumed game starts."""
        self.connections.append(views)
        if self._is_seat_allowed():
            self.controller.arbiter.after_move()

    def send(self, view: View) -> None:
        """Send a view to all connections."""
        for views in self.connections:
            views.put(view)


class WebServer(ThreadingHTTPServer):
    """A server for all plugins or, with a session, for one game.

    If it is `shared`, there is only this game, and each device can move for one seat only. `saved`
    is the entry of a resumed game in the library.
    """

    daemon_threads = True
    request_queue_size = 64
    allow_reuse_address = os.name == "posix"  # Windows would share a port that is in use

    def __init__(
        self,
        address: tuple[str, int],
        session: Session | None = None,
        shared: SharedGame | None = None,
        saved: LibraryTarget | None = None,
    ) -> None:
        self.shared = shared
        links = shared or SharedGame()
        self.key, self.spectator_key = links.key, links.spectator_key
        self.lock = threading.RLock()
        self._is_closed = threading.Event()
        #: A mapping from each connection to the address of its device.
        self._connections: dict[object, str] = {}
        self.boards: dict[str, ServedPage] = {}
        self.table: ServedGame | None = None
        #: The fragment of the link to the game.
        self.fragment = "" if session is None or shared else f"#{position_link(session)}"
        #: The rules of a shared game, by theme.
        self._rules: dict[str, list[dict[str, Any]]] = {}
        super().__init__(address, _Handler)  # calls `server_close` if it fails
        links.port = self.server_port
        if session is not None:
            self.table = ServedGame(session, shared, saved)
        threading.Thread(target=self._poll, daemon=True).start()

    def server_bind(self) -> None:
        """Bind the socket. Looking up the name of this machine could take seconds on a Mac."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.socket.getsockname()

    def _tables(self) -> set[ServedGame]:
        tables = {self.table, *(board.table for board in self.boards.values())}
        return {table for table in tables if isinstance(table, ServedGame)}

    def _poll(self) -> None:
        while not self._is_closed.wait(POLL_SECONDS):
            with self.lock:
                # A closed table must not start its engine again.
                for table in () if self._is_closed.is_set() else self._tables():
                    try:
                        has_changed = table.poll()
                    except Exception as error:  # the plugin fails; other games continue
                        has_changed = True
                        table.show_warning(error_message(error))
                    if has_changed:
                        table.save_links()
                        self.push(table)

    def push(self, table: GameTable, actor: ServedPage | None = None) -> None:
        """Send the views of a table to all its pages except the actor's, which has its view."""
        for board in self.boards.values():
            if board.table is table and board is not actor and board.connections:
                board.send(board.view())

    def push_presence(self, board: ServedPage) -> None:
        """Show the other pages of a table that a player, but not a spectator, is back or away."""
        if board.seat != SPECTATOR:
            self.push(board.table, board)

    def open(self, given: object, *, spectates: bool) -> dict[str, Any]:
        """Open a page; return the name of its board and the token of the device.

        A page whose history names its board as its save gets it back.
        """
        if not isinstance(given, dict):
            raise OptionError("The argument must be an object.")
        theme, token = str(given.get("theme", "light")), str(given.get("token") or "")
        if (name := str(given.get("save"))) in self.boards:
            return {"board": name, "token": token}
        seat = None
        if spectates:
            seat = SPECTATOR
        elif self.shared is not None:
            seats = self.shared.seats
            token = token if token in seats else new_key()
            seat = seats.setdefault(token, self._free_seat(seats.values()))
        is_own = f"#{given.get('link')}" == self.fragment
        table = self.table if self.shared or is_own else None
        name = new_key()
        board = self.boards[name] = ServedPage(table or ServedGame(open_game(given)), theme, seat)
        board.view()  # a plugin that cannot draw its start fails here
        board.table.save_links()
        unused = [name for name, board in self.boards.items() if not board.connections]
        for old in unused[:-MAX_BOARDS]:
            self._close(old)
        return {"board": name, "token": token}

    def rules(self, game: str, theme: str) -> list[dict[str, Any]]:
        """Return the tabs of the rules; if a game is shared, always its own, computed once.

        Otherwise, spectators could hold up the players with games that take seconds to create.
        """
        if self.table is None or self.shared is None:
            return page_data.rules_tabs(game, theme)
        if theme not in self._rules:
            self._rules[theme] = page_data.rules_tabs(self.table.controller.game_id, theme)
        return self._rules[theme]

    def _free_seat(self, taken: Collection[int]) -> int:
        assert self.table is not None
        players = self.table.controller.session.players
        free = (seat for seat, player in enumerate(players) if player == HUMAN)
        return next((seat for seat in free if seat not in taken), SPECTATOR)

    def _close(self, name: str) -> None:
        board = self.boards.pop(name)
        table = board.table
        table.pages.remove(board)
        if not table.pages and table is not self.table and isinstance(table, ServedGame):
            table.close()

    def act(self, board: ServedPage, name: str, *arguments: object) -> None:
        """Perform an action, and send the views that it has changed."""
        view = board.act(name, *arguments)
        board.table.save_links()  # before anyone sees the move
        board.send(view)
        if name not in READER_ACTIONS:
            self.push(board.table, board)

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Return whether a connection is accepted: if there are not too many."""
        addresses = list(self._connections.values())
        self._connections[request] = client_address[0]
        of_device = addresses.count(client_address[0])
        return len(addresses) < MAX_CONNECTIONS and of_device < MAX_DEVICE_CONNECTIONS

    def shutdown_request(self, request: Any) -> None:
        """Close a connection."""
        self._connections.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, *_: object) -> None:
        """Ignore a broken connection."""

    def server_close(self) -> None:
        """Close all games, which have already been saved."""
        self._is_closed.set()
        with self.lock:
            super().server_close()
            for table in self._tables():
                table.close()


class _Handler(BaseHTTPRequestHandler):
    server: WebServer
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def _answer(self, answer: Callable[[Sequence[str]], None]) -> None:
        """Answer a request whose path begins with a valid key."""
        try:
            key, *path = urlsplit(self.path).path.lstrip("/").split("/")
            keys = (self.server.key, self.server.spectator_key)
            valid = [secrets.compare_digest(key.encode(), each.encode()) for each in keys]
            if not any(valid):
                raise Refusal(HTTPStatus.FORBIDDEN, _("This link is not valid. Ask for a new one."))
            self.spectates = valid[1]
            origin = self.headers.get("Origin")
            if origin is not None and urlsplit(origin).netloc != self.headers.get("Host"):
                raise Refusal(HTTPStatus.FORBIDDEN, "Requests from other sites are refused.")
            answer(path)
        except Refusal as refusal:
            text = str(refusal).encode()
            if self.command == "GET":  # a phone would show plain text in tiny letters
                text = b'<!doctype html><meta name="viewport" content="width=device-width">' + text
            self._send(text, TYPES[".html" if self.command == "GET" else ".txt"], refusal.status)
        except (ConnectionError, TimeoutError):
            self.close_connection = True
        except Exception as error:
            text = error_message(error).encode()
            self._send(text, TYPES[".txt"], HTTPStatus.BAD_REQUEST)

    def _send(self, data: bytes | None, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        """Send a response, or only its headers if the data follows and ends the connection."""
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": kind}.items():
            self.send_header(name, value)
        if data is not None:
            self.send_header("Content-Length", str(len(data)))
        if data is None or status != HTTPStatus.OK:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data or b"")

    def _get(self, path: Sequence[str]) -> None:
        name = "/".join(path)
        if path[:1] == ["events"] and len(path) == 2:
            self._send_events(self._board(path[1]))
        elif not name:
            self._send(index_page(self._site()).encode(), TYPES[".html"])
        elif path[0] == "pictures" and len(path) == 2 and not self.server.shared:
            plugin, _, theme = path[1].removesuffix(".svg").rpartition("-")
            self._send(page_data.card_picture(plugin, theme).encode(), TYPES[".svg"])
        elif name in {each.name for each in STATIC.iterdir()}:
            file = STATIC / name
            self._send(file.read_bytes(), TYPES[file.suffix])
        else:
            raise Refusal(HTTPStatus.NOT_FOUND, "There is no such page.")

    def _site(self) -> dict[str, Any]:
        if self.server.shared:
            return {**site_facts(()), "server": True, "table": True}
        chosen = settings.read()
        letters = chosen.uses_letters or chosen.palette != "standard"
        return {**site_facts(sorted(plugins()[0])), "server": True, "letters": letters}

    def _board(self, name: object) -> ServedPage:
        board = self.server.boards.get(str(name))
        if board is None:
            raise Refusal(HTTPStatus.GONE, _("The game is no longer open. Reload the page."))
        return board

    def _send_events(self, board: ServedPage) -> None:
        """Send views, beginning with a complete one, until the device closes the connection."""
        self._send(None, "text/event-stream")
        if sys.platform == "linux":  # other systems end the connections of sleeping devices later
            milliseconds = int(2000 * ALIVE_SECONDS)
            self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
        views = queue.SimpleQueue[View]()
        try:
            with self.server.lock:
                board.connect(views)
                views.put(board.act("look"))
                self.server.push_presence(board)
            while True:
                data = "event: alive\ndata: -\n\n"
                with suppress(queue.Empty):
                    data = f"data: {json.dumps(views.get(timeout=ALIVE_SECONDS))}\n\n"
                self.wfile.write(data.encode())
                self.wfile.flush()
        finally:
            with self.server.lock:
                board.connections.remove(views)
                self.server.push_presence(board)

    def _post(self, path: Sequence[str]) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MAX_REQUEST:
            raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The request is too long.")
        given = json.loads(self.rfile.read(int(length)))
        if not isinstance(given, list):
            raise Refusal(HTTPStatus.BAD_REQUEST, "The request must be a list.")
        server = self.server
        functions: dict[str, Callable[..., Any]] = {
            "open": lambda each: server.open(each, spectates=self.spectates),
            "act": lambda board, name, *more: server.act(self._board(board), str(name), *more),
            "rules": server.rules,
        }
        if not server.shared:
            functions["variants"] = page_data.variants
        function = functions.get("/".join(path))
        if function is None:
            raise Refusal(HTTPStatus.NOT_FOUND, "There is no such page.")
        with server.lock, plugin_boundary():
            answer = function(*given)
        self._send(json.dumps(answer).encode(), "application/json")
