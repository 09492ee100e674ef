"""The Helicopter cube: an edge-turning cube."""

from puzzlekit import Example, TwistySolid, solid


class Helicopter(TwistySolid):
    """Turn the edges until every face shows one colour.

    The Helicopter cube was invented by Adam Cowan in 2005. The jumbling turns of the physical
    puzzle are omitted.
    """

    name = "Helicopter cube"

    examples = (
        Example(
            "Turn an edge",
            "The cube has eight corners, and four triangles on each face. A move turns the pieces "
            "around an edge by a half turn.",
            move="UF",
        ),
        Example(
            "Names of moves",
            "A move turns an edge and has its name: the two faces that meet there, such as UF.",
            move="UF UR",
        ),
        Example(
            "Goal",
            "The puzzle is solved when every face shows one colour.",
            moves="UF UR",
            move="UR UF",
        ),
    )

    def __init__(self):
        super().__init__(solid("cube", edges=[2**-0.5]))
