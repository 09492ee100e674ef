"""Variations of puzzles and random search for puzzles."""

import itertools

import pytest
from random_drawings import PlainSearch

from puzzlekit import Sliding, design, grid, load
from puzzlekit.core.errors import OptionError
from puzzlekit.design import edits
from puzzlekit.design.drawing import Drawing, DrawnTurn, Node
from puzzlekit.design.facts import reports
from puzzlekit.design.load import load_drawing


def test_variations_of_small_board():
    found = {each.description: each for each in design.vary("fifteen:2,height=2")}
    assert {says.split()[0] for says in found} == {"Adding", "Making", "Removing"}
    diagonal = found["Adding the edge a2 - b1"]
    assert (diagonal.before.group.name, diagonal.facts.group.name) == ("C3", "S3")
    assert diagonal.facts.why.startswith(
        "Adding the edge a2 - b1 changed the group from C3 to S3: all edges joined a light node"
    )
    alike = found["Making 2 identical to 1"]
    assert alike.drawing.start == ("1", "1", "3", "")
    assert alike.facts.positions == 12
    for each in found.values():
        *_, alone = reports(each.drawing)
        assert each.facts._replace(why="") == alone


def test_variations_are_puzzles():
    nodes = Node("a", (0, 0)), Node("b", (1, 0))
    drawing = Drawing(nodes, frozenset([(0, 1), (1, 0)]), (), ("1", ""), ("1", ""))
    found = [hit.description for hit in design.vary(drawing)]
    assert found == ["Making b -> a one-way", "Making a -> b one-way"]


def test_variations_of_nodes_at_the_same_point():
    nodes = Node("a", (0, 0)), Node("b", (0, 0)), Node("c", (1, 0))
    drawing = Drawing(nodes, frozenset([(1, 2), (2, 1)]), (), ("1", "2", ""), ("1", "2", ""))
    found = [hit.description for hit in design.vary(drawing)]
    assert found[0] == "Adding the edge a - c"
    assert "Adding the edge a - b" not in found


@pytest.mark.slow
def test_which_puzzles_have_variations():
    first, *_ = design.vary(Sliding(grid(2, 2), ["1", "2", "", ""]))
    again, *_ = design.vary(first.drawing)
    assert first.drawing != again.drawing
    with pytest.raises(OptionError, match="not a puzzle"):
        next(design.vary("hex"))
    with pytest.raises(OptionError, match="maximum for drawings is 200"):
        next(design.vary("fifteen:20,height=20"))
    assert load("pinball").goal == next(design.vary("pinball")).drawing.goal


def test_variations_of_turns_and_large_puzzles():
    nodes = tuple(Node(str(n), (n, 0)) for n in range(6))
    turns = (("A", DrawnTurn(((0, 1, 2, 3),))), ("B", DrawnTurn(((3, 4, 5),))))
    labels = tuple("abcdef")
    drawing = Drawing(nodes, turns=turns, start=labels, goal=labels)
    found = {each.description: each for each in design.vary(drawing)}
    changes = {"Removing the turn A", "Removing the turn B", "Turning A by 2 steps"}
    assert changes <= set(found)
    assert found["Removing the turn A"].facts.group.name == "C3"
    solved = load_drawing("fifteen")
    assert next(design.vary(solved)).facts.solution == ()
    moved = edits.swap_labels(solved, "start", 14, 15)
    for each in itertools.islice(design.vary(moved), 3):
        assert each.facts.group.order >= 10**10
        assert not each.facts.pending
        assert dict(each.facts.reasons)["solution"].startswith("There are too many")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("aim", "copies"), [("longest", "4"), ("longest", "mirror"), ("unique", "off"), ("small", "2")]
)
def test_search_criteria(aim, copies):
    nodes, equal = (5, 1) if copies == "4" else (6, 2)
    limits = {"tries": 25, "max_positions": 2_000, "max_results": 3}
    criteria = design.SearchCriteria(
        aim, nodes=nodes, edges=8, copies=copies, equal=equal, **limits
    )
    found = list(design.search(criteria))
    assert found == list(design.search(criteria))
    for each in found:
        drawing, facts = each.drawing, each.facts
        assert (len(drawing.nodes), len(drawing.edges)) == (criteria.nodes, criteria.edges)
        levels, ways = PlainSearch(drawing).levels([drawing.goal], back=True)
        assert facts.levels == tuple(map(len, levels))
        assert drawing.start in levels[len(facts.solution)]
        assert facts.solutions == ways[drawing.start]
        if aim == "unique":
            assert facts.solutions == 1
        else:
            assert len(facts.solution) == len(levels) - 1
        assert each.description.startswith(f"{len(facts.solution)} moves, ")
        if copies != "off":
            assert is_symmetric(drawing)


def is_symmetric(drawing):
    """Return whether a symmetry other than the identity preserves edges and distances."""
    points = [complex(*node.point) for node in drawing.nodes]
    middle = sum(points) / len(points)
    for turned in (lambda z: -z, lambda z: 1j * z, lambda z: -z.conjugate()):
        images = [turned(z - middle) + middle for z in points]
        near = [min(range(len(points)), key=lambda c: abs(points[c] - z)) for z in images]
        exact = all(abs(points[c] - z) < 1e-3 for c, z in zip(near, images, strict=True))
        if exact and {(near[a], near[b]) for a, b in drawing.ways} == drawing.ways:
            return True
    return False


@pytest.mark.slow
def test_one_way_edges():
    found = list(design.search("unique", nodes=6, edges=8, one_way=1.0, tries=15, seed=3))
    assert found
    assert all(each.drawing.arcs and not each.drawing.edges for each in found)


@pytest.mark.parametrize(
    ("criteria", "message"),
    [
        ({"target": "hard"}, "Unknown target 'hard'. Options: longest, unique, small"),
        ({"copies": "7"}, "Unknown copies '7'"),
        ({"edges": 3}, "Use at least 7 edges"),
        ({"nodes": 2}, "do not make a puzzle"),
        ({"edges": 60}, "Change the numbers"),
        ({"max_results": 0}, "max_results must be 1 or more, not 0"),
    ],
)
def test_invalid_criteria(criteria, message):
    with pytest.raises(OptionError, match=message):
        next(design.search(design.SearchCriteria()._replace(**criteria)))
