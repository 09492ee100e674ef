"""Draw shapes.png: a board made by each function, with the numbers of its cells."""

import os
from math import sqrt
from pathlib import Path

from puzzlekit import (
    Board,
    BoardGame,
    Piece,
    chess,
    grid,
    hexagons,
    hexhex,
    polygons,
    rhombus,
    ring,
    triangles,
)

WIDE, HIGH, COLUMNS, SCALE = 270, 220, 5, 2

HIGH_ROW = sqrt(3) / 2
RHOMBS = polygons(
    {
        "a": [(0, 0), (1, 0), (0.5, HIGH_ROW), (-0.5, HIGH_ROW)],
        "b": [(0, 0), (-0.5, HIGH_ROW), (-1, 0), (-0.5, -HIGH_ROW)],
        "c": [(0, 0), (-0.5, -HIGH_ROW), (0.5, -HIGH_ROW), (1, 0)],
    }
)

#: For each board: its caption, the board, and the form and colour of its pieces.
BOARDS = [
    ("grid(3, 2)", grid(3, 2), "tile", "plain"),
    ('grid(3, 2, shape="point")', grid(3, 2, shape="point"), "stone", "white"),
    ('grid(3, 2, shape="bare")', grid(3, 2, shape="bare"), "tile", "orange"),
    ("chess([(0, 0), (1, 0), (1, 2)])", chess([(0, 0), (1, 0), (1, 2)]), "stone", "white"),
    ("ring(5)", ring(5), "tile", "plain"),
    ("rhombus(3, 2)", rhombus(3, 2), "stone", "white"),
    ("hexhex(2)", hexhex(2), "stone", "white"),
    ("hexagons([(0, 0), (1, 0), (0, 1)])", hexagons([(0, 0), (1, 0), (0, 1)]), "tile", "plain"),
    ("triangles([(0, 0), (1, 0), ...])", triangles((x, 0) for x in range(4)), "tile", "plain"),
    ("polygons({...})", RHOMBS, "sticker", "teal"),
]


class Shown(BoardGame):
    """A board with the number of each cell on it, whose moves name the cells."""

    name = "Shown"

    def __init__(self, board: Board, form: str, colour: str) -> None:
        self.board, self.form, self.colour = board, form, colour
        board.labels = form != "sticker"

    def start(self, rng: object = None) -> str:
        """Return the only position."""
        return ""

    def legal_moves(self, state: str) -> list[str]:
        """Return the names of the cells."""
        return list(self.board.cells)

    def apply(self, state: str, move: str) -> str:
        """Change nothing."""
        return state

    def result(self, state: str) -> None:
        """Return None: the game never ends."""

    def pieces(self, state: str) -> list[Piece | None]:
        """Return pieces that show the numbers of the cells."""
        return [Piece(self.form, self.colour, str(cell)) for cell in range(len(self.board))]


def main() -> None:
    """Write the picture to the folder of this file."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    from puzzlekit.ui.settings import Settings
    from puzzlekit.ui.window.drawing.board_view import BoardView
    from puzzlekit.ui.window.drawing.canvas import Canvas, Rect
    from puzzlekit.ui.window.drawing.timeline import Timeline

    size = COLUMNS * WIDE * SCALE, -(-len(BOARDS) // COLUMNS) * HIGH * SCALE
    pygame.display.init()
    pygame.font.init()
    canvas = Canvas(pygame.display.set_mode(size), Settings(letters=True), SCALE)
    canvas.surface.fill(canvas.theme.background)
    for number, (title, board, form, colour) in enumerate(BOARDS):
        row, column = divmod(number, COLUMNS)
        box = Rect(column * WIDE * SCALE, row * HIGH * SCALE, WIDE * SCALE, HIGH * SCALE)
        rules = Shown(board, form, colour)
        inner = box.inflate(-24 * SCALE, -56 * SCALE).move(0, -12 * SCALE)
        timeline = Timeline(canvas.settings, rules.pieces(rules.start()))
        BoardView(rules, canvas, tuple(inner), timeline).draw()
        canvas.text(title, (box.centerx, box.bottom - 24 * SCALE), 15, anchor="center")
    picture = pygame.transform.smoothscale(canvas.surface, (size[0] // SCALE, size[1] // SCALE))
    pygame.image.save(picture, Path(__file__).with_suffix(".png"))


if __name__ == "__main__":
    main()
