"""Recognition of a solid whose turns act as given moves, by structure rather than by name."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ...core.permutation import Images, cycle_type, moved_points, multiply
from ...core.solid import Solid, Sticker, Turn, centroid, normalize, scale
from .shapes import EPSILON
from .turning import turn_permutation

#: Maximum number of images of points examined for one solid.
MAX_WORK = 5_000_000

#: Puzzles with more moves are not matched.
MAX_MOVES = 200

#: Maximum ratio of stickers to moved points.
MAX_CELLS = 2

#: The lengths of the cycles of a permutation.
CycleType = tuple[int, ...]


def recognize(size: int, moves: Mapping[str, Images], solids: Iterable[Solid]) -> Solid | None:
    """Return a solid whose turns act as the given moves, or None if none is found in time.

    Its stickers are in the order of the points that the moves permute. Each move corresponds to a
    turn of adjacent layers by any number of steps. Fixed points become stickers that no turn moves;
    surplus stickers come last. Centres are split if moves show their orientation.
    """
    support = {point for images in moves.values() for point in moved_points(images)}
    if len(moves) > MAX_MOVES:
        return None
    known = sorted(solids, key=lambda solid: len(solid.stickers))
    for solid in [*known, *map(with_split_centres, known)]:
        fits = size <= len(solid.stickers) <= MAX_CELLS * len(support)
        if fits and (found := _TurnSearch(size, moves, solid).run()) is not None:
            return found
    return None


class _WorkLimitReached(Exception):
    """Raised when the limit `MAX_WORK` is reached."""


class _TurnSearch:
    """A backtracking search for turns of one solid that act as the moves."""

    def __init__(self, size: int, moves: Mapping[str, Images], solid: Solid) -> None:
        self.size, self.solid = size, solid
        self.names, self.moves = list(moves), list(moves.values())
        self.work = 0
        self._types: dict[tuple[Images, ...], CycleType] = {}

    def run(self) -> Solid | None:
        """Return the solid with the matching turns, its stickers in the order of the points."""
        try:
            types = [self._cycle_type(images) for images in self.moves]
            turns = self._turns_by_type(frozenset(types))
            chosen, order = next(self._matching_turns([turns[each] for each in types], []))
        except (StopIteration, _WorkLimitReached):
            return None
        named = dict(zip(self.names, (turn for turn, _ in chosen), strict=True))
        stickers = tuple(self.solid.stickers[number] for number in order)
        spare = len(stickers) - self.size
        return replace(self.solid, stickers=stickers, turns=named, unmoved_cells=spare)

    def _cycle_type(self, *factors: Images) -> CycleType:
        """Return the cycle type of a product."""
        if factors not in self._types:
            self._spend(len(factors) * len(factors[0]))
            self._types[factors] = cycle_type(multiply(*factors))
        return self._types[factors]

    def _spend(self, steps: int) -> None:
        self.work += steps
        if self.work > MAX_WORK:
            raise _WorkLimitReached

    def _turns_by_type(
        self, wanted: frozenset[CycleType]
    ) -> dict[CycleType, list[tuple[Turn, Images]]]:
        """Return the turns of adjacent layers with their permutations, by cycle type."""
        by_type: dict[CycleType, list[tuple[Turn, Images]]] = {each: [] for each in wanted}
        for number, line in enumerate(self.solid.lines):
            last = len(line.planes)
            single = [turn_permutation(self.solid, Turn(number, i, i, 1)) for i in range(last + 1)]
            for low in range(last + 1):
                # All layers together would rotate the solid.
                for high in range(low, last + (low > 0)):
                    step = power = multiply(*single[low : high + 1])
                    for steps in range(1, line.turn):
                        short = steps if 2 * steps <= line.turn else steps - line.turn
                        if (kind := self._cycle_type(power)) in by_type:
                            by_type[kind].append((Turn(number, low, high, short), power))
                        power = multiply(power, step)
        return by_type

    def _matching_turns(
        self, turns: Sequence[list[tuple[Turn, Images]]], chosen: list[tuple[Turn, Images]]
    ) -> Iterator[tuple[list[tuple[Turn, Images]], list[int]]]:
        """Yield turns that together act as all moves, with the order of the stickers."""
        at = len(chosen)
        if (order := self._sticker_order([images for _, images in chosen])) is None:
            return
        if at == len(self.moves):
            yield chosen, order
            return
        name = self.names[at]
        named = self.solid.turns.get(name) or self.solid.notation.get(name)
        for turn, images in sorted(turns[at], key=lambda each: each[0] != named):
            if all(
                self._cycle_type(images, other) == self._cycle_type(self.moves[at], move)
                for (_, other), move in zip(chosen, self.moves, strict=False)
            ):
                yield from self._matching_turns(turns, [*chosen, (turn, images)])

    def _sticker_order(self, turns: list[Images]) -> list[int] | None:
        """Return the stickers of the points, then the others, or None if turns act differently."""
        sticker: dict[int, int] = {}
        used: set[int] = set()
        moving = {point for images in self.moves[: len(turns)] for point in moved_points(images)}
        for point in sorted(moving):
            if point in sticker:
                continue
            for other in range(len(self.solid.stickers)):
                if other not in used and (part := self._extend_match(point, other, turns)):
                    sticker |= part
                    used.update(part.values())
                    break
            else:
                return None
        rest = [number for number in range(len(self.solid.stickers)) if number not in used]
        if any(images[number] != number for images in turns for number in rest):
            return None
        unmoved = iter(rest)
        points = range(self.size)
        order = [sticker[point] if point in sticker else next(unmoved) for point in points]
        return [*order, *unmoved]

    def _extend_match(self, point: int, sticker: int, turns: list[Images]) -> dict[int, int] | None:
        """Return the stickers of all points in an orbit, given the sticker of one point."""
        stickers, queue = {point: sticker}, [point]
        for each in queue:
            self._spend(len(turns))
            for move, turn in zip(self.moves, turns, strict=False):
                image, wanted = move[each], turn[stickers[each]]
                if image not in stickers:
                    stickers[image] = wanted
                    queue.append(image)
                elif stickers[image] != wanted:
                    return None
        return stickers if len(set(stickers.values())) == len(stickers) else None


def with_split_centres(solid: Solid) -> Solid:
    """Return a solid whose stickers on a turning axis are split into one part per side."""
    parts = [part for sticker in solid.stickers for part in _split_centre(solid, sticker)]
    return replace(solid, stickers=tuple(parts))


def _split_centre(solid: Solid, sticker: Sticker) -> list[Sticker]:
    centre, corners = centroid(sticker.corners), sticker.corners
    for axis, _, turn in solid.lines:
        ends = (axis, scale(axis, -1))
        if len(corners) == turn and any(
            math.dist(normalize(centre), end) < EPSILON for end in ends
        ):
            sides = zip(corners, (*corners[1:], corners[0]), strict=True)
            return [sticker._replace(corners=(centre, *side)) for side in sides]
    return [sticker]
