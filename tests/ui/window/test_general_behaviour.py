"""Behaviour expected of any game program and not tested elsewhere."""

import math
from itertools import combinations

import pygame
import pytest

from puzzlekit.play.game_database import Library
from puzzlekit.play.new_game import new_session
from puzzlekit.ui.settings import read
from puzzlekit.ui.theme import PALETTES, lightness
from puzzlekit.ui.window.drawing.widgets import Button

#: Keys pressed by mistake: letters, digits, deletion keys and other named keys.
ALONE = [
    *map(ord, "dnqrsuxyz05"),
    *range(pygame.K_F1, pygame.K_F7),
    *(pygame.K_DELETE, pygame.K_BACKSPACE, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_TAB),
    *(pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_INSERT),
]


def test_the_size_of_the_window_is_remembered(remembering):
    shown = remembering()
    pygame.display.set_mode((900, 640), pygame.RESIZABLE)
    shown.handle(pygame.event.Event(pygame.WINDOWSIZECHANGED))
    shown.close()
    assert (read().width, read().height) == (900, 640)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hex:3,swap=off", "knights"])
def test_no_key_alone_destroys_anything(app, game):
    shown, session, left = app(size=(480, 360)), None, []
    for key in ALONE:
        if getattr(shown.screen, "session", None) is not session or session is None:
            shown.play(new_session(game))
            session = shown.screen.session
            shown.screen.controller.play(session.rules.legal_moves(session.state)[0])
        made = list(session.all_moves)
        shown.press(key, text=chr(key) if key < pygame.K_DELETE else "")
        if shown.dialogs or shown.screen.focus_key is not None:
            shown.press(pygame.K_ESCAPE)
        assert session.all_moves == made, pygame.key.name(key)
        if getattr(shown.screen, "session", None) is not session:
            left.append(pygame.key.name(key))
            kept = Library()
            assert made in [kept.open(each.number)[0].all_moves for each in kept.entries()]
    assert left == (["f5", "escape"] if game == "knights" else ["escape"])


def test_animations(app):
    shown = app("hex:3,swap=off", ["human", "greedy"], speed="slow")
    shown.touch("b2")
    assert shown.screen.moving()
    assert shown.screen.workers.busy  # the computer need not wait for the animation
    shown.screen.workers.stop()
    shown = app("hex:3,swap=off", speed="slow")
    shown.touch("a1")
    shown.change_setting("speed", "off")
    shown.touch("b2")
    assert not shown.screen.moving()


@pytest.mark.parametrize("size", [(480, 360), (1280, 800)])
def test_preview_under_the_mouse(app, size):
    shown = app("hex:5,swap=off", size=size)
    x, y = map(round, shown.spot("c3"))
    before = shown.surface.get_at((x, y))
    shown.hover((x, y))
    assert lightness(shown.surface.get_at((x, y))[:3]) != lightness(before[:3])
    assert shown.moves() == []


@pytest.mark.parametrize("game", ["hex:3,swap=off", "knights", "cube:2#1"])
def test_keyboard_cursor_is_visible(app, game):
    shown = app(game)
    before = shown.pixels()
    shown.press(pygame.K_RIGHT)
    assert shown.screen.board.cursor is not None
    assert shown.pixels() != before


#: Responses to red, green and blue light without L cones (protanopia) and without M cones
#: (deuteranopia).
#: F. Viénot, H. Brettel, J. Mollon, Digital video colourmaps (1999).
DICHROMATS = {
    "protanope": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranope": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def seen_by(eyes, colour):
    """Return a colour as CIE Lab values under a colour vision deficiency."""
    light = [(each / 255) ** 2.2 for each in colour]
    red, green, blue = (
        max(0.0, sum(a * b for a, b in zip(row, light, strict=True))) for row in DICHROMATS[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    roots = [each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116 for each in (x, y, z)]
    return 116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2])


@pytest.mark.parametrize("eyes", sorted(DICHROMATS))
def test_palettes_for_colour_blindness(eyes):
    names = ["white", "black", "red", "orange", "yellow", "green", "teal", "blue"]
    palette = PALETTES["colour-blind"]
    for one, other in combinations(names, 2):
        difference = math.dist(seen_by(eyes, palette[one]), seen_by(eyes, palette[other]))
        assert difference > 15, (one, other)  # the just noticeable difference is about 2


@pytest.mark.parametrize("size", [(480, 360), (800, 600)])
def test_long_labels_fit_their_buttons(app, size):
    shown = app("hex:3,swap=off", size=size)
    before = shown.surface.copy()
    buttons = [each for each in shown.screen.widgets if isinstance(each, Button) and each.label]
    assert buttons
    for each in buttons:
        each.label += " and so on"
    shown.draw()
    for each in buttons:
        shown.surface.blit(before, each.box, each.box)
    assert pygame.image.tobytes(before, "RGB") == shown.pixels()


def test_a_label_that_does_not_fit_beside_its_icon_replaces_it(app, truncated):
    shown = app("pentago", ["human", "human"], size=(700, 1000))
    assert {"Offer draw", "Resign", "Analysis"} <= {each.label for each in buttons_of(shown)}
    assert not truncated


def buttons_of(shown):
    return [each for each in shown.screen.widgets if isinstance(each, Button)]
