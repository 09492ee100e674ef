"""The built-in puzzles. In a checkout, its modules are the files in the folder `puzzles/`."""

from pathlib import Path

__path__ = [str(Path(__file__).resolve().parent.parent / "puzzles")]
