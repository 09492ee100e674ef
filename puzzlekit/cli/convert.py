"""The `convert` command: write puzzles and games in other formats."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from ..core.errors import FormatError, did_you_mean, shorten_path
from .common import DONE, load_rules, refuse_overwrite, write_or_print
from .parsers import Commands, as_path

if TYPE_CHECKING:
    from pathlib import Path

#: Formats for games, as opposed to puzzles.
FORMATS = ("record", "moves", "save", "position", "kpattern", "facelets")


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "convert",
        _run,
        "write a puzzle or a game in another format",
        json=False,
        games="game ID, puzzle file, saved game or record",
    )
    command.add_value(
        "--to FORMAT",
        "a puzzle: gap, kpuzzle, tws, toml or python; a game: record, moves, save or position; the "
        "position of a puzzle for cubing.js: kpattern; of a cube for other programs: facelets",
    )
    command.add_value("--output FILE", "output file (default: stdout)", as_path)
    command.add_switch("--force", "replace the file if it exists")


def _run(arguments: Namespace) -> int:
    from .. import formats
    from ..play import records

    path: Path | None = arguments.output
    form = arguments.to
    if form is None and path is not None:
        form = {**formats.SUFFIXES, records.SUFFIX: "record", ".py": "python"}.get(
            path.suffix.lower()
        )
    known = [*formats.WRITERS, *FORMATS]
    if form not in known:
        problem = f"Unknown format --to {shorten_path(form)}" if form else "No format given"
        suggestion = did_you_mean(form or "", known)
        raise FormatError(f"{problem}. Use --to with one of: {', '.join(known)}.{suggestion}")
    if path is not None:
        refuse_overwrite("--output", path, arguments.force)
    write_or_print(
        path,
        _convert_game(arguments, form) if form in FORMATS else _convert_puzzle(arguments, form),
    )
    return DONE


def _convert_game(arguments: Namespace, form: str) -> str:
    from ..play import records, saves
    from .play import session_for

    session = session_for(arguments)
    if form == "position":
        return session.setup.with_position(session.state).id + "\n"
    if form == "kpattern":
        from ..formats.as_rules import convert_slides, definition_of
        from ..formats.scramble_file import write_pattern
        from ..rules.toggle import Toggle

        rules, state = session.rules, session.state
        labels = rules.arrangement(state) if isinstance(rules, Toggle) else state
        return write_pattern(convert_slides(definition_of(rules)), labels)
    if form == "facelets":
        from ..rules.base import is_label_tuple
        from ..rules.solids.cubes import write_facelets

        state = session.state if is_label_tuple(session.state) else ()
        labels = dict(zip(session.rules.board.cells, state, strict=False))
        if not (facelets := write_facelets(labels)):
            raise FormatError(
                f"Only a cube has facelets; the cells of {session.rules.name} are not named like "
                "those of a cube."
            )
        return facelets + "\n"
    write = {"record": records.write, "moves": records.write_moves, "save": saves.dump}[form]
    return write(session)


def _convert_puzzle(arguments: Namespace, form: str) -> str:
    """Return a puzzle in the given format and warn about features it cannot represent."""
    from .. import formats
    from ..formats.as_rules import convert, definition_of

    definition = definition_of(load_rules(arguments))
    text = convert(definition, form)
    if lost := formats.lost_features(definition, form):
        print(f"puzzlekit: {form} cannot represent {', '.join(lost)}; left out.", file=sys.stderr)
    return text
