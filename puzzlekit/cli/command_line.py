"""The command line. Data goes to stdout, progress and errors to stderr.

Exit codes: 0 done, 1 a check failed, 2 bad input, 3 a limit was reached, 130 interrupted.
Everything a command needs is imported when it runs, so that `--help` is instant.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import redirect_stdout, suppress
from importlib import import_module
from typing import TYPE_CHECKING

from ..core.errors import OptionError, PuzzlekitError, did_you_mean, one_line_error, shorten_path
from ..core.numba_status import retry_without_numba
from .common import DONE, INTERRUPTED, mention_options
from .parsers import Commands, Parser, add_window_options

if TYPE_CHECKING:
    from ..rules.base import Rules

#: The commands, as `--help` lists them; each has a module of its name.
COMMANDS = (
    *("list", "play", "games", "order", "group", "perft", "states", "solve", "scramble", "match"),
    *(
        "playouts",
        "learn",
        "word",
        "prove",
        "convert",
        "picture",
        "check",
        "new",
        "rules",
        "design",
    ),
)


def _parser(names: Iterable[str]) -> tuple[Parser, Commands]:
    """Return the parser of the command line, and in it the commands of these names."""
    parser = Parser(
        prog="puzzlekit",
        description="Play rearrangement puzzles and abstract games, and compute with them. "
        "Without a command the launcher opens.",
        epilog="An ID is NAME[:VALUE or key=value,...][#SEED or @POSITION], such as permute:12#7 "
        "or fifteen:width=3,height=3#1, or the path of a puzzle file. Your own plugins go into the "
        f"folder that `puzzlekit list` names. Documentation and examples: {_documents()}.",
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    add_window_options(parser, None)
    commands = Commands(parser)
    for name in names:
        module = "listing" if name == "list" else name
        import_module(f".{module}", __package__).add_to(commands)
    return parser, commands


def _documents() -> str:
    """Return the folder with `docs` and `examples`: the package, or the checkout around it."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return package if os.path.isdir(os.path.join(package, "docs")) else os.path.dirname(package)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    sys.set_int_max_str_digits(0)  # group orders are long
    if sys.stderr is None:  # it was closed, as for some services
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - as long as the process lives
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # no letter may stop a command
    argv = sys.argv[1:] if argv is None else argv
    arguments = argparse.Namespace()
    try:
        alone = bool(argv) and argv[0] in COMMANDS  # the others need not be read
        parser, commands = _parser(argv[:1] if alone else COMMANDS)
        if not alone:
            _peek_arguments(argv, re.findall(r"--[\w-]+", parser.format_help()))
        if "play" in commands.parsers:
            usage = parser.format_usage() + commands.parsers["play"].format_usage()
            argv = _with_sides(argv, re.findall(r"--[\w-]+", usage))
        arguments = parser.parse_args(_with_signs(argv))
        return retry_without_numba(lambda: _run(arguments))
    except PuzzlekitError as error:
        if os.environ.get("PUZZLEKIT_DEBUG") and error.__cause__ is not None:
            raise
        print(f"puzzlekit: {mention_options(str(error), arguments)}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("puzzlekit: interrupted.", file=sys.stderr)
        return INTERRUPTED


def _peek_arguments(argv: Sequence[str], known: Sequence[str]) -> None:
    """Raise `OptionError` if the first word is an option that nobody knows."""
    name = argv[0].partition("=")[0] if argv else ""
    if name[:2] == "--" and not any(option.startswith(name) for option in known):
        raise OptionError(
            f"There is no option {shorten_path(name)}; see `puzzlekit --help`.{did_you_mean(name, known)}"
        )


def _with_sides(argv: Sequence[str], known: Collection[str]) -> list[str]:
    """Return the arguments of `play` with those that are not known as options of `--SIDE`."""
    if "play" not in argv:
        return list(argv)
    found: list[str] = []
    rest = list(argv)
    while rest:
        token = rest.pop(0)
        name, equals, player = token.partition("=")
        if name[:2] != "--" or name == "--" or any(option.startswith(name) for option in known):
            found.append(token)
        elif equals or (rest and not rest[0].startswith("--")):
            found.append(f"--SIDE={name[2:]}={player if equals else rest.pop(0)}")
        else:
            found.append(token)
    return found


def _with_signs(argv: Sequence[str]) -> list[str]:
    """Return the arguments with what begins with a minus sign joined to the option before it."""
    found: list[str] = []
    for token in argv:
        before = found[-1] if found else ""
        if re.match(r"-\d", token) and re.fullmatch(r"--\w[\w-]*", before):
            found[-1] = f"{before}={token}"
        else:
            found.append(token)
    return found


def _print_version(_: argparse.Namespace) -> int:
    from .. import __version__

    print(f"puzzlekit {__version__}")
    return DONE


def _open_launcher(arguments: argparse.Namespace) -> int:
    from .play import open_launcher

    return open_launcher(arguments)


def _run(arguments: argparse.Namespace) -> int:
    """Run a command; an exception becomes a `PuzzlekitError`."""
    run: Callable[[argparse.Namespace], int] = getattr(arguments, "run", _open_launcher)
    if arguments.version:
        run = _print_version
    arguments.out = sys.stdout
    quiet = getattr(arguments, "json", False)
    try:
        # What a plugin prints must not stand between data.
        with redirect_stdout(sys.stderr if quiet else sys.stdout):
            code = run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except PuzzlekitError:
        raise
    except BrokenPipeError:  # a reader such as `head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return DONE
    except (Exception, SystemExit) as error:
        from ..plugin.errors import plugin_error

        is_io = isinstance(error, OSError)
        if found := plugin_error(error, None if is_io else _rules_of(arguments)):
            raise found from error
        if isinstance(error, OSError):  # such as a full disk
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            why = f"Reading or writing failed ({error.strerror or error})."
            raise PuzzlekitError(why) from error
        if isinstance(error, SystemExit):
            raise
        why = f"{_command_name(arguments)} failed ({one_line_error(error)}); PUZZLEKIT_DEBUG=1 shows where."
        raise PuzzlekitError(why) from error


def _rules_of(arguments: argparse.Namespace) -> Rules | None:
    """Return the rules of the game ID that a command was given, if they can be loaded."""
    from ..play.setup import load

    with suppress(Exception, SystemExit):
        return load(arguments.id)
    return None


def _command_name(arguments: argparse.Namespace) -> str:
    ids = getattr(arguments, "ids", ["The front end"])
    return shorten_path(getattr(arguments, "id", "") or ", ".join(ids))
