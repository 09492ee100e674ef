"""Shortest solutions of puzzles with too many positions for a search that keeps them.

Tables tell of some pieces how far they are from their places (pattern databases); a search of
greater and greater depth (IDA*) leaves out what they show to be too far.
"""

from .front import MAX_LISTED as MAX_LISTED
from .front import MEMORY as MEMORY
from .front import solve_optimally as solve_optimally
from .shortest import EXCLUDED as EXCLUDED
from .shortest import OptimalSolution as OptimalSolution
