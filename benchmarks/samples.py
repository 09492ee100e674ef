"""Words for many puzzles: the methods used, and the lengths.

Run `python benchmarks/samples.py FOLDER or ID ...`. All .tws files in a folder, such as twsearch's
samples, are measured, smallest first, each in its own process. Existing rows of
`benchmarks/results/samples.txt` are kept and not measured again.

Building tables for the turn metric may take `MAKING` seconds of CPU time. Then `COUNT` positions
are solved, each with `LOOKING` seconds for shortening the word and a limit of `SOLVING` CPU
seconds. Every word is verified. Memory is limited to `ROOM` bytes.
"""

import argparse
import json
import resource
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import process_time

from machine import RESULTS, described

from puzzlekit import load
from puzzlekit.core.errors import LimitReachedError, PuzzlekitError
from puzzlekit.groups import describe
from puzzlekit.rules.sliding import Sliding
from puzzlekit.rules.twisty import Twisty
from puzzlekit.solving.chains.api import find_chain
from puzzlekit.solving.factorization.words import OrbitWordTable
from puzzlekit.solving.short_solutions import find_solution, word_table
from puzzlekit.solving.solution import STEPS, TURNS, as_word

COUNT, MOVES = 5, 500

#: CPU time limits for tables and for a word, and the time for shortening a word (seconds).
MAKING, SOLVING, LOOKING = 180, 10, 1

#: The limit for the address space (bytes), half a gigabyte of which is code.
ROOM = 3 << 29

HEAD = (
    f"{'puzzle':<34} {'group':>8} {'words by':<12} {'tables s':>8} {'MB':>5} "
    f"{'solved':>6} {'mean':>7} {'worst':>6}  why not"
)


class Late(Exception):
    """The CPU time limit has been reached."""


@contextmanager
def limited(seconds):
    """Raise `Late` after the given CPU time."""

    def late(*_):
        raise Late

    signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def tell(**facts):
    """Send facts to the process that builds the row, as soon as they are known."""
    facts["mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(json.dumps(facts), flush=True)


def measure(puzzle):
    """Measure one puzzle and report the facts."""
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    rules = load(puzzle)
    if isinstance(rules, Twisty):
        tell(order=short(describe(list(rules.generators(rules.goal).values())).order))
    begun = process_time()
    try:
        with limited(MAKING):
            tell(way=way(rules))
    except Late:
        tell(why=f"no tables in {MAKING} s")
    except (LimitReachedError, MemoryError) as error:
        tell(why=reason(error))
    tell(made=process_time() - begun)
    metric = TURNS if isinstance(rules, Twisty) else STEPS
    for seed in range(COUNT):
        state = walked(rules, Random(seed))
        try:
            with limited(SOLVING):
                moves = find_solution(
                    rules, state, metric=metric, seconds=LOOKING, tables=isinstance(rules, Sliding)
                ).moves
        except Late:
            tell(why=f"no word in {SOLVING} s")
            continue
        except (LimitReachedError, MemoryError) as error:
            tell(why=reason(error))
            continue
        for move in moves:
            state = rules.play(state, move)
        assert rules.outcome(state) is not None
        tell(length=len(as_word(rules, moves) if metric == TURNS else moves))


def way(rules):
    """Build tables, and return the name of the method that finds words."""
    if not isinstance(rules, Twisty):
        return "slides" if isinstance(rules, Sliding) else "slides, turns"
    chain = find_chain(rules, metric=TURNS, make=True)
    if chain is None:
        return "kinds" if isinstance(word_table(rules).table, OrbitWordTable) else "word table"
    if chain.near is not None:
        return "beam"
    return "shortest" if len(chain.stages) == 1 else f"{len(chain.stages)} stages"


def walked(rules, rng):
    """Return the end of a long random walk."""
    state = rules.start() if not hasattr(rules, "goal") else rules.goal
    for _ in range(MOVES):
        state = rules.play(state, rng.choice(rules.legal_moves(state)))
    return state


def short(number):
    """Return a large number in short form: 4.3e19."""
    text = str(number)
    return text if len(text) < 7 else f"{text[0]}.{text[1]}e{len(text) - 1}"


def reason(error):
    """Return the first sentence of an error."""
    return (str(error) or "no memory left").split(";")[0].split(". ")[0]


def row(name, puzzle):
    """Measure a puzzle in its own process and return its row."""
    lasting = 2 * (MAKING + COUNT * SOLVING)
    try:
        done = subprocess.run(
            [sys.executable, __file__, "--one", puzzle],
            capture_output=True,
            text=True,
            timeout=2 * lasting,
        )
        text, status, why = done.stdout, done.returncode, done.stderr.strip().split("\n")[-1]
    except subprocess.TimeoutExpired as late:
        text, status, why = (late.stdout or b"").decode(), 1, f"not done in {2 * lasting} s"
    facts, lengths = {"order": "", "way": "", "made": 0.0, "mb": 0, "why": ""}, []
    for line in text.splitlines():
        facts |= json.loads(line)
        if "length" in facts:
            lengths.append(facts.pop("length"))
    if status:
        facts["why"] = why[:100] or f"ended with {status}"
    mean = f"{sum(lengths) / len(lengths):>7.1f} {max(lengths):>6}" if lengths else f"{'':>14}"
    return (
        f"{name:<34} {facts['order']:>8} {facts['way'] or '-':<12} {facts['made']:>8.1f} "
        f"{facts['mb']:>5} {len(lengths):>6} {mean}  {facts['why']}"
    ).rstrip()


def named(given):
    """Yield the names of the puzzles to measure, with their paths or IDs."""
    for each in given:
        if not Path(each).is_dir():
            yield each, each
            continue
        for path in sorted(Path(each).rglob("*.tws"), key=lambda p: (p.parent, p.stat().st_size)):
            yield str(path.relative_to(each).with_suffix("")), str(path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzles", nargs="*")
    parser.add_argument("--one", action="store_true", help="measure one puzzle, for a row")
    given = parser.parse_args()
    if given.one:
        try:
            measure(*given.puzzles)
        except PuzzlekitError as error:
            sys.exit(reason(error))
        return
    path = RESULTS / "samples.txt"
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    once = load("cube:3#1")
    find_solution(once, once.start(), seconds=LOOKING)  # compiled from now on
    done = {line[:34].strip() for line in old.splitlines()[2:]}
    with path.open("a", encoding="utf-8") as rows:
        if not old:
            print(described("numba", "numpy") + ", one of them", HEAD, sep="\n", file=rows)
        for name, puzzle in named(given.puzzles):
            if name not in done:
                found = row(name, puzzle)
                print(found, flush=True)
                print(found, file=rows, flush=True)


if __name__ == "__main__":
    main()
