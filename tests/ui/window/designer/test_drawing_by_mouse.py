"""Mouse gestures of the designer."""

import pygame

from puzzlekit.design.drawing import Drawing


def test_designer_opens_from_the_launcher(app):
    shown = app()
    shown.click("design")
    assert shown.screen.title == "Design a puzzle"
    assert shown.screen.workshop.drawing == Drawing()
    shown.press(pygame.K_ESCAPE)
    assert "search" in shown.widget_keys()
    shown.press(pygame.K_F9)
    assert shown.screen.workshop.drawing == Drawing()


def test_clicks_are_nodes_on_the_grid_or_free_with_alt(desk):
    hand = desk()
    hand.click((0.2, 0.1), (1.1, -0.1))
    assert hand.points() == [(0.0, 0.0), (1.0, 0.0)]
    assert hand.drawing.start == ("", "1")
    hand.held(pygame.KMOD_ALT)
    hand.click((0.4, 1.3))
    (x, y) = hand.points()[2]
    assert abs(x - 0.4) < 0.02
    assert abs(y - 1.3) < 0.02
    hand.held(0)
    hand.click((1.02, 0.01))
    assert len(hand.points()) == 3


def test_drag_between_nodes_cycles_the_kind_of_edge(in_a_row):
    hand = in_a_row(3)
    for tool in ("n", "e"):
        hand.keys(tool)
        seen = []
        for _ in range(4):
            hand.drag(0, 1)
            seen.append((hand.drawing.edges, hand.drawing.arcs))
        assert seen == [([(0, 1)], []), ([], [(0, 1)]), ([], [(1, 0)]), ([(0, 1)], [])]
        hand.ctrl("z")
        hand.ctrl(*"zzz")
        assert not hand.drawing.ways
    hand.keys("a")
    hand.drag(2, 1)
    assert (hand.drawing.edges, hand.drawing.arcs) == ([], [(2, 1)])
    hand.drag(2, 1)
    assert (hand.drawing.edges, hand.drawing.arcs) == ([(1, 2)], [])


def test_dragging_to_nothing_is_a_street_and_a_new_node(in_a_row):
    hand = in_a_row(1)
    hand.keys("e")
    hand.drag(0, (0.5, -0.5), (0.9, -1.1))
    assert hand.points() == [(0.0, 0.0), (1.0, -1.0)]
    assert hand.drawing.edges == [(0, 1)]
    hand.drag((3.1, 0), 1)
    assert hand.points()[2] == (3.0, 0.0)
    assert hand.drawing.edges == [(0, 1), (1, 2)]
    hand.ctrl("z")
    assert hand.drawing.edges == [(0, 1)]
    assert len(hand.points()) == 2


def test_preview_of_an_edge_is_dropped_by_escape(in_a_row):
    hand = in_a_row(3)
    hand.keys("e")
    hand.press(0, (0.5, 0.0))
    assert hand.work.preview_drawing is None
    hand.hover(2)
    assert hand.work.shown.edges == [(0, 2)]
    assert not hand.drawing.ways
    hand.hover((1.5, 1.0))
    assert hand.work.preview_drawing is None
    hand.hover(2)
    hand.keys(pygame.K_ESCAPE)
    assert hand.work.preview_drawing is None
    hand.let_go()
    assert not hand.drawing.ways
    assert not hand.work.can_undo


def test_two_clicks_make_an_edge(in_a_row):
    hand = in_a_row(3)
    hand.keys("e")
    hand.click(0)
    hand.hover(2)
    assert hand.work.shown.edges == [(0, 2)]
    hand.click(2)
    assert hand.drawing.edges == [(0, 2)]
    hand.click(1)
    hand.click((1, 1), button=3)
    hand.click((5, 1))
    assert hand.drawing.edges == [(0, 2)]
    hand = in_a_row(2)
    hand.keys("e")
    hand.click(0, 1)
    for arc in ((0, 1), (1, 0)):  # further clicks change the kind
        hand.click((0.5, 0))
        assert hand.drawing.arcs == [arc]


def test_selecting_by_clicks_and_by_a_box_and_moving(in_a_row):
    hand = in_a_row(4)
    hand.keys("v")
    hand.drag(0, (0.0, 1.0), (1.0, 1.0), (1.0, 0.0))  # does not move onto another node
    assert hand.points()[0] == (1.0, 1.0)
    hand.ctrl("z")
    hand.click((0.5, 1.0))
    hand.click(1)
    assert hand.work.selection == {1}
    hand.held(pygame.KMOD_SHIFT)
    hand.click(2)
    assert hand.work.selection == {1, 2}
    hand.click(1)
    assert hand.work.selection == {2}
    hand.held(0)
    hand.drag((-0.6, 0.6), (1.4, -0.6))
    assert hand.work.selection == {0, 1}
    hand.drag(0, (0.3, -0.7), (0.1, -1.1))
    assert hand.points() == [(0, -1), (1, -1), (2, 0), (3, 0)]
    edge = hand.screen.sheet.panes[0].view.point(*hand.screen.sheet.box.bottomleft)[1]
    hand.drag(1, (1.1, -1.4), (1.1, -9.0))
    assert abs(hand.points()[1][1] - edge) < 1
    assert hand.points()[0][0] == 0
    hand.drag(2, 3)
    assert hand.points()[2] == (2, 0)
    hand.click((0.5, 1.0))
    assert not hand.work.selection


def test_erasing_nodes_streets_and_turns_by_one_sweep(in_a_row):
    hand = in_a_row(5)
    hand.keys("e")
    hand.drag(0, 1)
    hand.drag(3, 4)
    before = hand.drawing
    hand.keys("x")
    hand.drag((0.5, 0.0), (1.5, 0.5), 2)
    assert list(hand.cells_by_name()) == ["1", "2", "4", "5"]
    assert hand.drawing.edges == [(2, 3)]
    hand.ctrl("z")
    assert hand.drawing == before


def test_a_turn_is_drawn_by_clicks_on_its_path(desk):
    hand = desk()
    hand.click((0, 0), (1, 0), (1, -1), (0, -1))
    hand.keys("t")
    hand.click(0, 1)
    assert hand.work.shown.turns[0][1].paths == ((0, 1),)
    hand.click(2, 3)
    hand.wheel(1)
    assert hand.work.shown.turns[0][1].steps == 2
    hand.keys("3")
    hand.click(0)
    ((name, turn),) = hand.drawing.turns
    assert (name, turn.paths, turn.steps) == ("A", ((0, 1, 2, 3),), 3)
    hand.click(1, 2)
    hand.click((2, 0), button=3)
    assert hand.drawing.turns[1][1].paths == ((1, 2),)
    pane = hand.screen.sheet.panes[0]
    badges = pane.badges(hand.drawing, 28)
    hand.shown.hover(badges["A"])
    hand.wheel(1)
    assert hand.drawing.turns[0][1].steps == 1
    hand.keys("x")
    hand.shown.click(badges["A"])
    assert [name for name, _ in hand.drawing.turns] == ["B"]


def test_holes_and_pieces_are_laid_and_exchanged(in_a_row):
    hand = in_a_row(4)
    hand.keys("h")
    hand.click(3)
    assert hand.drawing.start == hand.drawing.goal == ("", "1", "2", "")
    hand.keys("p")
    hand.click("piece 2")
    hand.click(3)
    assert hand.drawing.start == hand.drawing.goal == ("", "1", "2", "2")
    hand.drag(0, 2)
    assert hand.drawing.start == ("2", "1", "", "2")
    assert hand.drawing.goal == ("", "1", "2", "2")


def test_a_piece_is_dragged_from_the_tray(in_a_row):
    hand = in_a_row(3)
    hand.press("piece 1", (0.4, -0.6), 2)
    assert hand.work.shown.start == ("", "1", "1")
    hand.let_go()
    assert hand.drawing.start == hand.drawing.goal == ("", "1", "1")
    hand.drag("piece 2", 1)
    assert hand.drawing.start == ("", "2", "1")
    hand.drag("piece ", 2)
    assert hand.drawing.start == ("", "2", "")
    hand.drag("piece 2", (1, 2))
    assert hand.drawing.start == ("", "2", "")


def test_goal_is_edited_in_the_inset_or_beside_the_start(in_a_row):
    hand = in_a_row(3)
    hand.shown.click(hand.screen.sheet.inset.box.center)
    assert hand.work.layer == "goal"
    hand.keys("p")
    hand.drag(0, 1)
    assert (hand.drawing.start, hand.drawing.goal) == (("", "1", "2"), ("1", "", "2"))
    hand.click("layer both")
    hand.drag(1, 2, pane=1)
    assert (hand.drawing.start, hand.drawing.goal) == (("", "1", "2"), ("1", "2", ""))
    hand.drag(1, 2, pane=0)
    assert hand.drawing.start == ("", "2", "1")
    hand.hover(2, pane=1)
    hand.keys(pygame.K_ESCAPE)
    hand.keys("d")
    assert hand.drawing.goal == ("1", "2", "?")
    hand.keys("d")
    assert hand.drawing.goal == ("1", "2", "")


def test_pieces_that_look_alike_are_equal(in_a_row):
    hand = in_a_row(3)
    hand.click("piece 1")
    assert hand.screen.tray.open
    hand.click("colour orange")
    assert hand.drawing.pieces["1"].colour == "orange"
    hand.click("form tile")
    assert hand.drawing.pieces["1"].form == "tile"
    hand.click("form ball", "text")
    hand.keys(pygame.K_BACKSPACE)
    hand.shown.write("2")
    hand.keys(pygame.K_RETURN)
    assert hand.drawing.start == hand.drawing.goal == ("", "2", "2")
    hand.ctrl(*"zzzz")
    hand.click("card-close")
    hand.ctrl(*"zzzz")
    assert hand.drawing.start == ("", "1", "2")
    assert not hand.screen.tray.open


def test_wheel_zooms_and_space_moves_the_sheet(in_a_row):
    hand = in_a_row(3)
    before = hand.at(1)
    hand.shown.hover(before)
    hand.wheel(2)
    after = hand.at(1)
    assert max(abs(a - b) for a, b in zip(before, after, strict=True)) < 1
    assert hand.at(2)[0] - after[0] > 1.2 * 100
    unit = hand.screen.sheet.view.unit
    hand.keys(" ")
    x, y = hand.at(1)
    hand.shown.drag((x, y), (x + 20, y + 10), (x + 50, y - 30))
    assert hand.at(1) == (x + 50, y - 30)
    hand.shown.handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_SPACE))
    hand.shown.drag((x, y + 150), (x + 9, y + 150), button=2)
    assert hand.at(1) == (x + 59, y - 30)
    assert hand.screen.sheet.view.unit == unit
    hand.keys("0")
    assert max(abs(a - b) for a, b in zip(before, hand.at(1), strict=True)) < 1


def test_copies_are_drawn_with_what_is_drawn(desk):
    hand = desk()
    hand.click((0, 0))
    hand.click("copies", "copies", "copies", "copies")
    assert hand.work.copies.kind == "4"
    hand.click((1, 0))
    assert set(hand.points()) == {(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)}
    hand.keys("e")
    hand.drag(0, 1)
    assert len(hand.drawing.edges) == 4
    hand.click((0.5, 0))
    assert len(hand.drawing.arcs) == 4
    hand.keys("x")
    hand.click(1)
    assert hand.points() == [(0, 0)]
    hand.click("copies", button=3)
    assert hand.work.copies.kind == "3"


def test_a_drawing_has_only_so_many_nodes_and_says_so(desk, monkeypatch):
    monkeypatch.setattr("puzzlekit.design.edits.MAX_NODES", 2)
    hand = desk()
    hand.click((0, 0), (1, 0), (2, 0))
    assert len(hand.points()) == 2
    assert "already has 2 nodes" in hand.work.message
    hand.keys("e")
    hand.press(1, (1.5, 0.5))
    hand.let_go()
    assert len(hand.points()) == 2


def test_a_place_has_a_name_and_a_ground(in_a_row):
    hand = in_a_row(3)
    hand.keys("v")
    hand.click(1, button=3)
    hand.click("ground teal", "name")
    hand.shown.write("x")
    hand.keys(pygame.K_RETURN)
    assert hand.drawing.nodes[1][::2] == ("2x", "teal")
    hand.click("name")
    hand.keys(pygame.K_BACKSPACE, pygame.K_BACKSPACE)
    hand.shown.write("3")
    hand.keys(pygame.K_RETURN)
    assert hand.drawing.nodes[1].name == "2x"
    assert "not taken" in hand.work.message
    hand.click("card-close")
    hand.ctrl("a")
    hand.keys("b")
    hand.click("ground ")
    assert {node.colour for node in hand.drawing.nodes} == {""}
    hand.keys(pygame.K_ESCAPE)
    assert hand.screen.card.card is None


def test_unchanged_parts_are_drawn_once_during_a_drag(in_a_row, monkeypatch):
    hand = in_a_row(9)
    hand.keys("v")
    hand.press(0, (0.2, 0.2), (0.1, 0.6))
    drawn, painter = [], hand.screen.scene.painter
    draw = painter._draw_unchanged
    monkeypatch.setattr(
        painter, "_draw_unchanged", lambda pane, *rest: drawn.append(pane) or draw(pane, *rest)
    )
    for step in range(9):
        hand.hover((0.1 * step, 1.0))
    assert not drawn
    hand.let_go()
    assert {pane.layer for pane in drawn} == {"start", "goal"}
