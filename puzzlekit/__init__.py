"""puzzlekit: rearrangement puzzles and abstract games, to play, analyse and extend.

Everything that plugins and scripts need can be imported from this package. Imports are lazy.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import get_data
from typing import Any

__version__ = "0.2.0"

#: The packages whose modules are public under their short names.
_PACKAGES = (".", ".core", ".play")

#: The stub, with lines such as `from .core.board import Board as Board`.
_STUB = get_data(__name__, "__init__.pyi") or b""

#: The modules or packages of all names.
_MODULE_OF = {
    words[-1]: words[1]
    for words in map(str.split, _STUB.decode().splitlines())
    if words[:1] == ["from"]
}

__all__ = ["__version__", *(name for name in _MODULE_OF if _MODULE_OF[name] not in _PACKAGES)]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'puzzlekit' has no attribute {name!r}")
    if (module := _MODULE_OF[name]) in _PACKAGES:
        return import_module(f"{module.rstrip('.')}.{name}", __name__)
    return getattr(import_module(module, __name__), name)


def __dir__() -> list[str]:
    return sorted(__all__)
