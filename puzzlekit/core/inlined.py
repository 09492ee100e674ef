"""How functions are compiled that only other compiled functions call.

numba makes machine code of each function and then takes all of its code into each caller, where
it is optimised once more and machine code made of it again. What nobody calls by itself is
spared the first of both: it is kept as LLVM's code, tidied, which its callers take in.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

from typing import Any

from numba.core import compiler
from numba.core.codegen import JITCodeLibrary

#: Without their types, which tell only half of what they have.
_Library: Any = JITCodeLibrary
_Compiler: Any = compiler.Compiler


class InlinedLibrary(_Library):  # type: ignore[misc]
    """The code of a function, of which no machine code is made."""

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=self._codegen._opt_level, cost="cheap"
        )
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def serialize_using_object_code(self) -> Any:
        """Return what a cache keeps of it."""
        return self.serialize_using_bitcode()


class InlinedCompiler(_Compiler):  # type: ignore[misc]
    """numba's compiler, up to where machine code would be made."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function for its callers."""
        context = self.state.targetctx
        self.state.flags.no_compile = True
        self.state.library = InlinedLibrary(context.codegen(), func.__qualname__)
        found = super().compile_extra(func)
        # Callers find its code by what stands for it; usually that is its way in from Python.
        found = found._replace(entry_point=func)
        context.insert_user_function(func, found.fndesc, [found.library])
        return found
