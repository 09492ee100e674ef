"""Where things are: functions of the size of the window and of one scale factor."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..core.board import Board, Point

Box = tuple[int, int, int, int]  # left, top, width, height in pixels


class View(NamedTuple):
    """How points of the plane become pixels: `unit` pixels a step, y turned downwards."""

    unit: float
    left: float
    top: float

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.unit, self.top - y * self.unit

    def point(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left) / self.unit, (self.top - y) / self.unit


#: Steps that are left free round a text beside the board.
SIGN = 0.5

#: Pixels a step at least, where there is no room at all.
MIN_UNIT = 0.01


def fit_board(
    board: Board, box: Box, margin: float = 0.7, *, signs: bool = False, least: float = 0.0
) -> View:
    """Return the view that shows a board, with or without signs, as large as fits in a box.

    `margin` is left free round points or corners, `least` steps are shown at least.
    """
    (middle_x, middle_y), (width, height) = board_extent(board, margin, signs=signs, least=least)
    left, top, wide, high = box
    unit = max(MIN_UNIT, min(wide / width, high / height))
    return View(unit, left + wide / 2 - middle_x * unit, top + high / 2 + middle_y * unit)


def board_extent(
    board: Board, margin: float, *, signs: bool = False, least: float = 0.0
) -> tuple[Point, Point]:
    """Return the middle of all that `fit` shows, and its width and height in steps."""
    corners = [corner for cell in board.outlines for corner in cell]
    places = [(point, margin) for point in corners or board.points]
    places += [(point, SIGN) for _, point in board.signs if signs]
    xs = [x + side * free for (x, _), free in places for side in (-1, 1)]
    ys = [y + side * free for (_, y), free in places for side in (-1, 1)]
    size = max(least, max(xs) - min(xs)), max(least, max(ys) - min(ys))
    return ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2), size


def usable_scale(width: int, height: int, wanted: float) -> float:
    """Return the scale to use: what is wanted, unless the window is too small for it."""
    return max(0.5, min(wanted, width / 700, height / 560))


class GameBoxes(NamedTuple):
    """The parts of the window of a game."""

    board: Box
    panel: Box


def game_boxes(width: int, height: int, scale: float) -> GameBoxes:
    """Return where the board and the panel beside it are."""
    gap = round(16 * scale)
    panel = round(min(400 * scale, max(250 * scale, width * 0.34)))
    left = width - panel - gap
    return GameBoxes(
        (gap, gap, left - 2 * gap, height - 2 * gap), (left, gap, panel, height - 2 * gap)
    )


#: How wide a small second view is at least.
MIN_INSET = 100


def inset_box(box: Box, scale: float, aspect: float) -> Box | None:
    """Return the box of a small second view beside a disc, None if there is no room."""
    left, top, width, height = box
    wide = round(min(width / 4.4, height / 3 * aspect))
    high = round(wide / aspect)
    free = math.hypot(width / 2 - wide, height / 2 - high) >= 0.38 * min(width, height)
    large = wide >= MIN_INSET * max(1.0, scale)
    return (left, top + height - high, wide, high) if free and large else None


class LauncherBoxes(NamedTuple):
    """The parts of the launcher."""

    bar: Box
    cards: Box
    panel: Box
    columns: int


def launcher_boxes(width: int, height: int, scale: float) -> LauncherBoxes:
    """Return where the bar, the cards and the panel are, and how many cards stand in a row."""
    gap = round(20 * scale)
    panel = round(min(320 * scale, width * 0.4))
    bar = round(40 * scale)
    wide = width - panel - 3 * gap
    columns = max(1, min(2, math.floor(wide / (190 * scale))), math.floor(wide / (270 * scale)))
    top = gap + bar + gap // 2
    return LauncherBoxes(
        bar=(gap, gap, wide, bar),
        cards=(gap, top, wide, height - top),
        panel=(width - panel - gap, gap, panel, height - 2 * gap),
        columns=columns,
    )


class DesignerBoxes(NamedTuple):
    """The parts of the window in which puzzles are designed."""

    tools: Box
    bar: Box
    sheet: Box
    tray: Box
    panel: Box


def designer_boxes(width: int, height: int, scale: float) -> DesignerBoxes:
    """Return where the tools, the bar above, the sheet, the pieces and the facts are."""
    gap = round(16 * scale)
    small = gap // 2
    _, panel = game_boxes(width, height, scale)
    bar, tray = round(40 * scale), round(66 * scale)
    tools = round((64 if height > 700 * scale else 46) * scale)
    left = gap + tools + round(12 * scale)
    top = gap + bar + round(10 * scale)
    wide = panel[0] - round(12 * scale) - left
    low = height - gap - tray
    return DesignerBoxes(
        tools=(gap, top, tools, height - gap - top),
        bar=(gap, gap, left + wide - gap, bar),
        sheet=(left, top, wide, low - small - top),
        tray=(left, low, wide, tray),
        panel=panel,
    )
