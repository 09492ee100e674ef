"""Finding and listing plugins.

Plugins are shipped with puzzlekit (Python and TOML files in `games/` and `puzzles/`), installed as
packages (entry points `puzzlekit.plugins`), or stored in the user's `plugins` folder: Python files,
folders with an `__init__.py`, and puzzle files of any format. Puzzle files elsewhere are identified
by their paths. Plugins are imported on first use, and a plugin that cannot be loaded does not
affect the others.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache, lru_cache, partial
from pathlib import Path
from stat import S_IWOTH
from types import ModuleType
from typing import Any, NamedTuple, NoReturn

from ..core import game_id
from ..core.capabilities import PLATFORM
from ..core.errors import (
    FormatError,
    OptionError,
    PluginError,
    PuzzlekitError,
    UnknownPluginError,
    did_you_mean,
    join_names,
    quoted,
    shorten_path,
)
from ..core.files import NO_FOLDER, home, reason_untrusted
from ..core.formatting import searchable
from ..core.solid import Solid
from ..rules.base import Rules
from .errors import StartError, loading_error
from .loading import import_file, only_plugin_class

SHIPPED_FOLDERS = ("puzzlekit.games", "puzzlekit.puzzles")
ENTRY_POINTS = "puzzlekit.plugins"

#: Suffixes of plugin files in the plugins folder; .txt files there need not be puzzles.
_IN_FOLDER = {".py", *game_id.FILE_SUFFIXES} - {".txt"}

#: An entry point: a module, a class in it, and perhaps extras.
_ENTRY_POINT = re.compile(r"[\w.]+\s*(:\s*[\w.]+\s*)?(\[.*\])?")

#: The maximum length of a plugin's path in messages (characters).
MAX_PATH = 300


class PluginSource(NamedTuple):
    """A plugin that has been found but not yet imported, perhaps in an installed package."""

    name: str
    where: str
    load: Callable[[], Any]
    package: str = ""

    def advice(self, verb: str) -> str:
        """Return what to do if the plugin cannot be used."""
        package = f"fix or uninstall the package {self.package}"
        return package if self.package else f"{verb} the file"

    def refused(self, reason: str) -> PluginSource:
        """Return the plugin with a `load` that raises `PluginError`."""
        return self._replace(load=partial(_fail, reason))


def plugins_folder() -> Path:
    """Return the folder for the user's own plugins."""
    return home() / "plugins"


def shipped_folders() -> dict[str, list[str]]:
    """Return the folders of the shipped plugins, by the package to which they belong."""
    try:
        return {name: list(importlib.import_module(name).__path__) for name in SHIPPED_FOLDERS}
    except ModuleNotFoundError as error:
        package = Path(__file__).parent.parent
        raise PuzzlekitError(
            f"{shorten_path(package)} contains no plugins. Install puzzlekit with pip; it cannot "
            "run from a zip file."
        ) from error


@cache
def _shipped_entries() -> list[PluginSource]:
    shipped = []
    for package, folders in shipped_folders().items():
        for module in pkgutil.iter_modules(folders):
            if not module.name.startswith("_"):
                name = f"{package}.{module.name}"
                load = partial(importlib.import_module, name)
                shipped.append(PluginSource(module.name, name, load))
        for folder in map(Path, folders):
            paths = sorted(folder.glob("[!_]*.toml")) if folder.is_dir() else []
            shipped += [
                PluginSource(path.stem, str(path), partial(_load_path, path)) for path in paths
            ]
    return shipped


@cache
def _installed_entries() -> list[PluginSource]:
    from importlib.metadata import entry_points

    found = []
    for point in entry_points(group=ENTRY_POINTS):
        package = point.dist.name if point.dist else ""
        entry = PluginSource(point.name, point.value, point.load, package)
        found.append(entry._replace(load=partial(_load_entry_point, entry)))
    return found


def _load_entry_point(entry: PluginSource) -> Any:
    """Return the class or module that an entry point names."""
    if not _ENTRY_POINT.fullmatch(entry.where):
        reason = "its entry point is not of the form package.module:Class"
    elif isinstance(found := entry.load(), type | ModuleType):
        return found
    else:
        reason = f"its entry point names an object of type {type(found).__name__}, not a class"
    raise PluginError(f"{reason}; {entry.advice('fix')}")


def _folder_entries() -> list[PluginSource]:
    folder = plugins_folder()
    if folder.is_relative_to(NO_FOLDER):
        return []
    try:
        paths = sorted(path for path in folder.iterdir() if path.name[0] not in "._")
        reason = reason_untrusted(folder, forbidden=S_IWOTH)
    except FileNotFoundError:
        return []
    except OSError as error:
        reason = error.strerror or str(error)
    if reason:
        unreadable = partial(_fail, f"it cannot be read ({reason})")
        return [PluginSource("plugins-folder", str(folder), unreadable)]
    return [
        PluginSource(
            path.name if path.is_dir() else path.stem, str(path), partial(_load_path, path)
        )
        for path in paths
        if path.suffix.lower() in _IN_FOLDER or (path.is_dir() and _contains_python(path))
    ]


def _contains_python(folder: Path) -> bool:
    """Return whether a folder contains Python files, or cannot be read."""
    try:
        return any(path.suffix == ".py" for path in folder.iterdir())
    except OSError:
        return True  # the error is reported when it is opened


def _load_path(path: Path) -> ModuleType | type[Rules]:
    for each in path.rglob("*.py") if path.is_dir() else [path]:
        if each.exists() and not (each.is_file() or each.is_dir()):  # reading such a file may block
            raise PluginError(f"{each.name} is not a regular file; remove it")
    if path.is_dir() or path.suffix == ".py":
        from .probe import probe_plugin  # slow to import

        probe_plugin(path)
        return import_file(path)
    from ..formats.as_rules import rules_from  # rarely needed

    return rules_from(path, _solids)


def _is_unusable_as_id(name: str) -> bool:
    is_name = game_id.NAME_PATTERN.fullmatch(name) and not name.startswith("-")
    return not is_name or game_id.is_path(name) or name.lower().endswith((".pgn", ".sgf"))


@cache
def entries() -> Mapping[str, PluginSource]:
    """Map names to plugins, using the first of several plugins with the same name."""
    by_name: dict[str, PluginSource] = {}
    for entry in [*_shipped_entries(), *_installed_entries(), *_folder_entries()]:
        if _is_unusable_as_id(entry.name):
            by_name[entry.name] = entry.refused(
                "its name is not a valid game ID, which has letters, digits, _, - and ., is not a "
                f"file name such as x.json, and does not begin with -; {entry.advice('rename')}"
            )
        elif entry.name in by_name:
            first = shorten_path(by_name[entry.name].where, MAX_PATH)
            by_name[f"{entry.name} ({entry.where})"] = entry.refused(
                f"its name is taken by {first}; {entry.advice('rename')}"
            )
        else:
            by_name[entry.name] = entry
    return by_name


def _fail(text: str) -> NoReturn:
    """Raise `PluginError` with a message."""
    raise PluginError(text)


@cache
def plugin(name: str) -> type[Rules]:
    """Return the plugin class with the given name; raise `UnknownPluginError` or `PluginError`."""
    known: Mapping[str, PluginSource] = {entry.name: entry for entry in _shipped_entries()}
    if name not in known:  # reading the metadata of installed packages is slow
        known = entries()
    if name not in known:
        advice = " Run `puzzlekit list` to see all plugins." if PLATFORM.processes else ""
        near = _plugins_with_title(name) or did_you_mean(name, known)
        raise UnknownPluginError(f"There is no plugin {name[:40]!r}.{near}{advice}")
    entry = known[name]
    try:
        with redirect_stdout(sys.stderr):  # stdout is for data
            return only_plugin_class(entry.load())
    except StartError:
        raise
    except (Exception, SystemExit) as error:
        raise PluginError(
            f"The plugin {quoted(entry.name)} ({shorten_path(entry.where, MAX_PATH)}) "
            f"{_failure_reason(error, entry)}."
        ) from error


def _plugins_with_title(text: str) -> str:
    """Return a hint at the shipped plugins with a string such as 3x3 in a title, or ""."""
    kinds = {entry.name: plugin(entry.name) for entry in _shipped_entries()}
    titles = {name: " ".join([kind.name, *kind.presets]) for name, kind in kinds.items()}
    found = [repr(name) for name in titles if searchable(text) in searchable(titles[name])]
    return f" Did you mean {join_names(found, 3)}?" if found and len(text) > 1 else ""


def plugin_path(name: str) -> Path | None:
    """Return the path of a plugin's file or folder, or None if there is none.

    Data files of a plugin are beside it.
    """
    where = entries()[name].where
    if os.path.isabs(where):
        return Path(where)
    file = getattr(sys.modules.get(plugin(name).__module__), "__file__", None)
    path = None if file is None else Path(file)
    return path.parent if path is not None and path.stem == "__init__" else path


def unused_sources(name: str) -> list[str]:
    """Return the places of plugins that are not used because another plugin has their name."""
    return [entry.where for key, entry in entries().items() if entry.name == name != key]


def user_plugin_names() -> set[str]:
    """Return the names of the plugins in the user's own folder."""
    return {entry.name for entry in _folder_entries()}


def rescan() -> None:
    """Forget all known plugins, so that added or changed plugins are found."""
    for known in (_installed_entries, entries, plugin):
        known.cache_clear()


def plugin_class(name: str) -> type[Rules]:
    """Return the class of a plugin, given by name, or of a puzzle file, given by path.

    Raises `FormatError` if a file contains no puzzle, and otherwise the same errors as `plugin`.
    """
    if name.lower().endswith(".py") and os.path.isfile(name):
        raise FormatError(
            f"{shorten_path(name)} is a Python file. Move it to your plugins folder, "
            f"{shorten_path(plugins_folder(), MAX_PATH)}, and refer to it by name, without .py."
        )
    if not game_id.is_path(name):
        return plugin(name)
    path = absolute_id(name)
    try:
        facts = os.stat(path)
        return _puzzle_file_class(path, (facts.st_mtime_ns, facts.st_size))
    except (OSError, ValueError):
        return _puzzle_file_class.__wrapped__(path, (0, 0))  # raises the error


def absolute_id(name: str) -> str:
    """Return the absolute path of a puzzle file."""
    return os.path.abspath(os.path.expanduser(name))


def confined_id(name: str, folders: Iterable[Path]) -> str:
    """Return a safe plugin name or puzzle file path for a name from an untrusted source.

    Only files in one of the `folders` or in the plugins folder are allowed. A path outside these
    folders is replaced by the path of a file with the same name inside them. Raises `OptionError`
    if there is no such file.
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
        f"The puzzle file {shorten_path(name)} is in another folder and was not opened; copy it "
        f"to {shorten_path(known[0])}."
    )


@lru_cache(maxsize=32)
def _puzzle_file_class(path: str, stamp: tuple[int, int]) -> type[Rules]:
    """Return the class of a puzzle file, reloading the file if its time or size has changed."""
    from ..formats.as_rules import rules_from

    return rules_from(Path(path), _solids)


@cache
def _solids() -> Sequence[Solid]:
    """Return the solids of all plugins, for displaying puzzle files."""
    from .known_solids import solids_of  # needed only for displayed puzzles

    return [solid for kind in plugins()[0].values() for solid in solids_of(kind)]


def _failure_reason(error: BaseException, entry: PluginSource) -> str:
    text = loading_error(error, Path(entry.where)).rstrip(".")
    if isinstance(error, PuzzlekitError):
        return f"cannot be used: {text}"
    advice = entry.advice("fix")
    if text[-1] in ".?":
        return f"cannot be loaded: {text} {advice[0].upper()}{advice[1:]}"
    return f"cannot be loaded: {text}; {advice}"


def plugins() -> tuple[dict[str, type[Rules]], list[PluginError]]:
    """Return all working plugins by name, and the errors for the others."""
    working: dict[str, type[Rules]] = {}
    broken: list[PluginError] = []
    for name in sorted(entries()):
        try:
            working[name] = plugin(name)
        except PluginError as error:
            broken.append(error)
    return working, broken
