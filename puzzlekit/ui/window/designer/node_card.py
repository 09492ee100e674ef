"""The card for a node: its name and background colour."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from ....core.values import COLOURS
from ....design import edits
from ..drawing.canvas import Canvas, Rect
from ..drawing.text_field import TextField
from ..drawing.widgets import Button, Widget
from .context import DesignerContext
from .painter import Painter
from .palette import SWATCH


class BackgroundSwatch(Button):
    """A button for a background colour; an empty colour means none."""

    def __init__(self, box: Rect, colour: str, act: Callable[[], object], *, on: bool) -> None:
        super().__init__(f"ground {colour}", "", act, colour or "no colour", box=box, on=on)
        self.colour = colour

    def draw(self, canvas: Canvas) -> None:
        if self.on or self.hovered():
            canvas.panel(
                self.box, canvas.theme.surface, canvas.theme.accent if self.on else None, 8
            )
        shown = Painter(canvas).disc(canvas.px(28), self.colour)
        canvas.surface.blit(shown, shown.get_rect(center=self.box.center))


class NodeCard:
    """A card for editing one or more nodes."""

    def __init__(self, context: DesignerContext) -> None:
        self.context = context
        #: The nodes being edited; the card is open while there are any.
        self.cells: frozenset[int] = frozenset()
        self.card: Rect | None = None

    def show(self, cells: Collection[int]) -> None:
        """Open the card for some nodes, or close it if there are none."""
        self.cells = frozenset(cells)
        self.context.rebuild()

    def close(self) -> bool:
        """Close the card; return whether it was open."""
        was, self.cells = bool(self.cells), frozenset()
        return was

    def _colour(self, colour: str) -> None:
        self.context.document.apply_edit(edits.colour_nodes, self.cells, colour)
        self.context.changed()

    def _name(self, name: str) -> None:
        self.context.document.apply_edit(edits.rename_node, min(self.cells), name.strip()[:12])
        self.context.changed()

    def build(self, viewport: Rect) -> list[Widget]:
        px, nodes = self.context.px, self.context.document.drawing.nodes
        self.cells = frozenset(cell for cell in self.cells if cell < len(nodes))
        self.card = None
        if not self.cells:
            return []
        side, gap = px(SWATCH), px(10)
        card = Rect(0, 0, 8 * side + 2 * gap, 2 * side + px(46) + 2 * gap)
        card.bottomleft = viewport.left + px(10), viewport.bottom - px(6)
        self.card = card
        top = card.bottom - gap - 2 * side
        now = {nodes[cell].colour for cell in self.cells}
        widgets: list[Widget] = []
        for number, colour in enumerate(["", *COLOURS]):
            row, column = divmod(number, 8)
            pos = Rect(card.left + gap + column * side, top + row * side, side, side)
            widgets.append(
                BackgroundSwatch(pos, colour, partial(self._colour, colour), on=now == {colour})
            )
        end = Rect(card.right - px(42), card.top + px(3), px(38), px(38))
        widgets.append(
            Button("card-close", "", lambda: self.show(()), "Close (Esc)", icon="close", box=end)
        )
        if len(self.cells) == 1:
            field = Rect(card.left + px(96), card.top + px(6), px(140), px(38))
            name = nodes[min(self.cells)].name
            widgets.append(TextField("name", field, name, self._retyped, done=self._name))
        return widgets

    def _retyped(self, text: str) -> None:
        self.context.window.dirty = True

    def draw(self, canvas: Canvas) -> None:
        if self.card is not None:
            canvas.panel(self.card, canvas.theme.panel, canvas.theme.accent, 12)
            message = "Node" if len(self.cells) == 1 else f"Colour of {len(self.cells)} nodes"
            at = self.card.left + canvas.px(14), self.card.top + canvas.px(25)
            canvas.text(message, at, 14, weight="Semibold", anchor="midleft")
