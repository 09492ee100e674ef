"""Tests for puzzlekit's TOML format: round trips, contents and recovery from errors."""

import json

import pytest
from drawn_puzzles import LOCK, assert_same_puzzle, definitions
from hypothesis import given, settings
from hypothesis import strategies as st
from support import DATA_FOLDER, sample_size

from puzzlekit import Board, Sliding, SlidingTwisty, Twisty, formats, grid, load
from puzzlekit.core.errors import FormatError
from puzzlekit.formats.as_rules import convert_slides, definition_of, plugin_class_from
from puzzlekit.formats.definition import Definition
from puzzlekit.formats.named_boards import as_named_board, is_alike
from puzzlekit.formats.toml import parse_tolerant
from puzzlekit.solving.search import solve
from puzzlekit.testing.contract import inspect_rules

SAMPLES = sorted((DATA_FOLDER / "puzzles").glob("*.toml"))
SHIPPED = ["pinball", "knights", "knights:distinct", "hungarian", "topspin", "twist", "fifteen"]
SHIPPED += ["cube:2"]

# -- round trips ----------------------------------------------------------------------------------


@settings(deadline=None, max_examples=sample_size(200))
@given(definitions())
def test_round_trip_of_definitions(one):
    other = formats.parse(formats.write(one, "toml"), "toml")
    board, back = one.board, other.board
    assert (board.cells, board.edges, board.arcs) == (back.cells, back.edges, back.arcs)
    assert (board.colours, board.labels) == (back.colours, back.labels)
    for here, there in zip(board.points, back.points, strict=True):
        assert here == pytest.approx(there, abs=board.step / 900)
    assert one.fingerprint() == other.fingerprint()
    for fact in ("name", "goal", "start", "free", "slides", "motion", "author", "rules", "hint"):
        assert getattr(one, fact) == getattr(other, fact), fact
    assert one.moves == other.moves
    known = {label: piece for label, piece in one.pieces.items() if label}
    assert dict(other.pieces) == known
    assert formats.write(other, "toml") == formats.write(one, "toml")


@pytest.mark.parametrize("name", SHIPPED)
def test_round_trip_of_plugins(name):
    rules = load(name)
    one = definition_of(rules)
    text = formats.write(one, "toml")
    back = plugin_class_from(formats.parse(text, "toml"))()
    assert_same_puzzle(rules, back)
    assert back.generators(back.goal) == rules.generators(rules.goal)
    assert max(map(len, text.splitlines())) <= 120


def test_standard_boards_are_named():
    assert as_named_board(grid(1, 4)) == ("grid", (1, 4))
    text = formats.write(definition_of(load("fifteen")), "toml")
    assert "\ngrid = [4, 4]\n" in text
    assert is_alike(formats.parse(text, "toml").board, grid(4, 4))
    assert as_named_board(Board("ab", [(0, 0), (3, 0)], [(0, 1)])) is None


# -- contents -------------------------------------------------------------------------------------


def test_all_keys():
    rules = plugin_class_from(formats.parse(LOCK, "toml"))()
    assert isinstance(rules, SlidingTwisty)
    assert (rules.goal, rules.free) == (("1", "2", "3", ""), {2})
    assert rules.twists["T"] == (2, 0, 1, 3)
    assert rules.board.colours == {0: "red"}
    assert rules.motion == "hop"
    assert rules.rules_text().endswith("Hint: Turn first.\n\nBy A. Smith.")
    plain = plugin_class_from(formats.parse('ring = 4\n[moves]\nT = "(1 2 3 4)"\n', "toml"))
    assert plain.summary_line() == "Restore the goal position.", "players need not know the file"
    assert solve(rules) is not None
    assert inspect_rules(rules, games=1, plies=20).problems == []
    assert isinstance(
        plugin_class_from(formats.parse(LOCK.replace("slides = true", ""), "toml"))(), Twisty
    )


def test_sliding_twisty_puzzle(tmp_path, run):
    file = tmp_path / "lock.toml"
    file.write_text(LOCK)
    for command in ("order", "solve", "distances", "rules", "check"):
        assert run(command, file)[0] == 0
    lost = "cannot represent the start, free cells; left out."
    for form in ("gap", "tws", "kpuzzle"):
        assert run("convert", file, "--to", form)[::2] == (0, f"puzzlekit: {form} {lost}\n")
    assert run("convert", file, "--to", "toml")[::2] == (0, "")
    rules = plugin_class_from(formats.parse(LOCK, "toml"))()
    flat = convert_slides(definition_of(rules))
    assert set(flat.moves.values()) == set(rules.generators(rules.goal).values())


@pytest.mark.parametrize("start", ['start = "A ? B"\n', ""])
def test_question_mark_as_label(start):
    one = formats.parse(f'ring = 3\ngoal = "? A B"\n{start}[moves]\nL = "(1 2 3)"', "toml")
    assert (one.goal, one.free) == (("?", "A", "B"), frozenset())


def test_fingerprints_are_stable():
    one = Definition(name="A", cells=("a",), goal=("1",))
    assert one.fingerprint()[:4] == "427b"
    kept = json.loads((DATA_FOLDER / "fingerprints.json").read_text())
    found = {path.name: formats.read(path).fingerprint() for path in SAMPLES}
    assert {name: found[name] for name in kept} == kept


# -- recovery from errors -------------------------------------------------------------------------


@pytest.mark.parametrize("path", SAMPLES)
def test_tolerant_reader_accepts_valid_files(path):
    parts, faults = parse_tolerant(path.read_bytes())
    known = formats.read(path)
    assert faults == []
    assert (parts.board.cells, parts.goal, parts.start) == (known.cells, known.goal, known.start)
    assert list(parts.moves) == list(known.moves)


WRONG = """
name = "Many faults"
colour = "red"
cells = "a b c c d"
points = [[0, 0], [1, 0], [1, 1], [5, 5], "here"]
edges = "a-b b-z c-d"
goal = "1 2 3 3 ."
slides = true
motion = "jump"
this is no key
[moves]
T = "(a b c)"
U = "(a a)"
V = "(a b c)(a b c)"
[handles]
W = "a"
[colours]
a = "red"
b = "rot"
"""


def test_tolerant_reader_lists_errors():
    parts, faults = parse_tolerant(WRONG)
    assert parts.name == "Many faults"
    assert parts.board.cells == ("a", "b", "c", "d")
    assert parts.board.points[:3] == ((0, 0), (1, 0), (1, 1))
    assert parts.board.edges == ((0, 1), (2, 3))
    assert parts.board.colours == {0: "red"}
    assert parts.goal == ("1", "2", "3", "")
    assert parts.cycles == {"T": [[0, 1, 2]], "V": [[0, 1, 2], [0, 1, 2]]}
    assert parts.slides
    assert [fault.line for fault in faults] == [10, 3, 4, 5, 6, 19, 13, 9, 16]
    assert {fault.line: fault.cell for fault in faults if fault.cell} == {4: "c", 19: "b"}
    assert {fault.line: fault.move for fault in faults if fault.move} == {13: "U", 16: "W"}


PIECES_OF_TEXT = st.sampled_from(
    [
        *("ring = 4\n", "grid = [2, 2]\n", 'cells = "a b c"\n', 'drawing = """\na b\n. c\n"""\n'),
        *('edges = "a-b b-c"\n', "arcs = [", '"a>b"', "points = [[0, 0], [1, 0], [2, 3]]\n", "]"),
        *('goal = "1 2 ."\n', 'start = ". 1 2"\n', 'goal = "? ? 1"\n', "[moves]\n"),
        'T = "(a b)"\n',
        *("T = [[1, 2]]\n", "[handles]\n", "[colours]\n", 'a = "red"\n', "a = 3\n", "[pieces]\n"),
        *("1 = {form = 3}\n", '1 = "red"\n', "slides = true\n", "free = 3\n", 'free = "a"\n', "\n"),
        *("outlines = [[[0, 0], [1, 0], [0, 1]]]\n", "shape = []\n", 'motion = "hop"\n', "= =\n"),
        *('"""', "'", "{", "[forbidden]\n", 'lines = "x"\n', "name = 1\n", "\x00", "\r", "é = 1\n"),
    ]
)


@settings(deadline=None, max_examples=sample_size(400))
@given(st.lists(PIECES_OF_TEXT, max_size=14).map("".join))
def test_any_text(text):
    parts, faults = parse_tolerant(text)
    assert all(fault.sentence.endswith((".", "?")) for fault in faults)
    try:
        known = formats.parse(text, "toml")
    except FormatError:
        assert faults
    else:
        assert faults == []
        assert parts.goal == known.goal
    if parts.board is not None:
        assert len(parts.goal) == len(parts.start) == len(parts.board)


@settings(deadline=None, max_examples=sample_size(300))
@given(st.binary(max_size=60))
def test_any_bytes(data):
    parse_tolerant(data)


def test_free_cells():
    rules = Sliding(grid(2, 2), ["1", "2", "3", ""], free=["a2", "b2"], start=["2", "1", "3", ""])
    text = formats.write(definition_of(rules), "toml")
    assert 'goal = "? ? 3 ."' not in text  # would place the remaining pieces differently
    assert formats.parse(text, "toml").goal == rules.goal
    alike = Sliding(grid(2, 2), ["2", "1", "3", ""], free=["a2", "b2"], start=["2", "1", "3", ""])
    assert 'goal = "? ? 3 ."' in formats.write(definition_of(alike), "toml")
