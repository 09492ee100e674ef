"""Run the hostile corpus and print the faults: `python -m tests.hostile`."""

import argparse
import sys

from . import corpus, runner


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
    arguments = parser.parse_args()
    runner.CPU = arguments.seconds
    runner.warm_up()
    count = faulty = 0
    for case in corpus.cases(arguments.seed, arguments.most, arguments.cases, arguments.only):
        outcome = runner.run(case)
        count, faulty = count + 1, faulty + bool(outcome.faults)
        if outcome.faults:
            argv = " ".join(each[:40] for each in case.argv)
            title = repr(f"{case.format} {case.name}: {argv}")
            cost = f"{outcome.cpu:.1f} CPU s, {outcome.memory / 1e6:.0f} MB"
            print(f"{title}: {'; '.join(outcome.faults)} ({cost})", flush=True)
    print(f"{count} cases, {faulty} with faults")
    return int(faulty > 0 or not count)


if __name__ == "__main__":
    sys.exit(main())
