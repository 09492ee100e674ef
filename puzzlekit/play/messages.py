"""Status messages of a game: turns, results, hints, engine progress."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.translation import _, ngettext, translate
from ..players.player import HUMAN, SearchResult
from ..players.registry import equal_level_below, player_titles
from ..plugin.errors import plugin_error
from ..rules.base import Rules, dead_end_error
from ..rules.merged_moves import merge_moves, players_metric
from ..solving.short_solutions import Hint
from .engine import ProgressUpdate
from .session import Session

VIEWING_EARLIER_POSITION = _("Earlier position. Redo to return.")
NO_MOVES = _("No legal moves; undo or restart")
NO_SOLUTION = _("No solution from here; undo or restart.")
HINT_STOPPED = _("Hint search stopped.")


def side_to_move(session: Session) -> str:
    """Return the name of the side to move in the user's language."""
    rules, state = session.rules, session.state
    return translate(rules.sides(state)[rules.turn(state)])


def describe_turn(session: Session) -> str:
    """Return whose turn it is, and whether an earlier position is shown."""
    if session.task is not None:
        text = session.task.text(session.moves)
    elif session.rules.is_game():
        text = _("{side} to move").format(side=side_to_move(session))
    else:
        text = _("your move") if session.is_reviewing else _("Your move")
    if session.tree.in_variation:
        return _("Variation ({turn})").format(turn=text)
    if session.is_reviewing:
        return _("Viewing an earlier move ({turn})").format(turn=text)
    return text


def describe_dead_end(session: Session) -> str:
    """Return the fault in a game that has neither moves nor a result, with the plugin's file."""
    rules = session.rules
    return str(plugin_error(dead_end_error(rules, session.state), rules))


def describe_end(session: Session) -> str:
    """Return the result of a session in one line."""
    assert session.result is not None
    text = session.result.text
    if session.rules.is_game():
        return text
    if not session.ply:
        return _("This is the goal")
    count = session.move_count
    # Translators: The result is a word, usually "Solved".
    return ngettext("{result} in {count:,} move", "{result} in {count:,} moves", count).format(
        result=text, count=count
    )


def format_move_count(moves: int) -> str:
    """Return a number with its noun, such as `1 move`."""
    return ngettext("{count:,} move", "{count:,} moves", moves).format(count=moves)


def describe_hint(rules: Rules, hint: Hint | SearchResult) -> str:
    """Return a description of a hint: the move, and what is known about its quality."""
    if isinstance(hint, SearchResult):
        description = hint._replace(principal_variation=()).description
        text = _("Hint: {move} ({description}).") if description else _("Hint: {move}.")
        return text.format(move=hint.move, description=description)
    if not hint.moves:
        return _("Already solved.")
    text = (
        _("Hint: {move} ({moves} to go, shortest).")
        if hint.shortest
        else _("Hint: {move} (at most {moves} to go).")
    )
    turns = merge_moves(rules, hint.moves)
    count = format_move_count(len(turns))
    if players_metric(rules) == "turns":
        count = ngettext("{count:,} turn", "{count:,} turns", len(turns)).format(count=len(turns))
    return text.format(move=turns[0][0], moves=count)


def refer_to_marks(message: str, hint: Sequence[str], rules: Rules) -> str:
    """Return a message that does not name a hint in coordinates that the board does not show."""
    if not (hint and rules.board.plane):
        return message
    # Translators: Replaces the move in "Hint: {move}".
    return message.replace(hint[0], _("as marked on the board"))


def describe_unsolvable(reason: str) -> str:
    """Return a message that there is no solution, with the reason if known."""
    text = _("The goal cannot be reached from here.")
    return f"{text} {reason}" if reason else NO_SOLUTION


def describe_thinking(side: str, seconds: float) -> str:
    """Return a message about the pending move of a side, with its thinking time if it is long."""
    text = _("{side} is thinking ({seconds:g} s)…") if seconds > 1 else _("{side} is thinking…")
    return text.format(side=side, seconds=seconds)


def describe_search(update: ProgressUpdate | None) -> str:
    """Return a message about the progress of a hint search."""
    if update and update.total:
        percentage = f"{100 * update.done // update.total}%"
        return _("Computing hint ({percentage})…").format(percentage=percentage)
    return _("Computing hint…")


def describe_longer_search(update: ProgressUpdate | None) -> str:
    """Return a message about the progress of the search for a better hint."""
    if update and update.total:
        percentage = f"{100 * update.done // update.total}%"
        return _("Looking for a shorter solution ({percentage})…").format(percentage=percentage)
    return _("Looking for a shorter solution…")


def describe_swap(session: Session) -> str:
    """Return a message if a computer has just swapped sides, or an empty string."""
    rules, players = session.rules, session.players
    if not session.ply or players.count(HUMAN) != 1:
        return ""
    previous = session.state_at(session.ply - 1)
    seat = players.index(HUMAN)
    side = rules.sides(session.state)[seat]
    if rules.turn(previous) == seat or rules.sides(previous)[seat] == side:
        return ""
    return _("The computer swapped sides: you now play {side}.").format(side=translate(side))


class EngineRemarks:
    """Remarks after computers' moves. A remark about a player's strength is made only once."""

    def __init__(self) -> None:
        self._seats_described: set[int] = set()

    def after(self, session: Session, seat: int, thought: SearchResult) -> str:
        """Return a remark for the person after a computer's move, or an empty string."""
        if swapped := describe_swap(session):
            return swapped
        [name] = player_titles([session.players[seat]])
        is_new = seat not in self._seats_described
        self._seats_described.add(seat)
        if thought.book_games:
            return ngettext(
                "{name} plays from its book: {outlook} after {count:,} game.",
                "{name} plays from its book: {outlook} after {count:,} games.",
                thought.book_games,
            ).format(name=name, outlook=thought.chance_text, count=thought.book_games)
        if is_new and thought.was_hurried:
            return _("{name} plays below its usual strength here.").format(name=name)
        equal_levels = session.rules.equal_levels if is_new else ()
        return describe_equal_levels(equal_levels, [session.players[seat]])


def describe_equal_levels(equal_levels: Sequence[str], players: Iterable[str]) -> str:
    """Return sentences about players that are barely stronger than a lower level, if any."""
    below = {spec: equal_level_below(spec, equal_levels) for spec in players}
    pairs = [player_titles(each) for each in below.items() if each[1]]
    text = _("{name} is barely stronger than {other} here.")
    return " ".join(text.format(name=name, other=other) for name, other in pairs)
