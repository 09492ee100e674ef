"""Forced wins proved by threat search: winner, turns and time.

    python benchmarks/forced_wins.py [--seconds 3600] [NAME ...]

Each row is the result of `puzzlekit prove ID --moves MOVES --seconds S --limit N`, with a large
limit. Existing rows of benchmarks/results/forced_wins.txt are kept, except those without a proof;
delete a row to prove it again. The moves shown are the longest defence.
"""

import argparse
import time

from machine import Table, described

from puzzlekit import load, prove
from puzzlekit.cli.parsers import seconds
from puzzlekit.cli.progress_bar import show_progress
from puzzlekit.core.errors import LimitReachedError

HEAD = (
    f"{'position':<10} {'moves':<16} {'wins':<6} {'turns':>5} {'positions':>10} "
    f"{'seconds':>8}  line"
)

#: The six different openings of Palago, by their letters on the author's page.
POSITIONS = {
    "palago a": ("palago", "0,0a+0,-1a"),
    "palago b": ("palago", "0,0b+0,-1c"),
    "palago c": ("palago", "0,0a+0,-1c"),
    "palago d": ("palago", "0,0c+0,-1b"),
    "palago e": ("palago", "0,0b+0,-1b"),
    "palago f": ("palago", "0,0a+0,-1b"),
}


def row(name, most, progress):
    """Prove a position and return its table row."""
    text, moves = POSITIONS[name]
    rules = load(text)
    state = rules.start()
    for move in moves.split():
        state = rules.play(state, move)
    before = time.process_time()
    try:
        found = prove(rules, state, limit=10**9, seconds=most, progress=progress)
    except LimitReachedError as open_still:
        wins, turns, positions, line = "open", "", "", str(open_still)
    else:
        wins, turns, positions, line = "nobody", "", "", "no win by threats"
        if found is not None:
            wins, line = rules.players[found.seat], " ".join(found.line)
            turns, positions = found.turns, found.positions
    spent = time.process_time() - before
    return f"{name:<10} {moves:<16} {wins:<6} {turns:>5} {positions:>10} {spent:>8.1f}  {line}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=POSITIONS, metavar="NAME")
    parser.add_argument("--seconds", type=seconds, default=3600.0)
    arguments = parser.parse_args()
    table = Table("forced_wins.txt", f"machine: {described('numba', 'numpy')}", "", HEAD)
    for name in arguments.names:
        mine = [line for line in table.rows if line.startswith(f"{name} ")]
        if mine and " open " not in mine[0]:
            continue
        with show_progress() as progress:
            new = row(name, arguments.seconds, progress)
        table.rows = [line for line in table.rows if line not in mine]
        table.add(new)


if __name__ == "__main__":
    main()
