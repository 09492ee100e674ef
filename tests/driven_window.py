"""A window on SDL's dummy driver, driven by posted events."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from puzzlekit.ui.window.app import App


class DrivenWindow(App):
    """A window with simulated mouse and keyboard; a frame is drawn after each action."""

    def mouse(self, kind, at, **fields):
        self.handle(pygame.event.Event(kind, pos=tuple(map(round, at)), **fields))

    def hover(self, at):
        self.mouse(pygame.MOUSEMOTION, at, rel=(0, 0), buttons=(0, 0, 0))
        self.draw()

    def click(self, *places, button=1):
        """Click on each pixel, or on the widget with each key."""
        for place in places:
            at = self.widget(place).box.center if isinstance(place, str) else place
            self.mouse(pygame.MOUSEMOTION, at, rel=(0, 0), buttons=(0, 0, 0))
            self.mouse(pygame.MOUSEBUTTONDOWN, at, button=button)
            self.mouse(pygame.MOUSEBUTTONUP, at, button=button)
        self.draw()

    def touch(self, *places, button=1):
        """Click on each cell, given by name, or group of cells."""
        for place in places:
            self.click(self.spot(place), button=button)

    def drag(self, *way, button=1):
        self.mouse(pygame.MOUSEBUTTONDOWN, way[0], button=button)
        for at in way:
            self.mouse(pygame.MOUSEMOTION, at, rel=(0, 0), buttons=(1, 0, 0))
        self.mouse(pygame.MOUSEBUTTONUP, way[-1], button=button)

    def key(self, key, mod=0, text=""):
        self.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text))

    def press(self, *keys, mod=0, text=""):
        for key in keys:
            self.key(key, mod, text)
        self.draw()

    def write(self, text):
        for letter in text:
            self.key(ord(letter.lower()), text=letter)
            self.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        self.draw()

    def wheel(self, by=1):
        self.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=by, pos=(0, 0)))

    def drop(self, path):
        """Drop a file on the window."""
        self.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))
        self.draw()

    def resize(self, size):
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.handle(pygame.event.Event(pygame.WINDOWSIZECHANGED))
        self.draw()

    def widget(self, key):
        screen = self.dialogs[-1] if self.dialogs else self.screen
        return next(each for each in screen.widgets if each.key == key)

    def pixels(self, box=None):
        """Return the pixels of the window or of a box in it."""
        part = self.surface if box is None else self.surface.subsurface(box)
        return pygame.image.tobytes(part, "RGB")

    def widget_keys(self):
        return {each.key for each in self.screen.widgets}

    def wait(self):
        """Wait until no worker process is busy."""
        while self.screen.busy():
            self.step(wait=True)

    def spot(self, cells):
        """Return the pixel to click for some cells, or for a cell given by name."""
        board = self.screen.board
        if isinstance(cells, str):
            cells = (board.rules.board.index[cells],)
        return board.view.view.pixel(*board.selector.anchor(cells))

    def moves(self):
        return self.screen.session.moves
