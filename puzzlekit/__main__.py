"""Entry point of `python -m puzzlekit` and of the `puzzlekit` command."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit with its exit code."""
    try:
        from .cli import main as run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # before the command began, or after its end
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
