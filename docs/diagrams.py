"""Make the pictures in docs/images: boards and windows for the tutorials.

The pictures in the plugin tutorial show `rules` and `state` as they are at that point of the page;
those in `COMMANDS` are made by a command.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
IMAGES = DOCS / "images"
TUTORIAL = DOCS / "tutorials" / "plugin.md"

WINDOW = "--size 1100x700 --screenshot"

#: The command that makes each picture; its last word is the file name.
COMMANDS = {
    "pinball.svg": "puzzlekit picture pinball --theme light --output pinball.svg",
    "knights.svg": "puzzlekit picture knights --theme light --output knights.svg",
    "cube-net.svg": "puzzlekit picture cube#7 --net --theme light --output cube-net.svg",
    "play-fifteen.png": f"puzzlekit play fifteen:3,height=3#7 {WINDOW} play-fifteen.png",
    "play-hex.png": f"puzzlekit play hex:7 --script 'd4 c4 c5 e3' {WINDOW} play-hex.png",
    "col-window.png": f"puzzlekit play col --script 'a1 c3 e5 c1' {WINDOW} col-window.png",
}

#: Matches a block of Python or a picture in the tutorial.
PART = re.compile(r"^```python\n(.*?)^```$|^!\[[^\]]*\]\(\.\./images/(col-\d\.svg)\)$", re.M | re.S)


def plugin_files(text: str) -> dict[str, str]:
    """Return the files given in full on a page: blocks that begin with `# FOLDER/FILE.py`."""
    blocks = re.findall(r"^```python\n# (\w+/\w+\.py)\n(.*?)^```$", text, re.M | re.S)
    return dict(blocks)


def draw_tutorial(folder: Path) -> list[str]:
    """Run the examples of the tutorial and save its boards; return their names."""
    from doctest import DocTestParser

    from puzzlekit import show

    names: dict[str, Any] = {}
    drawn = []
    for block, picture in PART.findall(TUTORIAL.read_text(encoding="utf-8")):
        for example in DocTestParser().get_examples(block):
            exec(example.source, names)
        if picture:
            svg = show(names["rules"], names["state"]).svg
            (folder / picture).write_text(svg + "\n", encoding="utf-8")
            drawn.append(picture)
    return drawn


def run_commands(folder: Path) -> None:
    """Run the commands, in a home folder that contains only the plugin of the tutorial."""
    with tempfile.TemporaryDirectory() as home:
        for name, source in plugin_files(TUTORIAL.read_text(encoding="utf-8")).items():
            path = Path(home, "plugins", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source, encoding="utf-8")
        own = {"PUZZLEKIT_HOME": home, "PUZZLEKIT_PREPARE": "off"}
        silent = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        for command in COMMANDS.values():
            *words, file = shlex.split(command)[1:]
            path = folder.resolve() / file
            path.unlink(missing_ok=True)
            argv = [sys.executable, "-m", "puzzlekit", *words, str(path)]
            subprocess.run(argv, check=True, cwd=DOCS.parent, env={**os.environ, **own, **silent})


def main(folder: str = str(IMAGES)) -> None:
    """Make all pictures in a folder."""
    draw_tutorial(Path(folder))
    run_commands(Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
