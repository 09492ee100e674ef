"""Sparse permutations: permutations of many points that move only a few."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from .errors import LimitReachedError
from .permutation import Images, identity, moved_points

#: The maximum number of images in dense permutations, and the number of bytes per image.
MAX_IMAGES, _BYTES = 16_000_000, 24


class Sparse:
    """A permutation of 0..size-1, stored as its moved points, in order, and their images."""

    __slots__ = ("images", "points", "size")

    def __init__(self, size: int, points: tuple[int, ...], images: tuple[int, ...]) -> None:
        self.size, self.points, self.images = size, points, images

    def __repr__(self) -> str:
        return f"Sparse(size={self.size}, points={self.points}, images={self.images})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sparse) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        return self.size, self.points, self.images

    @classmethod
    def of(cls, images: Sequence[int]) -> Sparse:
        """Return the permutation with the given images of all points."""
        points = moved_points(images)
        return cls(len(images), tuple(points), tuple([images[point] for point in points]))

    @classmethod
    def from_pairs(cls, carry: Mapping[int, int], size: int) -> Sparse:
        """Return the permutation given by a mapping that includes all moved points."""
        points = sorted(point for point, image in carry.items() if point != image)
        return cls(size, tuple(points), tuple([carry[point] for point in points]))

    def __len__(self) -> int:
        return self.size

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the moved points with their images."""
        return zip(self.points, self.images, strict=True)

    def inverse(self) -> Sparse:
        """Return the inverse permutation."""
        back = sorted(zip(self.images, self.points, strict=True))
        return Sparse(self.size, self.points, tuple([point for _, point in back]))

    def is_even(self) -> bool:
        """Return whether the permutation is even."""
        images = dict(self.pairs())
        odd = False
        while images:
            _, point = images.popitem()
            while point in images:
                point = images.pop(point)
                odd = not odd
        return not odd

    def dense(self) -> Images:
        """Return the images of all points."""
        images = list(identity(self.size))
        for point, image in self.pairs():
            images[point] = image
        return tuple(images)


def without_sparse_inverses(generators: Iterable[Sparse]) -> list[Sparse]:
    """Return the permutations without the identity, duplicates, and inverses of earlier ones."""
    kept: dict[Sparse, None] = {}
    for g in generators:
        if g.points and g not in kept and g.inverse() not in kept:
            kept[g] = None
    return list(kept)


def dense(generators: Sequence[Images] | Sequence[Sparse]) -> list[Images]:
    """Return the images of all points; raise `LimitReachedError` if they need too much memory."""
    sparse = [g for g in generators if isinstance(g, Sparse)]
    images = sum(g.size for g in sparse)
    if images > MAX_IMAGES:
        raise LimitReachedError(
            f"{len(sparse):,} permutations of {sparse[0].size:,} points would take "
            f"{images * _BYTES / 1e9:.1f} GB; use a smaller board."
        )
    return [g.dense() if isinstance(g, Sparse) else g for g in generators]


def as_sparse(generators: Sequence[Images] | Sequence[Sparse]) -> list[Sparse]:
    """Return permutations in sparse form."""
    return [g if isinstance(g, Sparse) else Sparse.of(g) for g in generators]
