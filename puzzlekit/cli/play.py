"""The commands that play: which game is meant, who plays it, and where it is kept."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ..core.errors import OptionError, SaveError, did_you_mean
from ..play import records, saves
from ..play.game_id import is_path, parse
from ..play.new_game import new_session
from ..play.plugins import load
from ..play.session import Session
from ..players.player import HUMAN
from .common import meant, seeded


def open_launcher(arguments: Namespace) -> int:
    """Let a person choose what to play, in the window or in the terminal."""
    if _in_terminal(arguments):
        from ..ui.terminal.launcher import launch

        return launch()
    from ..ui.window.app import run

    return run(None, arguments)


def run_play(arguments: Namespace) -> int:
    """Play a game, in the window or in the terminal."""
    session, path = _game(arguments)
    in_terminal = _in_terminal(arguments)
    records.play_moves(session, arguments.script or "", "--script")
    if in_terminal:
        from ..ui.terminal.launcher import play

        return play(session, save=path, think=arguments.think)
    from ..ui.window.app import run

    return run(session, arguments, path)


def _in_terminal(arguments: Namespace) -> bool:
    """Tell whether to play in the terminal: when asked to, or when there is no display."""
    if arguments.text:
        return True
    wanted = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    if sys.platform.startswith("linux") and not any(map(os.environ.get, wanted)):
        print("puzzlekit: there is no display, so this is the terminal.", file=sys.stderr)
        return True
    return False


class Game(NamedTuple):
    """A session, and where it is kept."""

    session: Session
    path: Path


def reader(text: str) -> Callable[[Path], Session] | None:
    """Return what reads the game in a file, a record or a save; None if a puzzle is named."""
    path = Path(text)
    if path.suffix.lower() == records.SUFFIX or (path.is_file() and records.is_record(path)):
        return _read_record
    parts = parse(meant(text)) if is_path(text) else None
    if parts and parts.seed is None and not parts.line and saves.is_save(Path(parts.name)):
        return saves.read
    return None


def _read_record(path: Path) -> Session:
    session = records.read_file(path)
    if said := records.disagreement(session):
        print(f"puzzlekit: {said}", file=sys.stderr)
    return session


def _game(arguments: Namespace) -> Game:
    """Return the game to play, new or from a file."""
    read = reader(arguments.id)
    if read is not None:
        given = (arguments.players, arguments.seed, arguments.position)
        if given != (None, None, None) or arguments.sides:
            raise OptionError(
                "--players, --seed and --from cannot change a saved game; leave them out."
            )
        session = read(Path(arguments.id))
    else:
        text = seeded(arguments)
        session = new_session(text, _players(arguments, text))
    path = Path(arguments.id) if read is saves.read else saves.automatic(session.rules.id)
    if arguments.save is not None:
        path = _place(arguments.save)
    return Game(session, path)


def _players(arguments: Namespace, text: str) -> list[str] | None:
    """Return who plays each seat; None if nothing is said about that."""
    if not arguments.sides:
        return None if arguments.players is None else list(arguments.players.split(","))
    rules = load(text)
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
    path = Path(text)
    if not text or path.is_dir():
        raise SaveError(f"--save {text!r} names no file; write it as --save FILE.json.")
    if path.suffix.lower() == records.SUFFIX:
        raise SaveError(
            f"--save {text}: a game is kept as .json; `puzzlekit convert` makes a record of it."
        )
    if path.exists():
        saves.read(path)
    elif not os.access(path.parent, os.W_OK):
        raise SaveError(f"--save {text}: nothing can be written to {path.parent}.")
    return path
