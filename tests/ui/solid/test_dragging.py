"""A drag turns the row along which it runs, whatever the hand's little errors."""

import math
from random import Random

import pytest

from puzzlekit import load
from puzzlekit.core.solid import added, cross, dot, middle, scaled
from puzzlekit.ui.solid.dragging import clicked, dragged, rows
from puzzlekit.ui.solid.picking import Spot
from puzzlekit.ui.solid.view import eye_for


def sight_of(eye):
    def sight(spot, along):
        (ax, ay), (bx, by) = (
            eye.pixel(added(spot.point, scaled(along, step))) for step in (0, 1e-4)
        )
        return (bx - ax) * 1e4, (by - ay) * 1e4

    return sight


def seen_spots(solid, eye):
    for number, sticker in enumerate(solid.stickers):
        normal = solid.faces[sticker.face].normal
        if dot(tuple(eye.place), normal) > 1.2:
            yield Spot(number, middle(sticker.corners))


@pytest.mark.parametrize("game", ["cube:2", "cube:3", "cube:7", "megaminx"])
def test_a_drag_along_a_row_turns_it_both_ways(game):
    solid, rng = load(game).solid, Random(1)
    eye = eye_for(solid, (0, 0, 700, 700))
    sight, right, count = sight_of(eye), 0, 0
    for spot in seen_spots(solid, eye):
        for row in rows(solid, spot):
            for way in (-1, 1):
                x, y = sight(spot, scaled(row.along, way))
                noise = rng.gauss(0, math.radians(6))
                dx = x * math.cos(noise) - y * math.sin(noise)
                dy = x * math.sin(noise) + y * math.cos(noise)
                found = dragged(solid, spot, sight, dx, dy)
                count += 1
                right += found.name == row.name and found.angle(dx, dy) * way > 0
    assert count > 20
    assert right > 0.97 * count


def test_the_spot_goes_where_the_drag_leads():
    """What a row says is what turning the solid does to its spot."""
    for game in ("cube:4", "pyraminx", "skewb"):
        solid = load(game).solid
        for number, sticker in enumerate(solid.stickers):
            spot = Spot(number, middle(sticker.corners))
            for row in rows(solid, spot):
                axis = solid.lines[row.turn.line].axis
                moved = scaled(cross(axis, spot.point), math.copysign(1, row.turn.steps))
                assert dot(moved, row.along) == pytest.approx(row.reach)
                assert row.reach > 0


def test_a_layer_follows_the_finger():
    solid = load("cube:3").solid
    eye = eye_for(solid, (0, 0, 700, 700))._replace(yaw=0.0, pitch=0.0)
    number = next(i for i, each in enumerate(solid.stickers) if each.corners[0][2] > 0.99)
    spot = Spot(number, middle(solid.stickers[number].corners))
    drag = dragged(solid, spot, sight_of(eye), 100, 0)
    ahead = eye.pixel(added(spot.point, (0.2, 0.0, 0.0)))[0] - eye.pixel(spot.point)[0]
    assert abs(drag.angle(ahead, 0)) == pytest.approx(0.2, rel=0.01)


def test_a_drag_across_all_rows_means_nothing():
    whole = load("cube:4").solid
    solid = whole.turning({"U": whole.turns["U"]})
    eye = eye_for(solid, (0, 0, 700, 700))._replace(yaw=0.0, pitch=0.0)
    found = []
    for spot in seen_spots(solid, eye):
        names = [row.name for row in rows(solid, spot)]
        assert dragged(solid, spot, sight_of(eye), 0, 10) is None
        assert (dragged(solid, spot, sight_of(eye), 10, 0) is None) == (not names)
        found.append(names)
    assert found.count(["U"]) == 4  # of the four rows that are seen the upper one
    assert found.count([]) == 12


def test_layers_without_a_move_turn_by_all_others():
    """The corner that stays on the pocket cube, and the middle of a cube, but none elsewhere."""
    pocket = load("cube:2").solid
    rests = [{name for name, _ in row.rest} for row in _rows(pocket) if row.rest]
    assert {name for rest in rests for name in rest} == {*pocket.turns}
    assert all(len(rest) == 1 for rest in rests)
    for size, others in ((3, 2), (5, 4), (7, 6)):
        assert {len(row.rest) for row in _rows(load(f"cube:{size}").solid)} == {0, others}
    for name in ("megaminx", "octahedron", "dino", "helicopter", "pyraminx"):
        assert not any(row.rest for row in _rows(load(name).solid))


def _rows(solid):
    places = (middle(sticker.corners) for sticker in solid.stickers)
    return [row for each in enumerate(places) for row in rows(solid, Spot(*each))]


def test_a_click_turns_the_nearest_corner_and_a_tip_alone():
    solid = load("pyraminx").solid
    tips = {name for name, turn in solid.turns.items() if len(solid.held(turn)) == 3}
    assert len(tips) == 4
    for number, sticker in enumerate(solid.stickers):
        name = clicked(solid, Spot(number, middle(sticker.corners)))
        held = [tip for tip in tips if number in solid.held(solid.turns[tip])]
        assert number in solid.held(solid.turns[name])
        assert [name] == held or not held
