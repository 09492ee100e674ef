"""Rubik's cube in any size."""

import re
from collections import Counter
from itertools import groupby
from typing import Annotated, Literal

from puzzlekit import (
    Example,
    LessonStep,
    OptionError,
    Piece,
    TwistySolid,
    cube_keys,
    even_cube,
    read_facelets,
)

#: The stickers of the 3 x 3 x 3 cube, and those that each mask keeps; all others are grey.
STICKERS = {f"{face}{i}" for face in "ULFRBD" for i in range(1, 10)}
CENTRES = {f"{face}5" for face in "ULFRBD"}
CROSS = CENTRES | {"D2", "D4", "D6", "D8", "L8", "F8", "R8", "B8"}
F2L = CENTRES | {f"{face}{i}" for face in "LFRBD" for i in range(1, 10) if face == "D" or i > 3}
OLL = F2L | {f"U{i}" for i in range(1, 10)}

MASKS = {"none": STICKERS, "cross": CROSS, "F2L": F2L, "OLL": OLL}

#: The axis of each face.
AXES = {"U": "y", "D": "y", "R": "x", "L": "x", "F": "z", "B": "z"}


def turn_name(face, layers):
    """Return the name of a turn of a number of layers, such as R, Rw and 3Rw."""
    if layers == 1:
        return face
    return f"{face}w" if layers == 2 else f"{layers}{face}w"


class Cube(TwistySolid):
    """Turn the layers until every face shows one colour.

    The cube was invented by Ernő Rubik in 1974.
    """

    name = "Cube"
    presets = {
        "Rubik's cube (3 × 3 × 3)": {},
        "Pocket cube (2 × 2 × 2)": {"size": 2},
        "4 × 4 × 4": {"size": 4},
        "Cross": {"mask": "cross"},
        "First two layers": {"mask": "F2L"},
        "Last layer oriented": {"mask": "OLL"},
    }

    examples = (
        Example(
            "Turn a layer",
            "Drag a sticker to turn its layer by a quarter turn. Drag outside the cube to look at "
            "it from another side.",
            move="R",
            caption="R turns the right face clockwise, as seen from the right.",
        ),
        Example(
            "Names of moves",
            "The faces are up (U), left (L), front (F), right (R), back (B) and down (D). A letter "
            "turns its face clockwise; ' turns it anticlockwise, and 2 turns it twice. 2U turns "
            "the second layer from the top.",
            move="U' F2",
            caption="U' F2 turns the upper face anticlockwise, then the front face twice.",
        ),
        Example(
            "Goal",
            "The cube is solved when every face shows one colour.",
            moves="R U",
            move="U' R'",
        ),
        Example(
            "Pocket cube",
            "The pocket cube, two layers wide, needs only U, R and F, because the corner between "
            "D, L and B stays in place.",
            options="2",
        ),
        Example(
            "Masks",
            "With a mask, the stickers that do not matter yet are grey: all stickers but the "
            "centres and the bottom edges (cross), the top layer except its centre (F2L, the "
            "first two layers), or only the sides of the top layer (OLL, the orientation of the "
            "last layer).",
            options="3,mask=F2L",
        ),
    )
    lesson = (
        LessonStep(
            "Give every face one colour",
            "The cube is solved when every face shows one colour, as here. Drag outside the cube "
            "to look at it from all sides.",
            options="3",
        ),
        LessonStep(
            "Turn a layer",
            "Drag a sticker along its layer; a short drag is enough.",
            answers="*",
            after="Every turn moves a whole layer. Centres never change places.",
        ),
        LessonStep(
            "Turn the right face back",
            "The right face has been turned clockwise (R). Turn it back anticlockwise (R'): on the "
            "green front face, drag a yellow sticker down.",
            options="3",
            moves="R",
            answers="R'",
            wrong="Turn the right face, in the other direction.",
            after="Solved again. A letter turns its face clockwise, and ' means anticlockwise.",
        ),
        LessonStep(
            "Undo two turns",
            "First the right face was turned (R), then the upper face (U). Begin with the upper "
            "face: turn it back with U'.",
            options="3",
            moves="R U",
            answers="U'",
            wrong="Turn the upper face anticlockwise, as seen from above.",
        ),
        LessonStep(
            "Undo the first turn",
            "Now turn the right face back: R'.",
            answers="R'",
            wrong="Turn the right face anticlockwise, as seen from the right.",
            after="Solved. Any scrambled cube can be solved in at most 20 face turns. A hint (F2) "
            "shows the next turn.",
        ),
    )
    option_notes = {
        "size": "The number of layers.",
        "mask": "The stickers that count; all others are grey. See Masks under Rules.",
    }
    notation_notes = (
        "Type moves in cubers' notation. Rw, 3Rw and r turn several layers. M, E and S turn the "
        "middle layer. The whole cube turns with x, y and z, so that the following letters refer "
        "to other faces. The keys of cubing sites work as well; the Keys tab lists them. A turn "
        "of the whole cube by a key also applies to all later keys."
    )

    def __init__(
        self,
        size: Annotated[int, range(2, 8)] = 3,
        mask: Literal["none", "cross", "F2L", "OLL"] = "none",
    ):
        self.size = size
        if mask != "none" and size != 3:
            raise OptionError(f"The mask {mask} needs a cube with three layers.")
        cube = even_cube(size)
        self.keys = cube_keys({*cube.turns, *cube.notation})
        super().__init__(
            cube,
            labels=dict.fromkeys(STICKERS - MASKS[mask], "x"),
            pieces={"x": Piece("sticker", "grey")},
        )

    def read_notation(self, line):
        # A rotation can be written with brackets: [r2] is x2.
        return re.sub(r"\[([urfdlb])(2?'?|'2)\]", lambda m: f" {m[1].upper()}v{m[2]}", line)

    def write_scramble(self, word):
        # In wide turns, as WCA scrambles have them: 2R is Rw R'.
        turns = []
        for face, run in groupby(word, key=lambda turn: turn[0].lstrip("234567")):
            if face not in "URFDLB":  # such as Rw or x
                turns += run
                continue
            layers = Counter()
            for name, exponent in run:
                layers[int(name[:-1] or 1)] += exponent
            for depth in range(max(layers), 0, -1):
                exponent = (layers[depth] - layers[depth + 1] + 1) % 4 - 1
                turns.append((turn_name(face, depth), exponent))
        return super().write_scramble(tuple(turn for turn in turns if turn[1]))

    def competition_scramble(self, rng):
        if self.size < 5:
            return None
        layers = [
            (face, width)
            for face in "URFDLB"
            for width in range(1, self.size // 2 + 1)
            if 2 * width < self.size or face in "URF"  # else the same as the opposite turn
        ]
        turns, used = [], set()
        while len(turns) < 20 * (self.size - 2):
            face, width = rng.choice(layers)
            used = {turn for turn in used if AXES[turn[0]] == AXES[face]}
            if (face, width) not in used:
                used.add((face, width))
                turns.append(turn_name(face, width) + rng.choice(("", "2", "'")))
        return " ".join(turns)

    def arrange_labels(self, line):
        return read_facelets(line, self.size)
