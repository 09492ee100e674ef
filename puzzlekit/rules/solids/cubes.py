"""Cubes with layers of equal thickness."""

from __future__ import annotations

from ...core.board import Board
from ...core.errors import OptionError, quoted
from ...core.permutation import cycles_of
from ...core.solid import Solid
from .build import solid
from .net import net
from .shapes import cube, shape
from .turning import turn_permutation

#: Colours of the faces in the Western colour scheme.
FACE_COLOURS = {face: shape(cube.__name__).colours[face] for face in "URFDLB"}


def even_cube(size: int) -> Solid:
    """Return a cube with `size` layers, and a turn for each layer except the middle one.

    `U` turns the outer layer, `2U` the second one, and so on up to the middle. The 2x2x2 has only
    U, R and F, which keep the corner DLB in place. Raises `OptionError` for an invalid size.

    >>> list(even_cube(2).turns), len(even_cube(5).turns)
    (['U', 'R', 'F'], 12)
    """
    if not isinstance(size, int) or size < 2:
        raise OptionError(f"A cube needs at least two layers, not {quoted(repr(size), 40)}.")
    whole = solid(cube.__name__, faces=[1 - 2 * depth / size for depth in range(1, size // 2 + 1)])
    faces = "URF" if size == 2 else "URFDLB"
    names = [f"{depth}{face}" for depth in ("", *range(2, size // 2 + 1)) for face in faces]
    return whole.with_turns({name: whole.turns[name] for name in names})


def cube_board(size: int) -> Board:
    """Return the net of a cube with `size` layers, with cells U1, U2, ... face by face.

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
    return {
        name: list(map(tuple, cycles_of(dict(enumerate(turn_permutation(whole, turn))))))
        for name, turn in whole.turns.items()
    }
