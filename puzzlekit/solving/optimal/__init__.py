"""Shortest solutions of puzzles with too many positions for a search that keeps them.

Tables tell of some pieces how far they are from their places (pattern databases); a search of
greater and greater depth (IDA*) leaves out what they show to be too far.
"""

from .front import LISTED as LISTED
from .front import MEMORY as MEMORY
from .front import optimal as optimal
from .shortest import EXCLUDED as EXCLUDED
from .shortest import Shortest as Shortest
