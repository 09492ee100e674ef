"""The headers of game records."""

from __future__ import annotations

import re

from ..rules.base import Rules

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
