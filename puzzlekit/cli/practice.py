"""The `practice` command: positions of a game in which one move wins fastest."""

from __future__ import annotations

import sys
import time
from argparse import SUPPRESS, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.errors import OptionError
from .common import DONE, FAILED, INTERRUPTED, parse_game_id, plural, print_json
from .parsers import Commands, add_window_options, non_negative, positive
from .play import open_game

if TYPE_CHECKING:
    from ..core.game_id import GameID
    from ..play.problems import Problem


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add(
        "practice", _run, "print or play positions of a game in which one move wins fastest"
    )
    command.add_argument("id", metavar="ID", help="game ID, without a position")
    command.add_value("--count N", "number of positions to print (default: 1)", positive, default=1)
    which = command.add_mutually_exclusive_group()
    which.add_argument("--seed", metavar="S", type=non_negative, help="choose positions at random")
    which.add_argument("--daily", action="store_true", help="choose the position of the day")
    which.add_argument(
        "--generate",
        metavar="N",
        type=positive,
        help="find new positions until your collection has N with these options; Ctrl+C stops, and "
        "running the command again continues",
    )
    command.add_switch("--solution", "print the solutions, too")
    command.add_switch("--play", "play the first position against the best defence")
    add_window_options(command, SUPPRESS)


def _run(arguments: Namespace) -> int:
    from ..play.practice import begin_problem
    from ..play.problems import find_problems, user_collection
    from ..plugin.discovery import plugin_class

    game = parse_game_id(arguments.id)
    if game.position or game.seed is not None:
        raise OptionError(f"{arguments.id[:60]} sets the start. Leave out everything after @ or #.")
    kind = plugin_class(game.name)
    if arguments.generate:
        return _generate_problems(arguments, game)
    problems = find_problems(game)
    if not problems and len(kind.players) == 1:
        raise OptionError(f"{kind.name} is a puzzle. Use `puzzlekit scramble {game}` instead.")
    if not problems:
        raise OptionError(
            f"There are no positions to solve for {game}. `puzzlekit practice {game} "
            f"--generate 10` finds some and stores them in {user_collection(game.name).parent}."
        )
    chosen = _choose(arguments, problems)
    if arguments.play:
        return open_game(arguments, begin_problem(chosen[0]), None)
    _print(arguments, chosen)
    return DONE


def _choose(arguments: Namespace, problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems to print: the next unsolved ones, or random ones."""
    from random import Random

    from ..play.problems import next_problem, problem_of_day

    if arguments.daily:
        return [problem_of_day(problems, time.strftime("%Y%m%d"))]
    count = min(arguments.count, len(problems))
    if arguments.seed is not None:
        return Random(arguments.seed).sample(problems, count)
    first = problems.index(next_problem(problems))
    return [*problems[first:], *problems[:first]][:count]


def _print(arguments: Namespace, problems: Sequence[Problem]) -> None:
    from ..play.problems import Task

    tasks = [Task(problem) for problem in problems]
    if arguments.json:
        rows = [
            {
                "id": task.problem.game,
                "side": task.side,
                "turns": task.turns,
                "solution": task.problem.solution,
            }
            for task in tasks
        ]
        print_json(arguments, rows)
        return
    for task in tasks:
        print(f"{task.problem.game}  {task.side} to move wins in {plural(task.turns, 'turn')}.")
        if arguments.solution:
            print(f"  {' '.join(task.problem.solution)}")


def _generate_problems(arguments: Namespace, game: GameID) -> int:
    """Find problems and store them, sorted by number of turns, until there are enough."""
    from ..core import game_id
    from ..play.new_game import fresh_seed
    from ..play.problem_generator import MAX_FRUITLESS_GAMES, find_new_problems
    from ..play.problems import Task, read_collection, user_collection, write_collection
    from ..play.setup import make_setup
    from .progress_bar import show_progress

    setup, path = make_setup(game), user_collection(game.name)
    tasks, others = dict[str, Task](), list[Task]()
    for problem in read_collection(path):
        if game_id.parse(problem.game)._replace(position="") == setup.game:
            tasks[problem.game] = Task(problem)
        else:  # a position with other options
            others.append(Task(problem))
    code, reason = FAILED, f"{plural(MAX_FRUITLESS_GAMES, 'game')} in a row had no new positions"
    try:
        with show_progress() as progress:
            found = find_new_problems(setup, tasks, seed=fresh_seed(), progress=progress)
            while len(tasks) < arguments.generate and (new := next(found, None)):
                tasks[new.game] = Task(new)
                write_collection(path, [*others, *tasks.values()])
    except KeyboardInterrupt:
        code, reason = INTERRUPTED, "interrupted"
    found_text = f"{path} has {plural(len(tasks), 'position')} for {game}."
    if len(tasks) >= arguments.generate:
        print(found_text)
        return DONE
    print(f"puzzlekit: {reason}; {found_text}", file=sys.stderr)
    return code
