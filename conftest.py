"""A quick run (`-m "not slow"`) does not even import what would have to be compiled.

What is compiled is kept beside this file; nothing is compiled behind the back of a test.
"""

import os
import re
from pathlib import Path

os.environ.setdefault("PUZZLEKIT_CACHE", str(Path(__file__).parent / ".compiled"))
os.environ["PUZZLEKIT_PREPARE"] = "off"

#: Files with functions to compile, and those that do it.
COMPILED = re.compile(
    r"(/compiled/\w+|_compiled|_kernel|/games/\w+/fast\w*|/kernel_signatures|/prng|/compiling)\.py$"
)

#: What stands in a file of tests that are all slow.
ALL_SLOW = re.compile(r"^pytestmark = (\[\s*)?pytest\.mark\.slow", re.MULTILINE)


def pytest_ignore_collect(collection_path, config):
    """Return whether to leave out a file; None leaves that to others."""
    if config.option.markexpr != "not slow" or collection_path.suffix != ".py":
        return None
    if COMPILED.search(collection_path.as_posix()):
        return True
    return ALL_SLOW.search(collection_path.read_text(encoding="utf-8")) is not None or None
