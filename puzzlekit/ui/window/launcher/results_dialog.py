"""The dialog with the user's own results for the selected plugin."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.translation import _
from ....play import results
from ..dialogs import ListDialog
from ..drawing.canvas import Rect
from ..drawing.widgets import Clicks, Row
from ..interface import Window
from .selection import Selection


class OwnResultsDialog(ListDialog):
    """The list of results; raises a `PuzzlekitError` if they cannot be read."""

    width, height = 560.0, 420.0

    def __init__(self, window: Window, selection: Selection) -> None:
        super().__init__(window)
        self.title = _("Results: {name}").format(name=selection.kind.name)
        self.rows = results.results(selection.game_id())
        if not self.rows:
            self.description = _("No results yet. Finish a game to see them here.")

    def items(self) -> Sequence[results.ResultLine]:
        return self.rows

    def make_row(self, item: results.ResultLine, box: Rect, clicks: Clicks) -> Row:
        return Row(item.label, item.value, box, clicks)

    def build(self) -> None:
        super().build()
        column = self.column()
        self.note = column.rest()
        self.place_list(column.rest())
