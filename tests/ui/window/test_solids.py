"""Solids in the window: rows turn when their stickers are dragged, on the solid and its net."""

import math

import numpy as np
import pygame
import pytest
from cube_drags import (
    complementary_moves,
    diagonal,
    drag_directions,
    expected_move,
    row_of,
    sticker_centre,
)
from support import DATA_FOLDER, SHIPPED, sample_size, slow_if

from puzzlekit import load
from puzzlekit.core.solid import add, centroid, scale
from puzzlekit.ui.solid.dragging import PickedPoint, drag_axes
from puzzlekit.ui.window.game.solid_board import Net

SIZES = [slow_if(size > 3, size) for size in range(2, 2 + sample_size(6, 3))]


def moves_of_drag(window, *way, **more):
    """Return the moves made by a drag; undo them and restore the camera."""
    before, view = len(window.moves()), window.screen.board.solid.view
    camera = view.camera
    window.drag(*way, **more)
    found = window.moves()[before:]
    while len(window.moves()) > before:
        window.screen.session.undo()
    view.camera = camera
    return found


def rotated_end(start, end, by=0.0):
    """Return the end of a drag rotated by an angle, as by an imprecise hand."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    cos, sin = math.cos(by), math.sin(by)
    return start[0] + dx * cos - dy * sin, start[1] + dx * sin + dy * cos


def drag_path(window, point, along, *shares):
    """Return the pixels of a drag from a point on the solid, given as shares of a vector."""
    view = window.screen.board.solid.view
    return [view.pixel(add(point, scale(along, share))) for share in (0, *shares)]


def press_and_move(window, start, end):
    """Press at a pixel and drag to another, without releasing the button."""
    window.mouse(pygame.MOUSEBUTTONDOWN, start, button=1)
    window.mouse(pygame.MOUSEMOTION, end, rel=(0, 0), buttons=(1, 0, 0))


def finish_animation(window):
    while window.screen.moving():
        window.draw()


@pytest.fixture
def cube(app):
    """Return a window with a cube, and a point on a sticker of a face that is seen."""
    window = app("cube:3#1", speed="normal")
    solid = window.screen.rules.solid
    return window, sticker_centre(solid, next(diagonal(solid, [2])))


@pytest.mark.parametrize("size", SIZES)
def test_drag_row_of_solid(app, size):
    window = app(f"cube:{size}#1")
    rules, view = window.screen.rules, window.screen.board.solid.view
    solid, seen = rules.solid, 0
    faces = [i for i, face in enumerate(solid.faces) if face.name in "UFR"]
    for sticker in diagonal(solid, faces):
        assert view.is_seen(sticker)
        for way in drag_directions(solid, sticker):
            # A drag by half a side makes a quarter turn.
            start, end = drag_path(window, sticker_centre(solid, sticker), way, 1)
            # If the layer cannot move, all others turn instead, and the whole cube turns back.
            move = expected_move(rules, sticker, way)
            wanted = {move} if move else complementary_moves(rules, sticker, way)
            by = 0.1 if seen % 2 else -0.1
            assert set(moves_of_drag(window, start, rotated_end(start, end, by))) == wanted
            seen += bool(wanted)
    assert seen >= 24


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_drag_row_of_net(app, size):
    window = app(f"cube:{size}#1")
    window.press(pygame.K_F6)
    rules, view = window.screen.rules, window.screen.board.view
    solid, seen = rules.solid, 0
    for sticker in diagonal(solid, range(6)):
        x, y = rules.board.points[sticker]
        for way in drag_directions(solid, sticker):
            ends = row_of(solid, sticker, way)
            (ax, ay), (bx, by) = (rules.board.points[cell] for cell in (ends[0], ends[-1]))
            far = size / 2 / math.dist((ax, ay), (bx, by))
            start = view.view.pixel(x, y)
            end = view.view.pixel(x + far * (bx - ax), y + far * (by - ay))
            move = expected_move(rules, sticker, way)
            wanted = {move} if move else complementary_moves(rules, sticker, way)
            found = set(moves_of_drag(window, start, rotated_end(start, end, 0.1)))
            assert found == wanted, (rules.board.cells[sticker], way)
            seen += 1
    assert seen == 24 * size


def test_short_drag_is_cancelled(cube):
    window, point = cube
    board, solid = window.screen.board, window.screen.rules.solid
    way = drag_directions(solid, next(diagonal(solid, [2])))[0]
    start, *complementary_moves = drag_path(window, point, way, 0.06, 0.1, 0.14)
    shares = []
    window.mouse(pygame.MOUSEBUTTONDOWN, start, button=1)
    for at in complementary_moves:
        window.mouse(pygame.MOUSEMOTION, at, rel=(0, 0), buttons=(1, 0, 0))
        shares.append(board.timeline.now().progress)
    assert 0 < shares[0] < shares[1] < shares[2] < 0.2
    before = board.timeline.pieces
    window.mouse(pygame.MOUSEBUTTONUP, at, button=1)
    assert window.moves() == []
    finish_animation(window)
    assert board.timeline.still()
    assert board.timeline.pieces == before


def test_drag_of_middle_row(app):
    # The middle row is shown turning; afterwards the camera turns instead.
    window = app("cube:3#1", speed="normal")
    rules, board = window.screen.rules, window.screen.board
    view, solid = board.solid.view, rules.solid
    sticker = next(
        i
        for i, each in enumerate(solid.stickers)
        if solid.faces[each.face].name == "F"
        and sticker_centre(solid, i) == pytest.approx((0, 0, 1))
    )
    before, pieces = view.camera, board.timeline.pieces
    start, end = drag_path(window, (0, 0, 1), (1, 0, 0), 0.9)
    press_and_move(window, start, end)
    moment = board.timeline.now()
    turning = view.turning(moment.permutation, moment.progress)
    assert (turning.low, turning.high) == (1, 1)  # the middle layer follows the drag
    assert solid.lines[turning.line].axis == (0, 1, 0)
    assert turning.angle > 0.5
    window.draw()
    assert view.camera == before
    window.mouse(pygame.MOUSEBUTTONUP, end, button=1)
    assert sorted(window.moves()) == ["D'", "U"]
    assert len(board.timeline.queue) == 1  # one animation for both moves
    while window.screen.moving() or window.dirty:
        window.step()
    assert board.timeline.pieces[sticker] == pieces[sticker]
    assert view.camera.pixel((0, 0, 1)) == pytest.approx(before.pixel((1, 0, 0)))
    window.screen.controller.undo()  # both moves and the turn of the camera
    assert window.moves() == []
    assert view.camera.pixel((0, 0, 1)) == pytest.approx(before.pixel((0, 0, 1)))


def test_game_ends_between_two_moves_of_a_drag(app):
    window = app("cube:3#1")
    board, hand = window.screen.board, window.screen.board.solid.mouse_control
    view, play, made = board.solid.view, hand.play, []

    def once(move):
        if not made:
            made.append(move)
            play(move)

    hand.play, before = once, view.camera
    window.drag(*drag_path(window, (0, 0, 1), (1, 0, 0), 0.9))
    window.draw()
    assert window.moves() == made
    assert board.timeline.still()
    assert board.timeline.pieces == window.screen.rules.pieces(window.screen.session.state)
    assert view.camera == before


def test_half_turn_follows_drag_both_ways(app):
    window = app("helicopter#1", speed="normal")
    board, solid = window.screen.board, window.screen.rules.solid
    sticker = next(i for i, each in enumerate(solid.stickers) if each.face == 0)
    row = drag_axes(solid, PickedPoint(sticker, sticker_centre(solid, sticker)))[0]
    angles = []
    for way in (-0.6, 0.6):
        start, end = drag_path(window, sticker_centre(solid, sticker), row.along, way)
        press_and_move(window, start, end)
        moment = board.timeline.now()
        angles.append(board.solid.view.turning(moment.permutation, moment.progress).angle)
        window.mouse(pygame.MOUSEBUTTONUP, start, button=1)
        finish_animation(window)
    assert angles[0] * angles[1] < 0
    assert window.moves() == []


def test_flick_completes_turn(cube):
    window, point = cube
    start, end = drag_path(window, point, (1, 0, 0), 0.4)
    press_and_move(window, start, end)
    assert 0.2 < window.screen.board.timeline.now().progress < 0.4
    window.mouse(pygame.MOUSEBUTTONUP, end, button=1)
    assert len(window.moves()) == 1


def test_long_drag_turns_twice(cube):
    window, point = cube
    first, second = moves_of_drag(window, *drag_path(window, point, (1, 0, 0), 2))
    assert first == second


def test_cursor_is_visible_on_every_face(app):
    window = app("cube:3#1")
    view, solid = window.screen.board.solid.view, window.screen.rules.solid
    first, seen = view.camera, set()
    for key in [pygame.K_DOWN] * 4 + [pygame.K_RIGHT] * 4 + [pygame.K_LEFT] * 4:
        before = view.camera
        window.press(key)
        cursor = window.screen.board.cursor
        assert all(map(view.is_seen, cursor))
        seen |= {solid.faces[solid.stickers[cell].face].name for cell in cursor}
        hidden = before.height(solid.faces[solid.stickers[cursor[0]].face].normal) < 0
        assert (view.camera != before) == hidden  # the camera turns only if necessary
    assert seen == {*"URFDLB"}
    assert view.camera != first


def test_solid_and_net_camera_and_clicks(app):
    window = app("cube:3#1")
    solid = window.screen.board.solid
    large = solid.view.box[2]
    assert large > solid.net.box[2]
    window.click("exchange")
    assert solid.net.box[2] == large > solid.view.box[2]
    window.press(pygame.K_F6)
    assert solid.view.box[2] == large
    view = window.screen.board.solid.view
    left, top, wide, high = view.box
    x, y = left + wide // 2, top + high // 2
    seen = [view.camera]
    for turn in (
        lambda: window.drag((left + 9, top + 9), (left + 90, top + 30)),  # beside the solid
        lambda: window.drag((x, y), (x + 50, y), button=3),
        lambda: window.press(pygame.K_UP, mod=pygame.KMOD_CTRL),
        lambda: window.press(pygame.K_PAGEUP, mod=pygame.KMOD_CTRL),
    ):
        turn()
        seen.append(view.camera)
    assert len(set(seen)) == 5
    window.press(pygame.K_HOME, mod=pygame.KMOD_CTRL)
    assert view.camera == seen[0]
    assert window.moves() == []
    view, solid = window.screen.board.solid.view, window.screen.rules.solid
    at = view.pixel(solid.faces[2].normal)
    window.click(at)
    window.click(at, button=3)
    assert window.moves() == [solid.faces[2].name, f"{solid.faces[2].name}'"]


def test_small_window_shows_solid_or_net(app):
    window = app("cube:3#1", size=(480, 360))
    board = window.screen.board
    assert board.solid.inset is None
    assert board.cell_under(window.spot((0,))) is None
    window.click("exchange")
    assert board.solid.is_over(window.screen.game_boxes().board[:2], net=True)


def test_hint_on_solid(app):
    window = app("cube:3#1")
    before = window.pixels()
    window.screen.controller.hint = ["R"]
    window.draw()
    assert window.pixels() != before


@pytest.mark.slow
@pytest.mark.parametrize("move", ["D", "2D", "U", "F", "2L"])
def test_cached_parts_around_turning_layer(app, move):
    from puzzlekit.ui.solid import scene
    from puzzlekit.ui.window.drawing.solid_view import new_surface, paint

    window = app("cube:4#1")
    view = window.screen.board.solid.view
    turn, pieces = view.solid.turns[move], view.timeline.pieces
    for share in (0.2, 0.7):
        state = window.screen.session.state
        view.timeline.drag(window.screen.rules.cell_permutation(state, move), share)
        view.draw()
        whole = new_surface(view.size)
        whole.blit(view._backdrop(), (0, 0))
        angle = turn.steps * share * math.pi / 2
        turning = scene.Turning(turn.line, turn.low, turn.high, angle)
        paint(whole, view.scene(view.colours(pieces, view.canvas.palette), turning))
        pictures = [pygame.surfarray.array3d(each).astype(int) for each in (view._shown[1], whole)]
        assert abs(pictures[0] - pictures[1]).max() < 5


def test_refused_drag_is_cancelled(cube):
    window, point = cube
    board = window.screen.board
    board.solid.mouse_control.play = lambda move: None
    window.drag(*drag_path(window, point, (1, 0, 0), 1))
    finish_animation(window)
    assert board.timeline.still()
    assert window.moves() == []


def test_letters_on_stickers(app):
    pictures = set()
    for letters in (False, True):
        window = app("cube:3#1", letters=letters)
        pictures.add(window.pixels(window.screen.board.solid.view.box))
    assert len(pictures) == 2


def test_drag_solid_from_file(app):
    # Such files have no cells for the centres, but the centres are drawn.
    window = app(f"{DATA_FOLDER / 'puzzles' / 'cube.tws'}#1")
    view, solid = window.screen.board.solid.view, window.screen.rules.solid
    assert (len(window.screen.rules.board), solid.unmoved_cells) == (48, 6)
    sticker = next(i for i in range(48) if solid.faces[solid.stickers[i].face].name == "F")
    for row in drag_axes(solid, PickedPoint(sticker, sticker_centre(solid, sticker))):
        assert moves_of_drag(
            window, *drag_path(window, sticker_centre(solid, sticker), row.along, 1)
        ) == [row.name]
    window.click(view.pixel(next(face.normal for face in solid.faces if face.name == "F")))
    assert window.moves() == ["F"]
    window.press(pygame.K_F6)
    assert window.screen.board.cell_under(window.spot(window.screen.rules.clicks("U")[0].cells))


@pytest.mark.parametrize("name", [name for name in SHIPPED if getattr(load(name), "solid", None)])
def test_points_and_directions_on_net(name):
    rules = load(name)
    solid, points = rules.solid, rules.board.points
    net = Net(solid, points)
    for face in net.maps:
        first, *others = (i for i in range(solid.cells) if solid.stickers[i].face == face)
        middle = centroid(solid.stickers[first].corners)
        assert net.point_on_net(first, points[first]).point == pytest.approx(middle, abs=0.1)
        for cell in others:
            along = np.subtract(centroid(solid.stickers[cell].corners), middle)
            step = net.screen_direction(PickedPoint(first, middle), tuple(along))
            assert step == pytest.approx(np.subtract(points[cell], points[first]), abs=0.1)
