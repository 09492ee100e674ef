"""The puzzles: in a checkout its modules are the files of the top-level `puzzles/`."""

from pathlib import Path

__path__ = [str(Path(__file__).resolve().parent.parent / "puzzles")]
