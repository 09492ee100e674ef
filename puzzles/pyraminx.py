"""The Pyraminx: a tetrahedron with turning corners."""

from puzzlekit import TwistySolid, solid

#: The faces that meet at each corner: up, left, right, back.
CORNERS = {"U": "FLR", "L": "FDL", "R": "FRD", "B": "RLD"}


class Pyraminx(TwistySolid):
    """Turn the corners until every face shows one colour.

    A tetrahedron with nine stickers per face stands on face D, with F in front (U. Meffert, 1981).
    U, L, R and B turn the upper, left, right or back corner, with the layer below it, by a third of
    a turn, clockwise as seen from outside; u, l, r and b turn only the tip. Add ' to turn
    anticlockwise.
    """

    name = "Pyraminx"

    def __init__(self):
        whole = solid("tetrahedron", vertices=[1 / 3, 5 / 3])
        tips = {name: whole.turns[corner] for name, corner in CORNERS.items()}
        turns = {name: tip._replace(low=tip.low - 1) for name, tip in tips.items()}
        turns |= {name.lower(): tip for name, tip in tips.items()}
        super().__init__(whole.with_turns(turns))
