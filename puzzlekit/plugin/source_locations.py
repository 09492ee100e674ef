"""Locations in the source code of plugins: files, lines of members, and faults."""

from __future__ import annotations

import inspect
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

#: The packages with the base classes of plugins.
_BASE_PACKAGES = ("puzzlekit.rules.", "puzzlekit.formats.")


class Fault(NamedTuple):
    """A mistake in a plugin: the member, a message, and the place (default: the member's place)."""

    member: str
    text: str
    place: str = ""


def is_plugin_class(each: type) -> bool:
    """Return whether a class belongs to a plugin and not to puzzlekit or Python."""
    module = each.__module__
    library = f"{module}.".startswith(_BASE_PACKAGES)
    return not library and module.partition(".")[0] not in sys.stdlib_module_names


@lru_cache
def source_files(kind: type) -> tuple[str, ...]:
    """Return the source files and folders of a plugin, with a slash at the end of each folder."""
    paths: dict[str, None] = {}
    for each in filter(is_plugin_class, kind.__mro__):
        file = getattr(sys.modules.get(each.__module__), "__file__", None)
        if file and Path(file).name == "__init__.py":
            file = f"{Path(file).parent}/"
        codes = (member_code(each, name) for name in vars(each))
        files = [file] if file else [code.co_filename for code in codes if code]
        paths.update(dict.fromkeys(files))
    return tuple(paths)


def is_in(file: str, files: tuple[str, ...]) -> bool:
    """Return whether a file is in a list of files and folders."""
    return any(file.startswith(each) if each.endswith("/") else file == each for each in files)


def count_names(files: Iterable[str]) -> Counter[str]:
    """Return how often each name occurs in source files and folders."""
    counts: Counter[str] = Counter()
    for path in map(Path, files):
        for file in path.rglob("*.py") if path.is_dir() else [path]:
            with suppress(OSError, UnicodeError):
                counts.update(re.findall(r"[^\W\d]\w*", file.read_text(encoding="utf-8")))
    return counts


def member_code(kind: type, member: str) -> CodeType | None:
    """Return the code object of a class member, without its decorators."""
    function: Any = inspect.getattr_static(kind, member, None)
    function = getattr(function, "fget", None) or getattr(function, "func", None) or function
    function = getattr(function, "__func__", function)
    with suppress(ValueError):
        function = inspect.unwrap(function)
    code = getattr(function, "__code__", None)
    return code if isinstance(code, CodeType) else None


def plugin_defines(kind: type, member: str) -> bool:
    """Return whether a plugin defines a member, rather than inheriting it from puzzlekit."""
    code = member_code(kind, member)
    return code is not None and is_in(code.co_filename, source_files(kind))


def contract_methods(kind: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the public methods that a plugin overrides, each with the method of its base class."""
    bases = [each for each in kind.__mro__ if not is_plugin_class(each)]
    own = [name for each in kind.__mro__ if is_plugin_class(each) for name in vars(each)]
    for name in dict.fromkeys(own):
        base: Any = next((vars(each)[name] for each in bases if name in vars(each)), None)
        if not name.startswith("_") and inspect.isfunction(base):
            yield name, base


def place(file: str, line: int | None) -> str:
    """Return a short file name and a line number as a string."""
    path = Path(file)
    name = f"{path.parent.name}/{path.name}" if path.name == "__init__.py" else path.name
    return f"{name}, line {line}"


def place_of(kind: type, member: str) -> str:
    """Return the place of a member in a plugin or, failing that, of `__init__` or the class."""
    if plugin_defines(kind, member):
        return place_of_code(member_code(kind, member))
    with suppress(OSError, TypeError):
        if member in vars(kind) and (file := inspect.getsourcefile(kind)):
            lines, start = inspect.findsource(kind)
            for number, line in enumerate(lines[start:], start + 1):
                if re.match(rf"\s+(?:\w+\s*,\s*)*{re.escape(member)}\b[^=(]*=", line):
                    return place(file, number)
    if member and plugin_defines(kind, "__init__"):
        return place_of_code(member_code(kind, "__init__"))
    with suppress(OSError, TypeError):
        if source_files(kind) and (file := inspect.getsourcefile(kind)):
            return place(file, inspect.findsource(kind)[1] + 1)
    return ""


def place_of_code(code: CodeType | None) -> str:
    """Return the place where a function begins, below its decorators."""
    import linecache

    assert code is not None
    linecache.checkcache(code.co_filename)  # the file may have been edited
    first = code.co_firstlineno
    lines = range(first, first + 10)
    heads = (n for n in lines if linecache.getline(code.co_filename, n).lstrip().startswith("def "))
    return place(code.co_filename, next(heads, first))


def title(kind: type) -> str:
    """Return the name of a plugin, or of its class.

    >>> title(type("Maze", (), {"name": 3}))
    'Maze'
    """
    name = getattr(kind, "name", "")
    return name if isinstance(name, str) and name else kind.__name__


def fault_sentence(kind: type, where: str, text: str) -> str:
    """Return a message that begins with a plugin's name and the place of a fault."""
    return f"{title(kind)} ({where}): {text}" if where else f"{title(kind)}: {text}"


def fault_message(kind: type, fault: Fault) -> str:
    """Return the message for a fault, with its place."""
    return fault_sentence(kind, fault.place or place_of(kind, fault.member), fault.text)
