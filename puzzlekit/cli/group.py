"""The command `group`: orbits, blocks, base and more of the group of a puzzle or position."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from .common import DONE, group_data, print_json, setup_for
from .parsers import Commands
from .progress_bar import bar

if TYPE_CHECKING:
    from ..rules.base import Rules
    from ..solving.distances import DistanceSummary


def add_to(commands: Commands) -> None:
    """Add the command."""
    commands.add_for_game(
        "group",
        _run,
        "print orbits, blocks, base and order of the permutation group, and count positions",
    )


def _run(arguments: Namespace) -> int:
    from ..solving.group_facts import facts

    setup = setup_for(arguments)
    found = facts(setup.rules, setup.start)
    far = _reach(setup.rules, found.arrangements)
    info = found.info
    if arguments.json:
        data = {
            "id": arguments.id,
            **group_data(info),
            "generators": list(found.generators),
            "base": list(found.base),
            "arrangements": None if found.arrangements is None else str(found.arrangements),
            "frames": found.frames,
            "dead_ends": found.dead_ends,
            **far._asdict(),
            "theorems": [theorem._asdict() for theorem in found.theorems],
            "orbits": [{**orbit._asdict(), "order": str(orbit.order)} for orbit in found.orbits],
        }
        print_json(arguments, data)
        return DONE
    rows = [
        ("group", setup.id),
        ("order", f"{info.order:,}"),
        ("name", info.name or "no name is proved"),
        ("proof", info.proof),
        ("degree", str(info.degree)),
        ("generators", f"{len(found.generators)}: {_some(found.generators)}"),
        ("base", f"{len(found.base)}: {_some(found.base)}"),
    ]
    for theorem in found.theorems:
        rows += [("theorem", f"{theorem.name}: {theorem.says}"), ("", theorem.source)]
    if found.frames > 1:
        rows.append(("frames", f"{found.frames:,}; the group acts on the pieces in each of them"))
    if found.dead_ends:
        rows.append(("dead ends", f"{found.dead_ends:,} further frames, with no way back"))
    if found.arrangements is not None:
        rows.append(("positions", f"{found.arrangements:,}"))
    if far.farthest is not None:
        rows.append(
            ("farthest", f"{far.farthest} moves from the goal, {far.average:.2f} on average")
        )
    elif far.minimum is not None:
        rows.append(("farthest", f"{far.minimum} moves from the goal or more"))
    for number, orbit in enumerate(found.orbits, 1):
        name = orbit.name or f"order {orbit.order:,}"
        blocks = f" in blocks of {orbit.block}" if orbit.block > 1 else ""
        rows.append((f"orbit {number}", f"{len(orbit.cells)} places{blocks}: {_some(orbit.cells)}"))
        rows.append(("", f"{name}; {_parity(orbit.odd, found.generators)}"))
    for title, text in rows:
        print(f"{title:<11} {text}")
    return DONE


def _reach(rules: Rules, positions: int | None) -> DistanceSummary:
    """Return how far positions are from the goal, if there are not so many that it takes long."""
    from ..rules.base import Puzzle
    from ..solving.distances import DistanceSummary, distance_summary

    if positions is None or not isinstance(rules, Puzzle):
        return DistanceSummary()
    with bar() as progress:
        return distance_summary(rules, positions, progress=progress)


def _parity(odd: tuple[str, ...], generators: tuple[str, ...]) -> str:
    if not odd:
        return "all generators are even there"
    if len(odd) == len(generators):
        return "all generators are odd there"
    return f"odd there: {_some(odd)}"


def _some(names: tuple[str, ...], most: int = 12) -> str:
    shown = " ".join(names[:most])
    return shown + (f" ... ({len(names)})" if len(names) > most else "")
