"""Public samples of other programs: files read, orders compared with twsearch, scrambles solved.

    python benchmarks/public_samples.py [--twsearch PROGRAM] FOLDER ...

A FOLDER is a clone of a repository, such as github.com/rokicki/twsearch. Puzzles in other formats
than `.tws` are converted for twsearch. Positions, and targets with equal pieces, are read by the
first puzzle in FOLDER that they fit, preferably in the same folder. Solutions are replayed.
Results also go to `benchmarks/results/public_samples.txt`.
"""

import argparse
import re
import subprocess
import tempfile
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path
from random import Random

from machine import Report, described
from order_files import agree, order
from samples import Late, limited

import puzzlekit
from puzzlekit.core.errors import PuzzlekitError
from puzzlekit.core.permutation import without_inverses
from puzzlekit.formats.scramble_file import read_goal
from puzzlekit.play.positions import read_position

#: The time limits for twsearch, and the CPU time limit for a solution with its tables (seconds).
ORDER_SECONDS, SOLVE_SECONDS = 5, 60

#: Patterns in the files of each kind, with their suffixes. Those of puzzles come first.
KINDS = {
    "tws": (r"\.tws", "^Solved|^StartState"),
    "def": (r"\.def", "^Solved"),
    "KPuzzle": (r"\.json", '"orbits"'),
    "scrambles": (r"\.(scr|txt)", r"\A[^*]*^Scramble"),
    "KPattern": (r"\.json", '"pieces"'),
}
PUZZLES = ("tws", "def", "KPuzzle")


def kind(path):
    """Return the kind of a file, or None."""
    suffixes = [name for name, (suffix, _) in KINDS.items() if re.fullmatch(suffix, path.suffix)]
    text = path.read_text(encoding="latin-1") if suffixes else ""
    return next((name for name in suffixes if re.search(KINDS[name][1], text, re.M)), None)


def same_order(rules, path, program):
    """Return whether twsearch finds the same order of the group that all moves generate."""
    with tempfile.TemporaryDirectory() as folder:
        if path.suffix != ".tws":
            text = puzzlekit.convert(rules, "tws")
            path = Path(folder, "converted.tws")
            path.write_text(text, encoding="utf-8")
        command = [program, "--schreiersims", path]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=ORDER_SECONDS, check=True
        )
    moves = without_inverses(rules.definition.moves.values())  # twsearch ignores `forbidden`
    return agree(puzzlekit.order(moves), order(done.stdout))


def is_solved(rules, state, goal=None):
    """Return whether a solution was found in time, and leads to the goal."""
    with suppress(Late, PuzzlekitError, MemoryError), limited(SOLVE_SECONDS):
        for move in puzzlekit.solve(rules, state, to=goal).moves:
            state = rules.play(state, move)
        if goal is None:
            return rules.outcome(state) is not None
        labels = read_goal(goal, rules.definition)
        renamed = dict(zip(rules.goal, labels, strict=True))
        return tuple(renamed[label] for label in state) == labels
    return False


def position_in(path, puzzles):
    """Return the puzzle that a position or a target fits, a state and a target, or None."""
    near = {each: (each.parent != path.parent, len(puzzles[each].goal)) for each in puzzles}
    for puzzle in sorted(puzzles, key=near.__getitem__):
        rules = puzzles[puzzle]
        with suppress(PuzzlekitError):
            return rules, read_position(rules, str(path)), None
        with suppress(PuzzlekitError):
            if path.suffix == ".json" and read_goal(path, rules.definition):
                return rules, scramble(rules), str(path)
    return None


def scramble(rules):
    """Return the end of a random walk."""
    state, rng = rules.goal, Random(1)
    for _ in range(200):
        state = rules.play(state, rng.choice(rules.legal_moves(state)))
    return state


def rows(folder, program):
    """Yield the counts for each kind of file in a folder, and notes about single files."""
    counts, puzzles, notes = defaultdict(Counter), {}, []
    files = [(kind(path), path) for path in sorted(folder.rglob("*")) if path.is_file()]
    for name in KINDS:
        for path in [path for each, path in files if each == name]:
            row, note = counts[name], f"{path.relative_to(folder)}: "
            row["files"] += 1
            try:
                if name in PUZZLES:
                    rules = puzzles[path] = puzzlekit.load(str(path))
                    problem = rules, scramble(rules), None
                    puzzlekit.order(rules)
                else:
                    problem = position_in(path, puzzles)
                row["read"] += problem is not None
            except PuzzlekitError as error:
                notes.append(note + str(error))
                continue
            if problem is None or not is_solved(*problem):
                notes.append(note + ("not read" if problem is None else "not solved"))
            else:
                row["solved"] += 1
            if name in PUZZLES and program:
                try:
                    same = same_order(rules, path, program)
                    row["same order" if same else "other order"] += 1
                    if not same:
                        notes.append(note + "other order")
                except (PuzzlekitError, subprocess.SubprocessError) as error:
                    notes.append(f"{note}no order by twsearch ({type(error).__name__})")
    return counts, notes


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--twsearch", metavar="PROGRAM")
    parser.add_argument("folders", type=Path, nargs="+")
    arguments = parser.parse_args()
    report = Report()
    report.say(described("numba"))
    report.say(
        f"{ORDER_SECONDS} s for an order by twsearch, {SOLVE_SECONDS} s of CPU for a solution"
    )
    columns = ("files", "read", "same order", "other order", "solved")
    report.say(f"{'':<12}" + "".join(f" {each:>11}" for each in columns))
    for folder in arguments.folders:
        git = ["git", "-C", folder, "rev-parse", "HEAD"]
        version = subprocess.run(git, capture_output=True, text=True).stdout.strip()
        report.say(f"{folder.name} {version}")
        counts, notes = rows(folder, arguments.twsearch)
        for name, row in counts.items():
            report.say(f"  {name:<10}" + "".join(f" {row[each]:>11}" for each in columns))
        for note in notes:
            report.say(f"    {note}")
    report.write("public_samples.txt")


if __name__ == "__main__":
    main()
