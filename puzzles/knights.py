"""The knights puzzle in The 11th Hour."""

from typing import Literal

from puzzlekit import Example, LessonStep, Piece, Sliding, chess

ROWS = ("1 2  3 4", ". 5  6 7", ". 8  9 .", ". 10 . .")

#: (column, row) of each square, row 0 at the bottom.
SQUARES = {
    name: (x, len(ROWS) - 1 - y)
    for y, row in enumerate(ROWS)
    for x, name in enumerate(row.split())
    if name != "."
}

#: The colour of each knight, and its square at the start and at the goal.
KNIGHTS = {
    "A": ("white", "6", "1"),
    "B": ("white", "10", "3"),
    "C": ("black", "1", "6"),
    "D": ("black", "3", "10"),
}


class Knights(Sliding):
    """Swap the white knights with the black knights.

    The puzzle is from The 11th Hour (Trilobyte, 1995).
    """

    name = "Knights"
    motion = "hop"
    presets = {
        "Two colours": {},
        "Four knights": {"pieces": "distinct"},
        "Without 4 and 5": {"board": "small"},
    }

    examples = (
        Example(
            "Moves",
            "Knights move as in chess: two squares in one direction and one square to the side. "
            "They jump over the other knights and the gaps in the board. You may move any knight; "
            "colours need not alternate.",
            move="1-8",
            caption="A knight jumps from 1 to 8.",
        ),
        Example(
            "Occupied squares",
            "A knight can only jump to an empty square. There are no captures.",
            move="10-6",
            illegal=True,
            caption="Square 6 is occupied.",
        ),
        Example(
            "Goal",
            "Two white and two black knights stand on an irregular board of ten squares. White "
            "starts on 6 and 10, Black on 1 and 3. The puzzle is solved when they have traded "
            "places.",
            options="@_,_,white,_,_,black,_,white,_,black",
            move="8-1",
        ),
        Example(
            "Four different knights",
            "In this variant, every knight has its own goal: A goes to 1, B to 3, C to 6 and D to "
            "10.",
            options="distinct",
        ),
    )
    lesson = (
        LessonStep(
            "Let the knights trade places",
            "The white knights go to squares 1 and 3, the black knights to squares 6 and 10.",
        ),
        LessonStep(
            "Move a knight",
            "Click a knight, then the square to which it jumps. Only the marked knights have a "
            "free square.",
            answers="*",
            wrong="That knight has no free square, or the square is not a knight's move away.",
            after="Knights of either colour may move next: you need not alternate.",
        ),
        LessonStep(
            "Two moves to go",
            "The black knights are home. Jump from 7 to 8.",
            options="@_,_,white,_,_,black,white,_,_,black",
            answers="7-8",
            wrong="Move the white knight on 7 to square 8.",
        ),
        LessonStep(
            "One move to go",
            "One white knight is not home yet.",
            answers="8-1",
            wrong="A white knight still has to go to square 1.",
            after="Solved: White and Black have traded places.",
        ),
    )
    option_notes = {
        "pieces": "“colours”: knights of one colour are interchangeable. “distinct”: each knight "
        "has its own goal.",
        "board": "The small board omits squares 4 and 5, which form a dead end.",
    }
    notation_notes = "`1-8` moves the knight on square 1 to square 8."

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
        start, goal, looks = {}, {}, {}
        for knight, (colour, first, home) in KNIGHTS.items():
            name = knight if pieces == "distinct" else ""
            label = name or colour
            start[first] = goal[home] = label
            looks[label] = Piece("knight", colour, name)
        super().__init__(
            chess(squares),
            [goal.get(name, "") for name in squares],
            start=[start.get(name, "") for name in squares],
            pieces=looks,
        )

    def prompt(self, state, clicks=()):
        return "Choose the square to jump to" if clicks else "Choose a knight to move"

    def explain_refusal(self, state, clicks, cell):
        if clicks:
            return "A knight moves two squares, then one sideways, to an empty square"
        return "That knight has no free square" if state[cell] else "Choose a knight first"
