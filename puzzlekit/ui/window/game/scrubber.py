"""The scrubber: buttons for stepping and replay, and a slider over the moves."""

from __future__ import annotations

from functools import partial

from ....play.controller import GameController
from ..drawing.canvas import Rect
from ..drawing.column import Column
from ..drawing.dropdown import Slider
from ..drawing.widgets import Button, Widget
from .replay import Replay

#: Heights of the buttons and of the slider below them in a narrow column, and the gap.
BUTTONS, LINE, GAP = 32, 22, 4

#: Columns narrower than this have the slider below the buttons.
NARROW = 290


def height(column: Column) -> int:
    """Return the unscaled height of the scrubber in a column."""
    return BUTTONS + (GAP + LINE if column.width < column.px(NARROW) else 0)


def draw_scrubber(column: Column, controller: GameController, replay: Replay) -> list[Widget]:
    """Return the widgets of the scrubber, at the bottom of a column."""
    session, go = controller.session, controller.go
    box = column.from_bottom(height(column))
    gap, narrow = column.px(GAP), column.width < column.px(NARROW)
    row = Rect(box.left, box.top, box.width, column.px(BUTTONS))
    side = (row.width - 4 * gap) // 5 if narrow else column.px(34)
    play = "pause" if replay.is_on else "play"
    back, forward = session.can_undo, session.can_redo
    ply, last = session.ply, len(session.all_moves)
    steps = (
        Button("first", "", partial(go, 0), "First position (Home)", back, icon="first"),
        Button("back", "", partial(go, ply - 1), "Previous move (PgUp)", back, icon="back"),
        Button("replay", "", replay.toggle, "Replay (Space)", replay.can_play(), icon=play),
        Button("forward", "", partial(go, ply + 1), "Next move (PgDn)", forward, icon="forward"),
        Button("last", "", partial(go, last), "Last position (End)", forward, icon="last"),
    )
    lefts = [row.left + number * (side + gap) for number in range(5)]
    if not narrow:
        lefts[3:] = [row.right - 2 * side - gap, row.right - side]
    widgets: list[Widget] = [
        control.placed(Rect(left, row.top, side, row.height))
        for control, left in zip(steps, lefts, strict=True)
    ]
    if narrow:
        line = Rect(box.left, row.bottom + gap, box.width, column.px(LINE))
    else:
        left = lefts[2] + side + gap
        line = Rect(left, row.top, lefts[3] - gap - left, row.height)
    widgets.append(Slider("scrub", line, ply, last, go))
    return widgets
