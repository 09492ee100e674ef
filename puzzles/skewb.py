"""The Skewb: a cube with halves that turn about its corners."""

from puzzlekit import Example, TwistySolid, solid

#: The corners that turn, none of whose halves contains the corner between U, R and F.
CORNERS = {"R": "DRB", "U": "ULB", "L": "DLF", "B": "DBL"}


class Skewb(TwistySolid):
    """Turn halves of the cube until every face shows one colour.

    The Skewb was invented by Tony Durham in 1982.
    """

    name = "Skewb"

    examples = (
        Example(
            "Turn half of the cube",
            "A move turns half of the cube about a corner by a third of a turn, clockwise as seen "
            "from that corner. Add ' to turn it anticlockwise.",
            move="R",
        ),
        Example(
            "Names of moves",
            "Hold the corner between the faces U, R and F towards you. The moves are named after "
            "four other corners: R on the right, L on the left, U at the top back and B at the "
            "bottom back. These four moves are enough, because the front corner never moves.",
            move="U L",
        ),
        Example(
            "Goal",
            "The puzzle is solved when every face shows one colour.",
            moves="R U",
            move="U' R'",
        ),
    )

    def __init__(self):
        whole = solid("cube", vertices=[0])
        super().__init__(whole.with_turns({name: whole.turns[at] for name, at in CORNERS.items()}))
