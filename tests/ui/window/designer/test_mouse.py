"""Mouse gestures of the designer."""

import pygame

from puzzlekit.design.drawing import Drawing


def test_open_designer_from_launcher(app):
    window = app()
    window.click("design")
    assert window.screen.title == "Design a puzzle"
    assert window.screen.document.drawing == Drawing()
    window.press(pygame.K_ESCAPE)
    assert "search" in window.widget_keys()
    window.press(pygame.K_F9)
    assert window.screen.document.drawing == Drawing()


def test_add_nodes_with_and_without_grid(open_designer):
    designer = open_designer()
    designer.click((0.2, 0.1), (1.1, -0.1))
    assert designer.points() == [(0.0, 0.0), (1.0, 0.0)]
    assert designer.drawing.start == ("", "1")
    designer.hold_modifiers(pygame.KMOD_ALT)
    designer.click((0.4, 1.3))
    (x, y) = designer.points()[2]
    assert abs(x - 0.4) < 0.02
    assert abs(y - 1.3) < 0.02
    designer.hold_modifiers(0)
    designer.click((1.02, 0.01))
    assert len(designer.points()) == 3


def test_drag_cycles_edge_kind(open_row):
    designer = open_row(3)
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


def test_drag_to_empty_space_adds_edge_and_node(open_row):
    designer = open_row(1)
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


def test_escape_cancels_edge_preview(open_row):
    designer = open_row(3)
    designer.keys("e")
    designer.press(0, (0.5, 0.0))
    assert designer.document.preview_drawing is None
    designer.hover(2)
    assert designer.document.shown.edges == [(0, 2)]
    assert not designer.drawing.ways
    designer.hover((1.5, 1.0))
    assert designer.document.preview_drawing is None
    designer.hover(2)
    designer.keys(pygame.K_ESCAPE)
    assert designer.document.preview_drawing is None
    designer.release()
    assert not designer.drawing.ways
    assert not designer.document.can_undo


def test_add_edge_with_two_clicks(open_row):
    designer = open_row(3)
    designer.keys("e")
    designer.click(0)
    designer.hover(2)
    assert designer.document.shown.edges == [(0, 2)]
    designer.click(2)
    assert designer.drawing.edges == [(0, 2)]
    designer.click(1)
    designer.click((1, 1), button=3)
    designer.click((5, 1))
    assert designer.drawing.edges == [(0, 2)]
    designer = open_row(2)
    designer.keys("e")
    designer.click(0, 1)
    for arc in ((0, 1), (1, 0)):  # further clicks change the kind
        designer.click((0.5, 0))
        assert designer.drawing.arcs == [arc]


def test_select_and_move(open_row):
    designer = open_row(4)
    designer.keys("v")
    designer.drag(0, (0.0, 1.0), (1.0, 1.0), (1.0, 0.0))  # does not move onto another node
    assert designer.points()[0] == (1.0, 1.0)
    designer.ctrl("z")
    designer.click((0.5, 1.0))
    designer.click(1)
    assert designer.document.selection == {1}
    designer.hold_modifiers(pygame.KMOD_SHIFT)
    designer.click(2)
    assert designer.document.selection == {1, 2}
    designer.click(1)
    assert designer.document.selection == {2}
    designer.hold_modifiers(0)
    designer.drag((-0.6, 0.6), (1.4, -0.6))
    assert designer.document.selection == {0, 1}
    designer.drag(0, (0.3, -0.7), (0.1, -1.1))
    assert designer.points() == [(0, -1), (1, -1), (2, 0), (3, 0)]
    edge = designer.screen.viewport.panes[0].view.point(*designer.screen.viewport.box.bottomleft)[1]
    designer.drag(1, (1.1, -1.4), (1.1, -9.0))
    assert abs(designer.points()[1][1] - edge) < 1
    assert designer.points()[0][0] == 0
    designer.drag(2, 3)
    assert designer.points()[2] == (2, 0)
    designer.click((0.5, 1.0))
    assert not designer.document.selection


def test_erase_nodes_edges_and_turns_with_one_drag(open_row):
    designer = open_row(5)
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


def test_draw_turn(open_designer):
    designer = open_designer()
    designer.click((0, 0), (1, 0), (1, -1), (0, -1))
    designer.keys("t")
    designer.click(0)
    assert not designer.screen.mouse_tool.gesture.hint, "one node has no steps"
    designer.click(1)
    assert designer.document.shown.turns[0][1].paths == ((0, 1),)
    designer.click(2, 3)
    designer.wheel(1)
    assert designer.document.shown.turns[0][1].steps == 2
    designer.keys("3")
    designer.click(0)
    ((name, turn),) = designer.drawing.turns
    assert (name, turn.paths, turn.steps) == ("A", ((0, 1, 2, 3),), 3)
    designer.click(1, 2)
    designer.click((2, 0), button=3)
    assert designer.drawing.turns[1][1].paths == ((1, 2),)
    pane = designer.screen.viewport.panes[0]
    badges = pane.badges(designer.drawing, 28)
    designer.window.hover(badges["A"])
    designer.wheel(1)
    assert designer.drawing.turns[0][1].steps == 1
    designer.keys("x")
    designer.window.click(badges["A"])
    assert [name for name, _ in designer.drawing.turns] == ["B"]


def test_place_and_exchange_holes_and_pieces(open_row):
    designer = open_row(4)
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


def test_drag_piece_from_palette(open_row):
    designer = open_row(3)
    designer.press("piece 1", (0.4, -0.6), 2)
    assert designer.document.shown.start == ("", "1", "1")
    designer.release()
    assert designer.drawing.start == designer.drawing.goal == ("", "1", "1")
    designer.drag("piece 2", 1)
    assert designer.drawing.start == ("", "2", "1")
    designer.drag("piece ", 2)
    assert designer.drawing.start == ("", "2", "")
    designer.drag("piece 2", (1, 2))
    assert designer.drawing.start == ("", "2", "")


def test_edit_goal(open_row):
    designer = open_row(3)
    designer.window.click(designer.screen.viewport.inset.box.center)
    assert designer.document.layer == "goal"
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


def test_identical_pieces(open_row):
    designer = open_row(3)
    designer.click("piece 1")
    assert designer.screen.palette.open
    designer.click("colour orange")
    assert designer.drawing.pieces["1"].colour == "orange"
    designer.click("form tile")
    assert designer.drawing.pieces["1"].form == "tile"
    designer.click("form ball", "text")
    designer.keys(pygame.K_BACKSPACE)
    designer.window.write("2")
    designer.keys(pygame.K_RETURN)
    assert designer.drawing.start == designer.drawing.goal == ("", "2", "2")
    designer.ctrl(*"zzzz")
    designer.click("card-close")
    designer.ctrl(*"zzzz")
    assert designer.drawing.start == ("", "1", "2")
    assert not designer.screen.palette.open


def test_zoom_and_pan(open_row, monkeypatch):
    designer = open_row(3)
    before = designer.pixel_at(1)
    designer.window.hover(before)
    designer.wheel(2)
    after = designer.pixel_at(1)
    assert max(abs(a - b) for a, b in zip(before, after, strict=True)) < 1
    assert designer.pixel_at(2)[0] - after[0] > 1.2 * 100
    unit = designer.screen.viewport.view.unit
    x, y = designer.pixel_at(1)
    with monkeypatch.context() as held:
        held.setattr(pygame.key, "get_pressed", lambda: {pygame.K_SPACE: True})
        designer.window.drag((x, y), (x + 20, y + 10), (x + 50, y - 30))
    assert designer.pixel_at(1) == (x + 50, y - 30)
    designer.window.drag((x, y + 150), (x + 9, y + 150), button=2)
    assert designer.pixel_at(1) == (x + 59, y - 30)
    assert designer.screen.viewport.view.unit == unit
    designer.keys("0")
    assert max(abs(a - b) for a, b in zip(before, designer.pixel_at(1), strict=True)) < 1


def test_space_released_in_dialog_scrolls_no_longer(open_row):
    designer = open_row(3)
    before = designer.pixel_at(1)
    designer.keys(" ")
    designer.ctrl("o")
    designer.window.handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_SPACE))
    designer.keys(pygame.K_ESCAPE)
    designer.drag((0.5, 1), (1.5, 1))
    assert designer.pixel_at(1) == before


def test_symmetric_copies(open_designer):
    designer = open_designer()
    designer.click((0, 0))
    designer.click("copies", "copies", "copies", "copies")
    assert designer.document.symmetry.kind == "4"
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
    assert designer.document.symmetry.kind == "3"


def test_node_limit(open_designer, monkeypatch):
    monkeypatch.setattr("puzzlekit.design.edits.MAX_NODES", 2)
    designer = open_designer()
    designer.click((0, 0), (1, 0), (2, 0))
    assert len(designer.points()) == 2
    assert "the maximum of 2 nodes" in designer.document.message
    designer.keys("e")
    designer.press(1, (1.5, 0.5))
    designer.release()
    assert len(designer.points()) == 2


def test_node_name_and_colour(open_row):
    designer = open_row(3)
    designer.keys("v")
    designer.click(1, button=3)
    designer.click("ground teal", "name")
    designer.window.write("x")
    designer.keys(pygame.K_RETURN)
    assert designer.drawing.nodes[1][::2] == ("2x", "teal")
    designer.click("name")
    designer.keys(pygame.K_BACKSPACE, pygame.K_BACKSPACE)
    designer.window.write("3")
    designer.keys(pygame.K_RETURN)
    assert designer.drawing.nodes[1].name == "2x"
    assert "not taken" in designer.document.message
    designer.click("card-close")
    designer.ctrl("a")
    designer.keys("b")
    designer.click("ground ")
    assert {node.colour for node in designer.drawing.nodes} == {""}
    designer.keys(pygame.K_ESCAPE)
    assert designer.screen.card.card is None


def test_preview_shows_everything(open_row, drawn_texts):
    designer = open_row(3)
    designer.keys("t")
    designer.click(1, 2, 1)
    designer.keys("v")
    name, screen = drawn_texts["3"], designer.screen
    designer.press(2, (2, 1))
    assert drawn_texts["3"].top - name.top == designer.pixel_at((2, 1))[1] - designer.pixel_at(2)[1]
    picture = designer.window.surface.subsurface(screen.viewport.panes[0].box)
    tone = screen.painter.tone(0)
    assert pygame.mask.from_threshold(picture, tone, (1, 1, 1, 255)).count() > 300
    designer.release()
    designer.keys("e")
    designer.press(0, 1)
    place = designer.pixel_at((0.5, 0))
    assert designer.window.surface.get_at(place)[:3] == designer.window.canvas.theme.accent
