"""Copying lines of numbers in compiled code: numba takes seconds to compile `to[:] = line`."""

# mypy: allow-untyped-defs
from __future__ import annotations

from numba import int32, void

from .compiling import njit


@njit(void(int32[::1], int32[::1]), cache=True, nogil=True)
def copy(to, line):
    """Copy a line of numbers to another one of the same length."""
    for i in range(len(to)):
        to[i] = line[i]
