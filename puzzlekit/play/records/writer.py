"""Writing of game records: headers, numbered moves, comments and variations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from ...core.files import write_output
from ...players.player import HUMAN
from ...rules.base import Rules
from ..headers import (
    DATE,
    RESULT,
    TERMINATION,
    TIME_CONTROL,
    UNFINISHED,
    format_time_control,
    result_token,
    seat_tags,
)
from ..session import Session
from ..variations import MARKS, GameNode, RoundNumbers, merged_nodes, runs_in_pgn_order

#: Maximum line length, and number of moves per line in puzzles.
WIDTH, MOVES_PER_LINE = 80, 10

#: Move contents, prefixes and suffixes that require quotes.
_AMBIGUOUS = re.compile(r'[\s()\[\]{};"]|^\$|^[0-9]*\.|[!?]$')


def write(session: Session) -> str:
    """Return a session as a record, including variations, with today's date if it has none.

    If the rules were created in code, the ID is empty; read the record with
    `find=lambda _: session.setup`, where `session` has the same rules.
    """
    rules, tags, result = session.rules, dict(session.tags), _result(session)
    headers = {
        "Game": rules.name,
        "ID": session.setup.id,
        DATE: tags.pop(DATE, f"{date.today():%Y.%m.%d}"),
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
    turns = _turns(session.rules, session.tree.line[1:])
    words = [_quote_if_needed(text) for _, text in turns]
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
    rules, root = session.rules, session.tree.root
    words, rounds = list(_comment(root)), RoundNumbers(rules)
    numbers = {root: 0}  # of the turns of a puzzle
    opening, follows = "", root  # open brackets, and the move that was written last
    for run in runs_in_pgn_order(root):
        if run == "(":
            opening += "("
            continue
        if isinstance(run, str):
            words[-1:] = [words[-1], ")"] if words[-1].endswith("\n") else [words[-1] + ")"]
            follows = root
            continue
        for nodes, text in _turns(rules, run):
            node, parent = nodes[-1], nodes[0].parent
            assert parent is not None
            is_first = follows is not parent or bool(opening) or not parent.ply
            label, ends_line = "", False
            if rules.is_game():
                number, seat, starts = rounds.add(node)
                if is_first or starts or parent.comment:
                    label = f"{number}." if seat == 0 else f"{number}..."
            else:
                number = numbers[node] = numbers[parent] + 1
                label = f"{number}." if is_first or number % MOVES_PER_LINE == 1 else ""
                ends_line = number % MOVES_PER_LINE == 0
            new = [*filter(None, [label]), *_move(text, node, ends_line), *_comment(node)]
            words += [opening + new[0], *new[1:]]
            opening, follows = "", node
    return words


def _turns(rules: Rules, run: list[GameNode]) -> Iterator[tuple[list[GameNode], str]]:
    """Yield turns with their nodes and texts; several moves with an ambiguous text are single."""
    for nodes, text in merged_nodes(rules, run):
        if len(nodes) > 1 and _quote_if_needed(text) != text:
            yield from (([node], node.move) for node in nodes)
        else:
            yield nodes, text


def _move(text: str, node: GameNode, ends_line: bool) -> list[str]:
    """Return the tokens of a move and its mark. In a puzzle, every tenth move ends a line."""
    words = [_quote_if_needed(text)]
    if node.mark:
        words.append(f"${1 + MARKS.index(node.mark)}")
    if ends_line:
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
