"""One level of the search, compiled.

The distance of each position is kept modulo 3, in 2 bits of a word of 32 positions; 3 stands for
one that has not been met. A call looks at some rows and writes only to them: several threads can
share a level. No position that leads to one which was not met is nearer than the level, so that
those which agree with it modulo 3 belong to it.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy
from numba import int32, int64, uint8, uint16, uint64

from ...core.compiling import njit

#: The lower bit of each pair.
PAIRS = numpy.uint64(0x5555555555555555)

#: For a single bit, times this number, the highest six bits are all different: which bit it is.
_FACTOR = numpy.uint64(0x03F79D71B4CB0A89)
_BIT = numpy.zeros(64, numpy.uint8)
for _i in range(64):
    _BIT[((1 << _i) * int(_FACTOR) & (2**64 - 1)) >> 58] = _i

_ONE, _THREE, _SHIFT = numpy.uint64(1), numpy.uint64(3), numpy.uint64(58)

_FORM = int64(
    *(int64[::1], int32[::1], int32[::1], uint16[:, ::1], uint64[:, ::1], uint8[::1]),
    *(int64, int64, int64, int64, int32[::1]),
)


@njit(_FORM, cache=True, nogil=True)
def push(first, origins, turns, onward, known, alive, columns, level, begin, end, found):
    """Go on from the positions of a level to those in some rows that have not been met.

    `known` are the distances, `alive` tells which rows have positions of the level. Writes how many
    were new into `found`, by row, and returns the sum.
    """
    width = known.shape[1]
    here, clear = uint64(level % 3) * PAIRS, _THREE - uint64((level + 1) % 3)
    total = 0
    for row in range(begin, end):
        new, own = 0, known[row]
        for step in range(first[row], first[row + 1]):
            origin = origins[step]
            if not alive[origin]:
                continue
            table, other = onward[turns[step]], known[origin]
            for word in range(width):
                differs = other[word] ^ here
                bits = ~(differs | (differs >> _ONE)) & PAIRS
                while bits != uint64(0):
                    low = bits & (~bits + _ONE)
                    bits ^= low
                    to = table[32 * word + (_BIT[(low * _FACTOR) >> _SHIFT] >> 1)]
                    shift = uint64(2 * (to & 31))
                    if (own[to >> 5] >> shift) & _THREE == _THREE:
                        own[to >> 5] &= ~(clear << shift)
                        new += 1
        found[row] = new
        total += new
    return total


@njit(_FORM, cache=True, nogil=True)
def pull(first, origins, turns, back, known, alive, columns, level, begin, end, found):
    """Look for each position in some rows that has not been met whether a move leads to it."""
    width = known.shape[1]
    here, clear = uint64(level % 3), _THREE - uint64((level + 1) % 3)
    total = 0
    for row in range(begin, end):
        new, own = 0, known[row]
        low_step, high_step = first[row], first[row + 1]
        for word in range(width):
            value = own[word]
            bits = value & (value >> _ONE) & PAIRS
            while bits != uint64(0):
                low = bits & (~bits + _ONE)
                bits ^= low
                bit = _BIT[(low * _FACTOR) >> _SHIFT]
                if 32 * word + (bit >> 1) >= columns:  # it only fills up the last word
                    break
                for step in range(low_step, high_step):
                    if not alive[origins[step]]:
                        continue
                    at = back[turns[step], 32 * word + (bit >> 1)]
                    if (known[origins[step], at >> 5] >> uint64(2 * (at & 31))) & _THREE == here:
                        value &= ~(clear << uint64(bit))
                        new += 1
                        break
            own[word] = value
        found[row] = new
        total += new
    return total
