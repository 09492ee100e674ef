"""Lines of a `.tws` file: single lines of words, and blocks with rows of numbers for sets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile

from ...core.errors import did_you_mean
from ..source_text import SHOWN, SourceText

#: Largest number in a file, which is also the maximum number of slots in a set.
MAX_NUMBER = 255

#: Largest value in an `Illegal` line.
MAX_ILLEGAL = 64

#: A line number and the words on this line.
NumberedWords = tuple[int, list[str]]


class Lines:
    """The non-empty lines of a source, which are read once from top to bottom."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self._rest = self._split_lines()

    def __iter__(self) -> Iterator[NumberedWords]:
        """Yield the remaining lines."""
        return self._rest

    def _split_lines(self) -> Iterator[NumberedWords]:
        for number, line in self.source.lines():
            words = re.findall(r"[^\x00-\x20]+", line)
            if words[:1] != ["Name"]:  # a name may contain #
                words = list(takewhile(lambda word: not word.startswith("#"), words))
            if words:
                yield number, words

    def arguments(self, line: int, words: list[str], count: int) -> list[str]:
        """Return the words after the first one; raise `FormatError` unless there are `count`."""
        if len(words) != count + 1:
            raise self.source.error(
                line, f"{words[0]} takes {count} words, not {len(words) - 1}; correct the line."
            )
        return words[1:]

    def skip_block(self, line: int) -> None:
        """Skip the lines up to `End`."""
        if all(words != ["End"] for _, words in self):
            raise self.source.error(line, "the block has no End; add it.")

    def block(
        self, line: int, sizes: Mapping[str, tuple[int, int]], *, wild: bool
    ) -> dict[str, list[NumberedWords]]:
        """Read one or two rows of numbers per set, up to `End`; if `wild` is true, allow `?`."""
        opened, current = line, ""
        rows_by_set: dict[str, list[NumberedWords]] = {}
        for line, words in self:
            if words == ["End"]:
                for name, rows in rows_by_set.items():
                    if not rows:
                        raise self.source.error(
                            line, f"the set {name[:SHOWN]!r} has no row; add one."
                        )
                return rows_by_set
            if words[0][0] in "0123456789" or (wild and words[0][0] == "?"):
                if not current:
                    raise self.source.error(line, "the name of a set is missing; add it.")
                rows = rows_by_set[current]
                size = sizes[current][0]
                if len(rows) == 2:
                    raise self.source.error(
                        line, f"{current} has a third row; at most two are allowed."
                    )
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
                    f"expected a set, a row of numbers or End, not {' '.join(words)[:SHOWN]!r}; "
                    f"correct the line.{near}",
                )
            if words[0] in rows_by_set:
                raise self.source.error(
                    line, f"the set {words[0][:SHOWN]!r} occurs twice here; merge the two."
                )
            current = words[0]
            rows_by_set[current] = []
        if self.source.is_def and all(rows_by_set.values()):
            return rows_by_set  # ksolve accepts a file without the last End
        raise self.source.error(opened, "the block has no End; add it.")

    def numbers(self, row: NumberedWords, minimum: int, maximum: int, what: str) -> list[int]:
        """Return the numbers in a row; raise `FormatError` if one is out of range."""
        line, words = row
        return [self.source.number(line, word, minimum, maximum, what) for word in words]
