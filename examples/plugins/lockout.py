"""Lockout: pieces that glide until another piece stops them."""

from typing import Annotated

from puzzlekit import Gliding, Piece, grid

#: R is the red piece. The boards were found by a search and are ordered from easy to hard.
BOARDS = (
    "CE... ...R. ..... B..D. ...A.",
    "..D.. ..... .A.B. ....E C..R.",
    "R...D ..... ....B ..... C..AE",
)


class Lockout(Gliding):
    """Bring the red piece to the middle.

    A piece glides in a row or column until it meets another piece, in the manner of Lunar Lockout
    (H. Yamamoto, 1989). It cannot leave the board.
    """

    name = "Lockout"

    def __init__(self, board: Annotated[int, range(1, 4)] = 1) -> None:
        goal = "..... ..... ..R.. ..... ....."
        pieces = {"R": Piece("ball", "red")} | dict.fromkeys("ABCDE", Piece("ball", "grey"))
        super().__init__(grid(5, 5), BOARDS[board - 1], goal, pieces=pieces)
