"""The Skewb: a cube with halves that turn about its corners."""

from puzzlekit import TwistySolid, solid

#: The corners that turn, none of whose halves contains the corner between U, R and F.
CORNERS = {"R": "DRB", "U": "ULB", "L": "DLF", "B": "DBL"}


class Skewb(TwistySolid):
    """Turn halves of the cube until every face shows one colour.

    A move turns half of the cube about a corner by a third of a turn, clockwise as seen from that
    corner; add ' to turn it anticlockwise (T. Durham, 1982). With the corner between U, R and F in
    front, R is the corner on the right, L on the left, U at the top back and B at the bottom back.
    These four moves are enough, because the front corner stays in place.
    """

    name = "Skewb"

    def __init__(self):
        whole = solid("cube", vertices=[0])
        super().__init__(whole.with_turns({name: whole.turns[at] for name, at in CORNERS.items()}))
