"""The Megaminx: a face-turning dodecahedron."""

from puzzlekit import Example, Turn, TwistySolid, solid


class Megaminx(TwistySolid):
    """Turn the faces until each shows one colour.

    The Megaminx is the dodecahedral relative of Rubik's cube, from the early 1980s.
    """

    name = "Megaminx"

    examples = (
        Example(
            "Turn a face",
            "The puzzle is a dodecahedron with eleven stickers per face. A move turns a face by a "
            "fifth of a turn, clockwise as seen from outside. Add ' to turn it anticlockwise.",
            move="F",
        ),
        Example(
            "Names of faces",
            "Each face is named by one or two letters. U is at the top. Around it, from the front "
            "towards the right, are F, R, BR, BL and L. Around D, at the bottom, are FR, DR, B, DL "
            "and FL.",
            move="R U'",
        ),
        Example(
            "Goal",
            "The puzzle is solved when each face shows one colour.",
            moves="R U",
            move="U' R'",
        ),
    )
    notation_notes = (
        "A move has the name of the face that it turns. In scrambles, R++ and R-- turn "
        "everything except L by two fifths of a turn, clockwise or anticlockwise as seen from the "
        "right. D++ and D-- turn everything except U."
    )

    def __init__(self):
        whole = solid("dodecahedron", faces=[0.7])
        notation = {}
        for name, fixed in {"R": "L", "D": "U"}.items():
            face = whole.turns[fixed]
            low, high = (0, 1) if face.low == 2 else (1, 2)
            notation[name + "++"] = Turn(face.line, low, high, -2 * face.steps)
            notation[name + "--"] = Turn(face.line, low, high, 2 * face.steps)
        super().__init__(whole.with_turns(whole.turns, notation))

    def competition_scramble(self, rng):
        turns = []
        for _line in range(7):
            turns += [face + rng.choice(("++", "--")) for face in "RDRDRDRDRD"]
            turns.append("U" if turns[-1] == "D++" else "U'")
        return " ".join(turns)
