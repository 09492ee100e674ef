"""The boundary for plugin code: its exceptions become `PluginError` with file, line and member.

Wrap whole operations in `plugin_boundary`, not single calls. The message always holds the type and
the text of the original exception.
"""

from __future__ import annotations

import builtins
import inspect
import re
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import (
    MAX_QUOTED,
    PluginError,
    PuzzlekitError,
    did_you_mean,
    escape_control_characters,
    one_line_error,
)
from ..core.options import options_of
from ..rules.base import Rules
from . import source
from .validation import find_class_fault, find_fault

#: Attributes that `__init__` of the base classes sets.
_SET_BY_BASES = ("board", "goal", "first", "pieces", "twists", "initials", "forbidden")

#: Characters of a line of code that a message shows.
_MAX_CODE = 80


class Location(NamedTuple):
    """The innermost line of a traceback in a plugin's files, and the member that was called."""

    file: str
    line: int | None
    code: str
    member: str

    @property
    def place(self) -> str:
        """The file and the line, in short."""
        return source.place(self.file, self.line)


@contextmanager
def plugin_boundary(rules: Rules | type[Rules] | None = None) -> Iterator[None]:
    """Raise `PluginError` for an exception of a plugin in the body.

    Puzzlekit's own errors, Ctrl-C, and exceptions that no plugin has caused are raised as they are.
    Without `rules` the plugin is found by the files in the traceback.
    """
    try:
        yield
    except PuzzlekitError:
        raise
    except (Exception, SystemExit) as error:
        if (found := plugin_error(error, rules)) is None:
            raise
        raise found from error


def plugin_error(
    error: BaseException, rules: Rules | type[Rules] | None = None
) -> PluginError | None:
    """Return the error to raise for an exception of a plugin; None if no plugin has caused it."""
    if isinstance(error, PluginError):
        return error
    kind = type(rules.unwrapped) if isinstance(rules, Rules) else rules
    kind = kind if isinstance(kind, type) else _class_in_traceback(error)
    if kind is None:
        return None
    location = locate(error, kind)
    if location is None:
        if isinstance(error, SystemExit):
            return None
        text = _fault_text(rules, kind)
        return PluginError(f"{text} ({_one_line(error)})") if text else None
    what = f"{location.member or 'it'} raises {_description(error, kind, location)}"
    text = source.sentence(kind, location.place, what)
    wrong = isinstance(error, TypeError | AttributeError) and find_class_fault(kind)
    return PluginError(f"{text} {source.message(kind, wrong)}" if wrong else text)


def error_message(error: BaseException) -> str:
    """Return the message of an exception for users; for one of our own faults also its type."""
    return str(error) if isinstance(error, PuzzlekitError) else f"{one_line_error(error)}."


def construction_error(
    kind: type[Rules], name: str, values: Mapping[str, Any], error: BaseException
) -> PuzzlekitError:
    """Return the error for a plugin whose class cannot be called with some values of options."""
    location = locate(error, kind)
    if isinstance(error, PuzzlekitError):
        where = f" ({location.place})" if location and not is_raised_by(error, kind) else ""
        return type(error)(f"{name}{where}: {error}")
    why = _description(error, kind, location)
    if location:
        why = f"{location.place}: {why}"
    elif wrong := find_class_fault(kind):
        why = f"{source.message(kind, wrong)} ({_one_line(error)})"
    given = str(dict(values) or "its defaults")[:MAX_QUOTED]
    loose = [key for key in values if options_of(kind)[key].is_unbounded]
    if loose:
        why += f" If {loose[0]} may not be {values[loose[0]]}, give it bounds: "
        why += f"`{loose[0]}: Annotated[int, range(2, 20)] = {options_of(kind)[loose[0]].default}`."
    return PluginError(f"The plugin '{name}' cannot be made with {given}: {why}")


def loading_error(error: BaseException, path: Path) -> str:
    """Return what went wrong when a file or folder was imported, with the line."""
    if isinstance(error, SyntaxError) and error.filename:
        text = escape_control_characters((error.text or "").strip())[:_MAX_CODE]
        where = source.place(error.filename, error.lineno)
        return f"{where}: {type(error).__name__}: {error.msg}{f' in `{text}`' if text else ''}"
    location = locate_in(error, (str(path) if path.suffix == ".py" else f"{path}/",))
    if location is None:
        return error_message(error)
    if isinstance(error, PuzzlekitError):
        return f"{location.place}: {str(error).rstrip('.')}"
    return f"{location.place}: {_description(error, None, location)}".rstrip(".")


def is_raised_by(error: BaseException, kind: type) -> bool:
    """Return whether the exception was raised in the plugin's own files."""
    frames = traceback.extract_tb(error.__traceback__, limit=-1)
    return bool(frames) and source.is_in(frames[0].filename, source.source_files(kind))


def locate(error: BaseException, kind: type[Rules]) -> Location | None:
    """Return the innermost line of a traceback in the files of a plugin."""
    bases = [each for each in kind.__mro__ if not source.is_plugin_class(each)]
    return locate_in(error, source.source_files(kind), bases)


def locate_in(
    error: BaseException, files: tuple[str, ...], bases: Sequence[type] = ()
) -> Location | None:
    """Return the innermost line in some files, and the innermost member of base classes there."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if source.is_in(frame.filename, files)]
    if not own:
        return None
    member = next(filter(None, (_head(frame.name, bases) for frame in reversed(own))), "")
    last = own[-1]
    return Location(last.filename, last.lineno, last.line or "", member)


def _head(name: str, bases: Sequence[type]) -> str:
    """Return a member as it is called, `legal_moves(state)`; nothing if the contract has no such one."""
    own = next((getattr(base, name) for base in bases if name in vars(base)), None)
    if not callable(own):
        return ""
    skipped = int(inspect.isfunction(own))  # self
    with suppress(TypeError, ValueError):
        return f"{name}({', '.join([*inspect.signature(own).parameters][skipped:])})"
    return f"{name}()"


def _description(error: BaseException, kind: type | None, location: Location | None) -> str:
    """Return the type and the text of an exception, the line of code, and advice."""
    code = escape_control_characters(location.code.strip())[:_MAX_CODE] if location else ""
    shows_code = code and not isinstance(error, SystemExit) and not code.startswith("raise ")
    advice = _advice(error, kind, location.file if location else "")
    return f"{_one_line(error)}{f', in `{code}`' if shows_code else ''}.{advice}"


def _one_line(error: BaseException) -> str:
    """Return the type and the text of an exception, without the paths of modules."""
    return re.sub(r" \((?:[^()]*/)?[^()/]*\.py\)", "", one_line_error(error)).rstrip(".")


def _class_in_traceback(error: BaseException) -> type[Rules] | None:
    """Return the plugin class in whose files a traceback ends, if there is one."""
    classes = [each for each in _subclasses(Rules) if source.is_plugin_class(each)]
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        for each in classes:
            if source.is_in(frame.filename, source.source_files(each)):
                return each
    return None


def _subclasses(kind: type) -> Iterator[type]:
    subclasses: list[type] = kind.__subclasses__()
    for each in subclasses:
        yield from (each, *_subclasses(each))


def _fault_text(rules: Rules | type[Rules] | None, kind: type[Rules]) -> str:
    """Return the first invalid return value of a plugin, or what fails where it is looked for."""
    try:
        found = find_fault(rules) if isinstance(rules, Rules) else find_class_fault(kind)
    except (Exception, SystemExit) as error:
        return str(plugin_error(error, kind) or "") if locate(error, kind) else ""
    return source.message(kind, found) if found else ""


def _advice(error: BaseException, kind: type | None, file: str) -> str:
    """Return what may help the author, beginning with a blank; often nothing."""
    text = str(error)
    if isinstance(error, AttributeError) and error.name:
        if isinstance(error.obj, Rules) and error.name in _SET_BY_BASES:
            return f" Let __init__ call super().__init__(...), or set self.{error.name} there."
        return did_you_mean(error.name, _public(error.obj))
    if isinstance(error, NameError) and error.name:
        if hasattr(sys.modules.get("puzzlekit"), error.name):
            return f" Write `from puzzlekit import {error.name}` at the top."
        return did_you_mean(error.name, _names_in(kind, file) - {error.name})
    if isinstance(error, ModuleNotFoundError):
        return " Is it installed where puzzlekit is?"
    if isinstance(error, ImportError) and (found := re.search("name '([^']+)'", text)):
        return did_you_mean(found[1], _public(sys.modules.get(error.name or "")))
    unexpected = re.search("unexpected keyword argument '([^']+)'(?!.*Did you mean)", text)
    if isinstance(error, TypeError) and unexpected and kind is not None:
        makers: list[Any] = [vars(each).get("__init__", object) for each in kind.__mro__]
        known = {name for each in makers for name in inspect.signature(each).parameters}
        return did_you_mean(unexpected[1], known)
    if isinstance(error, RecursionError):
        return " Its members call each other without end."
    if isinstance(error, SystemExit):
        return " A plugin must not end the program."
    return ""


def _names_in(kind: type | None, file: str) -> set[str]:
    """Return all names in the source of a plugin, of Python and of puzzlekit."""
    files = source.source_files(kind) if kind is not None else (file,)
    return {*dir(builtins), *dir(sys.modules.get("puzzlekit")), *source.count_names(files)}


def _public(thing: Any) -> list[str]:
    return [name for name in dir(thing) if not name.startswith("_")]
