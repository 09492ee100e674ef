"""Moves as people write and count them: `R R` on a cube is one turn, R2."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeGuard

from ..core import words
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
            turn = words.write_repeats(moves[at], end - at), end - at
            if turn[1] > 1 and turn[0] in turns.names:
                turn = moves[at], 1
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


def first_turn(rules: Rules, moves: Sequence[str]) -> Sequence[str]:
    """Return the moves that make up the first turn."""
    return moves[: merge_moves(rules, moves)[0][1]]


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


def proves_shortest(rules: Rules, moves: Sequence[str]) -> bool:
    """Return whether a proof that no fewer powers of moves exist is one that no fewer turns do.

    The notation may write powers of different moves as one turn, and the powers of moves that can
    be illegal may be several turns.

    >>> from puzzlekit import load
    >>> proves_shortest(load("cube"), ["R", "U"]), proves_shortest(load("cube:4"), ["R", "U"])
    (True, False)
    """
    if len(moves) < 2 or not may_merge(rules):
        return True
    if counts_turns(rules) and not has_turn_metric(rules):
        return False
    return all(len(set(turn)) < 2 for turn in _turns_of(rules).by_moves)


@dataclass(frozen=True)
class _Turns:
    """The turns of a puzzle that stand for several moves."""

    #: The names of moves and turns, which do not stand for repeated moves.
    names: Collection[str]
    #: The greatest power of each move that is one turn.
    longest_runs: Mapping[str, int]
    #: The turns in the notation that do not rotate the whole.
    by_moves: Mapping[tuple[str, ...], str]

    @cached_property
    def most_moves(self) -> int:
        return max(map(len, self.by_moves), default=0)

    def named(self, moves: Sequence[str], at: int) -> tuple[str, int] | None:
        """Return the longest turn of the notation that begins with a move, and its length."""
        for count in range(min(self.most_moves, len(moves) - at), 0, -1):
            if text := self.by_moves.get(tuple(moves[at : at + count])):
                return text, count
        return None


@lru_cache(maxsize=16)
def _turns_of(rules: Twisty | Toggle) -> _Turns:
    if isinstance(rules, Toggle):
        runs = dict.fromkeys(rules.all_moves(), max(1, rules.modulus // 2))
    else:
        runs = {move: max(1, order(images) // 2) for move, images in rules.twists.items()}
    return _Turns({*runs, *rules.aliases, *rules.notation}, runs, _notated_turns(rules))


def _notated_turns(rules: Puzzle) -> dict[tuple[str, ...], str]:
    if not rules.notation:
        return {}
    probe = [(move[:-1], -1) if move.endswith("'") else (move, 1) for move in rules.all_moves()]
    unturned = rules.expand_word(tuple(probe))
    found: dict[tuple[str, ...], str] = {}
    for name in rules.notation:
        for power in POWERS if name[-1].isalpha() else (1,):
            moves = rules.expand_word(((name, power), *probe))
            turn = tuple(moves[: len(moves) - len(unturned)])
            if moves[len(turn) :] == unturned and _is_better_name(rules, turn):
                found.setdefault(turn, words.write([(name, power)]))
    return found


def _is_better_name(rules: Puzzle, turn: Sequence[str]) -> bool:
    """Return whether the moves of a turn are neither few powers nor almost a rotation."""
    if len(set(turn)) < 2:
        return bool(turn) and turn[0].rstrip("'") not in rules.notation
    moved = {cell for move in set(turn) for cell in rules.cell_permutation(rules.goal, move)}
    return 2 * len(moved) <= len(rules.board)
