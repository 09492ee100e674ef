"""The `web` command: play in a browser."""

from __future__ import annotations

import sys
from argparse import Namespace
from contextlib import suppress

from ..core.errors import OptionError, SaveError
from .common import INTERRUPTED
from .parsers import Commands, non_negative


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add("web", _run, "play in a browser, on one or several devices", json=False)
    command.add_argument("id", metavar="ID", nargs="?", help="game ID; without it, a gallery")
    command.add_value("--players A,B", "player for each side, such as human,mcts:club")
    command.add_value("--clock TIME", "time control for two players, as for `play`")
    command.add_value("--port N", "port (default: any free one)", non_negative, default=0)
    command.add_switch("--lan", "share the game ID with other devices on the local network")


def _run(arguments: Namespace) -> int:
    from ..play.clock import parse
    from ..play.game_database import open_entry
    from ..play.new_game import new_session
    from ..ui.web.server import WebServer, local_address
    from ..ui.web.shared_game import SharedGame, unfinished_games

    session, shared = None, None
    if arguments.lan and not arguments.id:
        raise OptionError("--lan shares one game. Give its ID: `puzzlekit web hex:7 --lan`.")
    if arguments.id:
        control = parse(arguments.clock) if arguments.clock else None
        players = arguments.players.split(",") if arguments.players else None
        session = new_session(arguments.id, players, control)
    elif arguments.players or arguments.clock:
        raise OptionError("--players and --clock need the ID of a game.")
    host = local_address() if arguments.lan else "127.0.0.1"
    interface, server = "0.0.0.0" if arguments.lan else host, None
    if arguments.lan:
        command = [arguments.id, arguments.players, arguments.clock]
        for number, shared in unfinished_games(command, host, arguments.port):
            with suppress(OSError, SaveError):  # another server still uses the port
                resumed, saved = open_entry(number)
                server = WebServer((interface, shared.port), resumed, shared, saved)
                notice = (
                    f"Resuming game {number}. To start a new one instead, delete it: "
                    f"`puzzlekit games --delete {number}`."
                )
                print(f"puzzlekit: {notice}", file=sys.stderr)
                break
        else:
            shared = SharedGame(command, host)
    try:
        server = server or WebServer((interface, arguments.port), session, shared)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise OptionError(
            f"Port {arguments.port} cannot be used ({reason}). Leave out --port for a free one."
        ) from error
    link = f"http://{host}:{server.server_port}"
    print(f"Play:  {link}/{server.key}/{server.fragment}", flush=True)
    if arguments.lan:
        print(f"Watch: {link}/{server.spectator_key}/", flush=True)
    print("puzzlekit: Ctrl+C stops the server; games are saved.", file=sys.stderr)
    try:
        server.serve_forever(poll_interval=0.1)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        server.server_close()
    return 0
