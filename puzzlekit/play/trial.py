"""Trying a stranger's plugin in a process of its own, before it may do harm in this one.

A file of Python may end or fork the process that imports it, or never come back. What it raises
when it is loaded is no matter here: whoever loads it says so. That it cannot be made, or cannot
show its first position, is said by the trial. What came of it is remembered until the file
changes; what is only wrong in a plugin's answers is not, for it may depend on more than the file.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from ..core.errors import PluginError, SaveError
from ..core.files import home, write_atomically
from ..plugin.errors import construction_error, error_message, plugin_error
from ..plugin.source import message
from ..plugin.validation import find_start_fault
from ..rules.rule_book import Rules
from .whereabouts import Whereabouts

#: Seconds of the processor that a plugin may take to load and to show its first position, and
#: seconds to wait for that.
SECONDS, PATIENCE = 10, 40

_WAITED = f"it has not loaded within {PATIENCE} seconds; mend the file"

#: How the process ends that has come through, has forked, or cannot end because of a thread; no
#: plugin ends so by chance.
_DONE, _FORKS, _THREADS = 77, 78, 79

#: Seconds that a thread may go on after the plugin has been loaded.
_AFTER = 0.5

#: Whether plugins are tried at all: not in a process that was made to see what they do.
needed = True

#: The digest of each plugin that was tried, and what was wrong with it, by its path.
_tried: dict[str, tuple[str, str]] = {}

#: The plugins of which the next process is not to know what was wrong: how long one took to answer
#: may have been the machine's fault, and its answers may depend on other files.
_unsure: set[str] = set()


class WrongAnswer(PluginError):
    """A plugin cannot be made, or cannot show its first position; the sentence says it all."""


def pass_trial(path: Path) -> None:
    """Raise `PluginError` if loading a plugin ends, forks or holds up the process that does it.

    Raises `WrongAnswer` if it comes through, but cannot be made or shown.
    """
    if not needed:
        return
    name, digest = str(path), _digest(path)
    if not _tried:
        _tried.update(_remembered())
    if name not in _tried or _tried[name][0] != digest:
        _unsure.discard(name)
        _tried[name] = digest, _fault(path)
        with suppress(SaveError):  # it is tried again in the next process
            sure = {path: each for path, each in _tried.items() if path not in _unsure}
            write_atomically(_memory(), json.dumps(sure, indent=1) + "\n")
    if fault := _tried[name][1]:
        raise WrongAnswer(fault) if name in _unsure and fault != _WAITED else PluginError(fault)


def _memory() -> Path:
    return home() / "tried-plugins.json"


def _remembered() -> dict[str, tuple[str, str]]:
    """Return what came of earlier trials."""
    try:
        found = json.loads(_memory().read_text(encoding="utf-8"))
        return {path: (str(digest), str(fault)) for path, (digest, fault) in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _digest(path: Path) -> str:
    """Return a digest of a file, or of the Python files in a folder."""
    digest = hashlib.sha256()
    for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
        with suppress(OSError):
            digest.update(f"{file}\n".encode(errors="surrogateescape") + file.read_bytes())
    return digest.hexdigest()


def _fault(path: Path) -> str:
    """Try a plugin and return what is wrong with it, nothing if it came through."""
    with TemporaryDirectory(prefix="puzzlekit-trial-", ignore_cleanup_errors=True) as folder:
        page = Path(folder, "page")
        fault = _fault_seen(path, page)
        if not fault and (said := _said(page)):
            _unsure.add(str(path))
            return said
        if fault == _WAITED:
            _unsure.add(str(path))
        where = Whereabouts(page).site()[0] if fault else ""
    return f"{where}: {fault}" if where else fault


def _fault_seen(path: Path, page: Path) -> str:
    source = str(Path(__file__).resolve().parents[2])
    start = (
        f"import sys; sys.path.insert(0, {source!r}); from {__package__}.plugins import "
        f"class_in_file; from {__name__} import main; main(class_in_file, *sys.argv[1:])"
    )
    try:
        done = subprocess.run(
            [
                sys.executable,
                "-P",
                "-c",
                start,
                path,
                page,
            ],  # -P: nothing comes from the current folder
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _WAITED
    if done.returncode == _DONE:
        return ""
    if done.returncode == -_out_of_time():
        return f"it has not loaded within {SECONDS} seconds of computing; mend the file"
    if done.returncode == _FORKS:
        return "it forks the process that loads it; mend the file"
    if done.returncode == _THREADS:
        return "it starts a thread that keeps the program from ending; make it daemon=True"
    code, where = done.returncode, f"`puzzlekit check {path.stem}` says where"
    return f"it ends the process that loads it (exit code {code}); {where}"


def _answers(page: Path) -> Path:
    """Return the file in which the process writes what is wrong with the plugin's answers."""
    return page.with_name(page.name + ".answers")


def _said(page: Path) -> str:
    try:
        return _answers(page).read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return ""


def _out_of_time() -> int:
    """Return the signal that ends a process which computes too long, where there is one."""
    import signal

    return int(getattr(signal, "SIGXCPU", 0))


def _wrong(kind: type[Rules], name: str) -> str:
    """Return why a plugin cannot be made, or cannot show its first position."""
    try:
        rules = kind()
    except (Exception, SystemExit) as error:
        return str(construction_error(kind, name, {}, error))
    try:
        found = find_start_fault(rules)
        return message(kind, found) if found else ""
    except (Exception, SystemExit) as error:
        return error_message(plugin_error(error, rules) or error)


def main(load: Callable[[Path], type[Rules]], path: str, page: str) -> None:
    """Be the process that tries a plugin."""
    Whereabouts(Path(page)).tell_late(PATIENCE - 2)
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    process, forked = os.getpid(), []
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_parent=lambda: forked.append(True))
    with suppress(BaseException):
        if found := _wrong(load(Path(path)), Path(path).stem):
            _answers(Path(page)).write_text(found, encoding="utf-8")
    # Neither a process that was forked nor threads and functions left behind have a say now.
    if forked or os.getpid() != process:
        os._exit(_FORKS)
    os._exit(_THREADS if _threads_stay() else _DONE)


def _threads_stay() -> bool:
    """Tell whether threads keep the process from ending."""
    end = time.monotonic() + _AFTER
    others = [each for each in threading.enumerate() if each is not threading.main_thread()]
    staying = [each for each in others if not each.daemon]
    for each in staying:
        each.join(max(0.0, end - time.monotonic()))
    return any(each.is_alive() for each in staying)
