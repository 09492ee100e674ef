"""All positions of a puzzle, by distance: compiled breadth-first search over ranked positions.

A position is a pair of numbers, a row and a column, found from the puzzle itself (`splitting`). A
move takes a row to a row and permutes the columns by one of a few permutations (`tables`), so
that a level of the search reads and writes memory in order (`levels`).
"""

from .counting import states as states
from .mechanism import METRICS as METRICS
from .mechanism import STEPS as STEPS
from .space import MEMORY as MEMORY
from .space import Space as Space
from .space import space as space
