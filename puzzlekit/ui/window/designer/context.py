"""The interface of the designer screen that its parts use."""

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
    #: Temporary colours of nodes, such as those that show orbits.
    tints: dict[int, str]
    #: Highlighted nodes, such as nodes with a fault.
    marked: frozenset[int]

    def px(self, size: float) -> int:
        """Return a length in scaled pixels."""

    def changed(self) -> None:
        """Update the view and the facts after an edit, a preview or an undo."""

    def show_help(self) -> None:
        """Show help on the mouse and the keyboard."""

    def show_all(self) -> None:
        """Show the whole drawing."""

    def rebuild(self) -> None:
        """Lay out all widgets again."""
