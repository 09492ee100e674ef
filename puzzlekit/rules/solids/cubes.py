"""Cubes with layers of equal thickness."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import isqrt

from ...core.board import Board
from ...core.errors import OptionError, quoted
from ...core.permutation import to_cycles
from ...core.solid import Solid, Turn
from .build import solid
from .net import net
from .shapes import cube, shape
from .turning import turn_permutation

#: Colours of the faces in the Western colour scheme.
FACE_COLOURS = {face: shape(cube.__name__).colours[face] for face in "URFDLB"}

#: The keys that cubing sites use for turns, clockwise and anticlockwise.
CUBE_KEYS: Mapping[str, str] = {
    key: turn + way
    for turn, pair in {
        "U": "j f",
        "R": "i k",
        "F": "h g",
        "D": "s l",
        "L": "d e",
        "B": "w o",
        "Uw": ", c",
        "Rw": "u m",
        "Dw": "z /",
        "Lw": "v r",
        "M": "56 .x",
        "E": "2 9",
        "S": "0 1",
        "x": "ty nb",
        "y": "; a",
        "z": "p q",
    }.items()
    for keys, way in zip(pair.split(), ("", "'"), strict=True)
    for key in keys
}


def cube_keys(names: Collection[str]) -> Mapping[str, str]:
    """Return the keys that cubing sites use for the turns of the given names.

    >>> cube_keys({"R", "x"})
    {'i': 'R', 'k': "R'", 't': 'x', 'y': 'x', 'n': "x'", 'b': "x'"}
    """
    return {key: turn for key, turn in CUBE_KEYS.items() if turn.rstrip("'") in names}


#: The corners: their faces in clockwise order.
CORNERS = ("URF", "UBR", "ULB", "UFL", "DFR", "DLF", "DBL", "DRB")


def even_cube(size: int) -> Solid:
    """Return a cube with `size` layers, and a turn for each layer except the middle one.

    `U` turns the outer layer, `2U` the second one, and so on up to the middle. The 2x2x2 has only
    U, R and F, which keep the corner DLB in place. The notation has all faces, wide turns, slices
    and rotations: `Rw`, `3Rw`, `r`, `2-3Rw`, `M`, `m`, `x`, `Rv` (World Cube Association,
    Regulations 12a; SiGN). Raises `OptionError` for an invalid size.

    >>> list(even_cube(2).turns), len(even_cube(5).turns)
    (['U', 'R', 'F'], 12)
    """
    if not isinstance(size, int) or size < 2:
        raise OptionError(f"A cube needs at least two layers, not {quoted(repr(size), 40)}.")
    whole = solid(cube.__name__, faces=[1 - 2 * depth / size for depth in range(1, size // 2 + 1)])
    faces = "URF" if size == 2 else "URFDLB"
    names = [f"{depth}{face}" for depth in ("", *range(2, size // 2 + 1)) for face in faces]
    return whole.with_turns({name: whole.turns[name] for name in names}, _notation(whole, size))


def _notation(whole: Solid, size: int) -> dict[str, Turn]:
    """Return the wide turns, slices and rotations of a cube by name, and L, D and B."""
    notation = {}
    for face in "URFDLB":
        outer = whole.turns[face]

        def layers(first: int, last: int, outer: Turn = outer) -> Turn:
            """Return the turn of the layers with these numbers, counted from the face."""
            inward = -1 if outer.low else 1
            ends = sorted((outer.low + inward * (first - 1), outer.low + inward * (last - 1)))
            return outer._replace(low=ends[0], high=ends[1])

        notation[face] = outer
        for last in range(1, size + 1):
            notation[f"{last}{face}"] = layers(last, last)
            for first in range(1, last):
                prefixes = [f"{first}-{last}"]
                if first == 1:
                    prefixes += [str(last), *([""] if last == 2 else [])]
                for prefix in prefixes:
                    notation[f"{prefix}{face}w"] = layers(first, last)
                    notation[f"{prefix}{face.lower()}"] = layers(first, last)
        notation[f"{face}v"] = layers(1, size)
        if face in "LDF":
            slice_name = "MES"["LDF".index(face)]
            if size % 2:
                notation[slice_name] = layers(size // 2 + 1, size // 2 + 1)
            if size > 2:
                notation[slice_name.lower()] = layers(2, size - 1)
    notation |= {"x": notation["Rv"], "y": notation["Uv"], "z": notation["Fv"]}
    # Prefer Uw and 3Uw to other names of the same turns.
    return {name: notation[name] for name in sorted(notation, key=_is_rare_name)}


def _is_rare_name(name: str) -> bool:
    return name[-1] != "w" or "-" in name or name[0] in "12"


def cube_board(size: int) -> Board:
    """Return the net of a cube with `size` layers, with its cells named face by face.

    >>> cube_board(2).cells[:5]
    ('U1', 'U2', 'U3', 'U4', 'L1')
    """
    return net(even_cube(size))


def cube_turns(size: int) -> dict[str, list[tuple[int, ...]]]:
    """Return the facelet cycles of a clockwise quarter turn of each layer; see `even_cube`.

    >>> sorted(cube_turns(2)), [len(cycle) for cycle in cube_turns(2)["U"]]
    (['F', 'R', 'U'], [4, 4, 4])
    """
    whole = even_cube(size)
    return {name: to_cycles(turn_permutation(whole, turn)) for name, turn in whole.turns.items()}


def write_facelets(labels: Mapping[str, str]) -> str:
    """Return the facelets of a cube in the order URFDLB (H. Kociemba), or "" for other puzzles.

    >>> from puzzlekit import load
    >>> cube = load("cube")
    >>> write_facelets(dict(zip(cube.board.cells, cube.goal)))
    'UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB'
    """
    size = isqrt(len(labels) // 6)
    cells = [f"{face}{number}" for face in "URFDLB" for number in range(1, size * size + 1)]
    return "".join([labels[cell] for cell in cells]) if {*cells} == {*labels} else ""


def read_facelets(text: str, size: int) -> str:
    """Return the facelets of a cube in the order of `cube_board`, as names of faces.

    The faces may be listed in the order URFDLB (H. Kociemba) or in another order, which is
    recognized by the letters of the centres, or drawn as a net with L, F, R and B side by side. If
    the size is even, the orders URFDLB and ULFRBD are recognized by the letters of the corners.
    Other letters, such as those of colours, are read in the order URFDLB; if the size is even, the
    corner DLB is in its place. In a pattern for an odd size, `?` stands for any facelet. Blanks and
    commas are ignored. Any other text is returned unchanged.

    >>> read_facelets("wwwwwwwww" "rrrrrrrrr" "ggggggggg" "yyyyyyyyy" "ooooooooo" "bbbbbbbbb", 3)
    'UUUUUUUUULLLLLLLLLFFFFFFFFFRRRRRRRRRBBBBBBBBBDDDDDDDDD'
    """
    given, area = text, size * size
    text = _unfold(given, size) or "".join(given.replace(",", " ").split())
    centres = text[area // 2 :: area]

    def matches(faces: str) -> bool:
        return all(centre in ("?", face) for centre, face in zip(centres, faces, strict=True))

    if len(text) != 6 * area:
        return given
    blocks = {face: text[number * area :][:area] for number, face in enumerate("URFDLB")}
    facelets = "".join(blocks[face] for face in "ULFRBD")
    if size % 2 == 0:
        counts = [text.count(letter) for letter in {*text}]
        return _read_by_corners(text, facelets, size) if counts == 6 * [area] else given
    if {*centres} == {*"URFDLB"} and not _is_rotated(centres):
        blocks = dict(zip(centres, blocks.values(), strict=True))
        return "".join(blocks[face] for face in "ULFRBD")
    is_known = matches("URFDLB")
    if not is_known and (matches("ULFRBD") or len({*centres} - {"?"}) < 6):
        return text
    return facelets if is_known else facelets.translate(str.maketrans(centres, "URFDLB"))


def _unfold(text: str, size: int) -> str:
    """Return the facelets of a net in the order URFDLB, or an empty string for other texts."""
    rows = ["".join(line.split()) for line in text.splitlines() if line.strip()]
    if [len(row) for row in rows] != [size] * size + [4 * size] * size + [size] * size:
        return ""
    left, front, right, back = (
        "".join([row[at : at + size] for row in rows[size : 2 * size]])
        for at in range(0, 4 * size, size)
    )
    return "".join([*rows[:size], right, front, *rows[2 * size :], left, back])


def _is_rotated(centres: str) -> bool:
    """Return whether a rotated cube has these centres on the faces URFDLB."""
    seen = str.maketrans("URFDLB", centres)
    return all(any(corner.translate(seen) in name + name for name in CORNERS) for corner in CORNERS)


def _read_by_corners(text: str, facelets: str, size: int) -> str:
    """Return the facelets of a cube without centres, from a string and its blocks rearranged."""
    pieces: dict[tuple[int, ...], dict[str, int]] = {}
    whole = even_cube(size)
    for number, sticker in enumerate(whole.stickers):
        pieces.setdefault(sticker.layers, {})[whole.faces[sticker.face].name] = number
    cells: dict[frozenset[str], dict[str, int]] = {frozenset(p): p for p in pieces.values()}
    corners = [[cells[frozenset(name)][face] for face in name] for name in CORNERS]

    def shown(facelets: str) -> list[str]:
        return ["".join([facelets[cell] for cell in corner]) for corner in corners]

    def count_known(facelets: str) -> int:
        return sum(any(corner in name + name for name in CORNERS) for corner in shown(facelets))

    if {*text} == {*"URFDLB"}:
        facelets = max(text, facelets, key=count_known)
        if size > 2 or shown(facelets)[CORNERS.index("DBL")] == "DBL":
            return facelets
    opposite = {
        letter: {*facelets}.difference(*(corner for corner in shown(facelets) if letter in corner))
        for letter in facelets
    }
    names: dict[str, str] = {}
    for letter, face in zip(shown(facelets)[CORNERS.index("DBL")], "DBL", strict=True):
        names[letter] = face
        names |= dict.fromkeys(opposite[letter], {"D": "U", "B": "F", "L": "R"}[face])
    if len(names) < 6:
        return facelets
    return "".join([names[letter] for letter in facelets])
