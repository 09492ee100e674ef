"""The pinball puzzle in Shivers."""

from puzzlekit import Board, Example, LessonStep, Piece, Sliding

#: The target tiles of the left and right flippers on each tile.
FLIPPERS = {
    "1": ("4", "2"),
    "2": ("5", "1"),
    "3": ("6", "2"),
    "4": ("7", "5"),
    "5": ("8", "2"),
    "6": ("5", "3"),
    "7": ("8", "4"),
    "8": ("9", "7"),
    "9": ("8", "6"),
}

#: The original colours of tiles 3, 7, 8 and 9 are unknown; the colours here are puzzlekit's choice.
COLOURS = {
    "1": "red",
    "2": "orange",
    "3": "yellow",
    "4": "green",
    "5": "white",
    "6": "blue",
    "7": "purple",
    "8": "teal",
    "9": "pink",
}

#: The ball on each tile at the start and at the goal; tile 5 is empty.
START = ("4", "1", "8", "6", "", "2", "9", "7", "3")
GOAL = ("1", "2", "3", "4", "", "6", "7", "8", "9")


class Pinball(Sliding):
    """Shoot every ball home to the tile of its colour.

    The puzzle is from Shivers (Sierra, 1995). There, the tiles form a single row of nine, and a
    flipper shoots one or three tiles along the row. Here, they are shown in three rows of three,
    because of the way the flippers connect them. The colours of tiles 3, 7, 8 and 9 are
    puzzlekit's choice.
    """

    name = "Pinball"
    motion = "fly"

    examples = (
        Example(
            "Shoot at the empty tile",
            "Eight of the nine tiles hold a ball. Each tile has two flippers, which shoot its ball "
            "along the arrows. A ball can only go to the empty tile.",
            move="2-5",
            caption="The ball on tile 2 flies to tile 5. Now tile 2 is empty.",
        ),
        Example(
            "Occupied tiles",
            "You cannot shoot a ball at an occupied tile: it would bounce back.",
            move="1-2",
            illegal=True,
            caption="There is a ball on tile 2.",
        ),
        Example(
            "One-way connections",
            "Six connections go both ways and six go one way only.",
            options="@123_86479",
            move="1-4",
            caption="Tile 1 shoots at tile 4, but no flipper shoots from tile 4 back to tile 1.",
        ),
        Example(
            "Goal",
            "The puzzle is solved when every ball is on the tile with its number and tile 5 is "
            "empty again.",
            options="@1234867_9",
            move="5-8",
        ),
    )
    lesson = (
        LessonStep(
            "Bring every ball home",
            "Each ball belongs on the tile with its number and colour. Tile 5 must be empty at the "
            "end. The arrows show where the flippers of each tile shoot.",
        ),
        LessonStep(
            "Shoot a ball onto the empty tile",
            "Click a ball with an arrow to the empty tile. Those balls are marked.",
            answers="*",
            wrong="No flipper there aims at the empty tile. Click one of the marked balls.",
            after="The ball's old tile is now empty, so other balls can move.",
        ),
        LessonStep(
            "Look for the way back",
            "A connection with one arrow goes one way only. Tile 1 can shoot at tile 4, but tile 4 "
            "cannot shoot back. Shoot ball 1 to the empty tile 4.",
            options="@123_86479",
            answers="1-4",
            wrong="Shoot the ball on tile 1 along its arrow to tile 4.",
            after="To bring this ball back to tile 1, you need a detour via tiles 5 and 2.",
        ),
        LessonStep(
            "Two shots to go",
            "Only balls 7 and 8 are not home yet. First shoot ball 7, which is on tile 8, to the "
            "empty tile 7.",
            options="@123486_79",
            answers="8-7",
            wrong="Shoot the ball on tile 8: it is ball 7 and belongs on tile 7.",
        ),
        LessonStep(
            "One shot to go",
            "Ball 8 is on tile 5. Shoot it home.",
            answers="5-8",
            wrong="Shoot the ball on tile 5 to tile 8.",
            after="Solved: every ball is home, and tile 5 is empty. The actual puzzle starts "
            "farther from the goal. Ask for a hint (F2) at any time.",
        ),
    )
    notation_notes = "`2-5` shoots the ball on tile 2 to tile 5."

    def __init__(self):
        points = [(1.4 * (i % 3), -1.4 * (i // 3)) for i in range(9)]
        arcs = [(tile, to) for tile, ends in FLIPPERS.items() for to in ends]
        board = Board(FLIPPERS, points, arcs=arcs, colours=COLOURS)
        pieces = {tile: Piece("ball", colour, tile) for tile, colour in COLOURS.items()}
        super().__init__(board, GOAL, start=START, pieces=pieces)

    def prompt(self, state, clicks=()):
        return "Shoot a ball onto the empty tile"

    def explain_refusal(self, state, clicks, cell):
        if not state[cell]:
            return "That tile is empty: click a ball to shoot it there"
        return "Neither flipper there aims at the empty tile"
