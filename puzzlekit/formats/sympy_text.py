"""Permutations in SymPy syntax, on the points 0, 1, 2, ...

    PermutationGroup([Permutation(0, 1, 2), Permutation([1, 0, 2])])
    (0 1 2)(3 4)

The source is parsed, never executed. Adjacent cycles are multiplied from left to right, as in
SymPy. Cycles on a separate line form a separate generator.
"""

from __future__ import annotations

import re

from ..core.permutation import to_cycles
from .definition import MAX_CELLS, Definition
from .source_text import SHOWN, ParsedGenerator, SourceText, first_repeated
from .tokens import Tokens

_TOKENS = re.compile(
    r"(?P<skip>(?:\s++|\#[^\n]*+)++|(?:from|import)[ \t][^\n]*+)"
    r"|(?P<cycle>\(\s*+[0-9]{1,5}+(?:[\s,]++[0-9]{1,5}+)*+[\s,]*+\))"
    r"|(?P<mark>[()\[\],;=])"
    r"|(?P<number>[0-9]+)"
    r"|(?P<name>[^\W\d]\w*)"
)

#: A generator and the minimum number of points that it needs.
SizedGenerator = tuple[int, ParsedGenerator]


def parse(source: SourceText) -> Definition:
    """Return the puzzle with the permutations in a source; raise `FormatError` if invalid."""
    generators = _SympyReader(source).read()
    size = max((size for size, _ in generators), default=0)
    return source.puzzle([str(i) for i in range(size)], (each for _, each in generators))


class _SympyReader:
    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.tokens = Tokens(source, _TOKENS)
        self.generators: list[SizedGenerator] = []

    def read(self) -> list[SizedGenerator]:
        """Parse the whole source."""
        tokens = self.tokens
        while tokens.peek().kind != "end":
            if tokens.accept(",") or tokens.accept(";"):
                continue
            name = ""
            if tokens.peek().kind == "name" and tokens.peek(1).text == "=":
                name = tokens.next().text
                tokens.next()
            if tokens.accept("PermutationGroup"):
                tokens.expect("(")
                self._read_members(")")
            elif tokens.accept("["):
                self._read_members("]")
            else:
                self._read_permutation(name)
        return self.generators

    def _read_members(self, closing: str) -> None:
        """Read generators up to a bracket. Nested lists are flattened."""
        tokens = self.tokens
        while not tokens.accept(closing):
            if closing == ")" and tokens.accept("["):
                self._read_members("]")
            else:
                self._read_permutation("")
            if tokens.peek().text != closing:
                tokens.expect(",")

    def _read_permutation(self, name: str) -> None:
        tokens = self.tokens
        line = tokens.peek().line
        size = 0
        cycles: list[list[int]] = []
        if tokens.accept("Permutation"):
            size, cycles = self._read_arguments(line)
        elif not tokens.opens():
            text = tokens.peek().text[:SHOWN]
            raise tokens.error(f"{text!r} is not a permutation; write Permutation(0, 1, 2).")
        while tokens.opens() and tokens.peek().line == line:
            cycles.append(self._check_distinct(tokens.read_cycle(0, MAX_CELLS - 1, commas=False)))
            line = tokens.last.line + tokens.last.text.count("\n")  # where the last token ends
        points = [point + 1 for cycle in cycles for point in cycle]
        self.generators.append((max([size, *points]), (name, line, cycles)))
        self.source.limit(line, len(self.generators), "moves")

    def _read_arguments(self, line: int) -> tuple[int, list[list[int]]]:
        """Read the arguments of `Permutation`, which are a cycle, a list, or lists."""
        tokens = self.tokens
        if tokens.peek().kind == "cycle":
            return 0, [self._check_distinct(tokens.read_cycle(0, MAX_CELLS - 1, commas=False))]
        tokens.expect("(")
        size = 0
        cycles: list[list[int]] = []
        if tokens.accept("["):
            if tokens.peek().text == "[":
                while not tokens.accept("]"):
                    tokens.expect("[")
                    cycles.append(self._read_points())
                    if tokens.peek().text != "]":
                        tokens.expect(",")
            else:
                images = self._read_points()
                size = len(images)
                if sorted(images) != list(range(size)):
                    raise self.source.error(
                        line,
                        f"a list of images must contain each of 0 to {size - 1} once; correct it.",
                    )
                cycles = [list(cycle) for cycle in to_cycles(images)]
        elif tokens.peek().kind == "number":
            cycles.append([])
            while tokens.peek().kind == "number":
                cycles[-1].append(tokens.number(0, MAX_CELLS - 1))
                tokens.accept(",")
            self._check_distinct(cycles[-1])
        tokens.accept(",")
        if tokens.accept("size"):
            tokens.expect("=")
            size = max(size, tokens.number(0, MAX_CELLS))
        tokens.expect(")")
        return size, cycles

    def _read_points(self) -> list[int]:
        return self._check_distinct(self.tokens.points("]", 0, MAX_CELLS - 1, commas=False))

    def _check_distinct(self, points: list[int]) -> list[int]:
        if (twice := first_repeated(points)) is not None:
            raise self.source.error(
                self.tokens.last.line, f"the point {twice} occurs twice in a cycle; correct it."
            )
        return points
