"""KPuzzle definitions from cubing.js, in JSON."""

from .reader import parse as parse
from .writer import dump as dump
