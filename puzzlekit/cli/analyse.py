"""The `analyse` command: winning chances after each move of a game, and the mistakes."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ..core.errors import OptionError
from .common import DONE, plural, print_json, refuse_overwrite, write_or_print
from .parsers import Commands, add_moves, as_path, positive

if TYPE_CHECKING:
    from ..play.analysis import GameAnalysis, Mistake
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
    mistakes = {each.node: each for each in analysis.mistakes(nodes)}
    if arguments.json:
        print_json(arguments, {"id": session.setup.id, "moves": _rows(analysis, mistakes)})
    else:
        print("\n".join(_table(analysis, mistakes)))
    if arguments.output is not None:
        for mistake in mistakes.values():
            analysis.add_variation(mistake)
        write_or_print(arguments.output, records.write(session))
    return DONE


def _rows(analysis: GameAnalysis, mistakes: dict[GameNode, Mistake]) -> list[dict[str, object]]:
    rules, rows = analysis.rules, []
    for node in analysis.session.tree.main_line()[1:]:
        assert node.parent is not None
        mistake, state = mistakes.get(node), node.parent.state
        rows.append(
            {
                "ply": node.ply,
                "side": rules.sides(state)[rules.turn(state)],
                "move": node.move,
                "chance": analysis.chance(node, rules.turn(state)),
                "loss": None if mistake is None else mistake.loss,
                "better": None if mistake is None else list(mistake.better.principal_variation),
            }
        )
    return rows


def _table(analysis: GameAnalysis, mistakes: dict[GameNode, Mistake]) -> list[str]:
    rows = _rows(analysis, mistakes)
    width = max((len(str(row["move"])) for row in rows), default=4)
    side = max((len(str(row["side"])) for row in rows), default=4)
    lines = [f"{'ply':>4}  {'side':<{side}}  {'move':<{max(width, 4)}}  chance"]
    for row, node in zip(rows, analysis.session.tree.main_line()[1:], strict=True):
        chance = "–" if row["chance"] is None else f"{100 * float(str(row['chance'])):.0f}%"
        line = (
            f"{row['ply']:>4}  {row['side']:<{side}}  {row['move']:<{max(width, 4)}}  {chance:>6}"
        )
        if (mistake := mistakes.get(node)) is not None:
            better = " ".join(mistake.better.principal_variation[:SHOWN_MOVES])
            line += f"  loses {100 * mistake.loss:.0f}%; better {better}"
        lines.append(line)
    best = analysis.moves(analysis.session.tree.main_line()[-1])
    lines += [f"best now: {each.move} ({each.description})" for each in best]
    return [*lines, f"{plural(len(mistakes), 'mistake')} (moves that lose more than 20%)"]
