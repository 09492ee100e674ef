"""The commands `order` and `group`: what is known of the group of a puzzle or a position."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import Any, NamedTuple

from ..core.errors import OptionError, PuzzlekitError
from ..group import GroupInfo, describe
from ..play.plugins import load
from ..rules.rule_book import Rules
from .common import DONE, named, plural, print_json
from .progress_bar import bar


class _Line(NamedTuple):
    id: str
    order: str
    name: str
    size: str


def order(arguments: Namespace) -> int:
    """Print order and name of each group; what cannot be read is said, and the rest printed."""
    found: list[tuple[str, Rules, GroupInfo]] = []
    code = DONE
    if arguments.position is not None and len(arguments.ids) > 1:
        raise OptionError("--from is for one ID; leave the others out.")
    try:
        with bar() as progress:
            for number, text in enumerate(arguments.ids):
                progress(f"order of {text}", number, len(arguments.ids))
                try:
                    rules = load(named(Namespace(id=text, position=arguments.position)))
                    generators = rules.generators(rules.start()).values()
                    info = describe(generators, seconds=arguments.seconds)
                except PuzzlekitError as error:
                    if len(arguments.ids) == 1:
                        raise
                    print(f"puzzlekit: {text}: {error}", file=sys.stderr)
                    code = error.exit_code
                else:
                    found.append((text, rules, info))
    finally:  # an interruption does not lose the orders that are known
        if found:
            _print(arguments, found)
    return code


def _print(arguments: Namespace, found: list[tuple[str, Rules, GroupInfo]]) -> None:
    if arguments.json:
        data = [{"id": text, **_data(info)} for text, _, info in found]
        print_json(arguments, data[0] if len(arguments.ids) == 1 else data)
        return
    lines = [_line(rules, info) for _, rules, info in found]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True) if width]
        print("  ".join(cells).rstrip())


def _data(info: GroupInfo) -> dict[str, Any]:
    return {**info._asdict(), "order": str(info.order)}


def _line(rules: Rules, info: GroupInfo) -> _Line:
    sure = "" if info.certain else "at least "
    size = f"degree {info.degree}, {plural(info.generators, 'generator')}"
    return _Line(rules.id, f"order {sure}{info.order}", info.name or "", size)


def group(arguments: Namespace) -> int:
    """Print all facts of a group."""
    from ..solving.group_facts import facts

    rules = load(named(arguments))
    found = facts(rules)
    info = found.info
    if arguments.json:
        data = {
            "id": arguments.id,
            **_data(info),
            "generators": list(found.generators),
            "base": list(found.base),
            "arrangements": None if found.arrangements is None else str(found.arrangements),
            "orbits": [{**orbit._asdict(), "order": str(orbit.order)} for orbit in found.orbits],
        }
        print_json(arguments, data)
        return DONE
    rows = [
        ("group", rules.id),
        ("order", f"{info.order:,}"),
        ("name", info.name or "no name is proved"),
        ("proof", info.proof),
        ("degree", str(info.degree)),
        ("generators", f"{len(found.generators)}: {_some(found.generators)}"),
        ("base", f"{len(found.base)}: {_some(found.base)}"),
    ]
    if found.arrangements is not None:
        rows.append(("positions", f"{found.arrangements:,}"))
    for number, orbit in enumerate(found.orbits, 1):
        name = orbit.name or f"order {orbit.order:,}"
        blocks = f" in blocks of {orbit.block}" if orbit.block > 1 else ""
        rows.append((f"orbit {number}", f"{len(orbit.cells)} places{blocks}: {_some(orbit.cells)}"))
        rows.append(("", f"{name}; {_parity(orbit.odd, found.generators)}"))
    for title, text in rows:
        print(f"{title:<11} {text}")
    return DONE


def _parity(odd: tuple[str, ...], generators: tuple[str, ...]) -> str:
    if not odd:
        return "all generators are even there"
    if len(odd) == len(generators):
        return "all generators are odd there"
    return f"odd there: {_some(odd)}"


def _some(names: tuple[str, ...], most: int = 12) -> str:
    shown = " ".join(names[:most])
    return shown + (f" ... ({len(names)})" if len(names) > most else "")
