"""Shortest solutions of puzzles with too many positions for a breadth-first search.

The search is iterative deepening (IDA*) with pattern databases, which are tables of exact distances
for some of the pieces.
"""

from .search_choice import DEFAULT_MEMORY_BYTES as DEFAULT_MEMORY_BYTES
from .search_choice import MAX_LISTED as MAX_LISTED
from .search_choice import solve_optimally as solve_optimally
from .search_reports import EXCLUDED_PREFIX as EXCLUDED_PREFIX
