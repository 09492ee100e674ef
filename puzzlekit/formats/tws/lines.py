"""The lines of a `.tws` file: words, and blocks with rows of numbers for the sets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ...core.errors import did_you_mean
from ..source import SHOWN, SourceText

#: The largest number in a file, which is also the most slots of a set.
MAX_NUMBER = 255

#: The largest value that an `Illegal` line can name.
MAX_ILLEGAL = 64

#: Line number and words.
Line = tuple[int, list[str]]


class Lines:
    """The lines of a text with words on them, each read once and from top to bottom."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self._rest = self._lines()

    def __iter__(self) -> Iterator[Line]:
        """Return the lines that are not yet read."""
        return self._rest

    def _lines(self) -> Iterator[Line]:
        for number, line in self.source.lines():
            words = re.findall(r"[^\x00-\x20]+", line)
            if words and not line.startswith("#"):
                yield number, words

    def arguments(self, line: int, words: list[str], count: int) -> list[str]:
        """Return the words behind the first, of which there must be so many."""
        if len(words) != count + 1:
            raise self.source.error(
                line, f"{words[0]} takes {count} words, not {len(words) - 1}; correct the line."
            )
        return words[1:]

    def block(
        self, line: int, sizes: Mapping[str, tuple[int, int]], *, wild: bool
    ) -> dict[str, list[Line]]:
        """Read rows of numbers, one or two for each set, up to `End`; `wild` allows a `?`."""
        opened, current = line, ""
        found: dict[str, list[Line]] = {}
        for line, words in self:
            if words == ["End"]:
                for name, rows in found.items():
                    if not rows:
                        raise self.source.error(
                            line, f"the set {name[:SHOWN]!r} has no row; add one."
                        )
                return found
            if words[0][0] in "0123456789" or (wild and words[0] == "?"):
                if not current:
                    raise self.source.error(line, "numbers stand before the name of a set; add it.")
                rows = found[current]
                size = sizes[current][0]
                if len(rows) == 2:
                    raise self.source.error(line, f"{current} has a third row; two are the most.")
                if len(words) != size:
                    raise self.source.error(
                        line,
                        f"{current} has {size} slots, but the row has {len(words)} numbers; "
                        "correct the row.",
                    )
                rows.append((line, words))
                continue
            if len(words) > 1 or words[0] not in sizes:
                near = did_you_mean(words[0], [*sizes, "End"])
                raise self.source.error(
                    line,
                    f"{' '.join(words)[:SHOWN]!r} is no set, no row of numbers and no End; "
                    f"correct the line.{near}",
                )
            if words[0] in found:
                raise self.source.error(
                    line, f"the set {words[0][:SHOWN]!r} stands here twice; join them."
                )
            current = words[0]
            found[current] = []
        raise self.source.error(opened, "the block has no End; add it.")

    def numbers(self, row: Line, least: int, most: int, what: str) -> list[int]:
        """Return the numbers of a row, if all of them lie within bounds."""
        line, words = row
        return [self.source.number(line, word, least, most, what) for word in words]
