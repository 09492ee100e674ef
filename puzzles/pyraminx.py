"""The Pyraminx: a corner-turning tetrahedron."""

from puzzlekit import Example, TwistySolid, solid

#: The faces that meet at each corner: up, left, right, back.
CORNERS = {"U": "FLR", "L": "FDL", "R": "FRD", "B": "RLD"}


class Pyraminx(TwistySolid):
    """Turn the corners until every face shows one colour.

    The Pyraminx was invented by Uwe Meffert and published in 1981.
    """

    name = "Pyraminx"

    examples = (
        Example(
            "Turn a corner",
            "A tetrahedron with nine stickers per face stands on face D, with F in front. U, L, R "
            "and B turn the upper, left, right or back corner, with the layer below it, by a third "
            "of a turn, clockwise as seen from outside. Add ' to turn anticlockwise.",
            move="U",
        ),
        Example("Turn a tip", "u, l, r and b turn only the tip of a corner.", move="u"),
        Example(
            "Goal",
            "The puzzle is solved when every face shows one colour.",
            moves="R U",
            move="U' R'",
        ),
    )

    def __init__(self):
        whole = solid("tetrahedron", vertices=[1 / 3, 5 / 3])
        tips = {name: whole.turns[corner] for name, corner in CORNERS.items()}
        turns = {name: tip._replace(low=tip.low - 1) for name, tip in tips.items()}
        turns |= {name.lower(): tip for name, tip in tips.items()}
        super().__init__(whole.with_turns(turns))

    def write_scramble(self, word):
        # Tips come last, as in WCA scrambles. They commute with all other turns.
        return super().write_scramble(tuple(sorted(word, key=lambda turn: turn[0].islower())))
