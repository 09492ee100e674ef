"""Drawings loaded from puzzles and files without loss."""

import json
import math
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlekit import Blocks, Toggle, load
from puzzlekit.core.errors import FormatError, OptionError, PuzzlekitError
from puzzlekit.design.document import Document
from puzzlekit.design.draft_files import Draft, dump_draft, load_draft
from puzzlekit.design.drawing import ANY, MAX_NODES, Drawing, DrawnTurn, Node
from puzzlekit.design.export import export_path, write_design
from puzzlekit.design.grids import points_in
from puzzlekit.design.load import as_drawing, drawing_of_rules, drawing_of_text
from puzzlekit.design.puzzle import rules_of_drawing
from puzzlekit.design.symmetric_drawing import DrawingSymmetry
from puzzlekit.design.tutorials import GUIDES
from puzzlekit.design.validation import find_faults
from puzzlekit.plugin import discovery
from puzzlekit.rules.base import Puzzle


def puzzles():
    return sorted(name for name, kind in discovery.plugins()[0].items() if issubclass(kind, Puzzle))


@pytest.mark.parametrize("name", puzzles())
def test_drawings_of_puzzles(name):
    rules = load(name)
    if len(rules.board) > MAX_NODES:
        with pytest.raises(OptionError, match="at most"):
            drawing_of_rules(rules)
        return
    if isinstance(rules, Blocks | Toggle):
        with pytest.raises(OptionError, match="moves that cannot be drawn"):
            as_drawing(name)
        return
    drawing, problems = as_drawing(name)
    again = rules_of_drawing(drawing)
    assert not problems
    assert again.start() == rules.start()
    assert again.goal == rules.goal
    assert again.board.cells == rules.board.cells
    assert set(again.legal_moves(again.start())) == set(rules.legal_moves(rules.start()))
    for move in rules.legal_moves(rules.start()):
        assert again.play(again.start(), move) == rules.play(rules.start(), move)
    assert again.pieces(again.start()) == rules.pieces(rules.start())
    assert load_draft(dump_draft(drawing)) == drawing


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.title)
def test_round_trip_of_examples(guide):
    drawing = guide.drawing()
    again, problems = drawing_of_text(write_design(drawing))
    assert not problems
    assert again._replace(nodes=(), looks=()) == drawing._replace(nodes=(), looks=())
    assert [node.name for node in again.nodes] == [node.name for node in drawing.nodes]
    assert again.pieces == drawing.pieces
    assert guide.advance(drawing) == 0


@pytest.mark.parametrize("kind", ["triangular", "hexagonal", "rings", "square"])
def test_points_of_files_stay_on_grid(kind):
    document = Document()
    document.grid, document.symmetry = kind, DrawingSymmetry("3")
    for point in points_in(kind, (2, 2, 5, 5)):
        document.apply_edit(document.with_edge, point, (0.9, 0.4))
    drawing, problems = drawing_of_text(write_design(document.drawing))
    assert not problems
    for node, other in zip(drawing.nodes, document.drawing.nodes, strict=True):
        assert math.dist(node.point, other.point) < 0.001
    assert write_design(drawing) == write_design(document.drawing)
    again = Document(drawing)
    again.grid, again.symmetry = document.grid, document.symmetry
    for node in document.drawing.nodes:  # no second node beside a rounded one
        again.apply_edit(again.symmetry.add, node.point)
    assert again.drawing == drawing


def test_edges_without_holes_are_kept():
    nodes = tuple(Node(name, (float(x), 0.0)) for x, name in enumerate("abc"))
    ways = frozenset([(0, 1), (1, 2), (2, 1)])
    turns = (("A", DrawnTurn(((0, 1, 2),))),)
    drawing = Drawing(nodes, ways, turns, tuple("123"), tuple("312"), title="Mine")
    again, problems = drawing_of_text(write_design(drawing))
    assert not problems
    assert again._replace(looks=()) == drawing


def test_name_too_long_for_file(home):
    discovery.plugins_folder().mkdir(parents=True)
    with pytest.raises(PuzzlekitError, match="There is no plugin"):
        as_drawing("x" * 300)


def test_points_far_apart_become_grid_units():
    text = """
cells = "a b c"
points = [[0, 0], [100, 0], [200, 0]]
edges = "a-b b-c"
goal = "1 2 ."
"""
    drawing, _ = drawing_of_text(text)
    assert [node.point for node in drawing.nodes] == [(0, 0), (1, 0), (2, 0)]


def test_bandaged_cube_cannot_be_drawn():
    with pytest.raises(OptionError, match=r"is a bandaged cube, .* Ctrl\+E to glue"):
        drawing_of_text("layers = 2", "Own")


def test_forbidden_positions_cannot_be_drawn(tmp_path):
    path = tmp_path / "two.toml"
    path.write_text('ring = 3\n[moves]\nT = "(1 2 3)"\n[forbidden]\n2 = "1"\n')
    for puzzle in (str(path), load(str(path))):
        with pytest.raises(OptionError, match="two has forbidden positions"):
            as_drawing(puzzle)


def test_file_without_board(tmp_path):
    path = tmp_path / "empty.toml"
    path.write_text("# nothing yet")
    with pytest.raises(FormatError, match="empty: nothing defines the cells; add one of cells"):
        as_drawing(str(path))


def test_file_with_errors():
    text = """
name = "Broken"
cells = "a b c d"
points = [[0, 0], [1, 0], [2, 0], [3, 0]]
edges = "a-b b-c c-x"
arcs = "c>d"
goal = "1 2 3 ."
start = "1 2 ? ."
"""
    drawing, problems = drawing_of_text(text)
    assert [node.name for node in drawing.nodes] == ["a", "b", "c", "d"]
    assert {(0, 1), (1, 2)} <= set(drawing.edges)
    assert drawing.arcs == [(2, 3)]
    assert any("x" in fault.message and fault.message.startswith("Line 5") for fault in problems)
    assert drawing.title == "Broken"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300))
def test_any_text(text):
    with suppress(PuzzlekitError):
        drawing, _ = drawing_of_text(text)
        find_faults(drawing)


@settings(max_examples=60, deadline=None)
@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda each: st.lists(each)))
def test_other_json_is_not_a_draft(value):

    for data in (value, {"kind": "puzzlekit drawing 1", "nodes": value}):
        with pytest.raises(FormatError):
            load_draft(json.dumps(data))


def test_turn_of_a_draft_has_few_steps():
    data = json.loads(dump_draft(GUIDES[2].drawing()))
    data["turns"][0][1][1] = 10**9
    with pytest.raises(FormatError, match="expected a number from 1 to 1000"):
        load_draft(json.dumps(data))


def test_too_many_faults():
    keys = [f"key{n} = {n}" for n in range(1_000)]
    with pytest.raises(FormatError, match="line 202: unknown key 'key200'"):
        drawing_of_text("\n".join(["ring = 3", *keys]))


def test_next_window_claims_draft(home):
    drawing = GUIDES[0].drawing()
    first = Draft()
    assert first.claim() is None
    assert first.is_outdated(drawing)
    assert not first.save(drawing, now=True)
    assert not first.is_outdated(drawing)
    second = Draft()
    assert second.claim() == drawing
    assert Draft().path != second.path
    second.drop()
    assert Draft().claim() is None


def test_damaged_drafts_are_kept(home):
    (home / "drafts").mkdir()
    (home / "drafts" / "1-1.json").write_bytes(b"\xff{")
    assert Draft().claim() is None
    assert (home / "drafts" / "1-1.json").exists()


def test_unwritable_draft(home):
    (home / "drafts").write_text("in the way")
    assert "Could not save the draft" in Draft().save(GUIDES[0].drawing(), now=True)


@pytest.mark.parametrize("title", ["Größe", "日本語", "…"])
def test_titles_in_any_script(home, title):
    drawing = GUIDES[0].drawing()._replace(title=title)
    path = export_path(drawing)
    path.parent.mkdir(parents=True)
    path.write_text(write_design(drawing), encoding="utf-8")
    discovery.rescan()
    assert load(path.stem).name == title


def test_saved_drawings_are_puzzles(home):
    texts = {"author": "A. Person", "hint": "Go round.", "rules": "Bring them home."}
    drawing = GUIDES[0].drawing()._replace(title="Mine", **texts)
    drawing = drawing._replace(goal=(*drawing.goal[:3], ANY))
    path = export_path(drawing)
    path.parent.mkdir(parents=True)
    path.write_text(write_design(drawing), encoding="utf-8")
    discovery.rescan()
    rules = load("mine")
    assert rules.name == "Mine"
    assert "A. Person" in rules.rules_text()
    again, problems = as_drawing("mine")
    assert not problems
    assert again.goal == drawing.goal
    assert {name: getattr(again, name) for name in texts} == texts
