"""Machine code as numba's dispatchers keep it and find it again; see `code_cache` for where."""

# mypy: allow-untyped-calls
from __future__ import annotations

import hashlib
import pickle
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from types import CodeType
from typing import Any

import numpy
from numba.core import config
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps

from .code_cache import note_use, place, places, stamp, tell, tidy, write
from .progress import when_compiling

#: Seconds of compiling after which it is said that it takes long.
LATE = 2.0

#: Bytes of the digest at the head of a file, which tells whether the rest is whole.
HEAD = hashlib.sha256().digest_size

#: Settings of numba that change what it makes of a function.
_SETTINGS = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT")


# -- how long compiling takes ---------------------------------------------------------------------


class _Clock:
    """Measures how long this process has been compiling; functions may be compiled for others."""

    def __init__(self) -> None:
        self.spent = self._since = 0.0

    def begin(self) -> None:
        """Note that a function is about to be compiled."""
        self._since = time.monotonic()

    def end(self) -> None:
        """Note that a function has been compiled."""
        now = time.monotonic()
        self.spent, self._since = self.spent + now - self._since, now
        while self.spent > LATE and when_compiling:
            when_compiling.pop()()


_clock = _Clock()


# -- the cache of a function ----------------------------------------------------------------------


class Cache:
    """The machine code of one function, as numba's dispatchers ask for it."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        self._function, self._options = function, options
        self._stamp = stamp(function.__code__.co_filename)

    @property
    def cache_path(self) -> str:
        """Where new machine code is put, if it can be."""
        return str(place() / self._stamp)

    def load_overload(self, sig: Any, context: Any) -> Any:
        """Return what was compiled for a signature; None if it is not there, or damaged."""
        context.refresh()
        name = self._name(sig, context.codegen())
        for top in places(new=False) if self._stamp else ():
            folder = top / self._stamp
            with suppress(Exception):  # what is wrong with it does not matter: it is made anew
                data = (folder / name).read_bytes()
                if hashlib.sha256(data[HEAD:]).digest() == data[:HEAD]:
                    found = CompileResult._rebuild(context, *pickle.loads(data[HEAD:]))
                    note_use(folder)
                    return found
        _clock.begin()
        return None

    def save_overload(self, sig: Any, found: Any) -> None:
        """Keep what was compiled for a signature, in the first folder that takes it."""
        _clock.end()
        if not self._stamp or found.library.has_dynamic_globals or found.lifted:
            return
        name = self._name(sig, found.codegen)
        data = dumps(found._reduce())
        data = hashlib.sha256(data).digest() + data
        trouble = ""
        for top in places(new=True):
            try:
                write(top / self._stamp, name, data)
            except OSError as error:
                trouble = trouble or f"{top} ({error.strerror or error})"
            else:
                instead = f"it is kept in {top}"
                tidy(top)
                break
        else:
            instead = "it is made anew each time"
        if trouble:
            tell(trouble, instead)

    def _name(self, sig: Any, codegen: Any) -> str:
        """Return the name of a file; that of the module is a part of the machine code."""
        function = self._function
        settings = [getattr(config, name, None) for name in _SETTINGS]
        parts = (
            *(function.__module__, function.__qualname__, _content(function), sig),
            *(codegen.magic_tuple(), settings, sorted(self._options.items())),
        )
        return f"{function.__name__}-{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"


# -- what a function is made of, whatever its source says -----------------------------------------


def _content(function: Callable[..., Any]) -> list[str]:
    """Return digests of a function and of all compiled functions that it calls."""
    found: dict[Callable[..., Any], str] = {}
    new = [function]
    while new:
        each = new.pop()
        if each not in found:
            found[each], calls = _facts(each)
            new += calls
    return list(found.values())


@lru_cache(maxsize=4096)
def _facts(function: Callable[..., Any]) -> tuple[str, list[Callable[..., Any]]]:
    """Return a digest of the code of a function and the values that become part of it.

    They may come from an option, a file or the environment. Compiled functions are left to the
    caller: numba gives those in a closure new names in every process.
    """
    code, calls = function.__code__, []
    digest = hashlib.sha256(code.co_code)
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    used = {name: function.__globals__.get(name) for name in _names(code)}
    used |= dict(zip(code.co_freevars, cells, strict=True))
    for name, value in sorted(used.items()):
        if isinstance(value, Dispatcher):
            calls.append(value.py_func)
        elif _is_plain(value):
            digest.update(f"{name} {value!r} ".encode())
        elif isinstance(value, numpy.ndarray):
            digest.update(f"{name} {value.dtype} {value.shape} ".encode() + value.tobytes())
        elif name in code.co_freevars:
            digest.update(dumps(value))
    return digest.hexdigest(), calls


def _is_plain(value: object) -> bool:
    """Tell whether the text of a value tells all of it."""
    if type(value) is tuple:
        return all(map(_is_plain, value))
    return isinstance(value, bool | int | float | complex | str | bytes | numpy.generic)


def _names(code: CodeType) -> set[str]:
    """Return the names that a function uses, inner functions included."""
    inner = [_names(each) for each in code.co_consts if isinstance(each, CodeType)]
    return set(code.co_names).union(*inner)
