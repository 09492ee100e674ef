"""The line at which a process is that does not answer, or at which it has crashed."""

from __future__ import annotations

import faulthandler
import re
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from types import FrameType

from ..rules.faults import place

#: The signal on which a process writes where it is, where there is one.
_SIGNAL: int | None = getattr(signal, "SIGUSR1", None)

#: Seconds to wait until it has.
_PATIENCE = 3.0

_FRAME = re.compile(r'File "(.*)", line ([0-9]+) in')

#: Folders of the standard library, of packages, and of puzzlekit: no author writes there.
_NOT_THEIRS = tuple(
    {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    | {str(Path(__file__).parents[1]), "<"}
)


def line_now() -> str:
    """Return the innermost line in an author's file that is being run; nothing if there is none.

    >>> line_now()
    ''
    """
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if not frame.f_code.co_filename.startswith(_NOT_THEIRS):
            return place(frame.f_code.co_filename, frame.f_lineno)
        frame = frame.f_back
    return ""


class Whereabouts:
    """A file beside a page in which a process writes its frames when it crashes or is asked."""

    def __init__(self, page: Path) -> None:
        self._path = page.with_name(page.name + ".frames")

    def tell(self) -> None:
        """Let this process write its frames."""
        file = self._path.open("w")
        faulthandler.enable(file)
        if _SIGNAL is not None:
            faulthandler.register(_SIGNAL, file)

    def tell_late(self, seconds: float) -> None:
        """Let this process write its frames also when it runs out of its time."""
        self.tell()
        file = self._path.open("a")
        faulthandler.dump_traceback_later(seconds, file=file)
        if (late := getattr(signal, "SIGXCPU", None)) is not None:
            faulthandler.register(late, file, chain=True)

    def ask(self, process: subprocess.Popen[bytes]) -> None:
        """Ask a process for its frames, and wait for them a little."""
        if _SIGNAL is None:
            return
        process.send_signal(_SIGNAL)
        end = time.monotonic() + _PATIENCE
        while not self.line() and time.monotonic() < end:
            time.sleep(0.02)

    def line(self) -> str:
        """Return the innermost line in an author's file; nothing if there is none."""
        try:
            text = self._path.read_text(errors="replace")
        except OSError:
            return ""
        for file, line in _FRAME.findall(text):
            if not file.startswith(_NOT_THEIRS):
                return place(file, int(line))
        return ""
