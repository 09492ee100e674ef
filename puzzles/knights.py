"""The knights puzzle in The 11th Hour."""

from typing import Literal

from puzzlekit import Piece, Sliding, chess

DRAWING = """
1 2  3 4
. 5  6 7
. 8  9 .
. 10 . .
"""

#: (column, row) of each square, row 0 at the bottom.
SQUARES = {
    name: (x, -y)
    for y, row in enumerate(DRAWING.split("\n")[1:5], -3)
    for x, name in enumerate(row.split())
    if name != "."
}

#: The square of each knight at the start and at the goal.
KNIGHTS = {"A": ("6", "1"), "B": ("10", "3"), "C": ("1", "6"), "D": ("3", "10")}
WHITE = "AB"


class Knights(Sliding):
    """Swap the white knights with the black knights.

    Two white and two black knights stand on an irregular board of ten squares (The 11th Hour,
    Trilobyte, 1995). Knights move as in chess, but only to empty squares; colours need not
    alternate. White starts on 6 and 10, Black on 1 and 3. The puzzle is solved when they have
    traded places.

    With pieces=distinct, every knight has its own goal: A goes to 1, B to 3, C to 6 and D to 10.
    board=small omits squares 4 and 5, which form a dead end.
    """

    name = "Knights"
    motion = "hop"
    presets = {
        "Two colours": {},
        "Four knights": {"pieces": "distinct"},
        "Without 4 and 5": {"board": "small"},
    }

    def __init__(
        self,
        pieces: Literal["colours", "distinct"] = "colours",
        board: Literal["full", "small"] = "full",
    ):
        squares = {
            name: place
            for name, place in SQUARES.items()
            if board == "full" or name not in ("4", "5")
        }
        labels = {
            knight: knight if pieces == "distinct" else "white" if knight in WHITE else "black"
            for knight in KNIGHTS
        }
        start = {KNIGHTS[knight][0]: label for knight, label in labels.items()}
        goal = {KNIGHTS[knight][1]: label for knight, label in labels.items()}
        super().__init__(
            chess(squares),
            [goal.get(name, "") for name in squares],
            start=[start.get(name, "") for name in squares],
            pieces={
                label: Piece(
                    "knight",
                    "white" if knight in WHITE else "black",
                    knight if pieces == "distinct" else "",
                )
                for knight, label in labels.items()
            },
        )

    def prompt(self, state, clicks=()):
        return "Choose the square to jump to" if clicks else "Choose a knight to move"

    def explain_refusal(self, state, clicks, cell):
        if clicks:
            return "A knight moves two squares, then one sideways, to an empty square"
        return "That knight has no free square" if state[cell] else "Choose a knight first"
