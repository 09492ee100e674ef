"""Rubik's cube in any size."""

from typing import Annotated, Literal

from puzzlekit import OptionError, Piece, TwistySolid, even_cube, read_facelets

#: The stickers of the 3 x 3 x 3 cube that a mask keeps; all others are grey.
CENTRES = {f"{face}5" for face in "ULFRBD"}
CROSS = CENTRES | {"D2", "D4", "D6", "D8", "L8", "F8", "R8", "B8"}
F2L = CENTRES | {f"{face}{i}" for face in "LFRBD" for i in range(1, 10) if face == "D" or i > 3}
OLL = F2L | {f"U{i}" for i in range(1, 10)}
#: The keys that cubing sites use for the faces, clockwise and anticlockwise.
KEYS = {"U": "jf", "R": "ik", "F": "hg", "D": "sl", "L": "de", "B": "wo"}

MASKS = {"cross": CROSS, "F2L": F2L, "OLL": OLL}


class Cube(TwistySolid):
    """Turn the layers until every face shows one colour.

    The faces are up (U), left (L), front (F), right (R), back (B) and down (D) (E. Rubik, 1974).
    Each letter turns its face clockwise by a quarter turn; add ' to turn it anticlockwise. 2U turns
    the second layer from the top. The pocket cube, two layers wide, needs only U, R and F, because
    the corner between D, L and B stays in place.

    You can also type cubers' notation. Rw, 3Rw and r turn several layers. M, E and S turn the
    middle layer. The whole cube turns with x, y and z, so that the following letters refer to other
    faces.

    In the window, the same keys as on cubing sites turn the faces: j and f turn U, i and k turn R,
    h and g turn F, s and l turn D, d and e turn L, and w and o turn B. The second key of each pair
    turns the face anticlockwise.

    With a mask, the stickers that do not matter yet are grey: all stickers but the edges at the
    bottom (cross), the top layer (F2L, the first two layers), or only the sides of the top layer
    (OLL, the orientation of the last layer).
    """

    name = "Cube"
    keys = {key: face + way for face, pair in KEYS.items() for key, way in zip(pair, ("", "'"))}
    presets = {
        "Rubik's cube": {},
        "Pocket cube": {"size": 2},
        "4 x 4 x 4": {"size": 4},
        "cross": {"mask": "cross"},
        "first two layers": {"mask": "F2L"},
        "last layer oriented": {"mask": "OLL"},
    }

    def __init__(
        self,
        size: Annotated[int, range(2, 8)] = 3,
        mask: Literal["none", "cross", "F2L", "OLL"] = "none",
    ):
        self.size = size
        if mask != "none" and size != 3:
            raise OptionError(f"The mask {mask} needs a cube with three layers.")
        cube = even_cube(size)
        kept = MASKS.get(mask)
        cells = [f"{face}{i}" for face in "ULFRBD" for i in range(1, 10) if kept]
        super().__init__(
            cube,
            labels={cell: "x" for cell in cells if cell not in kept},
            pieces={"x": Piece("sticker", "grey")},
        )

    def decode(self, line):
        return super().decode(read_facelets(line, self.size))
