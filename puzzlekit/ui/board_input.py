"""The meaning of clicks, drags and keys on a board: a selection, and the moves it completes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..core.board import Point
from ..play.controller import GameController
from .cells import cell_contains
from .move_selector import Cells, MoveSelector


class BoardInput:
    """The selection on a board. `play` makes moves, and `refresh` is called after other changes.

    Points are in the coordinates of the board.
    """

    def __init__(
        self,
        controller: GameController,
        play: Callable[..., object],
        refresh: Callable[[], object] = lambda: None,
    ) -> None:
        self.controller, self.rules = controller, controller.rules
        self._play, self._refresh = play, refresh
        self.reset()

    def reset(self) -> None:
        """Begin a selection in the current position."""
        controller = self.controller
        self.selector = MoveSelector(
            self.rules, controller.session.state, controller.selectable_moves()
        )
        self.hovered: Cells | None = None
        self.cursor: Cells | None = None
        #: The cells that are shown.
        self.shown: Iterable[int] = range(len(self.selector.board))
        #: The reason why the last click had no effect.
        self.refusal = ""

    def target_at(self, point: Point | None) -> Cells | None:
        """Return the target at a point, if any."""
        return None if point is None else self.selector.target_at(*point)

    def cell_at(self, point: Point | None) -> int | None:
        """Return the cell at a point, if one is shown there."""
        board = self.selector.board
        if point is None:
            return None
        return next((cell for cell in self.shown if cell_contains(board, cell, point)), None)

    def is_target(self, point: Point) -> bool:
        """Return whether a click would select something or change the last selection."""
        board, path = self.selector.board, self.selector.path
        last = path[-1].cells if path else ()
        on_last = any(cell_contains(board, cell, point) for cell in last)
        return on_last or self.target_at(point) is not None

    def hover(self, point: Point | None) -> None:
        """Highlight the target at a point."""
        self.hovered, self.cursor = self.target_at(point), None

    def press(self, point: Point | None, *, other: bool = False) -> bool:
        """Click at a point, or outside the board; return whether this has an effect.

        If `other` is true, the click selects the next variant of a move or undoes the last click.
        """
        cells = self.target_at(point)
        if point is not None and self.selector.change_last_variant(*point):
            self._refresh()
        elif other and self.selector.path:
            return self.back()
        elif cells is None:
            return self._click_elsewhere(self.cell_at(point))
        else:
            self.cursor = None
            self.click(cells, int(other))
        return True

    def drop(self, point: Point | None) -> None:
        """End a drag that began with the last click, or explain why it cannot end there."""
        cells, path = self.target_at(point), self.selector.path
        if not path or len(path[-1].cells) > 1:
            return
        if cells is not None and len(cells) == 1:
            self.click(cells)
        elif cells is None:
            cell = self.cell_at(point)
            if cell is not None and cell not in path[-1].cells:
                self._explain_refusal(cell)

    def click(self, cells: Cells, extra: int = 0) -> None:
        """Click a target, `extra` variants further on."""
        self.refusal = ""
        moves = self.selector.click(cells, extra)
        if moves:
            self._play(*moves)
            return
        self.hovered = None
        self.cursor = next(iter(self.selector.targets()), None) if self.cursor else None
        self._refresh()

    def back(self) -> bool:
        """Take back the last click of an incomplete move; return whether there was one."""
        refused, self.refusal = bool(self.refusal), ""
        has_changed = self.selector.step_back() or refused
        if has_changed:
            self._refresh()
        return has_changed

    def _click_elsewhere(self, cell: int | None) -> bool:
        """Select another piece, explain why a click is refused, or take back the last click."""
        path = self.selector.path
        if cell is None or (path and path[-1].cells == (cell,)):
            return self.back()
        if len(path) == 1 and (cell,) in self.selector.start_cells():
            self.selector.step_back()
            self.click((cell,))
            return True
        self._explain_refusal(cell)
        return True

    def _explain_refusal(self, cell: int) -> None:
        if self.controller.may_play():
            self.refusal = self.controller.explain_refusal(tuple(self.selector.path), cell)
            self._refresh()

    def turn(self, by: int = 1) -> None:
        """Choose another variant of the next click."""
        self.selector.rotation += by

    def move_cursor(self, dx: int, dy: int) -> None:
        """Move the cursor to the next target in a direction."""
        self.hovered = None
        self.cursor = self.selector.target_in_direction(self.cursor, dx, dy)

    def press_cursor(self, *, other: bool = False) -> bool:
        """Click the target at the cursor; return whether this has an effect."""
        if self.cursor is None or not self.controller.is_human_turn():
            return False
        self.click(self.cursor, int(other))
        return True
