"""The .tws file format of twsearch."""

from .reader import parse as parse
from .writer import dump as dump
from .writer import plain_aliases as plain_aliases
