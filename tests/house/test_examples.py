"""The examples and the README: scripts run, plugins pass the checks, copies match."""

import re
import subprocess
import sys

import pytest
from support import HUNG, ROOT

import puzzlekit
from puzzlekit import check, perft
from puzzlekit.core.board import SHAPES
from puzzlekit.core.values import COLOURS, FORMS, MARKS, MOTIONS
from puzzlekit.plugin.loading import class_in, import_file

SCRIPTS = sorted((ROOT / "examples").glob("*.py"))
PLUGINS = sorted((ROOT / "examples" / "plugins").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_runs(path):
    ran = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=HUNG)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout


@pytest.mark.slow
@pytest.mark.parametrize("path", PLUGINS, ids=lambda path: path.stem)
def test_a_plugin_keeps_the_contract(path):
    kind = class_in(import_file(path))
    for values in ({}, *kind.presets.values()):
        assert check(kind(**values)) == []


BOARDS = ROOT / "docs" / "reference" / "boards-and-pieces.md"


def test_the_page_on_boards_names_all_that_can_be_shown():
    page = BOARDS.read_text(encoding="utf-8")
    pieces = page.partition("## Pieces")[2].partition("## Tiles")[0]
    for name in (*COLOURS, *FORMS, *filter(None, MARKS), *MOTIONS):
        assert re.search(rf"\b{name}\b", pieces)


def test_the_page_on_boards_names_all_shapes_and_makers_of_boards():
    page = BOARDS.read_text(encoding="utf-8")
    boards = page.partition("## Boards")[2].partition("## Pieces")[0]
    makers = {name for name, module in puzzlekit._MODULE_OF.items() if module == "core.boards"}
    for name in (*SHAPES, *makers - {"grid_faces"}):
        assert re.search(rf"\b{name}\b", boards)


def test_clobber_on_two_rows():
    # On a 2 × 2 board every stone has two neighbours to capture, and each side has two stones.
    kind = class_in(import_file(ROOT / "examples" / "plugins" / "clobber.py"))
    # After a capture, the capturing stone has one neighbour of its own colour, and one enemy stone
    # remains next to one of the two: it can be captured, or it captures.
    assert next(iter(perft(kind(width=2, height=2), 1))) == 4


def test_the_group_of_the_pyraminx():
    # 933,120 positions without the tips, which turn independently (J. Scherphuis).
    rules = class_in(import_file(ROOT / "examples" / "plugins" / "tetrahedron.py"))()
    assert rules.group(rules.goal).order() == 933_120 * 3**4
    for move in "ABCDabcd":
        carry = rules.cell_permutation(rules.goal, move)
        assert len(carry) == (12 if move.isupper() else 3)
        state = rules.goal
        for _ in range(3):
            state = rules.play(state, move)
        assert state == rules.goal


def test_the_tips_of_the_pyraminx_turn_clockwise():
    rules = class_in(import_file(ROOT / "examples" / "plugins" / "tetrahedron.py"))()
    # The three stickers of a tip meet around a corner inside the net; they must move clockwise.
    for move in "abc":
        tips = rules.cell_permutation(rules.goal, move)
        xs, ys = zip(*(rules.board.points[cell] for cell in tips), strict=True)
        x, y = sum(xs) / 3, sum(ys) / 3
        turns = [
            (ax - x) * (by - y) - (ay - y) * (bx - x)
            for a, b in tips.items()
            for (ax, ay), (bx, by) in [(rules.board.points[a], rules.board.points[b])]
        ]
        assert max(turns) < 0


@pytest.mark.parametrize("size", [2, 3, 4, 8])
def test_the_first_twists_of_twist_only(size):
    # 2 turns of each 2 × 2 face inside the frame; no such face has a single colour at the start.
    kind = class_in(import_file(ROOT / "examples" / "plugins" / "twist_only.py"))
    assert next(iter(perft(kind(size=size), 1))) == 2 * (size - 1) ** 2


def test_what_is_solved_in_twist_only():
    kind = class_in(import_file(ROOT / "examples" / "plugins" / "twist_only.py"))
    rules = kind(size=4)
    # On 6 × 6 the corners inside the frame touch 2 neutral pieces, the edges between them 1.
    rows = ["NNNNNN", "NOYOYN", "NOOYON", "NYYOYN", "NOYYON", "NNNNNN"]
    solved = rules.solve("".join(rows), "." * 36)
    # Orange's corner and the piece below it touch 3. Yellow's pieces on the fourth and fifth rows
    # touch 1 + 2.
    assert [solved[i : i + 6] for i in range(0, 36, 6)] == [
        "......",
        ".#....",
        ".##...",
        ".##...",
        "..##..",
        "......",
    ]
    state = rules.start()
    twist = rules.legal_moves(state)[0]
    back = ("A" if twist[0] == "C" else "C") + twist[1:]
    after = rules.play(state, twist)
    # Turning a chequered face either way restores the previous position, so both are illegal.
    assert twist not in rules.legal_moves(after)
    assert back not in rules.legal_moves(after)


def test_the_readme_shows_a_plugin_as_it_is():
    assert (ROOT / "examples" / "plugins" / "loopover.py").read_text() in (
        ROOT / "README.md"
    ).read_text()
