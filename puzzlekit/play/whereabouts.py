"""The line at which a process has crashed, or has run out of its time."""

from __future__ import annotations

import faulthandler
import re
import signal
import sysconfig
from contextlib import suppress
from pathlib import Path

from ..plugin.source import place

_FRAME = re.compile(r'File "(.*)", line ([0-9]+) in (.*)')

#: Folders of the standard library, of packages, and of puzzlekit: no author writes there.
_NOT_THEIRS = tuple(
    {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    | {str(Path(__file__).parents[1]), "<"}
)


class Whereabouts:
    """A file beside a page in which a process writes its frames when it crashes or is late."""

    def __init__(self, page: Path) -> None:
        self._path = page.with_name(page.name + ".frames")

    def tell_late(self, seconds: float, *, ends: bool = False) -> None:
        """Let this process write its frames when it crashes or has run for some seconds."""
        file = self._path.open("a")
        faulthandler.enable(file)
        faulthandler.dump_traceback_later(max(0.1, seconds), file=file, exit=ends)
        if (late := getattr(signal, "SIGXCPU", None)) is not None:
            faulthandler.register(late, file, chain=True)

    def end_after(self, seconds: float) -> None:
        """Let this process write its frames and end when it has run for some seconds."""
        self.tell_late(seconds, ends=True)

    def is_late(self) -> bool:
        """Return whether the process has run out of its time."""
        return self._text().startswith("Timeout")

    def site(self) -> tuple[str, str]:
        """Return the innermost line in an author's file and its function; empty if none is."""
        for file, line, function in _FRAME.findall(self._text()):
            if not file.startswith(_NOT_THEIRS):
                return place(file, int(line)), function
        return "", ""

    def _text(self) -> str:
        with suppress(OSError):
            return self._path.read_text(errors="replace")
        return ""
