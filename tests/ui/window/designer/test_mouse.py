"""Mouse gestures of the designer."""

import pygame

from puzzlekit.design.drawing import Drawing


def test_designer_opens_from_the_launcher(app):
    shown = app()
    shown.click("design")
    assert shown.screen.title == "Design a puzzle"
    assert shown.screen.document.drawing == Drawing()
    shown.press(pygame.K_ESCAPE)
    assert "search" in shown.widget_keys()
    shown.press(pygame.K_F9)
    assert shown.screen.document.drawing == Drawing()


def test_clicks_are_nodes_on_the_grid_or_free_with_alt(open_designer):
    designer = open_designer()
    designer.click((0.2, 0.1), (1.1, -0.1))
    assert designer.points() == [(0.0, 0.0), (1.0, 0.0)]
    assert designer.drawing.start == ("", "1")
    designer.held(pygame.KMOD_ALT)
    designer.click((0.4, 1.3))
    (x, y) = designer.points()[2]
    assert abs(x - 0.4) < 0.02
    assert abs(y - 1.3) < 0.02
    designer.held(0)
    designer.click((1.02, 0.01))
    assert len(designer.points()) == 3


def test_drag_between_nodes_cycles_the_kind_of_edge(in_a_row):
    designer = in_a_row(3)
    for tool in ("n", "e"):
        designer.keys(tool)
        seen = []
        for _ in range(4):
            designer.drag(0, 1)
            seen.append((designer.drawing.edges, designer.drawing.arcs))
        assert seen == [([(0, 1)], []), ([], [(0, 1)]), ([], [(1, 0)]), ([(0, 1)], [])]
        designer.ctrl("z")
        designer.ctrl(*"zzz")
        assert not designer.drawing.ways
    designer.keys("a")
    designer.drag(2, 1)
    assert (designer.drawing.edges, designer.drawing.arcs) == ([], [(2, 1)])
    designer.drag(2, 1)
    assert (designer.drawing.edges, designer.drawing.arcs) == ([(1, 2)], [])


def test_dragging_to_nothing_is_a_street_and_a_new_node(in_a_row):
    designer = in_a_row(1)
    designer.keys("e")
    designer.drag(0, (0.5, -0.5), (0.9, -1.1))
    assert designer.points() == [(0.0, 0.0), (1.0, -1.0)]
    assert designer.drawing.edges == [(0, 1)]
    designer.drag((3.1, 0), 1)
    assert designer.points()[2] == (3.0, 0.0)
    assert designer.drawing.edges == [(0, 1), (1, 2)]
    designer.ctrl("z")
    assert designer.drawing.edges == [(0, 1)]
    assert len(designer.points()) == 2


def test_preview_of_an_edge_is_dropped_by_escape(in_a_row):
    designer = in_a_row(3)
    designer.keys("e")
    designer.press(0, (0.5, 0.0))
    assert designer.work.preview_drawing is None
    designer.hover(2)
    assert designer.work.shown.edges == [(0, 2)]
    assert not designer.drawing.ways
    designer.hover((1.5, 1.0))
    assert designer.work.preview_drawing is None
    designer.hover(2)
    designer.keys(pygame.K_ESCAPE)
    assert designer.work.preview_drawing is None
    designer.let_go()
    assert not designer.drawing.ways
    assert not designer.work.can_undo


def test_two_clicks_make_an_edge(in_a_row):
    designer = in_a_row(3)
    designer.keys("e")
    designer.click(0)
    designer.hover(2)
    assert designer.work.shown.edges == [(0, 2)]
    designer.click(2)
    assert designer.drawing.edges == [(0, 2)]
    designer.click(1)
    designer.click((1, 1), button=3)
    designer.click((5, 1))
    assert designer.drawing.edges == [(0, 2)]
    designer = in_a_row(2)
    designer.keys("e")
    designer.click(0, 1)
    for arc in ((0, 1), (1, 0)):  # further clicks change the kind
        designer.click((0.5, 0))
        assert designer.drawing.arcs == [arc]


def test_selecting_by_clicks_and_by_a_box_and_moving(in_a_row):
    designer = in_a_row(4)
    designer.keys("v")
    designer.drag(0, (0.0, 1.0), (1.0, 1.0), (1.0, 0.0))  # does not move onto another node
    assert designer.points()[0] == (1.0, 1.0)
    designer.ctrl("z")
    designer.click((0.5, 1.0))
    designer.click(1)
    assert designer.work.selection == {1}
    designer.held(pygame.KMOD_SHIFT)
    designer.click(2)
    assert designer.work.selection == {1, 2}
    designer.click(1)
    assert designer.work.selection == {2}
    designer.held(0)
    designer.drag((-0.6, 0.6), (1.4, -0.6))
    assert designer.work.selection == {0, 1}
    designer.drag(0, (0.3, -0.7), (0.1, -1.1))
    assert designer.points() == [(0, -1), (1, -1), (2, 0), (3, 0)]
    edge = designer.screen.viewport.panes[0].view.point(*designer.screen.viewport.box.bottomleft)[1]
    designer.drag(1, (1.1, -1.4), (1.1, -9.0))
    assert abs(designer.points()[1][1] - edge) < 1
    assert designer.points()[0][0] == 0
    designer.drag(2, 3)
    assert designer.points()[2] == (2, 0)
    designer.click((0.5, 1.0))
    assert not designer.work.selection


def test_erasing_nodes_streets_and_turns_by_one_sweep(in_a_row):
    designer = in_a_row(5)
    designer.keys("e")
    designer.drag(0, 1)
    designer.drag(3, 4)
    before = designer.drawing
    designer.keys("x")
    designer.drag((0.5, 0.0), (1.5, 0.5), 2)
    assert list(designer.cells_by_name()) == ["1", "2", "4", "5"]
    assert designer.drawing.edges == [(2, 3)]
    designer.ctrl("z")
    assert designer.drawing == before


def test_a_turn_is_drawn_by_clicks_on_its_path(open_designer):
    designer = open_designer()
    designer.click((0, 0), (1, 0), (1, -1), (0, -1))
    designer.keys("t")
    designer.click(0, 1)
    assert designer.work.shown.turns[0][1].paths == ((0, 1),)
    designer.click(2, 3)
    designer.wheel(1)
    assert designer.work.shown.turns[0][1].steps == 2
    designer.keys("3")
    designer.click(0)
    ((name, turn),) = designer.drawing.turns
    assert (name, turn.paths, turn.steps) == ("A", ((0, 1, 2, 3),), 3)
    designer.click(1, 2)
    designer.click((2, 0), button=3)
    assert designer.drawing.turns[1][1].paths == ((1, 2),)
    pane = designer.screen.viewport.panes[0]
    badges = pane.badges(designer.drawing, 28)
    designer.shown.hover(badges["A"])
    designer.wheel(1)
    assert designer.drawing.turns[0][1].steps == 1
    designer.keys("x")
    designer.shown.click(badges["A"])
    assert [name for name, _ in designer.drawing.turns] == ["B"]


def test_holes_and_pieces_are_laid_and_exchanged(in_a_row):
    designer = in_a_row(4)
    designer.keys("h")
    designer.click(3)
    assert designer.drawing.start == designer.drawing.goal == ("", "1", "2", "")
    designer.keys("p")
    designer.click("piece 2")
    designer.click(3)
    assert designer.drawing.start == designer.drawing.goal == ("", "1", "2", "2")
    designer.drag(0, 2)
    assert designer.drawing.start == ("2", "1", "", "2")
    assert designer.drawing.goal == ("", "1", "2", "2")


def test_a_piece_is_dragged_from_the_tray(in_a_row):
    designer = in_a_row(3)
    designer.press("piece 1", (0.4, -0.6), 2)
    assert designer.work.shown.start == ("", "1", "1")
    designer.let_go()
    assert designer.drawing.start == designer.drawing.goal == ("", "1", "1")
    designer.drag("piece 2", 1)
    assert designer.drawing.start == ("", "2", "1")
    designer.drag("piece ", 2)
    assert designer.drawing.start == ("", "2", "")
    designer.drag("piece 2", (1, 2))
    assert designer.drawing.start == ("", "2", "")


def test_goal_is_edited_in_the_inset_or_beside_the_start(in_a_row):
    designer = in_a_row(3)
    designer.shown.click(designer.screen.viewport.inset.box.center)
    assert designer.work.layer == "goal"
    designer.keys("p")
    designer.drag(0, 1)
    assert (designer.drawing.start, designer.drawing.goal) == (("", "1", "2"), ("1", "", "2"))
    designer.click("layer both")
    designer.drag(1, 2, pane=1)
    assert (designer.drawing.start, designer.drawing.goal) == (("", "1", "2"), ("1", "2", ""))
    designer.drag(1, 2, pane=0)
    assert designer.drawing.start == ("", "2", "1")
    designer.hover(2, pane=1)
    designer.keys(pygame.K_ESCAPE)
    designer.keys("d")
    assert designer.drawing.goal == ("1", "2", "?")
    designer.keys("d")
    assert designer.drawing.goal == ("1", "2", "")


def test_pieces_that_look_alike_are_equal(in_a_row):
    designer = in_a_row(3)
    designer.click("piece 1")
    assert designer.screen.palette.open
    designer.click("colour orange")
    assert designer.drawing.pieces["1"].colour == "orange"
    designer.click("form tile")
    assert designer.drawing.pieces["1"].form == "tile"
    designer.click("form ball", "text")
    designer.keys(pygame.K_BACKSPACE)
    designer.shown.write("2")
    designer.keys(pygame.K_RETURN)
    assert designer.drawing.start == designer.drawing.goal == ("", "2", "2")
    designer.ctrl(*"zzzz")
    designer.click("card-close")
    designer.ctrl(*"zzzz")
    assert designer.drawing.start == ("", "1", "2")
    assert not designer.screen.palette.open


def test_wheel_zooms_and_space_moves_the_sheet(in_a_row):
    designer = in_a_row(3)
    before = designer.at(1)
    designer.shown.hover(before)
    designer.wheel(2)
    after = designer.at(1)
    assert max(abs(a - b) for a, b in zip(before, after, strict=True)) < 1
    assert designer.at(2)[0] - after[0] > 1.2 * 100
    unit = designer.screen.viewport.view.unit
    designer.keys(" ")
    x, y = designer.at(1)
    designer.shown.drag((x, y), (x + 20, y + 10), (x + 50, y - 30))
    assert designer.at(1) == (x + 50, y - 30)
    designer.shown.handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_SPACE))
    designer.shown.drag((x, y + 150), (x + 9, y + 150), button=2)
    assert designer.at(1) == (x + 59, y - 30)
    assert designer.screen.viewport.view.unit == unit
    designer.keys("0")
    assert max(abs(a - b) for a, b in zip(before, designer.at(1), strict=True)) < 1


def test_copies_are_drawn_with_what_is_drawn(open_designer):
    designer = open_designer()
    designer.click((0, 0))
    designer.click("copies", "copies", "copies", "copies")
    assert designer.work.symmetry.kind == "4"
    designer.click((1, 0))
    assert set(designer.points()) == {(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)}
    designer.keys("e")
    designer.drag(0, 1)
    assert len(designer.drawing.edges) == 4
    designer.click((0.5, 0))
    assert len(designer.drawing.arcs) == 4
    designer.keys("x")
    designer.click(1)
    assert designer.points() == [(0, 0)]
    designer.click("copies", button=3)
    assert designer.work.symmetry.kind == "3"


def test_a_drawing_has_only_so_many_nodes_and_says_so(open_designer, monkeypatch):
    monkeypatch.setattr("puzzlekit.design.edits.MAX_NODES", 2)
    designer = open_designer()
    designer.click((0, 0), (1, 0), (2, 0))
    assert len(designer.points()) == 2
    assert "the maximum of 2 nodes" in designer.work.message
    designer.keys("e")
    designer.press(1, (1.5, 0.5))
    designer.let_go()
    assert len(designer.points()) == 2


def test_a_place_has_a_name_and_a_ground(in_a_row):
    designer = in_a_row(3)
    designer.keys("v")
    designer.click(1, button=3)
    designer.click("ground teal", "name")
    designer.shown.write("x")
    designer.keys(pygame.K_RETURN)
    assert designer.drawing.nodes[1][::2] == ("2x", "teal")
    designer.click("name")
    designer.keys(pygame.K_BACKSPACE, pygame.K_BACKSPACE)
    designer.shown.write("3")
    designer.keys(pygame.K_RETURN)
    assert designer.drawing.nodes[1].name == "2x"
    assert "not taken" in designer.work.message
    designer.click("card-close")
    designer.ctrl("a")
    designer.keys("b")
    designer.click("ground ")
    assert {node.colour for node in designer.drawing.nodes} == {""}
    designer.keys(pygame.K_ESCAPE)
    assert designer.screen.card.card is None


def test_unchanged_parts_are_drawn_once_during_a_drag(in_a_row, monkeypatch):
    designer = in_a_row(9)
    designer.keys("v")
    designer.press(0, (0.2, 0.2), (0.1, 0.6))
    drawn, painter = [], designer.screen.painter
    draw = painter._draw_unchanged
    monkeypatch.setattr(
        painter,
        "_draw_unchanged",
        lambda sketch, *rest: drawn.append(sketch.pane) or draw(sketch, *rest),
    )
    for step in range(9):
        designer.hover((0.1 * step, 1.0))
    assert not drawn
    designer.let_go()
    assert {pane.layer for pane in drawn} == {"start", "goal"}
