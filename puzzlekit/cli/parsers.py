"""Argument parsers shared by all commands."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from ..core.errors import MAX_QUOTED, OptionError, did_you_mean, escape_control_characters
from ..core.values import DISTANCE_METRICS

if TYPE_CHECKING:
    from pathlib import Path


#: Matches quoted text that is too long for an error message.
_LONG_QUOTE = rf"'([^']{{{MAX_QUOTED}}})[^']*'"
#: Maximum length of an argparse message.
_MAX_MESSAGE = 400


class Parser(argparse.ArgumentParser):
    """Argument parser that reports errors in one sentence.

    The terminal width is looked up only to print help: doing so for each added argument would
    dominate the startup time.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, formatter_class=partial(argparse.HelpFormatter, width=80))
        self._list = ""

    def format_help(self) -> str:
        """Return the help text, wrapped at the terminal width."""
        self.formatter_class = argparse.HelpFormatter
        return super().format_help()

    def add_switch(self, name: str, text: str) -> None:
        """Add an option without a value."""
        self.add_argument(name, action="store_true", help=text)

    def add_list(self, name: str, metavar: str, text: str, *, required: bool) -> None:
        """Add a list of positional arguments, which may also follow options."""
        self.add_argument(name, metavar=metavar, nargs="+" if required else "*", help=text)
        self._list = name

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments. argparse alone refuses those of a list that are separated by options."""
        found, rest = super().parse_known_args(args, namespace)
        if self._list and not any(each.startswith("-") for each in rest):
            getattr(found, self._list).extend(rest)
            rest = []
        return found, rest

    def add_value(
        self, usage: str, text: str, kind: Callable[[str], object] = str, **options: Any
    ) -> None:
        """Add an option with a value, such as `--limit N`, which `kind` parses."""
        name, metavar = usage.split()
        self.add_argument(name, metavar=metavar, type=kind, help=text, **options)

    def error(self, message: str) -> NoReturn:
        """Raise `OptionError` with the message and a suggestion."""
        message = escape_control_characters(re.sub(_LONG_QUOTE, r"'\1...'", message))
        if len(message) > _MAX_MESSAGE:
            message = f"{message[:_MAX_MESSAGE]}..."
        choice = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
        option = re.search(r"(?:unrecognized arguments:|argument) (--[\w-]+)", message)
        known = re.findall(r"--[\w-]+", self.format_usage()) if option else []
        suggestion = ""
        if choice:
            suggestion = did_you_mean(choice[1], choice[2].replace("'", "").split(", "))
        elif option and option[1] not in known:  # perhaps taken for the option of a side
            suggestion = did_you_mean(option[1], known)
        raise OptionError(f"{message}; see `{self.prog} --help`.{suggestion}")


class Commands:
    """Registry of commands; `parsers` maps the name of each command to its parser."""

    def __init__(self, parser: Parser) -> None:
        self.parsers: dict[str, Parser] = {}
        self._parsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def add(
        self, name: str, run: Callable[[argparse.Namespace], int], text: str, *, json: bool = True
    ) -> Parser:
        """Add a command and return its parser; `json` adds the `--json` option."""
        command: Parser = self._parsers.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        self.parsers[name] = command
        if json:
            command.add_switch("--json", "print data as JSON")
        return command

    def add_for_game(
        self,
        name: str,
        run: Callable[[argparse.Namespace], int],
        text: str,
        *,
        json: bool = True,
        games: str = "game ID or puzzle file",
    ) -> Parser:
        """Add a command that takes a game ID and `--from`, and return its parser."""
        command = self.add(name, run, text, json=json)
        command.add_argument("id", metavar="ID", help=games)
        add_start(command)
        return command


def add_start(command: Parser) -> None:
    """Add the option for the starting position."""
    command.add_value(
        "--from POSITION",
        "start from POSITION: the output of `convert --to position`, start or #SEED; for a "
        "puzzle, also the labels of all cells, cycles of cells such as '(a b c)', a .scr file or a "
        "KPattern (.json)",
        dest="position",
    )


def add_moves(command: Parser) -> None:
    """Add the option for moves to be played first."""
    command.add_value("--moves MOVES", "play these moves first", default="")


def add_start_seed(command: Parser) -> None:
    """Add the option for the seed of the starting position."""
    command.add_value(
        "--seed S",
        "start from the random position with seed S, as in ID#S",
        non_negative,
        dest="start_seed",
    )


def add_random_seed(command: Parser) -> None:
    """Add the option for the seed of the random numbers."""
    command.add_value(
        "--seed S",
        "seed of the random numbers (default: 0); the same seed gives the same games",
        non_negative,
        default=0,
    )


def add_metric(command: Parser, metrics: tuple[str, ...] = DISTANCE_METRICS) -> None:
    """Add the option for the metric."""
    descriptions = {
        "steps": "a single move; on a cube, the quarter-turn metric QTM",
        "turns": "any power of a twist; on a cube, the half-turn metric HTM",
        "runs": "any number of steps of one sliding piece or block",
        "lines": "a step of several pieces in a line",
    }
    command.add_argument(
        "--metric",
        choices=metrics,
        help="what counts as one move: "
        + ", ".join(f"{each} ({descriptions[each]})" for each in metrics)
        + " (default: turns for solids such as the cube, steps for other puzzles and for files)",
    )


def positive(text: str, minimum: int = 1) -> int:
    """Parse a positive integer, or one of at least `minimum`."""
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < minimum:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} must be a whole number of up to 18 digits, {minimum} or more"
        )
    return int(text)


def non_negative(text: str) -> int:
    """Parse a non-negative integer."""
    return positive(text, 0)


def byte_size(text: str) -> int:
    """Parse a size in bytes, such as 512MB."""
    match = re.fullmatch(r"([0-9]{1,12})(|[KMGT]B)", text, re.IGNORECASE)
    if not match or not int(match[1]):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} must be a size such as 512MB")
    return int(match[1]) << 10 * ["", "KB", "MB", "GB", "TB"].index(match[2].upper())


def seconds(text: str) -> float:
    """Parse a time in seconds."""
    return _number(text, 0, sys.float_info.max, "a number of seconds")


def scale(text: str) -> float:
    """Parse an interface scale."""
    return _number(text, 0.5, 4, "a number from 0.5 to 4")


def _number(text: str, minimum: float, maximum: float, expected: str) -> float:
    with suppress(ValueError):
        if minimum <= float(text) <= maximum:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text[:40]!r} must be {expected}")


def window_size(text: str) -> tuple[int, int]:
    """Parse a window size such as 1280x800."""
    match = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    if match is None:
        message = f"{text[:40]!r} must be WIDTHxHEIGHT, such as 1280x800"
        raise argparse.ArgumentTypeError(message)
    return int(match[1]), int(match[2])


def as_path(text: str) -> Path:
    """Convert text to a `Path`."""
    from pathlib import Path

    return Path(text)


def as_svg(text: str) -> Path:
    """Parse the path of an SVG file."""
    if not text.lower().endswith(".svg"):
        raise argparse.ArgumentTypeError(f"{text[:80]!r} must end in .svg")
    return as_path(text)


def add_window_options(
    parser: argparse.ArgumentParser, default: object, *, game: bool = True
) -> None:
    """Add the options for the window; `game` adds those for games, also in the terminal."""
    group = parser.add_argument_group("front end")
    value = partial(group.add_argument, default=default)
    switch = partial(group.add_argument, action="store_true", default=default)
    if game:
        switch("--text", help="play in the terminal")
        switch("--think", help="show engine lines")
        value("--script", metavar="MOVES", help="play these moves first, separated by spaces")
    value("--ui-scale", metavar="X", type=scale, help="interface scale, 0.5 to 4")
    value("--theme", choices=["dark", "light"], help="colour theme")
    value("--size", metavar="WxH", type=window_size, help="size of the window, such as 1280x800")
    switch("--no-anim", help="turn animations off")
    switch("--software", help="use software rendering")
    value(
        "--screenshot",
        metavar="FILE",
        type=as_path,
        help="save a screenshot of the window and exit",
    )
    switch("--log-events", help="log events to stderr, for tests")
