"""Puzzles made by cutting a Platonic solid, given by a description of the cuts."""

from fractions import Fraction

from puzzlekit import Example, OptionError, TwistySolid, solid

SHAPES = {
    shape[0]: shape
    for shape in ("tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron")
}
KINDS = {"f": "faces", "v": "vertices", "e": "edges"}


class Solid(TwistySolid):
    """Turn the layers until every face shows one colour.

    You choose the solid and its cuts, described as in PuzzleGeometry (T. Rokicki). As there, the
    layers at both ends of an axis turn, but not a layer in the middle, and cuts that miss the solid
    are ignored.
    """

    name = "Solid"
    presets = {
        "Master Skewb": {"cuts": "c v 0.275"},
        "Curvy Copter": {"cuts": "c e 0.83"},
        "Face-turning octahedron": {"cuts": "o f 1/3"},
        "Pyraminx Crystal": {"cuts": "d f 0.4472135955"},
        "Starminx": {"cuts": "d v 0.9379623704"},
        "Eitan's Star": {"cuts": "i f 0.6180339887"},
    }

    examples = (
        Example(
            "Solids and cuts",
            "The text describes the puzzle. Its first letter names a solid: t, c, o, d or i for "
            "4, 6, 8, 12 or 20 faces. Then come pairs of a letter and a distance. The letter is "
            "f for planes parallel to the faces, or v or e for planes at right angles to the "
            "axes through the vertices or edges.",
            options="cuts=c f 0.333",
            caption="c f 0.333: a cube with planes parallel to its faces, at a third of the "
            "distance of a face from the centre. This is Rubik's cube.",
        ),
        Example(
            "Another solid",
            "A face is at distance 1 from the centre.",
            options="cuts=d f 0.7",
            caption="d f 0.7: a dodecahedron with a plane near each face. This is the Megaminx.",
        ),
        Example(
            "Goal",
            "Turn the layers until every face shows one colour.",
            options="cuts=c f 0.333",
            moves="R U",
            move="U' R'",
        ),
    )
    option_notes = {
        "cuts": "A letter for the solid, then f, v or e and a distance for each cut, such as 0.7 "
        "or 1/3."
    }

    def __init__(self, cuts: str = "c v 0.275"):
        shape, *parts = cuts.split() or [""]
        depths = {kind: [] for kind in KINDS.values()}
        try:
            for kind, depth in zip(parts[::2], parts[1::2], strict=True):
                depths[KINDS[kind]].append(float(Fraction(depth)))
            whole = SHAPES[shape]
        except (KeyError, ValueError, ZeroDivisionError):
            raise OptionError(
                f"Cannot read the cuts {cuts!r}; write a letter for the solid "
                f"({', '.join(SHAPES)}), then f, v or e and a number for each cut, such as "
                "'c f 0.333'."
            ) from None
        if whole == "tetrahedron":  # the same planes, seen from the other ends of their axes
            faces, vertices = depths["faces"], depths["vertices"]
            depths["faces"] = faces + [-depth for depth in vertices]
            depths["vertices"] = vertices + [-depth for depth in faces]
        names = {options["cuts"]: name for name, options in self.presets.items()}
        self.name = names.get(cuts, self.name)
        super().__init__(solid(whole, **depths))
