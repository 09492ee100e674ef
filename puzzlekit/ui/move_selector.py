"""Choosing a move by clicks: which touches are possible next, and which move they mean."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ..core.board import Point
from ..core.values import Click, Piece
from ..rules.base import Rules, State
from .cells import cell_at, centre_of
from .checked_pieces import checked_pieces

Cells = tuple[int, ...]


class MoveSelector:
    """The touches made so far in one position, and those that can follow."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.board = rules.board.to_steps
        self.state = state
        self.path: list[Click] = []
        self.turned = 0
        self._meant: dict[tuple[Click, ...], tuple[str, ...]] = {}
        self.buttons: list[str] = []
        for move in rules.legal_moves(state):
            for way in rules.click_sequences(state, move):
                if way:
                    self._meant[tuple(way)] = (move,)
                else:
                    self.buttons.append(move)
        begun = {way[0].cells for way in self._meant}
        for cell, several in rules.multi_moves(state).items():
            if (cell,) not in begun:
                self._meant[Click((cell,)),] = tuple(several)
        #: What is open after each part of the path, so that it is looked for only once.
        self._opened = [list(self._meant)]
        self._targets: dict[Cells, list[int]] | None = None

    def _open(self) -> list[tuple[Click, ...]]:
        return self._opened[-1]

    def _resulting_states(self) -> None:
        """Follow the path after a touch, or after a step back."""
        del self._opened[len(self.path) + 1 :]
        while len(self._opened) <= len(self.path):
            at = len(self._opened) - 1
            self._opened.append([way for way in self._opened[at] if way[at] == self.path[at]])
        self._targets = None
        self.turned = 0

    def targets(self) -> dict[Cells, list[int]]:
        """Return what can be touched next, with the variants of each."""
        if self._targets is None:
            self._targets = self._variants(len(self.path))
        return self._targets

    def start_cells(self) -> set[Cells]:
        """Return what could be touched before the first touch."""
        return set(self._variants(0))

    def _variants(self, length: int) -> dict[Cells, list[int]]:
        """Return what could be touched after so much of the path, with the variants of each."""
        found: dict[Cells, list[int]] = {}
        for way in self._opened[length]:
            if length < len(way):
                variants = found.setdefault(way[length].cells, [])
                if way[length].variant not in variants:
                    variants.append(way[length].variant)
        return found

    def variant(self, cells: Cells, extra: int = 0) -> int:
        variants = self.targets()[cells]
        return variants[(self.turned + extra) % len(variants)]

    def anchor(self, cells: Cells) -> Point:
        return centre_of([self.board.points[cell] for cell in cells])

    def at(self, x: float, y: float) -> Cells | None:
        """Return the target under a point of the board: a cell, or the nearest middle."""
        points = self.board.points
        best: tuple[bool, float, Cells] | None = None
        for cells in self.targets():
            ax, ay = self.anchor(cells)
            distance = math.hypot(x - ax, y - ay)
            several = len(cells) > 1  # a cell that is hit comes first
            if several:
                reach = 0.5 + max(math.dist((ax, ay), points[cell]) for cell in cells)
                meant = distance <= reach
            else:
                meant = cell_at(self.board, cells[0], (x, y))
            if meant and (best is None or (several, distance) < best[:2]):
                best = several, distance, cells
        return best[2] if best else None

    def is_off_move(self, cells: Cells | None, dx: int, dy: int) -> Cells | None:
        """Return the target that the cursor reaches from a target in a direction."""
        targets = list(self.targets())
        if not targets or cells is None:
            return targets[0] if targets else None
        x, y = self.anchor(cells)

        def far(other: Cells) -> float:
            ox, oy = self.anchor(other)
            along = (ox - x) * dx + (oy - y) * dy
            across = abs((ox - x) * dy) + abs((oy - y) * dx)
            return along + 2 * across if along > 1e-6 and along >= across * 0.4 else math.inf

        nearest = min(targets, key=far)
        return nearest if far(nearest) < math.inf else cells

    def click(self, cells: Cells, extra: int = 0) -> tuple[str, ...]:
        """Touch a target; return the moves that this completes, or a puzzle's only one left."""
        if cells not in self.targets():
            return ()
        self.path.append(Click(cells, self.variant(cells, extra)))
        self._resulting_states()
        if tuple(self.path) in self._meant:
            return self._meant[tuple(self.path)]
        rest = self._open()
        if len(rest) == 1 and not self.rules.is_game():
            return self._meant[rest[0]]
        return ()

    def step_back(self) -> bool:
        """Take back the last touch; return whether there was one."""
        went = bool(self.path) and bool(self.path.pop())
        self._resulting_states()
        return went

    def next_targets(self, cells: Cells) -> set[Cells]:
        """Return what could be touched next if a target were touched."""
        touch, at = Click(cells, self.variant(cells)), len(self.path)
        return {way[at + 1].cells for way in self._open() if way[at] == touch and at + 1 < len(way)}

    def last_variants(self) -> list[int]:
        """Return the variants that the last touch could have, in order; none without a touch."""
        if not self.path or len(self.path[-1].cells) > 1:
            return []
        return sorted(self._variants(len(self.path) - 1)[self.path[-1].cells])

    def turn_last(self, x: float, y: float, by: int = 1) -> bool:
        """Take the next variant of the last touch if it was made at a point of the board."""
        if not self.path or len(self.path[-1].cells) > 1:
            return False
        last = self.path[-1]
        variants = self.last_variants()
        if not cell_at(self.board, last.cells[0], (x, y)) or len(variants) < 2:
            return False
        variant = variants[(variants.index(last.variant) + by) % len(variants)]
        self.path[-1] = Click(last.cells, variant)
        del self._opened[len(self.path) :]
        self._resulting_states()
        return True

    def ghosts(self, cells: Cells | None = None) -> dict[int, Piece]:
        """Return what will certainly lie on the empty cells that are touched, `cells` included."""
        path = self.path if cells is None else [*self.path, Click(cells, self.variant(cells))]
        at = len(self.path)
        ways = [way for way in self._open() if cells is None or way[at] == path[at]]
        if not path or not ways or self.rules.motion == "turn":
            return {}
        before = checked_pieces(self.rules, self.state)
        first, last = (self._look_after(each) for each in (ways, ways[::-1]))
        return {
            cell: piece
            for touch in path
            for cell in touch.cells
            if before[cell] is None and (piece := first[cell]) is not None and piece == last[cell]
        }

    def _look_after(self, ways: Sequence[tuple[Click, ...]]) -> Sequence[Piece | None]:
        """Return what is seen after the first move that goes on; an end may be painted."""
        for way in ways:
            state = self.state
            for move in self._meant[way]:
                state = self.rules.play(state, move)
            if self.rules.outcome(state) is None:
                break
        return checked_pieces(self.rules, state)

    def preview(self) -> Mapping[int, int]:
        """Return what the board already shows: where pieces go in all moves that are left."""
        if not self.path or self.rules.motion != "turn":
            return {}
        carries = [self._carry(touches) for touches in self._open()]
        return carries[0] if all(carry == carries[0] for carry in carries[1:]) else {}

    def preview_permutation(self, cells: Cells, extra: int = 0) -> Mapping[int, int]:
        """Return where pieces would go if a target were touched, as far as that is certain."""
        touch = Click(cells, self.variant(cells, extra))
        length = len(self.path)
        found = [self._carry(touches) for touches in self._open() if touches[length] == touch]
        return found[0] if all(carry == found[0] for carry in found) else {}

    def _carry(self, way: tuple[Click, ...]) -> Mapping[int, int]:
        """Return where the first move that a way means takes things."""
        return self.rules.cell_permutation(self.state, self._meant[way][0])
