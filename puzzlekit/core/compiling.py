"""numba's decorator for puzzlekit's own compiled code and that of the games.

It makes machine code when it is first needed, keeps it on disk (see `code_cache`), and makes as
little of it as will do.
"""

# mypy: allow-untyped-calls
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba
from numba import int32, int64, types, uint64
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.typeinfer import register_dispatcher

from .errors import PluginError
from .inlined import InlinedCompiler
from .machine_code import Cache

#: Without its types, which tell only half of what it has.
_Dispatcher: Any = CPUDispatcher


if TYPE_CHECKING:
    from numba import njit as njit
else:

    def njit(*forms, cache=False, **options):
        """Return `numba.njit` with these options, for what is compiled when it is first needed.

        With forms (signatures) a function has these and no others.
        """

        def decorated(function):
            if numba.config.DISABLE_JIT:
                return function
            if not forms:  # it is never handed about as a function, a way in that takes time
                options["no_cfunc_wrapper"] = True
            kind = _Inner if options.get("no_cpython_wrapper") else _Function
            targets = {"nopython": True, **options}
            found = kind(function, targetoptions=targets, pipeline_class=kind.compiler)
            found.forms = forms
            if cache:
                found._cache = Cache(function, options)
            return found

        return decorated


class _Function(_Dispatcher):  # type: ignore[misc]
    """A function that is compiled late, and for one type of whole numbers."""

    forms: tuple[Any, ...] = ()
    compiler: type = Compiler

    def make(self) -> None:
        """Compile its forms, or find them compiled."""
        with global_compiler_lock:  # other threads may ask for it too
            if self.forms and self._can_compile:
                with register_dispatcher(self):  # it may call itself
                    for form in self.forms:
                        self.compile(form)
                self.disable_compile()

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return how it is called by compiled code that has such arguments.

        numba would compile it again for each type of whole numbers, and for each constant.
        """
        if self.forms:
            self.make()
            return super().get_call_template(args, kws)
        found, args = self._compiler.fold_argument_types(args, kws)
        template, *_ = super().get_call_template(tuple(map(_wide, args)), {})
        return template, found, args, {}

    def get_compile_result(self, sig: Any) -> Any:
        """Return what it is as a function that is handed about."""
        if not self.forms:
            raise PluginError(f"{self.__name__} is handed about as a function, but has no form.")
        self.make()
        return super().get_compile_result(sig)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Answer a call from Python for which nothing has been compiled yet."""
        if self.forms:
            self.make()
            given = [self.typeof_pyval(each) for each in args]
            for kinds, found in self.overloads.items():
                fits = len(kinds) == len(given) and not kws
                if fits and None not in map(self.typingctx.can_convert, given, kinds):
                    return found.entry_point
        return super()._compile_for_args(*args, **kws)


class _Inner(_Function):
    """A function that only compiled functions call: no machine code is made of it alone."""

    compiler = InlinedCompiler

    def add_overload(self, found: Any) -> None:
        """Keep what was compiled for its callers; there is nothing that Python could call."""
        self.overloads[tuple(found.signature.args)] = found

    def __call__(self, *args: Any) -> Any:
        """Answer a call from Python in Python."""
        return self.py_func(*args)


def _wide(kind: Any) -> Any:
    """Return a type with 64 bits for all whole numbers in it."""
    if isinstance(kind, types.Integer) and kind != uint64:
        return int64
    if type(kind) in (types.Tuple, types.UniTuple):
        return types.BaseTuple.from_types(tuple(map(_wide, kind.types)))
    return kind


@njit(types.void(int32[::1], int32[::1]), cache=True, nogil=True)
def copy(to, line):  # type: ignore[no-untyped-def]
    """Copy a line of numbers to another one; numba takes seconds to compile `to[:] = line`."""
    for i in range(len(to)):
        to[i] = line[i]


@njit(types.void(int32[::1], int32), cache=True, nogil=True)
def fill_with(line, number):  # type: ignore[no-untyped-def]
    """Write a number all along a line; numba takes a while to compile `line[:] = number`."""
    for i in range(len(line)):
        line[i] = number
