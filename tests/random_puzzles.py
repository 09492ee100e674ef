"""Random small puzzles for comparing searches."""

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
