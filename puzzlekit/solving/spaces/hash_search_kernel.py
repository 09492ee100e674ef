"""Compiled breadth-first search with a hash table of positions.

A position is a row of small numbers, which encode the contents of the slots. Its Zobrist hash
(A. Zobrist, A new hashing method, 1970) is the exclusive or of a random number for each slot and
its content. A move therefore updates the hash for the moved pieces only.
"""

# mypy: allow-untyped-defs
from numba import int32, int64, uint8, uint64

from ...core.compiling import njit

#: The value of an empty table entry.
FREE_SLOT = -1


@njit(
    int64(
        *(int64[::1], int32[:, ::1], uint8[:, ::1], int64[::1], int32[:, ::1], uint64[:, ::1]),
        *(uint8[:, ::1], uint64[::1], int32[::1], int64, int64, int64),
    ),
    cache=True,
    nogil=True,
)
def expand_level(
    first, parts, turned, check, holes, numbers, rows, hashes, table, begin, end, count
):
    """Expand the positions `begin` to `end`; return the new number of positions, or -1 if full.

    Move m consists of the rows `first[m]` to `first[m + 1]` in `parts` (slot, source slot, and the
    row of `turned` that maps the piece). Its conditions are the rows `check[m]` to `check[m + 1]`
    in `holes`.
    """
    mask = uint64(len(table) - 1)
    slots = rows.shape[1]
    for number in range(begin, end):
        for move in range(len(first) - 1):
            legal = True
            for each in range(check[move], check[move + 1]):
                if (rows[number, holes[each, 0]] == 0) != (holes[each, 1] == 1):
                    legal = False
                    break
            if not legal:
                continue
            if count == len(rows):
                return -1
            new, key = rows[count], hashes[number]
            for slot in range(slots):
                new[slot] = rows[number, slot]
            for part in range(first[move], first[move + 1]):
                slot = parts[part, 0]
                piece = turned[parts[part, 2], rows[number, parts[part, 1]]]
                key ^= numbers[slot, new[slot]] ^ numbers[slot, piece]
                new[slot] = piece
            place = key & mask
            while True:
                other = table[place]
                if other == FREE_SLOT:
                    table[place] = count
                    hashes[count] = key
                    count += 1
                    break
                if hashes[other] == key:
                    same = True
                    for slot in range(slots):
                        if rows[other, slot] != new[slot]:
                            same = False
                            break
                    if same:
                        break
                place = (place + uint64(1)) & mask
    return count


@njit(int64(uint64[::1], int32[::1], int64), cache=True, nogil=True)
def enter(hashes, table, count):
    """Enter all positions into an empty table; return their number."""
    mask = uint64(len(table) - 1)
    for number in range(count):
        place = hashes[number] & mask
        while table[place] != FREE_SLOT:
            place = (place + uint64(1)) & mask
        table[place] = number
    return count
