"""Klotski: bring the large block to the exit."""

from typing import Annotated

from puzzlekit import Blocks, Example, Piece, grid

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

    The puzzle is known as Klotski, L'Âne Rouge and Huarong Dao, and was first published in the
    early twentieth century (E. Hordern, Sliding Piece Puzzles, 1986).
    """

    name = "Klotski"
    presets = {"Classic": {}, "First steps": {"board": 1}}

    examples = (
        Example(
            "Slide a block",
            "Blocks slide one cell at a time into the empty cells, without turning.",
            move="b2-b1",
        ),
        Example(
            "Goal",
            "Bring the large red block to the exit in the middle of the bottom row. The other "
            "blocks may end up anywhere.",
            options="1",
            moves="a4-a3 a5-a4 b3-c3 a3-b3 a4-a3 b5-a5 d5-c5 d4-d5 c3-c4 b3-c3 a3-b3 c3-d3 b3-c3 "
            "a5-a4 c5-b5 b5-a5 d5-c5 c5-b5 c4-c5 c3-c4 d3-c3 d2-d3 d3-d4 c2-d2 c3-c2 c4-c3 "
            "c2-c1 c3-c2 a4-b4 a2-a3 a3-a4 b2-a2 c2-b2 b2-b1 b4-b3 b5-b4 a5-b5 a4-a5 b4-c4 "
            "b5-b4 c5-b5 d4-d5 a2-a3 d2-d3 b1-a1 c1-d1",
            move="b3-b2",
        ),
    )
    option_notes = {"board": "The board number, from 1 (easiest) to 10 (hardest)."}

    def __init__(self, board: Annotated[int, range(1, 11)] = 10):
        pieces = {letter: Piece("tile", colour) for letter, colour in COLOURS.items()}
        goal = ".... .... .... .KK. .KK."
        exit_below = grid(4, 5, sides={"exit": ["b1", "c1"]}, rims={"red": ["exit"]})
        super().__init__(exit_below, BOARDS[board - 1], goal, pieces=pieces)
