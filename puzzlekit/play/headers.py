"""The headers of game records, such as the names of the people in a game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..players.player import HUMAN
from ..rules.base import Rules
from .session import Session

#: Headers for the termination by players and for the time control.
TERMINATION, TIME_CONTROL = "Termination", "TimeControl"

#: Headers for the match and for the game's number in the match.
EVENT, ROUND = "Event", "Round"

#: Headers that do not name a player.
OWN = ("Game", "ID", "Date", "Result", TERMINATION, TIME_CONTROL, EVENT, ROUND)


def seat_tags(rules: Rules) -> tuple[str, ...]:
    """Return the names of the player headers, which are the sides if these are valid names."""
    names = rules.players
    are_valid = all(re.fullmatch(r"\w+", name) and name not in OWN for name in names)
    if are_valid and len(set(names)) == len(names):
        return names
    return tuple(f"Seat{number}" for number in range(1, len(names) + 1))


def names_of(session: Session) -> list[str]:
    """Return the name of the person in each seat, or "" if it is unknown."""
    pairs = zip(seat_tags(session.rules), session.players, strict=True)
    names = [session.tags.get(tag, "") if player == HUMAN else "" for tag, player in pairs]
    return ["" if name == HUMAN else name for name in names]


def set_names(session: Session, names: Sequence[str]) -> None:
    """Set the name of the person in each seat. An empty name changes nothing."""
    pairs = zip(seat_tags(session.rules), names, strict=True)
    session.tags |= {tag: name for tag, name in pairs if name}
