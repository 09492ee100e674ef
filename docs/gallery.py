"""Make the pictures in gallery.md; the arguments are a folder and the names of pictures."""

import os
import shlex
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

DOCS = Path(__file__).parent

WINDOW = "--size 1200x750 --screenshot"
TURNS = "U R F L BR' U'"

#: The command that makes each picture; its last word is the file name.
PICTURES = {
    "launcher.png": f"puzzlekit {WINDOW} launcher.png",
    "permute.png": f"puzzlekit play docs/permute.pgn {WINDOW} permute.png",
    "cube.png": f"puzzlekit play cube#5 {WINDOW} cube.png",
    "pinball.png": f"puzzlekit play pinball#8 {WINDOW} pinball.png",
    "designer.png": f"puzzlekit design pinball {WINDOW} designer.png",
    "palago.png": f"puzzlekit play docs/palago.pgn {WINDOW} palago.png",
    "megaminx.webp": f'puzzlekit picture megaminx --script "{TURNS}" --output megaminx.webp',
}

#: The input of the notebook cell.
CELL = """from puzzlekit import load, order
print(order("skewb"))
load("skewb#7")"""


def make(name: str, folder: Path, home: str) -> None:
    """Make a picture with its command, in a home folder without saved games."""
    own = {"PUZZLEKIT_HOME": home, "PUZZLEKIT_PREPARE": "off"}
    silent = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    *words, file = shlex.split(PICTURES[name])[1:]
    path = folder.resolve() / file
    path.unlink(missing_ok=True)
    command = [sys.executable, "-m", "puzzlekit", *words, str(path)]
    subprocess.run(command, check=True, cwd=DOCS.parent, env={**os.environ, **own, **silent})


def notebook() -> str:
    """Return a notebook cell as SVG, with its input, its printed output and its result."""
    from contextlib import redirect_stdout
    from io import StringIO

    *lines, last = CELL.splitlines()
    names: dict[str, object] = {}
    with redirect_stdout(StringIO()) as printed:
        exec("\n".join(lines), names)
    shown = eval(last, names)._repr_svg_()
    texts = [(line, 34 + 22 * row) for row, line in enumerate(CELL.splitlines())]
    below = 34 + 22 * len(texts) + 22
    texts.append((printed.getvalue().strip(), below))
    body = "".join(
        f'<text x="92" y="{y}" font-size="15" fill="#212121">{escape(text)}</text>'
        for text, y in texts
    )
    ink = 'font-size="14" fill'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="{below + 400}" '
        'font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" xml:space="preserve">'
        '<rect width="100%" height="100%" fill="#ffffff"/>'
        f'<rect x="80" y="10" width="550" height="{below - 46}" fill="#f5f5f5" stroke="#d0d0d0"/>'
        f'<text x="12" y="34" {ink}="#307fc1">In [1]:</text>{body}'
        f'<text x="12" y="{below + 40}" {ink}="#bf5b3d">Out[1]:</text>'
        f'<g transform="translate(92 {below + 18})">{shown}</g></svg>\n'
    )


def main(folder: str = str(DOCS), *names: str) -> None:
    """Make all pictures in a folder, or only the named ones."""
    wanted = names or (*PICTURES, "notebook.svg")
    with tempfile.TemporaryDirectory() as home:
        for name in wanted:
            if name == "notebook.svg":
                (Path(folder) / name).write_text(notebook(), encoding="utf-8")
            else:
                make(name, Path(folder), home)


if __name__ == "__main__":
    main(*sys.argv[1:])
