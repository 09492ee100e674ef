"""What the parsers of all commands share: errors in one sentence, numbers, games."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from ..core.errors import MAX_QUOTED, OptionError, did_you_mean, escape_control_characters

if TYPE_CHECKING:
    from pathlib import Path


#: A text in quotes that is too long to be repeated, and how long a message of argparse may be.
_LONG = rf"'([^']{{{MAX_QUOTED}}})[^']*'"
_MAX_MESSAGE = 400


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence.

    It looks how wide the terminal is when there is help to be printed, and not for each argument
    that is added, since that takes longer than all else.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, formatter_class=partial(argparse.HelpFormatter, width=80))

    def format_help(self) -> str:
        """Return the help, as wide as the terminal."""
        self.formatter_class = argparse.HelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Raise the error, with what may have been meant."""
        message = escape_control_characters(re.sub(_LONG, r"'\1...'", message))
        if len(message) > _MAX_MESSAGE:
            message = f"{message[:_MAX_MESSAGE]}..."
        chosen = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
        near = did_you_mean(chosen[1], chosen[2].replace("'", "").split(", ")) if chosen else ""
        raise OptionError(f"{message}; see `{self.prog} --help`.{near}")


class Commands:
    """Adds commands to the parser of the command line; `parsers` has those that are there."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self.parsers: dict[str, argparse.ArgumentParser] = {}
        self._parsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def add(
        self, name: str, run: Callable[[argparse.Namespace], int], text: str, *, json: bool = True
    ) -> argparse.ArgumentParser:
        """Return the parser of a new command; with `json` it can print data."""
        command: argparse.ArgumentParser = self._parsers.add_parser(
            name, help=text, description=text
        )
        command.set_defaults(run=run)
        self.parsers[name] = command
        if json:
            command.add_argument("--json", action="store_true", help="print data as JSON")
        return command

    def add_for_game(
        self,
        name: str,
        run: Callable[[argparse.Namespace], int],
        text: str,
        *,
        json: bool = True,
        games: str = "game ID or puzzle file",
    ) -> argparse.ArgumentParser:
        """Return the parser of a new command about one game, which may begin from a position."""
        command = self.add(name, run, text, json=json)
        command.add_argument("id", metavar="ID", help=games)
        add_start(command)
        return command


def add_start(command: argparse.ArgumentParser) -> None:
    """Add the option that says from which position a game begins."""
    command.add_argument(
        "--from",
        dest="position",
        metavar="POSITION",
        help="begin there: a position as `convert --to position` writes it, start, #SEED, or "
        "in a puzzle the label of each cell, or cycles of cells such as '(a b c)'",
    )


def add_start_seed(command: argparse.ArgumentParser) -> None:
    """Add the option that says which random position a game begins from."""
    command.add_argument(
        "--seed",
        dest="start_seed",
        metavar="S",
        type=integer,
        help="begin from random position number S, the same every time, as ID#S does",
    )


def add_chance_seed(command: argparse.ArgumentParser) -> None:
    """Add the option that says where the random numbers of a computation begin."""
    command.add_argument(
        "--seed",
        metavar="S",
        type=whole,
        default=0,
        help="seed of the random numbers (0): the same seed gives the same games again",
    )


#: What can count as one move, as `solving.spaces` has it, which would take long to import.
METRICS = "steps", "turns", "runs", "lines"


def add_metric(command: argparse.ArgumentParser, metrics: tuple[str, ...] = METRICS) -> None:
    """Add the option that says what counts as one move."""
    told = {
        "steps": "a step of the rules",
        "turns": "any power of a twist",
        "runs": "any number of steps of one sliding piece",
        "lines": "a step of several in a line",
    }
    command.add_argument(
        "--metric",
        choices=metrics,
        default=metrics[0],
        help=f"what counts as one move: {', '.join(told[each] for each in metrics)} (steps)",
    )


def integer(text: str) -> int:
    """Read a number that may be negative."""
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} must be a whole number of up to 18 digits")
    return int(text)


def count(text: str) -> int:
    """Read a number of things, at least one."""
    if not (text.isascii() and text.isdecimal() and len(text) < 19 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} must be a whole number, 1 or more")
    return int(text)


def whole(text: str) -> int:
    """Read a number of things, maybe none."""
    try:
        return 0 if text == "0" else count(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} must be a whole number, 0 or more"
        ) from None


def size(text: str) -> int:
    """Read a number of bytes."""
    found = re.fullmatch(r"([0-9]{1,12})(|[KMGT]B)", text, re.IGNORECASE)
    if not found or not int(found[1]):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} must be a size such as 512MB")
    return int(found[1]) << 10 * ["", "KB", "MB", "GB", "TB"].index(found[2].upper())


def seconds(text: str) -> float:
    """Read a time in seconds."""
    return _number(text, 0, sys.float_info.max, "a number of seconds")


def scale(text: str) -> float:
    """Read the size of everything in a window."""
    return _number(text, 0.5, 4, "a number from 0.5 to 4")


def _number(text: str, least: float, most: float, what: str) -> float:
    with suppress(ValueError):
        if least <= float(text) <= most:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text[:40]!r} must be {what}")


def window_size(text: str) -> tuple[int, int]:
    """Read the width and the height of a window."""
    found = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    if found is None:
        why = f"{text[:40]!r} must be WIDTHxHEIGHT, such as 1280x800"
        raise argparse.ArgumentTypeError(why)
    return int(found[1]), int(found[2])


def as_path(text: str) -> Path:
    """Read a path."""
    from pathlib import Path

    return Path(text)


def as_svg(text: str) -> Path:
    """Read the path of a picture in SVG."""
    if not text.lower().endswith(".svg"):
        raise argparse.ArgumentTypeError(f"{text[:80]!r} must end in .svg")
    return as_path(text)


def add_window_options(parser: argparse.ArgumentParser, default: object) -> None:
    """Add the options of the front ends."""
    group = parser.add_argument_group("front end")
    value = partial(group.add_argument, default=default)
    switch = partial(group.add_argument, action="store_true", default=default)
    switch("--text", help="play in the terminal")
    value("--ui-scale", metavar="X", type=scale, help="size of everything, 0.5 to 4")
    value("--theme", choices=["dark", "light"], help="colours of the window")
    value("--size", metavar="WxH", type=window_size, help="size of the window, such as 1280x800")
    switch("--no-anim", help="move at once")
    switch("--think", help="show the line of play that a computer player expects")
    switch("--software", help="draw without the graphics card")
    value("--script", metavar="MOVES", help="play these moves first, separated by blanks")
    value(
        "--screenshot", metavar="FILE", type=as_path, help="save a picture of the window and stop"
    )
    switch("--log-events", help="print what happens to stderr, for tests")
