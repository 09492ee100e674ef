"""Words, numbers and marks of a text, each with its line, read one after the other."""

from __future__ import annotations

import re
from typing import NamedTuple

from .source import SHOWN, Source


class Token(NamedTuple):
    """A kind (name, number, mark or end), what stands there, and the line."""

    kind: str
    text: str
    line: int


class Tokens:
    """The tokens of a source, by a pattern with the groups name, number, mark and skip.

    >>> pattern = re.compile(r"(?P<name>[a-z]+)|(?P<number>[0-9]+)|(?P<mark>[()])|(?P<skip>\\s+)")
    >>> tokens = Tokens(Source("x", "a (12"), pattern)
    >>> tokens.next().text, tokens.found("("), tokens.next().text, tokens.peek().kind
    ('a', True, '12', 'end')
    """

    def __init__(self, source: Source, pattern: re.Pattern[str]) -> None:
        self.source = source
        self._tokens: list[Token] = []
        self._at = 0
        line, at, text = 1, 0, source.text.replace("\r\n", "\n").replace("\r", "\n")
        while at < len(text):
            found = pattern.match(text, at)
            if found is None:
                raise source.error(line, f"{text[at]!r} fits nothing here; remove it.")
            if found.lastgroup not in (None, "skip"):
                self._tokens.append(Token(str(found.lastgroup), found[0], line))
            line += found[0].count("\n")
            at = found.end()
        self._end = Token("end", "the end", line)

    def peek(self, ahead: int = 0) -> Token:
        """Return the next token, or one further on, and leave it there."""
        place = self._at + ahead
        return self._tokens[place] if place < len(self._tokens) else self._end

    def next(self) -> Token:
        """Return the next token and go on."""
        token = self.peek()
        self._at += 1
        return token

    def found(self, mark: str) -> bool:
        """Go on if a mark or a name comes next, and tell whether it did."""
        if self.peek().kind in ("mark", "name") and self.peek().text == mark:
            self._at += 1
            return True
        return False

    def expect(self, mark: str) -> None:
        """Go on behind a mark; raise `FormatError` if something else stands there."""
        if not self.found(mark):
            token = self.peek()
            raise self.source.error(
                token.line, f"{mark!r} is missing before {token.text[:SHOWN]!r}; add it."
            )

    def number(self, least: int, most: int) -> int:
        """Return the number that comes next, within bounds, and go on."""
        token = self.next()
        if token.kind != "number":
            raise self.source.error(
                token.line,
                f"{token.text[:SHOWN]!r} stands where a point or a bracket should; correct it.",
            )
        return self.source.number(token.line, token.text, least, most, "a point")
