"""Facts about drawings, compared with plain searches and SymPy."""

import random
from functools import lru_cache

import pytest
from random_drawings import PlainSearch, random_drawing
from support import play_moves, sample, sample_size
from sympy.combinatorics import Permutation, PermutationGroup

from puzzlekit import Sliding, Twisty, grid
from puzzlekit.design import edits
from puzzlekit.design.drawing import Drawing, Node
from puzzlekit.design.facts import COMPUTED_FIELDS, reports
from puzzlekit.design.load import drawing_of_text, load_drawing
from puzzlekit.design.puzzle import rules_of_drawing
from puzzlekit.design.solvability import find_obstacle, shuffle_start
from puzzlekit.design.structure import _compute_structure, find_structure

#: Drawings in a slice of the thousand.
SLICE = 50


def all_reports(drawing, before=None):
    """Return all reports on a drawing; assert that no later report revokes a fact."""
    found = list(reports(drawing, before))
    last = found[-1]
    for report in found:
        for name in COMPUTED_FIELDS - report.pending:
            assert getattr(report, name) == getattr(last, name), name
    assert not last.pending
    return found


def can_be_computed(drawing):
    """Return whether a drawing is a valid puzzle of a supported kind."""
    if any(fault.is_fatal for fault in next(reports(drawing)).faults):
        return False
    both = drawing.ways and drawing.turns and "" in drawing.start
    return not both or any("-" in word for word in rules_of_drawing(drawing).all_moves())


def check(drawing, last):
    """Compare all facts with plain searches."""
    plain = PlainSearch(drawing)
    group = plain.group
    assert last.group.order == group.order()
    orbits = [sorted(orbit) for orbit in group.orbits() if len(orbit) > 1]
    assert sorted(list(part.cells) for part in last.parts) == sorted(orbits)
    for part in last.parts:
        place = {cell: number for number, cell in enumerate(part.cells)}
        alone = [Permutation([place[g(cell)] for cell in part.cells]) for g in group.generators]
        assert part.order == PermutationGroup(alone).order()
    assert last.positions == plain.positions
    levels, ways = plain.levels(plain.goals, back=True)
    assert last.levels == tuple(map(len, levels))
    assert last.farthest in levels[-1]
    assert last.solutions == ways.get(drawing.start, 0)
    assert bool(last.obstacle) == (drawing.start not in ways)
    if last.obstacle:
        assert last.solution is None
        assert last.obstacle.endswith(".")
    else:
        assert drawing.start in levels[len(last.solution)]
        assert play_moves(rules_of_drawing(drawing), drawing.start, last.solution) in plain.goals


@pytest.mark.parametrize("slice_of", range(sample_size(1000) // SLICE))
def test_facts_of_random_drawings(slice_of):
    checked = 0
    for seed in range(slice_of * SLICE, (slice_of + 1) * SLICE):
        drawing = random_drawing(seed)
        if can_be_computed(drawing):
            check(drawing, last_report(drawing))
            checked += 1
    assert checked > SLICE / 2


# -- sequences of edits ---------------------------------------------------------------------------


def random_edit(drawing, rng):
    """Return a drawing after a random edit."""
    cells = range(len(drawing.nodes))
    a, b = rng.sample(cells, 2)
    possible = {
        "join": lambda: edits.join_nodes(drawing, a, b),
        "join again": lambda: edits.join_nodes(drawing, a, b),
        "arrow": lambda: edits.join_nodes(drawing, a, b, one_way=True),
        "part": lambda: edits.remove_edges(drawing, a, b),
        "swap": lambda: edits.swap_labels(drawing, rng.choice(("start", "goal")), a, b),
        "put": lambda: edits.place_label(drawing, ["start", "goal"], a, rng.choice("ab")),
        "move": lambda: edits.move_nodes(drawing, {a: (9, 9)}),
        "free": lambda: edits.toggle_free(drawing, [a]),
    }
    if len(cells) < 6:
        point = (rng.random(), 5)
        possible["add"] = lambda: edits.add_node(drawing, point, rng.choice(("a", None)))
    if len(cells) > 3:
        possible["remove"] = lambda: edits.remove_nodes(drawing, [a])
    if not drawing.ways:
        possible["turn"] = lambda: edits.add_turn(drawing, [rng.sample(cells, 3)])
    return possible[rng.choice(list(possible))]()


@lru_cache(maxsize=500)
def group_by_sympy(drawing):
    return PlainSearch(drawing).group


@pytest.mark.parametrize("seed", sample(range(12), 5))
def test_known_facts_do_not_change_reports(seed):
    rng = random.Random(seed)
    drawing = random_drawing(seed)
    before = drawing, last_report(drawing)
    for _ in range(25):
        drawing = random_edit(before[0], rng)
        known = all_reports(drawing, before)[-1]
        if can_be_computed(drawing):
            check_explanation(*before, drawing, known)
        _compute_structure.cache_clear()
        assert known._replace(why="") == last_report(drawing)
        before = drawing, known


def check_explanation(old, was, new, now):
    """Check the sentences about an edit against groups computed by SymPy."""
    if was.group is None or not can_be_computed(old):
        return
    groups = [group_by_sympy(drawing) for drawing in (old, new)]
    even = [all(g.is_even for g in group.generators) for group in groups]
    if len(was.parts) == len(now.parts) == 1:
        if "now some are odd" in now.why or "joins two of the same shade" in now.why:
            assert even == [True, False]
        if "now all are even" in now.why:
            assert even == [False, True]
    if "changed the group" in now.why:
        assert groups[0].order() != groups[1].order() or was.group.name != now.group.name
    if "did not change the group" in now.why:
        assert groups[0].order() == groups[1].order()
    if "can now be solved" in now.why:
        assert was.obstacle
        assert now.solution is not None
    if "can no longer be solved" in now.why:
        assert (was.obstacle, now.solution) == ("", None)


# -- named puzzles --------------------------------------------------------------------------------


def last_report(drawing, before=None):
    return all_reports(drawing, before)[-1]


def theta(more=()):
    """Return a hexagon with a node between two opposite corners and optional further edges."""
    points = [(1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1), (0, 0)]
    nodes = tuple(Node(str(n), point) for n, point in enumerate(points, 1))
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3), *more]
    ways = frozenset(way for a, b in edges for way in ((a, b), (b, a)))
    goal = ("1", "2", "3", "4", "5", "6", "")
    return Drawing(nodes, ways, (), ("2", "1", *goal[2:]), goal)


def test_theta_0():
    report = last_report(theta())
    assert (report.group.name, report.group.order, report.positions) == ("PGL(2,5)", 120, 840)
    assert report.positions_how == "7 places of the hole × 120"
    assert [theorem.name for theorem in report.theorems] == ["Wilson's theorem, theta_0"]
    assert report.obstacle == (
        "No moves take these pieces there: PGL(2,5) has 120 of 720 permutations, none of them "
        "suitable."
    )
    assert (report.solution, report.solutions, sum(report.levels)) == (None, 0, 840)
    other = theta([(1, 6)])
    after = last_report(other, (theta(), report))
    assert after.group.name == "S6"
    assert after.why == (
        "Adding the edge 2 - 7 changed the group from PGL(2,5) to S6. Positions: 5,040 (was 840). "
        "The start can now be solved."
    )


@pytest.mark.parametrize("name", ["fifteen:3", "cube:2", "knights"])
def test_shuffled_starts_are_solvable(name):
    drawing = load_drawing(name)
    rng = random.Random(1)
    for _ in range(5):
        shuffled = shuffle_start(drawing, rng)
        assert shuffled.start != drawing.goal
        assert (
            find_obstacle(
                rules_of_drawing(shuffled), shuffled, shuffled.goal, find_structure(shuffled)
            )
            == ""
        )
    unfinished = drawing._replace(start=(*drawing.start[1:], "new"))
    shuffled = shuffle_start(unfinished, rng)
    assert sorted(shuffled.start) == sorted(unfinished.start)


def test_obstacle_at_node_that_hole_can_reach():
    """A dead end shows the same piece whenever the hole is back, but not while it is there."""
    drawing = load_drawing(Sliding(grid(3, 1), ["1", "2", ""]))
    report = last_report(drawing._replace(start=("2", "1", "")))
    obstacle = "With the hole as at the start, node a1 always shows '2', not '1'."
    assert report.obstacle == obstacle
    turn = Twisty(grid(3, 1), "abc", {"T": [(0, 1)]})
    report = last_report(load_drawing(turn)._replace(start=("c", "b", "a")))
    assert report.obstacle == "Node c1 always shows 'a', not 'c'."
    hole = load_drawing(Twisty(grid(3, 1), ["a", "b", ""], {"T": [(0, 1)]}))
    report = last_report(hole._replace(start=("", "b", "a")))
    assert report.obstacle == "Node c1 always shows 'a', not a hole."


def test_formula_counts_equal_pieces_of_each_orbit():
    text = 'ring = 8\nedges = ""\ngoal = "A A B C A A B C"\n[moves]\n'
    text += 'S = "(1 2 3 4)"\nT = "(1 2)"\nU = "(5 6 7 8)"\nV = "(5 6)"'
    report = last_report(drawing_of_text(text)[0])
    assert report.positions == 144
    assert report.positions_how == "576 / 4 for identical pieces: 2 × “A”, 2 × “A”"


@pytest.mark.slow
def test_pinball():
    report = last_report(load_drawing("pinball"))
    assert (report.group.name, report.positions) == ("A8", 181_440)
    assert report.positions_how == "9 places of the hole × 20,160"
    assert (len(report.solution), report.solutions, report.obstacle) == (18, 1, "")
    assert sum(report.levels) == 181_440


@pytest.mark.slow
def test_drawing_in_documentation():
    """Pinball, a triangle with two equal balls, 1 and 2 exchanged; then an arrow from 5 to 9."""
    drawing = load_drawing("pinball")
    drawing = drawing._replace(start=drawing.goal)
    for n, label in enumerate(("G", "G")):
        drawing = edits.add_node(drawing, (5 + n, -2), label)
    drawing = edits.join_nodes(edits.join_nodes(edits.join_nodes(drawing, 8, 9), 9, 10), 10, 8)
    drawing = edits.swap_labels(drawing, "start", 0, 1)
    report = last_report(drawing)
    assert (report.group.name, report.group.order) == ("A8 x C2", 40_320)
    assert (report.positions, len(report.levels) - 1) == (221_760, 48)
    assert report.obstacle == (
        "Two pieces are swapped: the 8 pieces at 1, 4, 2, ... need an odd permutation; moves "
        "allow only even ones."
    )
    after = last_report(edits.join_nodes(drawing, 4, 8, one_way=True), (drawing, report))
    assert (after.group.name, after.group.order) == ("C2 x S8", 80_640)
    assert after.positions_how == "11 places of the hole × 80,640 / 2 for identical pieces: 2 × “G”"
    assert (after.positions, len(after.levels) - 1) == (443_520, 41)
    assert (len(after.solution), after.solutions) == (31, 1)
    assert after.why == (
        "Adding the arrow 5 -> 9 changed the group from A8 x C2 to C2 x S8: all edges here joined "
        "a light node to a dark one, so every closed walk of the hole was even; the new edge joins "
        "two of the same shade. Positions: 443,520 (was 221,760). The start can now be solved."
    )
