"""Run the hostile corpus and print a table: `python -m tests.hostile`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from . import corpus, runner
from .runner import Case, Outcome


def main() -> int:
    """Run the selected cases; return 1 if any of them fails."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.hostile",
        description="Makes hostile files and inputs of all formats from a seed, and runs each of "
        "them through the command line: exit code 0 or 2 (3 where a limit is reached, 1 where a "
        "word does not exist), no traceback, no control characters, short sentences, less than "
        f"{runner.CPU} CPU s and {runner.MEMORY / 1e9:.0f} GB.",
    )
    parser.add_argument("--seed", type=int, default=0, help="where the random numbers begin (0)")
    parser.add_argument("--cases", type=int, metavar="N", help="only N of all cases, evenly taken")
    parser.add_argument("--most", type=int, default=4_000_000, metavar="BYTES", help="largest file")
    parser.add_argument("--only", metavar="TEXT", help="only cases with this in format or name")
    parser.add_argument(
        "--seconds", type=int, default=runner.CPU, metavar="S", help="of a processor, for a case"
    )
    parser.add_argument("--verbose", action="store_true", help="print each case as it ends")
    arguments = parser.parse_args()
    runner.CPU = arguments.seconds
    runner.warm_up()
    found: list[tuple[str, Outcome]] = []  # outcomes only: the cases would fill the memory
    for case in corpus.cases(arguments.seed, arguments.most, arguments.cases, arguments.only):
        outcome = runner.run(case)
        found.append((case.format, outcome))
        if arguments.verbose:
            print(
                f"{outcome.cpu:5.2f} {outcome.memory / 1e6:6.0f} {outcome.word} {_named(case)}",
                flush=True,
            )
        if outcome.faults:
            print(f"{_named(case)}: {'; '.join(outcome.faults)}", flush=True)
    print(_table(found))
    return int(any(outcome.faults for _, outcome in found))


def _named(case: Case) -> str:
    argv = " ".join(each[:40] for each in case.argv)
    return repr(f"{case.format} {case.name}: {argv}")


def _table(found: Sequence[tuple[str, Outcome]]) -> str:
    """Return a table with one line per format: the outcomes and the largest costs."""
    words = ("done", "refused", "limit", "no", "broken")
    titles = ("format", "cases", *words, "faults", "CPU s", "MB")
    rows = [f"{titles[0]:<12}" + "".join(f"{title:>9}" for title in titles[1:])]
    formats = [*dict.fromkeys(format for format, _ in found)]
    for name in [*formats, "all"]:
        some = [outcome for format, outcome in found if name in (format, "all")]
        counts = Counter(outcome.word for outcome in some)
        faults = sum(bool(outcome.faults) for outcome in some)
        worst = max(outcome.cpu for outcome in some)
        memory = max(outcome.memory for outcome in some) / 1e6
        numbers = (len(some), *(counts[word] for word in words), faults)
        row = f"{name:<12}" + "".join(f"{number:>9}" for number in numbers)
        rows.append(f"{row}{worst:>9.1f}{memory:>9.0f}")
    return "\n".join(rows)


if __name__ == "__main__":
    sys.exit(main())
