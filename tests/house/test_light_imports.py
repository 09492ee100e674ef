"""Fast startup: `puzzlekit --help` imports nothing heavy."""

import json

import pytest
from support import python

HEAVY = {"sympy", "numba", "numpy", "networkx", "pygame", "rich", "platformdirs", "hypothesis"}
DUMP = """
import json, sys
from puzzlekit.cli import main
try:
    main({argv!r})
except SystemExit:
    pass
print()
print(json.dumps(sorted(sys.modules)))
"""


def modules_imported_by(argv):
    """Return the modules imported by a command, and their top-level packages."""
    names = json.loads(python(DUMP.format(argv=argv)).splitlines()[-1])
    return {name.split(".")[0] for name in names} | set(names)


@pytest.mark.parametrize("argv", [["--version"], ["play", "--help"]])
def test_help_imports_nothing_heavy(argv):
    assert not modules_imported_by(argv) & {*HEAVY, "puzzlekit.rules.base"}


def test_imports_are_detected():
    assert "puzzlekit.rules.base" in modules_imported_by(["order", "knights"])


@pytest.mark.parametrize("command", ["list --json", "rules permute", "order cube:3"])
def test_small_commands_stay_light(command):
    assert not modules_imported_by(command.split()) & {"sympy", "numba", "numpy", "pygame"}


def test_order_of_a_file_imports_little(tmp_path):
    (tmp_path / "three.tws").write_text(
        "Name three\nSet P 3 1\nSolved\nP\n1 2 3\nEnd\nMove L\nP\n2 3 1\nEnd\n"
    )
    found = modules_imported_by(["order", str(tmp_path / "three.tws")])
    assert {"puzzlekit.cli.order", "puzzlekit.formats.tws"} <= found
    assert not found & {"puzzlekit.rules.base", "puzzlekit.cli.match", "puzzlekit.formats.gap"}
    # Each of these takes milliseconds to import, about 5 % of the whole command.
    assert not found & {"shutil", "tempfile", "urllib.parse", "dataclasses", "inspect"}


def test_facade_imports_nothing():
    code = "import sys, puzzlekit; print([m for m in sys.modules if m.startswith('puzzlekit.')])"
    assert python(code).strip() == "[]"
