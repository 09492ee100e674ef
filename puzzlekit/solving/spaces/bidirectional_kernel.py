"""A search that keeps all positions it has met in a hash table, compiled.

A position is a line of small numbers, what lies in each slot. Its hash is the exclusive or of a
random number for each slot and what lies there (A. Zobrist, A new hashing method, 1970), so that a
move changes it by what it moves.
"""

# mypy: allow-untyped-defs
from numba import int32, int64, uint8, uint64

from ...core.compiling import njit

#: The number of an empty place in the table.
FREE_SLOT = -1


@njit(
    int64(
        *(int64[::1], int32[:, ::1], uint8[:, ::1], int64[::1], int32[:, ::1], uint64[:, ::1]),
        *(uint8[:, ::1], uint64[::1], int32[::1], int64, int64, int64),
    ),
    cache=True,
    nogil=True,
)
def meet(first, parts, turned, check, holes, numbers, kept, hashes, table, begin, end, count):
    """Add all positions a move away from those between two kept ones; return how many are kept.

    Move m has the parts `first[m]` to `first[m + 1]`: a slot, the slot it takes its piece from, and
    the row of `turned` for what the piece becomes; and the conditions on holes `check[m]` to
    `check[m + 1]`. Returns -1 if there is no room.
    """
    mask = uint64(len(table) - 1)
    slots = kept.shape[1]
    for at in range(begin, end):
        for move in range(len(first) - 1):
            legal = True
            for each in range(check[move], check[move + 1]):
                if (kept[at, holes[each, 0]] == 0) != (holes[each, 1] == 1):
                    legal = False
                    break
            if not legal:
                continue
            if count == len(kept):
                return -1
            new, key = kept[count], hashes[at]
            for slot in range(slots):
                new[slot] = kept[at, slot]
            for part in range(first[move], first[move + 1]):
                slot = parts[part, 0]
                piece = turned[parts[part, 2], kept[at, parts[part, 1]]]
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
                        if kept[other, slot] != new[slot]:
                            same = False
                            break
                    if same:
                        break
                place = (place + uint64(1)) & mask
    return count


@njit(int64(uint64[::1], int32[::1], int64), cache=True, nogil=True)
def enter(hashes, table, count):
    """Enter the positions that are kept into an empty table; return how many."""
    mask = uint64(len(table) - 1)
    for number in range(count):
        place = hashes[number] & mask
        while table[place] != FREE_SLOT:
            place = (place + uint64(1)) & mask
        table[place] = number
    return count
