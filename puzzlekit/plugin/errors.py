"""Conversion of exceptions raised by plugins to `PluginError`, with file, line and member.

Wrap whole operations in `plugin_boundary`, not single calls. The message always contains the type
and the text of the original exception.
"""

from __future__ import annotations

import builtins
import inspect
import os
import re
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from ..core.capabilities import PLATFORM
from ..core.errors import (
    MAX_QUOTED,
    IllegalMoveError,
    MemberError,
    NotationError,
    OptionError,
    PluginError,
    PuzzlekitError,
    did_you_mean,
    escape_control_characters,
    one_line_error,
)
from ..core.options import options_of
from ..rules.base import Rules
from .source_locations import (
    Fault,
    count_names,
    fault_message,
    fault_sentence,
    is_in,
    is_plugin_class,
    place,
    source_files,
)
from .validation import find_class_fault, find_invalid_argument, find_rules_fault

#: Attributes that the `__init__` methods of the base classes set.
_SET_BY_BASES = ("board", "goal", "first", "piece_by_label", "piece_letters", "twists")

#: Exceptions by which a plugin rejects user input; their messages are shown unchanged.
_REFUSALS = (OptionError, NotationError, IllegalMoveError)

#: Members whose exceptions can be the result of an invalid state or seat, and such exceptions.
_CORE_MEMBERS = ("turn", "legal_moves", "apply", "play", "result")
_SYMPTOMS = (TypeError, AttributeError, LookupError, ValueError)

#: The maximum length of a line of code in a message (characters).
_MAX_CODE = 80


class StartError(PluginError):
    """Raised if rules cannot be created, or cannot show the start. The message is complete."""


class Location(NamedTuple):
    """The innermost line of a traceback in a plugin's files, and the member that was called."""

    file: str
    line: int | None
    code: str
    member: str

    @property
    def place(self) -> str:
        """The file name and the line number."""
        return place(self.file, self.line)


@contextmanager
def plugin_boundary(rules: Rules | type[Rules] | None = None) -> Iterator[None]:
    """Convert exceptions that a plugin raises in the body to `PluginError`.

    puzzlekit's own errors, rejected input, Ctrl+C, and exceptions not caused by a plugin pass
    unchanged. Without `rules`, the plugin is identified by the files in the traceback. Print the
    traceback if PUZZLEKIT_DEBUG is set.
    """
    try:
        yield
    except _REFUSALS:
        raise
    except (Exception, SystemExit) as error:
        if (converted := plugin_error(error, rules)) in (None, error):
            raise
        if os.environ.get("PUZZLEKIT_DEBUG"):
            traceback.print_exception(error)
        raise converted from error


def plugin_error(
    error: BaseException, rules: Rules | type[Rules] | None = None
) -> PluginError | None:
    """Return the error to raise for a plugin's exception, or None if no plugin caused it."""
    kind = type(rules.unwrapped) if isinstance(rules, Rules) else rules
    kind = kind if isinstance(kind, type) else _class_in_traceback(error)
    if isinstance(error, MemberError) and kind and error.member:
        return type(error)(fault_message(kind, Fault(error.member, error.text)))
    if isinstance(error, PuzzlekitError) and (kind is None or not is_raised_by(error, kind)):
        return error if isinstance(error, PluginError) else None
    if kind is None:
        return None
    # Python turns a `StopIteration` that escapes from a generator into a `RuntimeError`.
    error = next((each for each in _causes(error) if locate(each, kind)), error)
    location = locate(error, kind)
    if location is None:
        if isinstance(error, SystemExit):
            return None
        text = _fault_text(rules, kind)
        if text:
            return PluginError(f"{text} ({_one_line(error)})")
        # A call with the wrong arguments: `Name.member() missing 1 required positional argument`.
        called = re.match(rf"{re.escape(kind.__qualname__)}\.(\w+)\(\) ", str(error))
        fault = called and Fault(called[1], f"{_one_line(error)}.")
        return PluginError(fault_message(kind, fault)) if fault else None
    summary = f"{location.member or 'it'} raises {_description(error, kind, location)}"
    text = fault_sentence(kind, location.place, summary)
    fault = find_class_fault(kind) if isinstance(error, TypeError | AttributeError) else None
    member = location.member.partition("(")[0]
    if fault is None and isinstance(rules, Rules) and isinstance(error, _SYMPTOMS):
        fault = find_invalid_argument(rules) if member in _CORE_MEMBERS else None
    return PluginError(f"{text} {fault_message(kind, fault)}" if fault else text)


def error_message(error: BaseException) -> str:
    """Return an exception's message for users, with the type of an unexpected exception."""
    return str(error) if isinstance(error, PuzzlekitError) else f"{one_line_error(error)}."


def construction_error(
    kind: type[Rules], name: str, values: Mapping[str, Any], error: BaseException
) -> PuzzlekitError:
    """Return the error for a plugin whose rules cannot be created with the given options."""
    location = locate(error, kind)
    if isinstance(error, PuzzlekitError):
        where = f" ({location.place})" if location and not is_raised_by(error, kind) else ""
        return type(error)(f"{name}{where}: {error}")
    reason = _description(error, kind, location)
    if location:
        reason = f"{location.place}: {reason}"
    elif signature_fault := find_class_fault(kind):
        reason = f"{fault_message(kind, signature_fault)} ({_one_line(error)})"
    given = str(dict(values) or "its defaults")[:MAX_QUOTED]
    unbounded = [key for key in values if options_of(kind)[key].is_unbounded]
    if unbounded:
        key = unbounded[0]
        reason += f" If {key} cannot be {values[key]}, give it bounds: "
        reason += f"`{key}: Annotated[int, range(2, 20)] = {options_of(kind)[key].default}`."
    return PluginError(f"The plugin '{name}' cannot be created with {given}: {reason}")


def loading_error(error: BaseException, path: Path) -> str:
    """Return the message for an error raised while importing a file or folder, with the line."""
    if isinstance(error, SyntaxError) and error.filename:
        text = escape_control_characters((error.text or "").strip())[:_MAX_CODE]
        where = place(error.filename, error.lineno)
        return f"{where}: {type(error).__name__}: {error.msg}{f' in `{text}`' if text else ''}"
    location = locate_in(error, (str(path) if path.suffix == ".py" else f"{path}/",))
    if location is None:
        return error_message(error)
    if isinstance(error, PuzzlekitError):
        return f"{location.place}: {str(error).rstrip('.')}"
    return f"{location.place}: {_description(error, None, location)}".rstrip(".")


def is_raised_by(error: BaseException, kind: type) -> bool:
    """Return whether an exception was raised in the plugin's own files."""
    frames = traceback.extract_tb(error.__traceback__, limit=-1)
    return bool(frames) and is_in(frames[0].filename, source_files(kind))


def locate(error: BaseException, kind: type[Rules]) -> Location | None:
    """Return the innermost traceback line in a plugin's files."""
    bases = [each for each in kind.__mro__ if not is_plugin_class(each)]
    return locate_in(error, source_files(kind), bases)


def locate_in(
    error: BaseException, files: tuple[str, ...], bases: Sequence[type] = ()
) -> Location | None:
    """Return the innermost line in the files, and the innermost contract member called there."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if is_in(frame.filename, files)]
    if not own:
        return None
    member = next(filter(None, (_member_head(frame.name, bases) for frame in reversed(own))), "")
    last = own[-1]
    return Location(last.filename, last.lineno, last.line or "", member)


def _member_head(name: str, bases: Sequence[type]) -> str:
    """Return a contract member as shown in messages: `legal_moves(state)`, `max_plies`, or ""."""
    base = next((each for each in bases if name in vars(each)), None)
    if base is None:
        return ""
    own = getattr(base, name)
    if not callable(own):
        return name
    skipped = int(inspect.isfunction(own))  # self
    with suppress(TypeError, ValueError):
        return f"{name}({', '.join([*inspect.signature(own).parameters][skipped:])})"
    return f"{name}()"


def _description(error: BaseException, kind: type | None, location: Location | None) -> str:
    """Return the type and message of an exception, with the line of code and advice."""
    code = escape_control_characters(location.code.strip())[:_MAX_CODE] if location else ""
    shows_code = code and not isinstance(error, SystemExit) and not code.startswith("raise ")
    message, found, name = _one_line(error).partition(". Did you mean ")  # by Python itself
    advice = _advice(error, kind, location.file if location else "")
    if found:
        advice = f" Did you mean {name}"
    cause = f" (caused by {_one_line(error.__cause__)})" if error.__cause__ else ""
    return f"{message}{cause}{f', in `{code}`' if shows_code else ''}.{advice}"


def _one_line(error: BaseException) -> str:
    """Return the type and message of an exception, without module paths."""
    return re.sub(r" \((?:[^()]*/)?[^()/]*\.py\)", "", one_line_error(error)).rstrip(".")


def _class_in_traceback(error: BaseException) -> type[Rules] | None:
    """Return the plugin class whose files contain the innermost frame of a traceback, or None."""
    classes = [each for each in _subclasses(Rules) if is_plugin_class(each)]
    for one in _causes(error):
        for frame in reversed(traceback.extract_tb(one.__traceback__)):
            for each in classes:
                if is_in(frame.filename, source_files(each)):
                    return each
    return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an exception and its chain of causes."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__


def _subclasses(kind: type) -> Iterator[type]:
    subclasses: list[type] = kind.__subclasses__()
    for each in subclasses:
        yield from (each, *_subclasses(each))


def _fault_text(rules: Rules | type[Rules] | None, kind: type[Rules]) -> str:
    """Return the message for a plugin's first invalid value, or for an error while finding it."""
    try:
        fault = find_rules_fault(rules) if isinstance(rules, Rules) else find_class_fault(kind)
    except (Exception, SystemExit) as error:
        return str(plugin_error(error, kind) or "") if locate(error, kind) else ""
    return fault_message(kind, fault) if fault else ""


def _advice(error: BaseException, kind: type | None, file: str) -> str:
    """Return advice for the author, beginning with a space, or an empty string."""
    if isinstance(error, AttributeError) and error.name:
        if isinstance(error.obj, Rules) and error.name in _SET_BY_BASES:
            return f" Call super().__init__(...) in __init__, or set self.{error.name} there."
        return did_you_mean(error.name, _public_names(error.obj))
    if isinstance(error, NameError) and error.name:
        if hasattr(sys.modules.get("puzzlekit"), error.name):
            return f" Write `from puzzlekit import {error.name}` at the top."
        return did_you_mean(error.name, _names_in(kind, file) - {error.name})
    if isinstance(error, ModuleNotFoundError):
        if not PLATFORM.processes:
            return " In a browser, plugins can use only puzzlekit and most of the standard library."
        return " Is it installed in the same environment as puzzlekit?"
    if isinstance(error, ImportError) and (match := re.search("name '([^']+)'", str(error))):
        return did_you_mean(match[1], _public_names(sys.modules.get(error.name or "")))
    pattern = "unexpected keyword argument '([^']+)'(?!.*Did you mean)"
    unexpected = isinstance(error, TypeError) and re.search(pattern, one_line_error(error))
    if unexpected and kind is not None:
        makers: list[Any] = [vars(each).get("__init__", object) for each in kind.__mro__]
        known = {name for each in makers for name in inspect.signature(each).parameters}
        return did_you_mean(unexpected[1], known)
    if isinstance(error, RecursionError):
        return " Its members call each other endlessly."
    if isinstance(error, SystemExit):
        return " A plugin must not end the program."
    return ""


def _names_in(kind: type | None, file: str) -> set[str]:
    """Return all names in the source of a plugin, in builtins and in puzzlekit."""
    files = source_files(kind) if kind is not None else (file,)
    return {*dir(builtins), *dir(sys.modules.get("puzzlekit")), *count_names(files)}


def _public_names(thing: Any) -> list[str]:
    return [name for name in dir(thing) if not name.startswith("_")]
