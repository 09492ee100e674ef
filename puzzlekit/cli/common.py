"""What all commands share: which game is meant, and how results are printed."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..core.errors import FormatError, OptionError, shorten_path

if TYPE_CHECKING:
    from pathlib import Path

    from ..core.game_id import GameID
    from ..groups import GroupInfo
    from ..play.setup import Setup
    from ..rules.base import Rules, State

DONE, FAILED, INTERRUPTED = 0, 1, 130


def print_json(arguments: argparse.Namespace, data: Any) -> None:
    """Print data as JSON to where results go."""
    import json

    text = json.dumps(data, ensure_ascii=False)
    print(text if text.isprintable() else json.dumps(data), file=arguments.out)


def game_of(text: str) -> GameID:
    """Return the parts of the ID that is meant; a file that is there is meant as it is written."""
    from ..core.game_id import GameID, is_path, parse

    if re.search(r"\.pgn(#[0-9]+)?$", text.lower()):
        raise FormatError(
            f"{shorten_path(text)} is a game record; `play` and `convert` read it, the others take a game "
            "ID or a puzzle file."
        )
    if text.lower().endswith(".py") and os.path.isfile(text):
        from ..plugin.discovery import MAX_PATH, plugins_folder

        folder = shorten_path(plugins_folder(), MAX_PATH)
        raise FormatError(
            f"{shorten_path(text)} is a Python file; put it into {folder}, the folder of your plugins, "
            "and name it without .py."
        )
    if is_path(text) and os.path.exists(text):
        return GameID(text)
    path, mark, seed = text.rpartition("#")
    if mark and is_path(text) and os.path.exists(path):
        return parse(f"{GameID(path)}#{seed}")
    return parse(text)


def setup_for(arguments: argparse.Namespace) -> Setup:
    """Return what an ID means, begun as `--from` says."""
    return setup_from(game_of(arguments.id), getattr(arguments, "position", None))


def game_with_seed(arguments: argparse.Namespace) -> GameID:
    """Return an ID with the seed of `--seed`, if there is one, in place of its own."""
    from ..core.game_id import MAX_SEED

    game, seed = game_of(arguments.id), arguments.start_seed
    if seed is not None:
        if arguments.position is not None:
            raise OptionError("--seed and --from both say where to begin; leave one out.")
        if not 0 <= seed < MAX_SEED:
            raise OptionError(
                f"--seed {str(seed)[:40]} will not do: it must be 0 or more, of at most 18 digits."
            )
        game = game._replace(seed=seed)
    return game


def setup_from(game: GameID, position: str | None) -> Setup:
    """Return the setup of an ID, begun from the position of `--from` if there is one."""
    from ..play.positions import read_position
    from ..play.setup import make_setup

    setup = make_setup(game)
    if position is None:
        return setup
    if setup.position is not None:
        raise OptionError(
            f"{shorten_path(game)} says where to begin, so --from is too much; leave one out."
        )
    return setup.with_position(read_position(setup.rule_book(), position))


def load_definition(arguments: argparse.Namespace) -> Rules:
    """Return the rule book that is meant, begun as the options say."""
    return setup_for(arguments).rule_book()


def group_data(info: GroupInfo) -> dict[str, Any]:
    """Return the facts of a group as data; an order is a text, since it can be a long number."""
    return {**info._asdict(), "order": str(info.order)}


def print_line(rules: Rules, state: State, line: Iterable[str]) -> None:
    """Print moves one below the other, each behind the side that makes it."""
    for move in line:
        print(f"  {rules.sides(state)[rules.turn(state)]:<8} {move}")
        state = rules.play(state, move)


def plural(count: int, thing: str) -> str:
    """Return a number of things in words."""
    return f"{count:,} {thing}" + ("" if count == 1 else "s")


#: The options that set arguments of the library.
_OPTIONS = {
    **{name: f"--{name}" for name in ("last", "limit", "memory", "metric", "seconds", "size")},
    "file": "--save",
}


def mention_options(sentence: str, arguments: argparse.Namespace) -> str:
    """Return a sentence of the library, which names its arguments, with those options there are."""

    def named(found: re.Match[str]) -> str:
        option = _OPTIONS[found[1]]
        return f"{found[1]} ({option})" if option[2:] in arguments else found[1]

    return re.sub(f"`({'|'.join(_OPTIONS)})`", named, sentence)


def check_new(option: str, path: Path, force: bool, cure: str = "--force replaces it") -> None:
    """Raise `OptionError` if an option names a folder, or a file that is not to be replaced."""
    if path.is_dir():
        raise OptionError(f"{option} {shorten_path(path)} is a folder; name a file in it.")
    if path.exists() and not force:
        raise OptionError(f"{option} {shorten_path(path)} exists already; {cure}.")


def output(path: Path | None, text: str) -> None:
    """Write a text to a file that was asked for, or to stdout."""
    from ..core.files import write_output

    if path is None:
        print(text, end="")
    else:
        write_output(path, text)
