"""A puzzle drawn by mouse in a real window; `test_tasks` draws others by posted events."""

import json

from real_window import REAL

from puzzlekit.design.drawing import Drawing, DrawnTurn, Node
from puzzlekit.ui.cells import View

pytestmark = REAL


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
        first, last = self.at(start), self.at(end)
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

    def turn(self, path):
        self.take("Turn")
        for cell in [*path, path[0]]:
            self.shown.click(*self.at(cell))
        self.look()


def test_theta_0_and_a_turn_are_drawn(window):
    designer = Drawn(window)
    around = [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (1.0, -1.0), (0.0, -1.0), (-1.0, 0.0)]
    designer.nodes([*around, (0.0, 0.0)])
    streets = [(k, (k + 1) % 6) for k in range(6)]
    designer.streets("Edge", [*streets, (0, 6), (6, 4)])
    assert len(designer.drawing.edges) == 8
    degrees = [sum(cell in edge for edge in designer.drawing.edges) for cell in range(7)]
    assert degrees == [3, 2, 2, 2, 3, 2, 2]
    assert designer.drawing.start == designer.drawing.goal == ("", "1", "2", "3", "4", "5", "6")
    designer.turn([1, 2, 3])
    assert [turn.paths for _, turn in designer.drawing.turns] == [((1, 2, 3),)]
    designer.shown.quit()
