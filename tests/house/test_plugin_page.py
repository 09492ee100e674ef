"""The page on plugins, read from top to bottom by doing what it says; its Python is a doctest."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from support import ROOT, forget_plugins

PAGE = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def commands():
    return [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines()]


@pytest.mark.slow
def test_every_command_does_something(run, home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    (home / "plugins").mkdir()
    assert len(commands()) >= 6
    for path in (ROOT / "examples" / "plugins").glob("*.py"):
        (home / "plugins" / path.name).write_text(path.read_text(encoding="utf-8"))
    for line in commands():
        program, *argv = shlex.split(re.sub(r"--games \d+", "--games 1", line), comments=True)
        assert program == "puzzlekit"
        forget_plugins()
        if argv[0] == "play":
            argv += ["--screenshot", "picture.png"]
        code, out, err = run(*argv)
        assert (code, err) == (0, ""), line
        assert out or Path("picture.png").stat().st_size > 10_000, line


def test_blocks_of_code_are_tried():
    """What is no doctest is a command, a part of a fast path, or a table of a project."""
    for kind, text in BLOCKS:
        assert kind in ("python", "sh", "toml", "text")
        if kind == "python" and ">>>" not in text:
            assert text.startswith("def compiled_rules(self):")
    (project,) = (text for kind, text in BLOCKS if kind == "toml")
    points = tomllib.loads(project)["project"]["entry-points"]
    assert set(points) == {"puzzlekit.plugins"}


def test_files_that_are_named_are_there():
    for path in re.findall(r"`((?:examples|games|benchmarks|docs)/[\w/.]+)`", PAGE):
        assert (ROOT / path).exists(), path
    for picture in re.findall(r"!\[[^]]*\]\(([^)]+)\)", PAGE):
        assert (ROOT / "docs" / picture).is_file(), picture
