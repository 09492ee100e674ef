"""Cards above the sheet, with colour and form swatches, a text field and a close button."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from ....core.translation import _
from ....core.values import COLOURS
from ....design import edits
from ..drawing.canvas import Canvas, Rect, Surface
from ..drawing.text_field import TextField
from ..drawing.widgets import Button, Widget
from .context import DesignerContext
from .painter import Pen

#: Unscaled side length of a swatch, and height of the title above the swatches.
SWATCH, HEAD = 38, 46


class Swatch(Button):
    """A button with a picture."""

    def __init__(
        self,
        key: str,
        act: Callable[[], object],
        tip: str,
        picture: Callable[[Canvas], Surface],
        *,
        on: bool,
    ) -> None:
        super().__init__(key, "", act, tip, on=on)
        self.picture = picture

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        if self.on or self.hovered():
            canvas.panel(self.box, theme.surface, theme.accent if self.on else None, 8)
        canvas.blit(self.picture(canvas), center=self.box.center)


class CardOwner:
    """A part of the designer that can open a card."""

    #: Numbers of columns and rows of swatches.
    columns, rows = 8, 2

    def __init__(self, context: DesignerContext) -> None:
        self.context = context
        #: The box of the card, or None if it is closed.
        self.card: Rect | None = None

    def close(self) -> bool:
        """Close the card; return whether it was open."""
        raise NotImplementedError

    def _close(self) -> None:
        self.close()
        self.context.rebuild()

    def slot(self, row: int, column: int, width: int = 1) -> Rect:
        """Return the box of a swatch, or of several swatches in a row."""
        assert self.card is not None
        side, gap = self.context.px(SWATCH), self.context.px(10)
        left, top = self.card.left + gap, self.card.bottom - gap - self.rows * side
        return Rect(left + column * side, top + row * side, width * side, side)

    def open_card(self) -> Button:
        """Place the card in the lower left corner of the sheet; return the card's close button."""
        px, sheet = self.context.px, self.context.viewport.box
        side, gap = px(SWATCH), px(10)
        card = Rect(0, 0, self.columns * side + 2 * gap, self.rows * side + px(HEAD) + 2 * gap)
        card.bottomleft = sheet.left + px(10), sheet.bottom - px(6)
        self.card = card
        end = Rect(card.right - px(42), card.top + px(3), px(38), px(38))
        return Button("card-close", "", self._close, _("Close (Esc)"), icon="close", box=end)

    def draw_card(self, canvas: Canvas, title: str) -> None:
        if self.card is not None:
            canvas.panel(self.card, canvas.theme.panel, canvas.theme.accent, 12)
            at = self.card.left + canvas.px(14), self.card.top + canvas.px(25)
            canvas.text(title, at, 14, weight="Semibold", anchor="midleft")

    def retyped(self, text: str) -> None:
        self.context.window.dirty = True


class NodeCard(CardOwner):
    """A card for the name and the background colour of one or more nodes."""

    #: The nodes being edited. The card is open if there are any nodes.
    cells: frozenset[int] = frozenset()

    def show(self, cells: Collection[int]) -> None:
        """Open the card for the given nodes, or close it if there are none."""
        self.cells = frozenset(cells)
        self.context.rebuild()

    def close(self) -> bool:
        was, self.cells = bool(self.cells), frozenset()
        return was

    def _colour(self, colour: str) -> None:
        self.context.document.apply_edit(edits.colour_nodes, self.cells, colour)
        self.context.changed()

    def _name(self, name: str) -> None:
        self.context.document.apply_edit(edits.rename_node, min(self.cells), name.strip()[:12])
        self.context.changed()

    def build(self) -> list[Widget]:
        px, nodes = self.context.px, self.context.document.drawing.nodes
        self.cells = frozenset(cell for cell in self.cells if cell < len(nodes))
        self.card = None
        if not self.cells:
            return []
        widgets: list[Widget] = []
        close = self.open_card()
        now = {nodes[cell].colour for cell in self.cells}
        for number, colour in enumerate(["", *COLOURS]):
            act, tip = partial(self._colour, colour), colour or _("no colour")
            picture = partial(_disc, colour=colour)
            swatch = Swatch(f"ground {colour}", act, tip, picture, on=now == {colour})
            widgets.append(swatch.placed(self.slot(*divmod(number, self.columns))))
        widgets.append(close)
        if len(self.cells) == 1 and self.card is not None:
            field = Rect(self.card.left + px(96), self.card.top + px(6), px(140), px(38))
            name = nodes[min(self.cells)].name
            widgets.append(TextField("name", field, name, self.retyped, done=self._name))
        return widgets

    def draw(self, canvas: Canvas) -> None:
        title = _("Node") if len(self.cells) == 1 else _("Colour of {count} nodes")
        self.draw_card(canvas, title.format(count=len(self.cells)))


def _disc(canvas: Canvas, colour: str) -> Surface:
    return Pen(canvas).disc(canvas.px(28), colour)
