"""Clicks, drags and keys on a board: the clicks selected so far, and the moves they complete."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from ..core.board import Point
from ..core.values import Click, Piece
from ..play.controller import GameController
from ..plugin.validation import checked_pieces
from ..rules.base import Rules, State
from .cells import cell_contains, centre_of, nearest_in_direction

Cells = tuple[int, ...]


class MoveSelector:
    """The clicks made so far in a position, and the clicks that can follow.

    By default, all legal moves can be selected, and sequences of moves that two clicks make.
    """

    def __init__(self, rules: Rules, state: State, moves: Sequence[str] | None = None) -> None:
        self.rules = rules
        self.board = rules.board.with_unit_step
        self.state = state
        self.path: list[Click] = []
        self.rotation = 0
        self._moves_by_clicks: dict[tuple[Click, ...], tuple[str, ...]] = {}
        self.buttons: list[str] = []
        for move in rules.legal_moves(state) if moves is None else moves:
            for sequence in rules.click_sequences(state, move):
                if sequence:
                    self._moves_by_clicks[tuple(sequence)] = (move,)
                else:
                    self.buttons.append(move)
        started = {sequence[:1] for sequence in self._moves_by_clicks}
        multi_moves = rules.multi_moves(state) if moves is None else {}
        for cells, played in multi_moves.items():
            clicks = tuple(Click((cell,)) for cell in cells)
            if clicks not in self._moves_by_clicks and clicks not in started:
                self._moves_by_clicks[clicks] = tuple(played)
        #: The possible next clicks after sequences of clicks.
        self._known_clicks: dict[tuple[Click, ...], dict[Cells, list[int]]] = {}

    @cached_property
    def pieces(self) -> Sequence[Piece | None]:
        """The pieces of the position, which are checked."""
        return checked_pieces(self.rules, self.state)

    def _matches(self, path: Sequence[Click]) -> list[tuple[Click, ...]]:
        """Return the click sequences that begin with the given clicks."""
        begun = tuple(path)
        return [each for each in self._moves_by_clicks if each[: len(begun)] == begun]

    def targets(self) -> dict[Cells, list[int]]:
        """Return the possible next clicks, with the variants of each."""
        return self._next_clicks(self.path)

    def has_patterns(self) -> bool:
        """Return whether every target is a pattern of several cells on a plane."""
        targets = self.targets()
        return self.board.plane and len(targets) > 1 and all(len(cells) > 1 for cells in targets)

    def start_cells(self) -> set[Cells]:
        """Return the possible first clicks."""
        return set(self._next_clicks(()))

    def _next_clicks(self, path: Sequence[Click]) -> dict[Cells, list[int]]:
        """Return the clicks that can follow the given clicks, with the variants of each."""
        begun, length = tuple(path), len(path)
        if (known := self._known_clicks.get(begun)) is None:
            known = self._known_clicks[begun] = {}
            for sequence in self._matches(begun):
                if length < len(sequence):
                    variants = known.setdefault(sequence[length].cells, [])
                    if sequence[length].variant not in variants:
                        variants.append(sequence[length].variant)
        return known

    def variant(self, cells: Cells, extra: int = 0) -> int:
        variants = self.targets()[cells]
        return variants[(self.rotation + extra) % len(variants)]

    def anchor(self, cells: Cells) -> Point:
        return centre_of([self.board.points[cell] for cell in cells])

    def target_at(self, x: float, y: float) -> Cells | None:
        """Return the target at a point on the board: the cell there, or the nearest centre."""
        points = self.board.points
        best: tuple[bool, float, Cells] | None = None
        for cells in self.targets():
            ax, ay = self.anchor(cells)
            distance = math.hypot(x - ax, y - ay)
            is_group = len(cells) > 1  # a single cell under the point comes first
            if is_group:
                radius = 0.5 + max(math.dist((ax, ay), points[cell]) for cell in cells)
                is_hit = distance <= radius
            else:
                is_hit = cell_contains(self.board, cells[0], (x, y))
            if is_hit and (best is None or (is_group, distance) < best[:2]):
                best = is_group, distance, cells
        return best[2] if best else None

    def target_in_direction(self, cells: Cells | None, dx: int, dy: int) -> Cells | None:
        """Return the next target in a direction, for use with the keyboard."""
        targets = list(self.targets())
        if not targets or cells is None:
            return targets[0] if targets else None
        anchors = [*map(self.anchor, targets)]
        nearest = nearest_in_direction(anchors, self.anchor(cells), dx, dy)
        return cells if nearest is None else targets[nearest]

    def click(self, cells: Cells, extra: int = 0) -> tuple[str, ...]:
        """Click a target; return the completed moves or, in a puzzle, the only moves left."""
        if cells not in self.targets():
            return ()
        self.path.append(Click(cells, self.variant(cells, extra)))
        self.rotation = 0
        if tuple(self.path) in self._moves_by_clicks:
            return self._moves_by_clicks[tuple(self.path)]
        rest = self._matches(self.path)
        if len(rest) == 1 and not self.rules.is_game():
            return self._moves_by_clicks[rest[0]]
        return ()

    def completed_move(self, cells: Cells) -> str:
        """Return the move that a click on a target completes, or "" if there are several."""
        moves = {self._moves_by_clicks[each] for each in self._matches(self._path_to(cells))}
        return " ".join(next(iter(moves))) if len(moves) == 1 else ""

    def _path_to(self, cells: Cells) -> list[Click]:
        return [*self.path, Click(cells, self.variant(cells))]

    def needs_aim(self, cells: Cells) -> bool:
        """Return whether a click plays a move, and a tap or long press reaches few variants."""
        is_last = tuple(self._path_to(cells)) in self._moves_by_clicks
        return is_last and len(self.targets()[cells]) > (1 if self.path else 2)

    def step_back(self) -> bool:
        """Undo the last click; return whether there was one."""
        self.rotation = 0
        return bool(self.path) and bool(self.path.pop())

    def next_targets(self, cells: Cells) -> set[Cells]:
        """Return the possible clicks after a given click."""
        return set(self._next_clicks(self._path_to(cells)))

    def last_variants(self) -> list[int]:
        """Return the variants of the last click in order, or [] if there was no click."""
        if not self.path or len(self.path[-1].cells) > 1:
            return []
        return sorted(self._next_clicks(self.path[:-1])[self.path[-1].cells])

    def change_last_variant(self, x: float, y: float) -> bool:
        """Switch to the next variant of the last click if the point is on its target."""
        variants = self.last_variants()
        if len(variants) < 2 or not cell_contains(self.board, self.path[-1].cells[0], (x, y)):
            return False
        last = self.path[-1]
        variant = variants[(variants.index(last.variant) + 1) % len(variants)]
        self.path[-1], self.rotation = Click(last.cells, variant), 0
        return True

    def ghosts(self, cells: Cells | None = None) -> dict[int, Piece]:
        """Return the pieces that must appear on empty cells clicked so far, including `cells`."""
        path = self.path if cells is None else self._path_to(cells)
        if not path or self.rules.motion == "turn":
            return {}
        sequences = self._matches(path)
        if not sequences:
            return {}
        first, last = (self._pieces_after(each) for each in (sequences, sequences[::-1]))
        empty = [cell for click in path for cell in click.cells if self.pieces[cell] is None]
        return {
            cell: piece
            for cell in empty
            if (piece := first[cell]) is not None and piece == last[cell]
        }

    def _pieces_after(self, sequences: Sequence[tuple[Click, ...]]) -> Sequence[Piece | None]:
        """Return the pieces after the first move that does not end the game, or after the last."""
        for sequence in sequences:
            state = self.state
            for move in self._moves_by_clicks[sequence]:
                state = self.rules.play(state, move)
            if self.rules.outcome(state) is None:
                break
        return checked_pieces(self.rules, state)

    def preview(self) -> Mapping[int, int]:
        """Return the permutation shared by all remaining moves, or an empty one if they differ."""
        if not self.path or self.rules.motion != "turn":
            return {}
        return self._shared_permutation(self._matches(self.path))

    def preview_permutation(self, cells: Cells) -> Mapping[int, int]:
        """Return the permutation that a click would cause, or an empty one if its moves differ."""
        return self._shared_permutation(self._matches(self._path_to(cells)))

    def _shared_permutation(self, sequences: Sequence[tuple[Click, ...]]) -> Mapping[int, int]:
        """Return the permutation shared by all first moves, or an empty one if they differ."""
        moves = (self._moves_by_clicks[sequence][0] for sequence in sequences)
        first, *others = (self.rules.cell_permutation(self.state, move) for move in moves)
        return first if all(other == first for other in others) else {}


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
        self.play, self._refresh = play, refresh
        #: The cells that are shown.
        self.shown: Iterable[int] = range(len(controller.rules.board))
        self.reset()

    def reset(self) -> None:
        """Begin a selection in the current position."""
        controller, state = self.controller, self.controller.session.state
        self.hovered: Cells | None = None
        self.cursor: Cells | None = None
        #: The target that was tapped and is played by the next tap.
        self.aimed: Cells | None = None
        #: The reason why the last click had no effect.
        self.refusal = ""
        self.selector = MoveSelector(self.rules, state, ())  # kept if the plugin fails
        self.selector = MoveSelector(self.rules, state, controller.selectable_moves())

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
        self.hovered, self.cursor, self.aimed = self.target_at(point), None, None

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

    def tap(self, point: Point) -> None:
        """Click at a point of a touch screen, or show the move first if it must be turned before.

        A touch screen has neither a wheel nor a pointer that shows the move before a click.
        """
        cells = self.target_at(point)
        if cells is None or cells == self.aimed or not self.selector.needs_aim(cells):
            self.press(point)
            return
        self.hover(point)
        self.aimed = cells

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
        self.refusal, self.aimed = "", None
        moves = self.selector.click(cells, extra)
        if moves:
            self.play(*moves)
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
