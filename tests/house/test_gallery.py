"""The gallery: the page matches its script, and the pictures are small."""

import re

import pytest
from support import ROOT, module_at

SCRIPT = module_at(ROOT / "docs" / "gallery.py")
PAGE = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")


def test_pictures_and_commands():
    shown = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", PAGE)
    assert shown == [*SCRIPT.PICTURES, "notebook.svg"]
    commands = re.findall(r"```sh\n(.*)\n```", PAGE)
    assert commands == list(SCRIPT.PICTURES.values())
    typed = [line[4:] for line in PAGE.splitlines() if line.startswith(">>> ")]
    assert typed == SCRIPT.CELL.splitlines()


def test_pictures_are_small():
    for name in (*SCRIPT.PICTURES, "notebook.svg"):
        size = (ROOT / "docs" / name).stat().st_size
        assert 0 < size < (600_000 if name.endswith("webp") else 200_000), name


def test_notebook_pictures():
    made, there = SCRIPT.notebook(), (ROOT / "docs" / "notebook.svg").read_text(encoding="utf-8")
    assert "3149280" in made
    for part in ("<text", "<path", "<svg"):
        assert made.count(part) == there.count(part) > 0


@pytest.mark.slow
def test_script(tmp_path):
    SCRIPT.main(str(tmp_path), "pinball.png", "notebook.svg")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notebook.svg", "pinball.png"]
    assert (tmp_path / "pinball.png").read_bytes().startswith(b"\x89PNG")
