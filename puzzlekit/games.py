"""The built-in games. In a checkout, its modules are the files in the top-level folder `games/`."""

from pathlib import Path

__path__ = [str(Path(__file__).resolve().parent.parent / "games")]
