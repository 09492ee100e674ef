"""The `times` command: list, correct and export the times of solved puzzles."""

from __future__ import annotations

import csv
import io
import json
import time
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from ..core.errors import OptionError, PuzzlekitError
from .common import DONE, parse_game_id, plural, print_json, refuse_overwrite, setup_from
from .parsers import Commands, as_path, positive

if TYPE_CHECKING:
    from ..play.solve_history import Solve

    Solves = Mapping[int, Solve]


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add("times", _run, "list, correct and export the times of solved puzzles")
    command.add_argument(
        "id", metavar="ID", help="puzzle ID; cube#1:2 means all scrambles of two moves"
    )
    for option, text in (
        ("plus2", "add two seconds to solve number N"),
        ("dnf", "mark solve number N as not finished"),
        ("ok", "remove the penalty of solve number N"),
        ("delete", "delete solve number N"),
    ):
        command.add_argument(f"--{option}", metavar="N", type=positive, help=text)
    command.add_value("--cstimer FILE", "write the times for csTimer to FILE", as_path)
    command.add_value("--csv FILE", "write a CSV table to FILE", as_path)
    command.add_switch("--force", "replace the file if it exists")


def _run(arguments: Namespace) -> int:
    from ..core.files import write_output
    from ..play.solve_history import Penalty, SolveHistory
    from ..play.solve_timer import puzzle_of

    game = parse_game_id(arguments.id)
    puzzle = puzzle_of(setup_from(game._replace(position=""), None))
    for name in ("cstimer", "csv"):
        if (path := getattr(arguments, name)) is not None:
            refuse_overwrite(f"--{name}", path, arguments.force)
    history = SolveHistory()
    known = history.all(puzzle)
    for option in ("plus2", "dnf", "ok", "delete"):
        if (number := getattr(arguments, option)) is not None and number not in known:
            raise OptionError(f"There is no solve number {number} of {puzzle}.")
    for option, penalty in (("plus2", Penalty.PLUS_2), ("dnf", Penalty.DNF), ("ok", Penalty.NONE)):
        if (number := getattr(arguments, option)) is not None:
            history.set_penalty(number, penalty)
    if arguments.delete is not None:
        history.delete(arguments.delete)
    solves = history.all(puzzle)
    is_export = arguments.cstimer or arguments.csv
    timed = _timed_with_scrambles(solves) if is_export else []
    if arguments.cstimer:
        write_output(arguments.cstimer, _as_cstimer(puzzle, timed))
    if arguments.csv:
        write_output(arguments.csv, _as_csv(timed))
    if arguments.json:
        print_json(arguments, [{"number": n, **each._asdict()} for n, each in solves.items()])
    elif not is_export:
        print("\n".join(_lines(solves)) or f"There are no times for {puzzle} yet.")
    return DONE


def _lines(solves: Solves) -> Iterator[str]:
    from ..play.solve_history import format_result, session_statistics

    for number, solve in solves.items():
        mark = "*" if solve.used_hint else ""
        moves = plural(solve.moves, "move")
        yield f"{number:>5}  {solve.text + mark:>12}  {moves:>9}  {solve.start}"
    found = session_statistics(solves.values())
    if found.best is not None:
        yield f"best {format_result(found.best)}, mean {format_result(found.mean)}"
    for count, (last, best) in found.averages.items():
        yield f"average of {count}: {format_result(last)}, best {format_result(best)}"


def _timed_with_scrambles(solves: Solves) -> list[Solve]:
    """Return the timed solves, with moves instead of IDs as starts if there are moves."""
    from ..solving.scrambles import moves_from_goal
    from .progress_bar import show_progress

    timed = [each for each in solves.values() if each.hundredths is not None]
    with show_progress() as progress:
        for number, each in enumerate(timed):
            progress("scrambles", number, len(timed))
            with suppress(PuzzlekitError):  # not a twisty puzzle, or no longer installed
                setup = setup_from(parse_game_id(each.start), None)
                start = moves_from_goal(setup.load_rules(), setup.start, progress)
                timed[number] = each._replace(start=start)
    return timed


def _as_cstimer(puzzle: str, solves: Iterable[Solve]) -> str:
    """Return timed solves in csTimer's export format."""
    from ..play.solve_history import Penalty

    rows = [
        [
            [
                -1 if each.penalty == Penalty.DNF else 1000 * each.penalty,
                10 * (each.hundredths or 0),
            ],
            each.start,
            "hint" if each.used_hint else "",
            each.solved_at or 0,
        ]
        for each in solves
    ]
    names = json.dumps({"1": {"name": puzzle, "opt": {}, "rank": 1}})
    return json.dumps({"session1": rows, "properties": {"sessionData": names}}) + "\n"


def _as_csv(solves: Iterable[Solve]) -> str:
    """Return timed solves as a table with csTimer's columns."""
    text = io.StringIO()
    table = csv.writer(text, delimiter=";", lineterminator="\n")
    table.writerow(["No.", "Time", "Comment", "Scramble", "Date", "P.1"])
    for number, each in enumerate(solves, 1):
        date = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(each.solved_at or 0))
        comment = "hint" if each.used_hint else ""
        seconds = f"{(each.hundredths or 0) / 100:.2f}"
        table.writerow([number, each.text, comment, each.start, date, seconds])
    return text.getvalue()
