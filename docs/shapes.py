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

TILE, STONE = Piece("tile"), Piece("stone", "white")

#: For each board: its caption, the board, and its pieces.
BOARDS = [
    ("grid(3, 2)", grid(3, 2), TILE),
    ('grid(3, 2, shape="point")', grid(3, 2, shape="point"), STONE),
    ('grid(3, 2, shape="bare")', grid(3, 2, shape="bare"), Piece("tile", "orange")),
    ("chess([(0, 0), (1, 0), (1, 2)])", chess([(0, 0), (1, 0), (1, 2)]), STONE),
    ("ring(5)", ring(5), TILE),
    ("rhombus(3, 2)", rhombus(3, 2), STONE),
    ("hexhex(2)", hexhex(2), STONE),
    ("hexagons([(0, 0), (1, 0), (0, 1)])", hexagons([(0, 0), (1, 0), (0, 1)]), TILE),
    ("triangles([(0, 0), (1, 0), ...])", triangles((x, 0) for x in range(4)), TILE),
    ("polygons({...})", RHOMBS, Piece("sticker", "teal")),
]


class Shown(BoardGame):
    """A board with the number of each cell on it, whose moves name the cells."""

    name = "Shown"

    def __init__(self, board: Board, piece: Piece) -> None:
        self.board, self.piece = board, piece
        board.labels = piece.form != "sticker"

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

    def pieces(self, state: str) -> list[Piece]:
        """Return pieces that show the numbers of the cells."""
        return [self.piece._replace(text=str(cell)) for cell in range(len(self.board))]


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
    for number, (title, board, piece) in enumerate(BOARDS):
        row, column = divmod(number, COLUMNS)
        box = Rect(column * WIDE * SCALE, row * HIGH * SCALE, WIDE * SCALE, HIGH * SCALE)
        rules = Shown(board, piece)
        inner = box.inflate(-24 * SCALE, -56 * SCALE).move(0, -12 * SCALE)
        timeline = Timeline(canvas.settings, rules.pieces(rules.start()))
        place = inner.left, inner.top, inner.width, inner.height
        BoardView(rules, canvas, place, timeline).draw()
        canvas.text(title, (box.centerx, box.bottom - 24 * SCALE), 15, anchor="center")
    picture = pygame.transform.smoothscale(canvas.surface, (size[0] // SCALE, size[1] // SCALE))
    pygame.image.save(picture, Path(__file__).with_suffix(".png"))


if __name__ == "__main__":
    main()
