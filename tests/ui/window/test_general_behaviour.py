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


def test_window_size_is_saved(open_launcher):
    window = open_launcher()
    window.resize((900, 640))
    window.close()
    assert (read().width, read().height) == (900, 640)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hex:3,swap=off", "knights"])
def test_no_single_key_is_destructive(app, game):
    window, session, left = app(size=(480, 360)), None, []
    for key in ALONE:
        if getattr(window.screen, "session", None) is not session or session is None:
            window.play(new_session(game))
            session = window.screen.session
            window.screen.controller.play(session.rules.legal_moves(session.state)[0])
        made = list(session.all_moves)
        window.press(key, text=chr(key) if key < pygame.K_DELETE else "")
        if window.dialogs or window.screen.focus_key is not None:
            window.press(pygame.K_ESCAPE)
        assert session.all_moves == made, pygame.key.name(key)
        if getattr(window.screen, "session", None) is not session:
            left.append(pygame.key.name(key))
            library = Library()
            assert made in [library.open(each.number)[0].all_moves for each in library.entries()]
    assert left == (["f5", "escape"] if game == "knights" else ["escape"])


def test_wheel_beside_dialog_is_not_a_click(app):
    window = app("hex:3,swap=off")
    window.click("type")
    for button in (4, 5):  # sent by pygame with each step of the wheel
        window.mouse(pygame.MOUSEBUTTONDOWN, (5, 5), button=button)
    assert window.screen.focus_key == "type"
    window.press(pygame.K_F4)
    for button in (4, 5):
        window.mouse(pygame.MOUSEBUTTONDOWN, (5, 5), button=button)
    assert window.dialogs


def test_animations(app):
    window = app("hex:3,swap=off", ["human", "greedy"], speed="slow")
    window.touch("b2")
    assert window.screen.moving()
    assert window.screen.workers.busy  # the computer need not wait for the animation
    window.screen.workers.stop()
    window = app("hex:3,swap=off", speed="slow")
    window.touch("a1")
    window.change_setting("speed", "off")
    window.touch("b2")
    assert not window.screen.moving()


@pytest.mark.parametrize("size", [(480, 360), (1280, 800)])
def test_preview_under_mouse(app, size):
    window = app("hex:5,swap=off", size=size)
    x, y = map(round, window.spot("c3"))
    before = window.surface.get_at((x, y))
    window.hover((x, y))
    assert lightness(window.surface.get_at((x, y))[:3]) != lightness(before[:3])
    assert window.moves() == []


@pytest.mark.parametrize("game", ["hex:3,swap=off", "knights", "cube:2#1"])
def test_keyboard_cursor_is_visible(app, game):
    window = app(game)
    before = window.pixels()
    window.press(pygame.K_RIGHT)
    assert window.screen.board.cursor is not None
    assert window.pixels() != before


#: Responses to red, green and blue light without L cones (protanopia) and without M cones
#: (deuteranopia).
#: F. Viénot, H. Brettel, J. Mollon, Digital video colourmaps (1999).
DICHROMATS = {
    "protanope": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranope": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def simulated_lab(deficiency, colour):
    """Return a colour as CIE Lab values under a colour vision deficiency."""
    light = [(each / 255) ** 2.2 for each in colour]
    red, green, blue = (
        max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))
        for row in DICHROMATS[deficiency]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    roots = [each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116 for each in (x, y, z)]
    return 116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2])


@pytest.mark.parametrize("eyes", sorted(DICHROMATS))
def test_colour_blind_palettes(eyes):
    names = ["white", "black", "red", "orange", "yellow", "green", "teal", "blue"]
    palette = PALETTES["colour-blind"]
    for one, other in combinations(names, 2):
        difference = math.dist(
            simulated_lab(eyes, palette[one]), simulated_lab(eyes, palette[other])
        )
        assert difference > 15, (one, other)  # the just noticeable difference is about 2


@pytest.mark.parametrize("size", [(480, 360), (800, 600)])
def test_long_labels_fit_their_buttons(app, size):
    window = app("hex:3,swap=off", size=size)
    before = window.surface.copy()
    buttons = [each for each in window.screen.widgets if isinstance(each, Button) and each.label]
    assert buttons
    for each in buttons:
        each.label += " and so on"
    window.draw()
    for each in buttons:
        window.surface.blit(before, each.box, each.box)
    assert pygame.image.tobytes(before, "RGB") == window.pixels()


def test_long_label_replaces_icon(app, truncated):
    window = app("pentago", ["human", "human"], size=(700, 1000))
    labels = {each.label for each in window.screen.widgets if isinstance(each, Button)}
    assert {"Offer draw", "Resign", "Analysis"} <= labels
    assert not truncated
