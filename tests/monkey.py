"""Monkey testing: random events in the launcher, games, dialogs and the editor.

`python -m tests.monkey 20000` reports failures and the memory used.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from puzzlekit.ui.settings import Settings
from puzzlekit.ui.window.app import App
from puzzlekit.ui.window.drawing.canvas import Canvas

KEYS = [
    *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_SPACE),
    *(pygame.K_TAB, pygame.K_ESCAPE, pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_HOME),
    *(pygame.K_F1, pygame.K_F2, pygame.K_F3, pygame.K_F4, pygame.K_F6, pygame.K_PAGEDOWN),
    *map(ord, "cvlenuryz0+-"),
]
TEXTS = ["a", "1", "hex", "R U'", " ", "é", "\u200b", "(", "#7", "棋", "b2", "c3"]
SIZES = [(480, 360), (640, 480), (800, 600), (1280, 800)]


class Monkey(App):
    """A window that records failures."""

    def __init__(self, seed):
        self.rng = Random(seed)
        self.faults = []
        super().__init__(Settings(width=800, height=600), remember=False)
        self.go_home()

    def log(self, name, text=""):
        """Record errors, except those reported to the user."""
        if name in ("error", "stuck"):
            self.faults.append(f"{name} {text}")

    def _make_canvas(self):
        super()._make_canvas()
        self.canvas.__class__ = _Watched
        self.canvas.faults = self.faults

    def act(self):
        """Send a random event."""
        rng = self.rng
        self.running = True
        done = rng.choices(
            [self._click, self._move, self._press, self._type, self._wheel, self._resize],
            [30, 20, 30, 8, 6, 0.3],
        )[0]()
        for event in done:
            pygame.event.post(event)
        self.step()

    def _spot(self):
        widgets = (self.dialogs[-1] if self.dialogs else self.screen).widgets
        if widgets and self.rng.random() < 0.6:
            return self.rng.choice(widgets).box.center
        return self.rng.randrange(self.size[0]), self.rng.randrange(self.size[1])

    def _click(self):
        at, button = self._spot(), self.rng.choice([1, 1, 1, 3])
        press, release = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP
        yield pygame.event.Event(press, pos=at, button=button)
        if self.rng.random() < 0.2:
            at = self._spot()
            yield pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(9, 9), buttons=(1, 0, 0))
        yield pygame.event.Event(release, pos=at, button=button)

    def _move(self):
        yield pygame.event.Event(
            pygame.MOUSEMOTION, pos=self._spot(), rel=(3, 4), buttons=(0, 0, 0)
        )

    def _press(self):
        key = self.rng.choice(KEYS)
        mod = self.rng.choice([0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL])
        yield pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")
        yield pygame.event.Event(pygame.KEYUP, key=key, mod=mod)

    def _type(self):
        yield pygame.event.Event(pygame.TEXTINPUT, text=self.rng.choice(TEXTS))

    def _wheel(self):
        yield pygame.event.Event(
            pygame.MOUSEWHEEL, x=0, y=self.rng.choice([-1, 1]), pos=self._spot()
        )

    def _resize(self):
        self.surface = pygame.display.set_mode(self.rng.choice(SIZES), pygame.RESIZABLE)
        yield pygame.event.Event(pygame.VIDEORESIZE, size=self.size, w=self.size[0], h=self.size[1])


class _Watched(Canvas):
    """A canvas that records drawing errors."""

    def error_card(self, text, box):
        self.faults.append(f"drawing {text}")
        super().error_card(text, box)


def memory():
    """Return the memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def run(events, seed, say=print):
    """Send random events and return the failures."""
    monkey = Monkey(seed)
    try:
        for number in range(events):
            monkey.act()
            if number % max(1, events // 10) == 0 and sys.platform == "linux":
                say(f"{number:7} events  {memory():6.0f} MB  {type(monkey.screen).__name__}")
            if monkey.faults:
                break
    finally:
        monkey.close()
    return monkey.faults


def main():
    """Run the monkey with the command line's options, in a temporary home folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("events", type=int, nargs="?", default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    folder = os.environ["PUZZLEKIT_HOME"] = tempfile.mkdtemp(prefix="puzzlekit-monkey-")
    try:
        faults = run(arguments.events, arguments.seed)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(faults) or "Nothing failed.")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
