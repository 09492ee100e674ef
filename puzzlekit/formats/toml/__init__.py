"""puzzlekit's own puzzle file format, based on TOML."""

from .reader import parse as parse
from .reader import parse_tolerant as parse_tolerant
from .values import TomlFault as TomlFault
from .writer import dump as dump
