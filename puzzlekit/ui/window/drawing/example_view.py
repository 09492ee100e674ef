"""The picture of an example: a position, its marks and, after an animated move, the next one."""

from __future__ import annotations

from collections.abc import Sequence

from ....play.lessons import marked_cells, open_example
from ....plugin.validation import checked_pieces, checked_solid
from ....rules.base import Rules
from ....rules.lessons import Example, LessonStep
from ... import svg_art
from ...cells import centre_of
from ...highlights import block_at
from ...screen_layout import Box, occupied_cells
from ...theme import Colour
from .board_view import BoardView, thumbnail_view
from .canvas import Canvas, Surface
from .timeline import Timeline

#: Size and maximum size of a mark relative to a cell, minimum size in pixels, and unscaled size on
#: a small cell.
SIGN_SIZE, MAX_SIGN, MIN_SIGN_PIXELS, SMALL_CELL_SIGN = 0.42, 0.9, 15, 20

#: Offset of a sign that would cover a piece, in cells.
BESIDE = 0.35


def draw_marks(canvas: Canvas, rules: Rules, view: BoardView, marked: Example | LessonStep) -> None:
    """Draw the marks of an example, or of a step of a lesson, on a board."""
    theme = canvas.theme
    for cells in marked_cells(rules, marked.ring):
        view.mark_clearly(cells, theme.focus, 3)
    for cells in marked_cells(rules, marked.good):
        draw_sign(canvas, view, cells, "check", theme.success)
    for cells in marked_cells(rules, marked.bad):
        draw_sign(canvas, view, cells, "close", theme.danger)


def draw_sign(
    canvas: Canvas, view: BoardView, cells: Sequence[int], icon: str, colour: Colour
) -> None:
    """Draw a disc with an icon in the middle of the given cells, or beside a piece on one cell."""
    x, y = view.view.pixel(*centre_of([view.board.points[cell] for cell in cells]))
    unit = view.view.unit
    small = min(canvas.px(SMALL_CELL_SIGN), unit * MAX_SIGN)
    pixels = round(max(MIN_SIGN_PIXELS, unit * SIGN_SIZE, small))
    if len(cells) == 1 and view.timeline.last[cells[0]] is not None and pixels > unit / 2:
        x, y = x + BESIDE * unit, y - BESIDE * unit
    back = canvas.svg(svg_art.node(canvas.theme.background, colour), (pixels, pixels))
    sign = canvas.svg(svg_art.icon(icon, colour), (round(0.6 * pixels), round(0.6 * pixels)))
    for picture in (back, sign):
        canvas.blit(picture, center=(round(x), round(y)))


#: Unscaled space between two boards.
BETWEEN = 26


class ExampleView:
    """The picture of an example in a surface of its own; `play` animates its moves.

    A picture with space for two boards shows the position before and after the moves.
    """

    def __init__(self, canvas: Canvas, rules: Rules, example: Example, size: tuple[int, int]):
        self.canvas, self.example = canvas, example
        self.scene = scene = open_example(rules, example)
        self.rules = scene.rules
        self.surface = Surface(size).convert()
        width, height = size
        solid = checked_solid(self.rules) is not None
        is_pair = bool(scene.steps) and not solid and width > 1.25 * height
        gap = canvas.px(BETWEEN)
        side = (width - gap) // 2 if is_pair else width
        self.positions = [scene.state, *(state for _, state in scene.steps)]
        with canvas.on(self.surface):
            self.before = self._view((0, 0, side, height), 0) if is_pair else None
            self.main = self._view((width - side, 0, side, height), -1)
        self.timeline = self.main.timeline
        self._is_drawn = False

    def _view(self, box: Box, number: int) -> BoardView:
        """Return a view of a position of the scene, which may be a solid."""
        pieces = [checked_pieces(self.rules, state) for state in self.positions]
        timeline = Timeline(self.canvas.settings, pieces[number])
        if checked_solid(self.rules) is not None:
            return thumbnail_view(self.rules, self.canvas, box, timeline)  # type: ignore[return-value]
        view = BoardView(self.rules, self.canvas, box, timeline)
        if view.camera is not None:
            example = self.example
            marks = f"{example.good} {example.bad} {example.ring}"
            marked = {cell for cells in marked_cells(self.rules, marks) for cell in cells}
            if self.scene.refusal:
                marked.update(self.rules.board.cells_named_in(example.move))
            view.show_occupied({cell for each in pieces for cell in occupied_cells(each)} | marked)
            view.fit()
        return view

    def play(self) -> None:
        """Play the moves from the beginning."""
        self.timeline.show(checked_pieces(self.rules, self.scene.state))
        for (move, after), before in zip(self.scene.steps, self.positions, strict=False):
            permutation = self.rules.cell_permutation(before, move)
            self.timeline.move(permutation, checked_pieces(self.rules, after))
        self._is_drawn = False

    def moving(self) -> bool:
        return self.timeline.moving()

    def draw(self) -> Surface:
        """Return the picture, drawn again while its moves are animated."""
        if not self._is_drawn:
            self._is_drawn = not self.moving()
            with self.canvas.on(self.surface):
                self._draw()
        return self.surface

    def _draw(self) -> None:
        canvas, theme, scene = self.canvas, self.canvas.theme, self.scene
        self.surface.fill(theme.background)
        for view in (self.before, self.main):
            if view is not None:
                view.draw()
        first = self.before or self.main
        if self.before is not None:
            at = self.before.box[2] + canvas.px(BETWEEN) // 2, self.surface.get_height() // 2
            canvas.icon("forward", at, 14, theme.muted_text)
        if not isinstance(self.main, BoardView) or self.moving():
            return
        if self.before is not None or scene.refusal:
            self._draw_move(first)
        if scene.steps:
            self._draw_last(self.main)
        draw_marks(canvas, self.rules, self.main, self.example)
        if scene.result is not None:
            self.main.outline(scene.result.cells, theme.success, 4)

    def _draw_move(self, view: BoardView) -> None:
        """Mark the clicks of the move, with a cross if the move is illegal."""
        theme, scene = self.canvas.theme, self.scene
        if scene.refusal:
            cells = self.rules.board.cells_named_in(self.example.move)
            for cell in cells:
                view.mark([cell], theme.danger, 3)
            if cells and not self.example.bad:
                draw_sign(self.canvas, view, cells[-1:], "close", theme.danger)
            return
        move, after = scene.steps[0]
        clicks = self.rules.clicks(move)
        whole = set[int]()  # the cells of a moving block, before and after the move
        for number, click in enumerate(clicks):
            pieces = checked_pieces(self.rules, after if number else scene.state)
            block = block_at(self.rules.board, pieces, click.cells[0])
            if len(block) > 1:
                whole |= block
            else:
                view.mark(click.cells, theme.accent, 3)
        view.outline(whole, theme.accent, 2)
        if self.rules.motion == "turn":
            permutation = self.rules.cell_permutation(scene.state, move)
            for click in clicks:
                if len(click.cells) > 1:
                    view.arrow(click.cells, permutation, theme.accent)

    def _draw_last(self, view: BoardView) -> None:
        """Outline the cells that the last move has changed, if they are few."""
        move = self.scene.steps[-1][0]
        changed = self.rules.cell_permutation(self.positions[-2], move).values()
        pieces = checked_pieces(self.rules, self.positions[-1])
        board = self.rules.board
        blocks = (block_at(board, pieces, cell) for cell in changed if cell < len(board))
        cells = frozenset[int]().union(*blocks)
        if len(cells) <= max(4, len(self.rules.board) // 2):
            view.outline(cells, self.canvas.theme.accent, 2.5)
