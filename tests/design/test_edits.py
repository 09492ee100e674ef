"""Edits of drawings: every edit leaves a valid drawing, and undo restores the old one."""

import math

from hypothesis import given, settings
from hypothesis import strategies as st
from random_drawings import check_references

from puzzlekit.design import edits
from puzzlekit.design.document import Document
from puzzlekit.design.drawing import ANY, Drawing, DrawnTurn, Node
from puzzlekit.design.grids import points_in, snap_to_grid
from puzzlekit.design.symmetric_drawing import KINDS, DrawingSymmetry

POINT = st.tuples(st.integers(-3, 3).map(float), st.integers(-3, 3).map(float))
NUMBER = st.integers(0, 40)


def apply_edit(document, kind, numbers, point, copies):
    """Apply an edit of the given kind to existing nodes."""
    document.symmetry = DrawingSymmetry(copies)
    drawing = document.drawing
    count = len(drawing.nodes)
    if kind == "add" or not count:
        return document.apply_edit(document.with_edge, point, point)
    a, b, c = (number % count for number in numbers)
    if kind in ("edge", "one-way"):
        return document.apply_edit(document.with_edge, a, b, one_way=kind == "one-way")
    if kind == "erase":
        return document.erase([a])
    if kind == "part":
        return document.erase(edges=[(a, b)])
    if kind == "shift":
        return document.apply(document.shift([a, b], point))
    if kind == "turn":
        return document.apply_edit(edits.add_turn, [list(dict.fromkeys((a, b, c)))], 1 + a % 3)
    if kind == "double":
        part = edits.restrict(drawing, {a, b})
        return document.paste(part, lambda p: (p[0] + point[0], p[1] + point[1]))
    if kind == "free":
        return document.apply_edit(edits.toggle_free, [a])
    if kind == "exchange":
        return document.apply_edit(edits.swap_labels, "start", a, b)
    return document.apply_edit(edits.place_label, ["start", "goal"], a, "")


KINDS_OF_EDITS = (
    *("add", "edge", "one-way", "erase", "part", "shift", "turn", "double", "free", "exchange"),
    "hole",
)
EDIT = st.tuples(
    st.sampled_from(KINDS_OF_EDITS),
    st.tuples(NUMBER, NUMBER, NUMBER),
    POINT,
    st.sampled_from(sorted(KINDS)),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(EDIT, max_size=25))
def test_random_edits_can_be_undone(found):
    document = Document()
    seen = [document.drawing]
    for each in found:
        apply_edit(document, *each)
        check_references(document.drawing)
        if document.drawing != seen[-1]:
            seen.append(document.drawing)
    for step, drawings in ((document.undo, seen[-2::-1]), (document.redo, seen[1:])):
        for drawing in drawings:
            assert step()
            assert document.drawing == drawing
        assert not step()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(POINT, POINT), max_size=8), st.sampled_from(sorted(KINDS)))
def test_symmetric_edits_keep_symmetry(edges, kind):
    document = Document()
    document.grid = "free"
    document.symmetry = DrawingSymmetry(kind)
    for a, b in edges:
        document.apply_edit(document.with_edge, a, b)
    drawing = document.drawing
    for where in document.symmetry.maps:
        twin = [drawing.node_at(where(node.point), 1e-4) for node in drawing.nodes]
        assert None not in twin
        # An edge may coincide with one of its copies, but every copy must exist.
        images = {frozenset((twin[a], twin[b])) for a, b in drawing.ways}
        assert images == set(map(frozenset, drawing.ways))


def test_remove_node_of_turn():
    drawing = Drawing(
        tuple(Node(name, (float(n), 0.0)) for n, name in enumerate("abcd")),
        start=("1", "2", "3", ""),
        goal=("1", "2", "3", ""),
        turns=(("T", DrawnTurn(((0, 1, 2),))), ("U", DrawnTurn(((2, 3),)))),
    )
    found = edits.remove_nodes(drawing, [0])
    assert found.turns == (("U", DrawnTurn(((1, 2),))),)
    assert [node.name for node in found.nodes] == ["b", "c", "d"]


def test_toggle_free_cells():
    nodes = tuple(Node(name, (float(n), 0.0)) for n, name in enumerate("abc"))
    drawing = Drawing(nodes, start=("1", "2", ""), goal=("2", "1", ""))
    freed = edits.toggle_free(drawing, [0, 1])
    assert freed.goal == (ANY, ANY, "")
    assert edits.toggle_free(freed, [0]).goal == ("1", ANY, "")


def test_grids():
    for kind in ("square", "triangular", "hexagonal", "rings"):
        points = points_in(kind, (-3, -3, 3, 3))
        assert len(points) > 15
        assert all(snap_to_grid(kind, point) == point for point in points)
        near = min(math.dist(a, b) for a in points for b in points if a != b)
        assert near > 0.4
    # Each node of a honeycomb has three neighbours at distance 1.
    honeycomb = points_in("hexagonal", (-6, -6, 6, 6))
    inner = [p for p in honeycomb if math.hypot(*p) < 3]
    for point in inner:
        assert sum(0.5 < math.dist(point, each) < 1.01 for each in honeycomb) == 3


def test_messages_are_errors_by_default():
    document = Document()
    document.message, document.is_error = "Saved", False
    assert (document.message, document.is_error) == ("Saved", False)
    document.message = "Two nodes would be at the same point"
    assert document.is_error


def test_numbered_pieces_keep_their_colours():
    drawing = Drawing()
    for place, label in enumerate("1234"):
        drawing = edits.add_node(drawing, (place, 0), label)
    colours = {label: piece.colour for label, piece in drawing.pieces.items()}
    fewer = edits.place_label(drawing, ("start", "goal"), 1, "1")
    assert {label: piece.colour for label, piece in fewer.pieces.items()} == {
        label: colour for label, colour in colours.items() if label != "2"
    }


def test_names_of_many_turns():
    drawing = Drawing((Node("a", (0, 0)), Node("b", (1, 0))), start=("1", "2"), goal=("1", "2"))
    for _ in range(521):
        drawing = edits.add_turn(drawing, [[0, 1]])
    assert len(dict(drawing.turns)) == 521
