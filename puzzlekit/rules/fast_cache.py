"""Machine code that is kept on disk, and is compiled anew when any source that it hangs on changes.

numba looks for changes in the file of a function only, and not in those that this one imports
from, of which constants and whole functions become part of the machine code. Here a change in any
file of the same package counts: of a game that is a folder, the files of the folder.
"""

# mypy: allow-untyped-calls
from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps

#: Sources of puzzlekit from which games take constants and functions.
_DOOR = [Path(__file__).with_name(name) for name in ("fast.py", "fast_forms.py", "fast_cache.py")]
_DOOR.append(Path(__file__).parents[1] / "core" / "chance.py")


def keep(dispatcher: Any) -> None:
    """Let a compiled function be kept on disk, if there is a place that can be written to."""
    with suppress(RuntimeError):  # no folder will do: it is compiled in every process
        dispatcher._cache = _Cache(dispatcher.py_func)


@lru_cache(maxsize=256)
def sources(file: str) -> list[Path]:
    """Return the files on which machine code made from one of them hangs.

    They are all of the outermost package to which the file belongs, or the file alone.
    """
    top, path = None, Path(file).resolve()
    for folder in path.parents:
        if not (folder / "__init__.py").is_file():
            break
        top = folder
    return sorted(top.rglob("*.py")) if top else [path]


def stamp(file: str) -> str:
    """Return a digest of what machine code from a file hangs on."""
    facts = []
    for path in [*sources(file), *_DOOR]:
        with suppress(OSError):  # a file of a package may go, or be a link to nowhere
            found = path.stat()
            facts.append((str(path), found.st_mtime_ns, found.st_size))
    return _digest(tuple(facts))


@lru_cache(maxsize=64)
def _digest(files: tuple[tuple[str, int, int], ...]) -> str:
    """Return a digest of the contents of files, which stands while times and sizes do."""
    digest = hashlib.sha256()
    for path, *_ in files:
        with suppress(OSError):  # as one that may not be read
            content = Path(path).read_bytes()
            digest.update(f"{Path(path).name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


class _Files(CompileResultCacheImpl):
    """Where machine code lies is up to numba; whether it is fresh is not."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        freshness = self._locator.get_source_stamp(), stamp(function.__code__.co_filename)
        self._locator.get_source_stamp = lambda: freshness


class _Cache(FunctionCache):
    _impl_class = _Files

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save machine code; a full disk does not stop a game."""
        with suppress(OSError):
            super().save_overload(sig, data)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """Return what tells machine code apart from other machine code of the same function.

        The name of the module is a part of the machine code. Compiled functions in a closure
        count by what they are made of, for numba gives them new names in every process.
        """
        function = self._py_func
        parts = dumps((function.__module__, list(_parts(function))))
        return sig, codegen.magic_tuple(), hashlib.sha256(parts).hexdigest()


def _parts(function: Callable[..., Any], within: tuple[object, ...] = ()) -> Iterator[Any]:
    """Yield the code of a function and what it closes over, itself excepted."""
    yield function.__code__.co_code
    for cell in function.__closure__ or ():
        value = cell.cell_contents
        if not isinstance(value, Dispatcher):
            yield value
        elif value.py_func not in (function, *within):
            yield list(_parts(value.py_func, (function, *within)))
