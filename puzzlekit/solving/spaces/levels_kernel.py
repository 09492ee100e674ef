"""Compiled expansion of one level of the search.

Distances are stored modulo 3 in two bits, and 3 means unreached. The low bits of eight positions
form one byte and their high bits the next byte, so that both bytes are read atomically even if
another thread is writing them. A call writes only to its own rows, so several threads can share a
level. No predecessor of an unreached position belongs to an earlier level, so a predecessor that
equals the current level modulo 3 belongs to the current level.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
import numpy
from numba import int32, int64, types, uint8, uint16, uint64

from ...core.compiling import compiled

_LOW = numpy.uint64(0x00FF00FF00FF00FF)
_BYTE, _EIGHT = numpy.uint16(255), numpy.uint64(8)

#: The number of set bits in each byte value.
COUNT = numpy.array([bin(byte).count("1") for byte in range(256)], numpy.uint8)

#: The number of a level; the steps; the column maps; the known rows; and the rows to expand into.
_FORM = int64(
    int64,
    types.Tuple((int64[::1], int64[::1], int32[::1], int32[::1])),
    types.Tuple((uint16[:, ::1], uint8[::1], int64)),
    types.Tuple((uint16[:, ::1], int64, uint8[::1])),
    types.Tuple((uint16[:, ::1], int32[::1])),
)


@compiled(_FORM)
def push_level(level, steps, maps, origin_rows, target_rows):
    """Expand the positions at a level into the rows `own`; return the number of new positions.

    Steps `first[r]` to `last[r]` lead to row r from rows of `known`, which are numbered from `low`
    on. `alive` marks the rows with positions at this level. The number of new positions in each row
    is added to `new_by_row`.
    """
    first, last, origins, turns = steps
    entries, shuffle, lanes = maps
    known, low, alive = origin_rows
    own, new_by_row = target_rows
    width = own.shape[1]
    quads = known.view(numpy.uint64)
    mask = uint64(0)
    if level % 3 != 1:
        mask |= _LOW
    if level % 3 != 2:
        mask |= _LOW << _EIGHT
    reached = numpy.empty(width, numpy.uint8)
    total = 0
    lane_mask = (1 << lanes) - 1
    for row in range(len(own)):
        has_steps = False
        for step in range(first[row], last[row]):
            origin = origins[step]
            if not alive[origin]:
                continue
            if not has_steps:
                has_steps = True
                for place in range(width):
                    reached[place] = 0
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
                        reached[to >> 3] |= shuffle[(to & 7) << 8 | bits]
                else:
                    for place in range(4):
                        bits = int64((value >> uint64(16 * place)) & uint64(255))
                        word = (4 * quad + place) * 8 // lanes
                        while bits:
                            if bits & lane_mask:
                                to = int64(entry[word])
                                shift = to & (lanes - 1)
                                reached[to >> 3] |= shuffle[shift << 8 | bits & lane_mask] << (
                                    to & 7 ^ shift
                                )
                            bits >>= lanes
                            word += 1
        if has_steps:
            new = _mark_reached(own[row], reached, level)
            new_by_row[row] += new
            total += new
    return total


@compiled(_FORM)
def pull_level(level, steps, maps, origin_rows, target_rows):
    """Test for each unreached position in the target rows whether a step leads to it."""
    first, last, origins, turns = steps
    back, shuffle, lanes = maps
    known, low, alive = origin_rows
    own, new_by_row = target_rows
    width = own.shape[1]
    mask = uint16(0)
    if level % 3 != 1:
        mask |= uint16(255)
    if level % 3 != 2:
        mask |= uint16(0xFF00)
    reached = numpy.empty(width, numpy.uint8)
    total = 0
    lane_mask = (1 << lanes) - 1
    max_steps = 0
    for row in range(len(own)):
        max_steps = max(max_steps, last[row] - first[row])
    step_rows, step_maps = numpy.empty(max_steps, numpy.int64), numpy.empty(max_steps, numpy.int64)
    for row in range(len(own)):
        count = 0
        for step in range(first[row], last[row]):
            if alive[origins[step]]:
                step_rows[count], step_maps[count] = origins[step] - low, turns[step]
                count += 1
        for place in range(width):
            value = own[row, place]
            wanted = value & (value >> 8) & _BYTE
            bits_found = 0
            if wanted:
                for step in range(count):
                    if lanes == 8:
                        to = int64(back[step_maps[step], place])
                        value = known[step_rows[step], to >> 3] ^ mask
                        bits_found |= shuffle[(to & 7) << 8 | int64(value & (value >> 8) & _BYTE)]
                    else:
                        for lane in range(0, 8, lanes):
                            to = int64(back[step_maps[step], (8 * place + lane) // lanes])
                            shift = to & (lanes - 1)
                            value = known[step_rows[step], to >> 3] ^ mask
                            bits = int64(value & (value >> 8) & _BYTE) >> (to & 7 ^ shift)
                            bits_found |= shuffle[shift << 8 | bits & lane_mask] << lane
                    if bits_found & wanted == wanted:
                        break
            reached[place] = bits_found
        new = _mark_reached(own[row], reached, level)
        new_by_row[row] += new
        total += new
    return total


@compiled(int64(uint16[::1], uint8[::1], int64))
def _mark_reached(own, reached, level):
    """Set the distances of the newly reached positions in a row; return their number."""
    new = 0
    for place in range(len(own)):
        if reached[place]:
            value = own[place]
            bits = value & (value >> 8) & uint16(reached[place])
            if bits:
                new += COUNT[bits]
                if level % 3 != 0:
                    value &= ~bits
                if level % 3 != 1:
                    value &= ~(bits << 8)
                own[place] = value
    return new
