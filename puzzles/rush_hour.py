"""Rush Hour: bring the red car to the exit."""

from itertools import cycle
from typing import Annotated

from puzzlekit import Blocks, Example, Piece, grid

#: The boards from easy to hard; A is the red car. The last two boards start as far from the exit as
#: possible, and are among the hardest of all boards (M. Fogleman, Rush, 2018).
BOARDS = (
    "BB...C D..E.C DAAE.C D..E.. F...GG F.HHH.",
    ".G.BB. .GCCDD AAH... ..H.I. EEFFI. ......",
    ".GIBBB .GICCC AAIJ.. .DDJ.K .HEE.K .HFFF.",
    "..E... ..EF.H AAEFGH ....G. DBB.G. DCC...",
    ".BBHCC ...H.J .AA.IJ DDD.IJ ..GEEE ..G.FF",
    ".BB..M ..JCCM AAJKLM HDDKL. HI.EEE HIFFGG",
    "...JBB GCCJL. GAAKLM HDDKLM H.IEE. FFI...",
    "F.BBBK F..HJK .AAHJK CCGIJ. ..GIDD EE....",
    "..IBBB ..IK.. AAJK.L CCJDDL GHEE.L GHFF..",
    "GBB.L. GHI.LM GHIAAM CCCK.M ..JKDD EEJFF.",
)

COLOURS = "green", "orange", "blue", "yellow", "purple", "teal", "pink", "lime", "brown", "grey"


class RushHour(Blocks):
    """Bring the red car to the exit, at the right end of its row.

    The puzzle was invented by Nobuyuki Yoshigahara in the 1970s.
    """

    name = "Rush Hour"
    presets = {"First drive": {}, "Rush hour": {"board": 5}, "Gridlock": {"board": 10}}

    examples = (
        Example(
            "Move a car",
            "Cars and trucks move only forward and backward, one cell at a time.",
            move="c1-b1",
        ),
        Example(
            "Goal",
            "Bring the red car to the exit, at the right end of its row. The others may end up "
            "anywhere.",
            options="1",
            moves="a6-b6 f6-f5 a5-a6 a2-a3 e2-d2 f5-f4 f4-f3 d2-c2 c2-b2 d5-d4 c1-b1 b1-a1 d4-d3 "
            "b4-c4 c4-d4",
            move="d4-e4",
        ),
    )
    option_notes = {"board": "The board number, from 1 (easiest) to 10 (hardest)."}

    def __init__(self, board: Annotated[int, range(1, 11)] = 1):
        pieces = {
            letter: Piece("tile", colour)
            for letter, colour in zip("BCDEFGHIJKLM", cycle(COLOURS), strict=False)
        }
        super().__init__(
            grid(6, 6, sides={"exit": ["f4"]}, rims={"red": ["exit"]}),
            BOARDS[board - 1],
            "...... ...... ....AA ...... ...... ......",
            pieces={"A": Piece("tile", "red"), **pieces},
            lengthwise=True,
        )
