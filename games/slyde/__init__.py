"""Slyde, by Mike Zapawa (2020)."""

from itertools import chain, compress
from typing import Annotated

from puzzlekit import (
    Click,
    IncrementalMoves,
    Piece,
    RegionGame,
    Stones,
    compare_regions,
    grid,
    permuted,
    place_stone,
)

FLIP = "flip:"
OTHER_COLOUR = str.maketrans("wbWB", "bwBW")


class Slyde(RegionGame):
    """Swap adjacent stones, fixing yours in place, and grow the largest group.

    The square board starts full of black and white stones, arranged like the squares of a
    chessboard, with a black stone on a1. All stones are mobile. White begins. Each turn, swap one
    of your mobile stones with an orthogonally adjacent mobile stone of your opponent. Your stone is
    fixed from then on; the other stays mobile.

    The game ends when no swap is possible. A group is a set of orthogonally connected stones of
    one colour. The player with the largest group wins. If the largest groups are equal, compare
    the second largest, and so on. If all groups are equal, the game is a draw.

    A further rule discourages mirroring: if a symmetric position arises, the next player may,
    instead of swapping, fix any mobile stone or free any fixed stone, of either colour. The
    published rules do not define symmetry. Here, a position is symmetric if some rotation or
    reflection of the board takes every stone to a stone of the other colour, and fixed stones to
    fixed stones. The game still ends when no swap is possible. symmetry=off disables this rule.

    `c3-c4` swaps your stone on c3 with the stone on c4. `flip:c3` fixes or frees the stone on c3
    (click with the right button, or turn the wheel and click).
    """

    name = "Slyde"
    family = "territory game"
    players = ("White", "Black")
    reserve = 0
    piece_letters = {
        "w": Piece("stone", "white"),
        "b": Piece("stone", "black"),
        "W": Piece("stone", "white", mark="pin"),
        "B": Piece("stone", "black", mark="pin"),
    }
    presets = {
        "12 x 12": {},
        "8 x 8": {"size": 8},
        "10 x 10": {"size": 10},
        "8 x 8, no flips": {"size": 8, "symmetry": False},
    }

    def __init__(self, size: Annotated[int, range(2, 27)] = 12, symmetry: bool = True):
        board = grid(size, size)
        super().__init__(board, ("bw"[int(x + y) % 2] for x, y in board.points))
        self.symmetry = symmetry
        rows = [tuple(range(y * size, (y + 1) * size)) for y in range(size)]
        self.images = []  # the images of all cells under all symmetries except the identity
        for _ in range(4):
            for each in (rows, rows[::-1]):
                self.images.append(tuple(cell for row in each for cell in row))
            rows = list(zip(*rows[::-1]))
        del self.images[0]
        names = board.cells
        #: The neighbours of each cell, with the moves that swap the two stones.
        self.pairs = [
            [(to, f"{names[cell]}-{names[to]}") for to in near]
            for cell, near in enumerate(board.neighbours)
        ]
        around = [(cell, *near) for cell, near in enumerate(board.neighbours)]
        #: The swaps that each stone can make, by its cell.
        self.exchanges = IncrementalMoves(around, self.exchanges_at)

    def symmetric(self, state):
        """Return whether a symmetry exchanges the colours and preserves fixed stones."""
        if state.stones.count("W") != state.stones.count("B"):
            return False
        exchanged = state.stones.translate(OTHER_COLOUR)
        return any(
            all(exchanged[a] == state.stones[b] for a, b in enumerate(image))
            for image in self.images
        )

    def can_flip(self, state):
        """Return whether the side to move may fix or free a stone."""
        return self.symmetry and state.ply > 0 and self.symmetric(state)

    def exchanges_at(self, stones, cell):
        other = {"w": "b", "b": "w"}.get(stones[cell])
        return [move for to, move in self.pairs[cell] if stones[to] == other]

    def swaps(self, state):
        """Yield, for each of the mover's stones, the list of its swaps, which may be empty."""
        stones = state.stones
        own = map(self.own_stone(state).lower().__eq__, stones)
        return compress(self.exchanges(stones), own)

    def legal_moves(self, state):
        moves = list(chain.from_iterable(self.swaps(state)))
        if moves and self.can_flip(state):
            moves += [FLIP + name for name in self.board.cells]
        return moves

    def apply(self, state, move):
        stones = permuted(state.stones, self.cell_permutation(state, move))
        changed = self.board.cells_named_in(move)[-1]  # the fixed or flipped stone
        stones = place_stone(stones, changed, stones[changed].swapcase())
        return Stones(stones, state.ply + 1)

    def is_over(self, state):
        return not any(self.swaps(state))

    def prompt(self, state, clicks=()):
        if clicks:
            return "Choose an adjacent stone to swap with"
        if self.can_flip(state):
            return "Swap two stones, or flip one"
        return "Choose one of your stones to swap"

    def explain_refusal(self, state, clicks, cell):
        stone, own = state.stones[cell], self.own_stone(state)
        if not clicks and stone == own:
            return "That stone is fixed"
        if not clicks and stone == own.lower():
            return "That stone has no adjacent stone to swap with"
        if clicks:
            return "Choose an adjacent mobile stone of the other colour"
        return super().explain_refusal(state, clicks, cell)

    def clicks(self, move):
        if move.startswith(FLIP):
            return [Click((cell,), 1) for cell in self.board.cells_named_in(move)]
        return super().clicks(move)

    def cell_permutation(self, state, move):
        a, *rest = self.board.cells_named_in(move)
        return {a: rest[0], rest[0]: a} if rest else {}

    def status(self, state):
        sizes = self.sizes(state)
        leader = compare_regions(self.players, sizes.values())[0]
        texts = [", ".join(map(str, sizes[own][:3])) for own in "WB"]
        return [f"groups {text}{', ahead' * (leader == seat)}" for seat, text in enumerate(texts)]

    def compiled_rules(self):
        from .fast import fast

        return fast(self)
