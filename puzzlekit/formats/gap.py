"""Permutation groups in GAP syntax, with generators as cycles of the points 1, 2, 3, ...

    # two generators
    U:=(1,2,3)(4,5);
    Group(U,(1,2));

See the GAP Reference Manual, chapter 42 (https://www.gap-system.org). Nothing is executed. The
reader supports only assignments, lists, `Group` and products of disjoint cycles. It skips questions
such as `Size(G)`, and sets of points. Long lines may be continued after a backslash.
"""

from __future__ import annotations

import re

from ..core.errors import FormatError
from ..core.permutation import to_cycles
from .definition import MAX_CELLS, Definition
from .source_text import SHOWN, ParsedGenerator, SourceText
from .tokens import Token, Tokens

#: Possessive quantifiers avoid backtracking, which would use memory for every character.
_TOKENS = re.compile(
    r"(?P<skip>(?:\s++|\#[^\n]*+)++)"
    r"|(?P<cycle>\(\s*+[0-9]{1,5}+(?:\s*+,\s*+[0-9]{1,5}+)++\s*+\))"
    r"|(?P<mark>:=|\.\.|[()\[\],;*])"
    r"|(?P<number>[0-9]+(?![0-9A-Za-z_@\\]))"
    r"|(?P<name>(?:[A-Za-z0-9_@]++|\\[^\n])++)"
)

#: Matches a comment, or a line break after a backslash and the rest of the word that it divides.
_CONTINUATION = re.compile(r"(?P<comment>#[^\n]*+)|\\\r?\n(?P<rest>\w*+)")

#: Reserved words in GAP.
_RESERVED = frozenset(
    (
        *("and", "atomic", "break", "continue", "do", "elif", "else", "end", "false", "fi", "for"),
        *("function", "if", "in", "local", "mod", "not", "od", "or", "quit", "QUIT", "readonly"),
        *("readwrite", "rec", "repeat", "return", "then", "true", "until", "while", "Group"),
    )
)


def parse(source: SourceText) -> Definition:
    """Return the puzzle defined by the last group in a GAP source.

    Without a group, the last list is used; without a list, all named permutations are used.
    """
    reader = _GapReader(source)
    generators = reader.read()
    points = [p + 1 for _, _, cycles in generators for cycle in cycles for p in cycle]
    degree = max(points, default=1 if generators else 0)
    return source.puzzle([str(i + 1) for i in range(degree)], generators)


class _GapReader:
    def __init__(self, source: SourceText) -> None:
        self.source = source
        # The line break moves behind the word, so that the numbers of the lines stay the same.
        source.text = _CONTINUATION.sub(lambda m: m["comment"] or f"{m['rest']}\n", source.text)
        self.tokens = Tokens(source, _TOKENS)
        self.skipped: Token | None = None
        self.known: dict[str, ParsedGenerator | list[ParsedGenerator]] = {}
        self.groups: list[list[ParsedGenerator]] = []
        self.lists: list[list[ParsedGenerator]] = []

    def read(self) -> list[ParsedGenerator]:
        """Parse the whole source."""
        tokens = self.tokens
        while tokens.peek().kind != "end":
            if tokens.accept(";"):
                continue
            name = ""
            if tokens.peek().kind == "name" and tokens.peek(1).text == ":=":
                name = re.sub(r"\\(.)", r"\1", tokens.next().text)
                tokens.next()
            elif self._asks():
                self.skipped = self.skipped or tokens.peek()
                self._skip_value()
                continue
            value = self._read_value(name)
            if name:
                self.known[name] = value
                self.source.limit(tokens.last.line, len(self.known), "names")
            if tokens.peek().kind != "end":
                tokens.expect(";")
        if self.groups:
            return self.groups[-1]
        if self.lists:
            return self.lists[-1]
        permutations = [value for value in self.known.values() if isinstance(value, tuple)]
        if self.skipped and not permutations:
            raise self._unknown_name(self.skipped)
        return permutations

    def _read_value(self, name: str) -> ParsedGenerator | list[ParsedGenerator]:
        tokens = self.tokens
        token = tokens.peek()
        if token.text == tokens.peek(1).text == "[":  # sets of points, as in PuzzleGeometry's files
            return self._skip_value()
        if token.text == "[":
            self.lists.append(self._read_list("[", "]"))
            return self.lists[-1]
        if token.kind == "name" and token.text == "Group":
            tokens.next()
            self.groups.append(self._read_list("(", ")"))
            return self.groups[-1]
        if tokens.opens():
            return self._read_permutation(name)
        if token.kind == "name":
            return self._read_reference()
        raise tokens.error(
            f"{token.text[:SHOWN]!r} is not a permutation, list or Group; write (1,2,3)(4,5)."
        )

    def _asks(self) -> bool:
        """Return whether a question about a group comes next, such as `Size(G)`."""
        function = self.tokens.peek()
        return function.kind == "name" and function.text != "Group" and self.tokens.opens(1)

    def _skip_value(self) -> list[ParsedGenerator]:
        while self.tokens.peek().text not in (";", "the end"):
            self.tokens.next()
        return []

    def _read_reference(self) -> ParsedGenerator | list[ParsedGenerator]:
        token = self.tokens.next()
        name = re.sub(r"\\(.)", r"\1", token.text)
        if name not in self.known:
            raise self._unknown_name(token)
        return self.known[name]

    def _unknown_name(self, token: Token) -> FormatError:
        name = re.sub(r"\\(.)", r"\1", token.text)[:SHOWN]
        return self.source.error(
            token.line,
            f"{name!r} has no value; only names, lists, Group and cycles are supported. "
            "GeneratorsOfGroup prints the cycles in GAP.",
        )

    def _read_list(self, opening: str, closing: str) -> list[ParsedGenerator]:
        """Read the generators between two brackets. Nested lists are flattened."""
        tokens = self.tokens
        tokens.expect(opening)
        generators: list[ParsedGenerator] = []
        while not tokens.accept(closing):
            if tokens.peek().text == "[" and opening == "(":
                generators += self._read_list("[", "]")
            elif tokens.opens():
                generators.append(self._read_permutation(""))
            elif (token := tokens.peek()).kind == "name":
                value = self._read_reference()
                generators += value if isinstance(value, list) else [value]
            else:
                raise tokens.error(
                    f"{token.text[:SHOWN]!r} is not a generator; write each one as cycles, such as "
                    f"(1,2,3)(4,5), and close the list with {closing!r}."
                )
            # Nested lists could grow without limit.
            self.source.limit(tokens.last.line, len(generators), "moves")
            if tokens.peek().text != closing:
                tokens.expect(",")
        return generators

    def _read_permutation(self, name: str) -> ParsedGenerator:
        tokens = self.tokens
        line = tokens.peek().line
        cycles: list[list[int]] = []
        seen: set[int] = set()
        while tokens.opens():
            points = tokens.read_cycle(1, MAX_CELLS, commas=True)
            cycles.append([point - 1 for point in points])
            for point in points:
                if point in seen:
                    raise self.source.error(
                        tokens.last.line,
                        f"the point {point} occurs twice in a permutation; correct it.",
                    )
                seen.add(point)
            if tokens.accept("*"):
                seen.clear()  # factors may overlap
                if not tokens.opens():
                    raise tokens.error("a cycle is missing after '*'; add it.")
        return name, line, cycles


def dump(definition: Definition) -> str:
    """Return the group of a puzzle as GAP code with named generators."""
    lines = [f"# {' '.join(definition.name.split())}: {len(definition.cells)} points"]
    names = []
    for name, images in definition.moves.items():
        cycles = [f"({','.join(str(p + 1) for p in cycle)})" for cycle in to_cycles(images)]
        names.append(_escaped(name))
        lines.append(f"{names[-1]}:={''.join(cycles) or '()'};")
    return "\n".join([*lines, f"Group({','.join(names)});"]) + "\n"


def _escaped(name: str) -> str:
    """Return a name with special characters escaped for GAP."""
    text = "".join(c if c.isascii() and (c.isalnum() or c in "_@") else f"\\{c}" for c in name)
    return f"\\{text}" if name in _RESERVED or re.fullmatch("[0-9]+", name) else text
