"""The names of the people in a game, which are stored as headers of its record."""

from __future__ import annotations

from collections.abc import Sequence

from ..players.player import HUMAN
from .headers import seat_tags
from .session import Session


def names_of(session: Session) -> list[str]:
    """Return the name of the person in each seat, or "" if it is unknown."""
    pairs = zip(seat_tags(session.rules), session.players, strict=True)
    names = [session.tags.get(tag, "") if player == HUMAN else "" for tag, player in pairs]
    return ["" if name == HUMAN else name for name in names]


def set_names(session: Session, names: Sequence[str]) -> None:
    """Set the name of the person in each seat. An empty name changes nothing."""
    pairs = zip(seat_tags(session.rules), names, strict=True)
    session.tags |= {tag: name for tag, name in pairs if name}
