"""Translation of words with wide turns, slices and rotations into the turns of a solid.

The turns of a solid never move its core. A written turn that does, such as a slice or a rotation,
is made by turning the other layers in the opposite direction. From then on, names refer to the
faces as seen after the rotation.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from ...core.errors import NotationError, quoted
from ...core.solid import Solid, Turn, Vector, dot, rotate
from ...core.words import Word


def translate(
    solid: Solid,
    word: Iterable[tuple[str, int]],
    rotations: list[tuple[Vector, float]] | None = None,
) -> Word:
    """Return a word in the turns of a solid that has the same effect as a word in its notation.

    Rotations at the end are dropped. `rotations` are those before the word, each an axis of the
    solid and an angle; those of the word are added. Raises `NotationError` for a turn that the
    puzzle cannot make.

    >>> from puzzlekit import even_cube
    >>> translate(even_cube(3), [("M", 1), ("U", 2)])
    (('L', -1), ('R', 1), ('B', 2))
    """
    orientation = _Orientation(solid, [] if rotations is None else rotations)
    translated: list[tuple[str, int]] = []
    for name, exponent in word:
        turn = solid.turns.get(name) or solid.notation[name]
        translated += orientation.turns(name, turn, exponent)
    return tuple(translated)


class _Orientation:
    """A translator of written turns that keeps track of rotations."""

    def __init__(self, solid: Solid, rotations: list[tuple[Vector, float]]) -> None:
        #: The rotations so far: axes of the unrotated solid, and angles.
        self.solid, self._rotations = solid, rotations
        #: The axis of the unrotated solid that is now in the place of each line.
        self._axes = [line.axis for line in solid.lines]
        for each in rotations:
            self._rotate(*each)
        self.names = {turn[:3]: (name, turn.steps) for name, turn in solid.turns.items()}

    def turns(self, name: str, turn: Turn, exponent: int) -> Word:
        """Translate a written turn into turns of the solid, and record the rotation it causes."""
        line, low, high, steps = self._to_solid_turn(turn)
        order = self.solid.lines[line].turn
        steps *= exponent
        is_move = name in self.solid.turns
        if not is_move:  # go the shorter way round
            half = (order - 1) // 2
            steps = (steps + half) % order - half
        top = len(self.solid.lines[line].planes)
        made: Word | None = None
        if (low, high) != (0, top):
            made = self._turns_of_layers(line, [(low, high)], steps, is_move)
        if made is None:
            rest = [part for part in ((0, low - 1), (high + 1, top)) if part[0] <= part[1]]
            made = self._turns_of_layers(line, rest, -steps, False)
            if made is None:
                raise NotationError(f"{self.solid} has no turns for {quoted(name)}.")
            rotation = self.solid.lines[line].axis, math.tau * steps / order
            self._rotations.append(rotation)
            self._rotate(*rotation)
        return made

    def _rotate(self, about: Vector, angle: float) -> None:
        self._axes = [rotate(axis, about, -angle) for axis in self._axes]

    def _to_solid_turn(self, turn: Turn) -> Turn:
        """Return the turn of the layers that are now in the place of a written turn."""
        cosines = [dot(self._axes[turn.line], line.axis) for line in self.solid.lines]
        number = max(range(len(cosines)), key=lambda each: abs(cosines[each]))
        if cosines[number] > 0:
            return turn._replace(line=number)
        top = len(self.solid.lines[number].planes)
        return Turn(number, top - turn.high, top - turn.low, -turn.steps)

    def _turns_of_layers(
        self, line: int, layers: list[tuple[int, int]], steps: int, is_move: bool
    ) -> Word | None:
        """Return turns of ranges of layers, whole or layer by layer, or None if one is missing.

        Half turns are clockwise, except those of a move, such as U2'.
        """
        made: list[tuple[str, int]] = []
        for low, high in layers:
            parts = [(low, high)]
            if (line, low, high) not in self.names:
                parts = [(layer, layer) for layer in range(low, high + 1)]
            for part in parts:
                if (line, *part) not in self.names:
                    return None
                name, direction = self.names[line, *part]
                half = not is_move and 2 * abs(steps) == self.solid.lines[line].turn
                made.append((name, abs(steps) if half else steps * direction))
        return tuple(made)
