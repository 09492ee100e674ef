"""Positions as one line without blanks, so that they fit into a game ID.

A line holds fields, joined by `_`. Cells of a board are written in rows, each letter a piece and
each number so many empty cells; pieces of puzzles as labels. Any other value of plain parts
(texts, numbers, tuples, sets) is packed, and unpacked by the pattern of a value that is known.
What could be taken for something else is written as %41 and the like.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from urllib.parse import quote, unquote

from ..core.board import Board
from ..core.errors import NotationError

#: What stands for a cell without a piece: as it is written, and as people write it.
HOLE = "_"
HOLES = (".", "_", "-")


def escape_label(text: str, also: str = "") -> str:
    """Return a text in letters that mean nothing in an ID."""
    return quote(text, safe="+" + also).replace(".", "%2E").replace("_", "%5F").replace("~", "%7E")


# -- cells ----------------------------------------------------------------------------------------


def _rows(board: Board) -> list[int]:
    """Return the lengths of the rows in which the cells are numbered; one row if there are none."""
    lengths: list[int] = []
    last = None
    for _, y in board.points:
        if last is None or abs(y - last) > 1e-6:
            lengths.append(0)
        lengths[-1] += 1
        last = y
    return lengths if len(lengths) <= (len(board) + 1) // 2 else [len(board)]


def write_cells(board: Board, cells: Sequence[str]) -> str:
    """Return one letter for each cell as rows, with numbers for empty cells (`.`).

    >>> from puzzlekit import grid
    >>> write_cells(grid(3, 2), "B..W.W")
    'B2,W1W'
    """
    rows, at = [], 0
    for length in _rows(board):
        row = "".join(cells[at : at + length])
        at += length
        parts = re.findall(r"\.+|[^.]", row)
        rows.append("".join(_cell(part) for part in parts))
    return ",".join(rows)


def _cell(part: str) -> str:
    if part[0] == ".":
        return str(len(part))
    return f"%{ord(part):02X}" if part.isdecimal() and part.isascii() else escape_label(part)


def read_cells(board: Board, text: str, letters: Collection[str] | None = None) -> str:
    """Return the letter of each cell, all of them among `letters`; raise `NotationError`.

    >>> from puzzlekit import grid
    >>> read_cells(grid(3, 2), "B2,W1W", "BW")
    'B..W.W'
    """
    parts, lengths = text.split(","), _rows(board)
    if len(parts) == 1:
        lengths = [len(board)]
    if len(parts) != len(lengths):
        raise NotationError(f"it has {len(parts)} rows, not {len(lengths)}")
    rows = [_read_row(part, len(board)) for part in parts]
    for part, row, length in zip(parts, rows, lengths, strict=True):
        if len(row) != length:
            raise NotationError(f"{part[:40]!r} are {len(row)} cells, not {length}")
    cells = "".join(rows)
    if letters is not None and (unknown := set(cells) - {*letters, "."}):
        raise NotationError(f"{min(unknown)!r} stands for no piece; take {', '.join(letters)}")
    return cells


#: So many empty cells, or a letter.
_CELLS = re.compile(r"[0-9]+|%[0-9A-Fa-f]{2}(?:%[89ABab][0-9A-Fa-f])*|.", re.DOTALL)


def _read_row(part: str, most: int) -> str:
    row, length = [], 0
    for found in re.finditer(_CELLS, part):
        token = found[0]
        if token.isdecimal() and token.isascii():
            cells = "." * int(token) if len(token) < 10 and int(token) <= most else None
        else:
            cells = unquote(token)
        length += len(cells or "")
        if cells is None or length > most:
            raise NotationError(f"{part[:20]!r} are more cells than there are")
        row.append(cells)
    return "".join(row)


# -- fields ---------------------------------------------------------------------------------------


def write_turn(letters: str, side: int, ply: int) -> str:
    """Return the fields that say whose turn it is, and how many plies have been made.

    >>> write_turn("RB", 1, 7)
    'B_7'
    """
    return f"{letters[side]}_{ply}"


def read_turn(side: str, ply: str, letters: str) -> tuple[int, int]:
    """Return the side to move and the plies made, from two fields that may be empty.

    Without a number of plies the opening, with its swap, is over. Raises `NotationError`.

    >>> read_turn("B", "7", "RB"), read_turn("B", "", "RB"), read_turn("", "", "RB")
    ((1, 7), (1, 3), (0, 2))
    """
    mover = read_side(side, letters)
    return mover, read_number(ply, 2 + mover, "plies")


def read_plies(
    side: str,
    ply: str,
    players: Sequence[str],
    *,
    may_swap: bool = False,
    per_turn: int = 1,
    opening: int | None = None,
) -> tuple[int, bool]:
    """Return the plies made, and whether the players have swapped, from fields that may be empty.

    A turn has `per_turn` plies. Without a number of plies the opening is over, in which each player
    has made one if no number is given. Raises `NotationError` where the side cannot be to move.

    >>> read_plies("B", "7", ("Red", "Blue")), read_plies("R", "", ("Red", "Blue"))
    ((7, False), (2, False))
    >>> read_plies("R", "7", ("Red", "Blue"), may_swap=True)
    (7, True)
    """
    mover = read_side(side, "".join(player[0] for player in players))
    opening = len(players) if opening is None else opening
    plies = read_number(ply, opening + per_turn * mover, "plies")
    swapped = mover != plies // per_turn % len(players)
    if swapped and (plies < 2 or not may_swap):
        raise NotationError(f"{players[mover]} cannot be to move after {plies} plies")
    return plies, swapped


def split_fields(line: str, most: int) -> list[str]:
    """Return the fields of a line, with empty ones at the end for those that were left out."""
    fields = line.split("_")
    if len(fields) > most:
        raise NotationError(f"{'_'.join(fields[most:])[:40]!r} at its end is too much")
    return fields + [""] * (most - len(fields))


def read_number(text: str, default: int, what: str) -> int:
    """Return the number that a field holds, or the default if it is empty."""
    if not text:
        return default
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise NotationError(f"{text[:40]!r} is no number of {what}")
    return int(text)


def read_side(text: str, letters: str) -> int:
    """Return which of some letters a field holds; the first one if it is empty."""
    if text and (len(text) > 1 or text not in letters):
        raise NotationError(f"{text[:40]!r} says not who is to move; take {' or '.join(letters)}")
    return letters.index(text) if text else 0


# -- labels ---------------------------------------------------------------------------------------


def write_labels(labels: Sequence[str], known: Collection[str]) -> str:
    """Return labels in order: letters in a row, or with commas; `_` is a hole."""
    plain = all(re.fullmatch(r"[^\W_]?", label, re.ASCII) for label in [*labels, *known])
    if plain and len(labels) > 1:
        return "".join(label or HOLE for label in labels)
    return ",".join(
        escape_label(label) if label else HOLE * (HOLE not in known) for label in labels
    )


def read_labels(text: str, wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the labels that a text lists, the same pieces as those wanted in another order.

    Commas or blanks stand between them or, where all are single letters, nothing. Raises
    `NotationError`.
    """
    size, known = len(wanted), set(wanted)
    parts = [part.strip() for part in text.split(",")] if "," in text else text.split()
    if len(parts) == 1 and size > 1 and all(len(label) <= 1 for label in known):
        parts = list(parts[0])
    if len(parts) != size:
        raise NotationError(
            f"there are {size} cells, but {text[:40]!r} names {len(parts)} pieces; name "
            "them all, or write cycles of cells such as (a b c)"
        )
    labels = [part if part in known else "" if part in HOLES else unquote(part) for part in parts]
    counts, given = Counter(wanted), Counter(labels)
    for label in [*given, *counts]:
        if counts[label] != given[label]:
            what = repr(label[:40]) if label else "an empty cell"
            times = "once" if counts[label] == 1 else f"{counts[label]} times"
            raise NotationError(f"the puzzle has {what} {times}, the position {given[label]}")
    return tuple(labels)
