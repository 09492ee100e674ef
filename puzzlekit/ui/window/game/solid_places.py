"""Where a solid and its net lie: one large, the other small beside it if there is room."""

from __future__ import annotations

from ...layout import Box, inset
from ..drawing.board_view import BoardView
from ..drawing.canvas import Canvas, Rect
from ..drawing.solid_view import SolidView

#: How much wider than high the box of a small net is.
NET = 1.3


class SolidPlaces:
    """The views of a solid and of its net, and which of them a pixel belongs to."""

    def __init__(self, view: SolidView, net: BoardView) -> None:
        self.view, self.net = view, net
        #: Whether the net is the large one, and where the small one lies.
        self.exchanged = False
        self.inset: Rect | None = None
        self.whole = net.box
        self.place(net.canvas, net.box)

    def place(self, canvas: Canvas, box: Box) -> None:
        self.whole = box
        small = inset(box, canvas.scale, 1.0 if self.exchanged else NET)
        self.inset = Rect(small) if small else None
        pad = canvas.px(10)
        inner = self.inset.inflate(-2 * pad, -2 * pad) if self.inset else Rect(box)
        boxes: list[Box] = [box, (inner.left, inner.top, inner.width, inner.height)]
        if self.exchanged:
            boxes.reverse()
        self.view.place(canvas, boxes[0])
        self.net.place(canvas, boxes[1])

    def shows(self, net: bool) -> bool:
        return net == self.exchanged or self.inset is not None

    def is_over(self, at: tuple[int, int], *, net: bool) -> bool:
        if self.inset is not None and self.inset.collidepoint(at):
            return net != self.exchanged
        return net == self.exchanged and Rect(self.whole).collidepoint(at)

    def exchange(self) -> None:
        self.exchanged = not self.exchanged
        self.place(self.net.canvas, self.whole)
