"""Edits of drawings: every edit leaves a valid drawing, and undo restores the old one."""

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlekit.design import edits
from puzzlekit.design.copies import KINDS, DrawingSymmetry
from puzzlekit.design.document import Document
from puzzlekit.design.drawing import ANY, Drawing, DrawnTurn, Node
from puzzlekit.design.grids import points_in, snap_to_grid
from puzzlekit.design.validation import find_faults

POINT = st.tuples(st.integers(-3, 3).map(float), st.integers(-3, 3).map(float))
NUMBER = st.integers(0, 40)


def checked(drawing):
    """Return a drawing after checking that it refers only to existing nodes and pieces."""
    count = len(drawing.nodes)
    assert len(drawing.start) == len(drawing.goal) == count
    assert len({node.name for node in drawing.nodes}) == count
    assert all(0 <= cell < count for way in drawing.ways for cell in way)
    assert all(a != b for a, b in drawing.ways)
    for _, turn in drawing.turns:
        assert turn.steps >= 1
        for path in turn.paths:
            assert len(path) > 1
            assert all(0 <= cell < count for cell in path)
    assert set(drawing.pieces) == {*drawing.start, *drawing.goal} - {"", ANY}
    find_faults(drawing)
    return drawing


def one_edit(workshop, kind, numbers, point, copies):
    """Apply an edit of the given kind to existing nodes."""
    workshop.copies = DrawingSymmetry(copies)
    drawing = workshop.drawing
    count = len(drawing.nodes)
    if kind == "add" or not count:
        return workshop.add(point)
    a, b, c = (number % count for number in numbers)
    if kind in ("edge", "one-way"):
        return workshop.join(a, b, kind == "one-way")
    if kind == "erase":
        return workshop.erase([a])
    if kind == "part":
        return workshop.erase(street=(a, b))
    if kind == "shift":
        return workshop.apply(workshop.shift([a, b], point))
    if kind == "turn":
        return workshop.preview(edits.turn_added, [list(dict.fromkeys((a, b, c)))], 1 + a % 3)
    if kind == "double":
        part = edits.selection(drawing, {a, b})
        return workshop.paste(part, lambda p: (p[0] + point[0], p[1] + point[1]))
    if kind == "free":
        return workshop.preview(edits.freed_cells, [a])
    if kind == "exchange":
        return workshop.preview(edits.exchanged, "start", a, b)
    return workshop.preview(edits.place_label, ["start", "goal"], a, "")


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
def test_random_edits_leave_a_drawing_and_can_be_undone(found):
    workshop = Document()
    seen = [workshop.drawing]
    for each in found:
        one_edit(workshop, *each)
        checked(workshop.drawing)
        if workshop.drawing != seen[-1]:
            seen.append(workshop.drawing)
    for earlier in reversed(seen[:-1]):
        assert workshop.undo()
        assert workshop.drawing == earlier
    assert not workshop.undo()
    for later in seen[1:]:
        assert workshop.redo()
        assert workshop.drawing == later
    assert not workshop.redo()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(POINT, POINT), max_size=8), st.sampled_from(sorted(KINDS)))
def test_what_is_drawn_with_copies_is_symmetric(streets, kind):
    workshop = Document()
    workshop.grid = "free"
    workshop.copies = DrawingSymmetry(kind)
    for a, b in streets:
        first, second = workshop.add(a), workshop.add(b)
        if first != second:
            workshop.join(first, second)
    drawing = workshop.drawing
    for where in workshop.copies.maps:
        twin = [drawing.node_at(where(node.point), 1e-4) for node in drawing.nodes]
        assert None not in twin
        # An edge may coincide with one of its copies, but every copy must exist.
        assert {frozenset((twin[a], twin[b])) for a, b in drawing.ways} == {
            frozenset(way) for way in drawing.ways
        }


def test_turn_passes_away_with_a_node_of_its_path():
    drawing = Drawing(
        tuple(Node(name, (float(n), 0.0)) for n, name in enumerate("abcd")),
        start=("1", "2", "3", ""),
        goal=("1", "2", "3", ""),
        turns=(("T", DrawnTurn(((0, 1, 2),))), ("U", DrawnTurn(((2, 3),)))),
    )
    found = edits.removed(drawing, [0])
    assert found.turns == (("U", DrawnTurn(((1, 2),))),)
    assert [node.name for node in found.nodes] == ["b", "c", "d"]


def test_what_does_not_matter_matters_again_with_the_piece_that_is_left():
    nodes = tuple(Node(name, (float(n), 0.0)) for n, name in enumerate("abc"))
    drawing = Drawing(nodes, start=("1", "2", ""), goal=("2", "1", ""))
    freed = edits.freed_cells(drawing, [0, 1])
    assert freed.goal == (ANY, ANY, "")
    assert edits.freed_cells(freed, [0]).goal == ("1", ANY, "")


def test_grids_hold_the_points_to_which_they_snap():
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
