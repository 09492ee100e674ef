"""A tetrahedron with turning corners, on a board of polygons."""

from itertools import combinations, combinations_with_replacement

from puzzlekit import Piece, Twisty, polygons

#: The colour of each face, given by its corners, and the position of D in the net of that
#: face.
FACES = {"ABC": ("yellow", 0), "ABD": ("green", 3 + 5.2j), "ACD": ("red", 0), "BCD": ("blue", 6)}
NET = {"A": 1.5 + 2.6j, "B": 4.5 + 2.6j, "C": 3}
#: The corners around each corner in clockwise order.
ROUND = {"A": "DBC", "B": "CAD", "C": "BDA", "D": "ACB"}


class Tetrahedron(Twisty):
    """Turn the corners until every face shows one colour.

    An unfolded tetrahedron with nine stickers per face (U. Meffert, 1981). A, B, C and D turn a
    corner clockwise, together with the layer below it; a, b, c and d turn only the tip. Add ' to
    turn anticlockwise.
    """

    name = "Tetrahedron"

    def __init__(self) -> None:
        outlines, goal, moves, handles = {}, [], {}, {}
        for face, (colour, tip) in FACES.items():
            net = NET | {"D": tip}
            # A sticker is named after the corners of its face, with the nearest corner repeated.
            for near in (*combinations_with_replacement(face, 2), *face):
                thirds = [(*near, *more) for more in combinations(face, 3 - len(near))]
                points = [sum(net[corner] for corner in third) / 3 for third in thirds]
                outlines["".join(sorted((*face, *near)))] = [(z.real, z.imag) for z in points]
                goal.append(colour)
        for corner, ring in ROUND.items():
            turns = [str.maketrans(ring, ring[k:] + ring[:k]) for k in range(3)]
            for move, depth in ((corner, 2), (corner.lower(), 3)):
                one = [w for w in outlines if w.count(corner) >= depth and ring[2] not in w]
                moves[move] = [["".join(sorted(w.translate(t))) for t in turns] for w in one]
                handles[move] = ["".join(sorted(corner * depth + ring[:2]))]
        pieces = {colour: Piece("sticker", colour) for colour in goal}
        super().__init__(polygons(outlines), goal, moves, pieces=pieces, handles=handles)
