"""Every error a user can cause: one root, few children, one sentence each.

The sentence holds the input that was wrong and the way out, so that the command
line, the terminal and the window can all show it as it is.
"""

from __future__ import annotations

from collections.abc import Iterable


class PuzzlekitError(Exception):
    """The root; `exit_code` is what the command line ends with."""

    exit_code = 2


class UnknownPlugin(PuzzlekitError):
    """No plugin has that name."""


class PluginError(PuzzlekitError):
    """A plugin is there, but its file cannot be used."""


class OptionError(PuzzlekitError):
    """An option of a plugin, or a setting, has a value that makes no sense."""


class NotationError(PuzzlekitError):
    """A text that should be cycles, a path, a word of moves or a game ID is none."""


class IllegalMove(PuzzlekitError):
    """A move that the rules do not allow in this position."""


class SaveError(PuzzlekitError):
    """A save that cannot be read or written."""


class FormatError(PuzzlekitError):
    """A puzzle file that cannot be read, or a puzzle that a format cannot hold."""


class LimitReached(PuzzlekitError):
    """A computation was stopped by a limit that the user can raise."""

    exit_code = 3


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `" Did you mean 'X'?"`, or an empty text where nothing is near.

    >>> did_you_mean("permut", ["permute", "pinball"])
    " Did you mean 'permute'?"
    """
    import difflib

    near = difflib.get_close_matches(word[:100], list(known), n=1)
    return f" Did you mean '{near[0]}'?" if near else ""
