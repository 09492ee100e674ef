"""The 15-puzzle, on any rectangle."""

from typing import Annotated

from puzzlekit import Example, LessonStep, Sliding, grid


class Fifteen(Sliding):
    """Slide the numbered tiles until they are in order.

    The puzzle was invented by N. P. Chapman in 1874.
    """

    name = "15-puzzle"
    presets = {"4 × 4": {}, "3 × 3": {"width": 3, "height": 3}, "5 × 5": {"width": 5, "height": 5}}

    examples = (
        Example(
            "Slide a tile",
            "One cell is empty. Slide a tile that is next to the hole into it.",
            options="3,height=3",
            move="c2-c1",
            caption="Tile 6 slides down, and the hole moves up.",
        ),
        Example(
            "Several tiles",
            "Click a tile farther from the hole, in line with it, to slide it and all tiles in "
            "between. Each tile counts as a move.",
            options="3,height=3",
            move="b1-c1 a1-b1",
        ),
        Example(
            "Other tiles",
            "Tiles cannot be lifted, and tiles that are not in line with the hole cannot move.",
            options="3,height=3",
            move="a3-c1",
            illegal=True,
            caption="Tile 1 is not in line with the hole.",
        ),
        Example(
            "Goal",
            "The puzzle is solved when the numbers are in order, row by row, with the hole at the "
            "bottom right.",
            options="3,height=3@1,2,3,4,5,6,7,_,8",
            move="c1-b1",
        ),
    )
    lesson = (
        LessonStep(
            "Put the numbers in order",
            "The numbers must be in order, row by row, with the hole at the bottom right. This is "
            "the goal.",
            options="3,height=3",
        ),
        LessonStep(
            "Slide a tile into the hole",
            "Click a tile next to the hole, or use the arrow keys and Enter.",
            answers="*",
            wrong="Only tiles next to the hole can slide.",
            after="The tile and the hole have exchanged places.",
        ),
        LessonStep(
            "Two moves to go",
            "Which tile is out of place and next to the hole?",
            options="3,height=3@1,2,3,4,5,6,_,7,8",
            answers="b1-a1",
            wrong="Slide tile 7 into the corner.",
        ),
        LessonStep(
            "One move to go",
            "Slide the last tile into place.",
            answers="c1-b1",
            wrong="Tile 8 is not in place yet.",
            after="Solved. In the game, the tiles are mixed, and every position can be solved.",
        ),
    )
    option_notes = {
        "width": "The number of columns.",
        "height": "The number of rows.",
    }
    notation_notes = "`c2-c1` slides the tile on c2 to the hole on c1."

    def __init__(
        self,
        width: Annotated[int, range(2, 51)] = 4,
        height: Annotated[int, range(2, 51)] = 4,
    ):
        tiles = map(str, range(1, width * height))
        super().__init__(grid(width, height), [*tiles, ""])

    def prompt(self, state, clicks=()):
        return "Slide a tile into the hole"

    def explain_refusal(self, state, clicks, cell):
        if not state[cell]:
            return "That is the hole: click a tile next to it"
        return "Only tiles in line with the hole can slide"
