"""The front door: short words for a puzzle of permutations, by its chain, if it has one."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...core.errors import LimitReachedError
from ...core.numba_status import has_numba
from ...core.progress import Progress, silent
from ...core.words import Word, simplify
from ...rules.base import Rules
from ...rules.frames import is_standard
from ...rules.twisty import Twisty
from ..free_cells import merge_kinds
from ..spaces.mechanism import STEPS, TURNS
from .generators import generators_of, single_moves

if TYPE_CHECKING:
    from .chain import SubgroupChain

#: Nodes of a search that is not given a time: a tenth of a second, always with the same answer.
NODES = 500_000

#: Nodes after which a first word is no longer looked for, if there is no time for it either.
FAILED = 20_000_000

#: Chains that are kept in memory, of the puzzles used last.
MAX_CACHED = 3
_chains: dict[object, SubgroupChain | None] = {}


def should_build(rules: Rules) -> bool:
    """Return whether a puzzle may have a chain for its moves that has not been made yet."""
    if not isinstance(rules, Twisty) or not _may_have_chain(rules):
        return False
    rules, _ = merge_kinds(rules, rules.goal)
    try:
        return _chain(rules, STEPS, make=False, progress=silent) is None
    except LimitReachedError:
        return False


def _may_have_chain(rules: Twisty) -> bool:
    return is_standard(rules, Twisty) and has_numba()


def _chain(rules: Twisty, metric: str, *, make: bool, progress: Progress) -> SubgroupChain | None:
    from .chain import make_chain

    if rules.forbidden:
        generators = single_moves(rules.twists)
    else:
        generators = generators_of(rules.generators(rules.goal), turns=metric == TURNS)
    return make_chain(
        generators, rules.goal, forbidden=rules.forbidden, make=make, progress=progress
    )


def is_loaded(rules: Twisty) -> bool:
    """Return whether the chain of a puzzle is in memory; to read it takes a second."""
    return _chains.get(_key(merge_kinds(rules, rules.goal)[0], STEPS)) is not None


def _key(rules: Twisty, metric: str) -> object:
    forbidden = frozenset(rules.forbidden.items())
    return tuple(rules.twists.items()), rules.goal, forbidden, metric


class ShortWord(NamedTuple):
    """A word, what it costs, and whether no word costs less."""

    word: Word
    cost: int
    optimal: bool


def chain_for(
    rules: Twisty, *, metric: str = STEPS, make: bool = False, progress: Progress = silent
) -> SubgroupChain | None:
    """Return the chain of a puzzle from the cache, or None; with `make`, compute a missing one."""
    if not _may_have_chain(rules):
        return None
    rules, _ = merge_kinds(rules, rules.goal)
    key = _key(rules, metric)
    if key in _chains:
        return _chains[key]
    try:
        found = _chain(rules, metric, make=make, progress=progress)
    except LimitReachedError:
        found = None
    else:
        if found is None:
            return None  # it may have been made when it is asked for again
    _chains[key] = found
    for old in list(_chains)[:-MAX_CACHED]:
        del _chains[old]
    return found


def short_words(
    found: SubgroupChain,
    state: Sequence[str],
    goal: Sequence[str],
    *,
    seconds: float | None = None,
    progress: Progress = silent,
) -> Iterator[ShortWord]:
    """Yield better and better words from a state to a goal, reproducibly if there are no `seconds`.

    Raises `LimitReachedError` if none was found in time.
    """
    begun, found_any = time.monotonic(), False

    def is_late(nodes: int) -> bool:
        progress("nodes", nodes, None)
        late = nodes > NODES if seconds is None else time.monotonic() - begun > seconds
        if late and nodes > FAILED and not found_any:
            raise LimitReachedError("No word was found in time.")
        return late

    board = found.between(state, goal)
    if board is None:
        return
    spelled = found.generators.words
    for each in found.words(board, is_late):
        found_any = True
        word = simplify(letter for g, power in each.word for letter in spelled[g][power])
        yield ShortWord(word, each.cost, each.optimal)
