"""Pictures saved from the window: formats, file names and questions."""

import threading

import pygame
import pytest
from PIL import Image
from support import TIMEOUT, assert_no_overlap

from puzzlekit.core.files import pictures_folder
from puzzlekit.ui.window import picture_dialog
from puzzlekit.ui.window.drawing import offscreen

SIZES = [(480, 360), (800, 600), (1280, 800)]


def finish(window):
    while window.dialogs and window.dialogs[-1].needs_poll():
        window.step(wait=True)


def open_dialog(window, kind, path=None):
    """Return the dialog for saving a picture, with the given kind and path."""
    window.press(pygame.K_s, mod=pygame.KMOD_CTRL)
    dialog = window.dialogs[-1]
    dialog._choose_form(kind)
    if path is not None:
        dialog.type_path(str(path))
    return dialog


def select_format(window, name):
    window.click("kind")
    place = window.widget("kind")
    row = place.labels.index(name) + 0.5
    window.click((place.box.centerx, place._list().top + row * place.box.height))


def test_same_format_again_keeps_typed_path(app, tmp_path):
    window = app("hex:3,swap=off a1")
    dialog = open_dialog(window, "webp", tmp_path / "mine.webp")
    dialog.rebuild()
    dialog.focus("kind")
    window.press(pygame.K_RIGHT)  # there is no format after the last one
    select_format(window, "WebP animation")
    assert dialog.path == str(tmp_path / "mine.webp")
    window.press(pygame.K_LEFT)
    assert dialog.path.endswith(".gif")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_picture_of_position(app, size, scale):
    window = app("hex:3,swap=off a1 b2", size=size, scale=scale)
    window.press(pygame.K_s, mod=pygame.KMOD_CTRL)
    frame = window.dialogs[-1].frame()
    assert window.surface.get_rect().contains(frame)
    assert_no_overlap((each.box for each in window.dialogs[-1].widgets), frame)
    window.press(pygame.K_RETURN)
    path = pictures_folder() / "hex-2.png"
    assert window.screen.controller.message == f"Saved to {path}"
    with Image.open(path) as image:
        assert max(image.size) == 1000
    # A second picture gets a new name.
    window.press(pygame.K_s, mod=pygame.KMOD_CTRL)
    select_format(window, "SVG")
    window.click("save")
    assert (pictures_folder() / "hex-2.svg").read_text().count("<use") == 2
    window.press(pygame.K_s, mod=pygame.KMOD_CTRL)
    assert window.dialogs[-1].path.endswith("hex-2-2.png")


def test_stopped_export_saves_nothing(app, monkeypatch):
    # A stopped export may finish encoding only after the next one.
    may_end, pack, encoders = threading.Event(), picture_dialog._encode, []

    def late(film, form, packed):
        encoders.append(threading.current_thread())
        stopped = len(encoders) == 1
        if stopped:
            may_end.wait(TIMEOUT)
        pack(film, form, packed)
        if not stopped:
            may_end.set()
            encoders[0].join(TIMEOUT)

    monkeypatch.setattr(picture_dialog, "_encode", late)
    window = app("hex:3,swap=off a1 b2 c3")
    window.click("picture")
    select_format(window, "GIF animation")
    window.click("save")
    while not encoders:
        window.step()
    window.press(pygame.K_ESCAPE)
    window.click("save")
    finish(window)
    assert (len(encoders), window.dialogs) == (2, [])
    assert [path.name for path in pictures_folder().iterdir()] == ["hex.gif"]


def test_animation_export_in_background(app):
    window = app("hex:3,swap=off a1 b2 c3")
    window.click("picture")
    select_format(window, "GIF animation")
    window.dialogs[-1]._choose_length(5)
    window.click("save")
    assert window.widget("stop")
    window.step()
    window.press(pygame.K_ESCAPE)
    assert window.dialogs[-1].message == "Stopped. Nothing was saved."
    assert not list(pictures_folder().glob("*"))
    window.click("save")
    finish(window)
    assert not window.dialogs
    (path,) = pictures_folder().iterdir()
    assert (path.name, str(path) in window.screen.controller.message) == ("hex.gif", True)
    with Image.open(path) as image:
        assert 12 < image.n_frames <= 1 + 3 * offscreen.MAX_FRAMES


def test_failed_animation_saves_nothing(app, monkeypatch):
    window = app("hex:3,swap=off a1 b2 c3")
    window.click("picture")
    select_format(window, "GIF animation")
    window.click("save")
    drawn = iter(range(2))
    monkeypatch.setattr(window.screen.rules, "cell_permutation", lambda *_: {next(drawn): 0})
    finish(window)
    (dialog,) = window.dialogs
    assert dialog.message != ""
    assert window.widget("save").enabled
    assert not list(pictures_folder().glob("*"))


def test_replacing_file_needs_second_click(app, tmp_path):
    path = tmp_path / "mine.svg"
    path.write_text("mine")
    window = app("knights")
    open_dialog(window, "svg", path)
    window.click("save")
    assert window.dialogs[-1].message == "mine.svg already exists. Press again to replace it."
    assert (path.read_text(), window.widget("save").label) == ("mine", "Replace")
    window.click("save")
    assert path.read_text().startswith("<svg")


def test_errors_of_the_dialog(app, tmp_path):
    (tmp_path / "file").write_text("")
    window = app("hex:3")
    dialog = open_dialog(window, "png", tmp_path / "board.jpg")
    window.click("save")
    assert dialog.message == "The file name must end in .png"
    dialog.type_path(str(tmp_path / "file" / "board.png"))
    window.click("save")
    assert "cannot be written" in dialog.message
    dialog._choose_form("webp")
    window.click("save")
    assert dialog.message == "There are no moves to animate. Use PNG or SVG."


def test_picture_uses_camera_of_solid(app, tmp_path):
    window = app("cube:2")
    found = []
    for name in ("first", "turned", "net"):
        open_dialog(window, "svg", tmp_path / f"{name}.svg")
        window.click("save")
        found.append((tmp_path / f"{name}.svg").read_text())
        if name == "first":
            window.press(pygame.K_LEFT, mod=pygame.KMOD_CTRL)
        else:
            window.press(pygame.K_F6)
    assert [text.count("<use") for text in found] == [0, 0, 24]
    assert found[0] != found[1]


@pytest.mark.slow
def test_animation_of_solid(app, tmp_path):
    window = app("cube:2")
    window.screen.controller.play("U", "R")
    open_dialog(window, "webp", tmp_path / "cube.webp")
    window.click("save")
    finish(window)
    with Image.open(tmp_path / "cube.webp") as image:
        assert image.n_frames == 1 + 2 * offscreen.MAX_FRAMES
        frames = []
        for number in (0, offscreen.MAX_FRAMES // 2, offscreen.MAX_FRAMES):
            image.seek(number)
            frames.append(image.convert("RGB").tobytes())
    assert len(set(frames)) == 3
