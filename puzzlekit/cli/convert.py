"""The command `convert`: puzzles and games in other formats."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from .. import formats
from ..core.errors import FormatError, OptionError, did_you_mean
from ..formats.as_rules import definition_of, with_moves
from ..play import records, saves
from ..play.new_game import at
from ..play.plugins import load
from ..play.session import Session
from .common import DONE, loaded, named, output
from .play import reader

#: The forms in which a game is written, rather than a puzzle.
FORMS: dict[str, Callable[[Session], str]] = {
    "record": records.write,
    "moves": records.write_moves,
    "save": saves.dump,
    "position": lambda session: at(session.rules, session.state) + "\n",
}


def convert(arguments: Namespace) -> int:
    """Write a puzzle or a game in another format, to a file or to stdout."""
    path: Path | None = arguments.output
    form = arguments.to
    if form is None and path is not None:
        form = {**formats.SUFFIXES, records.SUFFIX: "record"}.get(path.suffix.lower())
    known = [*formats.WRITERS, *FORMS]
    if form not in known:
        asked = f"--to {form} is not written" if form else "no format is given"
        near = did_you_mean(form or "", known)
        raise FormatError(f"{asked}; use --to with {', '.join(known)}.{near}")
    if path is not None and path.is_dir():
        raise FormatError(f"--output {path} is a folder; name a file in it.")
    if path is not None and path.exists() and not arguments.force:
        raise FormatError(f"--output {path} exists already; --force replaces it.")
    output(path, _game(arguments, form) if form in FORMS else _puzzle(arguments, form))
    return DONE


def _game(arguments: Namespace, form: str) -> str:
    """Return a game, or its last position, in one of the forms."""
    read = reader(arguments.id)
    if read and arguments.position is not None:
        raise OptionError("--from cannot change a saved game; leave it out.")
    session = read(Path(arguments.id)) if read else Session(load(named(arguments)))
    return FORMS[form](session)


def _puzzle(arguments: Namespace, form: str) -> str:
    """Return a puzzle in one of the formats, and say what the format cannot hold."""
    definition = definition_of(loaded(arguments))
    text = formats.write(definition if form == "toml" else with_moves(definition), form)
    if lost := formats.left_out(definition, form):
        print(f"puzzlekit: {form} cannot hold {', '.join(lost)}; left out.", file=sys.stderr)
    return text
