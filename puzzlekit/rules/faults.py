"""Faults of plugins: the sentence that names the plugin, and the line in its author's file."""

from __future__ import annotations

import inspect
import re
import sys
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

#: Packages whose classes a plugin is derived from.
_BASES = (__name__.rpartition(".")[0] + ".", "puzzlekit.formats.")


class Fault(NamedTuple):
    """What is wrong with a member of a plugin.

    `kind` is what faults share that differ in nothing but the cell, the move or the position;
    `where` is the line in the author's file, if it is not that of the member.
    """

    member: str
    text: str
    kind: str
    where: str = ""


def title(kind: type) -> str:
    """Return what sentences call a plugin: its name, or that of its class.

    >>> title(type("Maze", (), {"name": 3}))
    'Maze'
    """
    name = getattr(kind, "name", "")
    return name if isinstance(name, str) and name else kind.__name__


def is_of_author(each: type) -> bool:
    """Tell whether a class is a plugin, or a part of one, and no base that plugins have.

    >>> from puzzlekit import Rules
    >>> is_of_author(Rules)
    False
    """
    module = each.__module__
    return not module.startswith(_BASES) and module.partition(".")[0] not in sys.stdlib_module_names


def homes(kind: type) -> list[str]:
    """Return the files and folders (these end in a slash) that a plugin is written in."""
    found = []
    for each in kind.__mro__:
        if not is_of_author(each):
            continue
        file = getattr(sys.modules.get(each.__module__), "__file__", None)
        if file and "." in each.__module__:
            found.append(str(Path(file).parent) + "/")
        elif file:
            found.append(file)
    return found


def is_in(code: CodeType, places: list[str]) -> bool:
    """Tell whether code stands in one of some files and folders."""
    file = code.co_filename
    return any(file.startswith(home) if home.endswith("/") else file == home for home in places)


def code_of(kind: type, member: str) -> CodeType | None:
    """Return the code of a member of a class, beneath what wraps it."""
    found: Any = inspect.getattr_static(kind, member, None)
    found = getattr(found, "fget", None) or getattr(found, "func", None) or found
    found = getattr(found, "__func__", found)
    with suppress(ValueError):
        found = inspect.unwrap(found)
    code = getattr(found, "__code__", None)
    return code if isinstance(code, CodeType) else None


def is_written(kind: type, member: str) -> bool:
    """Tell whether a member is written in the author's files, and not taken from a base."""
    code = code_of(kind, member)
    return code is not None and is_in(code, homes(kind))


def place(file: str, line: int | None) -> str:
    """Return a place as sentences name it: the end of the file's name suffices.

    >>> place("/home/ada/plugins/maze.py", 14), place("/home/ada/plugins/maze/__init__.py", 3)
    ('maze.py, line 14', 'maze/__init__.py, line 3')
    """
    path = Path(file)
    name = f"{path.parent.name}/{path.name}" if path.name == "__init__.py" else path.name
    return f"{name}, line {line}"


def place_of(kind: type, member: str) -> str:
    """Return where a plugin defines a member; if it does not, where it is made or begins."""
    own = homes(kind)
    code = code_of(kind, member)
    if code is not None and is_in(code, own):
        return place(code.co_filename, _line_of_def(code))
    with suppress(OSError, TypeError):
        if member in vars(kind) and (file := inspect.getsourcefile(kind)):
            lines, start = inspect.findsource(kind)
            for number, line in enumerate(lines[start:], start + 1):
                if re.match(rf"\s+(?:\w+\s*,\s*)*{re.escape(member)}\b[^=(]*=", line):
                    return place(file, number)
    code = code_of(kind, "__init__")
    if member and code is not None and is_in(code, own):
        return place(code.co_filename, _line_of_def(code))
    with suppress(OSError, TypeError):
        if own and (file := inspect.getsourcefile(kind)):
            return place(file, inspect.findsource(kind)[1] + 1)
    return ""


def _line_of_def(code: CodeType) -> int:
    """Return the line of a function, below its decorators."""
    import linecache

    first = code.co_firstlineno
    for line in range(first, first + 10):
        if linecache.getline(code.co_filename, line).lstrip().startswith("def "):
            return line
    return first


def sentence(kind: type, where: str, text: str) -> str:
    """Return what is said of a plugin.

    >>> sentence(type("Maze", (), {}), "maze.py, line 14", "moves(state) gives None.")
    'Maze (maze.py, line 14): moves(state) gives None.'
    """
    return f"{title(kind)} ({where}): {text}" if where else f"{title(kind)}: {text}"


def say(kind: type, fault: Fault) -> str:
    """Return the sentence of a fault."""
    return sentence(kind, fault.where or place_of(kind, fault.member), fault.text)
