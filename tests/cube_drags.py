"""Expected moves for drags on a cube, from the positions of its stickers."""

import math

from puzzlekit.core.solid import centroid, cross, dot, scale


def sticker_centre(solid, sticker):
    return centroid(solid.stickers[sticker].corners)


def diagonal(solid, faces):
    """Yield stickers on the diagonals of faces: one for each row and each column."""
    size = math.isqrt(len(solid.stickers) // 6)
    for face in faces:
        mine = [i for i, each in enumerate(solid.stickers) if each.face == face]
        yield from mine[:: size + 1]


def drag_directions(solid, sticker):
    """Return the directions of a drag from a sticker: the normals of the four adjacent faces."""
    normal = solid.faces[solid.stickers[sticker].face].normal
    return [face.normal for face in solid.faces if abs(dot(face.normal, normal)) < 0.5]


def row_of(solid, sticker, way):
    """Return the stickers in the row of a sticker along a direction, in order."""
    across = cross(solid.faces[solid.stickers[sticker].face].normal, way)
    height = dot(sticker_centre(solid, sticker), across)
    row = [
        other
        for other, each in enumerate(solid.stickers)
        if each.face == solid.stickers[sticker].face
        and abs(dot(sticker_centre(solid, other), across) - height) < 1e-6
    ]
    return sorted(row, key=lambda other: dot(sticker_centre(solid, other), way))


def expected_move(rules, sticker, way):
    """Return the move that takes a sticker to the face in a direction, or None.

    The move keeps the sticker in its layer and moves nothing outside that layer.
    """
    solid = rules.solid
    across = cross(solid.faces[solid.stickers[sticker].face].normal, way)
    height = dot(sticker_centre(solid, sticker), across)
    for move in rules.legal_moves(rules.start()):
        carry = rules.cell_permutation(rules.start(), move)
        if sticker in carry and dot(sticker_centre(solid, carry[sticker]), way) > 0.99:
            inside = [
                abs(dot(sticker_centre(solid, cell), across) - height) < 1e-6 for cell in carry
            ]
            if sum(inside) >= len(inside) - len(solid.stickers) // 6:
                return move
    return None


def complementary_moves(rules, sticker, way):
    """Return the moves of all other rows that together are equivalent to moving this row."""
    solid = rules.solid
    across = cross(solid.faces[solid.stickers[sticker].face].normal, way)
    column = [other for other in row_of(solid, sticker, across) if other != sticker]
    return {expected_move(rules, other, scale(way, -1)) for other in column}
