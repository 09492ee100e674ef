"""The command line. Data goes to stdout, progress and errors to stderr.

Exit codes: 0 done, 1 a check failed, 2 bad input, 3 a limit was reached, 130 interrupted.
Everything a command needs is imported when it runs, so that `--help` is instant.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from .errors import OptionError, PuzzlekitError

if TYPE_CHECKING:
    from .rules import Rules
    from .session import Session

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        raise OptionError(f"{message}; see `{self.prog} --help`.")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="puzzlekit",
        description="Play rearrangement puzzles and abstract games, and compute with them. "
        "Without a command the launcher opens.",
        epilog="An ID is NAME[:VALUE or key=value,...][#SEED], such as permute:12#7 or "
        "fifteen:width=3,height=3#1. Your own plugins go into the folder that "
        "`puzzlekit list` names.",
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    _window_options(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def add(
        name: str, run: Callable[[argparse.Namespace], int], text: str, *, data: bool = True
    ) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        if name != "list":
            what = "game ID, or a saved game" if name == "play" else "game ID"
            command.add_argument("id", metavar="ID", help=what)
        if data:
            command.add_argument("--json", action="store_true", help="print data as JSON")
        return command

    add("list", _list, "list all games and puzzles")
    play = add("play", _play, "play a game or a puzzle", data=False)
    play.add_argument(
        "--players", metavar="A,B", help="who plays each seat: human, greedy or random"
    )
    play.add_argument("--save", metavar="FILE", type=Path, help="keep the game in this file")
    _window_options(play)
    add("order", _order, "print order and name of the group that acts at the start")
    perft = add("perft", _perft, "count the lines of play of each length")
    perft.add_argument("--depth", metavar="N", type=_count, required=True, help="longest length")
    perft.add_argument("--distinct", action="store_true", help="count distinct positions instead")
    states = add("states", _states, "count the reachable states by their distance")
    solve = add("solve", _solve, "find a shortest solution of a small puzzle")
    solve.add_argument("--seed", metavar="S", type=int, help="start from this random position")
    solve.add_argument("--count", action="store_true", help="count all shortest solutions")
    for command in (states, solve):
        command.add_argument("--limit", metavar="N", type=_count, help="most states to keep")
    add("check", _check, "test a plugin against the contract")
    add("rules", _rules, "print the rules")
    return parser


def _count(text: str) -> int:
    """Read a number of things, at least one."""
    if not (text.isascii() and text.isdecimal() and len(text) < 19 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} must be a whole number, 1 or more")
    return int(text)


def _window_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("front end")
    add = group.add_argument
    add("--text", action="store_true", help="play in the terminal")
    add("--ui-scale", metavar="X", type=float, help="size of everything, 0.5 to 4")
    add("--theme", choices=["dark", "light"], help="colours of the window")
    add("--size", metavar="WxH", help="size of the window, such as 1280x800")
    add("--no-anim", action="store_true", help="move at once")
    add("--software", action="store_true", help="draw without the graphics card")
    add("--script", metavar="MOVES", help="play these moves first, separated by blanks")
    add("--screenshot", metavar="FILE", type=Path, help="save a picture of the window and stop")
    add("--log-events", action="store_true", help="print what happens to stderr, for tests")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    >>> main(["order", "pinball"])
    pinball  order 20160  A8  degree 8, 4 generators
    0
    """
    sys.set_int_max_str_digits(0)  # group orders are long
    try:
        arguments = _parser().parse_args(argv)
        if arguments.version:
            from . import __version__

            print(f"puzzlekit {__version__}")
            return DONE
        run: Callable[[argparse.Namespace], int] = getattr(arguments, "run", _launch)
        code = run(arguments)
        sys.stdout.flush()
        return code
    except PuzzlekitError as error:
        print(f"puzzlekit: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("puzzlekit: interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Exception as error:  # a stranger's plugin may raise anything
        if os.environ.get("PUZZLEKIT_DEBUG"):
            raise
        words = " ".join(str(error).split())[:200]
        print(
            f"puzzlekit: something failed, most likely in the plugin ({type(error).__name__}: "
            f"{words}); PUZZLEKIT_DEBUG=1 shows where.",
            file=sys.stderr,
        )
        return BAD_INPUT


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False))


def _load(arguments: argparse.Namespace) -> Rules:
    from .registry import load

    return load(arguments.id)


# -- playing --------------------------------------------------------------------------------------


def _launch(arguments: argparse.Namespace) -> int:
    if _in_terminal(arguments):
        from .ui.text import launch

        return launch()
    from .ui.app import run

    return run(None, arguments)


def _play(arguments: argparse.Namespace) -> int:
    session, path = _session(arguments)
    if _in_terminal(arguments):
        from .ui.text import play

        for move in (arguments.script or "").split():
            session.play(move)
        return play(session, save=path)
    from .ui.app import run

    return run(session, arguments, path)


def _session(arguments: argparse.Namespace) -> tuple[Session, Path]:
    """Return the session to play, new or from a file, and where it is kept."""
    from . import saves
    from .play import new_session

    given = Path(arguments.id)
    if given.suffix == ".json" or os.sep in arguments.id or given.is_file():
        if arguments.players:
            raise OptionError("--players cannot change a saved game; leave it out.")
        return saves.read(given), arguments.save or given
    players = arguments.players.split(",") if arguments.players else None
    session = new_session(arguments.id, players)
    return session, arguments.save or saves.automatic(session.rules.id)


def _in_terminal(arguments: argparse.Namespace) -> bool:
    """Tell whether to play in the terminal: when asked to, or when there is no display."""
    if arguments.text:
        return True
    wanted = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    if sys.platform.startswith("linux") and not any(map(os.environ.get, wanted)):
        print("puzzlekit: there is no display, so this is the terminal.", file=sys.stderr)
        return True
    return False


# -- computing ------------------------------------------------------------------------------------


def _list(arguments: argparse.Namespace) -> int:
    from .options import options_of
    from .registry import plugins, plugins_folder

    found, broken = plugins()
    if arguments.json:
        _print_json(
            [
                {
                    "id": name,
                    "title": kind.name,
                    "kind": "game" if len(kind.players) > 1 else "puzzle",
                    "players": len(kind.players),
                    "options": [option.data() for option in options_of(kind).values()],
                }
                for name, kind in found.items()
            ]
        )
    else:
        for name, kind in found.items():
            options = ", ".join(
                f"{option.name}={option.write(option.default)}"
                for option in options_of(kind).values()
            )
            print(f"{name:<12} {kind.name:<18} {kind.family:<12} {options}".rstrip())
        print(f"Your own plugins: {plugins_folder()}", file=sys.stderr)
    for error in broken:
        print(f"puzzlekit: {error}", file=sys.stderr)
    return DONE


def _order(arguments: argparse.Namespace) -> int:
    from .group import describe

    rules = _load(arguments)
    info = describe(rules.generators(rules.start()).values())
    if arguments.json:
        _print_json({"id": arguments.id, **info._asdict(), "order": str(info.order)})
        return DONE
    name = f"  {info.name}" if info.name else ""
    plural = "" if info.generators == 1 else "s"
    print(
        f"{rules.id}  order {info.order}{name}  degree {info.degree}, "
        f"{info.generators} generator{plural}"
    )
    return DONE


def _perft(arguments: argparse.Namespace) -> int:
    from .progress import bar
    from .search import perft

    rules = _load(arguments)
    counts: list[int] = []
    try:
        with bar() as progress:
            for count in perft(
                rules, arguments.depth, distinct=arguments.distinct, progress=progress
            ):
                counts.append(count)
                if not arguments.json:
                    print(f"{len(counts):>3} {count:>20,}", flush=True)
    finally:  # an interruption does not lose the depths that are done
        if arguments.json and counts:
            _print_json({"id": arguments.id, "counts": counts})
    return DONE


def _states(arguments: argparse.Namespace) -> int:
    from .progress import bar
    from .search import LIMIT, states

    rules = _load(arguments)
    with bar() as progress:
        counts = states(rules, limit=arguments.limit or LIMIT, progress=progress)
    if arguments.json:
        _print_json({"id": arguments.id, "states": sum(counts), "by_distance": counts})
        return DONE
    for distance, count in enumerate(counts):
        print(f"{distance:>3} {count:>20,}")
    print(f"all {sum(counts):>20,}")
    return DONE


def _solve(arguments: argparse.Namespace) -> int:
    from .gameid import SEEDS
    from .progress import bar
    from .registry import load
    from .search import LIMIT, solve, summary

    text = arguments.id
    if arguments.seed is not None:
        if not 0 <= arguments.seed < SEEDS:
            raise OptionError(f"--seed {arguments.seed} will not do: it must be 0 or more.")
        text = f"{text.partition('#')[0]}#{arguments.seed}"
    rules = load(text)
    with bar() as progress:
        solution = solve(rules, limit=arguments.limit or LIMIT, progress=progress)
    if arguments.json:
        _print_json({"id": text, **summary(solution)})
        return FAILED if solution is None else DONE
    if solution is None:
        print(f"{text} has no solution.")
        return FAILED
    print(" ".join(solution.moves) or "Solved already.")
    ways = f", {solution.ways:,} shortest solutions" if arguments.count else ""
    print(f"{solution.length} moves{ways}", file=sys.stderr)
    return DONE


def _check(arguments: argparse.Namespace) -> int:
    from .testing import check

    rules = _load(arguments)
    problems = check(rules)
    if arguments.json:
        _print_json({"id": arguments.id, "ok": not problems, "problems": problems})
    else:
        print("\n".join(problems) or f"{rules.id} keeps the contract.")
    return FAILED if problems else DONE


def _rules(arguments: argparse.Namespace) -> int:
    import inspect

    from .options import options_of

    rules = _load(arguments)
    page = inspect.getdoc(type(rules)) or ""
    options = options_of(type(rules))
    if arguments.json:
        _print_json({"id": arguments.id, "title": rules.name, "rules": page})
        return DONE
    print(f"{rules.name}\n\n{page}")
    if options:
        print("\nOptions")
        for option in options.values():
            print(f"  {option.name}={option.write(option.default)}: {option.allowed}")
    return DONE
