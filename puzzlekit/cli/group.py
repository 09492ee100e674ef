"""The `group` command: orbits, blocks, base and more of a puzzle's permutation group."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from .common import DONE, format_length, group_data, print_json, setup_for
from .parsers import Commands
from .progress_bar import show_progress

if TYPE_CHECKING:
    from ..rules.base import Rules
    from ..solving.difficulty import DistanceSummary


def add_to(commands: Commands) -> None:
    """Add the command."""
    commands.add_for_game(
        "group",
        _run,
        "print orbits, blocks, base and order of the permutation group, and count positions",
    )


def _run(arguments: Namespace) -> int:
    from ..rules.merged_moves import default_metric
    from ..solving.group_facts import facts

    setup = setup_for(arguments)
    result = facts(setup.rules, setup.start)
    metric = default_metric(setup.rules)
    distances = _summarize_distances(setup.rules, result.arrangements, metric)
    info = result.info
    if arguments.json:
        data = {
            "id": arguments.id,
            **group_data(info),
            "generators": list(result.generators),
            "base": list(result.base),
            "arrangements": _number_as_string(result.arrangements),
            "up_to_rotations": _number_as_string(result.up_to_rotations),
            "frames": result.frames,
            "dead_ends": result.dead_ends,
            "metric": metric,
            **distances._asdict(),
            "theorems": [theorem._asdict() for theorem in result.theorems],
            "orbits": [{**orbit._asdict(), "order": str(orbit.order)} for orbit in result.orbits],
        }
        print_json(arguments, data)
        return DONE
    rows = [
        ("group", setup.id),
        ("order", f"{info.order:,}"),
        ("name", info.name or "not identified"),
        ("proof", info.proof),
        ("degree", str(info.degree)),
        ("generators", f"{len(result.generators)}: {_abbreviate(result.generators)}"),
        ("base", f"{len(result.base)}: {_abbreviate(result.base)}"),
    ]
    for theorem in result.theorems:
        rows += [("theorem", f"{theorem.name}: {theorem.statement}"), ("", theorem.source)]
    if result.frames > 1:
        rows.append(("frames", f"{result.frames:,}; the group acts on the pieces in each frame"))
    if result.dead_ends:
        rows.append(("dead ends", f"{result.dead_ends:,} more frames without a way back"))
    if result.arrangements is not None:
        way_back = " with a way back to the start" if result.dead_ends else ""
        rows.append(("positions", f"{result.arrangements:,}{way_back}"))
    if result.up_to_rotations not in (None, result.arrangements):
        rows.append(("", f"{result.up_to_rotations:,} up to rotations of the whole puzzle"))
    if distances.farthest is not None:
        length = format_length(distances.farthest, metric)
        rows.append(("farthest", f"{length} from the goal, {distances.average:.2f} on average"))
    elif distances.minimum is not None:
        length = format_length(distances.minimum, metric)
        rows.append(("farthest", f"at least {length} from the goal"))
    for number, orbit in enumerate(result.orbits, 1):
        name = orbit.name or f"order {orbit.order:,}"
        blocks = f" in blocks of {orbit.block}" if orbit.block > 1 else ""
        rows.append(
            (f"orbit {number}", f"{len(orbit.cells)} cells{blocks}: {_abbreviate(orbit.cells)}")
        )
        rows.append(("", f"{name}; {_describe_parity(orbit.odd, result.generators)}"))
    for title, text in rows:
        if text or not title:
            print(f"{title:<11} {text}")
    return DONE


def _summarize_distances(rules: Rules, positions: int | None, metric: str) -> DistanceSummary:
    """Summarize the distances of positions from the goal, unless that would take too long."""
    from ..rules.base import Puzzle
    from ..solving.difficulty import DistanceSummary, distance_summary

    if positions is None or not isinstance(rules, Puzzle):
        return DistanceSummary()
    with show_progress() as progress:
        return distance_summary(rules, positions, metric=metric, progress=progress)


def _number_as_string(number: int | None) -> str | None:
    """Return a number as a string, because JSON parsers may round large ones."""
    return None if number is None else str(number)


def _describe_parity(odd: tuple[str, ...], generators: tuple[str, ...]) -> str:
    if not odd:
        return "all generators are even permutations"
    if len(odd) == len(generators):
        return "all generators are odd permutations"
    return f"odd generators: {_abbreviate(odd)}"


def _abbreviate(names: tuple[str, ...], limit: int = 12) -> str:
    text = " ".join(names[:limit])
    return text + (f" ... ({len(names)})" if len(names) > limit else "")
