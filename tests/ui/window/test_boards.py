"""Boards of any size and shape in the window: clicks, names, pieces, animations."""

import math

import pygame
import pytest
from support import ROOT, Slide, assert_no_overlap

from puzzlekit import Board, Piece, Session, Sliding, Twisty, grid, ring, triangles
from puzzlekit.plugin.loading import import_file, only_plugin_class
from puzzlekit.ui.graph_layout import label_boxes
from puzzlekit.ui.motion import Place
from puzzlekit.ui.window.app import MIN_SIZE, _fitted, _screenshot
from puzzlekit.ui.window.drawing.canvas import Rect


def scaled(board, unit):
    points = [(x * unit, y * unit) for x, y in board.points]
    return Board(board.cells, points, board.edges, shape=board.shape)


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["square", "bare", "point", "node", "hexagon"])
@pytest.mark.parametrize("unit", [200, 0.005])
def test_board_looks_the_same_in_any_unit(app, shape, unit):
    boards = [grid(3, 2, shape=shape), scaled(grid(3, 2, shape=shape), unit)]
    windows = [app(Session(Slide(board))) for board in boards]
    assert windows[0].pixels() == windows[1].pixels()
    for window in windows:
        window.touch("c1", "b1")
        assert window.moves() == ["c1-b1"]
    assert windows[0].pixels() == windows[1].pixels()


@pytest.mark.parametrize("size", [(480, 360), (1400, 900)])
@pytest.mark.parametrize("points", [[(0, 0), (900, 0)], [(0, 0), (0, 1), (5000, 0)]])
def test_few_distant_cells(app, points, size):
    for rules in (Sliding(Board("a", [(3, 3)]), [""]), Slide(Board("abc"[: len(points)], points))):
        window = app(Session(rules), size=size)
        assert window.screen.fault == ""
        box = window.screen.board.view.box
        pixels = [window.screen.board.view.pixel(cell) for cell in range(len(rules.board))]
        assert all(Rect(box).collidepoint(pixel) for pixel in pixels)
        assert 0 < window.screen.board.view.view.unit < min(box[2:]) / 2


def test_click_on_triangles(app):
    rules = only_plugin_class(import_file(ROOT / "examples" / "plugins" / "tetrahedron.py"))()
    rules.first = rules.play(rules.goal, "B")
    window = app(Session(rules), speed="slow")
    board = window.screen.board
    # Near the corner of a triangle, outside the square around its centre.
    cell = rules.board.index["AAABD"]
    x, y = board.view.board.points[cell]
    far = max(board.view.board.outlines[cell], key=lambda corner: math.dist(corner, (x, y)))
    window.click(board.view.view.pixel(x + 0.9 * (far[0] - x), y + 0.9 * (far[1] - y)))
    assert window.moves() == ["a"]
    assert window.screen.moving()
    window.draw()
    window.touch("AABD", button=3)
    assert window.moves() == ["a", "A'"]


def test_sticker_fills_its_cell(app):
    pieces = {str(i): Piece("sticker", "red", str(i)) for i in range(1, 10)}
    board = triangles((x, y) for y in range(2) for x in range(y, 6 - y))
    window = app(Session(Slide(board, pieces)))
    red, view = window.canvas.palette["red"], window.screen.board.view
    for cell, corners in enumerate(view.board.outlines):
        px, py = view.board.points[cell]
        inner = [view.view.pixel(px + 0.8 * (x - px), py + 0.8 * (y - py)) for x, y in corners]
        found = {tuple(window.surface.get_at((round(x), round(y))))[:3] for x, y in inner}
        assert found == {red} if window.screen.session.state[cell] else red not in found


@pytest.mark.parametrize("board", [ring(6), triangles((x, 0) for x in range(5))], ids=str)
def test_tile_stays_inside_its_cell(app, board):
    window = app(Session(Slide(board)))
    view = window.screen.board.view
    for cell in range(len(board)):
        piece = Piece("tile", "plain", "7")
        picture, _ = view._sprite(piece, Place(*view.board.points[cell]), cell, cell)
        middle, room = picture.get_width() / 2, view.piece_radii[cell] * view.view.unit
        for x in range(picture.get_width()):
            for y in range(picture.get_height()):
                if picture.get_at((x, y)).a > 128:
                    assert math.hypot(x + 0.5 - middle, y + 0.5 - middle) <= room + 1
    assert window.canvas.piece(piece, 40).get_at((4, 6)).a > 128  # a square piece has corners


@pytest.mark.parametrize("form", ["tile", "stone", "ball"])
@pytest.mark.parametrize("text", ["1", "144", "1000000", "a long name of a piece"])
def test_text_fits_its_piece(open_blank_window, form, text):
    canvas = open_blank_window().canvas
    for size in (24, 60, 120):
        plain, labelled = (canvas.piece(Piece(form, "plain", each), size) for each in ("", text))
        changed = [
            x
            for x in range(size)
            if any(plain.get_at((x, y)) != labelled.get_at((x, y)) for y in range(size))
        ]
        assert changed
        assert min(changed) >= size * 0.1
        assert max(changed) <= size * 0.9


@pytest.mark.parametrize("mark", ["pin", "bandage"])
def test_mark_is_visible_on_sticker(open_blank_window, mark):
    canvas, corners = open_blank_window().canvas, [(0, 0), (90, 0), (45, 80)]
    plain, marked = (
        canvas.sticker_picture(Piece("sticker", "red", mark=each), corners, 25)[0]
        for each in ("", mark)
    )
    middle = plain.get_width() // 2, plain.get_height() // 3
    assert plain.get_at(middle) != marked.get_at(middle)
    assert plain.get_size() == marked.get_size()


STAR = [(200, 200), *((200 + 90 * math.cos(i), 200 + 90 * math.sin(i)) for i in range(6))]
SPOKES = [(STAR[0], end) for end in STAR[1:]]


def test_names_avoid_lines_cells_and_each_other():
    found = label_boxes(STAR, 20, [(30, 14)] * 7, SPOKES, (400, 400))
    boxes = [Rect(box) for box, on_line in found if not on_line]
    assert len(boxes) == 7
    for number, box in enumerate(boxes):
        assert not any(box.clipline(*line) for line in SPOKES)
        assert box.collidelist([other for other in boxes if other is not box]) == -1
        for x, y in STAR:
            near = min(max(x, box.left), box.right), min(max(y, box.top), box.bottom)
            assert math.dist((x, y), near) > 18
        assert math.dist(box.center, STAR[number]) < 45


def test_names_of_thousands_of_cells_are_omitted():
    discs = [(30 * i, 30 * j) for i in range(50) for j in range(50)]
    reads = []

    class Watched(tuple):
        def __getitem__(self, number):
            reads.append(number)
            return super().__getitem__(number)

    assert set(label_boxes(discs, 5, [(8, 8)] * 2500, [], Watched((1600, 1600)))) == {None}
    assert reads == []
    label_boxes(discs[:1], 5, [(8, 8)], [], Watched((1600, 1600)))
    assert reads != []


def test_names_stay_in_picture():
    whole = 100, 100
    for corner in ((20, 20), (80, 20), (20, 80), (80, 80)):
        ((box, _),) = label_boxes([corner], 15, [(30, 12)], [], whole)
        assert Rect((0, 0), whole).contains(Rect(box))
    row = [(10 + 8 * i, 100) for i in range(40)]
    assert set(label_boxes(row, 4, [(60, 14)] * 40, [], (400, 400))) == {None}  # there is no room


def test_names_are_not_side_by_side():
    discs, line = [(100, 100), (156, 100)], ((100, 100), (60, 60))
    (first, _), (second, _) = label_boxes(discs, 20, [(10, 14)] * 2, [line], (300, 200))
    assert first.left > 100  # away from the line
    assert second.left - (first.left + first.width) > 7


@pytest.mark.parametrize("form", ["tile", "sticker"])
def test_name_is_visible_on_tile(app, form):
    pieces = {str(i): Piece(form, "plain") for i in range(1, 4)}
    points, edges = [(0, 1), (1, 1), (0, 0), (1, 0)], [(0, 1), (0, 2), (1, 3), (2, 3)]
    seen = set()
    for labels in (True, False):
        board = Board(["nw", "ne", "sw", "se"], points, edges, shape="square", labels=labels)
        window = app(Session(Slide(board, pieces)))
        view = window.screen.board.view
        (x, y), unit = view.pixel(0), view.view.unit
        seen.add(window.pixels(Rect(x - 0.4 * unit, y - 0.4 * unit, 0.3 * unit, 0.25 * unit)))
    assert len(seen) == 2


def test_screenshot_waits_for_animations(app, tmp_path):
    window = app("fifteen", speed="normal")
    window.screen.ticker.timer.now = lambda: 0.0  # the timer must not change between the pictures
    move = window.screen.rules.legal_moves(window.screen.session.state)[0]
    window.screen.controller.play(move)
    assert window.screen.moving()
    assert _screenshot(window, tmp_path / "after.png") == 0
    assert not window.screen.board.timeline.queue
    still = pygame.image.tobytes(pygame.image.load(tmp_path / "after.png").convert(), "RGB")
    window.draw()
    assert still == window.pixels()


def test_screenshot_waits_for_a_reply(app, tmp_path):
    window = app("hex:4", ["random", "human"], speed="fast")
    _screenshot(window, tmp_path / "reply.png")
    assert window.screen.session.ply == 1
    assert not window.screen.moving()


def test_names_avoid_arrowheads(app, monkeypatch):
    asked = []

    def boxes(discs, radius, sizes, lines, whole):
        asked.append((lines, label_boxes(discs, radius, sizes, lines, whole)))
        return asked[-1][1]

    monkeypatch.setattr("puzzlekit.ui.board_drawing.label_boxes", boxes)
    points = [(0, 3), (2, 3), (4, 3), (0, 1), (2, 1), (4, 1), (2, 0)]
    arcs = ["ab", "bc", "cf", "fe", "ed", "da", "eb", "dg", "gf"]  # some of them are slanted
    app(Session(Slide(Board("abcdefg", points, arcs=arcs))))
    lines, found = asked[-1]
    assert len(lines) == 4 * len(arcs)  # an edge and three sides of its arrowhead
    assert [on_line for _, on_line in found] == [False] * 7


def drawn_area(surface, box):
    """Return the drawn area in a box, in fully covered pixels; its corner is background."""
    ground = surface.get_at(box.topleft)
    apart = [
        sum(abs(surface.get_at((x, y))[i] - ground[i]) for i in range(3))
        for x in range(box.left, box.right)
        for y in range(box.top, box.bottom)
    ]
    return sum(apart) / max(apart)


@pytest.mark.parametrize("degrees", [30, 60])
def test_edges_are_equally_thick_in_every_direction(app, degrees):
    angle = math.radians(degrees)
    inks = []
    for end in ((10, 0), (10 * math.cos(angle), 10 * math.sin(angle))):
        board = Board("abc", [(0, 0), end, (0, 9)], [(0, 1)], labels=False)
        view = app(Session(Slide(board))).screen.board.view
        surface, unit = view._render_background(), view.view.unit
        (ax, ay), (bx, by) = view.pixel(0), view.pixel(1)
        middle = Rect(0, 0, 40, 40)
        middle.center = round((ax + bx) / 2) - view.box[0], round((ay + by) / 2) - view.box[1]
        length = 40 if end[1] == 0 else 40 / max(math.cos(angle), math.sin(angle))
        inks.append(drawn_area(surface, middle) / length / round(unit * 0.045))
    assert inks == pytest.approx([1, 1], abs=0.08)


def triangle_of_stickers():
    board = triangles((x, y) for y in range(3) for x in range(y, 5 - y))
    pieces = {"R": Piece("sticker", "red"), "B": Piece("sticker", "blue")}
    moves = {"up": [("a1", "b2", "c1")], "down": [("c1", "d2", "e1")]}
    return Twisty(board, [*"RRRRRBBBB"], moves, pieces=pieces)


def test_no_board_colour_around_stickers(app):
    view = app(Session(triangle_of_stickers())).screen.board.view
    surface = view.canvas.surface.subsurface(view.box)
    for x in range(surface.get_width()):
        for y in range(surface.get_height()):
            red, green, blue, _ = surface.get_at((x, y))
            assert not (red > 60 and red > green > red / 2 and green > blue + 10)  # no wood colour


def test_labels_of_move_buttons(app):
    window = app(Session(triangle_of_stickers()))
    moves = ["up", "up'", "down", "down'"]
    assert [window.widget(f"play {move}").label for move in moves] == moves


@pytest.mark.slow
@pytest.mark.parametrize("size", [(480, 360), (800, 600), (1280, 800)])
@pytest.mark.parametrize(
    "game", ["cube:4#1", "cube:7#1", "cube#1", "twist#1", "topspin#1", "hungarian#1"]
)
def test_pages_of_move_buttons(app, game, size):
    window = app(game, size=size)
    screen, seen, pages = window.screen, set(), 0
    while not seen >= (moves := set(screen.rules.legal_moves(screen.session.state))):
        widgets = [each for each in screen.panel.widgets if each.key != "exchange"]
        assert_no_overlap((each.box for each in widgets), screen.panel.box)
        keys = window.widget_keys()
        assert {"moves", "first", "last"} <= keys
        seen |= {move for move in moves if f"play {move}" in keys}
        pages += 1
        assert pages < 9
        if "page" in keys:
            window.click("page")
    assert pages > 1 or size == (1280, 800) or game != "cube:7#1"
    for number in range(30):
        screen.controller.play(screen.rules.legal_moves(screen.session.state)[number % 2 * 2])
    screen.controller.go(11)
    window.draw()
    listed = window.widget("moves")
    assert listed.layout.entries[listed.current].row in listed.visible_rows


def test_group_is_shown_if_informative(app):
    for game, is_shown in (("cube:2#1", True), ("permute:4", False), ("hex:3", False)):
        panel = app(game).screen.panel
        assert (panel.group is not None) == is_shown


def test_name_on_card_without_status_is_centred(app, drawn_texts):
    window = app("palago", ["human", "human"])
    cards, canvas = window.screen.panel.cards, window.canvas
    for status in ("", "ahead"):
        seat = window.screen.controller.seats()[0]._replace(status=status)
        cards._draw_wide(canvas, cards.boxes[0], seat, {})
        title = drawn_texts[seat.side]
        assert (abs(title.centery - cards.boxes[0].centery) <= 1) == (not status)


def test_window_title(app):
    window = app("hex:3")
    assert pygame.display.get_caption()[0] == "Hex - puzzlekit"
    window.go_home()
    assert pygame.display.get_caption()[0] == "puzzlekit"


def test_window_fits_screen(monkeypatch):
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1366, 768)])
    assert _fitted((1280, 800)) == (1280, 688)
    assert _fitted((800, 600)) == (800, 600)
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(320, 200)])
    assert _fitted((1280, 800)) == MIN_SIZE
