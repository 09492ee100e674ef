"""The helicopter cube: a cube whose edges turn."""

from puzzlekit import TwistySolid, solid


class Helicopter(TwistySolid):
    """Turn the edges until every face shows one colour.

    A cube of eight corners and four triangles a face (A. Cowan, 2005). A move names the two faces
    at an edge, such as UF: what lies round it makes half a turn. The smaller turns by which
    the real one can be jumbled are left out.
    """

    name = "Helicopter cube"

    def __init__(self):
        super().__init__(solid("cube", edges=[2**-0.5]))
