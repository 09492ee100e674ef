"""Legal placements in games that forbid certain 2 x 2 blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, compress, product
from operator import itemgetter

from ..core.board import Board
from ..core.errors import OptionError, quoted
from .incremental_values import IncrementalMoves
from .stone_game import EMPTY, place_stone

#: The contents that each letter of a pattern matches: X the mover's stone, - anything but X.
_MEANING = {"X": "X", "O": "O", EMPTY: EMPTY, "-": f"O{EMPTY}"}


def block_texts(words: Iterable[str], own: str, other: str) -> frozenset[str]:
    """Return all blocks that match the patterns, each as its four stones in cyclic order.

    A pattern consists of the two rows of a block; rotations and reflections match, too. Raises
    `OptionError` for an invalid pattern.
    """
    blocks = set()
    for word in words:
        if len(word) != 5 or word[2] != "/" or not set(word[:2] + word[3:]) <= set(_MEANING):
            raise OptionError(
                f"{quoted(word)} is not a block; write two rows of two letters, such as 'XO/OX': X "
                "for the mover's stone, O for the opponent's, . for empty, - for anything but X."
            )
        for letters in product(*(_MEANING[word[k]] for k in (0, 1, 4, 3))):
            text = "".join(letters).replace("X", own).replace("O", other)
            for k in range(4):
                turned = text[k:] + text[:k]
                blocks |= {turned, turned[::-1]}
    return frozenset(blocks)


class ForbiddenBlocks:
    """The blocks that a player must not make on a board.

    `texts` holds the four stones of each block in cyclic order; see `block_texts`. If it is empty,
    a stone may be placed on any empty cell.
    """

    def __init__(self, board: Board, texts: frozenset[str], own: str, initials: str) -> None:
        self.texts, self._own = texts, own
        # The three other stones of each forbidden block, by its first stone. The `_readers` of a
        # cell read the three other stones of the blocks at that cell.
        self._other_stones = {
            here: frozenset(tuple(text[1:]) for text in texts if text[0] == here)
            for here in EMPTY + initials
        }
        self._blocks = blocks = board.blocks if texts else [()] * len(board)
        self._readers = [[itemgetter(a, far, b) for far, a, b in each] for each in blocks]
        dependencies = [{cell, *chain.from_iterable(each)} for cell, each in enumerate(blocks)]
        self._open = IncrementalMoves(dependencies, self._makes_no_block)

    def cells_that_end_turn(self, stones: str, half: tuple[int, ...] = ()) -> list[int]:
        """Return the cells where a stone may end a turn, possibly after the step `half`."""
        if not self.texts:  # a scan is faster than finding the changed cells
            return [cell for cell, stone in enumerate(stones) if stone == EMPTY]
        if violated := self._violated_blocks(stones, half):
            return list(self._repairing_cells(stones, half, violated))
        return list(compress(range(len(stones)), self._open(stones)))

    def may_end_turn(self, stones: str, half: tuple[int, ...]) -> bool:
        """Return whether a stone can end a turn that began with the step `half`."""
        if violated := self._violated_blocks(stones, half):
            return any(True for _ in self._repairing_cells(stones, half, violated))
        return any(self._makes_no_block(stones, cell) for cell in range(len(stones)))

    def _makes_no_block(self, stones: str, cell: int) -> bool:
        """Return whether a stone on a cell makes no forbidden block."""
        if stones[cell] != EMPTY:
            return False
        forbidden = self._other_stones[self._own]
        for read in self._readers[cell]:  # noqa: SIM110, since `all` takes twice the time
            if read(stones) in forbidden:
                return False
        return True

    def _violated_blocks(self, stones: str, cells: Iterable[int]) -> list[frozenset[int]]:
        return [
            frozenset((cell, *block))
            for cell in cells
            for read, block in zip(self._readers[cell], self._blocks[cell], strict=True)
            if read(stones) in self._other_stones[stones[cell]]
        ]

    def _repairing_cells(
        self, stones: str, half: tuple[int, ...], violated: Iterable[frozenset[int]]
    ) -> Iterator[int]:
        """Yield the cells where a stone removes all forbidden blocks made by a step."""
        for cell in sorted(frozenset.intersection(*violated)):  # the stone must lie in each block
            if self._makes_no_block(stones, cell) and not self._violated_blocks(
                place_stone(stones, cell, self._own), half
            ):
                yield cell
