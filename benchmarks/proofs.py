"""Outcomes of games on small boards under perfect play, also after each first move.

    python benchmarks/proofs.py [--seconds 3600] [--memory 4GB] [ID ...]

Each row is the result of `puzzlekit prove ID --openings --seconds S --memory M`. Existing rows of
benchmarks/results/proofs.txt are kept, so the run can be split; delete a row to prove it again. The
winning first moves are listed if there are few. First moves not proved in time are counted as open;
a row is kept if the outcome of the game itself is known.
"""

import argparse

from machine import Table, described

from puzzlekit import load, outcome
from puzzlekit.cli.parsers import byte_size, seconds
from puzzlekit.cli.progress_bar import show_progress

HEAD = (
    f"{'game':<18} {'outcome':<7} {'wins':>4} {'draws':>5} {'losses':>6} {'open':>4} "
    f"{'positions':>13} {'seconds':>8} {'MB':>5}  first moves that win"
)

#: The maximum number of winning moves to list.
NAMED = 16

GAMES = [
    *[f"hex:{size},swap={swap}" for swap in ("off", "on") for size in (2, 3, 4, 5)],
    *["permute:3,swap=off", "permute:4,swap=off", "permute:4", "permute:5,swap=off", "permute:5"],
    *["shifty:3,swap=off", "shifty:4,swap=off", "shifty:4", "slither:3,swap=off"],
    *["slither:4,swap=off", "slither:4", "crossway:3,swap=off", "crossway:4,swap=off"],
    *["crossway:5,swap=off", "catchup:2", "catchup:3", "catchup:3,third=record"],
    "catchup:3,third=none",
    *["slyde:3", "slyde:4", "palago:6", "palago:8", "hex:6,swap=off", "permute:6,swap=off"],
]


def row(text, found):
    """Return the table row of a proof."""
    values = list(found.openings.values())
    wins = [move for move, value in found.openings.items() if value == 1]
    named = " ".join(wins) if len(wins) <= NAMED else ""
    draws, losses, unknown = (values.count(value) for value in (0, -1, None))
    return (
        f"{text:<18} {found!s:<7} {len(wins):>4} {draws:>5} {losses:>6} {unknown:>4} "
        f"{found.positions:>13,} {found.seconds:>8.1f} {found.memory >> 20:>5}  {named}"
    ).rstrip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seconds", type=seconds, default=3600.0)
    parser.add_argument("--memory", type=byte_size, default=4 << 30)
    arguments = parser.parse_args()
    table = Table("proofs.txt", f"machine: {described('numba', 'numpy')}", "", HEAD)
    for text in arguments.games:
        if any(line.split()[:1] == [text] for line in table.rows):
            continue
        with show_progress() as progress:
            found = outcome(
                load(text),
                every=True,
                seconds=arguments.seconds,
                memory=arguments.memory,
                progress=progress,
            )
        if found.value is None:
            print(f"open: {row(text, found)}", flush=True)
            continue
        table.add(row(text, found))


if __name__ == "__main__":
    main()
