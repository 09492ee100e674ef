"""All positions of a puzzle, by distance: compiled breadth-first search over ranked positions.

A position is a pair of numbers, a row and a column, found from the puzzle itself (`splitting`). A
move takes a row to a row and permutes the columns by one of a few permutations (`tables`). Only
pairs that can be reached are kept (`classes`), eight of them in a byte that a move carries as a
whole (`lanes`); so a level is a look at bytes in order (`levels_kernel`).
"""

from .enumeration import Enumeration as Enumeration
from .enumeration import enumerate_states as enumerate_states
from .mechanism import MEMORY as MEMORY
from .mechanism import METRICS as METRICS
from .mechanism import STEPS as STEPS
