"""Helpers shared by all commands: loading games and printing results."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..core.errors import FormatError, NotationError, OptionError, PuzzlekitError, shorten_path

if TYPE_CHECKING:
    from pathlib import Path

    from ..core.game_id import GameID
    from ..groups import GroupInfo
    from ..play.setup import Setup
    from ..rules.base import Rules, State

DONE, FAILED, INTERRUPTED = 0, 1, 130


def print_json(arguments: argparse.Namespace, data: Any) -> None:
    """Print data as JSON to the real stdout."""
    import json

    text = json.dumps(data, ensure_ascii=False)
    print(text if text.isprintable() else json.dumps(data), file=arguments.out)


def parse_game_id(text: str) -> GameID:
    """Parse a game ID, taking the path of an existing file literally."""
    from ..core.game_id import GameID, is_path, parse

    if re.search(r"\.pgn(#[0-9]+)?$", text.lower()):
        raise FormatError(
            f"{shorten_path(text)} is a game record, which only `play`, `analyse`, "
            "`convert` and `picture` read. Other commands need a game ID or a puzzle file."
        )
    if is_path(text) and os.path.exists(text):
        return GameID(text)
    path, mark, seed = text.rpartition("#")
    if mark and is_path(text) and os.path.exists(path):
        return parse(f"{GameID(path)}#{seed}")
    try:
        return parse(text)
    except NotationError as error:
        meant = "".join(f" Did you mean {each}?" for each in islice(_ids_with_option(text), 1))
        raise NotationError(f"{error}{meant}") from error


def _ids_with_option(text: str) -> Iterator[str]:
    """Yield IDs of puzzles and games whose first option can be the given string."""
    from ..core.options import options_of
    from ..play.setup import parse_setup
    from ..plugin.discovery import plugins

    for name, kind in plugins()[0].items():
        first = next(iter(options_of(kind).values()), None)
        if first is not None and type(first.default) is str and not first.choices:
            with suppress(PuzzlekitError):
                parse_setup(f"{name}:{text}")
                yield f'{name}:"{text}"'


def play_moves(rules: Rules, text: str) -> State:
    """Return the position after moves from the start, given one by one or as a word."""
    from ..play.parse_moves import read_line

    state = rules.start()
    for part in text.split() if rules.is_game() else [text]:
        line = read_line(rules, state, part)
        state = line[-1][1] if line else state
    return state


def setup_for(arguments: argparse.Namespace) -> Setup:
    """Return the setup for the ID and the `--from` option of the command."""
    return setup_from(parse_game_id(arguments.id), getattr(arguments, "position", None))


def game_with_seed(arguments: argparse.Namespace) -> GameID:
    """Return the game ID, with its seed replaced by that of `--seed`, if given."""
    game = parse_game_id(arguments.id)
    if arguments.start_seed is None:
        return game
    if arguments.position is not None:
        raise OptionError("--seed and --from both set the starting position; use only one.")
    return game._replace(seed=arguments.start_seed)


def setup_from(game: GameID, position: str | None) -> Setup:
    """Return the setup of an ID, starting from the `--from` position if there is one."""
    from ..play.positions import read_position
    from ..play.setup import make_setup

    setup = make_setup(game)
    if position is None:
        return setup
    if setup.position is not None:
        raise OptionError(
            f"{shorten_path(game)} already sets the starting position; leave out --from."
        )
    return setup.with_position(read_position(setup.load_rules(), position))


def load_rules(arguments: argparse.Namespace) -> Rules:
    """Return the rules selected by the command's ID and options."""
    return setup_for(arguments).load_rules()


def group_data(info: GroupInfo) -> dict[str, Any]:
    """Return the facts about a group as JSON data, with the order, often huge, as a string."""
    return {**info._asdict(), "order": str(info.order)}


def print_table(rows: Iterable[Sequence[str]]) -> None:
    """Print rows of cells, in columns as wide as their longest cells, without empty columns."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True) if width]
        print("  ".join(cells).rstrip())


def print_line(rules: Rules, state: State, line: Iterable[str]) -> None:
    """Print moves one per line, each preceded by the side that plays it."""
    for move in line:
        print(f"  {rules.sides(state)[rules.turn(state)]:<8} {move}")
        state = rules.play(state, move)


def plural(count: int, thing: str) -> str:
    """Return a count with its noun, such as `1 game` or `2 games`."""
    return f"{count:,} {thing}" + ("" if count == 1 else "s")


def format_length(count: int, metric: str) -> str:
    """Return a number of moves in a metric, such as `1 move` or `2 turns`."""
    return plural(count, "move" if metric == "steps" else metric.removesuffix("s"))


def ordinal(number: int) -> str:
    """Return a number from 1 to 20 as an ordinal.

    >>> [ordinal(number) for number in (1, 2, 3, 4)]
    ['1st', '2nd', '3rd', '4th']
    """
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


#: Functions and arguments of the library, and the command-line options that correspond to them.
_OPTIONS = {
    name: (f"--{name}",)
    for name in ("cluster", "last", "limit", "memory", "metric", "outcome", "seconds", "size")
} | {"file": ("--save",), "play_moves": ("--moves", "--script"), "to_goal": ("--to-goal",)}


def mention_options(sentence: str, usage: str) -> str:
    """Append the option in a command's usage, if any, to each library name in a message."""
    known = re.findall(r"--[\w-]+", usage)

    def add_option(match: re.Match[str]) -> str:
        options = (each for each in _OPTIONS[match[1]] if each in known)
        return f"{match[1]} ({next(options, 'in Python')})"

    return re.sub(f"`({'|'.join(_OPTIONS)})`", add_option, sentence)


def refuse_overwrite(
    option: str, path: Path, force: bool, advice: str = "--force replaces it"
) -> None:
    """Raise `OptionError` if a path is a folder, or an existing file and `force` is not set."""
    if path.is_dir():
        raise OptionError(f"{option} {shorten_path(path)} is a folder; name a file in it.")
    if path.exists() and not force:
        raise OptionError(f"{option} {shorten_path(path)} already exists; {advice}.")


def write_or_print(path: Path | None, text: str) -> None:
    """Write text to a file, or to stdout if no path is given."""
    from ..core.files import write_output

    if path is None:
        print(text, end="")
    else:
        write_output(path, text)
