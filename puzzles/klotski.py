"""Klotski: bring the large block to the exit."""

from typing import Annotated

from puzzlekit import Blocks, Piece, grid

#: Boards of four columns and five rows, most of them from the Chinese game Huarong Dao; board 10
#: is the classic one. K is the large block.
BOARDS = (
    "pKKq rKKs .HH. ABCD ABCD",
    "pKKq rKKs ABCD ABCD .HH.",
    "AKKp AKKq BCDr BCDs .HH.",
    "AKKB AKKB pqrs CHHD C..D",
    ".KK. AKKB ACDB rCDs pHHq",
    "pKKq AKKB ACDB rCDs .HH.",
    "AKKB AKKB pHHq CrsD C..D",
    "pKKq AKKB AHHB CrsD C..D",
    "AKKB AKKB HHCD pqCD r..s",
    "AKKB AKKB CHHD CpqD r..s",
)

COLOURS = (
    {"K": "red", "H": "teal"} | dict.fromkeys("ABCD", "blue") | dict.fromkeys("pqrs", "yellow")
)


class Klotski(Blocks):
    """Bring the large red block to the exit in the middle of the bottom row.

    Blocks slide one cell at a time into the empty cells, without turning. The other blocks may end
    anywhere. The puzzle is known as Klotski, L'Âne Rouge and Huarong Dao, and was first published
    in the early twentieth century (E. Hordern, Sliding Piece Puzzles, 1986). The boards become
    harder from 1 to 10.
    """

    name = "Klotski"
    presets = {"classic": {}, "first steps": {"board": 1}}

    def __init__(self, board: Annotated[int, range(1, 11)] = 10):
        pieces = {letter: Piece("tile", colour) for letter, colour in COLOURS.items()}
        goal = ".... .... .... .KK. .KK."
        super().__init__(grid(4, 5), BOARDS[board - 1], goal, pieces=pieces)
