"""A tokenizer for names, numbers and marks that keeps track of lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..core.errors import FormatError
from .source_text import SHOWN, SourceText


class Token(NamedTuple):
    """A token with its kind (name, number, mark, cycle or end), text and line."""

    kind: str
    text: str
    line: int


#: Maximum number of tokens in a source (a few seconds of work).
MAX_TOKENS = 1_000_000


class Tokens:
    """The tokens in a source.

    The pattern has the groups name, number, mark, skip and cycle. For speed, a cycle (numbers in
    brackets) may be a single token, because many files consist mainly of cycles.
    """

    def __init__(self, source: SourceText, pattern: re.Pattern[str]) -> None:
        self.source = source
        self.last = Token("end", "", 1)
        text = source.text.replace("\r\n", "\n").replace("\r", "\n")
        self._tokens = list(self._tokenize(text, pattern))
        self._at = 0

    def _tokenize(self, text: str, pattern: re.Pattern[str]) -> Iterator[Token]:
        line, at, count = 1, 0, 0
        while at < len(text):
            match = pattern.match(text, at)
            if match is None:
                raise self.source.error(line, f"unexpected {text[at]!r}; remove it.")
            kind, word = str(match.lastgroup), match[0]
            if kind != "skip":
                count += 1
                if count > MAX_TOKENS:
                    raise self.source.error(
                        line,
                        f"there are more than {MAX_TOKENS:,} words and marks; shorten the file.",
                    )
                yield Token(kind, word, line)
            if kind in ("skip", "cycle"):
                line += word.count("\n")
            at = match.end()
        self._end = Token("end", "the end", line)

    def peek(self, ahead: int = 0) -> Token:
        """Return the next token, or the one `ahead` tokens later, without consuming it."""
        place = self._at + ahead
        return self._tokens[place] if place < len(self._tokens) else self._end

    def next(self) -> Token:
        """Consume and return the next token."""
        self.last = self.peek()
        self._at += 1
        return self.last

    def error(self, sentence: str) -> FormatError:
        """Return an error about the next token."""
        return self.source.error(self.peek().line, sentence)

    def opens(self, ahead: int = 0) -> bool:
        """Return whether a cycle comes next (or later), as one token or as several."""
        token = self.peek(ahead)
        return token.kind == "cycle" or token.text == "("

    def read_cycle(self, minimum: int, maximum: int, *, commas: bool) -> list[int]:
        """Consume a cycle, which is one token or several, and return its points."""
        token = self.peek()
        if token.kind != "cycle":
            self.expect("(")
            return self.points(")", minimum, maximum, commas=commas)
        points = list(map(int, re.findall("[0-9]+", token.text)))
        if min(points) < minimum or max(points) > maximum:
            invalid = next(point for point in points if not minimum <= point <= maximum)
            self.source.number(token.line, str(invalid), minimum, maximum, "a point")
        self.next()
        return points

    def points(self, closing: str, minimum: int, maximum: int, *, commas: bool) -> list[int]:
        """Consume and return numbers up to a bracket, separated by commas if `commas` is true."""
        points: list[int] = []
        while not self.accept(closing):
            points.append(self.number(minimum, maximum))
            if not self.accept(",") and commas and self.peek().text != closing:
                self.expect(",")
        return points

    def accept(self, mark: str) -> bool:
        """Consume a mark or name if it comes next; return whether it was consumed."""
        token = self.peek()
        if token.text == mark and token.kind in ("mark", "name"):
            self.next()
            return True
        return False

    def expect(self, mark: str) -> None:
        """Consume a mark; raise `FormatError` if something else comes next."""
        if not self.accept(mark):
            text = self.peek().text[:SHOWN]
            raise self.error(f"{mark!r} is missing before {text!r}; add it.")

    def number(self, minimum: int, maximum: int) -> int:
        """Consume and return the next number; raise `FormatError` if it is out of range."""
        token = self.next()
        if token.kind != "number":
            raise self.source.error(
                token.line,
                f"expected a point or a bracket, not {token.text[:SHOWN]!r}; correct it.",
            )
        return self.source.number(token.line, token.text, minimum, maximum, "a point")
