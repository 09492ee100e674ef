"""Compilation of functions with numba on first use, with a disk cache for machine code."""

# mypy: allow-untyped-calls
from __future__ import annotations

import atexit
import hashlib
import inspect
import threading
import time
from collections.abc import Callable
from functools import update_wrapper
from typing import Any

import numba
import numpy
from numba import int32, types
from numba.core import event
from numba.extending import intrinsic, overload, typeof_impl

from . import code_cache
from .errors import PluginError
from .numba_status import compile_error
from .progress import when_compiling

#: After this time (seconds), report that code is being compiled.
NOTICE_SECONDS = 2.0

_config: Any = numba.config

#: The lock held while the cache of a function is set up.
_lock = threading.Lock()

#: The functions that each thread is compiling, because compilation can be recursive.
_active = threading.local()


class CompiledFunction:
    """A function that numba compiles when Python or another compiled function first calls it.

    With a signature, it is compiled for those types. Without a signature, it is compiled for the
    argument types of each call, one `variant` for each combination. An `inner` function without a
    signature is compiled as a part of its compiled callers; when Python calls it, it runs in
    plain Python.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        signature: Any,
        options: dict[str, Any],
        inner: bool,
        variant: str = "",
    ) -> None:
        update_wrapper(self, function)
        self.py_func, self.signature, self._options = function, signature, options
        self._inner, self._variant = inner, variant
        self._by_types: dict[tuple[Any, ...], CompiledFunction] = {}
        parameters = getattr(signature, "args", signature) or ()
        self._takes_functions = any(isinstance(each, types.FunctionType) for each in parameters)
        self._dispatcher: Any = None
        self._ready = False
        self._run: Callable[..., Any] = function if inner else self._first_call

    def __call__(self, *args: Any) -> Any:
        """Call the machine code, compiling it if necessary."""
        try:
            return self._run(*args)
        except SystemError as error:  # numba does not expect signal handlers to raise exceptions
            cause = error.__cause__
            while isinstance(cause, SystemError):
                cause = cause.__cause__
            if cause is None or isinstance(cause, Exception):
                raise
            raise cause from None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fingerprint, because numba identifies a closure by its pickled values."""
        return str, (fingerprint(self.py_func),)

    @property
    def dispatcher(self) -> Any:
        """The function returned by `numba.njit`."""
        with _lock:
            if self._dispatcher is None:
                self._dispatcher = self._make_dispatcher()
        return self._dispatcher

    def _make_dispatcher(self) -> Any:
        folder, before, options = None, _config.CACHE_DIR, self._options.copy()
        # numba's index of cached code is not safe if two processes add different types to it.
        if self._options["cache"] and self.signature is not None:
            folder = code_cache.code_folder(
                self.py_func.__code__.co_filename, lambda: fingerprint(self.py_func)
            )
        if folder:
            folder /= self._variant
            _config.CACHE_DIR = str(folder)
        # Do not compile wrappers that are never used.
        options["no_cpython_wrapper"] = self._inner
        if self.signature is None or self._inner or self._variant or self._takes_functions:
            options["no_cfunc_wrapper"] = True
        made: Any
        try:
            made = numba.njit(**options | {"cache": folder is not None})(self.py_func)
        except RuntimeError as error:
            if folder is None:
                raise
            code_cache.warn_unsaved(error)  # numba cannot create a folder
            made = numba.njit(**options | {"cache": False})(self.py_func)
        else:
            if folder:
                code_cache.remove_corrupt_code(made.stats.cache_path)
        finally:
            _config.CACHE_DIR = before
        return made

    def prepare(self) -> None:
        """Compile the function for its signature or load its machine code, on the first call only.

        Raise `CompileError` on failure.
        """
        active = _active.__dict__.setdefault("functions", set())
        if self._ready or self in active:
            return
        active.add(self)
        try:
            self._compile()
        except Exception as error:  # numba may raise anything
            raise compile_error(self.py_func, error) from error
        finally:
            active.remove(self)
        self._ready = True

    def _compile(self) -> None:
        run: Callable[..., Any] = self._call_with_any_types
        if self.signature is not None:
            self._compile_signature()
            run = self._call_with_functions if self._takes_functions else self.dispatcher
        if not self._inner:
            self._run = run

    def _compile_signature(self) -> None:
        try:
            self.dispatcher.compile(self.signature)
        except (OSError, RuntimeError) as error:
            if not self.dispatcher.signatures:
                raise
            if isinstance(error, OSError):  # compiled but not saved; else another thread was faster
                code_cache.warn_unsaved(error)
        self.dispatcher.disable_compile()
        code_cache.write_checksums()

    def _first_call(self, *args: Any) -> Any:
        self.prepare()
        return self._run(*args)

    def _call_with_any_types(self, *args: Any) -> Any:
        key = tuple(map(type_key, args))
        if key not in self._by_types:
            kinds = tuple(map(numba.typeof, args))
            names = (
                fingerprint(each.py_func) if isinstance(each, CompiledFunction) else str(kind)
                for each, kind in zip(args, kinds, strict=True)
            )
            variant = hashlib.sha256(" ".join(names).encode()).hexdigest()[:16]
            if kinds not in self._by_types:
                self._by_types[kinds] = CompiledFunction(
                    self.py_func, kinds, self._options, False, variant
                )
            self._by_types[key] = self._by_types[kinds]
        return self._by_types[key](*args)

    def _call_with_functions(self, *args: Any) -> Any:
        given = list(args)
        for place, each in enumerate(args):
            if isinstance(each, CompiledFunction):
                if each.signature is None:
                    raise PluginError(
                        f"{each.py_func.__name__} is passed to compiled code without a signature; "
                        "add a signature, for example with @compiled(MOVES)."
                    )
                each.prepare()
                given[place] = each.dispatcher
        return self.dispatcher(*given)


def type_key(value: Any) -> object:
    """Return a key that determines the type of a value in numba, in less time than `typeof`."""
    if isinstance(value, numpy.ndarray):
        flags = value.flags
        layout = flags.c_contiguous, flags.f_contiguous, flags.writeable, flags.aligned
        return value.dtype, value.ndim, layout
    if isinstance(value, tuple):
        return type(value), *map(type_key, value)
    if isinstance(value, int):
        return type(value), value >= 1 << 63  # a large int is unsigned
    if isinstance(value, CompiledFunction):
        return value
    return type(value) if isinstance(value, float | numpy.generic) else numba.typeof(value)


@typeof_impl.register(CompiledFunction)
def _dispatcher_type(function: CompiledFunction, context: Any) -> Any:
    function.prepare()
    return types.Dispatcher(function.dispatcher)


def compiled(
    signature: Any = None, *, cache: bool = True, inner: bool = False, **options: Any
) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that compiles a function with a signature on first use.

    Without a signature, the function is compiled for the argument types of each call. The other
    `options` are those of `numba.njit`.
    """
    options |= {"cache": cache, "nogil": True}
    return lambda function: CompiledFunction(function, signature, options, inner)


def fingerprint(function: Callable[..., Any]) -> str:
    """Return a digest of a function, the compiled functions it calls, and their constants.

    Constants may depend on an option, a file or the environment. Cached code refers to modules, so
    equal functions of two plugins have different digests.
    """
    digest, new, seen = hashlib.sha256(), [function], set()
    while new:
        each = new.pop()
        if each in seen:
            continue
        seen.add(each)
        digest.update(each.__module__.encode() + each.__code__.co_code)
        values = inspect.getclosurevars(each)
        for name, value in sorted({**values.globals, **values.nonlocals}.items()):
            if hasattr(value, "py_func"):
                new.append(value.py_func)
            elif isinstance(value, numpy.ndarray):
                digest.update(f"{name} {value.dtype} {value.shape} ".encode() + value.tobytes())
            elif isinstance(value, bool | int | float | complex | str | bytes | tuple):
                digest.update(f"{name} {value!r} ".encode())
    return digest.hexdigest()[:24]


class _Stopwatch(event.Listener):
    """A listener that measures the compilation time of this process."""

    def __init__(self) -> None:
        self._depth, self._since, self._spent = 0, 0.0, 0.0

    def on_start(self, event: Any) -> None:
        """Record that a compilation, perhaps a nested one, has begun."""
        if self._depth == 0:
            self._since = time.monotonic()
        self._depth += 1

    def on_end(self, event: Any) -> None:
        """Record that a compilation has ended."""
        now = time.monotonic()
        self._depth -= 1
        self._spent, self._since = self._spent + now - self._since, now
        while self._spent > NOTICE_SECONDS and when_compiling:
            when_compiling.pop()()


event.register("numba:compile", _Stopwatch())
atexit.register(code_cache.write_checksums)


def borrow(*arrays: Any) -> tuple[Any, ...]:
    """Return the arrays without reference counting in compiled code.

    Counting references in each call of a helper can take as long as the work itself. Use this only
    for the arguments of a function, which its caller keeps alive, and not for new arrays.
    """
    return arrays


@overload(borrow)
def _borrow(*arrays):  # type: ignore[no-untyped-def]
    return lambda *arrays: _clear_owners(arrays)  # type: ignore[call-arg]


@intrinsic
def _clear_owners(typing_context: Any, arrays: Any) -> Any:
    """Clear the owner of each array in a tuple."""

    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        (result,) = values
        for place, kind in enumerate(arrays):
            owner = context.data_model_manager[kind].get_field_position("meminfo")
            nobody = builder.extract_value(result, (place, owner)).type(None)
            result = builder.insert_value(result, nobody, (place, owner))
        return result

    return arrays(arrays), build


@compiled(types.void(int32[::1], int32[::1]))
def copy_array(to, source):  # type: ignore[no-untyped-def]
    """Copy an array in a loop, because `to[:] = line` takes seconds to compile."""
    for i in range(len(to)):
        to[i] = source[i]


@compiled(types.void(int32[::1], int32))
def fill_array(array, number):  # type: ignore[no-untyped-def]
    """Fill an array in a loop, because `line[:] = number` is slow to compile."""
    for i in range(len(array)):
        array[i] = number
