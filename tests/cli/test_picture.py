"""Tests for the command `picture`: images, animations and errors."""

import sys

import pytest
from PIL import Image

from puzzlekit.play import records, saves
from puzzlekit.play.new_game import new_session
from puzzlekit.ui.theme import THEMES
from puzzlekit.ui.window.drawing import offscreen

GAME = ("hex:3,swap=off", "--script", "a1 b2 c3")


def test_svg(run, tmp_path):
    path = tmp_path / "board.svg"
    assert run("picture", *GAME, "--output", path) == (0, "", "")
    text = path.read_text()
    assert text.startswith("<svg")
    assert text.count("<use") == 3
    run("picture", "cube:2", "--output", path, "--force", "--net")
    net = path.read_text()
    run("picture", "cube:2", "--output", path, "--force")
    assert net.count("<use") == 24 > path.read_text().count("<use")


@pytest.mark.parametrize("theme", THEMES)
def test_png(run, tmp_path, theme):
    path = tmp_path / "board.PNG"
    assert run("picture", *GAME, "--output", path, "--size", 90, "--theme", theme) == (0, "", "")
    with Image.open(path) as image:
        assert max(image.size) == 90 > min(image.size)
        assert image.getpixel((0, 0))[:3] == THEMES[theme].background
        assert len(image.convert("RGB").getcolors(90 * 90)) > 50


def expected_duration(moves):
    """Return the duration of an animation of some moves in milliseconds."""
    move = (offscreen.MAX_FRAMES - 1) * offscreen.FRAME_TIME + offscreen.PAUSE
    return moves * move + offscreen.END


def duration(image):
    """Return the duration of an animation in milliseconds."""
    total = 0
    for frame in range(image.n_frames):
        image.seek(frame)
        image.load()
        total += image.info["duration"]
    return total


@pytest.mark.parametrize("form", ["gif", "webp"])
def test_animation(run, tmp_path, form):
    path, still = tmp_path / f"game.{form}", tmp_path / "end.png"
    assert run("picture", *GAME, "--output", path, "--size", 80) == (0, "", "")
    run("picture", *GAME, "--output", still, "--size", 80)
    with Image.open(path) as image, Image.open(still) as end:
        assert duration(image) == expected_duration(3)
        assert 3 * 4 < image.n_frames <= 1 + 3 * offscreen.MAX_FRAMES  # no equal frames
        assert image.info["loop"] == 0
        image.seek(image.n_frames - 1)
        shown, wanted = (each.convert("RGB").tobytes() for each in (image, end))
        assert sum(abs(a - b) for a, b in zip(shown, wanted, strict=True)) < 6 * len(wanted)
    run("picture", *GAME, "--output", path, "--size", 80, "--last", 1, "--force")
    with Image.open(path) as image:
        assert duration(image) == expected_duration(1)


def test_picture_of_save_or_record(run, tmp_path):
    session = new_session("hex:3,swap=off a1 b2 c3")
    save, record = tmp_path / "game.json", tmp_path / "game.pgn"
    misnamed = [tmp_path / "save.pgn", tmp_path / "save.txt"]
    for path in (save, *misnamed):
        path.write_text(saves.dump(session))
    records.write_file(session, record)
    found = []
    for number, name in enumerate((save, record, *misnamed)):
        path = tmp_path / f"{number}.svg"
        assert run("picture", name, "--output", path)[0] == 0
        found.append(path.read_text())
    assert len(set(found)) == 1
    for game in (save, "https://hexworld.org/board/#11,a2b3"):
        code, _, err = run("picture", game, "--output", tmp_path / "x.svg", "--from", "start")
        assert (code, err) == (
            2,
            "puzzlekit: --from does not apply to saved games; leave it out.\n",
        )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--output", "board.jpg"], "board.jpg; end the file name with one of .svg, .png,"),
        (["--output", "board.gfi"], "Did you mean 'gif'?"),
        (["--output", "board"], "Unknown picture format of --output board"),
        (["--output", "there.svg"], "there.svg already exists; --force replaces it."),
        (["--output", "folder.png"], "folder.png is a folder; name a file in it."),
        (["--output", "x.png", "--size", "9"], "Invalid --size 9: must be from 48 to 2000."),
        (["--output", "x.svg", "--net"], "Hex is not a solid; leave out --net."),
        (["--output", "x.svg", "--size", "90"], "no fixed size; leave out --size."),
        (["--output", "x.png", "--last", "2"], "--last is for animations"),
        (["--output", "x.gif"], "There are no moves to animate. Use PNG or SVG."),
        (["--output", "none/x.svg"], "none/x.svg cannot be written"),
        (["--output", "x.svg", "--script", "a9"], "--script"),
    ],
)
def test_error_message(command_error, tmp_path, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.svg").write_text("mine")
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "none").write_text("")
    assert message in command_error("picture", "hex:3", *options)
    assert (tmp_path / "there.svg").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir() if "svg" in path.name) == ["there.svg"]


def test_animation_size_limit(run, command_error, tmp_path, monkeypatch):
    monkeypatch.setattr(offscreen, "MAX_PIXELS", 2 * 100 * 100)
    path = tmp_path / "x.gif"
    assert command_error("picture", *GAME, "--output", path, "--size", 100) == (
        "puzzlekit: An animation of 3 moves can be at most 81 pixels wide, not 100. Reduce "
        "the size (--size), or use the last (--last) 2 moves.\n"
    )
    assert run("picture", *GAME, "--output", path, "--size", 80)[0] == 0
    with Image.open(path) as image:
        assert image.n_frames == 4


def test_without_pillow(run, command_error, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert command_error("picture", *GAME, "--output", tmp_path / "x.gif") == (
        "puzzlekit: Animations need Pillow. Run: python -m pip install "
        '"puzzlekit-framework[pictures]".\n'
    )
    assert run("picture", *GAME, "--output", tmp_path / "x.png")[0] == 0
    assert [path.name for path in tmp_path.glob("x.*")] == ["x.png"]


def test_interrupt_keeps_existing_file(run_interrupted, tmp_path):
    path = tmp_path / "x.gif"
    path.write_text("mine")
    code, _, err = run_interrupted(["picture", *GAME, "--output", path, "--force"], "Frames", 3)
    assert (code, err) == (130, "puzzlekit: interrupted.\n")
    assert [each.name for each in tmp_path.glob("*x*")] == ["x.gif"]
    assert path.read_text() == "mine"


def test_screenshot_errors(command_error, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    err = command_error("play", "fifteen", "--screenshot", "x.png")
    assert "--screenshot needs a display" in err
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    err = command_error("play", "fifteen", "--screenshot", "x.gif")
    assert "--screenshot x.gif: the name must end in .png, .jpg, .jpeg or .bmp." in err
    assert not [*tmp_path.glob("x.*")]
