"""`python -m puzzlekit`, and the `puzzlekit` command."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and end with its exit code."""
    from .cli import main as run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
