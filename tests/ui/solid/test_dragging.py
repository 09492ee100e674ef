"""Drags on solids: each turns the row that it follows, even if it is imprecise."""

import math
from random import Random

import pytest

from puzzlekit import load
from puzzlekit.core.solid import add, centroid, cross, dot, scale
from puzzlekit.ui.solid.dragging import PickedPoint, clicked_turn, drag_axes, find_drag
from puzzlekit.ui.solid.view import camera_for


def direction_on_screen(eye):
    def sight(spot, along):
        (ax, ay), (bx, by) = (eye.pixel(add(spot.point, scale(along, step))) for step in (0, 1e-4))
        return (bx - ax) * 1e4, (by - ay) * 1e4

    return sight


def visible_points(solid, eye):
    for number, sticker in enumerate(solid.stickers):
        normal = solid.faces[sticker.face].normal
        if dot(eye.position, normal) > 1.2:
            yield PickedPoint(number, centroid(sticker.corners))


@pytest.mark.parametrize("game", ["cube:2", "cube:3", "cube:7", "megaminx"])
def test_drag_along_row(game):
    solid, rng = load(game).solid, Random(1)
    eye = camera_for(solid, (0, 0, 700, 700))
    sight, right, count = direction_on_screen(eye), 0, 0
    for spot in visible_points(solid, eye):
        for row in drag_axes(solid, spot):
            for way in (-1, 1):
                x, y = sight(spot, scale(row.along, way))
                noise = rng.gauss(0, math.radians(6))
                dx = x * math.cos(noise) - y * math.sin(noise)
                dy = x * math.sin(noise) + y * math.cos(noise)
                found = find_drag(solid, spot, sight, dx, dy)
                count += 1
                right += found.name == row.name and found.angle(dx, dy) * way > 0
    assert count > 20
    assert right > 0.97 * count


def test_picked_point_follows_drag():
    for game in ("cube:4", "pyraminx", "skewb"):
        solid = load(game).solid
        for number, sticker in enumerate(solid.stickers):
            spot = PickedPoint(number, centroid(sticker.corners))
            for row in drag_axes(solid, spot):
                axis = solid.lines[row.turn.line].axis
                moved = scale(cross(axis, spot.point), math.copysign(1, row.turn.steps))
                assert dot(moved, row.along) == pytest.approx(row.reach)
                assert row.reach > 0


def test_angle_of_drag():
    solid = load("cube:3").solid
    eye = camera_for(solid, (0, 0, 700, 700))._replace(yaw=0.0, pitch=0.0)
    number = next(i for i, each in enumerate(solid.stickers) if each.corners[0][2] > 0.99)
    spot = PickedPoint(number, centroid(solid.stickers[number].corners))
    drag = find_drag(solid, spot, direction_on_screen(eye), 100, 0)
    ahead = eye.pixel(add(spot.point, (0.2, 0.0, 0.0)))[0] - eye.pixel(spot.point)[0]
    assert abs(drag.angle(ahead, 0)) == pytest.approx(0.2, rel=0.01)


def test_drag_across_rows_is_ignored():
    whole = load("cube:4").solid
    solid = whole.with_turns({"U": whole.turns["U"]})
    eye = camera_for(solid, (0, 0, 700, 700))._replace(yaw=0.0, pitch=0.0)
    found = []
    for spot in visible_points(solid, eye):
        names = [row.name for row in drag_axes(solid, spot)]
        assert find_drag(solid, spot, direction_on_screen(eye), 0, 10) is None
        assert (find_drag(solid, spot, direction_on_screen(eye), 10, 0) is None) == (not names)
        found.append(names)
    assert found.count(["U"]) == 4  # the upper row of the four visible ones
    assert found.count([]) == 12


def test_fixed_layers_turn_all_others():
    # These layers are the fixed corner of the pocket cube and the middle layers of odd cubes.
    pocket = load("cube:2").solid
    rests = [{name for name, _ in row.rest} for row in _all_rows(pocket) if row.rest]
    assert {name for rest in rests for name in rest} == {*pocket.turns}
    assert all(len(rest) == 1 for rest in rests)
    for size, others in ((3, 2), (5, 4), (7, 6)):
        assert {len(row.rest) for row in _all_rows(load(f"cube:{size}").solid)} == {0, others}
    for name in ("megaminx", "octahedron", "dino", "helicopter", "pyraminx"):
        assert not any(row.rest for row in _all_rows(load(name).solid))


def _all_rows(solid):
    places = (centroid(sticker.corners) for sticker in solid.stickers)
    return [row for each in enumerate(places) for row in drag_axes(solid, PickedPoint(*each))]


def test_click_turns_nearest_corner_or_tip():
    solid = load("pyraminx").solid
    tips = {name for name, turn in solid.turns.items() if len(solid.moved_stickers(turn)) == 3}
    assert len(tips) == 4
    for number, sticker in enumerate(solid.stickers):
        name = clicked_turn(solid, PickedPoint(number, centroid(sticker.corners)))
        held = [tip for tip in tips if number in solid.moved_stickers(solid.turns[tip])]
        assert number in solid.moved_stickers(solid.turns[name])
        assert [name] == held or not held
