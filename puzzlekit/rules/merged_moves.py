"""Moves as people write and count them: `R R` on a cube is one turn, R2."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import groupby, islice
from math import gcd
from typing import Literal, TypeGuard

from ..core import words
from ..core.errors import NotationError
from ..core.permutation import order
from .base import Puzzle, Rules
from .frames import is_standard
from .toggle import Toggle
from .twisty import Twisty

#: The powers of names in a notation that stand for several moves.
POWERS = 1, -1, 2, -2


def merge_moves(rules: Rules, moves: Sequence[str]) -> list[tuple[str, int]]:
    """Return the moves as they are listed, each with the number of moves that it stands for.

    Moves that the notation of a puzzle writes as one turn are merged. So are repeated moves, up to
    half of their order.

    >>> from puzzlekit import load
    >>> merge_moves(load("cube:5"), ["R", "R", "U'", "2F", "F"])
    [('R2', 2), ("U'", 1), ('Fw', 2)]
    """
    if not may_merge(rules):
        return [(move, 1) for move in moves]
    turns = _turns_of(rules)
    merged: list[tuple[str, int]] = []
    at = 0
    while at < len(moves):
        turn = turns.named(moves, at)
        if turn is None:
            end, last = at + 1, min(at + turns.longest_runs.get(moves[at], 1), len(moves))
            while end < last and moves[end] == moves[at] and not turns.named(moves, end):
                end += 1
            turn = turns.repeated(moves[at], end - at)
        merged.append(turn)
        at += turn[1]
    return merged


def count_moves(rules: Rules, moves: Sequence[str]) -> int:
    """Return the number of moves as people count them.

    >>> from puzzlekit import load
    >>> count_moves(load("cube"), ["R", "R", "U'"])
    2
    """
    return len(merge_moves(rules, moves))


def split_turns(rules: Rules, moves: Sequence[str]) -> list[list[str]]:
    """Return the moves of each turn.

    >>> from puzzlekit import load
    >>> split_turns(load("cube"), ["R", "R", "U'"])
    [['R', 'R'], ["U'"]]
    """
    rest = iter(moves)
    return [list(islice(rest, count)) for _, count in merge_moves(rules, moves)]


def may_merge(rules: Rules) -> TypeGuard[Twisty | Toggle]:
    """Return whether several moves may count as one turn."""
    if isinstance(rules, Toggle):
        return rules.modulus > 2
    return isinstance(rules, Twisty)


def counts_turns(rules: Rules) -> bool:
    """Return whether the number of turns may be smaller than that of moves, as on a cube.

    >>> from puzzlekit import load
    >>> counts_turns(load("cube")), counts_turns(load("pyraminx"))
    (True, False)
    """
    if isinstance(rules, Twisty):
        return any(order(images) > 3 for images in rules.twists.values())
    return isinstance(rules, Toggle) and rules.modulus > 3


def has_turn_metric(rules: Rules) -> bool:
    """Return whether turns are counted, and every power of a move is always legal."""
    if isinstance(rules, Twisty) and (rules.forbidden or not is_standard(rules, Twisty)):
        return False
    return counts_turns(rules)


def players_metric(rules: Rules) -> Literal["steps", "turns"]:
    """Return the metric that counts moves as they are listed.

    >>> from puzzlekit import load
    >>> players_metric(load("cube")), players_metric(load("twist")), players_metric(load("pinball"))
    ('turns', 'turns', 'steps')
    """
    return "turns" if has_turn_metric(rules) else "steps"


def default_metric(rules: Rules) -> Literal["steps", "turns"]:
    """Return the usual metric in studies of a puzzle: turns for solids, steps for others.

    >>> from puzzlekit import load
    >>> default_metric(load("cube")), default_metric(load("twist")), default_metric(load("pinball"))
    ('turns', 'steps', 'steps')
    """
    from .twisty_solid import TwistySolid  # groups do not need the shapes of solids

    return players_metric(rules) if isinstance(rules, TwistySolid) else "steps"


def proves_shortest(rules: Rules, moves: Sequence[str]) -> bool:
    """Return whether a solution with the fewest powers of moves also has the fewest turns.

    The notation may write powers of different moves as one turn, and the powers of moves that can
    be illegal may be several turns.

    >>> from puzzlekit import load
    >>> proves_shortest(load("cube"), ["R", "U"]), proves_shortest(load("cube:4"), ["R", "U"])
    (True, False)
    """
    if not may_merge(rules) or count_moves(rules, moves) < 2:
        return True
    if counts_turns(rules):
        powers = sum(1 for _ in groupby(moves))
        if not has_turn_metric(rules) or count_moves(rules, moves) > powers:
            return False
    return all(len(set(turn)) < 2 for turn in _turns_of(rules).by_moves)


@dataclass(frozen=True)
class _Turns:
    """The turns of a puzzle that stand for several moves."""

    rules: Twisty | Toggle
    #: The greatest power of each move that is one turn.
    longest_runs: Mapping[str, int]
    #: The turns in the notation that do not rotate the whole puzzle.
    by_moves: Mapping[tuple[str, ...], str]
    #: Repeated moves as they are listed; see `repeated`.
    _repeated: dict[tuple[str, int], tuple[str, int]] = field(default_factory=dict)

    @cached_property
    def _names(self) -> Collection[str]:
        """The names of moves, of other turns and of sequences."""
        return {*self.longest_runs, *self.rules.aliases, *self.rules.notation}

    @cached_property
    def most_moves(self) -> int:
        return max(map(len, self.by_moves), default=0)

    def named(self, moves: Sequence[str], at: int) -> tuple[str, int] | None:
        """Return the longest turn of the notation that begins with a move, and its length."""
        for count in range(min(self.most_moves, len(moves) - at), 0, -1):
            if text := self.by_moves.get(tuple(moves[at : at + count])):
                return text, count
        return None

    def repeated(self, move: str, count: int) -> tuple[str, int]:
        """Return a power of a move, or only the move if the power would be read as other moves."""
        if (turn := self._repeated.get((move, count))) is None:
            text = self._write_power(move, count) if count > 1 else None
            turn = self._repeated[move, count] = (move, 1) if text is None else (text, count)
        return turn

    def _write_power(self, move: str, count: int) -> str | None:
        """Return a power of a move as people write it, or None if it would be ambiguous."""
        name = move.rstrip("'")
        if name not in self.longest_runs or move not in (name, self.rules.inverse_move(name)):
            return None
        power = ((name, count if name == move else -count),)
        text = words.write(power)
        with suppress(NotationError):
            return text if words.parse(text, self._names) == power else None
        return None


@lru_cache(maxsize=16)
def _turns_of(rules: Twisty | Toggle) -> _Turns:
    if isinstance(rules, Toggle):
        modulus = rules.modulus
        orders = {
            move: modulus // gcd(modulus, *added.values())
            for move, added in rules.additions.items()
        }
    else:
        orders = {move: order(images) for move, images in rules.twists.items()}
    runs = {move: max(1, number // 2) for move, number in orders.items()}
    return _Turns(rules, runs, _notated_turns(rules))


def _notated_turns(rules: Puzzle) -> dict[tuple[str, ...], str]:
    found: dict[tuple[str, ...], str] = {}
    for name in rules.notation:
        for power in POWERS if name[-1].isalpha() else (1,):
            turn = _expand_fixed(rules, name, power)
            if turn is not None and _is_better_name(rules, turn):
                found.setdefault(turn, words.write([(name, power)]))
    return found


@lru_cache(maxsize=16)
def rotating_names(rules: Puzzle) -> frozenset[str]:
    """Return the names in the notation that change the moves for which later names stand.

    >>> from puzzlekit import load
    >>> ["Rw" in rotating_names(load(game)) for game in ("cube", "cube:4")]
    [True, False]
    """
    names = (name for name in rules.notation if name not in rules.all_moves())
    return frozenset(name for name in names if _expand_fixed(rules, name) is None)


def _expand_fixed(rules: Puzzle, name: str, power: int = 1) -> tuple[str, ...] | None:
    """Return the moves of a turn, or None if it rotates the puzzle or cannot be made."""
    with suppress(Exception):  # a `NotationError`, or a plugin fails; its games are still saved
        probe, unturned = _probe(rules)
        moves = rules.expand_word(((name, power), *probe))
        turn = tuple(moves[: len(moves) - len(unturned)])
        if probe and tuple(moves[len(turn) :]) == unturned:
            return turn
    return None


def moves_after_rotations(rules: Puzzle, rotations: words.Word) -> tuple[str, ...]:
    """Return the moves of a fixed word after rotations; they differ if the rotations differ."""
    # On a 2×2×2 cube, U after x2 is U as well, but rotates the cube; this shows in later moves.
    probe = 2 * tuple(dict.fromkeys((name, 1) for name, _ in _probe(rules)[0]))
    return tuple(rules.expand_word(rotations + probe)[len(rules.expand_word(rotations)) :])


@lru_cache(maxsize=16)
def _probe(rules: Puzzle) -> tuple[words.Word, tuple[str, ...]]:
    """Return a word with all moves and these moves, or nothing if turns cannot be expanded."""
    if type(rules).expand_word is Puzzle.expand_word:
        return (), ()
    names = rules.all_moves()
    probe = tuple(
        (move[:-1], -1) if move.endswith("'") and move[:-1] in names else (move, 1)
        for move in names
    )
    return probe, tuple(rules.expand_word(probe))


def _is_better_name(rules: Puzzle, turn: Sequence[str]) -> bool:
    """Return whether to list a turn by its name rather than by its moves."""
    if len(set(turn)) < 2:
        return bool(turn) and rules.solid is None
    moved = {cell for move in set(turn) for cell in rules.cell_permutation(rules.goal, move)}
    return 2 * len(moved) <= len(rules.board)
