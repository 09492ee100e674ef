"""Tree search: iterations per second, compiled and in plain Python, in one run.

    python benchmarks/trees.py [--only WORDS] [--seconds 3]

Each game with compiled rules is searched from its start, on one core. The table also goes to
benchmarks/results/trees.txt.
"""

import argparse
import time
from functools import partial

from machine import Report, described

from puzzlekit import load
from puzzlekit.players.mcts import TreeSearch
from puzzlekit.players.mcts_compiled import CompiledTree
from puzzlekit.players.mcts_plain import PlainTree

RUNS = 3

GAMES = ["permute:9", "permute:12", "permute:16", "hex:11", "shifty", "palago"]


def rate(new_tree, state, seconds):
    """Return the iterations per CPU second of a new tree, the best of several runs."""
    TreeSearch([new_tree()]).think(state, playouts=10, seed=0)  # exclude one-time work
    playouts, took, best = 1, 0.0, 0.0
    while took < seconds:
        playouts *= 2
        took, best = 0.0, 0.0
        for _ in range(RUNS):
            search = TreeSearch([new_tree()])
            began = time.process_time()
            search.think(state, playouts=playouts, seed=1)
            now = time.process_time() - began
            took, best = took + now, max(best, playouts / now)
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="games whose ID has these words")
    parser.add_argument("--seconds", type=float, default=1, help="of CPU, at least")
    arguments = parser.parse_args()
    report = Report()
    say = report.say

    say(described("numpy", "numba"))
    say("iterations a second of CPU of the search from the start of the game, on one core")
    say()
    say(f"{'game':<12} {'compiled':>9} {'plain':>7} {'ratio':>6}")
    for text in GAMES:
        if arguments.only in text:
            rules = load(text)
            start = rules.start()
            fast = rate(partial(CompiledTree, rules.compiled), start, arguments.seconds)
            slow = rate(partial(PlainTree, rules), start, arguments.seconds)
            say(f"{text:<12} {fast:>9,.0f} {slow:>7,.1f} {fast / slow:>6,.0f}")
    if not arguments.only:
        report.write("trees.txt")


if __name__ == "__main__":
    main()
