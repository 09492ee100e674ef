"""Search for short words in permutation puzzles by means of subgroup chains."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...core.errors import LimitReachedError
from ...core.numba_status import has_numba
from ...core.progress import Progress, silent
from ...core.words import Word, simplify
from ...rules.base import Rules
from ...rules.frames import is_standard
from ...rules.twisty import Twisty
from ..goals_with_free_cells import merge_equal_pieces
from ..solution import STEPS, TURNS
from .generators import FoundWord, generators_of, single_moves

if TYPE_CHECKING:
    from .chain import SubgroupChain

#: Number of nodes to search without a time limit, for a reproducible result (about 0.1 s). With a
#: time limit, at least as many are searched.
MAX_NODES = 500_000

#: Give up the search for a first word after this many nodes, in a beam or in the stages of a chain
#: (about 5 s), but not before time is up.
MAX_FIRST_BEAM_NODES, MAX_FIRST_WORD_NODES = 20_000_000, 200_000_000

#: Maximum number of chains kept in memory. The oldest chains are dropped first.
MAX_CACHED = 3
_chains: dict[object, SubgroupChain | None] = {}


def should_build(rules: Rules, metric: str, progress: Progress = silent) -> bool:
    """Return whether the puzzle may have a chain that takes long to build and is not cached."""
    return (
        isinstance(rules, Twisty)
        and _may_have_chain(rules)
        and find_chain(rules, metric=metric, progress=progress) is None
        and _cache_key(rules, metric) not in _chains
    )


def _may_have_chain(rules: Twisty) -> bool:
    return is_standard(rules, Twisty) and has_numba()


def is_loaded(rules: Rules, metric: str = STEPS) -> bool:
    """Return whether the puzzle's chain is in memory. Otherwise, loading it takes a second."""
    return isinstance(rules, Twisty) and _chains.get(_cache_key(rules, metric)) is not None


def _cache_key(rules: Twisty, metric: str) -> object:
    rules, _ = merge_equal_pieces(rules, rules.goal)
    forbidden = frozenset(rules.forbidden.items())
    return tuple(rules.twists.items()), rules.goal, forbidden, metric


def find_chain(
    rules: Twisty, *, metric: str = STEPS, make: bool = False, progress: Progress = silent
) -> SubgroupChain | None:
    """Return the puzzle's chain; build a missing chain if that is quick or if `make` is true."""
    if not _may_have_chain(rules):
        return None
    rules, _ = merge_equal_pieces(rules, rules.goal)
    key = _cache_key(rules, metric)
    if key in _chains:
        return _chains[key]
    from .chain import make_chain

    try:
        if rules.forbidden:
            generators = single_moves(rules.twists)
        else:
            generators = generators_of(rules.generators(rules.goal), turns=metric == TURNS)
        chain = make_chain(
            generators, rules.goal, forbidden=rules.forbidden, make=make, progress=progress
        )
    except LimitReachedError:
        chain = None
    else:
        if chain is None:
            return None  # not cached, since the chain may be built later
    _chains[key] = chain
    for old in list(_chains)[:-MAX_CACHED]:
        del _chains[old]
    return chain


def short_words(
    chain: SubgroupChain,
    state: Sequence[str],
    goal: Sequence[str],
    *,
    seconds: float | None = None,
    progress: Progress = silent,
) -> Iterator[FoundWord[Word]]:
    """Yield ever shorter words from a state to a goal, in terms of the puzzle's moves.

    Without `seconds`, the result is reproducible; with `seconds`, it is at most as long. Raises
    `LimitReachedError` if no word is found in time.
    """
    started, has_word = time.monotonic(), False
    most = MAX_FIRST_WORD_NODES if chain.near is None else MAX_FIRST_BEAM_NODES

    def is_late(nodes: int) -> bool:
        progress("nodes", nodes, None)
        is_over = nodes > MAX_NODES and (seconds is None or time.monotonic() - started > seconds)
        if is_over and nodes > most and not has_word:
            raise LimitReachedError("No solution found in time. Allow more seconds.")
        return is_over

    board = chain.board_for(state, goal)
    if board is None:
        return
    spelled = chain.generators.words
    for each in chain.words(board, is_late):
        has_word = True
        word = simplify(letter for g, power in each.word for letter in spelled[g][power])
        yield FoundWord(word, each.cost, each.optimal)
