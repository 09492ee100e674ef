"""The `distances` command: count positions by distance."""

from __future__ import annotations

import math
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.errors import OptionError, shorten_path
from .common import DONE, format_length, load_rules, plural, print_json
from .parsers import Commands, add_metric, as_path, as_svg, byte_size, positive

if TYPE_CHECKING:
    from ..rules.base import Rules, State
    from ..solving.spaces import Enumeration

#: Dimensions of the histogram in pixels.
_BAR, _GAP, _LEFT, _BOTTOM, _TOP, _HEIGHT = 22, 4, 64, 44, 40, 320


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_for_game(
        "distances",
        _run,
        "count the reachable positions by their distance from the start (breadth-first search)",
    )
    add_metric(command)
    command.add_switch(
        "--to-goal", "count positions by their distance to the goal, by undoing moves"
    )
    command.add_value("--limit N", "fail if there are more than N positions", positive)
    command.add_value(
        "--memory SIZE",
        "memory limit, such as 512MB (default: 1GB); a position takes two bits or, in a hash "
        "table (if tables of rows and columns would be too large), 24 bytes and more",
        byte_size,
    )
    command.add_value(
        "--save FILE",
        "store the distances in a file, and keep only a part of them in memory",
        as_path,
    )
    command.add_switch("--resume", "continue the count in the --save file")
    command.add_value(
        "--cluster ADDRESS",
        "count on a Dask cluster: the address of its scheduler, or local (needs "
        "puzzlekit-framework[cluster])",
    )
    command.add_value("--farthest N", "print up to N of the farthest positions", positive)
    command.add_value("--plot FILE", "save a histogram of the distances as SVG", as_svg)


def _run(arguments: Namespace) -> int:
    from ..rules.merged_moves import default_metric
    from .progress_bar import show_progress

    rules = load_rules(arguments)
    arguments.metric = arguments.metric or default_metric(rules)
    enumeration = _enumeration(arguments, rules)
    counts: list[int] = []
    farthest: list[str] | None = None
    try:
        with show_progress() as progress:
            for each in enumeration.levels(progress=progress):
                counts.append(each)
                if not arguments.json:
                    print(f"{len(counts) - 1:>3} {each:>20,}", flush=True)
        farthest = [rules.encode(state) for state in enumeration.antipodes(arguments.farthest or 0)]
    finally:  # print the finished distances even after an interruption
        if arguments.json and counts:
            print_json(arguments, _json_data(arguments, counts, farthest))
    if not arguments.json:
        print(f"all {sum(counts):>20,}")
        positions = plural(counts[-1], "position")
        distance = format_length(len(counts) - 1, arguments.metric)
        end = "to the goal" if arguments.to_goal else "from the start"
        print(f"farthest {positions} at {distance} {end}, {_mean(counts):.2f} on average")
        for line in farthest:
            print(line)
    if arguments.plot is not None:
        from ..core.files import write_output

        write_output(arguments.plot, histogram(f"{arguments.id}, {arguments.metric}", counts))
    return DONE


def _enumeration(arguments: Namespace, rules: Rules) -> Enumeration:
    from ..solving.goals_with_free_cells import single_goal
    from ..solving.spaces import MEMORY, Enumeration

    if arguments.cluster is not None and (arguments.save is not None or arguments.farthest):
        raise OptionError("--cluster stores no distances; leave out --save and --farthest.")
    if arguments.resume and arguments.save is None:
        raise OptionError("--resume needs --save FILE, the file to continue.")
    if arguments.save is not None and arguments.save.exists() and not arguments.resume:
        raise OptionError(
            f"{shorten_path(arguments.save)} already exists; add --resume to continue it, or "
            "choose another file."
        )
    start: State | None = None
    if arguments.to_goal:
        if arguments.position is not None:
            raise OptionError("--to-goal and --from cannot be combined.")
        rules, start = single_goal(rules)
    return Enumeration(
        rules,
        start,
        metric=arguments.metric,
        backward=arguments.to_goal,
        limit=arguments.limit,
        memory=arguments.memory or MEMORY,
        file=arguments.save,
        cluster=arguments.cluster,
    )


def _json_data(
    arguments: Namespace, counts: list[int], farthest: list[str] | None
) -> dict[str, object]:
    data = {"id": arguments.id, "metric": arguments.metric, "states": sum(counts)}
    data["complete"] = farthest is not None
    if farthest is not None:
        data |= {"farthest": len(counts) - 1, "average": _mean(counts)}
        if arguments.farthest:
            data["positions"] = farthest
    return data | {"by_distance": counts}


def _mean(counts: list[int]) -> float:
    return sum(distance * each for distance, each in enumerate(counts)) / sum(counts)


def histogram(title: str, counts: Sequence[int]) -> str:
    """Return an SVG bar chart with a logarithmic scale."""
    from xml.sax.saxutils import escape

    decades = max(1, math.ceil(math.log10(max(counts))))
    width, bottom = _LEFT + len(counts) * (_BAR + _GAP) + 20, _TOP + _HEIGHT

    def bar_height(count: float) -> float:
        # A count of one still gets a visible bar: a tenth of a decade.
        return _HEIGHT * (math.log10(count) + 0.1) / (decades + 0.1)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {bottom + _BOTTOM}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{bottom + _BOTTOM}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="22" font-size="15">{escape(title)}</text>',
    ]
    for decade in range(decades + 1):
        y = bottom - bar_height(10**decade)
        lines.append(f'<path d="M{_LEFT} {y:.1f}H{width - 20}" stroke="#ddd"/>')
        lines.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">10^{decade}</text>')
    for distance, count in enumerate(counts):
        x, height = _LEFT + distance * (_BAR + _GAP) + _GAP / 2, bar_height(count)
        lines.append(
            f'<rect x="{x}" y="{bottom - height:.1f}" width="{_BAR}" height="{height:.1f}" '
            f'fill="#3b7dd8"><title>{distance}: {count:,}</title></rect>'
        )
        lines.append(
            f'<text x="{x + _BAR / 2}" y="{bottom + 15}" text-anchor="middle">{distance}</text>'
        )
    lines.append(f'<text x="{_LEFT}" y="{bottom + 34}">positions by distance</text></svg>')
    return "\n".join(lines) + "\n"
