"""Rush Hour: bring the red car to the exit."""

from itertools import cycle
from typing import Annotated

from puzzlekit import Blocks, Piece, grid

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

    Cars and trucks move only forward and backward, one cell at a time (N. Yoshigahara, 1970s).
    They may end anywhere. The boards become harder from 1 to 10.
    """

    name = "Rush Hour"
    presets = {"first drive": {}, "rush hour": {"board": 5}, "gridlock": {"board": 10}}

    def __init__(self, board: Annotated[int, range(1, 11)] = 1):
        pieces = {
            letter: Piece("tile", colour)
            for letter, colour in zip("BCDEFGHIJKLM", cycle(COLOURS), strict=False)
        }
        super().__init__(
            grid(6, 6),
            BOARDS[board - 1],
            "...... ...... ....AA ...... ...... ......",
            pieces={"A": Piece("tile", "red"), **pieces},
            lengthwise=True,
        )
