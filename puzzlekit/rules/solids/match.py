"""Which solid permutations are turns of: found by their structure, never by their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ...core.permutation import Images, cycles_of, moved_points, multiply
from ...core.solid import Solid, Turn
from .centres import with_split_centres
from .turning import images_of

#: Images of points that are looked at for one solid, so that the search ends soon.
MAX_WORK = 5_000_000

#: More moves than any solid has turns that people name.
MAX_MOVES = 200

#: How many stickers a solid has at most for each point that a move takes elsewhere.
MAX_CELLS = 2

#: How many cycles of each length a permutation has.
Type = frozenset[tuple[int, int]]


def recognize(size: int, moves: Mapping[str, Images], solids: Iterable[Solid]) -> Solid | None:
    """Return a solid whose turns act as moves of some points, its stickers in the order of these.

    Each move is a turn of layers side by side, by any number of steps. Points that no move takes
    elsewhere are stickers that no turn takes elsewhere; those that are left come last. Centres
    come in parts if moves tell how they lie. None if no solid will do, or none is found in time.
    """
    support = {point for images in moves.values() for point in moved_points(images)}
    if len(moves) > MAX_MOVES:
        return None
    known = sorted(solids, key=lambda solid: len(solid.stickers))
    for solid in [*known, *map(with_split_centres, known)]:
        fits = size <= len(solid.stickers) <= MAX_CELLS * len(support)
        if fits and (found := _Search(size, moves, solid).run()) is not None:
            return found
    return None


class _WorkLimitReached(Exception):
    """The search takes too long."""


class _Search:
    """The search for turns of one solid that act as moves do."""

    def __init__(self, size: int, moves: Mapping[str, Images], solid: Solid) -> None:
        self.size, self.solid = size, solid
        self.names, self.moves = list(moves), list(moves.values())
        self.work = 0
        self._types: dict[tuple[Images, ...], Type] = {}

    def run(self) -> Solid | None:
        """Return the solid with the turns that the moves are, its stickers as the points are."""
        try:
            types = [self._type(images) for images in self.moves]
            turns = self._turns(frozenset(types))
            chosen, order = next(self._choices([turns[each] for each in types], []))
        except (StopIteration, _WorkLimitReached):
            return None
        named = dict(zip(self.names, (turn for turn, _ in chosen), strict=True))
        stickers = tuple(self.solid.stickers[number] for number in order)
        spare = len(stickers) - self.size
        return replace(self.solid, stickers=stickers, turns=named, unmoved_cells=spare)

    def _type(self, *factors: Images) -> Type:
        """Return the type of a product."""
        if factors not in self._types:
            self._spend(len(factors) * len(factors[0]))
            cycles = cycles_of(dict(enumerate(multiply(*factors))))
            self._types[factors] = frozenset(Counter(map(len, cycles)).items())
        return self._types[factors]

    def _spend(self, steps: int) -> None:
        self.work += steps
        if self.work > MAX_WORK:
            raise _WorkLimitReached

    def _turns(self, wanted: frozenset[Type]) -> dict[Type, list[tuple[Turn, Images]]]:
        """Return the turns of layers side by side, and what they do, by the type of that."""
        found: dict[Type, list[tuple[Turn, Images]]] = {each: [] for each in wanted}
        for number, line in enumerate(self.solid.lines):
            last = len(line.planes)
            single = [images_of(self.solid, Turn(number, i, i, 1)) for i in range(last + 1)]
            for low in range(last + 1):
                for high in range(low, last + (low > 0)):  # all layers would turn the whole
                    step = power = multiply(*single[low : high + 1])
                    for steps in range(1, line.turn):
                        short = steps if 2 * steps <= line.turn else steps - line.turn
                        if (kind := self._type(power)) in found:
                            found[kind].append((Turn(number, low, high, short), power))
                        power = multiply(power, step)
        return found

    def _choices(
        self, turns: Sequence[list[tuple[Turn, Images]]], chosen: list[tuple[Turn, Images]]
    ) -> Iterator[tuple[list[tuple[Turn, Images]], list[int]]]:
        """Yield turns for all moves, with the order of the stickers, that together act as these."""
        at = len(chosen)
        if (order := self._order([images for _, images in chosen])) is None:
            return
        if at == len(self.moves):
            yield chosen, order
            return
        named = self.solid.turns.get(self.names[at])
        for turn, images in sorted(turns[at], key=lambda each: each[0] != named):
            if all(
                self._type(images, other) == self._type(self.moves[at], move)
                for (_, other), move in zip(chosen, self.moves, strict=False)
            ):
                yield from self._choices(turns, [*chosen, (turn, images)])

    def _order(self, turns: list[Images]) -> list[int] | None:
        """Return the stickers that points are, then the others; None if turns act otherwise."""
        sticker: dict[int, int] = {}
        taken: set[int] = set()
        moving = {point for images in self.moves[: len(turns)] for point in moved_points(images)}
        for point in sorted(moving):
            if point in sticker:
                continue
            for other in range(len(self.solid.stickers)):
                if other not in taken and (part := self._followed(point, other, turns)):
                    sticker |= part
                    taken.update(part.values())
                    break
            else:
                return None
        rest = [number for number in range(len(self.solid.stickers)) if number not in taken]
        if any(images[number] != number for images in turns for number in rest):
            return None
        still = iter(rest)
        order = [sticker[point] if point in sticker else next(still) for point in range(self.size)]
        return [*order, *still]

    def _followed(self, point: int, other: int, turns: list[Images]) -> dict[int, int] | None:
        """Return which stickers the points are that moves bring there, if it is known of one."""
        found, queue = {point: other}, [point]
        for each in queue:
            self._spend(len(turns))
            for move, turn in zip(self.moves, turns, strict=False):
                onward, wanted = move[each], turn[found[each]]
                if onward not in found:
                    found[onward] = wanted
                    queue.append(onward)
                elif found[onward] != wanted:
                    return None
        return found if len(set(found.values())) == len(found) else None
