"""The `solve` command: find a shortest solution of a puzzle."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ..core.errors import LimitReachedError
from .common import DONE, FAILED, game_with_seed, plural, print_json, setup_from
from .parsers import METRICS, Commands, add_metric, add_start_seed, byte_size, positive, seconds

if TYPE_CHECKING:
    from ..core.progress import Progress
    from ..play.setup import Setup
    from ..solving.optimal import OptimalSolution


#: Default time limit in seconds.
SECONDS = 60.0


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game("solve", _run, "find a shortest solution of a puzzle")
    add_start_seed(command)
    add_metric(command, METRICS[:2])
    command.add_argument("--count", action="store_true", help="count all shortest solutions")
    command.add_argument(
        "--all", action="store_true", help="count all shortest solutions and print up to a thousand"
    )
    command.add_argument(
        "--memory",
        metavar="SIZE",
        type=byte_size,
        help="memory limit for pattern databases, such as 512MB (128MB); larger ones take longer "
        "to build, but only once, and speed up the search",
    )
    command.add_argument(
        "--limit",
        metavar="N",
        type=positive,
        help="search without pattern databases, storing up to N positions",
    )
    command.add_argument(
        "--seconds", metavar="S", type=seconds, default=SECONDS, help="time limit in seconds (60)"
    )


def _run(arguments: Namespace) -> int:
    from ..core.timeout import CallTimeout, Timeout
    from ..solving.optimal import EXCLUDED_PREFIX
    from .progress_bar import bar

    game = game_with_seed(arguments)
    setup = setup_from(game, arguments.position)
    game_text = str(game) if arguments.position is None else setup.id
    last = ""

    def progress(what: str, done: int, total: int | None) -> None:
        nonlocal last
        last = what if what.startswith(EXCLUDED_PREFIX) else last
        show(what, done, total)

    try:
        with bar() as show, Timeout(arguments.seconds):
            solution = _solution(arguments, setup, progress)
    except KeyboardInterrupt:
        if last and not arguments.json:
            print(f"There is {last}.", flush=True)
        raise
    except (LimitReachedError, CallTimeout) as error:
        message = str(error)
        if isinstance(error, CallTimeout):
            excluded = f" There is {last}." if last else ""
            message = f"The search did not finish in {arguments.seconds:g} `seconds`.{excluded}"
        raise LimitReachedError(
            f"{message} `puzzlekit word {game_text}` finds a solution that may be longer."
        ) from error
    if arguments.json:
        print_json(arguments, {"id": game_text, **_data(arguments, solution)})
        return FAILED if solution is None else DONE
    if solution is None:
        print(f"{game_text} has no solution.")
        return FAILED
    for moves in solution.solutions or [solution.moves]:
        print(" ".join(moves) or "Already solved.")
    print(plural(solution.length, "turn" if arguments.metric == "turns" else "move"))
    if arguments.count or arguments.all:
        print(plural(solution.solution_count or 0, "shortest solution"))
    elif solution.solution_count is None:
        print("No shorter solution exists.")
    return DONE


def _solution(arguments: Namespace, setup: Setup, progress: Progress) -> OptimalSolution | None:
    from ..solving.optimal import DEFAULT_MEMORY_BYTES, MAX_LISTED, solve_optimally

    return solve_optimally(
        setup.rules,
        setup.start,
        metric=arguments.metric,
        memory=arguments.memory or DEFAULT_MEMORY_BYTES,
        limit=arguments.limit,
        every=arguments.count or arguments.all,
        most=MAX_LISTED if arguments.all else 0,
        progress=progress,
    )


def _data(arguments: Namespace, solution: OptimalSolution | None) -> dict[str, object]:
    if solution is None:
        return {"moves": None, "length": None, "count": 0}
    data = {"moves": solution.moves, "length": solution.length, "count": solution.solution_count}
    return data | ({"all": solution.solutions} if arguments.all else {})
