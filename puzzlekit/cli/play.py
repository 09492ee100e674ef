"""The command `play`, and the launcher: which game is meant, who plays it, where it is kept."""

from __future__ import annotations

import argparse
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..core.errors import OptionError, SaveError, did_you_mean, quoted, shorten_path
from .common import game_of, game_with_seed, setup_for, setup_from
from .parsers import Commands, add_start_seed, add_window_options

if TYPE_CHECKING:
    from pathlib import Path

    from ..play.autosave import SaveTarget
    from ..play.open_file import OpenedFile
    from ..play.session import Session
    from ..rules.base import Rules
    from ..ui.window.app import App


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "play",
        run_play,
        "play a game or a puzzle",
        json=False,
        games="game ID or puzzle file, or a saved game or a record",
    )
    add_start_seed(command)
    command.add_argument(
        "--players", metavar="A,B", help="who plays each seat, such as human,mcts:club"
    )
    command.add_argument(
        "--SIDE",
        dest="sides",
        metavar="PLAYER",
        action="append",
        default=[],
        help="who plays a side, such as --white mcts:club: human, random, greedy, greedy:2, "
        "alphabeta:PLIES, uct:PLAYOUTS, mcts:PLAYOUTS, mcts:2s for seconds, or a level of mcts: "
        "beginner, casual, club, expert, master, champion",
    )
    command.add_argument(
        "--clock",
        metavar="TIME",
        help="how long to think in a game of two: 15+10 for 15 minutes and 10 seconds more with "
        "each move, 30s for 30 seconds a move",
    )
    command.add_argument("--save", metavar="FILE", help="keep the game in this file")
    # What stands before the command counts too.
    add_window_options(command, argparse.SUPPRESS)


def open_launcher(arguments: Namespace) -> int:
    """Let a person choose what to play, in the window or in the terminal."""

    def in_text() -> int:
        from ..ui.terminal.launcher import launch

        return launch()

    return _shown(arguments, lambda app: app.home(), in_text)


def run_play(arguments: Namespace) -> int:
    """Play a game, in the window or in the terminal."""
    return open_game(arguments, *_game(arguments))


def open_game(arguments: Namespace, session: Session, place: SaveTarget, note: str = "") -> int:
    """Open a game, to be kept in a place, in the window or in the terminal, and say something."""
    from ..play import records

    def in_text() -> int:
        from ..ui.terminal.launcher import play

        _say(note)
        return play(session, place=place, think=arguments.think)

    records.play_moves(session, arguments.script or "", "--script")
    return _shown(arguments, lambda app: app.play(session, place, note=note), in_text)


def _shown(
    arguments: Namespace, in_window: Callable[[App], object], in_text: Callable[[], int]
) -> int:
    """Show something in the window, or in the terminal where that is wanted or all there is."""
    from ..core.code_cache import precompile_enabled

    precompile_enabled()  # raises at once if the setting is nonsense
    if in_terminal(arguments):
        return in_text()
    from ..ui.window.app import NoDisplayError, run

    try:
        return run(in_window, arguments)
    except NoDisplayError:
        if arguments.screenshot:
            raise
        print("puzzlekit: no window can be opened, so this is the terminal.", file=sys.stderr)
        return in_text()


def in_terminal(arguments: Namespace) -> bool:
    """Tell whether to play in the terminal: when asked to, or when there is no display."""
    if arguments.text:
        return True
    wanted = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    if sys.platform.startswith("linux") and not any(map(os.environ.get, wanted)):
        if arguments.screenshot:
            raise OptionError(
                "--screenshot takes a picture of the window, and there is no display; set "
                "SDL_VIDEODRIVER=dummy, or draw the position with `puzzlekit picture`."
            )
        print("puzzlekit: there is no display, so this is the terminal.", file=sys.stderr)
        return True
    return False


def _say(note: str) -> None:
    """Say something beside what a command writes, if there is something to say."""
    if note:
        print(f"puzzlekit: {note}", file=sys.stderr)


def _holds_game(text: str) -> bool:
    """Tell whether a file with a game is named, a record or a save, and not a puzzle."""
    from pathlib import Path

    from ..core.game_id import is_path
    from ..play import records, saves

    if records.is_record(Path(text)):
        return True
    game = game_of(text) if is_path(text) else None
    return bool(game and game.seed is None and not game.position and saves.is_save(Path(game.name)))


def session_for(arguments: Namespace) -> Session:
    """Return the game that a file holds, or a new one."""
    from pathlib import Path

    from ..play.open_file import open_file
    from ..play.session import Session

    if not _holds_game(arguments.id):
        return Session(setup_for(arguments))
    if arguments.position is not None:
        raise OptionError("--from cannot change a saved game; leave it out.")
    session, _, note = open_file(Path(arguments.id))
    _say(note)
    return session


def _game(arguments: Namespace) -> OpenedFile:
    """Return the game to play, new or from a file, where it is kept, and what is said of it."""
    from pathlib import Path

    from ..play.autosave import FileTarget
    from ..play.clock import parse
    from ..play.library_entry import LibraryTarget
    from ..play.new_game import start_game
    from ..play.open_file import OpenedFile, open_file

    if _holds_game(arguments.id):
        given = (arguments.players, arguments.start_seed, arguments.position, arguments.clock)
        if any(each is not None for each in given) or arguments.sides:
            raise OptionError(
                "--players, --seed, --from and --clock cannot change a saved game; leave them out."
            )
        opened = open_file(Path(arguments.id))
    else:
        setup = setup_from(game_with_seed(arguments), arguments.position)
        control = None if arguments.clock is None else parse(arguments.clock)
        opened = OpenedFile(
            start_game(setup, _players(arguments, setup.rules), control), LibraryTarget()
        )
    if arguments.save is not None:
        return opened._replace(place=FileTarget(_place(arguments.save)))
    return opened


def _players(arguments: Namespace, rules: Rules) -> list[str] | None:
    """Return who plays each seat; None if nothing is said about that."""
    from ..players.player import HUMAN

    if not arguments.sides:
        return None if arguments.players is None else list(arguments.players.split(","))
    seats = {side.lower().replace(" ", "-"): seat for seat, side in enumerate(rules.players)}
    if arguments.players is not None:
        raise OptionError("--players says who plays all seats; leave it or the sides out.")
    players = [HUMAN] * len(seats)
    for given in arguments.sides:
        side, _, spec = given.partition("=")
        if side not in seats or not rules.is_game():
            known = ", ".join(f"--{each}" for each in seats) if rules.is_game() else "none"
            raise OptionError(
                f"There is no option --{side[:40]}; the sides of {rules.name} are: {known}."
                f"{did_you_mean(side, seats)}"
            )
        players[seats[side]] = spec
    return players


def _place(text: str) -> Path:
    """Return a file to keep a game in: a new one, or one that held a game before."""
    from pathlib import Path

    from ..play import records, saves

    path = Path(text)
    if not text or path.is_dir():
        raise SaveError(f"--save {quoted(text)} names no file; write it as --save FILE.json.")
    if path.suffix.lower() == records.SUFFIX:
        raise SaveError(
            f"--save {shorten_path(text)}: a game is kept as .json; `puzzlekit convert` makes a record "
            "of it."
        )
    if path.exists():
        saves.read(path)
    elif not os.access(path.parent, os.W_OK):
        raise SaveError(
            f"--save {shorten_path(text)}: nothing can be written to {shorten_path(path.parent)}."
        )
    return path
