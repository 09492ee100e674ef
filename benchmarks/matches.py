"""Matches between computer players: what a level is worth, and what time is worth.

    python benchmarks/matches.py [--games 200] [--jobs 1]

Each row of the table is `puzzlekit match ID A B --games N --seed S`, the seats swapped from game to
game. Rows that benchmarks/results/matches.txt already has are left as they are, so that the hours
that this takes may be spent in parts; delete a row to play it again.
"""

import argparse
from itertools import pairwise
from pathlib import Path

from puzzlekit import load
from puzzlekit.cli.progress_bar import bar
from puzzlekit.play.match import match, score
from puzzlekit.players.mcts_player import LEVELS

RESULTS = Path(__file__).parent / "results" / "matches.txt"

SEED = 1

HEAD = f"{'game':<12} {'A':<14} {'B':<14} {'seed':>4} {'games':>5} {'score':>7}  95 %"

NAMES = list(LEVELS)
STEPS = list(pairwise(NAMES))

MATCHES = [
    *[("permute:9", f"mcts:{a}", f"mcts:{b}") for b, a in STEPS],
    *[("permute:12", "mcts:0.1s", b) for b in ("uct:250", "greedy:2")],
    ("permute:9", "mcts:beginner", "greedy:2"),
    ("permute:12", "mcts:0.2s", "mcts:0.05s"),
    *[(text, f"mcts:{a}", f"mcts:{b}") for text in ("palago", "shifty:8") for b, a in STEPS[:3]],
]


def row(text, a, b, result):
    """Return the line of the table for a match."""
    value, low, high = result.share
    return (
        f"{text:<12} {a:<14} {b:<14} {SEED:>4} {result.games:>5} {100 * value:>5.1f} %  "
        f"{100 * low:.1f} to {100 * high:.1f}"
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    known = RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else [HEAD]
    for text, a, b in MATCHES:
        if any(line.split()[:3] == [text, a, b] for line in known):
            continue
        rules = load(text)
        with bar() as progress:
            games = match(
                rules, [a, b], arguments.games, seed=SEED, jobs=arguments.jobs, progress=progress
            )
            known.append(row(text, a, b, score(games)))
        print(known[-1], flush=True)
        RESULTS.write_text("\n".join(known) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
