"""Drawing of a board's shapes with pygame."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from ...board_drawing import Rectangle, Shape, Symbol, Text
from .canvas import Canvas, Rect

#: Minimum font size in pixels on a board; if it were larger, labels could overlap.
MIN_LABEL_SIZE = 6


def draw_shapes(canvas: Canvas, shapes: Iterable[Shape]) -> None:
    """Draw shapes in order."""
    for shape in shapes:
        if isinstance(shape, Rectangle):
            _draw_rectangle(canvas, shape)
        elif isinstance(shape, Symbol):
            size = max(2, round(shape.size))
            picture = canvas.svg(shape.svg, (size, size))
            centre = round(shape.centre[0]), round(shape.centre[1])
            canvas.surface.blit(picture, picture.get_rect(center=centre))
        elif isinstance(shape, Text):
            canvas.text(
                shape.text,
                shape.at,
                shape.size / canvas.scale,
                shape.colour,
                weight=shape.weight,
                anchor=shape.anchor,
                least=MIN_LABEL_SIZE,
            )
        elif shape:
            canvas.sketch(shape)


def _draw_rectangle(canvas: Canvas, shape: Rectangle) -> None:
    left, top = round(shape.left), round(shape.top)
    right, bottom = round(shape.left + shape.width), round(shape.top + shape.height)
    box = Rect(left, top, right - left, bottom - top)
    if shape.radius:
        canvas.panel(box, shape.fill, shape.line, shape.radius)
        return
    pygame.draw.rect(canvas.surface, shape.fill, box)
    if shape.line:
        pygame.draw.rect(canvas.surface, shape.line, box, 1)
