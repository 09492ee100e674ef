"""Positions in files: scrambles of twsearch (`.scr`), and patterns of cubing.js (JSON).

Both list the piece and the orientation in each slot of each set. A `.scr` file may give moves
instead; see T. Rokicki, https://github.com/cubing/twsearch. The scramble files of ksolve (`.txt`)
have the same format.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..core.errors import FormatError
from ..core.files import read_text
from . import MAX_BYTES
from .definition import Definition, PiecePattern, PieceSet
from .kpuzzle import parse_patterns
from .piece_sets import labels_of, pattern_of, sets_of
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
    if str(path).lower().endswith(".json"):
        known = _with_sets(source, definition)
        patterns = parse_patterns(source, _sets(known))
        rows: _Rows = {name: (each.values, each.twists) for name, each in patterns.items()}
    else:
        found = _scr_rows(source, definition)
        if isinstance(found, str):
            return found
        known, rows = _with_sets(source, definition), found
    labels, sets, usual = dict(enumerate(known.goal)), _sets(known), _patterns(known)
    for name, (values, twists) in rows.items():
        differ = dict(zip(usual[name].values, usual[name].differ, strict=True))
        if not set(values) <= differ.keys():
            raise source.error(
                None, f"the pieces of {name[:40]!r} are not those of the puzzle; correct them."
            )
        counts = tuple(differ[value] for value in values)
        labels |= labels_of(sets[name], PiecePattern(tuple(values), tuple(twists), counts))
    return tuple(labels.values())


def read_goal(path: Path | str, definition: Definition | None) -> tuple[str, ...] | None:
    """Return the labels of all cells in a KPattern with more equal pieces or twists than usual.

    As a goal, it makes pieces interchangeable that belong in slots with equal numbers, and twists
    that are equal modulo `orientationMod`. Sets that the file leaves out are solved. Returns None
    for a position of the puzzle. Raises `FormatError` if the file is invalid.
    """
    source = _source(path)
    known = _with_sets(source, definition)
    labels, sets, is_position = dict(enumerate(known.goal)), _sets(known), True
    for name, pattern in parse_patterns(source, sets).items():
        usual = _patterns(known)[name]
        differ = tuple(map(min, pattern.differ, usual.differ))
        labels |= labels_of(sets[name], pattern._replace(differ=differ))
        is_position &= sorted(pattern.values) == sorted(usual.values)
        is_position &= pattern.values != usual.values or differ == usual.differ
    return None if is_position else tuple(labels.values())


def _source(path: Path | str) -> SourceText:
    """Return the text of a position file."""
    return SourceText(str(path), read_text(path, "a position file", MAX_BYTES, FormatError))


def _with_sets(source: SourceText, definition: Definition | None) -> Definition:
    """Return the definition of a puzzle; raise an error if it lists no sets of pieces."""
    if definition is None or not definition.sets:
        raise source.error(
            None,
            "the position lists sets of pieces, but the puzzle has no sets; use a .tws or KPuzzle "
            "file.",
        )
    return definition


def _sets(definition: Definition) -> dict[str, PieceSet]:
    return {each.name: each for each in definition.sets}


def _patterns(definition: Definition) -> dict[str, PiecePattern]:
    """Return the contents of the sets at the goal."""
    return dict(zip(_sets(definition), definition.patterns, strict=True))


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
    patterns = _patterns(definition) if definition.sets else {}
    pattern = patterns.get(each.name) or pattern_of(each, definition.goal)
    known: dict[tuple[str, ...], tuple[int, int]] = {}
    for cells, piece, by, differ in zip(each.slots, *pattern, strict=True):
        shown = tuple([definition.goal[cell] for cell in cells])
        for twist in range(differ):
            at = (twist - by) % differ
            known.setdefault(shown[-at:] + shown[:-at], (piece, twist))
    return known


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
    known = _with_sets(source, definition)
    sets, usual = _sets(known), _patterns(known)
    sizes = {name: (len(each.slots), each.twists) for name, each in sets.items()}
    rows = {}
    for name, (pieces, *twists) in lines.block(number, sizes, wild=True).items():
        if any(word.startswith("?") for word in pieces[1]):
            return None
        values = [each - first for each in lines.numbers(pieces, first, MAX_NUMBER, "a piece")]
        line, words = twists[0] if twists else (number, ["0"] * len(values))
        differ = dict(zip(usual[name].values, usual[name].differ, strict=True))
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
