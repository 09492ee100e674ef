"""puzzlekit's own puzzle files, in TOML."""

from .reader import parse as parse
from .writer import dump as dump
