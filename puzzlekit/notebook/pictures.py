"""Pictures of positions for notebooks."""

from __future__ import annotations

from ..core.errors import PuzzlekitError, shorten_path
from ..rules.base import Rules, State
from ..ui.svg import picture
from .coerce import PuzzleLike, as_rules, as_state


class Picture:
    """A position that notebooks display as a picture.

    `svg` is the picture as text, `state` the position.
    """

    def __init__(self, rules: Rules, state: State, theme: str, net: bool) -> None:
        self.rules, self.state = rules, state
        self.svg = picture(rules, state, theme=theme, net=net)

    def __repr__(self) -> str:
        try:
            line = self.rules.encode(self.state)
        except PuzzlekitError:  # no encoding
            line = "a position"
        return f"<{self.rules.name}: {shorten_path(line)}>"

    def _repr_svg_(self) -> str:
        return self.svg


def show(
    rules: PuzzleLike, state: State | None = None, *, theme: str = "light", net: bool = False
) -> Picture:
    """Return a picture of a position (default: the start) in a theme, `light` or `dark`.

    Solids are drawn in 3D, or unfolded with `net`. Raises `NotationError` for an invalid position
    and `OptionError` for an unknown theme.

    >>> show("fifteen:2,height=2", "1 2 . 3")
    <15-puzzle: 12_3>
    >>> show("fifteen:2,height=2").svg.count("<text")
    7
    """
    loaded = as_rules(rules)
    return Picture(loaded, as_state(loaded, state), theme, net)
