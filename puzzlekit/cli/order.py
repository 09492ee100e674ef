"""The `order` command: exact orders and names of permutation groups."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..core.errors import OptionError, PuzzlekitError, shorten_path
from .common import DONE, group_data, parse_game_id, plural, print_json, print_table, setup_from
from .parsers import Commands, add_start, seconds

if TYPE_CHECKING:
    from ..groups import GroupInfo


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add(
        "order", _run, "print the exact order and the name of the permutation group"
    )
    command.add_list("ids", "ID", "game ID or puzzle file", required=True)
    add_start(command)
    command.add_value(
        "--seconds S",
        "do not begin a proof after S seconds; an unproved order is a lower bound",
        seconds,
    )


def _run(arguments: Namespace) -> int:
    """Print the order and name of each group; report and skip IDs that fail."""
    from ..groups import describe
    from .progress_bar import show_progress

    results: list[tuple[str, str, GroupInfo]] = []
    code = DONE
    if arguments.position is not None and len(arguments.ids) > 1:
        raise OptionError("--from works with a single ID only.")
    try:
        with show_progress() as progress:
            for number, text in enumerate(arguments.ids):
                progress(f"order of {shorten_path(text)}", number, len(arguments.ids))
                try:
                    name, generators = _generators(text, arguments.position)
                    info = describe(generators, seconds=arguments.seconds)
                except PuzzlekitError as error:
                    if len(arguments.ids) == 1:
                        raise
                    print(f"puzzlekit: {shorten_path(text)}: {error}", file=sys.stderr)
                    code = error.exit_code
                else:
                    results.append((text, name, info))
    finally:  # print the known orders even after an interruption
        if results:
            _print(arguments, results)
    return code


def _generators(text: str, position: str | None) -> tuple[str, Iterable[Any]]:
    """Return the full ID and the generators of its group; most files need no rules object."""
    from .. import formats
    from ..core.game_id import is_path
    from ..core.permutation import without_inverses
    from ..core.sparse_permutations import Sparse

    game = parse_game_id(text)
    is_file = is_path(game.name) and not game.name.lower().endswith(".py")
    if is_file and game == game._replace(seed=None) and position is None:
        path = os.path.abspath(os.path.expanduser(game.name))
        definition = formats.read(path)
        if definition.moves and not (
            definition.slides or definition.forbidden or definition.blocks
        ):
            moves = without_inverses(definition.moves.values())
            return str(game._replace(name=path)), map(Sparse.of, moves)
    setup = setup_from(game, position)
    from ..plugin.errors import plugin_boundary

    with plugin_boundary(setup.rules):
        return setup.id, setup.rules.sparse_generators(setup.start).values()


def _print(arguments: Namespace, results: list[tuple[str, str, GroupInfo]]) -> None:
    if arguments.json:
        data = [{"id": text, **group_data(info)} for text, _, info in results]
        print_json(arguments, data[0] if len(arguments.ids) == 1 else data)
        return
    print_table(_line(name, info) for _, name, info in results)


def _line(name: str, info: GroupInfo) -> tuple[str, ...]:
    """Return the columns of a line: the ID, the order, the name and the size."""
    bound = "" if info.certain else "at least "
    size = f"degree {info.degree}, {plural(info.generators, 'generator')}"
    return name, f"order {bound}{info.order}", info.name or "", size
