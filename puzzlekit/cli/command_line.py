"""The command line, which writes data to stdout, and progress and errors to stderr.

Exit codes: 0 success, 1 negative result, 2 invalid input, 3 limit reached, 130 interrupted.
Modules that a command needs are imported when it runs, so that `--help` is instant.
"""

from __future__ import annotations

import _thread
import argparse
import errno
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from importlib import import_module
from threading import Timer
from typing import TYPE_CHECKING

from ..core.errors import (
    MemberError,
    OptionError,
    PuzzlekitError,
    did_you_mean,
    one_line_error,
    shorten_path,
)
from ..core.numba_status import retry_without_numba
from .common import DONE, INTERRUPTED, mention_options
from .parsers import Commands, Parser, add_window_options

if TYPE_CHECKING:
    from ..rules.base import Rules

#: Command names in the order of `--help`; each is implemented in the module of the same name.
COMMANDS = (
    *("list", "play", "games", "order", "group", "solve", "distances", "scramble", "perft"),
    *("practice", "match", "playouts", "learn", "times", "results", "prove", "analyse"),
    *("convert", "picture", "check", "new", "rules", "design", "web", "site"),
)

#: Seconds after which an ignored interrupt is repeated.
REPEAT_SECONDS = 0.05


def _parser(names: Iterable[str]) -> tuple[Parser, Commands]:
    """Return a parser with only the named commands, and its registry of commands."""
    parser = Parser(
        prog="puzzlekit",
        description="Play rearrangement puzzles and abstract games, and compute with them. "
        "Without a command, the launcher opens.",
        epilog="An ID is NAME[:VALUE or key=value,...][#SEED or @POSITION], such as permute:12#7 "
        "or fifteen:width=3,height=3#1, or the path of a puzzle file. `puzzlekit list` shows your "
        f"plugins folder. Documentation and examples: {_docs_folder()}.",
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    add_window_options(parser, None)
    commands = Commands(parser)
    for name in names:
        module = "listing" if name == "list" else name
        import_module(f".{module}", __package__).add_to(commands)
    return parser, commands


def _docs_folder() -> str:
    """Return the folder with `docs` and `examples`: the installed package or its checkout."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return package if os.path.isdir(os.path.join(package, "docs")) else os.path.dirname(package)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    sys.set_int_max_str_digits(0)  # group orders are long
    if sys.stderr is None:  # stderr is closed, as in some services
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Puzzle files and records are UTF-8, but Windows would write another encoding to files.
            is_chosen = stream.isatty() or os.environ.get("PYTHONIOENCODING")
            # Never fail on unencodable characters.
            stream.reconfigure(encoding=None if is_chosen else "utf-8", errors="backslashreplace")
    argv = list(sys.argv[1:] if argv is None else argv)
    command = Parser()
    try:
        alone = bool(argv) and argv[0] in COMMANDS  # import only that command
        parser, commands = _parser(argv[:1] if alone else COMMANDS)
        if not alone:
            _check_first_option(argv, re.findall(r"--[\w-]+", parser.format_help()))
        if "play" in commands.parsers:
            from .play import add_side_options

            add_side_options(commands.parsers["play"], argv)
        arguments, rest = parser.parse_known_args(argv)
        command = commands.parsers.get(arguments.command or "", parser)
        if rest:
            command.error(f"unrecognized arguments: {' '.join(rest)}")
        with _repeated_interrupts():
            return _run(arguments)
    except PuzzlekitError as error:
        if os.environ.get("PUZZLEKIT_DEBUG") and error.__cause__ is not None:
            raise
        print(f"puzzlekit: {mention_options(str(error), command.format_usage())}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("puzzlekit: interrupted.", file=sys.stderr)
        return INTERRUPTED


@contextmanager
def _repeated_interrupts() -> Iterator[None]:
    """Repeat an interrupt that Python ignores, for example in a callback of the compiler."""
    hook = sys.unraisablehook

    def repeat(unraisable: sys.UnraisableHookArgs) -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            Timer(REPEAT_SECONDS, _thread.interrupt_main).start()
        else:
            hook(unraisable)

    sys.unraisablehook = repeat
    try:
        yield
    finally:
        sys.unraisablehook = hook


def _check_first_option(argv: Sequence[str], known: Sequence[str]) -> None:
    """Raise `OptionError` if the first argument is an unknown option."""
    name = argv[0].partition("=")[0] if argv else ""
    if name[:2] == "--" and not any(option.startswith(name) for option in known):
        raise OptionError(
            f"Unknown option {shorten_path(name)}; see `puzzlekit --help`."
            f"{did_you_mean(name, known)}"
        )


def _print_version(_: argparse.Namespace) -> int:
    from .. import __version__

    print(f"puzzlekit {__version__}")
    return DONE


def _open_launcher(arguments: argparse.Namespace) -> int:
    from .play import open_launcher

    return open_launcher(arguments)


@retry_without_numba
def _run(arguments: argparse.Namespace) -> int:
    """Run a command, turning any exception into a `PuzzlekitError`."""
    run: Callable[[argparse.Namespace], int] = getattr(arguments, "run", _open_launcher)
    if arguments.version:
        run = _print_version
    arguments.out = sys.stdout
    quiet = getattr(arguments, "json", False)
    try:
        # Keep anything that a plugin prints out of the JSON output.
        with redirect_stdout(sys.stderr if quiet else sys.stdout):
            code = run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except (Exception, SystemExit) as error:
        if isinstance(error, PuzzlekitError) and not isinstance(error, MemberError):
            raise
        from ..plugin.errors import plugin_error

        is_io = isinstance(error, OSError)
        if plugin_failure := plugin_error(error, None if is_io else _rules_of(arguments)):
            raise plugin_failure from error
        if isinstance(error, OSError):  # such as a full disk
            is_closed = _is_output_closed(error)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            if is_closed:
                return DONE
            path = "" if error.filename is None else f" {shorten_path(error.filename)}"
            reason = str(error.strerror or error).rstrip(".")
            message = f"Reading or writing{path} failed: {reason}."
            raise PuzzlekitError(message) from error
        if isinstance(error, SystemExit):
            raise
        if isinstance(error, MemoryError):
            raise PuzzlekitError(
                f"There is not enough memory for {_command_name(arguments)}. Close other programs, "
                "or use a smaller puzzle or a lower limit."
            ) from error
        message = (
            f"{_command_name(arguments)} failed ({one_line_error(error)}). Set PUZZLEKIT_DEBUG=1 "
            "for a traceback."
        )
        raise PuzzlekitError(message) from error


def _is_output_closed(error: OSError) -> bool:
    """Return whether a reader of the output, such as `head` or `more`, has stopped reading."""
    # The error of Windows, which may have other reasons. Without a console, there is no output.
    if error.errno == errno.EINVAL and sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError:
            return True
    return isinstance(error, BrokenPipeError)


def _rules_of(arguments: argparse.Namespace) -> Rules | None:
    """Return the rules of the command's game ID, or None if they cannot be loaded."""
    from ..play.setup import load

    with suppress(Exception, SystemExit):
        return load(arguments.id)
    return None


def _command_name(arguments: argparse.Namespace) -> str:
    ids = getattr(arguments, "ids", ["The front end"])
    return shorten_path(getattr(arguments, "id", "") or ", ".join(ids))
