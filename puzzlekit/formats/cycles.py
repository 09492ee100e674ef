"""Plain lists of cycles, with one generator per line and arbitrary words as points.

    # a comment
    L: (1 2 3 4)
    S = (1 2)
    (a b c)(d e)

Points are names, so numbers may start from 0 or from 1. The puzzle has a cell for each name;
numbers come first, in numerical order. Cycles on a line are multiplied from left to right.
"""

from __future__ import annotations

import re

from ..core.errors import MAX_QUOTED, can_be_shown
from ..core.permutation import name_sort_key
from .definition import Definition
from .source_text import SHOWN, LineNumber, SourceText, first_repeated

_NAME = re.compile(r"([^\s()=:]+)\s*[:=]")


def parse(source: SourceText) -> Definition:
    """Return the puzzle with one move per line of the source; raise `FormatError` if invalid."""
    generators: list[tuple[str, int, list[list[str]]]] = []
    for line, text in source.lines():
        if text.strip() and not text.lstrip().startswith("#"):
            name, cycles = _parse_generator(source, line, text)
            generators.append((name, line, cycles))
    points = {p for _, _, cycles in generators for cycle in cycles for p in cycle}
    cells = sorted(points, key=name_sort_key)
    place = {cell: i for i, cell in enumerate(cells)}
    return source.puzzle(
        cells,
        (
            (name, line, [[place[point] for point in cycle] for cycle in cycles])
            for name, line, cycles in generators
        ),
    )


def _parse_generator(source: SourceText, line: int, text: str) -> tuple[str, list[list[str]]]:
    text = text.partition("#")[0].strip().rstrip(",;")
    name = _NAME.match(text)
    cycles = text[name.end() :] if name else text
    if "(" not in cycles:
        raise source.error(
            line, f"{text[:SHOWN]!r} is not a generator; write it like NAME: (a b c)(d e)."
        )
    return name[1] if name else "", read_cycles(source, line, cycles)


def read_cycles(source: SourceText, line: LineNumber, text: str) -> list[list[str]]:
    """Return the cycles in a string such as `(a b c)(d e)`. Commas are allowed."""
    if re.sub(r"\([^()]*\)", "", text).strip(" \t\r\n*"):
        raise source.error(
            line, f"{text.strip()[:SHOWN]!r} is not a product of cycles; write (a b c)(d e)."
        )
    cycles = [inner.replace(",", " ").split() for inner in re.findall(r"\(([^()]*)\)", text)]
    for cycle in cycles:
        for point in cycle:
            if not can_be_shown(point):
                raise source.error(
                    line, f"the point {point[:SHOWN]!r} cannot be displayed; use letters."
                )
            if len(point) > MAX_QUOTED:
                raise source.error(line, f"the point {point[:SHOWN]!r}... is too long; shorten it.")
        if (twice := first_repeated(cycle)) is not None:
            raise source.error(
                line, f"the point {twice[:SHOWN]!r} occurs twice in a cycle; correct it."
            )
    return cycles
