"""The command line. Data goes to stdout, progress and errors to stderr.

Exit codes: 0 done, 1 a check failed, 2 bad input, 3 a limit was reached, 130 interrupted.
Everything a command needs is imported when it runs, so that `--help` is instant.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from typing import NoReturn

from ..core.errors import OptionError, PuzzlekitError, did_you_mean
from .common import DONE, INTERRUPTED


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        chosen = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
        near = did_you_mean(chosen[1], chosen[2].replace("'", "").split(", ")) if chosen else ""
        raise OptionError(f"{message}; see `{self.prog} --help`.{near}")


def _parsers() -> tuple[argparse.ArgumentParser, argparse.ArgumentParser]:
    """Return the parser of all commands, and that of `play`."""
    parser = _Parser(
        prog="puzzlekit",
        description="Play rearrangement puzzles and abstract games, and compute with them. "
        "Without a command the launcher opens.",
        epilog="An ID is NAME[:VALUE or key=value,...][#SEED or @POSITION], such as permute:12#7 "
        "or fifteen:width=3,height=3#1, or the path of a puzzle file. Your own plugins go into the "
        "folder that `puzzlekit list` names.",
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    _window_options(parser, None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def add(
        name: str, run: Callable[[argparse.Namespace], int], text: str, *, data: bool = True
    ) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        if name == "order":
            command.add_argument("ids", metavar="ID", nargs="+", help="game ID or puzzle file")
        elif name != "list":
            games = ", or a saved game or a record" if name in ("play", "convert") else ""
            what = "game ID or puzzle file" + games
            command.add_argument("id", metavar="ID", help=what)
        if name not in ("list", "check", "rules"):
            command.add_argument(
                "--from",
                dest="position",
                metavar="STATE",
                help="begin there: a line as `convert --to position` writes it, start, #SEED, or "
                "in a puzzle the label of each cell, or cycles of cells such as '(a b c)'",
            )
        if data:
            command.add_argument("--json", action="store_true", help="print data as JSON")
        return command

    add("list", _list, "list all games and puzzles")
    play = add("play", _play, "play a game or a puzzle", data=False)
    play.add_argument(
        "--players", metavar="A,B", help="who plays each seat, such as human,mcts:club"
    )
    play.add_argument(
        "--SIDE",
        dest="sides",
        metavar="PLAYER",
        action="append",
        default=[],
        help="who plays a side, such as --white mcts:club: human, random, greedy, greedy:2, "
        "alphabeta:PLIES, uct:PLAYOUTS, mcts:PLAYOUTS, mcts:2s for seconds, or a level of mcts: "
        "beginner, casual, club, expert, master, champion",
    )
    play.add_argument("--save", metavar="FILE", help="keep the game in this file")
    _window_options(play, argparse.SUPPRESS)  # what stands before the command counts too
    order = add("order", _order, "print order and name of the group that acts at the start")
    order.add_argument(
        "--seconds", metavar="S", type=_seconds, help="begin no proof later than that"
    )
    add("group", _group, "print orbits, blocks, base and more of the group, and count positions")
    perft = add("perft", _perft, "count the lines of play of each length")
    perft.add_argument("--depth", metavar="N", type=_count, required=True, help="longest length")
    perft.add_argument("--distinct", action="store_true", help="count distinct positions instead")
    states = add("states", _states, "count the reachable states by their distance")
    solve = add("solve", _solve, "find a shortest solution of a small puzzle")
    for command in (play, solve):
        command.add_argument(
            "--seed", metavar="S", type=int, help="start from this random position"
        )
    duel = add("match", _match, "let two computer players play against each other")
    duel.add_argument("a", metavar="A", help="a player such as mcts:1000, greedy or random")
    duel.add_argument("b", metavar="B", help="the other player")
    duel.add_argument("--games", metavar="N", type=_count, default=100, help="how many (100)")
    duel.add_argument("--jobs", metavar="J", type=_count, help="processes (one a core)")
    duel.add_argument(
        "--random-plies",
        metavar="K",
        type=_plies,
        default=0,
        help="begin the games that differ only in the seats with the same K random moves",
    )
    random = add("playouts", _playouts, "play a game at random and measure it")
    random.add_argument("--games", metavar="N", type=_count, help="how many")
    random.add_argument("--seconds", metavar="S", type=_seconds, help="how long (2)")
    random.add_argument(
        "--plain", action="store_true", help="by the rule book as well, where that is not usual"
    )
    for command in (duel, random):
        command.add_argument(
            "--seed", metavar="S", type=_plies, default=0, help="draw other lots than with 0"
        )
    word = add("word", _word, "print moves that lead to the goal, or to another position")
    word.add_argument(
        "--to",
        metavar="STATE",
        default="goal",
        help="goal, or a position as --from takes it",
    )
    word.add_argument("--seconds", metavar="S", type=_seconds, help="look so long for fewer moves")
    solve.add_argument("--count", action="store_true", help="count all shortest solutions")
    for command in (states, solve):
        command.add_argument("--limit", metavar="N", type=_count, help="most states to keep")
    prove = add("prove", _prove, "prove that a side of a game can force a win")
    prove.add_argument("--moves", metavar="MOVES", help="make these moves first")
    prove.add_argument("--side", metavar="NAME", help="who is to win; by default who moves")
    prove.add_argument("--turns", metavar="N", type=_count, help="most moves of the winner")
    prove.add_argument("--limit", metavar="N", type=_count, help="most positions to look at")
    convert = add("convert", _convert, "write a puzzle or a game in another format", data=False)
    convert.add_argument(
        "--to",
        metavar="FORMAT",
        help="a puzzle: gap, kpuzzle, tws or toml; a game: record, moves, save or position",
    )
    convert.add_argument("--output", metavar="FILE", type=Path, help="write this file, not stdout")
    convert.add_argument("--force", action="store_true", help="replace the file if it exists")
    check = add("check", _check, "test a plugin against the contract")
    check.add_argument(
        "--moves", metavar="N", type=_count, default=0, help="and make so many random moves"
    )
    add("rules", _rules, "print the rules")
    return parser, play


def _count(text: str) -> int:
    """Read a number of things, at least one."""
    if not (text.isascii() and text.isdecimal() and len(text) < 19 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} must be a whole number, 1 or more")
    return int(text)


def _plies(text: str) -> int:
    """Read a number of things, maybe none."""
    try:
        return 0 if text == "0" else _count(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} must be a whole number, 0 or more"
        ) from None


def _seconds(text: str) -> float:
    """Read a time in seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} must be a number of seconds")
    return seconds


def _window_options(parser: argparse.ArgumentParser, default: object) -> None:
    group = parser.add_argument_group("front end")
    value = partial(group.add_argument, default=default)
    switch = partial(group.add_argument, action="store_true", default=default)
    switch("--text", help="play in the terminal")
    value("--ui-scale", metavar="X", type=float, help="size of everything, 0.5 to 4")
    value("--theme", choices=["dark", "light"], help="colours of the window")
    value("--size", metavar="WxH", help="size of the window, such as 1280x800")
    switch("--no-anim", help="move at once")
    switch("--think", help="show the line of play that a computer player expects")
    switch("--software", help="draw without the graphics card")
    value("--script", metavar="MOVES", help="play these moves first, separated by blanks")
    value("--screenshot", metavar="FILE", type=Path, help="save a picture of the window and stop")
    switch("--log-events", help="print what happens to stderr, for tests")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    >>> main(["order", "pinball"])
    pinball  order 20160  A8  degree 8, 4 generators
    0
    """
    sys.set_int_max_str_digits(0)  # group orders are long
    try:
        parser, play = _parsers()
        known = re.findall(r"--[\w-]+", parser.format_usage() + play.format_usage())
        arguments = parser.parse_args(_with_sides(sys.argv[1:] if argv is None else argv, known))
        if arguments.version:
            from .. import __version__

            print(f"puzzlekit {__version__}")
            return DONE
        return _run(arguments)
    except PuzzlekitError as error:
        print(f"puzzlekit: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("puzzlekit: interrupted.", file=sys.stderr)
        return INTERRUPTED


def _with_sides(argv: Sequence[str], known: Collection[str]) -> list[str]:
    """Return the arguments of `play` with those that are not known as options of `--SIDE`.

    Which sides there are turns out only when the game is loaded.

    >>> _with_sides(["play", "--red", "human", "hex", "--text"], ["--text"])
    ['play', '--SIDE=red=human', 'hex', '--text']
    """
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


def _run(arguments: argparse.Namespace) -> int:
    """Run a command; what a stranger's plugin raises, whatever it is, becomes a sentence."""
    run: Callable[[argparse.Namespace], int] = getattr(arguments, "run", _launch)
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
    except OSError as error:  # a reader such as `head` has seen enough, or the disk is full
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if isinstance(error, BrokenPipeError):
            return DONE
        raise PuzzlekitError(f"Reading or writing failed ({error.strerror or error}).") from error
    except (Exception, SystemExit) as error:
        if os.environ.get("PUZZLEKIT_DEBUG"):
            raise
        words = " ".join(str(error).split())[:200]
        raise PuzzlekitError(
            f"{_named(arguments)} failed "
            f"({type(error).__name__}: {words}); PUZZLEKIT_DEBUG=1 shows where."
        ) from error


def _named(arguments: argparse.Namespace) -> str:
    return getattr(arguments, "id", "") or ", ".join(getattr(arguments, "ids", ["The front end"]))


# -- the commands, each imported when it runs ------------------------------------------------------


def _launch(arguments: argparse.Namespace) -> int:
    from .play import open_launcher

    return open_launcher(arguments)


def _list(arguments: argparse.Namespace) -> int:
    from .plugins import show_list

    return show_list(arguments)


def _play(arguments: argparse.Namespace) -> int:
    from .play import run_play

    return run_play(arguments)


def _order(arguments: argparse.Namespace) -> int:
    from .group import order

    return order(arguments)


def _group(arguments: argparse.Namespace) -> int:
    from .group import group

    return group(arguments)


def _perft(arguments: argparse.Namespace) -> int:
    from .search import run_perft

    return run_perft(arguments)


def _states(arguments: argparse.Namespace) -> int:
    from .search import run_states

    return run_states(arguments)


def _solve(arguments: argparse.Namespace) -> int:
    from .search import run_solve

    return run_solve(arguments)


def _match(arguments: argparse.Namespace) -> int:
    from .match import run_match

    return run_match(arguments)


def _playouts(arguments: argparse.Namespace) -> int:
    from .match import run_playouts

    return run_playouts(arguments)


def _word(arguments: argparse.Namespace) -> int:
    from .word import word

    return word(arguments)


def _prove(arguments: argparse.Namespace) -> int:
    from .prove import proof

    return proof(arguments)


def _convert(arguments: argparse.Namespace) -> int:
    from .convert import convert

    return convert(arguments)


def _check(arguments: argparse.Namespace) -> int:
    from .plugins import run_check

    return run_check(arguments)


def _rules(arguments: argparse.Namespace) -> int:
    from .plugins import show_rules

    return show_rules(arguments)
