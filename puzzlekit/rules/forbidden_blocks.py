"""Where a stone may end a turn, in games that forbid how a 2 x 2 block looks after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, compress, product
from operator import itemgetter

from ..core.board import Board
from ..core.errors import OptionError, quoted
from .incremental import IncrementalMoves
from .stones import EMPTY, place_stone

#: What each letter of a word stands for: X the mover's stone, O another, . none, - no X.
_MEANING = {"X": "X", "O": "O", EMPTY: EMPTY, "-": f"O{EMPTY}"}


def block_texts(words: Iterable[str], own: str, other: str) -> frozenset[str]:
    """Return all blocks that words mean for a player: the stones of each, going round it.

    A word holds the rows of a block, and means what it becomes by turns and in a mirror as well.
    Raises `OptionError` for a word that is none.
    """
    found = set()
    for word in words:
        if len(word) != 5 or word[2] != "/" or not set(word[:2] + word[3:]) <= set(_MEANING):
            raise OptionError(
                f"{quoted(word)} is no block: say two rows of two, such as 'XO/OX', in X for "
                "the mover's stone, O for the opponent's, . for none and - for all but X."
            )
        for letters in product(*(_MEANING[word[k]] for k in (0, 1, 4, 3))):
            text = "".join(letters).replace("X", own).replace("O", other)
            for k in range(4):
                turned = text[k:] + text[:k]
                found |= {turned, turned[::-1]}
    return frozenset(found)


class ForbiddenBlocks:
    """The blocks that a player must not make on a board.

    `texts` are the four stones of each, going round it; see `block_texts`. Where there are none, a
    stone may be put on every empty cell.
    """

    def __init__(self, board: Board, texts: frozenset[str], own: str, initials: str) -> None:
        self.texts, self._own = texts, own
        # The same without the first stone, for each that can be it; and what reads the rest, with
        # the cells of the block.
        self._beside = {
            here: frozenset(tuple(text[1:]) for text in texts if text[0] == here)
            for here in EMPTY + initials
        }
        blocks = board.blocks if texts else [()] * len(board)
        self._looks = [[itemgetter(a, far, b) for far, a, b in each] for each in blocks]
        self._blocks = [
            [(itemgetter(a, far, b), frozenset((cell, a, far, b))) for far, a, b in each]
            for cell, each in enumerate(blocks)
        ]
        sees = [{cell, *chain.from_iterable(each)} for cell, each in enumerate(blocks)]
        self._open = IncrementalMoves(sees, self._is_open)

    def must_end_turn(self, stones: str, half: tuple[int, ...] = ()) -> list[int]:
        """Return where a stone ends a turn; a step, the half of it, may have changed two cells."""
        if not self.texts:  # to look at each is faster than to find out which have changed
            return [cell for cell, stone in enumerate(stones) if stone == EMPTY]
        if wounds := self._open_blocks(stones, half):
            return list(self._closing_moves(stones, half, wounds))
        return list(compress(range(len(stones)), self._open(stones)))

    def may_end_turn(self, stones: str, half: tuple[int, ...]) -> bool:
        """Tell whether a stone can end a turn."""
        if wounds := self._open_blocks(stones, half):
            return any(True for _ in self._closing_moves(stones, half, wounds))
        return any(self._is_open(stones, cell) for cell in range(len(stones)))

    def _is_open(self, stones: str, cell: int) -> bool:
        """Tell whether a stone on a cell makes no forbidden block."""
        if stones[cell] != EMPTY:
            return False
        beside = self._beside[self._own]
        for look in self._looks[cell]:  # noqa: SIM110, since `all` takes twice the time
            if look(stones) in beside:
                return False
        return True

    def _open_blocks(self, stones: str, cells: Iterable[int]) -> list[frozenset[int]]:
        return [
            block
            for cell in cells
            for look, block in self._blocks[cell]
            if look(stones) in self._beside[stones[cell]]
        ]

    def _closing_moves(
        self, stones: str, half: tuple[int, ...], wounds: Iterable[frozenset[int]]
    ) -> Iterator[int]:
        """Yield where a stone leaves none of the forbidden blocks that a step has made."""
        for cell in sorted(frozenset.intersection(*wounds)):  # it must lie in each of them
            if self._is_open(stones, cell) and not self._open_blocks(
                place_stone(stones, cell, self._own), half
            ):
                yield cell
