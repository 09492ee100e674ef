"""Writing of game records: headers, numbered moves, comments and variations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from ...core.files import write_output
from ...players.player import HUMAN
from ..headers import TERMINATION, TIME_CONTROL, seat_tags
from ..session import Session
from ..variations import MARKS, GameNode, RoundNumbers, moves_in_pgn_order
from .header_values import (
    NAGS,
    RESULT,
    UNFINISHED,
    format_time_control,
    result_token,
)

#: Maximum line length, and number of moves per line in puzzles.
WIDTH, MOVES_PER_LINE = 80, 10

#: Move contents, prefixes and suffixes that require quotes.
_AMBIGUOUS = re.compile(r'[\s()\[\]{};"]|^\$|^[0-9]*\.|[!?]$')


def write(session: Session) -> str:
    """Return a session as a record, including variations, with today's date if it has none."""
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
        headers[TIME_CONTROL] = format_time_control(session.clock.control)
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
    by_rules = result_token(session.rules, session.final)
    recorded = session.tags.get("Result", "")
    return recorded if by_rules == UNFINISHED and RESULT.fullmatch(recorded) else by_rules


def _words(session: Session) -> list[str]:
    """Return the words of the tree of moves, with variations after the moves they replace."""
    is_game, root = session.rules.is_game(), session.tree.root
    words, numbers = list(_comment(root)), RoundNumbers(session.rules)
    opening, follows = "", root  # open brackets, and the move that was written last
    for node in moves_in_pgn_order(root):
        if node == "(":
            opening += "("
        elif isinstance(node, str):
            words[-1:] = [words[-1], ")"] if words[-1].endswith("\n") else [words[-1] + ")"]
            follows = root
        else:
            assert node.parent is not None
            is_first = follows is not node.parent or bool(opening) or not node.parent.ply
            number, seat, starts = numbers.add(node)
            if not is_game:
                label = f"{node.ply}." if is_first or node.ply % MOVES_PER_LINE == 1 else ""
            elif is_first or starts or node.parent.comment:
                label = f"{number}." if seat == 0 else f"{number}..."
            else:
                label = ""
            new = [*filter(None, [label]), *_move(node, ends_line=not is_game), *_comment(node)]
            words += [opening + new[0], *new[1:]]
            opening, follows = "", node
    return words


def _move(node: GameNode, *, ends_line: bool) -> list[str]:
    """Return the tokens of a move and its mark. In a puzzle, every tenth move ends a line."""
    words = [_quote_if_needed(node.move)]
    if node.mark:
        words.append(NAGS[MARKS.index(node.mark)])
    if ends_line and node.ply % MOVES_PER_LINE == 0:
        words[-1] += "\n"
    return words


def _comment(node: GameNode) -> Iterator[str]:
    text = " ".join(node.comment.split())
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
