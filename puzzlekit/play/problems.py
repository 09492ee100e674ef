"""Problems: positions of a game with a unique shortest win, which the user has to find.

A collection is a text file with one problem per line: the game ID with the position, then the moves
of the solution against the best defence. Collections are read from `NAME.practice` beside the
module of a plugin and from the user's folder. The easiest problems come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from ..core import game_id
from ..core.errors import FormatError, NotationError
from ..core.files import home, read_text, write_atomically
from ..core.translation import ngettext, translate
from ..plugin.discovery import plugin_path
from ..rules.base import Rules, State
from .setup import make_setup

#: The suffix of collections, and their maximum size in bytes.
SUFFIX, MAX_BYTES = ".practice", 4 << 20


class Problem(NamedTuple):
    """A position, given by a game ID, and the moves of its solution."""

    game: str
    solution: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([self.game, *self.solution])


class Task:
    """The task of a problem: in `setup`, the side in `seat` is to win within `turns` turns.

    Raises a `PuzzlekitError` if the solution is illegal or does not win.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem, self.setup = problem, make_setup(problem.game)
        self.seat = self.setup.rules.turn(self.setup.start)
        if (turns := self._turns_to_win(problem.solution)) is None:
            raise FormatError(f"The solution of {problem.game} does not win; remove the problem.")
        self.turns = turns

    @property
    def side(self) -> str:
        """The side that is to win."""
        return self.setup.rules.sides(self.setup.start)[self.seat]

    def _turns_to_win(self, moves: Iterable[str]) -> int | None:
        """Return the number of turns in which moves from the start win, or None if they do not."""
        rules = self.setup.rules
        states = list(_states_along(rules, self.setup.start, moves))
        result = rules.outcome(states[-1])
        is_won = result is not None and result.seat == self.seat
        return self._count_turns(states) if is_won else None

    def _count_turns(self, states: Sequence[State]) -> int:
        """Return the number of turns of the winner in a line of positions."""
        turns = [self.setup.rules.turn(state) for state in states[:-1]]
        return sum(
            turn == self.seat and (not ply or turns[ply - 1] != turn)
            for ply, turn in enumerate(turns)
        )

    def text(self, moves: Sequence[str] = ()) -> str:
        """Return the task that remains after the given moves."""
        rules = self.setup.rules
        states = list(_states_along(rules, self.setup.start, moves))
        is_within = len(states) > 1 and rules.turn(states[-2]) == rules.turn(states[-1])
        turns = self.turns - self._count_turns(states) + is_within
        text = ngettext(
            "Find the win: {side} wins in {turns} turn",
            "Find the win: {side} wins in {turns} turns",
            turns,
        )
        side = translate(rules.sides(states[-1])[self.seat])
        return text.format(side=side, turns=turns)

    def is_on_time(self, moves: Sequence[str], line: Sequence[str]) -> bool:
        """Return whether the given moves, followed by a line, win in time."""
        turns = self._turns_to_win([*moves, *line])
        return turns is not None and turns <= self.turns

    def next_move(self, moves: Sequence[str]) -> str | None:
        """Return the next move of the solution after the given moves, or None if they leave it."""
        played, solution = len(moves), self.problem.solution
        return solution[played] if solution[:played] == tuple(moves) != solution else None


def _states_along(rules: Rules, state: State, moves: Iterable[str]) -> Iterator[State]:
    """Yield a state, and the states after each of the moves."""
    yield state
    for move in moves:
        state = rules.play(state, move)
        yield state


# -- collections -----------------------------------------------------------------------------------


def read_problem(line: str) -> Problem:
    """Return the problem in a line of a collection; raise `FormatError` if it is malformed."""
    game, *solution = line.split() or [""]
    try:
        parsed = game_id.parse(game)
    except NotationError as error:
        raise FormatError(str(error)) from error
    if not parsed.position or not solution or game_id.is_path(parsed.name):
        raise FormatError(
            f"{line[:60]!r} is not a problem; write a game ID with a position, then the solution."
        )
    return Problem(game, tuple(solution))


def read_collection(path: Path) -> list[Problem]:
    """Return the problems in a file, or [] if there is no file.

    Raises `FormatError` for a malformed line. Lines that begin with # are comments.
    """
    if not path.is_file():
        return []
    text = read_text(path, "a collection of problems", MAX_BYTES, FormatError)
    problems = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                problems.append(read_problem(line))
            except FormatError as error:
                raise FormatError(f"{path}, line {number}: {error}") from error
    return problems


def write_collection(path: Path, tasks: Iterable[Task]) -> None:
    """Write a collection, sorted by difficulty: turns to the win, then number of legal moves."""

    def difficulty(task: Task) -> tuple[int, int]:
        return task.turns, len(task.setup.rules.legal_moves(task.setup.start))

    lines = [f"{task.problem}\n" for task in sorted(tasks, key=difficulty)]
    write_atomically(path, "".join(lines))


def user_collection(name: str) -> Path:
    """Return the path of the user's collection for a plugin, which may not exist yet."""
    return home() / "practice" / f"{name}{SUFFIX}"


def plugin_collection(name: str) -> Path | None:
    """Return the path of the collection beside a plugin, which may not exist."""
    path = plugin_path(name)
    return None if path is None else path.with_name(path.stem + SUFFIX)


def find_problems(game: game_id.GameID) -> list[Problem]:
    """Return the known problems of a game: those with its options, or all if it has no options.

    The problems shipped with the plugin come first, each collection in order of difficulty.
    """
    if game_id.is_path(game.name):
        return []
    shipped = plugin_collection(game.name)
    paths = [*([shipped] if shipped else []), user_collection(game.name)]
    wanted = str(make_setup(game).game) if game.options else ""
    found: dict[str, Problem] = {}
    for problem in (each for path in paths for each in read_collection(path)):
        known = game_id.parse(problem.game)
        if known.name == game.name and wanted in ("", str(known._replace(position=""))):
            found.setdefault(problem.game, problem)
    return list(found.values())


def problem_of_day(problems: Sequence[Problem], date: str) -> Problem:
    """Return the problem of a day, given as a date such as "20261128"."""
    return Random(int(date)).choice(problems)


# -- solved problems -------------------------------------------------------------------------------


def _solved_file() -> Path:
    return home() / "practice" / "solved.txt"


def solved_ids() -> set[str]:
    """Return the IDs of the solved problems."""
    path = _solved_file()
    if not path.is_file():
        return set()
    return set(read_text(path, "the list of solved problems", MAX_BYTES, FormatError).split())


def record_solved(problem: Problem) -> None:
    """Record that a problem has been solved; raise `SaveError` if that is impossible."""
    known = solved_ids()
    if problem.game not in known:
        write_atomically(_solved_file(), "\n".join(sorted({*known, problem.game})) + "\n")


def next_problem(problems: Sequence[Problem], current: str = "") -> Problem:
    """Return the first unsolved problem after the current one, or the next one if all are solved.

    >>> problems = [Problem("a", ("x",)), Problem("b", ("y",))]
    >>> next_problem(problems, "b").game
    'a'
    """
    games = [problem.game for problem in problems]
    at = games.index(current) + 1 if current in games else 0
    order = [*problems[at:], *problems[:at]]
    known = solved_ids()
    return next((problem for problem in order if problem.game not in known), order[0])
