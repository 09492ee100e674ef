"""Random input to the designer: nothing fails, and undo restores the first drawing."""

import pygame
from driven_window import DrivenWindow
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_drawings import check_references
from support import sample_size

from puzzlekit.design.drawing import Drawing, DrawnTurn, Node
from puzzlekit.ui.settings import Settings

CTRL, SHIFT, ALT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT, pygame.KMOD_ALT

FIRST = Drawing(
    tuple(
        Node(name, (float(x), float(y))) for name, x, y in [("a", 0, 0), ("b", 1, 0), ("c", 1, 1)]
    ),
    frozenset([(0, 1), (1, 0), (1, 2)]),
    (("A", DrawnTurn(((0, 1, 2),))),),
    ("", "1", "2"),
    ("1", "?", "2"),
)

places = st.tuples(st.integers(0, 15), st.integers(0, 11)).map(lambda at: (at[0] * 52, at[1] * 52))
letters = [(ord(each), 0, each) for each in "vneaphtxcgdl0+-123?"]
NAMED_KEYS = [
    *(pygame.K_RETURN, pygame.K_TAB, pygame.K_DELETE, pygame.K_BACKSPACE),
    *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT),
]
others = [
    *((key, 0, "") for key in NAMED_KEYS),
    *((key, CTRL, "") for key in (pygame.K_UP, pygame.K_RIGHT, *map(ord, "zyacvdmr"))),
    *((ord(key), CTRL | SHIFT, "") for key in "zmr"),
]
KINDS = {"down": pygame.MOUSEBUTTONDOWN, "move": pygame.MOUSEMOTION, "up": pygame.MOUSEBUTTONUP}
acts = st.one_of(
    st.tuples(st.just("drag"), st.lists(places, min_size=2, max_size=3)),
    st.tuples(st.just("click"), places, st.sampled_from([1, 1, 1, 2, 3])),
    *(st.tuples(st.just(kind), places) for kind in KINDS),
    st.tuples(st.just("wheel"), st.sampled_from([-1, 1])),
    st.tuples(st.just("key"), st.sampled_from(letters + others)),
    st.tuples(st.just("key"), st.sampled_from(letters[:8])),
    st.tuples(st.just("mods"), st.sampled_from([0, 0, SHIFT, ALT])),
    st.tuples(st.just("layer"), st.sampled_from(["start", "goal", "both"])),
)


class StrictWindow(DrivenWindow):
    """A window that raises errors instead of showing them."""

    def log(self, name, text=""):
        assert name not in ("error", "stuck"), text

    def act(self, what, *given):
        if what == "drag":
            self.drag(*given[0])
        elif what == "click":
            self.click(given[0], button=given[1])
        elif what in KINDS:
            self.mouse(KINDS[what], given[0], button=1, rel=(0, 0), buttons=(0, 0, 0))
        elif what == "wheel":
            self.wheel(given[0])
        elif what == "key":
            self.key(*given[0])
        elif what == "mods":
            pygame.key.set_mods(given[0])
        elif what == "layer":
            self.screen.mouse_tool.show_layer(given[0])


@settings(
    max_examples=sample_size(40, 15), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(st.lists(acts, max_size=30), st.booleans())
def test_undo_random_gestures(steps, empty):
    window = StrictWindow(Settings(width=800, height=600, speed="off", sound=False), remember=False)
    try:
        first = Drawing() if empty else FIRST
        window.design(first)
        screen = window.screen
        for step in steps:
            window.act(*step)
            if window.screen is not screen:
                break
            window.draw()
            assert not window.canvas.shown_errors
            check_references(screen.document.drawing)
            check_references(screen.document.shown)
        work = screen.document
        last = work.drawing
        count = 0
        while work.undo():
            count += 1
        assert work.drawing == first
        for _ in range(count):
            assert work.redo()
        assert work.drawing == last
    finally:
        pygame.key.set_mods(0)
        window.close()
