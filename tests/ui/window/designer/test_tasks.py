"""Typical drawings made by mouse, and the facts shown for them."""

import pytest

from puzzlekit import load
from puzzlekit.design.fact_cards import fact_cards


def told(designer):
    live = designer.screen.panel.live
    return {each.key: each.value for each in fact_cards(live.now, live.before)}


@pytest.mark.slow
def test_pinball_and_one_arrow_turned(open_designer, at_once):
    pinball = load("pinball")
    designer = open_designer()
    for point in pinball.board.points:
        designer.click((point[0] / 1.4 - 1, point[1] / 1.4 + 1))
    arcs = set(pinball.board.arcs)
    designer.keys("e")
    for a, b in sorted(arcs):
        if (b, a) in arcs and a < b:
            designer.drag(a, b)
    designer.keys("a")
    for a, b in sorted(arcs):
        if (b, a) not in arcs:
            designer.drag(a, b)
    assert designer.drawing.ways == arcs
    designer.keys("p")
    designer.drag(0, 4)  # move the hole to the centre
    assert told(designer)["group"] == "A8"
    assert told(designer)["positions"] == "181,440"
    designer.screen.panel.actions.goal_from_start()
    # The start of the game is a permutation of the goal.
    home = dict(zip(pinball.goal, designer.drawing.goal, strict=True))
    for cell, label in enumerate(pinball.start()):
        if designer.drawing.start[cell] != home[label]:
            designer.drag(cell, designer.drawing.start.index(home[label]))
    assert told(designer)["solution"] == "Solvable in 18 moves"
    before = designer.screen.panel.live.now
    designer.click("tool One-way")
    designer.drag(6, 3)  # make 4 <-> 7 one-way: 7 -> 4
    assert (3, 6) not in designer.drawing.ways
    now = designer.screen.panel.live.now
    assert "7 -> 4" in now.why
    assert now.levels != before.levels


@pytest.mark.slow
def test_the_knights(open_designer, at_once):
    knights = load("knights")
    designer = open_designer()
    for x, y in knights.board.points:
        designer.click((x - 2, y - 2))
    designer.keys("e")
    for a, b in knights.board.edges:
        designer.drag(a, b)
    designer.screen.panel.actions.open_drawing(
        designer.drawing._replace(start=("",) * len(knights.goal), goal=("",) * len(knights.goal))
    )
    # Two white balls and two black ones; balls of one colour are interchangeable.
    designer.keys("p")
    for cell, label in enumerate(knights.start()):
        if label:
            designer.hover(cell)
            designer.keys(label[0])
    designer.click("layer goal")
    for a, b in ((0, 5), (2, 9)):
        designer.drag(a, b)
    report = designer.screen.panel.live.now
    assert report.positions == 1260
    assert len(report.solution) == 40
