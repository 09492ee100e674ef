"""The games: in a checkout its modules are the files of the top-level `games/`."""

from pathlib import Path

__path__ = [str(Path(__file__).resolve().parent.parent / "games")]
