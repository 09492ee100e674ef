"""Test configuration: a quick run (`-m "not slow"`) does not import modules to be compiled.

Compiled code is cached next to this file; nothing is compiled in the background. It is optimized
less than usual, because compiling takes a third of the time of the tests.
"""

import gc
import os
import re
from itertools import chain, zip_longest
from pathlib import Path

import pytest

os.environ.setdefault("PUZZLEKIT_CACHE", str(Path(__file__).parent / ".compiled"))
os.environ["PUZZLEKIT_PREPARE"] = "off"
os.environ.setdefault("NUMBA_OPT", "1")
# Otherwise each of the processes that tests start would compile all modules to bytecode.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Each collection visits the hundreds of thousands of objects of the test items and of numba.
gc.set_threshold(50_000, 20, 50)

#: Modules with compiled functions, and the compiler itself.
COMPILED = re.compile(
    r"(/compiled/\w+|_compiled|_kernel|/games/\w+/fast\w*|/kernel_signatures|/prng|/compiling"
    r"|/chains/(?!api)\w+|/optimal/(ida_star|patterns|sliding|tile_tables|twisty|words)"
    r"|/spaces/hash_search)\.py$"
)

#: The doctests that compile code.
COMPILING_DOCTESTS = {
    "compiled-rules.md",
    "compute.md",
    "count-positions.md",
    "find-short-solutions.md",
    "find-shortest-solutions.md",
    "puzzlekit.api.distances",
    "puzzlekit.api.prove",
    "puzzlekit.api.solve",
    "puzzlekit.design.explain_edit.explain_change",
    "puzzlekit.play.engine.find_forced_win",
    "puzzlekit.players.playouts.playouts",
    "puzzlekit.solving.difficulty.difficulty",
    "puzzlekit.solving.forced_wins.find_unique_win",
    "puzzlekit.solving.forced_wins.prove",
    "puzzlekit.solving.spaces.space.StateSpace.distance",
}

#: Marks a test file whose tests are all slow.
ALL_SLOW = re.compile(r"^pytestmark = (\[\s*)?pytest\.mark\.slow", re.MULTILINE)


def pytest_ignore_collect(collection_path, config):
    """Return True to skip a file, None to leave the decision to other hooks."""
    if config.option.markexpr != "not slow" or collection_path.suffix != ".py":
        return None
    if COMPILED.search(collection_path.as_posix()):
        return True
    return ALL_SLOW.search(collection_path.read_text(encoding="utf-8")) is not None or None


@pytest.hookimpl(tryfirst=True)  # before tests are left out by their marks
def pytest_collection_modifyitems(config, items):
    """Mark slow doctests, and alternate between two halves of the test files in parallel runs.

    Processes that run neighbouring files at the same time would compile the same functions. The
    short doctests remain the last.
    """
    for item in items:
        if item.name in COMPILING_DOCTESTS:
            item.add_marker("slow")
    if hasattr(config, "workerinput"):
        folder = Path(__file__).parent / "tests"
        files = list(dict.fromkeys(item.path for item in items if folder in item.path.parents))
        pairs = zip_longest(files[: len(files) // 2], files[len(files) // 2 :])
        place = {path: number for number, path in enumerate(chain.from_iterable(pairs))}
        items.sort(key=lambda item: place.get(item.path, len(place)))


def pytest_collection_finish(session):
    """Exclude the collected test items from garbage collection."""
    gc.freeze()
