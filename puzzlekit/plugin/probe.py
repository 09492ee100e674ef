"""Running plugin code in a child process, so that crashes and hangs do no harm.

The child gets a pickled function and its arguments on stdin. It writes to two files: `messages`
holds its reports, one JSON array `[kind, value]` per line, and `frames` the traceback that
`faulthandler` writes if the child crashes or runs out of time.
"""

from __future__ import annotations

import faulthandler
import hashlib
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

from ..core import errors
from ..core.capabilities import PLATFORM
from ..core.child_processes import start_child
from ..core.errors import PluginError, PuzzlekitError, SaveError
from ..core.files import home, read_json, write_atomically
from ..core.progress import Progress, silent
from ..rules.base import Rules
from .errors import StartError, construction_error, error_message, plugin_error
from .loading import import_file, only_plugin_class
from .source_locations import fault_message, place
from .validation import find_start_fault

#: Polling interval (seconds).
INTERVAL = 0.1

#: Limits for the CPU time and the wall-clock time of showing a start position (seconds).
CPU_SECONDS, SECONDS = 10, 40.0

#: Time to wait for threads to end after the task (seconds).
THREAD_SECONDS = 0.5

#: Additional time after which the parent kills a child that has not exited (seconds).
GRACE = 5.0

#: True in a child process, which loads plugins without probing them.
is_child = False

_FRAME = re.compile(r'File "(.*)", line ([0-9]+) in (.*)')

#: The folders of the standard library, of installed packages, and of puzzlekit.
_NOT_PLUGINS = tuple(
    {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    | {str(Path(__file__).parents[1]), "<"}
)


class ChildEnded(Exception):
    """A child process has ended without a result; `place` is the plugin's line, if known."""

    def __init__(self, text: str, place: str, *, is_late: bool) -> None:
        super().__init__(text)
        self.place, self.is_late = place, is_late


# -- the parent -----------------------------------------------------------------------------------


def run_in_child(
    task: Callable[..., Any],
    *arguments: Any,
    seconds: float,
    cpu_seconds: int = 0,
    patience: float = inf,
    progress: Progress = silent,
    environment: Mapping[str, str] | None = None,
    output: Any = subprocess.DEVNULL,
) -> Any:
    """Run `task(child, *arguments)` in another process and return its JSON result.

    The child exits after `seconds`, unless the task extends this limit, or after `cpu_seconds` of
    CPU time; the parent kills it after `patience` seconds. Raises `ChildEnded`, or the
    `PuzzlekitError` raised by the task.
    """
    with TemporaryDirectory(prefix="puzzlekit-", ignore_cleanup_errors=True) as name:
        folder, end = Path(name), time.monotonic() + patience
        environment = os.environ | dict(environment or {})
        process = start_child(__name__, stdout=output, stderr=output, env=environment)
        try:
            with suppress(OSError), process.stdin as pipe:  # type: ignore[union-attr]
                pickle.dump((name, sys.path), pipe)
                pickle.dump((task, arguments, seconds, cpu_seconds), pipe)
            while process.poll() is None and time.monotonic() < end:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(INTERVAL)
                progress(*_read_messages(folder)["stage"])
        finally:
            process.kill()
            process.wait()
        messages = _read_messages(folder)
        if "value" in messages:
            return messages["value"]
        if "error" in messages:
            kind, text = messages["error"]
            raise getattr(errors, kind, PuzzlekitError)(text)
        is_late = time.monotonic() >= end
        raise _ended_error(folder, process.returncode, seconds, cpu_seconds, is_late=is_late)


def _read_messages(folder: Path) -> dict[str, Any]:
    """Return the latest message of each kind."""
    latest: dict[str, Any] = {"stage": ("loading", 0, None)}
    with suppress(OSError, ValueError):  # the last line may be incomplete
        text = (folder / "messages").read_text(encoding="utf-8")
        latest |= dict(json.loads(line) for line in text.splitlines())
    return latest


def _ended_error(
    folder: Path, code: int, seconds: float, cpu_seconds: int, *, is_late: bool
) -> ChildEnded:
    """Return an exception that describes how and where a child process ended."""
    frames = ""
    with suppress(OSError):
        frames = (folder / "frames").read_text(encoding="utf-8", errors="replace")
    own = [each for each in _FRAME.findall(frames) if not each[0].startswith(_NOT_PLUGINS)]
    file, line, _ = own[0] if own else ("", "0", "")
    named = [function for _, _, function in own if not function.startswith("<")]  # no comprehension
    task = f"{named[0]}()" if named else _read_messages(folder)["stage"][0]
    is_late |= frames.startswith("Timeout")
    signals = {-each.value: each.name for each in signal.Signals}
    if is_late:
        how = f"does not finish within {seconds:g} s"
    elif signals.get(code) == "SIGXCPU":
        how = f"does not finish within {cpu_seconds} s of CPU time"
    elif code in signals:
        how = f"ends the process ({signals[code]})"
    else:
        how = f"ends the process (exit status {code}); a plugin must not end the program"
    return ChildEnded(f"{task} {how}.", place(file, int(line)) if own else "", is_late=is_late)


# -- the child ------------------------------------------------------------------------------------


class ProbeReporter:
    """The child's connection to the parent: progress reports, time limits and fork prevention."""

    def __init__(self, folder: Path) -> None:
        self.has_forked = False
        self._messages = folder / "messages"
        self._frames = (folder / "frames").open("a", encoding="utf-8")
        faulthandler.enable(self._frames)
        if (late := getattr(signal, "SIGXCPU", None)) is not None:
            faulthandler.register(late, self._frames, chain=True)
        sys.addaudithook(self._refuse_fork)

    def send(self, kind: str, value: Any) -> None:
        """Send a message to the parent."""
        with self._messages.open("a", encoding="utf-8") as file:
            file.write(json.dumps([kind, value]) + "\n")

    def show(self, what: str, done: int, total: int | None) -> None:
        """Report progress to the parent."""
        self.send("stage", [what, done, total])

    def limit(self, seconds: float) -> None:
        """Set the time limit of this process, which replaces earlier limits."""
        faulthandler.dump_traceback_later(max(0.1, seconds), file=self._frames, exit=True)

    def _refuse_fork(self, event: str, _: object) -> None:
        if event in ("os.fork", "os.forkpty"):
            self.has_forked = True
            raise RuntimeError("a plugin must not fork the process")


def main() -> NoReturn:
    """Run a task as the child process."""
    global is_child
    is_child = True
    folder, path = pickle.load(sys.stdin.buffer)
    sys.path[:] = [*path, *(each for each in sys.path if each not in path)]
    child = ProbeReporter(Path(folder))
    try:
        task, arguments, seconds, cpu_seconds = pickle.load(sys.stdin.buffer)
        child.limit(seconds)
        if cpu_seconds:
            with suppress(ImportError):
                import resource

                resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 5))
        child.send("value", task(child, *arguments))
    except PuzzlekitError as error:
        # Send the nearest class that the parent knows, because packages define their own errors.
        kinds = [kind.__name__ for kind in type(error).__mro__]
        child.send("error", [next(kind for kind in kinds if hasattr(errors, kind)), str(error)])
    except BaseException as error:
        child.send("error", ["PluginError", error_message(error)])
    os._exit(0)  # exit even if threads of the plugin are running


def find_threads() -> list[str]:
    """Return the names of threads that prevent this process from exiting."""
    end = time.monotonic() + THREAD_SECONDS
    others = [each for each in threading.enumerate() if each is not threading.main_thread()]
    non_daemon = [each for each in others if not each.daemon]
    for each in non_daemon:
        each.join(max(0.0, end - time.monotonic()))
    return [each.name for each in non_daemon if each.is_alive()]


# -- probing a plugin file ------------------------------------------------------------------------


#: Kinds of faults that are not cached, because other files or a busy machine may cause them.
_LATE, _START = "late", "start"

#: The plugins probed so far: digest, fault and kind of fault by path.
_probed: dict[str, tuple[str, str, str]] = {}


def probe_plugin(path: Path) -> None:
    """Raise `PluginError` if loading a plugin ends, forks or blocks the process.

    Raises `StartError` if the plugin can be loaded, but its rules cannot be created or shown. Other
    exceptions are ignored here; they occur again when the caller loads the plugin. The result is
    cached until the file changes. Without child processes, plugins are loaded without a probe.
    """
    if is_child or not PLATFORM.processes:
        return
    name, digest = str(path), _digest(path)
    memory = home() / "tried-plugins.json"
    if not _probed:
        # The cache file may be damaged.
        with suppress(SaveError, ValueError, TypeError, AttributeError):
            known = read_json(memory, "a list of plugins", SaveError)
            _probed.update((each, (str(old), str(text), "")) for each, (old, text) in known.items())
    if name not in _probed or _probed[name][0] != digest:
        _probed[name] = digest, *_probe_in_child(path)
        with suppress(SaveError):  # the next process probes the plugin again
            sure = {each: facts[:2] for each, facts in _probed.items() if not facts[2]}
            write_atomically(memory, json.dumps(sure, indent=1) + "\n")
    _, fault, kind = _probed[name]
    if fault:
        raise StartError(fault) if kind == _START else PluginError(fault)


def _probe_in_child(path: Path) -> tuple[str, str]:
    """Return the fault in a plugin (or an empty string) and the kind of fault."""
    try:
        fault, kind = run_in_child(
            _try_plugin, path, seconds=SECONDS, cpu_seconds=CPU_SECONDS, patience=SECONDS + GRACE
        )
    except ChildEnded as error:
        where = f"{error.place}: " if error.place else ""
        return f"{where}{error}", _LATE if error.is_late else ""
    return fault, kind


def _try_plugin(child: ProbeReporter, path: Path) -> tuple[str, str]:
    """Load a plugin and show its start position."""
    fault = ""
    with suppress(Exception, SystemExit):  # reported when the parent loads the plugin
        fault = _start_fault(only_plugin_class(import_file(path)), path.stem)
    if child.has_forked:
        return "it forks the process that loads it; fix the file", ""
    if find_threads():
        return "it starts a thread that prevents the program from exiting; use daemon=True", ""
    return fault, _START if fault else ""


def _start_fault(kind: type[Rules], name: str) -> str:
    """Return the reason why rules cannot be created or shown, or an empty string."""
    try:
        rules = kind()
    except (Exception, SystemExit) as error:
        return str(construction_error(kind, name, {}, error))
    try:
        fault = find_start_fault(rules)
        return fault_message(kind, fault) if fault else ""
    except (Exception, SystemExit) as error:
        return error_message(plugin_error(error, rules) or error)


def _digest(path: Path) -> str:
    """Return a digest of a file, or of the Python files in a folder."""
    digest = hashlib.sha256()
    for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
        with suppress(OSError):
            digest.update(f"{file}\n".encode(errors="surrogateescape") + file.read_bytes())
    return digest.hexdigest()
