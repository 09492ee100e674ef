"""Which table of words a group gets: along a base, or by kinds of pieces where that is better."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from ...core.disk_cache import Arrays, cached, load_cached
from ...core.errors import LimitReachedError
from ...core.numba_status import has_numba
from ...core.permutation import Images, order
from ...core.progress import Progress
from ...groups.orbits import orbits
from .base import StabilizerBase, choose_base
from .letters import WordProblem
from .table_plain import PlainLetters, WordTable

if TYPE_CHECKING:
    from .orbit_tables import NextTable, OrbitWordTable

#: Groups up to this order are done in plain Python, which is there at once.
MAX_PLAIN_SIZE = 50_000

#: Numbers that the permutations of a table take at most, one permutation for each of its slots,
#: and from how many on words by kinds are shorter, if there are several orbits.
ROOM, LARGE = 4_000_000, 300_000

#: How tables are made and laid out; it grows when either changes.
VERSION = 3


def table_for(
    given: WordProblem, deeper: NextTable, *, plain: bool | None, progress: Progress
) -> WordTable | OrbitWordTable:
    """Return a cached or new table of words, or words by kinds; raise `LimitReachedError` if neither."""
    from .orbit_tables import OrbitWordTable

    plain = plain or (None if has_numba() else True)
    moved = [g for g in given.generators.values() if order(g) > 1]
    slots, orbits = _size(moved)
    size = slots * len(moved[0])
    if size > ROOM:
        with suppress(LimitReachedError):
            return OrbitWordTable(given, deeper, progress)
        raise LimitReachedError(
            f"Words for {len(moved[0])} cells need a table of {slots:,} permutations, which is "
            "too large; take a smaller puzzle."
        )
    base = choose_base(moved, given.goal)
    images, cells = tuple(given.generators.values()), (base.cells, base.ties)
    key = "words", VERSION, images, given.prices, cells
    arrays = None if plain else load_cached(key)  # there are none where no table could be filled
    kinds_first = arrays is None and not plain and orbits > 1 and size > LARGE
    if kinds_first:
        with suppress(LimitReachedError):
            return OrbitWordTable(given, deeper, progress)
    if arrays is None:
        from ...groups import describe

        whole = describe(moved).order
        if plain or (plain is None and whole <= MAX_PLAIN_SIZE):
            return WordTable(given.letters, base, whole)
        arrays = cached(key, lambda: _filled_table(given.letters, base, whole, progress))
    if arrays:
        from .table_compiled import CompiledWordTable

        return CompiledWordTable(given.letters, base, arrays)
    if not kinds_first:
        with suppress(LimitReachedError):
            return OrbitWordTable(given, deeper, progress)
    raise LimitReachedError("The words of this group grow too long; take a smaller puzzle.")


def _filled_table(
    letters: PlainLetters, base: StabilizerBase, whole: int, progress: Progress
) -> Arrays:
    """Return the arrays of a full table, none if its words grow too long."""
    from .fill_compiled import fill_table

    with suppress(LimitReachedError):
        return fill_table(letters, base, whole, progress)
    return {}


def _size(generators: Sequence[Images]) -> tuple[int, int]:
    """Return how many permutations a table has at most, and how many orbits there are."""
    sizes = [len(points) for points in orbits(generators)]
    return sum(size**2 // 2 for size in sizes), sum(size > 1 for size in sizes)
