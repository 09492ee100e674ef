"""What all commands share: which game is meant, and how results are printed."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import FormatError, OptionError

if TYPE_CHECKING:
    from ..rules.rule_book import Rules

DONE, FAILED, INTERRUPTED = 0, 1, 130


def print_json(arguments: argparse.Namespace, data: Any) -> None:
    """Print data as JSON to where results go."""
    print(json.dumps(data, ensure_ascii=False), file=arguments.out)


def named(arguments: argparse.Namespace) -> str:
    """Return the ID that is meant, begun from the position of `--from` if there is one."""
    text = meant(arguments.id)
    if getattr(arguments, "position", None) is None:
        return text
    from ..play.new_game import at
    from ..play.plugins import load
    from ..play.positions import read_position

    rules = load(text)
    if rules.line:
        raise OptionError(f"{text[:80]} says where to begin, so --from is too much; leave one out.")
    return at(rules, read_position(rules, arguments.position))


def seeded(arguments: argparse.Namespace) -> str:
    """Return the ID with the seed of `--seed`, if there is one, in place of its own."""
    from ..play.game_id import SEEDS

    text = named(arguments)
    if arguments.seed is None:
        return text
    if not 0 <= arguments.seed < SEEDS:
        raise OptionError(
            f"--seed {arguments.seed} will not do: it must be 0 or more, of at most 18 digits."
        )
    return f"{text.partition('#')[0]}#{arguments.seed}"


def meant(text: str) -> str:
    """Return the ID that is meant; a file that is there is meant as it is written, % and all.

    >>> meant("cube:3#7")
    'cube:3#7'
    """
    from ..play.game_id import is_path, parse, write

    if text.lower().endswith(".pgn"):
        raise FormatError(
            f"{text[:80]} is a game record; `play` and `convert` read it, the others take a game "
            "ID or a puzzle file."
        )
    if not is_path(text):
        return text
    path, mark, seed = text.rpartition("#")
    if os.path.exists(text):
        return write(text, {}, {}, None)
    if mark and os.path.exists(path):
        return f"{write(path, {}, {}, None)}#{seed}"
    parts = parse(text)
    return write(parts.name, {}, {}, parts.seed, parts.line)


def loaded(arguments: argparse.Namespace) -> Rules:
    """Return the rule book that is meant; see `named`."""
    from ..play.plugins import load

    return load(named(arguments))


def plural(count: int, thing: str) -> str:
    """Return a number of things in words.

    >>> plural(1, "move"), plural(2000, "move")
    ('1 move', '2,000 moves')
    """
    return f"{count:,} {thing}" + ("" if count == 1 else "s")


def output(path: Path | None, text: str) -> None:
    """Write a text to a file, whole or not at all, or to stdout."""
    from ..core.files import write_atomically

    if path is None:
        print(text, end="")
    else:
        write_atomically(path, text)
