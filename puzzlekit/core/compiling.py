"""numba's decorator, for where machine code cannot be kept as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numba

if TYPE_CHECKING:
    from numba import njit as njit
else:

    def njit(*forms, cache=False, **options):
        """Return `numba.njit` with these options, without a cache where no folder takes one.

        numba raises a `RuntimeError` if neither the folder of a source nor that of the user can be
        written to. It is no reason not to play.
        """

        def decorated(function):
            try:
                return numba.njit(*forms, cache=cache, **options)(function)
            except RuntimeError as error:
                if "no locator available" not in str(error):
                    raise
                return numba.njit(*forms, **options)(function)

        return decorated
