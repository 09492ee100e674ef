"""The palette of pieces below the sheet, and the card for the selected piece's style."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pygame

from ....core.translation import _
from ....core.values import COLOURS, FORMS, Piece
from ....design import edits
from ....design.drawing import Drawing
from ...theme import mix
from ..drawing.canvas import Canvas, Rect, Surface
from ..drawing.text_field import TextField
from ..drawing.widgets import CONFIRM_KEYS, Button, Widget
from .cards import CardOwner, Swatch
from .context import DesignerContext
from .painter import Pen

#: Forms available for drawn pieces. Other forms need more than a colour and a label.
PLAIN_FORMS = tuple(form for form in FORMS if form != "hexagon")

#: Unscaled width of a piece in the palette.
CHIP = 40


class PieceChip(Widget):
    """A piece in the palette, which can be dragged with the mouse or selected with Enter."""

    def __init__(
        self, box: Rect, label: str, count: int, piece: Piece | None, palette: Palette
    ) -> None:
        super().__init__(f"piece {label}", box)
        self.label, self.count, self.piece, self.palette = label, count, piece, palette
        self.tip = palette.tip(label, count)

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        chosen = self.label == self.palette.chosen
        if chosen or self.hovered():
            fill = mix(theme.panel, theme.accent, 0.3) if chosen else theme.surface
            canvas.panel(self.box, fill, theme.accent if chosen else None, 8)
        if self.label and not self.count:
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
        if self.focused and event.type == pygame.KEYDOWN and event.key in CONFIRM_KEYS:
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
        self.page = 0
        #: Whether the style card is open.
        self.open = False
        self.box = Rect(0, 0, 0, 0)

    @property
    def _drawing(self) -> Drawing:
        return self.context.document.drawing

    def tip(self, label: str, count: int) -> str:
        if not label:
            return _("Hole: drag it onto a node")
        if not count:
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
        self.context.rebuild()

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

    def turn_page(self, by: int) -> None:
        self.page += by
        self.context.rebuild()

    def build(self, box: Rect) -> list[Widget]:
        px = self.context.px
        self.box = box
        counts = Counter(self._drawing.start)
        pieces = self._drawing.pieces
        labels = ["", *pieces, edits.next_label(self._drawing)]
        if self.chosen not in labels:
            self.chosen, self.open = None, False
        side = px(CHIP)
        #: Width of the text on the left if the palette is wide.
        self.text_width = px(210) if box.width > px(560) else px(10)
        fit = max(1, (box.width - self.text_width - px(10)) // side)
        if len(labels) > fit:
            fit = max(1, fit - 2)
        pages = -(-len(labels) // fit)
        self.page %= pages
        left, top = box.left + self.text_width, box.centery - side // 2
        widgets: list[Widget] = []
        if pages > 1:
            end = Rect(left, top, side, side).inflate(-px(2), -px(2))
            last = end.move(box.right - px(10) - end.right, 0)
            back, on = partial(self.turn_page, -1), partial(self.turn_page, 1)
            widgets += [
                Button("tray-back", "", back, _("Previous pieces"), icon="back", box=end),
                Button("tray-on", "", on, _("More pieces"), icon="forward", box=last),
            ]
            left += side
        for label in labels[self.page * fit : (self.page + 1) * fit]:
            place = Rect(left, top, side, side)
            widgets.append(PieceChip(place, label, counts[label], pieces.get(label), self))
            left += side
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
        retyped, done = self.retyped, self.change_text
        field = TextField("text", box, piece.text, retyped, hint=_("text"), done=done)
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
