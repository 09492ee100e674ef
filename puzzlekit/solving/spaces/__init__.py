"""Compiled breadth-first search over all positions of a puzzle.

A position is split into a row and a column (`row_column_splits`). A move maps rows to rows and
permutes the columns by one of a few permutations (`transition_tables`). Only reachable pairs are
stored. Eight pairs share a byte, which a move maps as a unit (`column_tracks`), so that a level is
expanded by a sequential scan of bytes (`levels_kernel`).
"""

from ..solution import STEPS as STEPS
from .enumeration import Enumeration as Enumeration
from .label_permutations import MEMORY as MEMORY
