"""The program in a real window.

A virtual X server and xdotool simulate a person. The program reports events on stderr, and tests
wait for these events, never for a fixed time.
"""

import json
import os
import queue
import shutil
import subprocess
import sys
import threading

import pytest
from support import TIMEOUT

MISSING = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
if MISSING and os.environ.get("PUZZLEKIT_REQUIRE_WINDOW_TESTS"):
    raise RuntimeError(f"window tests are required, but {', '.join(MISSING)} cannot be found")

#: Marks for tests that open real windows.
REAL = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"needs {' and '.join(MISSING)}"),
]


class Window:
    """The program in a real window, its events, and simulated mouse and keyboard."""

    def __init__(self, display, home, *arguments):
        self.environment = {
            **{key: value for key, value in os.environ.items() if key != "SDL_VIDEODRIVER"},
            "DISPLAY": display,
            "PUZZLEKIT_HOME": str(home),
            "SDL_VIDEODRIVER": "x11",
        }
        command = [sys.executable, "-m", "puzzlekit", *arguments]
        options = ["--log-events", "--software", "--no-anim", "--size", "1000x720"]
        self.process = subprocess.Popen(
            [*command, *options], stderr=subprocess.PIPE, text=True, env=self.environment
        )
        self.events = queue.Queue()
        self.last = {}
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stderr:
            self.events.put(line.rstrip("\n"))
        self.events.put(None)

    def wait_for(self, name, text=None):
        """Return the text of the next event with the given name."""
        seen = []
        while True:
            try:
                line = self.events.get(timeout=TIMEOUT)
            except queue.Empty:
                pytest.fail(f"waited in vain for {name} {text}: {seen}")
            assert line is not None, f"the program ended before {name}: {seen}"
            seen.append(line)
            if line.startswith("event "):
                _, event, *rest = line.split(" ", 2)
                self.last[event] = rest[0] if rest else ""
                assert event != "error", line
                if event == name and text in (None, self.last[event]):
                    return self.last[event]

    def do(self, *arguments):
        """Run xdotool and return its output."""
        options = {"check": True, "capture_output": True, "text": True, "timeout": TIMEOUT}
        command = ["xdotool", *map(str, arguments)]
        return subprocess.run(command, env=self.environment, **options).stdout

    def find(self):
        """Wait until the window is on the screen."""
        found = self.do("search", "--sync", "--onlyvisible", "--class", "puzzlekit")
        self.number = found.split()[0]
        self.do("windowfocus", "--sync", self.number)

    def click(self, x, y, button=1):
        self.do("mousemove", "--window", self.number, round(x), round(y), "click", button)

    def drag(self, paths):
        """Drag along each path: press at its first point, move through the others, release."""
        words = []
        for path in paths:
            for step, point in enumerate(path):
                pixel = [max(0, round(each)) for each in point]
                words += ["mousemove", "--window", self.number, *pixel]
                words += ["mousedown", 1] * (step == 0)
            words += ["mouseup", 1]
        self.do(*words)

    def press(self, *keys):
        self.do("key", *keys)

    def type(self, text):
        self.do("type", "--delay", 25, text)

    def widget(self, key):
        return json.loads(self.last["widgets"])[key]

    def quit(self):
        """Quit the program and wait for its end."""
        self.press("ctrl+q")
        self.wait_for("closed")
        assert self.process.wait(timeout=TIMEOUT) == 0

    def close(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stderr.close()
