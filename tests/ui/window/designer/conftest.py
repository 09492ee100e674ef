"""Fixtures for the designer."""

import pygame
import pytest

from puzzlekit.design.drawing import Drawing, Node
from puzzlekit.design.facts import reports
from puzzlekit.ui.designer_worker import DrawingWorker
from puzzlekit.ui.window.designer import panel

CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT


class DesignerDriver:
    """A window with the designer, and simulated mouse and keyboard."""

    def __init__(self, window, drawing):
        self.window = window
        window.design(drawing)
        window.draw()

    @property
    def screen(self):
        return self.window.screen

    @property
    def document(self):
        return self.screen.document

    @property
    def drawing(self):
        return self.document.drawing

    def pixel_at(self, spot, pane=0):
        if isinstance(spot, str):
            return self.window.widget(spot).box.center
        point = self.drawing.nodes[spot].point if isinstance(spot, int) else spot
        return self.screen.viewport.panes[pane].pixel(point)

    def click(self, *spots, button=1, pane=0):
        for spot in spots:
            self.window.click(self.pixel_at(spot, pane), button=button)

    def press(self, *way, pane=0):
        """Press the mouse button at the first place and move along the others."""
        first, *others = (self.pixel_at(spot, pane) for spot in way)
        self.window.hover(first)
        self.window.mouse(pygame.MOUSEBUTTONDOWN, first, button=1)
        for pixel in others:
            self.window.hover(pixel)
        self.last = ([first, *others])[-1]

    def release(self):
        self.window.mouse(pygame.MOUSEBUTTONUP, self.last, button=1)
        self.window.draw()

    def drag(self, *way, pane=0):
        self.press(*way, pane=pane)
        self.release()

    def hover(self, spot, pane=0):
        self.window.hover(self.pixel_at(spot, pane))

    def keys(self, *keys, mod=0):
        """Press keys, given as letters or key codes."""
        for key in keys:
            if isinstance(key, str):
                text = "" if mod & CTRL else key
                self.window.press(ord(key.lower()), mod=mod, text=text)
            else:
                self.window.press(key, mod=mod)

    def wheel(self, by):
        self.window.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=by))

    def hold_modifiers(self, mod):
        pygame.key.set_mods(mod)

    def ctrl(self, *keys):
        self.keys(*keys, mod=CTRL)

    def dialog(self, action):
        """Run an action of the panel and return the dialog that it opens."""
        getattr(self.screen.panel.actions, action)()
        return self.window.dialogs[-1]

    def reopen(self):
        """Leave the designer and open it again."""
        self.window.press(pygame.K_ESCAPE)
        self.window.design()

    def save_as(self, title):
        self.screen.apply(lambda drawing: drawing._replace(title=title))
        self.dialog("save").save()

    def cells_by_name(self):
        return {node.name: cell for cell, node in enumerate(self.drawing.nodes)}

    def points(self):
        return [node.point for node in self.drawing.nodes]


def row(count):
    """Return a drawing of nodes in a row without edges: a hole, then pieces."""
    nodes = tuple(Node(str(n + 1), (float(n), 0.0)) for n in range(count))
    labels = ("", *(str(n) for n in range(1, count)))
    return Drawing(nodes, start=labels, goal=labels)


class NoProcess:
    """The client of a worker process that is never started."""

    busy = False

    def replace_job(self, job=None):
        """Do nothing."""

    warm_up = poll = stop = replace_job


def worker_with(client):
    """Return a function for a worker whose facts come from a client of the given class."""

    def make():
        worker = DrawingWorker()
        worker._facts = client()
        return worker

    return make


@pytest.fixture
def open_designer(open_blank_window, no_analyses, monkeypatch):
    monkeypatch.setattr(panel, "DrawingWorker", worker_with(NoProcess))

    def start(drawing=None, size=(1280, 800), **more):
        return DesignerDriver(open_blank_window(size=size, **more), drawing)

    yield start
    if pygame.display.get_init():
        pygame.key.set_mods(0)


@pytest.fixture
def open_row(open_designer):
    """Return a function that opens the designer with nodes in a row."""
    return lambda count, **more: open_designer(row(count), **more)


class SynchronousClient(NoProcess):
    """A client that computes facts in this process."""

    reply = None

    def replace_job(self, job):
        if job is not None:
            *_, report = reports(*job.arguments)
            self.reply = job, report

    def poll(self):
        found, self.reply = self.reply, None
        return found


@pytest.fixture
def synchronous_facts(open_designer, monkeypatch):
    """Analyse drawings in this process."""
    monkeypatch.setattr(panel, "DrawingWorker", worker_with(SynchronousClient))
