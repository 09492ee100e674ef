"""A tiny game for the tests of `check`."""

from typing import Annotated

from puzzlekit import Piece, Result, Rules, grid


class Line(Rules):
    """Place stones on a row of squares in turn; the player who places the last stone wins."""

    name = "Line"
    players = ("Black", "White")
    reserve = 2

    def __init__(self, squares: Annotated[int, range(2, 2000)] = 3):
        self.board = grid(squares, 1)

    def start(self, rng=None):
        return ""

    def legal_moves(self, state):
        return [cell for cell in self.board.cells if cell not in state]

    def play(self, state, move):
        if move not in self.legal_moves(state):
            raise self.illegal_move(state, move)
        return state + move

    def result(self, state):
        full = len(state) == 2 * len(self.board)
        return Result((len(state) // 2 - 1) % 2, "The last stone wins") if full else None

    def pieces(self, state):
        return [Piece("stone", "black") if c in state else None for c in self.board.cells]

    def turn(self, state):
        return len(state) // 2 % 2
