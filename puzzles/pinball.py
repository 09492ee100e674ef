"""The pinball puzzle in Shivers."""

from puzzlekit import Board, Piece, Sliding

#: The target tiles of the left and right flippers on each tile.
FLIPPERS = {
    1: (4, 2),
    2: (5, 1),
    3: (6, 2),
    4: (7, 5),
    5: (8, 2),
    6: (5, 3),
    7: (8, 4),
    8: (9, 7),
    9: (8, 6),
}

#: The original colours of tiles 3, 7, 8 and 9 are unknown; the colours here are puzzlekit's choice.
COLOURS = {
    1: "red",
    2: "orange",
    3: "yellow",
    4: "green",
    5: "white",
    6: "blue",
    7: "purple",
    8: "teal",
    9: "pink",
}

#: The number of the ball on each tile at the start. Tile 5 is empty.
START = (4, 1, 8, 6, 0, 2, 9, 7, 3)


class Pinball(Sliding):
    """Shoot every ball home to the tile of its colour.

    There are nine tiles, eight of them with a ball (Shivers, Sierra, 1995). Each tile has a left
    and a right flipper, which shoot the ball on the tile one or three tiles along the row, as the
    arrows show. A ball shot at an occupied tile bounces back, so aim at the empty tile. The puzzle
    is solved when every ball is on the tile with its number and tile 5 is empty again.

    The tiles are shown in three rows of three, because of the way the flippers connect them. In the
    original game, they form a single row of nine. Six connections go both ways and six one way
    only. The colours of tiles 3, 7, 8 and 9 are puzzlekit's choice.
    """

    name = "Pinball"
    motion = "fly"

    def __init__(self):
        points = [(1.4 * ((tile - 1) % 3), -1.4 * ((tile - 1) // 3)) for tile in FLIPPERS]
        board = Board(
            map(str, FLIPPERS),
            points,
            arcs=[(tile - 1, to - 1) for tile, ends in FLIPPERS.items() for to in ends],
            colours={tile - 1: colour for tile, colour in COLOURS.items()},
        )
        labels = [str(tile) if COLOURS[tile] != "white" else "" for tile in FLIPPERS]
        pieces = {str(tile): Piece("ball", colour, str(tile)) for tile, colour in COLOURS.items()}
        start = [str(home or "") for home in START]
        super().__init__(board, labels, start=start, pieces=pieces)

    def prompt(self, state, clicks=()):
        return "Shoot a ball at the empty tile"

    def explain_refusal(self, state, clicks, cell):
        if not state[cell]:
            return "That tile is empty: click a ball to shoot it there"
        return "Neither flipper there aims at the empty tile"
