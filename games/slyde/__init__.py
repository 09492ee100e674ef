"""Slyde, by Mike Zapawa (2020)."""

from itertools import chain
from typing import Annotated

from puzzlekit import (
    Click,
    Example,
    IncrementalMoves,
    LessonStep,
    Piece,
    RegionGame,
    Stones,
    compare_regions,
    grid,
    permuted,
    place_stone,
    symmetries,
)
from puzzlekit import gettext as _

FLIP = "flip:"
OTHER_COLOUR = str.maketrans("wbWB", "bwBW")


class Slyde(RegionGame):
    """Swap adjacent stones, fixing yours in place, and grow the largest group.

    Slyde was invented by Mike Zapawa in 2020.
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
        "12 × 12": {},
        "8 × 8": {"size": 8},
        "10 × 10": {"size": 10},
        "8 × 8, no flips": {"size": 8, "symmetry": False},
    }

    examples = (
        Example(
            "Swap two stones",
            "The square board starts full of black and white stones, arranged like the squares of "
            "a chessboard, with a black stone on a1. White begins. Each turn, swap one of your "
            "stones with an orthogonally adjacent stone of your opponent.",
            options="4",
            move="c2-c1",
            caption="White swaps c2 with c1. The pin on c1 marks a fixed stone.",
        ),
        Example(
            "Your stone is fixed",
            "At the start, all stones are mobile. The stone that you have swapped is fixed from "
            "then on; your opponent's stone stays mobile. Both stones of a swap must be mobile.",
            options="4",
            moves="b1-a1 d4-c4",
            move="a1-b1",
            illegal=True,
            caption="The white stone on a1 is fixed.",
        ),
        Example(
            "The largest group wins",
            "The game ends when no swap is possible. A group is a set of orthogonally connected "
            "stones of one colour. The player with the largest group wins.",
            options="4",
            moves="d3-d2 a1-a2 c4-d4 b4-a4 b1-c1 b1-a1 b3-a3 b3-b4 c2-b2 c3-b3",
            move="c3-d3",
            caption="White makes the last swap and wins: a group of 7 against a group of 6.",
        ),
        Example(
            "Ties",
            "If the largest groups are equal, compare the second largest, and so on. If all "
            "groups are equal, the game is a draw.",
            options="4",
            moves="d3-d2 a1-a2 c4-d4 b4-a4 b1-c1 b1-a1 b3-a3 b3-b4 c2-b2 c3-b3",
            move="c3-c2",
            caption="Both have a group of 6. Black wins: its second group has 2 stones, not 1.",
        ),
        Example(
            "Flip in a symmetric position",
            "To discourage mirroring, if a symmetric position arises, the next player may fix or "
            "free any stone of either colour instead of swapping.",
            options="4",
            moves="c2-c1 b2-b1",
            move="flip:b1",
            caption="Black has mirrored White's swap. White frees the black stone on b1.",
        ),
        Example(
            "What symmetric means",
            "The published rules do not define symmetry. Here, a position is symmetric if some "
            "rotation or reflection of the board takes every stone to a stone of the other "
            "colour, and fixed stones to fixed stones. The game still ends when no swap is "
            "possible.",
            options="4",
            moves="c2-c1 b2-b1",
            ring="b1 c1",
            caption="A reflection exchanges the left and right halves.",
        ),
    )
    lesson = (
        LessonStep(
            "Grow the largest group",
            "You play White. Stones of one colour that touch along rows and columns form a group. "
            "At the end, the largest group wins. Here, White's group of 8 beats Black's group of "
            "4. Diagonals do not count.",
            options="4",
            moves="c4-d4 d2-d1 b3-b2 c3-d3 c3-c4 a3-a4 c2-c1 a1-b1 d2-c2 b3-a3 b3-c3",
        ),
        LessonStep(
            "Swap two stones",
            "The board starts full, and White begins. Click one of your white stones, then a "
            "black stone directly above, below, left or right of it.",
            options="4",
            answers="*",
            wrong="Click a white stone, then a black stone next to it. Diagonals do not count.",
            after="A pin marks your stone: it is fixed from now on. The black stone stays mobile.",
        ),
        LessonStep(
            "Use a mobile stone",
            "Fixed stones cannot be swapped by either player. The red crosses mark your fixed "
            "stones, a1 and b2, and also d4, which has no mobile black neighbour. Swap another "
            "white stone.",
            options="4",
            moves="b1-a1 d4-c4 b3-b2 c3-c2",
            answers="*",
            bad="a1 b2 d4",
            wrong="Both stones must be mobile, and of different colours.",
            after="Each turn fixes one stone, so the board slowly freezes.",
        ),
        LessonStep(
            "Double your group",
            "Your largest group has 4 stones. One swap connects it to others to make a group of 8. "
            "Click the white stone on c1, then c2.",
            options="4",
            moves="c2-d2 b2-a2 c4-b4 c1-b1",
            answers="c1-c2",
            wrong="Swap the white stone on c1 with the black stone on c2.",
            after="Eight stones. The one on c2 is fixed, so Black cannot swap it away again.",
        ),
        LessonStep(
            "Flip a stone",
            "Black has mirrored your swap, and the position is symmetric: mirrored left to "
            "right, every stone lands on one of the other colour. In such a position you may fix "
            "or free any stone instead of swapping. Right-click any stone.",
            options="4",
            moves="c2-c1 b2-b1",
            answers="flip:a1 flip:a2 flip:a3 flip:a4 flip:b1 flip:b2 flip:b3 flip:b4 "
            "flip:c1 flip:c2 flip:c3 flip:c4 flip:d1 flip:d2 flip:d3 flip:d4",
            wrong="Right-click a stone to fix it or to free it.",
            after="A flip fixes a mobile stone or frees a fixed one. This breaks the symmetry.",
        ),
        LessonStep(
            "Make the last swap and win",
            "Only the white stone on c3 can still be swapped: up, down or to the right. Which "
            "swap gives you the largest group?",
            options="4",
            moves="d3-d2 a1-a2 c4-d4 b4-a4 b1-c1 b1-a1 b3-a3 b3-b4 c2-b2 c3-b3",
            answers="c3-d3",
            ring="c3",
            wrong="Black would win after that swap. Swap c3 with d3, on the right.",
            after="No swap is possible any more. White wins: a group of 7 against a group of 6.",
        ),
        LessonStep(
            "Before you play",
            "If the largest groups are equal, the second largest decide, and so on. If all groups "
            "are equal, the game is a draw.",
        ),
    )
    option_notes = {
        "size": "The number of stones on each side of the board.",
        "symmetry": "“on”: in a symmetric position, the next player may flip a stone. “off”: no "
        "flips.",
    }
    notation_notes = (
        "`c3-c4` swaps your stone on c3 with the stone on c4. `flip:c3` fixes or frees the stone "
        "on c3. To flip a stone in the window, right-click it, or turn the wheel and click."
    )

    def __init__(self, size: Annotated[int, range(2, 27)] = 12, symmetry: bool = True):
        board = grid(size, size)
        super().__init__(board, ("bw"[int(x + y) % 2] for x, y in board.points))
        self.symmetry = symmetry
        self.images = symmetries(board)[1:]  # all except the identity
        names = board.cells
        #: The neighbours of each cell, with the moves that swap the two stones.
        self.pairs = [
            [(to, f"{names[cell]}-{names[to]}") for to in near]
            for cell, near in enumerate(board.neighbours)
        ]
        around = [(cell, *near) for cell, near in enumerate(board.neighbours)]
        #: The swaps that each stone can make, by its cell.
        self.exchanges = IncrementalMoves(around, self.swaps_at)

    def is_symmetric(self, state):
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
        return self.symmetry and state.ply > 0 and self.is_symmetric(state)

    def swaps_at(self, stones, cell):
        other = {"w": "b", "b": "w"}.get(stones[cell])
        return [move for to, move in self.pairs[cell] if stones[to] == other]

    def swaps_by_stone(self, state):
        """Yield, for each of the mover's stones, the list of its swaps, which may be empty."""
        own = self.own_stone(state).lower()
        pairs = zip(state.stones, self.exchanges(state.stones))
        return (swaps for stone, swaps in pairs if stone == own)

    def legal_moves(self, state):
        moves = list(chain.from_iterable(self.swaps_by_stone(state)))
        if moves and self.can_flip(state):
            moves += [FLIP + name for name in self.board.cells]
        return moves

    def apply(self, state, move):
        stones = permuted(state.stones, self.cell_permutation(state, move))
        changed = self.board.cells_named_in(move)[-1]  # the fixed or flipped stone
        stones = place_stone(stones, changed, stones[changed].swapcase())
        return Stones(stones, state.ply + 1)

    def is_over(self, state):
        return not any(self.swaps_by_stone(state))

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
        labels = [
            _("groups {sizes}, ahead") if seat == leader else _("groups {sizes}") for seat in (0, 1)
        ]
        return [label.format(sizes=text) for label, text in zip(labels, texts, strict=True)]

    def compiled_rules(self):
        from .fast import compiled_rules

        return compiled_rules(self)
