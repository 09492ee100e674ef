"""Positions in files: scrambles of twsearch (`.scr`), and patterns of cubing.js (JSON).

Both list the piece and the orientation in each slot of each set. A `.scr` file may give moves
instead; see T. Rokicki, https://github.com/cubing/twsearch. The scramble files of ksolve (`.txt`)
have the same format.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import index
from pathlib import Path
from typing import Any

from ..core.errors import FormatError, did_you_mean
from ..core.files import read_text
from . import MAX_BYTES
from .definition import Definition, PieceSet
from .kpuzzle import parse_patterns
from .piece_sets import PiecePattern, labels_of, pattern_of, sets_of
from .source_text import SourceText
from .tws.lines import MAX_NUMBER, Lines

#: The commands of ksolve that limit the search for a solution.
SEARCH_LIMITS = ("Slack", "MaxDepth", "QTM", "HTM")

#: The commands of ksolve whose blocks do not list a position.
SKIPPED_BLOCKS = ("MoveLimits", "RandomScramble")

#: The number of the first piece after each command that begins a position.
FIRST_NUMBERS = {"Scramble": 1, "ScrambleState": 0, "StartState": 0}

#: Pieces and orientations in the slots of each set.
_Rows = Mapping[str, tuple[Sequence[int], Sequence[int]]]


def read_scramble(path: Path | str, definition: Definition | None) -> tuple[str, ...] | str:
    """Return the labels of all cells in a position file, or the moves that the file lists.

    Sets that the file leaves out are solved. Raises `FormatError` if the file is invalid, or if it
    does not fit the sets of pieces of the puzzle, which `definition` describes.
    """
    source = _source(path)
    is_json = str(path).lower().endswith(".json")
    rows = _json_rows(source) if is_json else _scr_rows(source, definition)
    if isinstance(rows, str):
        return rows
    sets = _sets(source, definition)
    _check_names(source, rows, sets)
    assert definition is not None  # it has sets
    labels = dict(enumerate(definition.goal))
    for name, (values, twists) in rows.items():
        labels |= _labels(source, definition, sets[name], values, twists)
    return tuple(labels.values())


def read_goal(path: Path | str, definition: Definition | None) -> tuple[str, ...] | None:
    """Return the labels of all cells in a KPattern with more equal pieces or twists than usual.

    As a goal, it makes pieces interchangeable that belong in slots with equal numbers, and twists
    that are equal modulo `orientationMod`. Sets that the file leaves out are solved. Returns None
    for a position of the puzzle. Raises `FormatError` if the file is invalid.
    """
    source = _source(path)
    rows, sets = _json_rows(source), _sets(source, definition)
    _check_names(source, rows, sets)
    assert definition is not None  # it has sets
    labels, usual = dict(enumerate(definition.goal)), True
    for name, pattern in parse_patterns(source, sets).items():
        pieces, counts = zip(*_pieces_at_goal(definition, sets[name]), strict=True)
        differ = tuple(map(min, pattern.differ, counts))
        labels |= labels_of(sets[name], pattern._replace(differ=differ))
        usual &= sorted(pattern.values) == sorted(pieces)
        usual &= pattern.values != pieces or differ == counts
    return None if usual else tuple(labels.values())


def _source(path: Path | str) -> SourceText:
    """Return the text of a position file."""
    return SourceText(str(path), read_text(path, "a position file", MAX_BYTES, FormatError))


def _check_names(source: SourceText, names: Iterable[str], sets: Collection[str]) -> None:
    """Raise an error for the name of a set that the puzzle lacks."""
    if unknown := [name for name in names if name not in sets]:
        raise source.error(
            None,
            f"the puzzle has no set {unknown[0][:40]!r}; its sets are {', '.join(sets)}."
            + did_you_mean(unknown[0], sets),
        )


def _sets(source: SourceText, definition: Definition | None) -> dict[str, PieceSet]:
    """Return the sets of a puzzle by name."""
    if definition is None or not definition.sets:
        raise source.error(
            None,
            "the position lists sets of pieces, but the puzzle has no sets; use a .tws or KPuzzle "
            "file.",
        )
    return {each.name: each for each in definition.sets}


def _labels(
    source: SourceText,
    definition: Definition,
    each: PieceSet,
    values: Sequence[int],
    twists: Sequence[int],
) -> dict[int, str]:
    """Return the label of each cell of a set with the given pieces and orientations."""
    differ = _visible_twist_counts(definition, each)
    fits = len(values) == len(twists) == len(each.slots)
    known = {*range(1 - each.twists, each.twists)}  # cubing.js does not normalize negative ones
    if not fits or not set(values) <= differ.keys() or not {*twists} <= known:
        raise source.error(
            None, f"the pieces of {each.name[:40]!r} are not those of the puzzle; correct them."
        )
    counts = tuple(differ[value] for value in values)
    twists = tuple([twist % each.twists for twist in twists])
    return labels_of(each, PiecePattern(tuple(values), twists, counts))


def _visible_twist_counts(definition: Definition, each: PieceSet) -> dict[int, int]:
    """Return the number of distinguishable twists of each piece of a set from a file."""
    return dict(_pieces_at_goal(definition, each))


def _pieces_at_goal(definition: Definition, each: PieceSet) -> Iterator[tuple[int, int]]:
    """Yield the piece in each slot at the goal, with its number of distinguishable twists."""
    for slot in each.slots:
        shown = {definition.goal[cell] for cell in slot}
        number = min(shown).removeprefix(f"{each.name}-").rstrip("abcdefghijklmnopqrstuvwxyz")
        yield int(number) - 1, len(shown)


def write_pattern(definition: Definition, labels: Sequence[str]) -> str:
    """Return a position as a KPattern, with the sets of the puzzle's KPuzzle definition.

    Raises `FormatError` if the pieces have left their sets, such as the holes of a sliding puzzle.
    """
    data = {}
    for each in sets_of(definition):
        known = _pieces_by_labels(definition, each)
        slots = [known.get(tuple([labels[cell] for cell in slot])) for slot in each.slots]
        placed = [place for place in slots if place is not None]
        if len(placed) < len(slots):
            raise FormatError(
                f"{definition.name}: a KPattern cannot represent this position; choose one with "
                "the holes in the same cells as in the goal."
            )
        pieces, twists = zip(*placed, strict=True)
        data[each.name] = {"pieces": pieces, "orientation": twists}
    return json.dumps(data, ensure_ascii=False) + "\n"


def _pieces_by_labels(
    definition: Definition, each: PieceSet
) -> dict[tuple[str, ...], tuple[int, int]]:
    """Return the number and the twist of each piece of a set, by the labels that it shows."""
    if definition.sets:
        slot = PieceSet(each.name, (tuple(range(each.twists)),))
        return {
            tuple(dict(sorted(shown.items())).values()): (piece, twist)
            for piece, differ in _visible_twist_counts(definition, each).items()
            for twist in range(differ)
            for shown in [labels_of(slot, PiecePattern((piece,), (twist,), (differ,)))]
        }
    known: dict[tuple[str, ...], tuple[int, int]] = {}
    for cells, piece, by, differ in zip(
        each.slots, *pattern_of(each, definition.goal), strict=True
    ):
        shown = tuple([definition.goal[cell] for cell in cells])
        for twist in range(differ):
            at = (twist - by) % differ
            known.setdefault(shown[-at:] + shown[:-at], (piece, twist))
    return known


def _json_rows(source: SourceText) -> _Rows:
    """Return the rows of a KPattern, which is a JSON object."""
    try:
        data: Any = json.loads(source.text)
        data = data.get("patternData", data)  # as written by KPattern.toJSON()
        return {
            name: (
                [index(piece) for piece in part["pieces"]],
                [index(twist) for twist in part["orientation"]],
            )
            for name, part in data.items()
            if name != "$schema"
        }
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise source.error(
            None, "this is not a KPattern with `pieces` and `orientation` for each orbit."
        ) from error


def _scr_rows(source: SourceText, definition: Definition | None) -> _Rows | str:
    """Return the rows or the moves of the first scramble in a `.scr` file that is one position."""
    lines = Lines(source)
    for number, words in lines:
        if words[0] == "ScrambleAlg":
            return _read_moves(source, lines)
        if words[0] in SEARCH_LIMITS:
            continue
        if words[0] in SKIPPED_BLOCKS:
            lines.skip_block(number)
            continue
        if words[0] not in FIRST_NUMBERS:
            raise source.error(number, f"expected Scramble or ScrambleAlg, not {words[0][:40]!r}.")
        rows = _block_rows(source, lines, definition, number, FIRST_NUMBERS[words[0]])
        if rows is not None:
            return rows
    raise source.error(None, "there is no scramble without '?'; add Scramble or ScrambleAlg.")


def _block_rows(
    source: SourceText, lines: Lines, definition: Definition | None, number: int, first: int
) -> _Rows | None:
    """Return the rows of a block, or None if `?` leaves a visible piece or orientation open."""
    sets = _sets(source, definition)
    assert definition is not None  # it has sets
    sizes = {name: (len(each.slots), each.twists) for name, each in sets.items()}
    rows = {}
    for name, (pieces, *twists) in lines.block(number, sizes, wild=True).items():
        if any(word.startswith("?") for word in pieces[1]):
            return None
        values = [each - first for each in lines.numbers(pieces, first, MAX_NUMBER, "a piece")]
        line, words = twists[0] if twists else (number, ["0"] * len(values))
        differ = _visible_twist_counts(definition, sets[name])
        hidden = [differ.get(value) == 1 for value in values]
        words = [
            "0" if word == "?" and free else word for word, free in zip(words, hidden, strict=True)
        ]
        if any(word.startswith("?") for word in words):
            return None
        most = sets[name].twists - 1
        rows[name] = values, lines.numbers((line, words), 0, most, "an orientation")
    return rows


def _read_moves(source: SourceText, lines: Lines) -> str:
    """Return the lines with moves up to `End`."""
    moves: list[str] = []
    for number, words in lines:
        if words == ["End"] and not moves:
            raise source.error(number, "ScrambleAlg has no moves; write them on the next lines.")
        if words == ["End"]:
            return "\n".join(moves)
        moves.append(" ".join(words))
    raise source.error(None, "ScrambleAlg has no End; add it.")
