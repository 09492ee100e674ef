"""Writing of game records: headers, numbered moves and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from ...core.files import write_output
from ...players.player import HUMAN
from ..session import Session
from .notation import RESULT, TERMINATION, TIME_CONTROL, UNFINISHED, seat_tags, time_control, token

#: Maximum line length, and number of moves per line in puzzles.
WIDTH, MOVES_PER_LINE = 80, 10

#: Move contents, prefixes and suffixes that require quotes.
_AMBIGUOUS = re.compile(r'[\s()\[\]{};"]|^\$|^[0-9]*\.|[!?]$')


def write(session: Session) -> str:
    """Return a session as a record, including undone moves, with today's date if it has none."""
    rules, tags, result = session.rules, dict(session.tags), _result(session)
    headers = {
        "Game": rules.name,
        "ID": session.setup.id,
        "Date": tags.pop("Date", f"{date.today():%Y.%m.%d}"),
    }
    for name, player in zip(seat_tags(rules), session.players, strict=True):
        known = tags.pop(name, HUMAN)
        headers[name] = known if player == HUMAN else player
    headers["Result"] = result
    if session.ending is not None:
        headers[TERMINATION] = session.ending.kind
    if session.clock is not None:
        headers[TIME_CONTROL] = time_control(session.clock.control)
    lines = [f"[{name} {_quoted(value)}]" for name, value in (headers | tags | headers).items()]
    return "\n".join([*lines, "", *_wrapped([*_words(session), result])]) + "\n"


def write_moves(session: Session) -> str:
    """Return the game ID and the moves, ten per line."""
    words = [_quote_if_needed(move) for move in session.all_moves]
    rows = [
        " ".join(words[at : at + MOVES_PER_LINE]) for at in range(0, len(words), MOVES_PER_LINE)
    ]
    return "\n".join([session.setup.id, *rows]) + "\n"


def write_file(session: Session, path: Path) -> None:
    """Write a record to a file atomically."""
    write_output(path, write(session))


def _result(session: Session) -> str:
    by_rules = token(session.rules, session.final)
    recorded = session.tags.get("Result", "")
    return recorded if by_rules == UNFINISHED and RESULT.fullmatch(recorded) else by_rules


def _words(session: Session) -> Iterator[str]:
    rules = session.rules
    yield from _comment(session, 0)
    number, last, is_continued = 0, 0, False
    for index, move in enumerate(session.all_moves):
        seat = rules.turn(session.state_at(index))
        if rules.is_game():
            starts_round = index == 0 or seat < last
            number += starts_round
            if starts_round or not is_continued:
                yield f"{number}." if seat == 0 else f"{number}..."
        elif index % MOVES_PER_LINE == 0:
            yield f"{index + 1}."
        ends_line = not rules.is_game() and index % MOVES_PER_LINE == MOVES_PER_LINE - 1
        yield _quote_if_needed(move) + "\n" * ends_line
        comment = list(_comment(session, index + 1))
        yield from comment
        last, is_continued = seat, not comment


def _comment(session: Session, ply: int) -> Iterator[str]:
    text = " ".join(session.comments.get(ply, "").split())
    if "}" in text:
        yield f"; {text}\n"
    elif text:
        yield from f"{{{text}}}".split(" ")


def _quote_if_needed(move: str) -> str:
    """Return a move, in quotes if it is ambiguous."""
    if not move or _AMBIGUOUS.search(move) or RESULT.fullmatch(move):
        return _quoted(move)
    return move


def _quoted(text: str) -> str:
    escaped = " ".join(text.splitlines()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _wrapped(words: list[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word.rstrip("\n")) > WIDTH:
            yield line
            line = ""
        line += (" " if line else "") + word.rstrip("\n")
        if word.endswith("\n"):
            yield line
            line = ""
    yield line
