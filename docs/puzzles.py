"""Generate reference/puzzles.md: the shipped puzzles and puzzle files, with God's numbers.

python docs/puzzles.py FOLDER-OF-TWSEARCH-SAMPLES FOLDER-OF-KSOLVE-SAMPLES
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from puzzlekit import LimitReachedError, PuzzlekitError, Twisty, load
from puzzlekit.groups import describe
from puzzlekit.play.setup import setup_with
from puzzlekit.plugin.discovery import plugins
from puzzlekit.rules.base import Puzzle, Rules
from puzzlekit.solving.difficulty import distance_summary
from puzzlekit.solving.group_facts import count_positions

PAGE = Path(__file__).parent / "reference" / "puzzles.md"

#: Maximum number of positions to count, of bytes for them, and of digits of an unrounded number.
MOST, MEMORY, DIGITS = 350_000_000, 128 << 20, 15

#: Maximum number of cells of a puzzle.
CELLS = 1_500

HEAD = f"""# God's numbers

God's number is the greatest distance of any position from the goal. A value is exact if there are
at most {MOST:,} positions, which could be counted in {MEMORY >> 20} MB. A value marked `>=` is a
lower bound: shorter move sequences are too few to reach all positions. Some of these puzzles can be
counted by `puzzlekit distances ID` with its limit of 1 GB, such as `lights_out` in two minutes.

- A step is a single move, such as a quarter turn. A turn is any power of a twist.
- Large numbers are rounded down to three digits; `puzzlekit group ID` prints all of them.
- A blank field means that the value is unknown or the metric does not apply.
- Rubik's cube needs up to 20 turns (Rokicki, Kociemba, Davidson and Dethridge, 2010) or 26 quarter
  turns (Rokicki and Davidson, 2014). These computations took years of computer time.

`python docs/puzzles.py FOLDER ...` generates this page, including the `.tws` and `.def` files in
the given folders.
"""

TABLE = """
| Puzzle | Order of the group | Positions | God's number in steps | in turns |
| --- | ---: | ---: | ---: | ---: |
"""

FILES = {
    ".tws": """
## twsearch samples

These files are sample puzzles from [twsearch](https://github.com/rokicki/twsearch).
""",
    ".def": """
## ksolve samples

These files are sample puzzles from [ksolve](https://github.com/cubing/ksolve).
""",
}


def shipped() -> Iterator[tuple[str, Rules]]:
    """Yield the shipped puzzles and their presets, with their IDs."""
    for name, kind in sorted(plugins()[0].items()):
        if len(kind.players) == 1:
            known = {}
            for values in ({}, *kind.presets.values()):
                setup = setup_with(name, values)
                known.setdefault(setup.id, setup.rules)
            yield from known.items()


def row(name: str, rules: Rules) -> str:
    """Return the table row of a puzzle."""
    assert isinstance(rules, Puzzle)
    generators = list(rules.generators(rules.goal).values())
    order = describe(generators).order
    positions = count_positions(rules, rules.goal)
    cells = [name, number(order), "" if positions is None else number(positions)]
    for metric in ("steps", "turns"):
        found = None
        if positions is not None and (metric == "steps" or isinstance(rules, Twisty)):
            found = distance_summary(rules, positions, metric=metric, limit=MOST, memory=MEMORY)
        cells.append("" if found is None else farthest(found.farthest, found.minimum))
    return f"| {' | '.join(cells)} |"


def number(value: int) -> str:
    """Return a number, rounded down to three digits if it is long.

    >>> number(1234567), number(43252003274489856000)
    ('1,234,567', '4.32e19')
    """
    text = str(value)
    if len(text) <= DIGITS:
        return f"{value:,}"
    return f"{text[0]}.{text[1:3]}e{len(text) - 1}"


def farthest(exact: int | None, least: int | None) -> str:
    """Return God's number or its lower bound as a table entry."""
    return str(exact) if exact is not None else "" if least is None else f">= {least}"


def rows_of(folders: list[str], suffix: str) -> Iterator[str]:
    """Yield the table rows of the files with a suffix in the given folders."""
    files = [path for folder in folders for path in Path(folder).glob(f"*{suffix}")]
    for path in sorted(files, key=lambda path: path.name.lower()):
        print(path.name, file=sys.stderr, flush=True)
        try:
            rules = load(str(path))
            if len(rules.board) > CELLS:
                raise LimitReachedError(f"more than {CELLS:,} cells")
            yield row(path.name, rules)
        except PuzzlekitError as error:
            print(f"{path.name}: {error}", file=sys.stderr)


def main(folders: list[str]) -> None:
    """Write the page."""
    sys.set_int_max_str_digits(0)
    text = HEAD + TABLE + "".join(f"{row(name, rules)}\n" for name, rules in shipped())
    for suffix, head in FILES.items():
        if rows := list(rows_of(folders, suffix)):
            text += head + TABLE + "".join(f"{each}\n" for each in rows)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
