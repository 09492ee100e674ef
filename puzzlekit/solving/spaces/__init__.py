"""All positions of a puzzle by distance: compiled breadth-first search over ranked positions.

A position is a pair of a row and a column, derived from the puzzle (`orbit_splitting`). A move maps
rows to rows and permutes the columns by one of a few permutations (`tables`). Only reachable pairs
are stored (`fibres`), eight of them in a byte that a move maps as a whole (`tracks`), so that a
level is a sequential scan of bytes (`levels_kernel`).
"""

from .enumeration import Enumeration as Enumeration
from .enumeration import enumerate_states as enumerate_states
from .mechanism import MEMORY as MEMORY
from .mechanism import METRICS as METRICS
from .mechanism import STEPS as STEPS
