"""The `play` command and the launcher."""

from __future__ import annotations

import argparse
import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ..core.errors import OptionError, SaveError, did_you_mean, quoted, shorten_path
from ..core.values import LEVELS
from .common import game_with_seed, parse_game_id, setup_for, setup_from
from .parsers import Commands, Parser, add_start_seed, add_window_options

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
        lambda arguments: open_game(arguments, *_open_or_new_game(arguments)),
        "play a game or a puzzle",
        json=False,
        games="game ID, puzzle file, saved game or record",
    )
    add_start_seed(command)
    command.add_value("--players A,B", "player for each side, such as human,mcts:club")
    command.add_argument(
        "--SIDE",
        dest="sides",
        metavar="PLAYER",
        action="append",
        type=partial(_side_player, "SIDE"),
        default=[],
        help="player for one side, as in --white mcts:club: human, random, greedy, greedy:2, "
        "alphabeta:PLIES, uct:PLAYOUTS, mcts:PLAYOUTS, mcts:2s for seconds, or a level of mcts: "
        f"{', '.join(LEVELS)}",
    )
    command.add_value(
        "--clock TIME",
        "time control for two players: 15+10 for 15 minutes plus 10 seconds per move, "
        "30s for 30 seconds per move",
    )
    command.add_value("--save FILE", "save the game to this file")
    # Window options before the command name apply too.
    add_window_options(command, argparse.SUPPRESS)


def add_side_options(command: Parser, argv: Sequence[str]) -> None:
    """Add an option for each side that `argv` may name, such as `--white`."""
    known = ["--help", *re.findall(r"--[\w-]+", command.format_usage())]
    for name in dict.fromkeys(token.partition("=")[0] for token in argv):
        if name.startswith("--") and not any(option.startswith(name) for option in known):
            player = partial(_side_player, name[2:])
            command.add_argument(
                name, dest="sides", action="append", type=player, help=argparse.SUPPRESS
            )


def _side_player(side: str, player: str) -> tuple[str, str]:
    return side, player


def open_launcher(arguments: Namespace) -> int:
    """Open the launcher in the window or in the terminal."""

    def run_in_terminal() -> int:
        from ..ui.terminal.launcher import launch

        return launch()

    return _run_front_end(arguments, lambda app: app.go_home(), run_in_terminal)


def open_game(
    arguments: Namespace, session: Session, place: SaveTarget | None, note: str = ""
) -> int:
    """Open a game in the window or in the terminal; save to `place` and show `note` first."""
    from ..play import records

    def run_in_terminal() -> int:
        from ..ui.terminal.game import play

        _print_note(note)
        return play(session, place=place, think=arguments.think)

    records.play_moves(session, arguments.script or "", "--script")
    return _run_front_end(
        arguments, lambda app: app.play(session, place, note=note), run_in_terminal
    )


def _run_front_end(
    arguments: Namespace, run_in_window: Callable[[App], object], run_in_terminal: Callable[[], int]
) -> int:
    """Run the window, or the terminal if requested or if there is no display."""
    from ..core.code_cache import precompile_enabled

    precompile_enabled()  # reject an invalid setting early
    if in_terminal(arguments):
        return run_in_terminal()
    from ..ui.window.app import NoDisplayError, run

    try:
        return run(run_in_window, arguments)
    except NoDisplayError:
        if arguments.screenshot:
            raise
        print("puzzlekit: cannot open a window; using the terminal.", file=sys.stderr)
        return run_in_terminal()


def in_terminal(arguments: Namespace) -> bool:
    """Return whether to play in the terminal, because of `--text` or the lack of a display."""
    if arguments.text:
        return True
    variables = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    if sys.platform.startswith("linux") and not any(map(os.environ.get, variables)):
        if arguments.screenshot:
            raise OptionError(
                "--screenshot needs a display. Set SDL_VIDEODRIVER=dummy, or draw the position "
                "with `puzzlekit picture`."
            )
        print("puzzlekit: no display; using the terminal.", file=sys.stderr)
        return True
    return False


def _print_note(note: str) -> None:
    """Print a note to stderr, if there is one."""
    if note:
        print(f"puzzlekit: {note}", file=sys.stderr)


def _open_saved_game(
    arguments: Namespace, options: Sequence[str], refusal: str
) -> OpenedFile | None:
    """Return the game in a link, a record or a save, or None if the ID is that of a new game.

    Raises `OptionError` with the `refusal` if one of the `options` is given for a saved game.
    """
    from pathlib import Path

    from ..core.game_id import is_path
    from ..play import records, saves
    from ..play.game_database import LibraryTarget
    from ..play.open_file import OpenedFile, open_file

    text, is_link = arguments.id, records.is_link(arguments.id)
    path = Path(text)
    if not (is_link or records.is_record(path) or saves.begins_like_save(path)):
        game = parse_game_id(text) if is_path(text) else None
        if not game or game.seed is not None or game.position or not saves.is_save(Path(game.name)):
            return None
    if any(getattr(arguments, name) not in (None, []) for name in options):
        raise OptionError(refusal)
    if is_link:
        return OpenedFile(records.read(text, "The link"), LibraryTarget())
    return open_file(path)


def session_for(arguments: Namespace) -> Session:
    """Return the game in the given file, or a new game."""
    from ..play.session import Session

    refusal = "--from does not apply to saved games; leave it out."
    if (opened := _open_saved_game(arguments, ["position"], refusal)) is None:
        return Session(setup_for(arguments))
    _print_note(opened.message)
    return opened.session


def _open_or_new_game(arguments: Namespace) -> OpenedFile:
    """Return the game to play (new or from a file), its save target and a note."""
    from ..play.autosave import FileTarget
    from ..play.clock import parse
    from ..play.game_database import LibraryTarget
    from ..play.new_game import start_game
    from ..play.open_file import OpenedFile

    options = ("players", "sides", "start_seed", "position", "clock")
    refusal = "--players, --SIDE, --seed, --from and --clock do not apply to saved games; leave "
    if (opened := _open_saved_game(arguments, options, f"{refusal}them out.")) is None:
        setup = setup_from(game_with_seed(arguments), arguments.position)
        control = None if arguments.clock is None else parse(arguments.clock)
        session = start_game(setup, _players(arguments, setup.rules), control)
        opened = OpenedFile(session, LibraryTarget())
    if arguments.save is not None:
        return opened._replace(target=FileTarget(_save_path(arguments.save)))
    return opened


def _players(arguments: Namespace, rules: Rules) -> list[str] | None:
    """Return the player specification for each seat, or None if none is given."""
    from ..players.player import HUMAN

    if not arguments.sides:
        return None if arguments.players is None else list(arguments.players.split(","))
    seats = {side.lower().replace(" ", "-"): seat for seat, side in enumerate(rules.players)}
    if arguments.players is not None:
        raise OptionError(
            "--players already sets every side; leave out --players or the side options."
        )
    players = [HUMAN] * len(seats)
    for side, player in arguments.sides:
        if side not in seats or not rules.is_game():
            known = ", ".join(f"--{each}" for each in seats) if rules.is_game() else "none"
            raise OptionError(
                f"Unknown option --{side[:40]}. Sides of {rules.name}: {known}."
                f"{did_you_mean(side, seats)}"
            )
        players[seats[side]] = player
    return players


def _save_path(text: str) -> Path:
    """Return the path given by `--save`, which must be a new file or contain a saved game."""
    from pathlib import Path

    from ..play import records, saves

    path = Path(text)
    if not text or path.is_dir():
        raise SaveError(f"--save {quoted(text)} is not a file name; use --save FILE.json.")
    if path.suffix.lower() == records.SUFFIX:
        raise SaveError(
            f"--save {shorten_path(text)}: games are saved as .json; to make a record, use "
            "`puzzlekit convert`."
        )
    if path.exists():
        saves.read(path)
    elif not os.access(path.parent, os.W_OK):
        raise SaveError(
            f"--save {shorten_path(text)}: cannot write to {shorten_path(path.parent)}."
        )
    return path
