"""The examples and the README: scripts run, plugins pass the checks, copies match."""

import re

import pytest
from support import ROOT, example_plugin, play_moves, run_python, sample_size, state_after

import puzzlekit
from puzzlekit import perft
from puzzlekit.core.board import SHAPES
from puzzlekit.core.values import COLOURS, FORMS, MARKS, MOTIONS
from puzzlekit.testing.contract import inspect_rules

SCRIPTS = sorted((ROOT / "examples").glob("*.py"))
PLUGINS = sorted((ROOT / "examples" / "plugins").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_scripts(path):
    ran = run_python(path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout


@pytest.mark.slow
@pytest.mark.parametrize("path", PLUGINS, ids=lambda path: path.stem)
@pytest.mark.usefixtures("short_checks")
def test_plugin_contract(path):
    kind = example_plugin(path.stem)
    presets = [*kind.presets.values()]
    for values in ({}, *presets[: sample_size(len(presets), 1)]):
        found = inspect_rules(kind(**values), games=sample_size(3, 1), plies=sample_size(60, 20))
        assert found.problems == []


BOARDS = (ROOT / "docs" / "reference" / "boards-and-pieces.md").read_text(encoding="utf-8")


def section(heading):
    """Return a section of the page on boards."""
    return BOARDS.partition(f"## {heading}")[2].partition("\n## ")[0]


def test_board_page_lists_all_pieces_shapes_and_functions():
    functions = {name for name, module in puzzlekit._MODULE_OF.items() if module == ".core.boards"}
    for heading, names in (
        ("Pieces", (*COLOURS, *FORMS, *filter(None, MARKS), *MOTIONS)),
        ("Boards", (*SHAPES, *functions - {"grid_faces"})),
    ):
        missing = [name for name in names if not re.search(rf"\b{name}\b", section(heading))]
        assert missing == []


def test_clobber_on_two_rows():
    # On a 2 × 2 board every stone has two neighbours to capture, and each side has two stones.
    assert next(iter(perft(example_plugin("clobber")(width=2, height=2), 1))) == 4


def test_pyraminx_group():
    # 933,120 positions without the tips, which turn independently (J. Scherphuis).
    rules = example_plugin("tetrahedron")()
    assert rules.group(rules.goal).order() == 933_120 * 3**4
    for move in "ABCDabcd":
        carry = rules.cell_permutation(rules.goal, move)
        assert len(carry) == (12 if move.isupper() else 3)
        assert play_moves(rules, rules.goal, [move] * 3) == rules.goal


@pytest.mark.parametrize("size", [2, 3, 4, 8])
def test_twist_only_first_twists(size):
    # 2 turns of each 2 × 2 face inside the frame; no such face has a single colour at the start.
    assert next(iter(perft(example_plugin("twist_only")(size=size), 1))) == 2 * (size - 1) ** 2


def test_twist_only_solved_pieces():
    rules = example_plugin("twist_only")(size=4)
    # On 6 × 6 the corners inside the frame touch 2 neutral pieces, the edges between them 1.
    rows = ["NNNNNN", "NOYOYN", "NOOYON", "NYYOYN", "NOYYON", "NNNNNN"]
    # Orange's corner and the piece below it touch 3. Yellow's pieces on the fourth and fifth rows
    # touch 1 + 2.
    solved = ["......", ".#....", ".##...", ".##...", "..##..", "......"]
    assert rules.solve("".join(rows), "." * 36) == "".join(solved)
    twist = rules.legal_moves(rules.start())[0]
    back = ("A" if twist[0] == "C" else "C") + twist[1:]
    # Turning a chequered face either way restores the previous position, so both are illegal.
    assert not {twist, back} & set(rules.legal_moves(state_after(rules, [twist])))


def test_readme_plugin():
    plugin = (ROOT / "examples" / "plugins" / "loopover.py").read_text()
    assert plugin in (ROOT / "README.md").read_text()
