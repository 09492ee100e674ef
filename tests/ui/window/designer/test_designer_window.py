"""Puzzles drawn by mouse in a real window."""

import json

from real_window import REAL

from puzzlekit import load
from puzzlekit.design.drawing import Drawing, DrawnTurn, Node
from puzzlekit.design.puzzle import rules_of_drawing
from puzzlekit.ui.layout import View

pytestmark = REAL

#: Positions of nodes, in rows of three.
THREES = [(column - 1.0, 1.0 - row) for row in range(3) for column in range(3)]


class Drawn:
    """A mouse on the designer's viewport in a real window."""

    def __init__(self, window):
        self.shown = window()
        self.shown.click(*self.shown.widget("design"))
        self.shown.wait_for("designer")
        self.shown.wait_for("widgets") if "copies" not in self.shown.last["widgets"] else None
        self.drawing = Drawing()

    def at(self, spot):
        view = View(*json.loads(self.shown.last["view"]))
        point = self.drawing.nodes[spot].point if isinstance(spot, int) else spot
        return view.pixel(*point)

    def look(self):
        """Wait for the next change of the drawing and read it."""
        nodes, ways, turns, start, goal = json.loads(self.shown.wait_for("drawn"))
        self.drawing = Drawing(
            tuple(Node(name, tuple(point), colour) for name, point, colour in nodes),
            frozenset(map(tuple, ways)),
            tuple(
                (name, DrawnTurn(tuple(map(tuple, paths)), steps)) for name, (paths, steps) in turns
            ),
            tuple(start),
            tuple(goal),
        )

    def take(self, tool):
        self.shown.click(*self.shown.widget(f"tool {tool}"))
        self.shown.wait_for("tool", tool)

    def nodes(self, points):
        self.take("Node")
        for point in points:
            self.shown.click(*self.at(point))
            self.look()

    def drag(self, start, end):
        """Drag from a node or a piece of the palette to a node."""
        first = self.shown.widget(start) if isinstance(start, str) else self.at(start)
        last = self.at(end)
        between = tuple((a + b) / 2 for a, b in zip(first, last, strict=True))
        self.shown.drag([[first, between, last]])
        self.look()

    def streets(self, tool, pairs):
        self.take(tool)
        for a, b in pairs:
            count = len(self.drawing.ways)
            self.drag(a, b)
            while len(self.drawing.ways) == count:  # skip intermediate previews
                self.look()

    def lay(self, label, cell):
        self.drag(f"piece {label}", cell)
        while self.drawing.start[cell] != label:
            self.look()

    def exchange(self, a, b):
        before = self.drawing.start
        self.drag(a, b)
        while self.drawing.start == before:
            self.look()

    def turn(self, path):
        self.take("Turn")
        for cell in [*path, path[0]]:
            self.shown.click(*self.at(cell))
        self.look()


def test_pinball_is_drawn_from_the_table_of_its_flippers(window):
    pinball = load("pinball")
    designer = Drawn(window)
    designer.nodes(THREES)
    arcs = {*pinball.board.arcs}
    both = sorted((a, b) for a, b in arcs if a < b and (b, a) in arcs)
    one_way = sorted((a, b) for a, b in arcs if (b, a) not in arcs)
    designer.streets("Edge", both)
    designer.streets("One-way", one_way)
    # The first node is the hole; the others are 1 to 8, as in the plugin except for their numbers.
    designer.take("Piece")
    designer.exchange(0, 4)
    assert designer.drawing.start == ("4", "1", "2", "3", "", "5", "6", "7", "8")
    designer.shown.click(*designer.shown.widget("layer goal"))
    designer.shown.wait_for("widgets")
    goal = list(designer.drawing.goal)
    for cell, label in enumerate(pinball.goal):
        if goal[cell] != label:
            other = goal.index(label) if label in goal else None
            if other is not None:
                designer.drag(cell, other)
                goal[cell], goal[other] = goal[other], goal[cell]
            else:
                designer.drag("piece 9", cell)
                goal[cell] = label
            while designer.drawing.goal != tuple(goal):
                designer.look()
    assert designer.drawing.goal == pinball.goal
    designer.shown.click(*designer.shown.widget("layer start"))
    designer.shown.wait_for("widgets")
    for cell, label in enumerate(pinball.start()):
        if designer.drawing.start[cell] != label:
            designer.exchange(cell, designer.drawing.start.index(label))
    drawn = designer.drawing
    assert [node.name for node in drawn.nodes] == list(pinball.board.cells)
    assert (drawn.ways, len(both), len(one_way)) == (arcs, 6, 6)
    assert drawn.start == pinball.start()
    rules = rules_of_drawing(drawn)
    assert sorted(rules.legal_moves(drawn.start)) == sorted(pinball.legal_moves(pinball.start()))
    designer.shown.quit()


def test_theta_0_is_drawn(window):
    designer = Drawn(window)
    around = [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (1.0, -1.0), (0.0, -1.0), (-1.0, 0.0)]
    designer.nodes([*around, (0.0, 0.0)])
    streets = [(k, (k + 1) % 6) for k in range(6)]
    designer.streets("Edge", [*streets, (0, 6), (6, 4)])
    assert len(designer.drawing.edges) == 8
    degrees = [sum(cell in edge for edge in designer.drawing.edges) for cell in range(7)]
    assert degrees == [3, 2, 2, 2, 3, 2, 2]
    assert designer.drawing.start == designer.drawing.goal == ("", "1", "2", "3", "4", "5", "6")
    designer.shown.quit()


def test_two_rings_that_share_two_beads_are_drawn(window):
    designer = Drawn(window)
    top, *sides, low = [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (1.0, -1.0), (0.0, -1.0)]
    designer.nodes([top, *((-x, y) for x, y in sides), low, *sides])
    left, right = [0, 1, 2, 3, 4], [0, 5, 6, 7, 4]
    designer.turn(left)
    designer.turn(right)
    assert [turn.paths for _, turn in designer.drawing.turns] == [(tuple(left),), (tuple(right),)]
    assert set(left) & set(right) == {0, 4}
    rules = rules_of_drawing(designer.drawing)
    start = designer.drawing.start
    assert len(rules.legal_moves(start)) == 4
    for move in rules.legal_moves(start):
        assert len({*map(str, rules.play(start, move))}) == 8
    designer.shown.quit()
