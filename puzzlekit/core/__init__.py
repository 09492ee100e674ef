"""What everything else stands on: permutations, words, boards, values, options, errors."""

from __future__ import annotations

from typing import Any, Protocol


class Painter(Protocol):
    """Draws a position of a rule book as a text in SVG."""

    def __call__(self, rules: Any, state: Any) -> str:
        """Return the picture."""


#: Who draws for rule books, which know nothing of that: the front door says who it is.
painter: Painter
