"""Layout of the designer at every size: complete, large enough, without overlaps."""

import pygame
import pytest
from support import assert_no_overlap

from puzzlekit.design import edits
from puzzlekit.design.drawing import Drawing
from puzzlekit.design.load import load_drawing
from puzzlekit.ui.window.drawing.canvas import Rect

SIZES = [
    *((480, 360, 1.0), (800, 600, 1.0), (800, 600, 2.0), (1280, 800, 1.0), (1280, 800, 2.0)),
    (700, 1000, 1.0),
]


def connected_nodes(count):
    drawing = Drawing()
    for number in range(count):
        drawing = edits.add_node(drawing, (float(number % 14), float(number // 14)))
        if number:
            drawing = edits.join_nodes(drawing, number - 1, number)
    return drawing


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
@pytest.mark.parametrize("chosen", [False, True])
def test_no_overlaps_and_no_small_widgets(open_designer, width, height, scale, chosen):
    designer = open_designer(connected_nodes(30), size=(width, height), scale=scale)
    sheet = designer.screen.viewport
    for at in map(designer.pixel_at, range(30)):
        assert sheet.box.collidepoint(at)
        assert sheet.inset is None or not sheet.inset.box.collidepoint(at)
    if chosen:
        designer.click("piece 2")
        assert designer.screen.palette.card is not None
    screen = designer.screen
    panel = Rect(screen.boxes.panel)
    ours = [widget for widget in screen.widgets if not panel.contains(widget.box)]
    keys = {widget.key for widget in ours}
    assert {"home", "undo", "redo", "eye", "fit", "grid", "help", "copies", "layer both"} <= keys
    assert len([key for key in keys if key.startswith("tool ")]) == 8
    assert {"tray-back", "tray-on", "piece ", "piece 1"} <= keys
    assert all(min(widget.box.size) >= 24 for widget in ours)
    assert_no_overlap([panel, *(widget.box for widget in ours)], Rect(0, 0, width, height))
    assert min(screen.viewport.box.size) > 180


def test_style_card_does_not_hide_messages(open_designer, drawn_texts):
    designer = open_designer(connected_nodes(3))
    designer.click("piece 1")
    designer.document.message = "Saved."
    designer.window.draw()
    assert not designer.screen.palette.card.colliderect(drawn_texts["Saved."])


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_help_and_counts_are_complete(open_designer, truncated, width, height, scale):
    designer = open_designer(load_drawing("pinball"), size=(width, height), scale=scale)
    designer.keys(pygame.K_F1)
    designer.window.draw()
    assert not truncated


@pytest.mark.parametrize("size", [(480, 360), (1280, 800)])
def test_hidden_rows_are_indicated(open_designer, size):
    designer = open_designer(connected_nodes(3), size=size)
    dialog = designer.dialog("open")
    dialog.names = [f"puzzle-{number}" for number in range(100)]

    def strip():
        """Return the pixels to the right of the list."""
        dialog.rebuild()
        designer.window.draw()
        left, top, width = dialog.area.right, dialog.area.top, dialog.px(18)
        return designer.window.pixels(Rect(left, top, width, dialog.area.height))

    first = strip()
    dialog.scroll = 10
    assert strip() != first
    dialog.names = dialog.names[:3]
    empty = strip()
    assert empty == empty[:3] * (len(empty) // 3)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("palette", ["standard", "colour-blind", "grey"])
def test_marks_do_not_depend_on_colour(open_row, theme, palette):
    designer = open_row(4, theme=theme, palette=palette)
    designer.keys("v")

    def picture():
        designer.window.draw()
        grey = pygame.transform.grayscale(
            designer.window.surface.subsurface(designer.screen.viewport.box)
        )
        return pygame.image.tobytes(grey, "RGB")

    seen = [picture()]
    designer.document.apply(edits.swap_labels(designer.drawing, "start", 1, 2))
    seen.append(picture())
    designer.document.apply(edits.toggle_free(designer.drawing, [1, 2]))
    seen.append(picture())
    designer.screen.marked = frozenset([3])
    seen.append(picture())
    designer.screen.tints = {0: "black", 1: "white"}
    seen.append(picture())
    assert len(set(seen)) == 5


def test_pages_of_pieces(open_designer):
    designer = open_designer(connected_nodes(30), size=(480, 360))
    found = set()
    for _ in range(12):
        found |= {key for key in designer.window.widget_keys() if key.startswith("piece ")}
        designer.click("tray-on")
    assert found == {f"piece {label}" for label in ["", *map(str, range(1, 31))]}


def test_goal_pieces_do_not_look_new(open_row):
    designer = open_row(3)
    designer.document.apply(designer.drawing._replace(goal=("", "1", "G")))
    designer.screen.rebuild()
    designer.window.draw()
    goal, new = (designer.window.widget(key) for key in ("piece G", "piece 3"))
    assert designer.window.pixels(goal.box) != designer.window.pixels(new.box)
    assert not goal.tip.startswith("New")
    assert new.tip.startswith("New")


def test_resized_window_shows_same_part(open_row):
    designer = open_row(3)
    sheet = designer.screen.viewport
    designer.keys("+", "+")
    middle = sheet.view.point(*sheet.box.center)
    designer.window.surface = pygame.display.set_mode((900, 640))
    designer.window.handle(pygame.event.Event(pygame.VIDEORESIZE, w=900, h=640, size=(900, 640)))
    after = sheet.view.point(*sheet.box.center)
    assert max(abs(a - b) for a, b in zip(middle, after, strict=True)) < 0.02
