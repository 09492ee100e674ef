"""Typical drawings made by mouse, and the facts shown for them."""

from puzzlekit import load
from puzzlekit.design.drawing import Drawing
from puzzlekit.design.fact_cards import fact_cards


def told(hand):
    live = hand.screen.panel.live
    return {each.key: each.value for each in fact_cards(live.now, live.before)}


def test_pinball_and_one_arrow_turned(desk, at_once):
    pinball = load("pinball")
    hand = desk()
    for point in pinball.board.points:
        hand.click((point[0] / 1.4 - 1, point[1] / 1.4 + 1))
    arcs = set(pinball.board.arcs)
    hand.keys("e")
    for a, b in sorted(arcs):
        if (b, a) in arcs and a < b:
            hand.drag(a, b)
    hand.keys("a")
    for a, b in sorted(arcs):
        if (b, a) not in arcs:
            hand.drag(a, b)
    assert hand.drawing.ways == arcs
    hand.keys("p")
    hand.drag(0, 4)  # move the hole to the centre
    assert told(hand)["group"] == "A8"
    assert told(hand)["positions"] == "181,440"
    hand.screen.panel.acts.goal_from_start()
    # The start of the game is a permutation of the goal.
    home = dict(zip(pinball.goal, hand.drawing.goal, strict=True))
    for cell, label in enumerate(pinball.start()):
        if hand.drawing.start[cell] != home[label]:
            hand.drag(cell, hand.drawing.start.index(home[label]))
    assert told(hand)["solution"] == "Solvable in 18 moves"
    before = hand.screen.panel.live.now
    hand.click("tool One-way")
    hand.drag(6, 3)  # make 4 <-> 7 one-way: 7 -> 4
    assert (3, 6) not in hand.drawing.ways
    now = hand.screen.panel.live.now
    assert "7 -> 4" in now.why
    assert now.levels != before.levels


def test_the_knights(desk, at_once):
    knights = load("knights")
    hand = desk()
    for x, y in knights.board.points:
        hand.click((x - 2, y - 2))
    hand.keys("e")
    for a, b in knights.board.edges:
        hand.drag(a, b)
    hand.screen.panel.acts.accept(
        hand.drawing._replace(start=("",) * len(knights.goal), goal=("",) * len(knights.goal))
    )
    # Two white balls and two black ones; balls of one colour are interchangeable.
    hand.keys("p")
    for cell, label in enumerate(knights.start()):
        if label:
            hand.hover(cell)
            hand.keys(label[0])
    hand.click("layer goal")
    for a, b in ((0, 5), (2, 9)):
        hand.drag(a, b)
    report = hand.screen.panel.live.now
    assert report.positions == 1260
    assert len(report.solution) == 40


def test_two_faces_of_a_two_by_three_board(desk, at_once):
    hand = desk(Drawing())
    for y in (0, -1):
        for x in (0, 1, 2):
            hand.click((x, y))
    hand.keys("h")
    hand.click(0)  # turns need no hole, so this adds a piece
    if hand.drawing.start[0] == "":
        hand.keys("p")
        hand.hover(0)
        hand.keys("9")
    for path in ((0, 1, 4, 3), (1, 2, 5, 4)):
        hand.click("tool Turn")
        hand.click(*path, path[0])
    assert len(hand.drawing.turns) == 2
    report = hand.screen.panel.live.now
    assert (report.group.name, report.group.order) == ("PGL(2,5)", 120)
    assert report.positions == 120
    hand.ctrl("z")
    assert hand.screen.panel.live.now.group.order == 4
