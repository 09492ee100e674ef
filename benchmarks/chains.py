"""Short words found by subgroup chains: their lengths, and the times to build tables.

Run `python benchmarks/chains.py [--count N] [--limits S ...] [ID or FILE ...]`. The metric is
turns: any power of a move counts as one. For the cube, results are compared with the C package
kociemba, if it is installed, and with `--twsearch PROGRAM FILE`, where PROGRAM is built from
github.com/rokicki/twsearch, and FILE is its sample `3x3x3.tws`. Results also go to
`benchmarks/results/chains.txt`, unless puzzles are given.
"""

import argparse
import os
import subprocess
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from random import Random

from machine import Report, processor

from puzzlekit import load
from puzzlekit.core.errors import LimitReachedError
from puzzlekit.core.words import expand
from puzzlekit.play.parse_moves import read_moves
from puzzlekit.solving.chains.api import find_chain, short_words
from puzzlekit.solving.short_solutions import find_solution
from puzzlekit.solving.solution import TURNS

#: The puzzles to measure, and the time limits for a word (seconds).
PUZZLES = {
    "cube:3": (0.1, 1, 10),
    "cube:2": (0.01,),
    "twist:3": (0.01,),
    "pyraminx": (0.01,),
    "skewb": (0.01,),
    "twist:4,height=4": (0.2, 1),
    "topspin": (1, 10),
    "megaminx": (10,),
    "cube:4": (0.1, 1, 10),
    "helicopter": (1, 10),
}

FACES = "URFDLB"

#: The moves of the subgroup between the two phases of twsearch, and its solutions of phase 1.
SUBGROUP, FIRST_PHASE_SOLUTIONS = "U,D,F2,B2,R2,L2", 20_000

#: The number of positions that twsearch solves first, to fill its pruning tables.
WARM_UP = 10


def lines(puzzles, count, twsearch):
    yield f"machine: {processor()}, one core"
    yield f"{count} random positions each; turns; {'*' * 3} all are proved to be shortest"
    head = f"{'puzzle':<20} {'tables s':>9} {'MB':>5} {'limit s':>8}"
    yield head + f" {'first':>6} {'best':>6} {'worst':>6}"
    for name, limits in puzzles.items():
        yield from of_puzzle(name, limits, count, twsearch)


def of_puzzle(name, limits, count, twsearch):
    rules = load(name)
    began = time.perf_counter()
    chain = find_chain(rules, metric=TURNS, make=True)
    made = time.perf_counter() - began
    if chain is None:
        yield f"{name:<20} has no chain"
        return
    size = sum(array.nbytes for stage in chain.stages for array in stage.searched) >> 20
    states = [random_state(rules, Random(seed)) for seed in range(count)]
    for limit in limits:
        first, best, proved = [], [], 0
        for state in states:
            words = []
            with suppress(LimitReachedError):  # no word is found in time
                words += short_words(chain, state, rules.goal, seconds=limit)
            if not words:
                continue
            here = state
            for move in expand(words[-1].word, rules.inverse_move):
                here = rules.play(here, move)
            assert here == rules.goal
            first.append(words[0].cost)
            best.append(words[-1].cost)
            proved += words[-1].optimal
        if not best:
            yield f"{name:<20} {made:>9.1f} {size:>5} {limit:>8} no words"
            continue
        yield (
            f"{name:<20} {made:>9.1f} {size:>5} {limit:>8} {sum(first) / len(first):>6.2f} "
            f"{sum(best) / len(best):>6.2f} {max(best):>6}"
            + (" ***" if proved == count else "")
            + ("" if len(best) == count else f" ({count - len(best)} without a word)")
        )
    if name == "cube:3" and find_spec("kociemba"):
        yield from of_kociemba(rules, states)
    if name == "cube:3" and twsearch:
        yield from of_twsearch(twsearch, rules, states, limits)


def random_state(rules, rng):
    """Return the end of a long random walk."""
    state = rules.goal
    for _ in range(500):
        state = rules.play(state, rng.choice(rules.legal_moves(state)))
    return state


def of_kociemba(rules, states):
    """Yield the results of kociemba for several maximum lengths."""
    import kociemba

    index = rules.board.index
    for most in (24, 22, 21):
        lengths, began = [], time.perf_counter()
        for state in states:
            text = "".join(
                state[index[f"{face}{number}"]] for face in FACES for number in range(1, 10)
            )
            try:
                lengths.append(len(kociemba.solve(text, max_depth=most).split()))
            except ValueError:  # no word was found in time
                continue
        took = (time.perf_counter() - began) / len(states)
        yield (
            f"  kociemba, at most {most:<3} {took:>22.3f} {'':>6} "
            f"{sum(lengths) / max(1, len(lengths)):>6.2f} {max(lengths, default=0):>6}"
            + ("" if len(lengths) == len(states) else f" ({len(states) - len(lengths)} without)")
        )


def of_twsearch(twsearch, rules, states, limits):
    """Yield the results of twsearch in two phases, which its docs/twophase.txt describes.

    A process finds words into a subgroup, shortest first. Another one solves each of the positions
    that they lead to, if it finds a shorter word than before. Only one of them works at a time.
    """
    began = time.perf_counter()
    first, second = [
        subprocess.Popen(
            [twsearch[0], "--quiet", "-t", "1", "-M", "128", "--nowrite", *options, twsearch[1]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        for options in (
            ("-s", "-c", str(FIRST_PHASE_SOLUTIONS), "--subgroupmoves", SUBGROUP),
            ("-p2", "--moves", SUBGROUP),
        )
    ]
    found = []
    others = range(len(states), len(states) + WARM_UP)
    for state in [random_state(rules, Random(seed)) for seed in others] + states:
        if len(found) == WARM_UP:
            made = time.perf_counter() - began
        found.append(list(two_phases(first, second, rules, state, max(limits))))
    for process in (first, second):
        process.communicate()
    for limit in limits:
        solved = [[length for took, length in each if took <= limit] for each in found[WARM_UP:]]
        lengths = [each for each in solved if each]
        best = [min(each) for each in lengths]
        yield (
            f"{'  twsearch, 2 phases':<20} {made:>9.1f} {256:>5} {limit:>8} "
            f"{sum(each[0] for each in lengths) / max(1, len(best)):>6.2f} "
            f"{sum(best) / max(1, len(best)):>6.2f} {max(best, default=0):>6}"
            + ("" if len(best) == len(states) else f" ({len(states) - len(best)} without a word)")
        )


def two_phases(first, second, rules, state, limit):
    """Yield the time and the length of each word that twsearch finds."""
    word = find_solution(rules, state, metric=TURNS).moves
    scramble = " ".join(rules.inverse_move(move) for move in reversed(word))
    began = time.perf_counter()
    print(scramble, file=first.stdin, flush=True)
    for start in first.stdout:
        if start.startswith("Found"):
            return
        if not start.startswith(" ") or time.perf_counter() - began > limit:
            continue
        print(f"{scramble}  {start.strip()}", file=second.stdin, flush=True)
        end = None
        for line in second.stdout:
            if line.startswith(" "):
                end = line
            elif line.startswith(("Found", "No solution")):
                break
        if end is not None:
            took = time.perf_counter() - began
            here = state
            for move in read_moves(rules, state, start + end):
                here = rules.play(here, move)
            assert here == rules.goal
            yield took, len((start + end).split())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzles", nargs="*")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--limits", type=float, nargs="+", default=(1, 10), metavar="SECONDS")
    parser.add_argument("--twsearch", nargs=2, metavar=("PROGRAM", "FILE"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUZZLEKIT_CACHE"] = folder  # rebuild the tables
        report = Report()
        puzzles = dict.fromkeys(given.puzzles, given.limits) or PUZZLES
        for line in lines(puzzles, given.count, given.twsearch):
            report.say(line)
        if not given.puzzles:
            report.write("chains.txt")


if __name__ == "__main__":
    main()
