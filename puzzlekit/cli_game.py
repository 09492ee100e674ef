"""Games on the command line: which one is meant, where it is kept, and writing it down."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from . import records, saves
from .cli import DONE, meant, named, output, seeded
from .errors import OptionError, SaveError, did_you_mean
from .gameid import is_path, parse
from .play import at, new_session
from .players import HUMAN
from .registry import load
from .session import Session

#: The forms in which `convert` writes a game, rather than a puzzle.
FORMS: dict[str, Callable[[Session], str]] = {
    "record": records.write,
    "moves": records.write_moves,
    "save": saves.dump,
    "position": lambda session: at(session.rules, session.state) + "\n",
}


class Game(NamedTuple):
    """A session, where it is kept, and whether it is already there."""

    session: Session
    path: Path
    kept: bool


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


def game(arguments: Namespace) -> Game:
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
    kept = read is saves.read
    path = Path(arguments.id) if kept else saves.automatic(session.rules.id)
    if arguments.save is not None:
        place = _place(arguments.save)
        path, kept = place, kept and place == path
    return Game(session, path, kept)


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


def convert(arguments: Namespace, form: str) -> int:
    """Write a game, or its last position, in one of the forms, and return the exit code."""
    read = reader(arguments.id)
    if read and arguments.position is not None:
        raise OptionError("--from cannot change a saved game; leave it out.")
    session = read(Path(arguments.id)) if read else Session(load(named(arguments)))
    output(arguments.output, FORMS[form](session))
    return DONE
