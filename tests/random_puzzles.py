"""Small puzzles for comparing searches."""

import random

from puzzlekit import Board, Twisty, ring


class Permutations(Twisty):
    """Random permutations of a ring, with some identical pieces."""

    name = "Permutations"

    def __init__(self, seed):
        rng = random.Random(seed)
        size = rng.randrange(4, 9)
        goal = [rng.choice("abcdefgh"[: rng.randrange(2, 9)]) for _ in range(size)]
        moves = {}
        for name in "LMN"[: rng.randrange(1, 4)]:
            cells = rng.sample(range(size), rng.randrange(2, size + 1))
            moves[name] = [cells]
        super().__init__(ring(size), goal, moves)


class Bandaged(Twisty):
    """A ring on which T is legal only if piece 1 is not on its cells."""

    name = "Bandaged"

    def __init__(self):
        super().__init__(ring(7), "1234567", {"L": [range(7)], "T": [(0, 1, 2)]})

    def legal_moves(self, state):
        return [move for move in self.twists if move[0] == "L" or "1" not in state[:3]]

    def play(self, state, move):
        if move not in self.legal_moves(state):
            raise self.illegal_move(state, move)
        return super().play(state, move)


class Framed(Bandaged):
    """The same puzzle with a declared `frame`."""

    def frame(self, state):
        return state.index("1")


class Twisted(Twisty):
    """Pieces of three stickers that twist as they cycle, two of them identical."""

    name = "Twisted"

    def __init__(self, alike):
        points = [(x, y) for x in range(4) for y in range(3)]
        names = [f"{'abcd'[x]}{y}" for x, y in points]
        goal = names[:9] + names[6:9] if alike else names
        turn = [(0, 3, 6, 9), (1, 4, 7, 10), (2, 5, 8, 11)]
        swap = [(0, 4), (1, 5), (2, 3)]
        super().__init__(Board(names, points), goal, {"T": turn, "S": swap})
