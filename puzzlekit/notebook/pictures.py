"""Positions as pictures that a notebook shows."""

from __future__ import annotations

from ..core.errors import PuzzlekitError, shorten_path
from ..rules.base import Rules, State
from ..ui.svg import picture
from .coerce import PuzzleLike, as_rules, as_state


class Picture:
    """A position of a rule book, which a notebook shows as it looks in the window.

    `svg` is the picture as a text, `state` the position.
    """

    def __init__(self, rules: Rules, state: State, theme: str, net: bool) -> None:
        self.rules, self.state = rules, state
        self.svg = picture(rules, state, theme=theme, net=net)

    def __repr__(self) -> str:
        try:
            line = self.rules.encode(self.state)
        except PuzzlekitError:  # it cannot be written
            line = "a position"
        return f"<{self.rules.name}: {shorten_path(line)}>"

    def _repr_svg_(self) -> str:
        return self.svg


def show(
    rules: PuzzleLike, state: State | None = None, *, theme: str = "light", net: bool = False
) -> Picture:
    """Return a picture of a position, by default of the start, in the colours of a theme.

    A solid is seen in space, or unfolded as a `net`. Raises `NotationError` for what is no
    position, and `OptionError` for another theme than `light` or `dark`.

    >>> show("fifteen:2,height=2", "1 2 . 3")
    <15-puzzle: 12_3>
    >>> show("fifteen:2,height=2").svg.count("<text")
    7
    """
    book = as_rules(rules)
    return Picture(book, as_state(book, state), theme, net)
