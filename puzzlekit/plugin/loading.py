"""Loading of the plugin class from a Python file or a package."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from contextlib import ExitStack
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

from ..core.errors import PluginError
from ..rules.base import Rules
from .errors import plugin_boundary
from .source_locations import place_of
from .validation import listing_error


def import_file(path: Path) -> ModuleType:
    """Return the module of a Python file, or the package of a folder."""
    name, inside = f"puzzlekit_user.{path.stem}", None
    if path.is_dir():
        name, inside = f"puzzlekit_user.{path.name}", [str(path)]
        path /= "__init__.py"
        if not path.is_file():
            raise PluginError(
                "the folder has no __init__.py; give the file with the rules this name"
            )
    for old in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
        del sys.modules[old]
    return _import_as(name, path, inside)


def module_of(name: str, file: str) -> ModuleType:
    """Import a module by name or, if that fails, load it from its file."""
    if name in sys.modules:
        return sys.modules[name]
    try:
        return importlib.import_module(name)
    except ImportError:
        return _import_as(name, Path(file))


def _import_as(name: str, path: Path, inside: list[str] | None = None) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=inside)
    assert spec is not None  # the path ends in .py
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    with ExitStack() as undo:
        undo.callback(sys.modules.pop, name)
        spec.loader.exec_module(module)
        undo.pop_all()
    return module


def only_plugin_class(found: Any) -> type[Rules]:
    """Return the only plugin class that a module defines; return a class unchanged.

    Raises `PluginError` if there is not exactly one such class, or if a class attribute is invalid.
    """
    classes = [found] if inspect.isclass(found) else _classes(found)
    if len(classes) != 1 or not issubclass(classes[0], Rules):
        names = ", ".join(f"{each.__name__} in {place_of(each, '')}" for each in classes)
        advice = "prefix the names of the other classes with _"
        if not classes:
            others = _classes(found, object)
            members = {name for name in dir(Rules) if not name.startswith("_")}
            other = max(others, key=lambda each: len(members & {*vars(each)}), default=None)
            where = f"; {other.__name__} in {place_of(other, '')} is not" if other else ""
            names = f"no class derived from Rules{where}"
            named = other.__name__ if other else "Name"
            advice = (
                f"write `class {named}(Rules):`, or derive it from Twisty, Sliding or StoneGame"
            )
        raise PluginError(f"it defines {len(classes)} plugins ({names}), not one; {advice}")
    _check_members(classes[0])
    with plugin_boundary(classes[0]):
        if text := listing_error(classes[0]):
            raise PluginError(text)
    return classes[0]


def _check_members(kind: type[Rules]) -> None:
    """Raise `PluginError` if a class does not define a required member."""
    missing = sorted(getattr(kind, "__abstractmethods__", ()))
    if kind.play is Rules.play and kind.apply is Rules.apply:
        missing.append("apply")
    if not missing:
        return
    own = [name for name in vars(kind) if not hasattr(Rules, name) and not name.startswith("_")]
    near = [(name, each) for name in missing for each in get_close_matches(name, own, n=1)]
    advice = f"; rename {near[0][1]} to {near[0][0]}" if near else ""
    where = f"{place}: " if (place := place_of(kind, "")) else ""
    raise PluginError(f"{where}{kind.__name__} does not define {', '.join(missing)}{advice}")


def _classes(module: Any, base: type = Rules) -> list[type]:
    return [
        each
        for each in vars(module).values()
        if inspect.isclass(each)
        and issubclass(each, base)
        and f"{each.__module__}.".startswith(f"{module.__name__}.")
        and not each.__name__.startswith("_")
    ]
