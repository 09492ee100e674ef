"""Turns: permutations of the cells that may be made at any time, each with its name and inverse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple, cast

from ..core.board import Board, Cell
from ..core.errors import MAX_QUOTED, NotationError, OptionError, did_you_mean, join_names, quoted
from ..core.permutation import Images, from_cycles, inverse, moved_points
from ..core.values import Click

Cycle = Iterable[Cell]


class NamedMoves(NamedTuple):
    """Permutations by name, the name of the inverse of each, and where each is clicked."""

    twists: dict[str, Images]
    inverses: dict[str, str]
    click_cells: dict[str, tuple[Click, ...]]


def read_turns(
    whole: str,
    board: Board,
    moves: Mapping[str, Iterable[Cycle]],
    handles: Mapping[str, Iterable[Cell]],
) -> NamedMoves:
    """Return the turns of some cycles, with inverses as `X'`; errors call the puzzle `whole`."""
    if not isinstance(moves, Mapping):
        raise OptionError(
            f"The moves of {whole} are {repr(moves)[:MAX_QUOTED]}; "
            'they must be a dictionary of cycles by name, such as {"L": [(0, 1, 2)]}.'
        )
    found = NamedMoves({}, {}, {})
    for name, cycles in moves.items():
        images = _images_of(whole, board, name, cycles)
        support = tuple(moved_points(images))
        cells = tuple(map(board.number, handles.get(name, support)))
        touches = [(Click(cells, variant),) if cells else () for variant in (0, 1)]
        back = inverse(images)
        other = name if back == images else name[:-1] if name.endswith("'") else name + "'"
        names = list(dict.fromkeys([name, other]))
        if taken := [each for each in names if each in found.twists]:
            raise OptionError(f"Two moves would be named {taken[0]}; rename one of them.")
        found.twists.update({name: images, other: back})
        found.click_cells.update({other: touches[1], name: touches[0]})
        found.inverses.update({name: other, other: name})
    return found


def _images_of(whole: str, board: Board, name: str, cycles: Iterable[Cycle]) -> Images:
    """Return the permutation of some cycles; say of a move what is wrong with them."""
    index, numbers = board.index, []
    given = list(cycles) if isinstance(cycles, Iterable) else [cycles]
    if isinstance(cycles, str) or any(isinstance(cycle, int | str) for cycle in given):
        shown = repr(cycles)[:MAX_QUOTED]
        right = f"[{shown}]" if isinstance(cycles, tuple | range) else f"[{tuple(given)}]"
        if isinstance(cycles, str | int):
            right = "[(0, 1, 2)]"
        raise OptionError(
            f"The move {name[:80]} of {whole} is {shown}, where a list of cycles is wanted; "
            f"write {right[:MAX_QUOTED]}."
        )
    for cycle in given:
        cells = [index.get(cell, cell) if isinstance(cell, str) else cell for cell in cycle]
        if unknown := [cell for cell in cells if isinstance(cell, str)]:
            raise OptionError(
                f"The move {name[:80]} names {quoted(unknown[0])}, which is no cell of the "
                f"board; the cells are {join_names(index, 8)}.{did_you_mean(unknown[0], index)}"
            )
        names = Counter(cell for cell in cycle if isinstance(cell, str))
        if twice := [cell for cell, count in names.items() if count > 1]:
            raise OptionError(
                f"The move {name[:80]} of {whole}: {repr(cycle)[:MAX_QUOTED]} is no cycle: "
                f"{quoted(twice[0])} may stand in it only once."
            )
        numbers.append(cast("list[int]", cells))
    try:
        return from_cycles(numbers, len(board))
    except NotationError as error:
        raise OptionError(f"The move {name[:80]} of {whole}: {error}") from error
    except TypeError as error:
        raise OptionError(
            f"The move {name[:80]} of {whole} is {repr(given)[:MAX_QUOTED]}; cycles hold "
            "numbers or names of cells."
        ) from error
