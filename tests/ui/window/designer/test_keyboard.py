"""The designer, by keyboard alone."""

import re

import pygame

from puzzlekit.design.drawing import Drawing
from puzzlekit.ui.window.designer.bar import HELP

CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT
UP, DOWN, LEFT, RIGHT = pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT
ENTER, ESCAPE, TAB = pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB


def test_add_nodes_edges_and_pieces(open_designer):
    designer = open_designer()
    designer.keys(RIGHT, ENTER, RIGHT, ENTER, DOWN, ENTER)
    (x, y), *others = designer.points()
    assert others == [(x + 1, y), (x + 1, y - 1)]
    designer.keys(ESCAPE, "e", UP)
    assert designer.screen.mouse_tool.cell == 0
    designer.keys(ENTER, RIGHT)
    assert designer.document.shown.edges == [(0, 1)]
    assert not designer.drawing.ways
    designer.keys(ENTER, "a", ENTER, DOWN, ENTER)
    assert (designer.drawing.edges, designer.drawing.arcs) == ([(0, 1)], [(1, 2)])
    designer.keys("p", "g", UP, LEFT, "1", "2")
    assert designer.drawing.start == designer.drawing.goal == ("12", "1", "g")
    designer.keys(pygame.K_BACKSPACE)
    assert designer.drawing.start == ("", "1", "g")
    designer.keys(RIGHT, "g")
    assert designer.drawing.start == designer.drawing.goal == ("", "g", "g")
    assert len(designer.drawing.pieces) == 1


def test_typing_same_label_adds_no_undo_step(open_row):
    designer = open_row(3)
    designer.keys("e")
    designer.drag(0, 1)
    before = designer.drawing
    designer.keys("p")
    designer.hover(1)
    designer.keys("1")
    assert designer.drawing == before
    designer.keys("2")
    assert designer.drawing.start == ("", "12", "2")
    designer.ctrl("z")
    assert designer.drawing == before


def test_escape_goes_back_step_by_step(open_row):
    designer = open_row(2)
    designer.keys("e", RIGHT, ENTER, RIGHT)
    assert designer.document.preview_drawing is not None
    designer.keys(ESCAPE)
    assert designer.document.preview_drawing is None
    assert designer.screen.mouse_tool.cell == 1
    designer.keys(ESCAPE)
    assert designer.screen.mouse_tool.cursor is None
    designer.keys(ESCAPE)
    assert "search" in designer.window.widget_keys()


def test_letter_keys(open_row):
    designer = open_row(2)
    names = ["Select", "Node", "Edge", "One-way", "Piece", "Hole", "Turn", "Erase"]
    for letter, name in zip("vneaphtx", names, strict=True):
        designer.keys(letter)
        assert designer.screen.mouse_tool.tool == name
        assert designer.window.widget(f"tool {name}").on
    seen = []
    for _ in range(7):
        designer.keys("c")
        seen.append(designer.document.symmetry.kind)
    assert seen == ["mirror", "2", "3", "4", "5", "6", "off"]
    designer.window.press(pygame.K_c, mod=SHIFT, text="C")
    assert designer.document.symmetry.kind == "6"
    unit = designer.screen.viewport.view.unit
    designer.keys("+")
    assert designer.screen.viewport.view.unit > unit
    designer.keys("-", "-")
    assert designer.screen.viewport.view.unit < unit
    designer.keys("0")
    assert designer.screen.viewport.view.unit == unit


def test_tab_order(open_row):
    designer = open_row(3)
    count = sum(widget.focusable for widget in designer.screen.widgets)
    seen = []
    for _ in range(count + 4):
        designer.keys(TAB)
        seen.append((designer.screen.focus_key, designer.screen.mouse_tool.cursor))
    assert [cursor for _, cursor in seen[count:]] == [(0, 0), (1, 0), (2, 0), None]
    assert all(key for key, _ in seen[:count])
    designer.window.press(TAB, mod=SHIFT)
    assert designer.screen.mouse_tool.cell == 2


def test_move_nodes_by_steps(open_row):
    designer = open_row(3)
    designer.hover(2)
    designer.keys("v", RIGHT)
    assert designer.screen.mouse_tool.cursor == (2, 0)
    designer.keys(LEFT, LEFT)
    designer.ctrl(UP, "z", UP)
    assert designer.points() == [(0, 1), (1, 0), (2, 0)]
    designer.keys(ESCAPE)
    designer.ctrl("a")
    designer.ctrl(DOWN, LEFT)
    assert designer.points() == [(-1, 0), (0, -1), (1, -1)]
    designer.ctrl("z")
    assert designer.points() == [(0, 0), (1, -1), (2, -1)]
    designer.ctrl("y")
    assert designer.points() == [(-1, 0), (0, -1), (1, -1)]
    designer.window.press(pygame.K_z, mod=CTRL)
    designer.window.press(pygame.K_z, mod=CTRL | SHIFT)
    assert designer.points() == [(-1, 0), (0, -1), (1, -1)]


def test_operations_on_a_selection(open_designer):
    designer = open_designer()
    designer.click((0, 0), (1, 0), (1, -1))
    designer.keys("e")
    designer.drag(0, 1)
    designer.keys("a")
    designer.drag(1, 2)
    designer.ctrl("a")
    designer.ctrl("m")
    assert designer.points() == [(1, 0), (0, 0), (0, -1)]
    designer.window.press(pygame.K_m, mod=CTRL | SHIFT)
    assert designer.points() == [(1, -1), (0, -1), (0, 0)]
    before = designer.drawing
    for _ in range(4):
        designer.ctrl("r")
        assert all(x == int(x) and y == int(y) for x, y in designer.points())
    assert designer.points() == [node.point for node in before.nodes]
    designer.ctrl("d")
    assert designer.points()[3:] == [(3, -1), (2, -1), (2, 0)]
    assert designer.drawing.arcs == [(1, 2), (4, 5)]
    assert designer.document.selection == {3, 4, 5}
    designer.ctrl("c")
    designer.keys(pygame.K_DELETE)
    assert designer.drawing == before
    designer.hover((-2, 1))
    designer.ctrl("v")
    assert designer.points()[3:] == [(-2, 1), (-3, 1), (-3, 2)]
    designer.keys(*"v", mod=0)
    designer.keys("l")
    assert "the same point" in designer.document.message
    designer.keys(ESCAPE)
    designer.click(0)
    designer.hold_modifiers(SHIFT)
    designer.click(3)
    designer.keys("l")
    assert [designer.points()[0], designer.points()[3]] == [(1, 0), (-2, 0)]


def test_rotation_follows_grid(open_designer):
    designer = open_designer()
    designer.keys("g")
    assert designer.document.grid == "triangular"
    designer.click((0, 0), (1, 0))
    designer.ctrl("a")
    for _ in range(6):
        designer.ctrl("r")
        (ax, ay), (bx, by) = designer.points()
        assert abs((ax - bx) ** 2 + (ay - by) ** 2 - 1) < 1e-6
    designer.keys(*"gggg")
    assert designer.document.grid == "square"


def test_turns_holes_and_wildcards(open_designer):
    designer = open_designer()
    designer.keys(RIGHT, ENTER, RIGHT, ENTER, DOWN, ENTER, ESCAPE)
    designer.keys("t", RIGHT, ENTER, RIGHT, ENTER, DOWN, ENTER, "2", ENTER)
    assert [(turn.paths, turn.steps) for _, turn in designer.drawing.turns] == [(((0, 1, 2),), 2)]
    designer.keys("h", ENTER)
    assert designer.drawing.start == designer.drawing.goal == ("", "1", "")
    designer.keys("d")
    assert designer.drawing.goal == ("", "1", "?")
    designer.keys("x", ENTER)
    assert len(designer.drawing.nodes) == 2
    assert not designer.drawing.turns
    designer.keys("v", LEFT, ENTER)
    assert designer.document.selection == {0}
    designer.keys(pygame.K_DELETE)
    assert len(designer.drawing.nodes) == 1


def test_palette_by_tab_and_enter(open_row):
    designer = open_row(3)
    while designer.screen.focus_key != "piece 2":
        designer.keys(TAB)
    designer.keys(ENTER)
    assert designer.screen.palette.chosen == "2"
    assert designer.screen.palette.open
    designer.keys(ESCAPE)
    assert not designer.screen.palette.open


def test_help_lists_button_keys(open_designer):
    designer, tips = open_designer(), []
    for _ in range(2):
        tips += [widget.tip for widget in designer.screen.widgets]
        designer.click("design-page")
    found = set(re.findall(r"Ctrl\+[A-Z]", "".join(tips)))
    assert {"Ctrl+S", "Ctrl+Z"} <= found
    keys = [keys for rows in HELP.values() for keys, _ in rows]
    assert found <= set(re.findall(r"Ctrl\+[A-Z]", "".join(keys)))


def test_help_opens_with_keys(open_designer):
    designer = open_designer()
    designer.keys(pygame.K_F1)
    assert designer.window.dialogs
    designer.keys(ESCAPE)
    assert not designer.window.dialogs
    designer.window.press(pygame.K_SLASH, mod=SHIFT, text="?")
    assert designer.window.dialogs
    designer.keys(ESCAPE)
    assert designer.drawing == Drawing()


def test_turn_with_symmetry(open_designer):
    designer = open_designer()
    designer.click((0, 0))
    designer.keys("c", "n")
    designer.click((1, 0), (1, 1))
    assert len(designer.points()) == 5
    right = [designer.points().index(point) for point in [(1, 0), (1, 1)]]
    designer.keys("t")
    designer.click(0, *right, 0)
    paths = [turn.paths[0] for _, turn in designer.drawing.turns]
    assert [[designer.points()[cell] for cell in path] for path in paths] == [
        [(0, 0), (1, 0), (1, 1)],
        [(0, 0), (-1, 0), (-1, 1)],
    ]


def test_switch_layer(open_row):
    designer = open_row(3)
    designer.keys("o", "p", RIGHT, RIGHT, "2")
    assert designer.document.layer == "goal"
    assert designer.drawing.goal == designer.drawing.start == ("", "2", "2")
    designer.keys(ESCAPE, ESCAPE, "o")
    assert designer.document.layer == "start"


def test_nodes_snap_to_each_grid(open_designer):
    designer = open_designer()
    seen = []
    for _ in range(5):
        designer.click((0.8, 0.9))
        seen.append(designer.points()[-1])
        designer.ctrl("z")
        designer.keys("g")
    # A square, then triangles, hexagons and rings, which share this point, and no grid.
    assert seen[:4] == [(1, 1), *[(0.5, 0.866025404)] * 3]
    assert max(abs(seen[4][0] - 0.8), abs(seen[4][1] - 0.9)) < 0.02
