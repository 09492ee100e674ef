"""The solids of plugins, for displaying puzzle files in 3D."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..core.options import Option, options_of
from ..core.solid import Solid
from ..rules.base import Puzzle, Rules

#: The maximum number of option values to try for a plugin.
MAX_SOLIDS = 12


def solids_of(kind: type[Rules]) -> Iterator[Solid]:
    """Yield the solids of a plugin with different options, or with its presets if there are many.

    >>> from puzzlekit import load
    >>> sorted({len(solid.stickers) for solid in solids_of(type(load("cube")))})
    [24, 54, 96, 150, 216, 294]
    """
    if not issubclass(kind, Puzzle) or kind.fingerprint:  # files get their solids from plugins
        return
    for given in _option_sets(kind):
        try:
            rules = kind(**given)
            solid, cells = rules.solid, len(rules.board)
        except Exception:  # reported when the user chooses these options
            return
        if not isinstance(solid, Solid) or solid.cells != cells:
            return
        yield solid


def _option_sets(kind: type[Rules]) -> list[Mapping[str, Any]]:
    """Return all values of each option or, if there are many, the presets."""
    options = options_of(kind).values()
    found: list[Mapping[str, Any]] = [{o.name: value} for o in options for value in _values(o)]
    return found if 0 < len(found) <= MAX_SOLIDS else [{}, *kind.presets.values()]


def _values(option: Option) -> list[Any]:
    if isinstance(option.default, bool):
        return [False, True]
    return list(option.choices or option.bounds or [option.default])
