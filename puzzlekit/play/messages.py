"""What is said at a table: how it stands, how it ended, what a hint is worth."""

from __future__ import annotations

from collections.abc import Iterable

from ..players.player import HUMAN, SearchResult
from ..players.registry import equal_level_below, titles
from ..rules.base import Rules
from ..solving.hints import Hint
from .engine import ProgressUpdate
from .session import Session

#: What is said when the code of a game seems to be compiled while a player thinks.
COMPILING = "It may take half a minute the first time, when code is compiled."

LOOKING_BACK = "Looking back; redo goes on"
NO_MOVES = "There are no moves here; undo or restart"
NO_SOLUTION = "There is no solution from here; undo or restart."
HINT_STOPPED = "The search for a hint was stopped."


def side_to_move(session: Session) -> str:
    """Return the side whose turn it is."""
    return session.rules.sides(session.state)[session.rules.turn(session.state)]


def describe_turn(session: Session) -> str:
    """Return that a person is to move, and whether later moves are known."""
    if session.rules.is_game():
        text = f"{side_to_move(session)} to move"
    else:
        text = "your move" if session.is_reviewing else "Your move"
    return f"Looking back: {text}" if session.is_reviewing else text


def describe_end(session: Session) -> str:
    """Return how a session ended, in one line."""
    assert session.result is not None
    text = session.result.text
    if session.rules.is_game():
        return text
    if not session.ply:
        return "This is the goal"
    return f"{text} in {count_noun(session.ply)}"


def count_noun(moves: int) -> str:
    """Return a number of moves in words."""
    return "1 move" if moves == 1 else f"{moves:,} moves"


def describe_hint(found: Hint | SearchResult) -> str:
    """Return a hint in words: the move, and what is known of it."""
    if isinstance(found, SearchResult):
        why = found._replace(principal_variation=()).description
        return f"Hint: {found.move}{why and f' ({why})'}."
    if not found.moves:
        return "It is solved."
    count = count_noun(len(found.moves))
    far = f"{count} to go, shortest" if found.shortest else f"at most {count} to go"
    return f"Hint: {found.moves[0]} ({far})."


def describe_unsolvable(reason: str) -> str:
    """Say that there is no solution, and why if that is known."""
    return f"The goal cannot be reached from here. {reason}" if reason else NO_SOLUTION


def describe_waiting(
    side: str, doing: ProgressUpdate | None, seconds: float = 0, *, late: bool = False
) -> str:
    """Return what is awaited: the move of a side, or a hint if `side` is empty."""
    long = f" for {seconds:g} seconds" if seconds > 1 else ""
    found = f"{side} is thinking{long} ..." if side else describe_search(doing)
    return f"{found} {COMPILING}" if late else found


def describe_search(doing: ProgressUpdate | None) -> str:
    """Return that a hint is computed, and how far that has come."""
    text = "Looking for a hint ..."
    if doing is None:
        return text
    what, done, total = doing
    return f"{text} {what}: {100 * done // total} %" if total else f"{text} {done:,} {what}"


def describe_longer_search(doing: ProgressUpdate | None) -> str:
    """Return, after a hint, that a better one is computed, and how far that has come."""
    share = f" ({100 * doing.done // doing.total} %)" if doing and doing.total else ""
    return f"Looking for fewer{share} ..."


def describe_swap(session: Session) -> str:
    """Return which side the person plays now, if a computer has just swapped sides."""
    rules, players = session.rules, session.players
    if not session.ply or players.count(HUMAN) != 1:
        return ""
    before = session.state_at(session.ply - 1)
    seat = players.index(HUMAN)
    now = rules.sides(session.state)[seat]
    if rules.turn(before) == seat or rules.sides(before)[seat] == now:
        return ""
    return f"The computer has swapped: you play {now} now."


def describe_thought(session: Session, seat: int, thought: SearchResult, *, again: bool) -> str:
    """Return what a person should know after a computer's move, "" for nothing.

    The book is mentioned always, a level that is hurried or no stronger not `again`.
    """
    [name] = titles([session.players[seat]])
    if thought.from_book:
        return f"{name} plays by its book: {thought.outlook} after {thought.from_book:,} games."
    if again:
        return ""
    if thought.was_hurried:
        made = f"{thought.playouts:,} of its {thought.wanted_playouts:,} playouts"
        return f"{name} has time for {made} here, and is weaker than its name."
    return describe_equal_levels(session.rules, [session.players[seat]])


class EngineRemarks:
    """Remarks after moves of computers; the one about a player's level is made once."""

    def __init__(self) -> None:
        self._told: set[int] = set()

    def after(self, session: Session, seat: int, thought: SearchResult) -> str:
        """Return what a person should know after the move of a computer, "" for nothing."""
        if swapped := describe_swap(session):
            return swapped
        again = seat in self._told
        self._told.add(seat)
        return describe_thought(session, seat, thought, again=again)


def describe_equal_levels(rules: Rules, players: Iterable[str]) -> str:
    """Return which of some players are hardly stronger than a lower level, "" for none."""
    below = {spec: equal_level_below(spec, rules.equal_levels) for spec in players}
    pairs = [titles(each) for each in below.items() if each[1]]
    return " ".join(f"{name} is at most a little stronger than {low} here." for name, low in pairs)
