"""Writer for KPuzzle definitions in JSON, with orbits of pieces."""

from __future__ import annotations

import json
import re

from ...core.errors import FormatError
from ..definition import Definition, refuse_rotations
from ..piece_sets import pattern_of, rows_of, sets_of

#: Maximum number of numbers in a file; each number takes two bytes or more.
MAX_NUMBERS = 1_000_000


def dump(definition: Definition) -> str:
    """Return a puzzle with moves as a KPuzzle string; raise `FormatError` if it is too large."""
    refuse_rotations(definition, "kpuzzle")
    sets = sets_of(definition)
    patterns = {}
    for each in sets:
        values, twists, differ = pattern_of(each, definition.goal)
        pattern = {"pieces": list(values), "orientation": list(twists)}
        if set(differ) != {each.twists}:
            pattern["orientationMod"] = [d if d < each.twists else 0 for d in differ]
        patterns[each.name] = pattern
    moves = {}
    numbers = 0
    for name, images in {**definition.moves, **definition.rotations}.items():
        rows_by_set = {each.name: rows for each in sets if (rows := rows_of(each, images))}
        numbers += sum(2 * len(sources) for sources, _ in rows_by_set.values())
        if numbers > MAX_NUMBERS:
            raise FormatError(
                f"{definition.name}: a KPuzzle would have more than {MAX_NUMBERS:,} numbers, too "
                "many to read; use TOML or GAP."
            )
        moves[name] = {
            orbit: {"permutation": list(sources), "orientationDelta": list(twists)}
            for orbit, (sources, twists) in rows_by_set.items()
        }
    orbits = [
        {"orbitName": each.name, "numPieces": len(each.slots), "numOrientations": each.twists}
        for each in sets
    ]
    data = {
        "name": definition.name,
        "orbits": orbits,
        "defaultPattern": patterns,
        "moves": moves,
    }
    text = json.dumps(data, ensure_ascii=False, indent=1)
    # Put each list of numbers on one line.
    return (
        re.sub(r"\[\s+(\d[\d,\s]*?)\s+\]", lambda row: f"[{' '.join(row[1].split())}]", text) + "\n"
    )
