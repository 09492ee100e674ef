"""What the parts of the designer ask of its screen."""

from __future__ import annotations

from typing import Protocol

from ....design.document import Document
from ..host import Host


class DesignerContext(Protocol):
    """The screen of the designer, as its parts see it."""

    host: Host
    workshop: Document
    #: The colours in which some nodes are shown for now, such as those of orbits.
    tints: dict[int, str]
    #: The nodes to which somebody points, such as those with a fault.
    marked: frozenset[int]

    def px(self, size: float) -> int:
        """Return a length in pixels."""

    def changed(self) -> None:
        """Show what was edited, tried or taken back, and ask for its facts."""

    def show_all(self) -> None:
        """Show the whole drawing."""

    def rebuild(self) -> None:
        """Lay everything out anew."""
