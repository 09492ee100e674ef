"""The `analyse` command: winning chances after each move of a game, and the mistakes."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..core.errors import OptionError
from .common import DONE, plural, print_json, refuse_overwrite, write_or_print
from .parsers import Commands, add_moves, as_path, positive

if TYPE_CHECKING:
    from ..play.analysis import GameAnalysis
    from ..play.variations import GameNode

#: Default number of playouts per position.
PLAYOUTS = 2_000

#: Number of moves of a better line to print.
SHOWN_MOVES = 5


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "analyse",
        _run,
        "print the winning chances after each move of a two-player game, and the mistakes",
        games="saved game, record, or a game ID",
    )
    add_moves(command)
    command.add_value(
        "--playouts N", "playouts per position (default: 2,000)", positive, default=PLAYOUTS
    )
    command.add_value(
        "--output FILE", "write a record with the better moves as variations", as_path
    )
    command.add_switch("--force", "replace the file if it exists")


def _run(arguments: Namespace) -> int:
    from ..play import records
    from ..play.analysis import GameAnalysis
    from ..play.engine import Engine
    from ..players.player import MIN_REPORTED_PLAYOUTS
    from .play import session_for
    from .progress_bar import show_progress

    if arguments.playouts < MIN_REPORTED_PLAYOUTS:
        raise OptionError(
            f"--playouts {arguments.playouts} is too few for a winning chance; use "
            f"{MIN_REPORTED_PLAYOUTS} or more."
        )
    if arguments.output is not None:
        refuse_overwrite("--output", arguments.output, arguments.force)
    session = session_for(arguments)
    if arguments.moves:
        records.play_moves(session, arguments.moves, "--moves")
    analysis, engine = GameAnalysis(session), Engine()
    nodes = session.tree.main_line()
    with show_progress() as progress:
        for done in range(len(nodes) + 1):
            progress("positions", done, len(nodes))
            request = analysis.next_request(nodes, [arguments.playouts])
            if request is None:
                break
            state = nodes[len(request.moves)].state
            for answer in engine.replies(request._replace(seconds=0), session.rules, state):
                analysis.receive(request, answer)
    mistakes = analysis.mistakes(nodes)
    rows = [*_rows(analysis, nodes)]
    if arguments.json:
        print_json(arguments, {"id": session.setup.id, "moves": rows})
    else:
        print("\n".join(_table(rows)))
        for each in analysis.moves(nodes[-1]):
            print(f"best now: {each.move} ({each.description})")
        print(f"{plural(len(mistakes), 'mistake')} (moves that lose more than 20%)")
    if arguments.output is not None:
        for mistake in mistakes:
            analysis.add_variation(mistake)
        write_or_print(arguments.output, records.write(session))
    return DONE


def _rows(analysis: GameAnalysis, nodes: Sequence[GameNode]) -> Iterator[dict[str, Any]]:
    """Yield the moves as JSON data."""
    rules = analysis.rules
    mistakes = {each.node: each for each in analysis.mistakes(nodes)}
    for before, node in pairwise(nodes):
        seat, mistake = rules.turn(before.state), mistakes.get(node)
        yield {
            "ply": node.ply,
            "side": rules.sides(before.state)[seat],
            "move": node.move,
            "chance": analysis.chance(node, seat),
            "loss": mistake and mistake.loss,
            "better": mistake and mistake.better.principal_variation,
        }


def _table(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    width = max([4, *(len(row["move"]) for row in rows)])
    side = max((len(row["side"]) for row in rows), default=4)
    yield f"{'ply':>4}  {'side':<{side}}  {'move':<{width}}  chance"
    for row in rows:
        chance = "–" if row["chance"] is None else f"{100 * row['chance']:.0f}%"
        line = f"{row['ply']:>4}  {row['side']:<{side}}  {row['move']:<{width}}  {chance:>6}"
        if row["better"] is not None:
            better = " ".join(row["better"][:SHOWN_MOVES])
            line += f"  loses {100 * row['loss']:.0f}%; better {better}"
        yield line
