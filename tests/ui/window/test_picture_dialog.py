"""Pictures saved from the window: formats, file names and questions."""

import threading

import pygame
import pytest
from PIL import Image
from support import HUNG, assert_apart

from puzzlekit.core.files import pictures_folder
from puzzlekit.ui.window import picture_dialog
from puzzlekit.ui.window.drawing import offscreen

SIZES = [(480, 360), (800, 600), (1280, 800)]


def finish(shown):
    while shown.dialogs and shown.dialogs[-1].needs_poll():
        shown.step(wait=True)


def dialog_for(shown, kind, path=None):
    """Return the dialog for saving a picture, with the given kind and path."""
    shown.press(pygame.K_s, mod=pygame.KMOD_CTRL)
    dialog = shown.dialogs[-1]
    dialog._choose_form(kind)
    if path is not None:
        dialog.type_path(str(path))
    return dialog


def kind(shown, name):
    shown.click("kind")
    place = shown.widget("kind")
    row = place.labels.index(name) + 0.5
    shown.click((place.box.centerx, place._list().top + row * place.box.height))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_picture_of_the_position(app, size, scale):
    shown = app("hex:3,swap=off a1 b2", size=size, scale=scale)
    shown.press(pygame.K_s, mod=pygame.KMOD_CTRL)
    frame = shown.dialogs[-1].frame()
    assert shown.surface.get_rect().contains(frame)
    assert_apart((each.box for each in shown.dialogs[-1].widgets), frame)
    shown.press(pygame.K_RETURN)
    path = pictures_folder() / "hex-2.png"
    assert shown.screen.controller.message == f"Saved to {path}"
    with Image.open(path) as image:
        assert max(image.size) == 1000
    # A second picture gets a new name.
    shown.press(pygame.K_s, mod=pygame.KMOD_CTRL)
    kind(shown, "SVG")
    shown.click("save")
    assert (pictures_folder() / "hex-2.svg").read_text().count("<use") == 2
    shown.press(pygame.K_s, mod=pygame.KMOD_CTRL)
    assert shown.dialogs[-1].path.endswith("hex-2-2.png")


def test_stopped_export_saves_nothing(app, monkeypatch):
    # A stopped export may finish encoding only after the next one.
    may_end, pack, begun = threading.Event(), picture_dialog._encode, []

    def late(film, form, packed):
        begun.append(film)
        stopped = len(begun) == 1
        if stopped:
            may_end.wait(HUNG)
        pack(film, form, packed)
        if not stopped:
            may_end.set()
            first.join(HUNG)

    monkeypatch.setattr(picture_dialog, "_encode", late)
    shown = app("hex:3,swap=off a1 b2 c3")
    shown.click("picture")
    kind(shown, "GIF animation")
    dialog = shown.dialogs[-1]
    shown.click("save")
    while dialog._encoder is None:
        shown.step()
    first = dialog._encoder
    shown.press(pygame.K_ESCAPE)
    shown.click("save")
    finish(shown)
    assert (len(begun), shown.dialogs) == (2, [])
    assert [path.name for path in pictures_folder().iterdir()] == ["hex.gif"]


def test_a_moving_picture_is_made_while_the_window_goes_on(app):
    shown = app("hex:3,swap=off a1 b2 c3")
    shown.click("picture")
    kind(shown, "GIF animation")
    shown.dialogs[-1]._choose_length(5)
    shown.click("save")
    assert shown.widget("stop")
    shown.step()
    shown.press(pygame.K_ESCAPE)
    assert shown.dialogs[-1].message == "Stopped. Nothing was saved."
    assert not list(pictures_folder().glob("*"))
    shown.click("save")
    finish(shown)
    assert not shown.dialogs
    (path,) = pictures_folder().iterdir()
    assert (path.name, str(path) in shown.screen.controller.message) == ("hex.gif", True)
    with Image.open(path) as image:
        assert 12 < image.n_frames <= 1 + 3 * offscreen.MAX_FRAMES


def test_replacing_a_file_needs_a_second_click(app, tmp_path):
    path = tmp_path / "mine.svg"
    path.write_text("mine")
    shown = app("knights")
    dialog_for(shown, "svg", path)
    shown.click("save")
    assert shown.dialogs[-1].message == "mine.svg already exists. Press again to replace it."
    assert (path.read_text(), shown.widget("save").label) == ("mine", "Replace")
    shown.click("save")
    assert path.read_text().startswith("<svg")


def test_errors_of_the_dialog(app, tmp_path):
    (tmp_path / "file").write_text("")
    shown = app("hex:3")
    dialog = dialog_for(shown, "png", tmp_path / "board.jpg")
    shown.click("save")
    assert dialog.message == "The file name must end in .png"
    dialog.type_path(str(tmp_path / "file" / "board.png"))
    shown.click("save")
    assert "cannot be written" in dialog.message
    dialog._choose_form("webp")
    shown.click("save")
    assert dialog.message == "There are no moves to animate. Use PNG or SVG."


def test_a_solid_is_saved_as_it_is_seen(app, tmp_path):
    shown = app("cube:2")
    found = []
    for name in ("first", "turned", "net"):
        dialog_for(shown, "svg", tmp_path / f"{name}.svg")
        shown.click("save")
        found.append((tmp_path / f"{name}.svg").read_text())
        if name == "first":
            shown.press(pygame.K_LEFT, mod=pygame.KMOD_CTRL)
        else:
            shown.press(pygame.K_F6)
    assert [text.count("<use") for text in found] == [0, 0, 24]
    assert found[0] != found[1]


@pytest.mark.slow
def test_a_solid_in_motion(app, tmp_path):
    shown = app("cube:2")
    shown.screen.controller.play("U", "R")
    dialog_for(shown, "webp", tmp_path / "cube.webp")
    shown.click("save")
    finish(shown)
    with Image.open(tmp_path / "cube.webp") as image:
        assert image.n_frames == 1 + 2 * offscreen.MAX_FRAMES
        frames = []
        for number in (0, offscreen.MAX_FRAMES // 2, offscreen.MAX_FRAMES):
            image.seek(number)
            frames.append(image.convert("RGB").tobytes())
    assert len(set(frames)) == 3
