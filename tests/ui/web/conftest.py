"""Local servers for tests."""

import threading

import pytest

from puzzlekit.play.new_game import new_session
from puzzlekit.ui.web.server import WebServer
from puzzlekit.ui.web.shared_game import SharedGame


@pytest.fixture
def start_server(home):
    """Return a function that starts a server, with a game or with all plugins."""
    servers = []

    def start(game=None, players=None, *, shared=None, saved=None):
        session = new_session(game, players) if isinstance(game, str) else game
        shared = SharedGame() if shared is True else shared
        server = WebServer(("127.0.0.1", 0), session, shared, saved)
        server.url = f"http://127.0.0.1:{server.server_port}/{server.key}/"
        threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()
