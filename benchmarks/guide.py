"""Length and size of every game and puzzle, for the launcher.

    python benchmarks/guide.py [NAME ...]

Writes `_guide.json` beside the plugins. Games are measured by random playouts in plain Python,
puzzles by counting positions and distances. Existing entries are kept unless they are named.
"""

import argparse
import json
import math
from pathlib import Path

from puzzlekit import load
from puzzlekit.players.playouts import playouts
from puzzlekit.plugin.discovery import plugins
from puzzlekit.rules.base import Puzzle
from puzzlekit.solving.difficulty import difficulty

ROOT = Path(__file__).parent.parent
FOLDERS = ROOT / "games", ROOT / "puzzles"

#: Number of playouts of each game.
GAMES = 20


def measure(name):
    """Return the facts about a plugin with its default options."""
    rules = load(name)
    if not isinstance(rules, Puzzle):
        found = playouts(rules, games=GAMES, plain=True)
        size = found.plies * math.log10(max(1, found.branching))
        return {
            "length": round(found.plies, 1),
            "choices": round(found.branching, 1),
            "size": round(size, 1),
        }
    found = difficulty(rules, rules.start())
    length = found.farthest or found.minimum
    size = None if not found.positions else round(math.log10(found.positions), 1)
    return {"length": length, "choices": round(found.branching, 1), "size": size}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", metavar="NAME")
    wanted = parser.parse_args().names
    for folder in FOLDERS:
        path = folder / "_guide.json"
        known = json.loads(path.read_text()) if path.exists() else {}
        stems = {each.stem for each in folder.iterdir() if each.suffix in (".py", ".toml", "")}
        for name in sorted(stems & set(plugins()[0])):
            if name not in known or name in wanted:
                known[name] = measure(name)
                print(name, known[name], flush=True)
                lines = [f'"{key}": {json.dumps(known[key])}' for key in sorted(known)]
                path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
