"""Random numbers for compiled code, with an array of one nonzero number as the state."""

# mypy: allow-untyped-defs
from __future__ import annotations

from numba import int64, uint64

from .compiling import compiled


@compiled(int64(uint64[::1], int64))
def random_below(state, below):
    """Return a random number from 0 to `below` - 1 (S. Vigna's xorshift64*)."""
    x = state[0]
    x ^= x >> uint64(12)
    x ^= x << uint64(25)
    x ^= x >> uint64(27)
    state[0] = x
    high = (x * uint64(2685821657736338717)) >> uint64(32)
    return int64((high * uint64(below)) >> uint64(32))


@compiled()
def splitmix64(number):
    """Return a pseudorandom hash of a number (S. Vigna's splitmix64)."""
    z = uint64(number) * uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))
