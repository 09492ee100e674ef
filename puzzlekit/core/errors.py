"""Errors that users can cause, and helper functions for their messages.

A message quotes the invalid input and says what to do. The command line, the terminal and the
window show it unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice


class PuzzlekitError(Exception):
    r"""The base class of all errors. `exit_code` is the exit code of the command line.

    Control characters in the message are escaped.

    >>> print(PuzzlekitError("\x1b[2J"))
    \x1b[2J
    """

    exit_code = 2

    def __str__(self) -> str:
        return escape_control_characters(super().__str__())


class UnknownPluginError(PuzzlekitError):
    """There is no plugin with the given name."""


class PluginError(PuzzlekitError):
    """A plugin exists but cannot be used."""


class MemberError(PluginError):
    """A member of a plugin violates the contract.

    `member` is the member at fault, or empty if the message already names its place.
    """

    def __init__(self, text: str, member: str = "") -> None:
        super().__init__(text, member)
        self.text = text
        self.member = member

    def __str__(self) -> str:
        return escape_control_characters(self.text)


class FrameError(MemberError):
    """Two positions of a puzzle with the same frame have different moves."""


class OptionError(PuzzlekitError):
    """An option of a plugin, or a setting, has an invalid value."""


class NotationError(PuzzlekitError):
    """A string is not a valid permutation, path, move sequence, position or game ID."""


class IllegalMoveError(PuzzlekitError, ValueError):
    """A move is not legal in the position."""


class SaveError(PuzzlekitError):
    """A save cannot be read or written."""


class FormatError(PuzzlekitError):
    """A puzzle file cannot be read, or a puzzle cannot be written in the requested format."""


class LimitReachedError(PuzzlekitError):
    """A computation reached a limit that the user can raise."""

    exit_code = 3


#: The maximum length of quoted input in a message (characters).
MAX_QUOTED = 80

#: Non-breaking spaces, which some languages use before a colon or in quotation marks.
NON_BREAKING = "\u00a0\u202f"

#: The maximum number and length of the names that `did_you_mean` compares, to keep it fast.
_MAX_NAMES, _MAX_NAME = 3_000, 24


def escape_control_characters(text: str) -> str:
    """Return a string with control characters escaped, but not its non-breaking spaces."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter in NON_BREAKING else repr(letter)[1:-1]
        for letter in text
    )


def can_be_shown(text: str) -> bool:
    """Return whether a string is printable and contains a visible character."""
    if text.isascii():
        return text.isprintable() and not text.isspace() and text != ""
    from unicodedata import category

    return text.isprintable() and any(category(each)[0] not in "MZ" for each in text)


def quoted(text: str, max_length: int = MAX_QUOTED) -> str:
    """Return a string in quotes, truncated at the end if it is long."""
    return repr(text if len(text) <= max_length else f"{text[:max_length]}...")


def shorten_path(path: object, max_length: int = MAX_QUOTED) -> str:
    """Return a path for use in messages, truncated at the beginning if it is long."""
    text = escape_control_characters(str(path))
    return text if len(text) <= max_length else f"...{text[-max_length:]}"


def join_names(names: Iterable[str], max_names: int = 20) -> str:
    """Return up to `max_names` names, separated by commas, and the number of any further names."""
    some = [name if len(name) <= MAX_QUOTED else f"{name[:MAX_QUOTED]}..." for name in names]
    more = len(some) - max_names
    rest = f" and {more:,} other{'s' * (more > 1)}" if more > 0 else ""
    return ", ".join(some[:max_names]) + rest


def one_line_error(error: BaseException) -> str:
    """Return the type and message of an exception from third-party code, on one line."""
    try:
        text = str(error)
    except Exception as fault:  # raised by the `__str__` of a class of a plugin
        text = f"{type(fault).__name__} in its __str__"
    words = escape_control_characters(" ".join(text.split()))[:200]
    return f"{type(error).__name__}: {words or 'no reason given'}"


def short_repr(value: object) -> str:
    """Return a shortened `repr` of a value for use in messages."""
    if isinstance(value, str):
        return quoted(value, 40)
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:60]}..."


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `" Did you mean 'X'?"` for the closest name (ignoring case), or an empty string."""
    import difflib

    if len(word) > _MAX_NAME:
        return ""
    names = [name for name in islice(known, _MAX_NAMES) if len(name) <= _MAX_NAME]
    folded = {name.casefold(): name for name in reversed(names)}
    near = difflib.get_close_matches(word.casefold(), folded, n=1)
    return f" Did you mean {folded[near[0]]!r}?" if near else ""
