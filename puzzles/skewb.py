"""The Skewb: a cube that halves turn about its corners."""

from puzzlekit import TwistySolid, solid

#: The corners that are turned: all that share no half with the one between U, R and F.
CORNERS = {"R": "DRB", "U": "ULB", "L": "DLF", "B": "DBL"}


class Skewb(TwistySolid):
    """Turn halves of the cube until every face shows one colour.

    Each turn takes the half about a corner by a third, clockwise seen from there, with ' the
    other way (T. Durham, 1982). Seen with the corner between U, R and F in front, R is the corner
    on the right, L on the left, U on top at the back, and B below at the back. These four are
    enough: the corner in front stays where it is.
    """

    name = "Skewb"

    def __init__(self):
        whole = solid("cube", vertices=[0])
        super().__init__(
            whole.moving_cells({name: whole.turns[at] for name, at in CORNERS.items()})
        )
