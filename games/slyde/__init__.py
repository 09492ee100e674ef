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
    """Swap a stone of yours with a neighbour of the other colour; it stays there for good.

    The square board is full of black and white stones, like a chessboard with a black corner a1;
    all are mobile. White begins. A turn exchanges a mobile stone of one's own with an orthogonally
    adjacent mobile stone of the opponent. One's own stone is fixed from then on, the other one
    stays mobile.

    The game ends when nothing can be exchanged. A group is a set of stones of one colour that
    hang together along rows and columns. The player with the largest group wins; if these are
    equal, the second largest decides, and so on; if all are equal, it is a draw.

    Against mirroring: if a symmetric position arises, the next player may, instead of a turn, fix
    any one mobile stone or make any one fixed stone mobile, of either colour. The published rules
    do not say what is symmetric. Here a position is if some rotation or reflection of the board
    takes every stone to one of the other colour, fixed ones to fixed ones; and this does not keep
    a game going in which nothing can be exchanged. symmetry=off plays without.

    `c3-c4` exchanges your stone on c3 with that on c4; `flip:c3` changes the state of c3 (the
    right button, or the wheel and a click).
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
        self.images = []  # of all cells in their order, under all symmetries but the identity
        for _ in range(4):
            for each in (rows, rows[::-1]):
                self.images.append(tuple(cell for row in each for cell in row))
            rows = list(zip(*rows[::-1]))
        del self.images[0]
        names = board.cells
        #: With what each stone can change places, and by which move.
        self.pairs = [
            [(to, f"{names[cell]}-{names[to]}") for to in near]
            for cell, near in enumerate(board.neighbours)
        ]
        around = [(cell, *near) for cell, near in enumerate(board.neighbours)]
        #: The exchanges of each stone.
        self.exchanges = IncrementalMoves(around, self.exchanges_at)

    def symmetric(self, state):
        """Tell whether a symmetry exchanges the colours and keeps what is fixed."""
        if state.stones.count("W") != state.stones.count("B"):
            return False
        exchanged = state.stones.translate(OTHER_COLOUR)
        return any(
            all(exchanged[a] == state.stones[b] for a, b in enumerate(image))
            for image in self.images
        )

    def can_flip(self, state):
        """Tell whether the mover may change the state of a stone."""
        return self.symmetry and state.ply > 0 and self.symmetric(state)

    def exchanges_at(self, stones, cell):
        other = {"w": "b", "b": "w"}.get(stones[cell])
        return [move for to, move in self.pairs[cell] if stones[to] == other]

    def swaps(self, state):
        """Yield the exchanges of each stone of the mover, which may be none."""
        stones = state.stones
        own = map(self.own_stone(state).lower().__eq__, stones)
        return compress(self.exchanges(stones), own)

    def legal_moves(self, state):
        found = list(chain.from_iterable(self.swaps(state)))
        if found and self.can_flip(state):
            found += [FLIP + name for name in self.board.cells]
        return found

    def apply(self, state, move):
        stones = permuted(state.stones, self.cell_permutation(state, move))
        changed = self.board.cells_named_in(move)[-1]  # fixed from now on, or flipped
        stones = place_stone(stones, changed, stones[changed].swapcase())
        return Stones(stones, state.ply + 1)

    def is_over(self, state):
        return not any(self.swaps(state))

    def prompt(self, state, touches=()):
        if touches:
            return "Choose the neighbour that changes places with it"
        if self.can_flip(state):
            return "Exchange two neighbours, or flip a stone"
        return "Choose a stone to exchange with a neighbour"

    def explain_refusal(self, state, touches, cell):
        stone, own = state.stones[cell], self.own_stone(state)
        if not touches and stone == own:
            return "That stone is fixed: it stays there for good"
        if not touches and stone == own.lower():
            return "No neighbour of that stone can be exchanged with it"
        if touches:
            return "It changes places with a neighbour of the other colour"
        return super().explain_refusal(state, touches, cell)

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
