"""Typical drawings made by mouse, and the facts shown for them."""

import pytest

from puzzlekit import load


@pytest.mark.slow
def test_knights(open_designer, synchronous_facts):
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
