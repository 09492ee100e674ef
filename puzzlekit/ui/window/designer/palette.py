"""The palette of pieces, and the cards above the sheet for the styles of pieces and nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from functools import partial

import pygame

from ....core.translation import _, ngettext
from ....core.values import COLOURS, FORMS, Piece
from ....design import edits
from ....design.drawing import Drawing
from ...theme import mix
from ..drawing.canvas import Canvas, Rect, Surface
from ..drawing.input_widgets import TextField
from ..drawing.widgets import CONFIRM_KEYS, Button, Column, Pager, Widget
from .painter import Pen
from .viewport import DesignerContext

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
        above_hint = max(sheet.bottom - px(32), sheet.top + card.height)
        card.bottomleft = sheet.left + px(10), min(above_hint, sheet.bottom - px(6))
        self.card = card
        end = Rect(card.right - px(42), card.top + px(3), px(38), px(38))
        return Button("card-close", "", self.close, _("Close (Esc)"), icon="close", box=end)

    def draw_card(self, canvas: Canvas, title: str) -> None:
        if self.card is not None:
            canvas.panel(self.card, canvas.theme.panel, canvas.theme.accent, 12)
            at = self.card.left + canvas.px(14), self.card.top + canvas.px(25)
            canvas.text(title, at, 14, weight="Semibold", anchor="midleft")


class NodeCard(CardOwner):
    """A card for the name and the background colour of one or more nodes."""

    #: The nodes being edited. The card is open if there are any nodes.
    cells: frozenset[int] = frozenset()

    def show(self, cells: Collection[int]) -> None:
        """Open the card for the given nodes, or close it if there are none."""
        self.cells = frozenset(cells)

    def close(self) -> bool:
        was, self.cells = bool(self.cells), frozenset()
        return was

    def _colour(self, colour: str) -> None:
        self.context.apply(edits.colour_nodes, self.cells, colour)

    def _name(self, name: str) -> None:
        self.context.apply(edits.rename_node, min(self.cells), name.strip()[:12])

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
            widgets.append(TextField("name", field, name, done=self._name))
        return widgets

    def draw(self, canvas: Canvas) -> None:
        count = len(self.cells)
        title = ngettext("Colour of {count} node", "Colour of {count} nodes", count)
        self.draw_card(canvas, _("Node") if count == 1 else title.format(count=count))


def _disc(canvas: Canvas, colour: str) -> Surface:
    return Pen(canvas).disc(canvas.px(28), colour)


#: Forms available for drawn pieces. Other forms need more than a colour and a label.
PLAIN_FORMS = tuple(form for form in FORMS if form != "hexagon")


class PieceChip(Widget):
    """A piece in the palette, which can be dragged with the mouse or selected with Enter."""

    def __init__(
        self, box: Rect, label: str, count: int, piece: Piece | None, palette: Palette
    ) -> None:
        super().__init__(f"piece {label}", box)
        self.label, self.count, self.piece, self.palette = label, count, piece, palette
        self.tip = palette.tip(label, is_new=piece is None)

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        chosen = self.label == self.palette.chosen
        if chosen or self.hovered():
            fill = mix(theme.panel, theme.accent, 0.3) if chosen else theme.surface
            canvas.panel(self.box, fill, theme.accent if chosen else None, 8)
        if self.label and self.piece is None:
            inner = self.box.inflate(-canvas.px(6), -canvas.px(10))
            canvas.panel(inner, theme.panel, theme.muted_text, 17)
            canvas.icon("plus", self.box.center, 15, theme.text)
        else:
            shown = (
                canvas.piece(self.piece, canvas.px(32), rounded=True)
                if self.piece
                else Pen(canvas).hole(canvas.px(44), theme.panel)
            )
            canvas.blit(shown, center=self.box.center)
        if self.count > 1:
            chip = Rect(0, 0, canvas.px(24), canvas.px(15))
            chip.bottomright = self.box.right + canvas.px(2), self.box.bottom
            canvas.panel(chip, theme.accent, None, 7)
            text, colour = f"×{self.count}", theme.on_accent
            canvas.text(text, chip.center, 11, colour, weight="Bold", anchor="center")

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in CONFIRM_KEYS:
            self.palette.choose(self.label)
            return True
        return False


class Palette(CardOwner):
    """The pieces of the drawing. One of them can be selected and edited on a style card."""

    columns, rows = 7, 3

    def __init__(self, context: DesignerContext) -> None:
        super().__init__(context)
        #: The label that a click places, or None for a new label each time.
        self.chosen: str | None = None
        self.pager = Pager()
        #: Whether the style card is open.
        self.open = False
        self.box = Rect(0, 0, 0, 0)

    @property
    def _drawing(self) -> Drawing:
        return self.context.document.drawing

    def tip(self, label: str, *, is_new: bool) -> str:
        if not label:
            return _("Hole: drag it onto a node")
        if is_new:
            return _("New piece {label}: drag it onto a node").format(label=label)
        return _("{label}: drag it onto a node, or click to change its style").format(label=label)

    @property
    def label_to_place(self) -> str:
        """The label that the next click places."""
        return edits.next_label(self._drawing) if self.chosen is None else self.chosen

    def choose(self, label: str) -> None:
        """Select a piece and open its style card, or close the card if it is already open."""
        is_open = self.open and label == self.chosen
        self.chosen, self.open = label, label in self._drawing.pieces and not is_open

    def close(self) -> bool:
        was, self.open = self.open, False
        return was

    def change_style(self, piece: Piece) -> None:
        before = self._drawing.pieces
        if self.chosen not in before:
            return
        if self.context.document.apply_edit(edits.change_piece, self.chosen, piece):
            after = self._drawing.pieces.items()
            identical = [label for label, look in after if look == piece] or [self.chosen]
            self.chosen = min(identical, key=before.__contains__)  # preferably a new label
        self.context.changed()

    def change_text(self, text: str) -> None:
        piece = self._drawing.pieces.get(self.chosen or "")
        if piece is not None:
            self.change_style(piece._replace(text="".join(text.split())[:3]))

    def build(self, box: Rect) -> list[Widget]:
        px = self.context.px
        self.box = box
        counts = Counter(self._drawing.start)
        pieces = self._drawing.pieces
        labels = ["", *pieces, edits.next_label(self._drawing)]
        if self.chosen not in labels:
            self.chosen, self.open = None, False
        side = px(40)
        #: Width of the text on the left if the palette is wide.
        self.text_width = px(210) if box.width > px(560) else px(10)
        row = Rect(box.left + self.text_width, box.centery - side // 2, 0, side)
        row.width = box.right - px(10) - row.left
        widgets: list[Widget] = []
        if len(labels) * side > row.width:
            column = Column(self.context.canvas, row)
            first, row = column.split(row, left=38)
            row, last = column.split(row, right=38)
            back, on = partial(self.pager.turn, -1), self.pager.turn
            widgets += [
                Button("tray-back", "", back, _("Previous pieces"), icon="back", box=first),
                Button("tray-on", "", on, _("More pieces"), icon="forward", box=last),
            ]
        shown = self.pager.items(labels, max(1, row.width // side))
        for number, label in enumerate(shown):
            place = Rect(row.left + number * side, row.top, side, side)
            widgets.append(PieceChip(place, label, counts[label], pieces.get(label), self))
        self.card = None
        if self.open and self.chosen in self._drawing.pieces:
            widgets = [*self._build_card(self.chosen), *widgets]
        return widgets

    def _build_card(self, chosen: str) -> list[Widget]:
        piece, close = self._drawing.pieces[chosen], self.open_card()
        widgets: list[Widget] = []
        for number, colour in enumerate(COLOURS):
            swatch = self._swatch(f"colour {colour}", piece._replace(colour=colour), piece)
            widgets.append(swatch.placed(self.slot(*divmod(number, self.columns))))
        for number, form in enumerate(PLAIN_FORMS):
            swatch = self._swatch(f"form {form}", piece._replace(form=form), piece)
            widgets.append(swatch.placed(self.slot(2, number)))
        box = self.slot(2, 5, 2).inflate(-self.context.px(4), 0)
        field = TextField("text", box, piece.text, hint=_("text"), done=self.change_text)
        return [*widgets, field, close]

    def _swatch(self, key: str, look: Piece, piece: Piece) -> Swatch:
        act, tip = partial(self.change_style, look), f"{look.colour} {look.form}"
        return Swatch(key, act, tip, partial(_picture, piece=look), on=look == piece)

    def draw(self, canvas: Canvas) -> None:
        theme, px = canvas.theme, canvas.px
        canvas.panel(self.box, theme.panel, theme.line, 12)
        if self.text_width > px(100):
            left, width = self.box.left + px(14), self.text_width - px(20)
            canvas.text(_("Pieces"), (left, self.box.centery - px(27)), 15, weight="Bold")
            message = _("Drag a piece to a node. Pieces that look alike are interchangeable.")
            box = Rect(left, self.box.centery - px(5), width, px(34))
            canvas.paragraph(message, box, 12, theme.muted_text, max_lines=2)


def _picture(canvas: Canvas, piece: Piece) -> Surface:
    return canvas.piece(piece, canvas.px(28))
