"""The `solve` command: find moves from a position to the goal or to another position."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, cast

from ..core import words
from ..core.errors import LimitReachedError, OptionError
from ..core.values import METRICS
from .common import (
    DONE,
    FAILED,
    format_length,
    game_with_seed,
    play_moves,
    plural,
    print_json,
    setup_from,
)
from .parsers import (
    Commands,
    add_metric,
    add_moves,
    add_start_seed,
    byte_size,
    positive,
    seconds,
)

if TYPE_CHECKING:
    from ..core.progress import Progress
    from ..rules.base import Rules, State
    from ..solving.solution import Solution

#: Default time limit of the search for a shortest solution, in seconds.
OPTIMAL_SECONDS = 60.0


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "solve", _run, "print a short solution at once, or search for a shortest one"
    )
    command.add_value(
        "--facelets STICKERS",
        "start from the stickers of a cube, such as 54 letters (another name of --from)",
        dest="position",
    )
    add_start_seed(command)
    add_moves(command)
    command.add_value(
        "--to POSITION",
        "target: goal, any-rotation (the goal of a solid, rotated as a whole), or a position as in "
        "--from, where ? stands for any label and a KPattern may have equal pieces; repeat the "
        "option for several targets",
        action="append",
    )
    add_metric(command, METRICS)
    command.add_value(
        "--seconds S",
        "spend S seconds on shortening the solution; with --optimal, stop the search after S "
        "seconds (default: 60)",
        seconds,
    )
    command.add_switch(
        "--tables",
        "first build the tables for short solutions of a large puzzle (only once, up to several "
        "minutes)",
    )
    command.add_switch("--optimal", "search for a shortest solution and prove it shortest")
    command.add_switch(
        "--count", "count all shortest solutions, including reordered ones (implies --optimal)"
    )
    command.add_switch("--all", "print up to a thousand shortest solutions (implies --count)")
    command.add_value(
        "--memory SIZE",
        "memory limit for the pattern databases of --optimal, such as 512MB (default: 128MB); "
        "larger databases take longer to build (only once), but speed up the search",
        byte_size,
    )
    command.add_value(
        "--limit N",
        "with --optimal, search without pattern databases, storing up to N positions",
        positive,
    )


def _run(arguments: Namespace) -> int:
    from ..rules.merged_moves import default_metric

    game = game_with_seed(arguments)
    setup = setup_from(game, arguments.position)
    undo: list[str] | None = None
    if arguments.moves:
        rules = setup.load_rules()
        undo = _undo(rules, arguments.moves) if arguments.to is None else None
        setup = setup.with_position(play_moves(rules, arguments.moves))
    game_text = setup.id if arguments.position or arguments.moves else str(game)
    rules = setup.load_rules()
    arguments.metric = arguments.metric or default_metric(rules)
    arguments.to = arguments.to or ["goal"]
    goals = {_goal(rules, each) for each in arguments.to}
    arguments.count |= arguments.all
    arguments.optimal |= arguments.count or arguments.metric == "runs"
    if arguments.optimal:
        if arguments.tables:
            raise OptionError("--tables is for short solutions; leave out --optimal.")
        solution = _optimal_solution(arguments, rules, goals, game_text)
    else:
        for option in ("memory", "limit"):
            if getattr(arguments, option) is not None:
                raise OptionError(f"--{option} requires --optimal, --count or --all.")
        solution = _short_solution(arguments, rules, goals)
        if solution and undo is not None and not solution.proved_optimal:
            undoing = _as_solution(rules, undo, arguments.metric)
            solution = min(solution, undoing, key=lambda each: each.length)
    if arguments.json:
        print_json(arguments, {"id": game_text, **_json_data(arguments, solution)})
    elif solution is None:
        print(_explain_unreachable(rules, goals, arguments.to))
    else:
        _print(arguments, rules, solution)
    return FAILED if solution is None else DONE


def _undo(rules: Rules, text: str) -> list[str] | None:
    """Return the moves that undo a line of moves from a solved start, if all can be undone."""
    from ..play.parse_moves import read_line
    from ..rules.base import Puzzle

    if not isinstance(rules, Puzzle) or rules.outcome(rules.start()) is None:
        return None
    line = read_line(rules, rules.start(), text)
    moves = [undo for move, _ in reversed(line) if (undo := rules.inverse_move(move)) is not None]
    return moves if len(moves) == len(line) else None


def _as_solution(rules: Rules, moves: list[str], metric: str) -> Solution:
    from ..rules.base import Puzzle
    from ..solving.solution import Solution, as_word, write_moves

    assert isinstance(rules, Puzzle)
    word = as_word(rules, moves)
    moves = words.expand(word, rules.inverse_move)
    length = len(moves if metric == "steps" else word)
    return Solution(moves, length, word=word, text=write_moves(rules, moves))


def _goal(rules: Rules, text: str) -> State | None:
    """Return a goal for `api.solve`, or None for the goal of the rules."""
    from ..play.api_arguments import ANY_ROTATION
    from ..play.positions import read_position
    from ..solving.goal_patterns import ANY

    if text == ANY_ROTATION or ANY in text or text.lower().endswith(".json"):
        return text
    return None if text == "goal" else read_position(rules, text)


def _short_solution(arguments: Namespace, rules: Rules, goals: set[State]) -> Solution | None:
    from .. import api
    from .progress_bar import show_progress

    with show_progress() as progress:
        return api.solve(
            rules,
            to=goals,
            metric=arguments.metric,
            seconds=arguments.seconds,
            tables=arguments.tables,
            progress=progress,
        )


def _optimal_solution(
    arguments: Namespace, rules: Rules, goals: set[State], game_text: str
) -> Solution | None:
    from .. import api
    from ..core.timeout import CallTimeout, Timeout
    from ..solving.optimal import DEFAULT_MEMORY_BYTES, EXCLUDED_PREFIX
    from .progress_bar import show_progress

    limit = OPTIMAL_SECONDS if arguments.seconds is None else arguments.seconds
    last = ""

    def progress(what: str, done: int, total: int | None) -> None:
        nonlocal last
        last = what if what.startswith(EXCLUDED_PREFIX) else last
        show(what, done, total)

    show: Progress
    try:
        with show_progress() as show, Timeout(limit):
            return api.solve(
                rules,
                to=goals,
                optimal=True,
                count=arguments.count,
                metric=arguments.metric,
                memory=arguments.memory or DEFAULT_MEMORY_BYTES,
                limit=arguments.limit,
                progress=progress,
            )
    except KeyboardInterrupt:
        if last and not arguments.json:
            print(f"There is {last}.", flush=True)
        raise
    except (LimitReachedError, CallTimeout) as error:
        message = str(error)
        if isinstance(error, CallTimeout):
            excluded = f" There is {last}." if last else ""
            message = f"The search did not finish in {limit:g} `seconds`.{excluded}"
        raise LimitReachedError(
            f"{message} Without --optimal, `puzzlekit solve {game_text}` finds a solution that may "
            "be longer."
        ) from error


def _print(arguments: Namespace, rules: Rules, solution: Solution) -> None:
    from ..rules.toggle import Toggle
    from ..rules.twisty import Twisty
    from ..solving.chains.api import should_build
    from ..solving.solution import write_moves

    for moves in solution.shortest if arguments.all else ():
        print(write_moves(rules, moves) or "Already solved.")
    if not arguments.all:
        print(
            str(solution) or ("Already solved." if arguments.to == ["goal"] else "Already there.")
        )
    length = format_length(solution.length, arguments.metric)
    turns, steps = len(solution.word), len(solution.moves)
    has_turns = arguments.metric == "steps" and isinstance(rules, Toggle | Twisty)
    if has_turns and turns < steps:
        length = f"{length} ({plural(turns, 'turn')})"
    elif arguments.metric == "runs" and solution.length < steps:
        length = f"{length} ({plural(steps, 'move')})"
    print(f"{length}, proved shortest" if solution.proved_optimal else length)
    if arguments.count and solution.count is not None:
        print(plural(solution.count, "shortest solution"))
    elif not solution.proved_optimal:
        can_build = not arguments.tables and should_build(rules, arguments.metric)
        tables = ", --tables" if can_build else ""
        more = "--seconds" if arguments.seconds is None else "more --seconds"
        print(f"It may not be the shortest: add --optimal{tables} or {more}.")


def _json_data(arguments: Namespace, solution: Solution | None) -> dict[str, object]:
    return {
        "to": " or ".join(arguments.to),
        "metric": arguments.metric,
        "word": solution and str(solution),
        "moves": solution and solution.moves,
        "length": solution and solution.length,
        "proved_optimal": solution and solution.proved_optimal,
        "count": solution and solution.count,
        **({"all": solution.shortest} if solution and arguments.all else {}),
    }


def _explain_unreachable(rules: Rules, goals: set[State], texts: list[str]) -> str:
    """Return a message that a position is unreachable, with the reason if it is known."""
    from ..play.api_arguments import ANY_ROTATION, as_targets
    from ..rules.base import Puzzle
    from ..solving.invariants import unsolvable_reason

    text = " or ".join(texts)
    target = "the goal" if text == "goal" else text[:60] + (" ..." if len(text) > 60 else "")
    reason = None
    if isinstance(rules, Puzzle):
        targets = as_targets(rules, rules.start(), goals)
        if not targets:
            reason = "The puzzle has no pieces that match the pattern."
        elif len(targets) == 1 or texts == [ANY_ROTATION]:
            _, start, goal = targets[0]
            reason = unsolvable_reason(cast("Puzzle", targets[0].rules), start, goal)
    return " ".join(filter(None, [f"No moves lead from the start to {target}.", reason]))
