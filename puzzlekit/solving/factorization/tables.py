"""Choice of the table of words for a group, either along a base or orbit by orbit."""

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

#: Use plain Python for groups up to this order, so that no compiled code has to be loaded.
MAX_PLAIN_SIZE = 50_000

#: Maximum size (slots times degree) of a table along a base. Above `LARGE_SIZE`, solving orbit by
#: orbit gives shorter words if there are several orbits.
MAX_SIZE, LARGE_SIZE = 4_000_000, 300_000

#: Version of the algorithm and of the table format, part of the cache key.
VERSION = 3


def table_for(
    given: WordProblem, deeper: NextTable, *, plain: bool | None, progress: Progress
) -> WordTable | OrbitWordTable:
    """Return a cached or new table of words; raise `LimitReachedError` if it is too large."""
    from .orbit_tables import OrbitWordTable

    plain = plain or (None if has_numba() else True)
    moved = [g for g in given.generators.values() if order(g) > 1]
    slots, orbits = _size(moved)
    size = slots * len(moved[0])
    if size > MAX_SIZE:
        with suppress(LimitReachedError):
            return OrbitWordTable(given, deeper, progress)
        raise LimitReachedError(
            f"The table for {len(moved[0])} cells is too large ({slots:,} permutations). Use a "
            "smaller puzzle."
        )
    base = choose_base(moved, given.goal)
    images, cells = tuple(given.generators.values()), (base.cells, base.ties)
    key = "words", VERSION, images, given.letter_costs, cells
    arrays = None if plain else load_cached(key)  # empty if no table could be filled
    kinds_first = arrays is None and not plain and orbits > 1 and size > LARGE_SIZE
    if kinds_first:
        with suppress(LimitReachedError):
            return OrbitWordTable(given, deeper, progress)
    if arrays is None:
        from ...groups import describe

        group_order = describe(moved).order
        if plain or (plain is None and group_order <= MAX_PLAIN_SIZE):
            return WordTable(given.letters, base, group_order)
        arrays = cached(key, lambda: _filled_table(given.letters, base, group_order, progress))
    if arrays:
        from .table_compiled import CompiledWordTable

        return CompiledWordTable(given.letters, base, arrays)
    if not kinds_first:
        with suppress(LimitReachedError):
            return OrbitWordTable(given, deeper, progress)
    raise LimitReachedError("The words in this group get too long. Use a smaller puzzle.")


def _filled_table(
    letters: PlainLetters, base: StabilizerBase, group_order: int, progress: Progress
) -> Arrays:
    """Return the arrays of a full table, or an empty dict if its words get too long."""
    from .fill_compiled import fill_table

    with suppress(LimitReachedError):
        return fill_table(letters, base, group_order, progress)
    return {}


def _size(generators: Sequence[Images]) -> tuple[int, int]:
    """Return the maximum number of permutations in a table, and the number of orbits."""
    sizes = [len(points) for points in orbits(generators)]
    return sum(size**2 // 2 for size in sizes), sum(size > 1 for size in sizes)
