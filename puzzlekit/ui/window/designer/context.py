"""The interface that the designer screen offers its parts."""

from __future__ import annotations

from typing import Protocol

from ....design.document import Document
from ..interface import Window
from .viewport import Viewport


class DesignerContext(Protocol):
    """The designer screen."""

    window: Window
    document: Document
    viewport: Viewport
    #: Temporary colours of nodes, for example of orbits.
    tints: dict[int, str]
    #: Highlighted nodes, such as those with a fault.
    marked: frozenset[int]

    def px(self, size: float) -> int:
        """Return a length in scaled pixels."""

    def changed(self) -> None:
        """Update the view and the facts after an edit, a preview or an undo."""

    def show_help(self) -> None:
        """Show the help on mouse and keyboard."""

    def show_all(self) -> None:
        """Show the whole drawing."""

    def rebuild(self) -> None:
        """Lay out all widgets again."""
