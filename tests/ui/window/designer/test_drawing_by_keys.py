"""The designer, by keyboard alone."""

import pygame

from puzzlekit.design.drawing import Drawing

CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT
UP, DOWN, LEFT, RIGHT = pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT
ENTER, ESCAPE, TAB = pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB


def test_nodes_streets_and_pieces_without_a_mouse(desk):
    hand = desk()
    hand.keys(RIGHT, ENTER, RIGHT, ENTER, DOWN, ENTER)
    (x, y), *others = hand.points()
    assert others == [(x + 1, y), (x + 1, y - 1)]
    hand.keys(ESCAPE, "e", UP)
    assert hand.screen.hand.cursor == 0
    hand.keys(ENTER, RIGHT)
    assert hand.work.shown.edges == [(0, 1)]
    assert not hand.drawing.ways
    hand.keys(ENTER, "a", ENTER, DOWN, ENTER)
    assert (hand.drawing.edges, hand.drawing.arcs) == ([(0, 1)], [(1, 2)])
    hand.keys("p", "g", UP, LEFT, "1", "2")
    assert hand.drawing.start == hand.drawing.goal == ("12", "1", "g")
    hand.keys(pygame.K_BACKSPACE)
    assert hand.drawing.start == ("", "1", "g")
    hand.keys(RIGHT, "g")
    assert hand.drawing.start == hand.drawing.goal == ("", "g", "g")
    assert len(hand.drawing.pieces) == 1


def test_escape_drops_a_street_and_then_goes_further_back(in_a_row):
    hand = in_a_row(2)
    hand.keys("e", RIGHT, ENTER, RIGHT)
    assert hand.work.preview_drawing is not None
    hand.keys(ESCAPE)
    assert hand.work.preview_drawing is None
    assert hand.screen.hand.cursor == 1
    hand.keys(ESCAPE)
    assert hand.screen.hand.cursor is None
    hand.keys(ESCAPE)
    assert "search" in hand.shown.widget_keys()


def test_letters_choose_tools(in_a_row):
    hand = in_a_row(2)
    for letter, name in zip(
        "vneaphtx",
        ("Select", "Node", "Edge", "One-way", "Piece", "Hole", "Turn", "Erase"),
        strict=True,
    ):
        hand.keys(letter)
        assert hand.screen.hand.tool == name
        assert hand.shown.widget(f"tool {name}").on


def test_tab_goes_through_the_buttons_and_then_through_the_nodes(in_a_row):
    hand = in_a_row(3)
    count = sum(widget.focusable for widget in hand.screen.widgets)
    seen = []
    for _ in range(count + 4):
        hand.keys(TAB)
        seen.append((hand.screen.focus_key, hand.screen.hand.cursor))
    assert [cursor for _, cursor in seen[count:]] == [0, 1, 2, None]
    assert all(key for key, _ in seen[:count])
    hand.shown.press(TAB, mod=SHIFT)
    assert hand.screen.hand.cursor == 2


def test_a_node_or_what_is_selected_moves_by_steps(in_a_row):
    hand = in_a_row(3)
    hand.keys("v", RIGHT)
    hand.ctrl(UP)
    assert hand.points() == [(0, 1), (1, 0), (2, 0)]
    hand.keys(ESCAPE)
    hand.ctrl("a")
    hand.ctrl(DOWN, LEFT)
    assert hand.points() == [(-1, 0), (0, -1), (1, -1)]
    hand.ctrl("z")
    assert hand.points() == [(0, 0), (1, -1), (2, -1)]
    hand.ctrl("y")
    assert hand.points() == [(-1, 0), (0, -1), (1, -1)]
    hand.shown.press(pygame.K_z, mod=CTRL)
    hand.shown.press(pygame.K_z, mod=CTRL | SHIFT)
    assert hand.points() == [(-1, 0), (0, -1), (1, -1)]


def test_operations_on_a_selection(desk):
    hand = desk()
    hand.click((0, 0), (1, 0), (1, -1))
    hand.keys("e")
    hand.drag(0, 1)
    hand.keys("a")
    hand.drag(1, 2)
    hand.ctrl("a")
    hand.ctrl("m")
    assert hand.points() == [(1, 0), (0, 0), (0, -1)]
    hand.shown.press(pygame.K_m, mod=CTRL | SHIFT)
    assert hand.points() == [(1, -1), (0, -1), (0, 0)]
    before = hand.drawing
    for _ in range(4):
        hand.ctrl("r")
        assert all(x == int(x) and y == int(y) for x, y in hand.points())
    assert hand.points() == [node.point for node in before.nodes]
    hand.ctrl("d")
    assert hand.points()[3:] == [(3, -1), (2, -1), (2, 0)]
    assert hand.drawing.arcs == [(1, 2), (4, 5)]
    assert hand.work.selection == {3, 4, 5}
    hand.ctrl("c")
    hand.keys(pygame.K_DELETE)
    assert hand.drawing == before
    hand.hover((-2, 1))
    hand.ctrl("v")
    assert hand.points()[3:] == [(-2, 1), (-3, 1), (-3, 2)]
    hand.keys(*"v", mod=0)
    hand.keys("l")
    assert "the same point" in hand.work.message
    hand.keys(ESCAPE)
    hand.click(0)
    hand.held(SHIFT)
    hand.click(3)
    hand.keys("l")
    assert [hand.points()[0], hand.points()[3]] == [(1, 0), (-2, 0)]


def test_rotating_goes_by_the_grid(desk):
    hand = desk()
    hand.keys("g")
    assert hand.work.grid == "triangular"
    hand.click((0, 0), (1, 0))
    hand.ctrl("a")
    for _ in range(6):
        hand.ctrl("r")
        (ax, ay), (bx, by) = hand.points()
        assert abs((ax - bx) ** 2 + (ay - by) ** 2 - 1) < 1e-6
    hand.keys(*"gggg")
    assert hand.work.grid == "square"


def test_turns_and_holes_and_what_does_not_matter(desk):
    hand = desk()
    hand.keys(RIGHT, ENTER, RIGHT, ENTER, DOWN, ENTER, ESCAPE)
    hand.keys("t", RIGHT, ENTER, RIGHT, ENTER, DOWN, ENTER, "2", ENTER)
    assert [(turn.paths, turn.steps) for _, turn in hand.drawing.turns] == [(((0, 1, 2),), 2)]
    hand.keys("h", ENTER)
    assert hand.drawing.start == hand.drawing.goal == ("", "1", "")
    hand.keys("d")
    assert hand.drawing.goal == ("", "1", "?")
    hand.keys("x", ENTER)
    assert len(hand.drawing.nodes) == 2
    assert not hand.drawing.turns
    hand.keys("v", LEFT, ENTER)
    assert hand.work.selection == {0}
    hand.keys(pygame.K_DELETE)
    assert len(hand.drawing.nodes) == 1


def test_the_tray_is_reached_by_tab_and_enter(in_a_row):
    hand = in_a_row(3)
    while hand.screen.focus_key != "piece 2":
        hand.keys(TAB)
    hand.keys(ENTER)
    assert hand.screen.tray.chosen == "2"
    assert hand.screen.tray.open
    hand.keys(ESCAPE)
    assert not hand.screen.tray.open


def test_the_help_is_shown_until_the_next_key(desk):
    hand = desk()
    before = hand.shown.surface.copy()
    hand.keys(pygame.K_F1)
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(hand.shown.surface, "RGB")
    hand.keys(ESCAPE)
    assert not hand.screen.helping
    assert hand.drawing == Drawing()
    hand.shown.press(pygame.K_SLASH, mod=SHIFT, text="?")
    assert hand.screen.helping
    hand.click((0, 0))
    assert not hand.screen.helping
    assert not hand.points()


def test_copies_and_zoom_by_keys(in_a_row):
    hand = in_a_row(2)
    seen = []
    for _ in range(7):
        hand.keys("c")
        seen.append(hand.work.copies.kind)
    assert seen == ["mirror", "2", "3", "4", "5", "6", "off"]
    hand.shown.press(pygame.K_c, mod=SHIFT, text="C")
    assert hand.work.copies.kind == "6"
    unit = hand.screen.sheet.view.unit
    hand.keys("+")
    assert hand.screen.sheet.view.unit > unit
    hand.keys("-", "-")
    assert hand.screen.sheet.view.unit < unit
    hand.keys("0")
    assert hand.screen.sheet.view.unit == unit


def test_a_turn_is_drawn_in_all_copies(desk):
    hand = desk()
    hand.click((0, 0))
    hand.keys("c", "n")
    hand.click((1, 0), (1, 1))
    assert len(hand.points()) == 5
    right = [hand.points().index(point) for point in [(1, 0), (1, 1)]]
    hand.keys("t")
    hand.click(0, *right, 0)
    paths = [turn.paths[0] for _, turn in hand.drawing.turns]
    assert [[hand.points()[cell] for cell in path] for path in paths] == [
        [(0, 0), (1, 0), (1, 1)],
        [(0, 0), (-1, 0), (-1, 1)],
    ]


def test_the_other_layer_is_a_key_away(in_a_row):
    hand = in_a_row(3)
    hand.keys("o", "p", RIGHT, RIGHT, "2")
    assert hand.work.layer == "goal"
    assert hand.drawing.goal == hand.drawing.start == ("", "2", "2")
    hand.keys(ESCAPE, ESCAPE, "o")
    assert hand.work.layer == "start"


def test_each_grid_takes_nodes_to_its_points(desk):
    hand = desk()
    seen = []
    for _ in range(5):
        hand.click((0.8, 0.9))
        seen.append(hand.points()[-1])
        hand.ctrl("z")
        hand.keys("g")
    # A square, then triangles, hexagons and rings, which share this point, and no grid.
    assert seen[:4] == [(1, 1), *[(0.5, 0.866025404)] * 3]
    assert max(abs(seen[4][0] - 0.8), abs(seen[4][1] - 0.9)) < 0.02
