"""Clobber, a whole two-player game in one file."""

from typing import Annotated

from puzzlekit import BoardGame, Piece, Result, grid


class Clobber(BoardGame):
    """Capture a neighbour; who moves last wins.

    The board is full of black and white stones, like a chequerboard. A move takes a stone of
    your own onto an orthogonally adjacent stone of the opponent, which is removed. Whoever
    cannot move loses (M. Albert, J. P. Grossman and R. Nowakowski, 2001).
    """

    name = "Clobber"
    presets = {"5 x 6": {}, "8 x 8": {"width": 8, "height": 8}}

    def __init__(
        self, width: Annotated[int, range(2, 17)] = 5, height: Annotated[int, range(2, 17)] = 6
    ):
        self.board = grid(width, height)

    def start(self, rng=None):
        stones = ("BW"[int(x + y) % 2] for x, y in self.board.points)
        return "".join(stones), 0

    def turn(self, state):
        return state[1]

    def moves(self, state):
        stones, seat = state
        own, other = "BW"[seat], "WB"[seat]
        names = self.board.cells
        return [
            f"{names[a]}-{names[b]}"
            for a, stone in enumerate(stones)
            if stone == own
            for b in self.board.neighbours[a]
            if stones[b] == other
        ]

    def play(self, state, move):
        if move not in self.moves(state):
            raise self.illegal(state, move)
        stones, seat = list(state[0]), state[1]
        a, b = self.board.named_in(move)
        stones[a], stones[b] = ".", stones[a]
        return "".join(stones), 1 - seat

    def result(self, state):
        if self.moves(state):
            return None
        winner = 1 - state[1]
        return Result(winner, f"{self.players[winner]} wins: nobody else can move")

    def look(self, state):
        stones = {"B": Piece("stone", "black"), "W": Piece("stone", "white")}
        return [stones.get(stone) for stone in state[0]]

    def evaluate(self, state, seat):
        ours, theirs = self.moves((state[0], seat)), self.moves((state[0], 1 - seat))
        return len(ours) - len(theirs)
