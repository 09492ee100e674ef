"""Named permutations of the cells that are always legal, with their inverses."""

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
    """Named permutations, each with the name of its inverse and its clicks."""

    twists: dict[str, Images]
    inverses: dict[str, str]
    click_cells: dict[str, tuple[Click, ...]]


def parse_named_moves(
    whole: str,
    board: Board,
    moves: Mapping[str, Iterable[Cycle]],
    handles: Mapping[str, Iterable[Cell]],
) -> NamedMoves:
    """Return moves given as cycles, and their inverses `X'`. `whole` is the name of the puzzle."""
    if not isinstance(moves, Mapping):
        raise OptionError(
            f"The moves of {whole} are {repr(moves)[:MAX_QUOTED]}; "
            'they must be a dictionary that maps names to cycles, such as {"L": [(0, 1, 2)]}.'
        )
    parsed = NamedMoves({}, {}, {})
    for name, cycles in moves.items():
        images = _images_of(whole, board, name, cycles)
        support = tuple(moved_points(images))
        cells = tuple(map(board.number, handles.get(name, support)))
        clicks = [(Click(cells, variant),) if cells else () for variant in (0, 1)]
        back = inverse(images)
        other = name if back == images else name[:-1] if name.endswith("'") else name + "'"
        names = list(dict.fromkeys([name, other]))
        if taken := [each for each in names if each in parsed.twists]:
            raise OptionError(f"Two moves would be named {taken[0]}; rename one of them.")
        parsed.twists.update({name: images, other: back})
        parsed.click_cells.update({other: clicks[1], name: clicks[0]})
        parsed.inverses.update({name: other, other: name})
    return parsed


def _images_of(whole: str, board: Board, name: str, cycles: Iterable[Cycle]) -> Images:
    """Return the product of cycles; raise `OptionError`, naming the move, if they are invalid."""
    index, numbers = board.index, []
    given = list(cycles) if isinstance(cycles, Iterable) else [cycles]
    if isinstance(cycles, str) or any(isinstance(cycle, int | str) for cycle in given):
        shown = repr(cycles)[:MAX_QUOTED]
        suggested = f"[{shown}]" if isinstance(cycles, tuple | range) else f"[{tuple(given)}]"
        if isinstance(cycles, str | int):
            suggested = "[(0, 1, 2)]"
        raise OptionError(
            f"The move {name[:80]} of {whole} is {shown}, but must be a list of cycles; "
            f"write {suggested[:MAX_QUOTED]}."
        )
    for cycle in given:
        cells = [index.get(cell, cell) if isinstance(cell, str) else cell for cell in cycle]
        if unknown := [cell for cell in cells if isinstance(cell, str)]:
            raise OptionError(
                f"The move {name[:80]} names {quoted(unknown[0])}, which is not a cell of the "
                f"board; the cells are {join_names(index, 8)}.{did_you_mean(unknown[0], index)}"
            )
        names = Counter(cell for cell in cycle if isinstance(cell, str))
        if twice := [cell for cell, count in names.items() if count > 1]:
            raise OptionError(
                f"The move {name[:80]} of {whole}: {repr(cycle)[:MAX_QUOTED]} is not a cycle: "
                f"{quoted(twice[0])} occurs more than once."
            )
        numbers.append(cast("list[int]", cells))
    try:
        return from_cycles(numbers, len(board))
    except NotationError as error:
        raise OptionError(f"The move {name[:80]} of {whole}: {error}") from error
    except TypeError as error:
        raise OptionError(
            f"The move {name[:80]} of {whole} is {repr(given)[:MAX_QUOTED]}; cycles must contain "
            "cell numbers or cell names."
        ) from error
