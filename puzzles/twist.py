"""A puzzle with twisting 2 × 2 faces on a rectangle."""

from typing import Annotated

from puzzlekit import Example, LessonStep, Twisty, grid, grid_faces


class Twist(Twisty):
    """Turn 2 × 2 faces until the numbers are in order.

    This is a solitaire cousin of Permute.
    """

    name = "Twist"
    presets = {"3 × 3": {}, "4 × 4": {"width": 4, "height": 4}, "2 × 4": {"width": 4, "height": 2}}

    examples = (
        Example(
            "Turn a 2 × 2 face",
            "Every square has a number. Any 2 × 2 face can be turned by 90 degrees. Click its "
            "centre to turn it clockwise, or right-click to turn it anticlockwise.",
            move="a1",
            caption="The face at the bottom left turns clockwise.",
        ),
        Example(
            "Faces overlap",
            "Neighbouring faces share squares, so a turn moves numbers from one face to the next.",
            move="a1 b2",
            caption="Two turns: first the face whose bottom left square is a1, then the one "
            "whose bottom left square is b2.",
        ),
        Example(
            "Goal",
            "The puzzle is solved when the numbers are in order, row by row.",
            options="3@123746859",
            move="a1'",
        ),
    )
    lesson = (
        LessonStep(
            "Put the numbers in order",
            "Turning 2 × 2 faces mixes the numbers. The goal is to bring them back into this "
            "order.",
            options="3",
        ),
        LessonStep(
            "Turn a 2 × 2 face",
            "Click between four numbers to turn them clockwise.",
            answers="a1 a2 b1 b2",
            wrong="For now, turn a face clockwise: use the left button.",
            after="A right-click on the same face would undo the turn.",
        ),
        LessonStep(
            "Turn a face anticlockwise",
            "The numbers at the bottom left have been turned clockwise. Right-click in the middle "
            "of this face to turn it back.",
            options="3",
            moves="a1",
            answers="a1'",
            wrong="Turn the face at the bottom left anticlockwise: use the right button.",
            after="Solved.",
        ),
        LessonStep(
            "Undo two turns",
            "Two faces have been turned clockwise: first the one at the bottom left, then the "
            "one at the top right. Undo the last turn first: right-click the face at the top "
            "right.",
            options="3",
            moves="a1 b2",
            answers="b2'",
            wrong="Turn the face at the top right anticlockwise.",
        ),
        LessonStep(
            "Undo the first turn",
            "Now turn back the other face.",
            answers="a1'",
            wrong="Turn the face at the bottom left anticlockwise.",
            after="Solved: undoing turns in reverse order always leads back.",
        ),
    )
    option_notes = {
        "width": "The number of columns.",
        "height": "The number of rows.",
    }
    notation_notes = (
        "`a1` turns the face whose bottom-left square is a1 clockwise, and `a1'` turns it "
        "anticlockwise."
    )

    def __init__(
        self,
        width: Annotated[int, range(2, 51)] = 3,
        height: Annotated[int, range(2, 51)] = 3,
    ):
        board = grid(width, height)
        faces = {board.cells[face[0]]: [face] for face in grid_faces(width, height)}
        super().__init__(board, [str(i + 1) for i in range(width * height)], faces)

    def prompt(self, state, clicks=()):
        return "Turn a 2 × 2 face"
