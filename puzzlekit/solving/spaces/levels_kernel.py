"""One level of the search, compiled.

The distance of each position is kept modulo 3, in 2 bits; 3 stands for one that has not been met.
Of eight positions the lower bits are one byte and the higher ones the next, so that both are read
at once though another thread may just write them. A call looks at some rows and writes only to
them: several threads can share a level. No position that leads to one which was not met is nearer
than the level, so that those which agree with it modulo 3 belong to it.
"""

# mypy: allow-untyped-defs
import numpy
from numba import int32, int64, uint8, uint16, uint64

from ...core.compiling import njit

_LOW = numpy.uint64(0x00FF00FF00FF00FF)
_BYTE, _EIGHT = numpy.uint16(255), numpy.uint64(8)

#: How many bits of a byte are set.
COUNT = numpy.array([bin(byte).count("1") for byte in range(256)], numpy.uint8)

_FORM = int64(
    *(int64[::1], int64[::1], int32[::1], int32[::1], uint16[:, ::1], uint8[::1], int64),
    *(uint16[:, ::1], int64, uint8[::1], uint16[:, ::1], int64, int32[::1]),
)


@njit(_FORM, cache=True, nogil=True)
def push(
    first, last, origins, turns, entries, shuffle, lanes, known, low, alive, own, level, found
):
    """Expand the positions of a level into the rows `own`; return how many are new.

    Steps `first[r]` to `last[r]` lead to row r from `known` rows (numbered from `low`), of which
    `alive` tells those with positions of the level. Adds the new ones by row to `found`.
    """
    width = own.shape[1]
    quads = known.view(numpy.uint64)
    mask = uint64(0)
    if level % 3 != 1:
        mask |= _LOW
    if level % 3 != 2:
        mask |= _LOW << _EIGHT
    got = numpy.empty(width, numpy.uint8)
    total = 0
    each = (1 << lanes) - 1
    for row in range(len(own)):
        some = False
        for step in range(first[row], last[row]):
            origin = origins[step]
            if not alive[origin]:
                continue
            if not some:
                some = True
                for place in range(width):
                    got[place] = 0
            entry, other = entries[turns[step]], quads[origin - low]
            for quad in range(width >> 2):
                value = other[quad] ^ mask
                value &= (value >> _EIGHT) & _LOW
                if value == uint64(0):
                    continue
                if lanes == 8:
                    for place in range(4):
                        to = int64(entry[4 * quad + place])
                        bits = int64((value >> uint64(16 * place)) & uint64(255))
                        got[to >> 3] |= shuffle[(to & 7) << 8 | bits]
                else:
                    for place in range(4):
                        bits = int64((value >> uint64(16 * place)) & uint64(255))
                        word = (4 * quad + place) * 8 // lanes
                        while bits:
                            if bits & each:
                                to = int64(entry[word])
                                how = to & (lanes - 1)
                                got[to >> 3] |= shuffle[how << 8 | bits & each] << (to & 7 ^ how)
                            bits >>= lanes
                            word += 1
        if some:
            new = _met(own[row], got, level)
            found[row] += new
            total += new
    return total


@njit(_FORM, cache=True, nogil=True)
def pull(first, last, origins, turns, back, shuffle, lanes, known, low, alive, own, level, found):
    """Look for each position in some rows that has not been met whether a step leads to it."""
    width = own.shape[1]
    mask = uint16(0)
    if level % 3 != 1:
        mask |= uint16(255)
    if level % 3 != 2:
        mask |= uint16(0xFF00)
    got = numpy.empty(width, numpy.uint8)
    total = 0
    each = (1 << lanes) - 1
    most = 0
    for row in range(len(own)):
        most = max(most, last[row] - first[row])
    near, way = numpy.empty(most, numpy.int64), numpy.empty(most, numpy.int64)
    for row in range(len(own)):
        count = 0
        for step in range(first[row], last[row]):
            if alive[origins[step]]:
                near[count], way[count] = origins[step] - low, turns[step]
                count += 1
        for place in range(width):
            value = own[row, place]
            wanted = value & (value >> 8) & _BYTE
            here = 0
            if wanted:
                for step in range(count):
                    if lanes == 8:
                        to = int64(back[way[step], place])
                        value = known[near[step], to >> 3] ^ mask
                        here |= shuffle[(to & 7) << 8 | int64(value & (value >> 8) & _BYTE)]
                    else:
                        for lane in range(0, 8, lanes):
                            to = int64(back[way[step], (8 * place + lane) // lanes])
                            how = to & (lanes - 1)
                            value = known[near[step], to >> 3] ^ mask
                            bits = int64(value & (value >> 8) & _BYTE) >> (to & 7 ^ how)
                            here |= shuffle[how << 8 | bits & each] << lane
                    if here & wanted == wanted:
                        break
            got[place] = here
        new = _met(own[row], got, level)
        found[row] += new
        total += new
    return total


@njit(int64(uint16[::1], uint8[::1], int64), cache=True, nogil=True)
def _met(own, got, level):
    """Note the distance of those positions of a row that were got to and had not been met."""
    new = 0
    for place in range(len(own)):
        if got[place]:
            value = own[place]
            bits = value & (value >> 8) & uint16(got[place])
            if bits:
                new += COUNT[bits]
                if level % 3 != 0:
                    value &= ~bits
                if level % 3 != 1:
                    value &= ~(bits << 8)
                own[place] = value
    return new
