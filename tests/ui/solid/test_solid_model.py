"""Solids without a window and without numpy: clicks, drags and pictures."""

from xml.etree import ElementTree

import pytest
from support import DATA_FOLDER, ROOT, SHIPPED, python

from puzzlekit import load
from puzzlekit.core.solid import add, centroid, scale
from puzzlekit.ui.solid.dragging import PickedPoint, drag_axes
from puzzlekit.ui.svg import picture, solid_marks, solid_model, solid_picture
from puzzlekit.ui.theme import THEMES

SOLIDS = [name for name in SHIPPED if getattr(load(name), "solid", None) is not None]


def visible_point(model):
    """Return the number and the middle of a visible sticker."""
    number = next(i for i in range(model.solid.cells) if model.is_seen(i))
    return PickedPoint(number, centroid(model.solid.stickers[number].corners))


@pytest.mark.parametrize("name", SOLIDS)
def test_click_and_drag(name):
    rules = load(name)
    model, state = solid_model(rules), rules.start()
    spot = visible_point(model)
    at = model.pixel(spot.point)
    assert model.pick(at).sticker == spot.sticker
    move = model.clicked_move(spot, back=False)
    legal = rules.legal_moves(state)
    assert move in legal
    assert model.clicked_move(spot, back=True) in legal
    row = drag_axes(model.solid, spot)[0]
    x, y = model.pixel(add(spot.point, scale(row.along, 0.3)))
    drag = model.begin_drag(state, spot, x - at[0], y - at[1])
    for times, far in ((0, 1e-3), (1, 1.0)):
        x, y = model.pixel(add(spot.point, scale(row.along, 0.8 * far)))
        held = drag.hold(x - at[0], y - at[1])
        assert held.times == times or held.times > 1 == far
    assert set(held.moves) <= set(legal)
    assert drag.hold(at[0] - x, at[1] - y).share == pytest.approx(-held.share)
    assert drag.moves(1) == held.moves or drag.moves(-1) == held.moves


@pytest.mark.parametrize("name", SOLIDS)
def test_picture_of_turning_layer(name):
    rules = load(name)
    model, state = solid_model(rules), rules.start()
    move = rules.legal_moves(state)[0]
    turning = model.turning(rules.cell_permutation(state, move), 0.4)
    still, moved = solid_picture(model, state), solid_picture(model, state, turning)
    assert still == picture(rules, state)
    assert still != moved
    assert max(len(still), len(moved)) < 100_000
    groups = [each for each in ElementTree.fromstring(still).iter() if each.get("data-cell")]
    cells = {int(each.get("data-cell")) for each in groups}
    assert cells == {i for i in range(model.solid.cells) if model.is_seen(i)}
    turn = model.turn_of(rules.cell_permutation(state, move))
    marks = solid_marks(model, THEMES["dark"], last=sorted(cells), hint=turn)
    assert len(ElementTree.fromstring(f"<g>{marks}</g>")) == 1 + 2 * bool(model.arrows(turn))


def test_decorative_stickers_are_drawn():
    rules = load(str(DATA_FOLDER / "puzzles" / "cube.tws"))
    assert rules.solid.unmoved_cells == 6
    groups = ElementTree.fromstring(picture(rules, rules.start())).iter()
    assert sum(bool(each.get("data-cell")) for each in groups) == 24


def test_front_end_without_third_party_modules():
    folder = ROOT / "puzzlekit" / "ui"
    files = [*folder.glob("[!_]*.py"), *(folder / "solid").glob("[!_]*.py")]
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in files
        if path.stem != "worker"  # runs computer players
    ]
    code = f"""
import sys
from importlib import import_module
for name in {names}:
    import_module(name)
from puzzlekit import load, show
from puzzlekit.ui.svg import picture
for name in ("cube", "megaminx", "fifteen", "pinball", "hex:3", "palago"):
    rules = load(name)
    assert picture(rules, rules.start()) == rules._repr_svg_() == show(name).svg
print(*{{each.split(".")[0] for each in sys.modules}})
"""
    heavy = {"pygame", "numpy", "sympy", "networkx", "rich", "numba"}
    assert not heavy & {*python(code).split()}
