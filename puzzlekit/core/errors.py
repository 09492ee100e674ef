"""Every error a user can cause: one root, few children, one sentence each.

The sentence holds the input that was wrong and the way out, so that the command
line, the terminal and the window can all show it as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice


class PuzzlekitError(Exception):
    """The root; `exit_code` is what the command line ends with.

    What cannot be printed is escaped, wherever it comes from.

    >>> print(PuzzlekitError("\\x1b[2J"))
    \\x1b[2J
    """

    exit_code = 2

    def __str__(self) -> str:
        return escape_control_characters(super().__str__())


class UnknownPluginError(PuzzlekitError):
    """No plugin has that name."""


class PluginError(PuzzlekitError):
    """A plugin is there, but its file cannot be used."""


class FrameError(PluginError):
    """The moves of a puzzle do not follow its frames, so its group is not defined."""


class OptionError(PuzzlekitError):
    """An option of a plugin, or a setting, has a value that makes no sense."""


class NotationError(PuzzlekitError):
    """A text that should be cycles, a path, a word of moves or a game ID is none."""


class IllegalMoveError(PuzzlekitError):
    """A move that the rules do not allow in this position."""


class SaveError(PuzzlekitError):
    """A save that cannot be read or written."""


class FormatError(PuzzlekitError):
    """A puzzle file that cannot be read, or a puzzle that a format cannot hold."""


class LimitReachedError(PuzzlekitError):
    """A computation was stopped by a limit that the user can raise."""

    exit_code = 3


#: Characters of what was given that a sentence repeats.
MAX_QUOTED = 80

#: Names that are compared with a wrong one, and their longest; more would take seconds.
_MAX_NAMES, _MAX_NAME = 3_000, 24


def escape_control_characters(text: str) -> str:
    """Return a text in which what cannot be printed is escaped."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def can_be_shown(text: str) -> bool:
    """Tell whether a text can be seen: it has no control characters, and is not of no width."""
    if text.isascii():
        return text.isprintable() and not text.isspace() and text != ""
    from unicodedata import category

    return text.isprintable() and any(category(each)[0] not in "MZ" for each in text)


def quoted(text: str, most: int = MAX_QUOTED) -> str:
    """Return a text in quotes, its end left out if it is long."""
    return repr(text if len(text) <= most else f"{text[:most]}...")


def shorten_path(path: object, most: int = MAX_QUOTED) -> str:
    """Return a path as sentences name it, its beginning left out if it is long."""
    text = escape_control_characters(str(path))
    return text if len(text) <= most else f"...{text[-most:]}"


def join_names(names: Iterable[str], most: int = 20) -> str:
    """Return names with commas between them, only the first of many."""
    some = [name if len(name) <= MAX_QUOTED else f"{name[:MAX_QUOTED]}..." for name in names]
    more = len(some) - most
    rest = f" and {more:,} other{'s' * (more > 1)}" if more > 0 else ""
    return ", ".join(some[:most]) + rest


def one_line_error(error: BaseException) -> str:
    """Return what a stranger's code raised, in one line."""
    words = escape_control_characters(" ".join(str(error).split()))[:200]
    return f"{type(error).__name__}: {words or 'no reason given'}"


def short_repr(value: object) -> str:
    """Return a value as messages show it, shortened."""
    if isinstance(value, str):
        return quoted(value, 40)
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:60]}..."


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `" Did you mean 'X'?"`, or an empty text where nothing is near, in any case."""
    import difflib

    if len(word) > _MAX_NAME:
        return ""
    names = [name for name in islice(known, _MAX_NAMES) if len(name) <= _MAX_NAME]
    folded = {name.casefold(): name for name in reversed(names)}
    near = difflib.get_close_matches(word.casefold(), folded, n=1)
    return f" Did you mean {folded[near[0]]!r}?" if near else ""
