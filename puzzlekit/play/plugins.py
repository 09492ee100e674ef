"""Where plugins come from.

Plugins stand on the shipped shelves (`games/`, `puzzles/`: Python and TOML), in installed
packages (entry points `puzzlekit.plugins`) and in the user's `plugins` folder: Python files,
folders with an `__init__.py`, and puzzle files of any format. Any other puzzle file is named by
its path. Nothing is imported before it is asked for, and a plugin that cannot be loaded leaves
the others working.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, redirect_stdout
from difflib import get_close_matches
from functools import cache, lru_cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ..core.errors import (
    MAX_QUOTED,
    OptionError,
    PluginError,
    PuzzlekitError,
    UnknownPlugin,
    did_you_mean,
    quoted,
    shown,
)
from ..core.files import home
from ..core.solid import Solid
from ..plugin.errors import loading_error, plugin_boundary
from ..plugin.source import place_of
from ..plugin.validation import listing_error
from ..rules.rule_book import Rules
from . import game_id

SHELVES = ("puzzlekit.games", "puzzlekit.puzzles")
ENTRY_POINTS = "puzzlekit.plugins"

#: Files of the plugins folder that are looked at; a .txt there may be anything.
_IN_FOLDER = {".py", *game_id.FILES} - {".txt"}


#: Characters of the path of a plugin that are shown at most: nobody has typed it.
MAX_PATH = 300


class Entry(NamedTuple):
    """A plugin that has been found but not yet imported."""

    name: str
    where: str
    load: Callable[[], Any]


def plugins_folder() -> Path:
    """Return the folder in which a user's own plugin files are looked for."""
    return home() / "plugins"


def _shelf_entries() -> list[Entry]:
    found = []
    for shelf in SHELVES:
        folders = importlib.import_module(shelf).__path__
        for module in pkgutil.iter_modules(folders):
            if not module.name.startswith("_"):
                name = f"{shelf}.{module.name}"
                found.append(Entry(module.name, name, partial(importlib.import_module, name)))
        for folder in map(Path, folders):
            paths = sorted(folder.glob("[!_]*.toml")) if folder.is_dir() else []
            found += [Entry(path.stem, str(path), partial(_open, path)) for path in paths]
    return found


def _installed_entries() -> list[Entry]:
    from importlib.metadata import entry_points

    return [
        Entry(point.name, point.value, point.load) for point in entry_points(group=ENTRY_POINTS)
    ]


def _folder_entries() -> list[Entry]:
    folder = plugins_folder()
    try:
        paths = sorted(path for path in folder.iterdir() if path.name[0] not in "._")
    except FileNotFoundError:
        return []
    except OSError as error:
        why = error.strerror
        return [Entry("plugins-folder", str(folder), partial(_unreadable, why))]
    return [
        Entry(path.name if path.is_dir() else path.stem, str(path), partial(_open, path))
        for path in paths
        if path.suffix.lower() in _IN_FOLDER or (path.is_dir() and _holds_python(path))
    ]


def _holds_python(folder: Path) -> bool:
    """Tell whether a folder holds a plugin, or would with an `__init__.py`."""
    try:
        return any(path.suffix == ".py" for path in folder.iterdir())
    except OSError:
        return True  # to open it says why it cannot be read


def _open(path: Path) -> ModuleType | type[Rules]:
    for each in path.rglob("*.py") if path.is_dir() else [path]:
        if each.exists() and not (each.is_file() or each.is_dir()):  # to read it may never end
            raise PluginError(f"{each.name} is no ordinary file; remove it")
    if path.is_dir() or path.suffix == ".py":
        from .trial import pass_trial  # which few commands need

        pass_trial(path)
        return _import_file(path)
    from ..formats.as_rules import puzzle

    return puzzle(path, _solids)


def class_in_file(path: Path) -> type[Rules]:
    """Return the class of a Python file, or of a folder of such, without a trial of it."""
    return _class_in(_import_file(path))


def _import_file(path: Path) -> ModuleType:
    """Return the module of a Python file, or the package of a folder."""
    name, inside = f"puzzlekit_user.{path.stem}", None
    if path.is_dir():
        name, inside = f"puzzlekit_user.{path.name}", [str(path)]
        path /= "__init__.py"
        if not path.is_file():
            raise PluginError("the folder has no file __init__.py; name that of the rules so")
    for old in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
        del sys.modules[old]
    return _import_as(name, path, inside)


def module_of(name: str, file: str) -> ModuleType:
    """Return a module by its name, or from its file where it is not found by its name.

    >>> module_of("math", "").gcd(4, 6)
    2
    """
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


@cache
def entries() -> Mapping[str, Entry]:
    """Return every plugin that can be found, by name; of two with one name the first stands."""
    found: dict[str, Entry] = {}
    for entry in [*_shelf_entries(), *_installed_entries(), *_folder_entries()]:
        if not game_id.NAME.fullmatch(entry.name) or entry.name.startswith("-"):
            found[entry.name] = entry._replace(load=_misnamed)
        elif entry.name in found:
            first = found[entry.name].where
            found[f"{entry.name} ({entry.where})"] = Entry(
                entry.name, entry.where, partial(_taken, first)
            )
        else:
            found[entry.name] = entry
    return found


def _taken(first: str) -> None:
    raise PluginError(f"its name is taken by {shown(first, MAX_PATH)}; rename the file")


def _unreadable(why: str | None) -> None:
    raise PluginError(f"it cannot be read ({why})")


def _misnamed() -> None:
    raise PluginError(
        "its name fits no game ID; rename the file or folder to letters, digits, _ and -, with no "
        "- in front"
    )


@cache
def plugin(name: str) -> type[Rules]:
    """Return the plugin class of a name; raise `UnknownPlugin` or `PluginError`."""
    found = entries()
    if name not in found:
        raise UnknownPlugin(
            f"There is no plugin {name[:40]!r}.{did_you_mean(name, found)} "
            "`puzzlekit list` shows them all."
        )
    entry = found[name]
    try:
        with redirect_stdout(sys.stderr):  # stdout is for data
            return _class_in(entry.load())
    except (Exception, SystemExit) as error:
        from .trial import WrongAnswer

        if isinstance(error, WrongAnswer):
            raise
        raise PluginError(
            f"The plugin {quoted(entry.name)} ({shown(entry.where, MAX_PATH)}) "
            f"{_why(error, entry)}."
        ) from error


def own_names() -> set[str]:
    """Return the names of the plugins in the user's own folder."""
    return {entry.name for entry in _folder_entries()}


def rescan() -> None:
    """Look for plugins anew, because one has been added or changed."""
    entries.cache_clear()
    plugin.cache_clear()


def kind_of(name: str) -> type[Rules]:
    """Return the class of a plugin by its name, or that of a puzzle file by its path.

    Raises `FormatError` for a file that holds no puzzle, else what `plugin` raises.
    """
    if not game_id.is_path(name):
        return plugin(name)
    path = absolute(name)
    try:
        facts = os.stat(path)
        return _from_file(path, (facts.st_mtime_ns, facts.st_size))
    except (OSError, ValueError):
        return _from_file.__wrapped__(path, (0, 0))  # says what is wrong with it


def absolute(name: str) -> str:
    """Return the path of a puzzle file in full."""
    return os.path.abspath(os.path.expanduser(name))


def confined(name: str, folders: Iterable[Path]) -> str:
    """Return the name of a plugin, or the path of a puzzle file, that a file or a text gives.

    Only files in one of the `folders` or in the plugins folder are opened. For a path that leads
    elsewhere a file of its name there is taken; raises `OptionError` if there is none.
    """
    if not game_id.is_path(name):
        return name
    known = [os.path.abspath(folder) for folder in (*folders, plugins_folder())]
    path = os.path.abspath(os.path.join(known[0], os.path.expanduser(name)))
    inside = [path] if any(path.startswith(os.path.join(each, "")) for each in known) else []
    file = re.split(r"[\\/]", name)[-1]
    for each in [*inside, *(os.path.join(folder, file) for folder in known)]:
        if os.path.isfile(each):
            return each
    if inside:
        return path
    raise OptionError(
        f"The puzzle file {shown(name)} is in another folder, so it is not opened; copy it to "
        f"{shown(known[0])}."
    )


@lru_cache(maxsize=32)
def _from_file(path: str, stamp: tuple[int, int]) -> type[Rules]:
    """Return the class of a puzzle file, read again when its time or its size has changed."""
    from ..formats.as_rules import puzzle

    return puzzle(Path(path), _solids)


@cache
def _solids() -> Sequence[Solid]:
    """Return the solids of all plugins, as which puzzle files are shown."""
    from .solids import solids_of

    return [solid for kind in plugins()[0].values() for solid in solids_of(kind)]


def _why(error: BaseException, entry: Entry) -> str:
    text = loading_error(error, Path(entry.where)).rstrip(".")
    if isinstance(error, PuzzlekitError):
        return f"cannot be used: {text}"
    return f"cannot be loaded: {text}{' Fix' if text[-1] in '.?' else '; fix'} the file"


def _class_in(found: Any) -> type[Rules]:
    """Return the one plugin class that a module defines, or the class itself."""
    classes = [found] if inspect.isclass(found) else _classes(found)
    if len(classes) != 1 or not issubclass(classes[0], Rules):
        names = ", ".join(f"{each.__name__} in {place_of(each, '')}" for each in classes)
        way = "let the names of other classes begin with _"
        if not classes:
            other = next(iter(_classes(found, object)), None)
            where = f"; {other.__name__} in {place_of(other, '')} is none" if other else ""
            names = f"no class derived from Rules{where}"
            named = other.__name__ if other else "Name"
            way = f"write `class {named}(Rules):`, or with Twisty, Sliding or StoneGame for Rules"
        raise PluginError(f"it defines {len(classes)} plugins ({names}), not one; {way}")
    _check_members(classes[0])
    _check_facts(classes[0])
    return classes[0]


def _refused(kind: type[Rules], member: str, text: str) -> PluginError:
    """Return the error for a class with something that will not do, and where that stands."""
    where = place_of(kind, member)
    return PluginError(f"{where}: {text}" if where else text)


def _check_members(kind: type[Rules]) -> None:
    """Refuse a class that lacks what every plugin must define."""
    missing = sorted(getattr(kind, "__abstractmethods__", ()))
    if kind.play is Rules.play and kind.after is Rules.after:
        missing.append("after")
    if not missing:
        return
    own = [name for name in vars(kind) if not hasattr(Rules, name) and not name.startswith("_")]
    near = [(name, each) for name in missing for each in get_close_matches(name, own, n=1)]
    mend = f"; it has {near[0][1]}, which is near {near[0][0]}: rename it" if near else ""
    raise _refused(kind, "", f"{kind.__name__} does not define {', '.join(missing)}{mend}")


def _check_facts(kind: type[Rules]) -> None:
    """Refuse a class that lists and launchers could not even show."""
    with plugin_boundary(kind):
        if text := listing_error(kind):
            raise PluginError(text)


def _repr(value: object) -> str:
    return repr(value)[:MAX_QUOTED]


def _classes(module: Any, base: type = Rules) -> list[type]:
    return [
        each
        for each in vars(module).values()
        if inspect.isclass(each)
        and issubclass(each, base)
        and f"{each.__module__}.".startswith(f"{module.__name__}.")
        and not each.__name__.startswith("_")
    ]


def plugins() -> tuple[dict[str, type[Rules]], list[PluginError]]:
    """Return all plugins that work, by name, and what is wrong with the others."""
    found: dict[str, type[Rules]] = {}
    broken: list[PluginError] = []
    for name in sorted(entries()):
        try:
            found[name] = plugin(name)
        except PluginError as error:
            broken.append(error)
    return found, broken
