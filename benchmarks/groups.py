"""Group orders: puzzlekit against sympy's `PermutationGroup.order`, on the same generators.

Run `python benchmarks/groups.py`. Each line gives the best of three of either and their ratio.
"""

import time

from puzzlekit import group, load

GAMES = [
    "fifteen",
    "pinball",
    "topspin",
    "hungarian",
    "cube:2",
    "cube:3",
    "twist:5,height=5",
    "twist:7,height=7",
    "permute:6",
]


def best(function, repeats=3):
    """Return the least time of several runs, in milliseconds, and the last answer."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        answer = function()
        times.append(time.perf_counter() - began)
    return 1000 * min(times), answer


def main():
    print(f"{'game':<20} {'degree':>6} {'puzzlekit ms':>13} {'sympy ms':>10} {'ratio':>8}")
    for text in GAMES:
        rules = load(text)
        generators = list(rules.generators(rules.start()).values())
        ours, info = best(lambda generators=generators: group.describe(generators))
        # sympy keeps what it has found, so each run has a group of its own.
        theirs, order = best(lambda generators=generators: group.sympy_group(generators).order())
        assert info.order == order
        print(f"{text:<20} {info.degree:>6} {ours:>13.2f} {theirs:>10.2f} {theirs / ours:>8.1f}")


if __name__ == "__main__":
    main()
