"""Runner for hostile cases with limits on time and memory.

Cases run in forked children of a process that has imported everything.
"""

import os
import re
import resource
import signal
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

#: CPU seconds and bytes of memory per case.
CPU, MEMORY = 5, 1_000_000_000

#: Seconds before a waiting case is stopped.
PATIENCE = 300

#: Maximum characters of an error message, and of the output for short input.
LONGEST, LONGEST_SAID = 1_000, 2_000

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

#: Commands that print data, which can contain anything.
_DATA = ("convert",)


@dataclass(frozen=True)
class Case:
    """One run of the command line: `format` is the tested part, `name` identifies the case."""

    format: str
    name: str
    argv: tuple[str, ...]
    #: Files in the working directory by name; names need not be UTF-8.
    files: dict[bytes, bytes] = field(default_factory=dict)
    #: Files in the plugin directory.
    plugins: dict[bytes, bytes] = field(default_factory=dict)
    stdin: bytes = b""
    environment: dict[str, str] = field(default_factory=dict)


class Outcome(NamedTuple):
    """The outcome of a case: the faults found, and the cost."""

    faults: tuple[str, ...]
    cpu: float
    memory: int


def run(case: Case) -> Outcome:
    """Run a case in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        work, home = place / "work", place / "home"
        for where, files in ((work, case.files), (home / "plugins", case.plugins)):
            where.mkdir(parents=True)
            for name, content in files.items():
                path = os.path.join(os.fsencode(where), name)
                with suppress(OSError, ValueError), open(path, "wb") as file:
                    file.write(content)
        (place / "stdin").write_bytes(case.stdin)
        code, cpu, memory = _fork(case, place)
        output = (place / "stdout").read_bytes().decode(errors="replace")
        wrong = (place / "stderr").read_bytes().decode(errors="replace")
    faults = [*_faults_of_end(case, code, cpu, memory), *_faults_of_text(case, output, wrong)]
    return Outcome(tuple(faults), cpu, memory)


def _faults_of_end(case: Case, code: int, cpu: float, memory: int) -> list[str]:
    faults = []
    good = (0, 2, 3) if case.argv[:1] != ("solve",) else (0, 1, 2, 3)
    if code < 0:
        faults.append(f"ended by {signal.Signals(-code).name}")
    elif code not in good:
        faults.append(f"exit code {code}")
    if cpu >= CPU:
        faults.append(f"{cpu:.1f} CPU s")
    if memory >= MEMORY:
        faults.append(f"{memory / 1e6:,.0f} MB")
    return faults


def _faults_of_text(case: Case, output: str, wrong: str) -> list[str]:
    faults = []
    if "Traceback" in output + wrong:
        faults.append("traceback: " + (output + wrong).strip().splitlines()[-1][:200])
    if "PUZZLEKIT_DEBUG=1" in wrong:  # the message of the handler for unexpected exceptions
        faults.append(f"unforeseen: {wrong.strip()[-250:]}")
    checked = wrong if case.argv[:1] and case.argv[0] in _DATA else output + wrong
    if found := _CONTROL.search(checked):
        faults.append(f"control character in {checked[max(0, found.start() - 30) :][:60]!r}")
    if (longest := max(map(len, wrong.splitlines()), default=0)) > LONGEST:
        faults.append(f"a sentence of {longest:,} characters")
    typed = case.format in ("id", "position", "option", "prompt", "launcher")
    longest = max(map(len, output.splitlines()), default=0)
    if typed and longest > LONGEST_SAID:
        faults.append(f"a line of {longest:,} characters")
    return faults


def warm_up() -> None:
    """Import everything the commands need before forking."""
    import puzzlekit.cli.command_line
    import puzzlekit.formats.as_rules
    import puzzlekit.groups
    import puzzlekit.play.records
    import puzzlekit.solving.short_solutions
    import puzzlekit.ui.terminal.launcher  # noqa: F401


def _fork(case: Case, place: Path) -> tuple[int, float, int]:
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if not child:
        code = 70
        try:
            code = _in_child(case, place)
        finally:
            os._exit(code)
    _, status, used = os.wait4(child, 0)
    unit = 1 if sys.platform == "darwin" else 1024
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss * unit


def _in_child(case: Case, place: Path) -> int:
    """Run the command line in this forked process."""
    import traceback

    from puzzlekit.cli.command_line import main
    from puzzlekit.plugin import discovery

    resource.setrlimit(resource.RLIMIT_CPU, (CPU, CPU + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (_data() + MEMORY,) * 2)
    signal.alarm(PATIENCE)
    os.chdir(place / "work")
    os.environ.update({"PUZZLEKIT_HOME": str(place / "home"), **case.environment})
    discovery.entries.cache_clear()
    discovery.plugin.cache_clear()
    for number, name, mode in ((0, "stdin", "rb"), (1, "stdout", "wb"), (2, "stderr", "wb")):
        with open(place / name, mode) as file:
            os.dup2(file.fileno(), number)
    streams = [
        open(number, mode, encoding="utf-8", errors=errors, closefd=False)  # noqa: SIM115
        for number, (mode, errors) in enumerate(
            [("r", "surrogateescape"), ("w", "strict"), ("w", "backslashreplace")]
        )
    ]
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        code = main(case.argv)
    except SystemExit as end:  # raised by `--help`
        code = end.code if isinstance(end.code, int) else 0
    except BaseException:
        traceback.print_exc()
        code = 70
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def _data() -> int:
    """Return the data size of this process in bytes."""
    with suppress(OSError):
        found = re.search(r"VmData:\s*(\d+) kB", Path("/proc/self/status").read_text())
        if found:
            return int(found[1]) * 1024
    return 0
