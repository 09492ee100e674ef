"""Permutations as sympy writes them, on points 0, 1, 2 ...

    PermutationGroup([Permutation(0, 1, 2), Permutation([1, 0, 2])])
    (0 1 2)(3 4)

The text is read, never run. Cycles that touch are multiplied from left to right, as sympy
does; what stands on a line of its own is a generator.
"""

from __future__ import annotations

import re

from ..core.permutation import Images, to_cycles
from .definition import MAX_CELLS, MAX_MOVES, Definition
from .source import SHOWN, Line, Source, repeated
from .tokens import Tokens

_TOKENS = re.compile(
    r"(?P<skip>(?:\s++|\#[^\n]*+)++|(?:from|import)[ \t][^\n]*+)"
    r"|(?P<cycle>\(\s*+[0-9]{1,5}+(?:[\s,]++[0-9]{1,5}+)*+[\s,]*+\))"
    r"|(?P<mark>[()\[\],;=])"
    r"|(?P<number>[0-9]+)"
    r"|(?P<name>[^\W\d]\w*)"
)

#: A name, a line, how many points there are at least, and factors: cycles or an image list.
Generator = tuple[str, int, int, list[list[int]]]


def parse(source: Source) -> Definition:
    """Return the puzzle of the permutations in a text; raise `FormatError` if there is none."""
    generators = _Reader(source).read()
    size = source.size(None, max((size for _, _, size, _ in generators), default=0))
    moves: dict[str, tuple[Line, Images]] = {}
    for number, (name, line, _, cycles) in enumerate(generators, 1):
        images = source.cycles(line, cycles, size)
        moves[source.move_name(line, name or f"g{number}")] = line, images
    cells = tuple(str(i) for i in range(size))
    return Definition(name=source.stem, cells=cells, goal=cells, moves=source.without_backs(moves))


class _Reader:
    """Reads permutations and groups of them, some with names."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = Tokens(source, _TOKENS)
        self.found: list[Generator] = []

    def read(self) -> list[Generator]:
        """Read everything."""
        tokens = self.tokens
        while tokens.peek().kind != "end":
            if tokens.found(",") or tokens.found(";"):
                continue
            name = ""
            if tokens.peek().kind == "name" and tokens.peek(1).text == "=":
                name = tokens.next().text
                tokens.next()
            if tokens.found("PermutationGroup"):
                tokens.expect("(")
                self._members(")")
            elif tokens.found("["):
                self._members("]")
            else:
                self._add(self._permutation(name))
        return self.found

    def _add(self, generator: Generator) -> None:
        self.found.append(generator)
        if len(self.found) > MAX_MOVES:
            raise self.source.error(
                generator[1], f"there are more than {MAX_MOVES:,} moves; leave some out."
            )

    def _members(self, closing: str) -> None:
        """Read generators up to a bracket; those of a list within it as well."""
        tokens = self.tokens
        while not tokens.found(closing):
            if closing == ")" and tokens.found("["):
                self._members("]")
            else:
                self._add(self._permutation(""))
            if tokens.peek().text != closing:
                tokens.expect(",")

    def _permutation(self, name: str) -> Generator:
        tokens = self.tokens
        line = tokens.peek().line
        size = 0
        cycles: list[list[int]] = []
        if tokens.found("Permutation"):
            size, cycles = self._arguments(line)
        elif not tokens.opens():
            token = tokens.peek()
            raise self.source.error(
                token.line,
                f"{token.text[:SHOWN]!r} is no permutation; write Permutation(0, 1, 2) or (0 1 2).",
            )
        while tokens.opens() and tokens.peek().line == line:
            cycle = self._cycle()
            if cycle is None:
                tokens.expect("(")
                cycle = self._points(")")
            cycles.append(cycle)
            line = self._line()
        points = [point for cycle in cycles for point in cycle]
        return name, line, max([size, *(point + 1 for point in points)]), cycles

    def _arguments(self, line: int) -> tuple[int, list[list[int]]]:
        """Read what stands in the brackets of `Permutation`: a cycle, a list, or lists."""
        tokens = self.tokens
        if (cycle := self._cycle()) is not None:
            return 0, [cycle]
        tokens.expect("(")
        size = 0
        cycles: list[list[int]] = []
        if tokens.found("["):
            if tokens.peek().text == "[":
                while not tokens.found("]"):
                    tokens.expect("[")
                    cycles.append(self._points("]"))
                    if tokens.peek().text != "]":
                        tokens.expect(",")
            else:
                images = self._points("]")
                size = len(images)
                if sorted(images) != list(range(size)):
                    raise self.source.error(
                        line, f"a list of images must hold 0 to {size - 1}, each once; correct it."
                    )
                cycles = [list(cycle) for cycle in to_cycles(images)]
        elif tokens.peek().kind == "number":
            cycles.append(self._points(")", "size"))
        tokens.found(",")
        if tokens.found("size"):
            tokens.expect("=")
            size = max(size, tokens.number(0, MAX_CELLS))
        tokens.expect(")")
        return size, cycles

    def _line(self) -> int:
        """Return the line in which the last token ends."""
        return self.tokens.last.line + self.tokens.last.text.count("\n")

    def _cycle(self) -> list[int] | None:
        """Return the points of a cycle that is one token; None if it is not."""
        points = self.tokens.cycle(0, MAX_CELLS - 1)
        if points is None:
            return None
        if (twice := repeated(points)) is not None:
            raise self.source.error(
                self.tokens.last.line, f"the point {twice} stands twice in a cycle; correct it."
            )
        return points

    def _points(self, closing: str, before: str = "") -> list[int]:
        """Read the points of a cycle; the bracket is left where something may come `before` it."""
        tokens = self.tokens
        found: dict[int, None] = {}
        while True:
            token = tokens.peek()
            if before and token.text in (before, closing):
                return list(found)
            if tokens.found(closing):
                return list(found)
            point = tokens.number(0, MAX_CELLS - 1)
            if point in found:
                raise self.source.error(
                    token.line, f"the point {point} stands twice in a cycle; correct it."
                )
            found[point] = None
            tokens.found(",")
