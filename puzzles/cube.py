"""Rubik's cube and its sisters."""

from typing import Annotated

from puzzlekit import FACE_COLOURS, Piece, Twisty, cube_board, cube_turns


class Cube(Twisty):
    """Turn the layers until every face shows one colour.

    The cube is shown unfolded: U up, L left, F front, R right, B back, D down. A letter
    turns that face clockwise by a quarter, with ' the other way; 2U turns the second layer
    from the top (E. Rubik, 1974). On the pocket cube, two layers wide, turning U, R and F is
    enough: the corner between D, L and B stays where it is.
    """

    name = "Cube"
    presets = {"Rubik's cube": {}, "Pocket cube": {"size": 2}, "4 x 4 x 4": {"size": 4}}

    def __init__(self, size: Annotated[int, range(2, 8)] = 3):
        board = cube_board(size)
        goal = [cell[0] for cell in board.cells]
        pieces = {face: Piece("sticker", colour, face) for face, colour in FACE_COLOURS.items()}
        turns = cube_turns(size)
        # A face is clicked in its middle; inner layers have buttons only.
        handles = {
            name: [i for i, cell in enumerate(board.cells) if cell[0] == name] for name in turns
        }
        super().__init__(board, goal, turns, pieces=pieces, handles=handles)
