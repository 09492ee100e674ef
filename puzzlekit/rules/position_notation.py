"""Encoding of positions as one line without spaces, which fits into a game ID.

A line consists of fields joined by `_`. The cells of a board are written in rows, as in FEN: a
letter is a piece, a number is a run of empty cells. Puzzles are written as labels. Other states
made of strings, numbers, tuples and sets are packed; see `state_codec`. Characters with a special
meaning are percent-encoded: `%41`, for example, is A.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from urllib.parse import quote, unquote

from ..core.board import Board
from ..core.errors import NotationError, did_you_mean, join_names, quoted

#: The label written for an empty cell, and the labels accepted for it when reading.
HOLE = "_"
HOLES = (".", "_", "-")

#: The maximum number of pieces that an error message lists.
MAX_EXAMPLES = 12


def escape_label(text: str, also: str = "") -> str:
    """Escape the characters of a string that have a special meaning in a game ID."""
    return quote(text, safe="+" + also).replace(".", "%2E").replace("_", "%5F").replace("~", "%7E")


# -- cells ----------------------------------------------------------------------------------------


def _row_lengths(board: Board) -> list[int]:
    """Return the lengths of the rows of cells; treat a board without rows as a single row."""
    lengths: list[int] = []
    last = None
    for _, y in board.points:
        if last is None or abs(y - last) > 1e-6:
            lengths.append(0)
        lengths[-1] += 1
        last = y
    return lengths if len(lengths) <= (len(board) + 1) // 2 else [len(board)]


def write_cells(board: Board, cells: Sequence[str]) -> str:
    """Return the letters of the cells in rows, with runs of empty cells (`.`) as numbers.

    >>> from puzzlekit import grid
    >>> write_cells(grid(3, 2), "B..W.W")
    'B2,W1W'
    """
    rows, at = [], 0
    for length in _row_lengths(board):
        row = "".join(cells[at : at + length])
        at += length
        parts = re.findall(r"\.+|[^.]", row)
        rows.append("".join(_write_cell_or_run(part) for part in parts))
    return ",".join(rows)


def _write_cell_or_run(part: str) -> str:
    if part[0] == ".":
        return str(len(part))
    return f"%{ord(part):02X}" if part.isdecimal() and part.isascii() else escape_label(part)


def read_cells(board: Board, text: str, letters: Collection[str] | None = None) -> str:
    """Return the letter of each cell; raise `NotationError` for letters not in `letters`.

    >>> from puzzlekit import grid
    >>> read_cells(grid(3, 2), "B2,W1W", "BW")
    'B..W.W'
    """
    parts, lengths = text.split(","), _row_lengths(board)
    if len(parts) == 1:
        lengths = [len(board)]
    if len(parts) != len(lengths):
        raise NotationError(f"the position has {len(parts)} rows, not {len(lengths)}")
    rows = [_read_row(part, len(board)) for part in parts]
    for part, row, length in zip(parts, rows, lengths, strict=True):
        if len(row) != length:
            raise NotationError(f"the row {part[:40]!r} has {len(row)} cells, not {length}")
    cells = "".join(rows)
    if letters is not None and (unknown := set(cells) - {*letters, "."}):
        raise NotationError(f"{min(unknown)!r} is not a piece; use {', '.join(letters)}")
    return cells


#: Matches a run of empty cells, or a letter.
_CELLS = re.compile(r"[0-9]+|%[0-9A-Fa-f]{2}(?:%[89ABab][0-9A-Fa-f])*|.", re.DOTALL)


def _read_row(part: str, max_cells: int) -> str:
    row, length = [], 0
    for match in re.finditer(_CELLS, part):
        token = match[0]
        if token.isdecimal() and token.isascii():
            cells = "." * int(token) if len(token) < 10 and int(token) <= max_cells else None
        else:
            cells = unquote(token)
        length += len(cells or "")
        if cells is None or length > max_cells:
            raise NotationError(f"{part[:20]!r} has more cells than the board")
        row.append(cells)
    return "".join(row)


# -- fields ---------------------------------------------------------------------------------------


def write_turn(letters: str, side: int, ply: int) -> str:
    """Return the fields for the side to move and the number of plies made.

    >>> write_turn("RB", 1, 7)
    'B_7'
    """
    return f"{letters[side]}_{ply}"


def read_turn(side: str, ply: str, letters: str) -> tuple[int, int]:
    """Return the side to move and the number of plies made, from two fields that may be empty.

    If the number of plies is missing, assume that the opening and its swap are over. Raises
    `NotationError`.

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
    """Return the ply count, and whether the players have swapped, from fields that may be empty.

    A turn has `per_turn` plies. If the number of plies is missing, assume that the opening is over;
    by default, it has one ply per player. Raises `NotationError` if it cannot be the side's turn.

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
        raise NotationError(f"it cannot be {players[mover]}'s turn after {plies} plies")
    return plies, swapped


def split_fields(line: str, most: int) -> list[str]:
    """Return the fields of a line, with empty strings for fields omitted at the end."""
    fields = line.split("_")
    if len(fields) > most:
        raise NotationError(f"unexpected {'_'.join(fields[most:])[:40]!r} at the end")
    return fields + [""] * (most - len(fields))


def read_number(text: str, default: int, what: str) -> int:
    """Return the number in a field, or the default if it is empty."""
    if not text:
        return default
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise NotationError(f"{text[:40]!r} is not a number of {what}")
    return int(text)


def read_side(text: str, letters: str) -> int:
    """Return the index of a letter among the letters of the sides, or 0 if the field is empty."""
    if text and (len(text) > 1 or text not in letters):
        sides = " or ".join(letters)
        raise NotationError(f"{text[:40]!r} is not a side to move; use {sides}")
    return letters.index(text) if text else 0


# -- labels ---------------------------------------------------------------------------------------


def write_labels(labels: Sequence[str], known: Collection[str]) -> str:
    """Return labels as adjacent letters, or separated by commas. A hole is written `_`."""
    plain = all(re.fullmatch(r"[^\W_]?", label, re.ASCII) for label in [*labels, *known])
    if plain and len(labels) > 1:
        return "".join(label or HOLE for label in labels)
    return ",".join(
        escape_label(label) if label else HOLE * (HOLE not in known) for label in labels
    )


def read_labels(text: str, wanted: Sequence[str], wildcard: str = "") -> tuple[str, ...]:
    """Return the labels listed in a string, which must be a rearrangement of `wanted`.

    They are separated by commas or spaces; single letters may be adjacent. A wildcard, if one is
    given, stands for any label. Raises `NotationError`.
    """
    size, known = len(wanted), set(wanted)
    parts = [part.strip() for part in text.split(",")] if "," in text else text.split()
    if len(parts) == 1 and size > 1 and all(len(label) <= 1 for label in known):
        parts = list(parts[0])
    if len(parts) != size:
        raise NotationError(
            f"there are {size} cells, but {text[:40]!r} lists {len(parts)} pieces; list "
            "them all, or write cycles of cells such as (a b c)"
        )
    labels = [part if part in known else "" if part in HOLES else unquote(part) for part in parts]
    if unknown := [label for label in labels if label not in {*known, "", wildcard}]:
        names = sorted(known - {""})
        meant = did_you_mean(unknown[0], names) or f" Pieces are {join_names(names, MAX_EXAMPLES)}."
        raise NotationError(f"there is no piece {quoted(unknown[0], 40)}.{meant}")
    counts, given = Counter(wanted), Counter(labels)
    any_number = given.pop(wildcard, 0) if wildcard else 0
    for label in [*given, *counts]:
        if not 0 <= counts[label] - given[label] <= any_number:
            piece = repr(label[:40]) if label else "an empty cell"
            times = "once" if counts[label] == 1 else f"{counts[label]} times"
            raise NotationError(f"the puzzle has {piece} {times}, the position {given[label]}")
    return tuple(labels)
