"""Editing in text fields."""

import pygame
import pytest


@pytest.fixture
def focused_window(app):
    window = app()
    window.screen.focus("search")
    return window


def field_text(window):
    return window.widget("search").text


def test_edit_at_caret(focused_window):
    focused_window.write("shiffty")
    focused_window.press(*[pygame.K_LEFT] * 3, pygame.K_BACKSPACE)
    assert field_text(focused_window) == "shifty"
    focused_window.press(pygame.K_HOME, pygame.K_DELETE)
    focused_window.write("S")
    assert field_text(focused_window) == "Shifty"
    focused_window.press(pygame.K_END)
    focused_window.write("!")
    assert field_text(focused_window) == "Shifty!"
    focused_window.press(pygame.K_HOME, pygame.K_RIGHT, pygame.K_RIGHT)
    focused_window.press(pygame.K_BACKSPACE, mod=pygame.KMOD_CTRL)
    assert field_text(focused_window) == "ifty!"
    focused_window.press(pygame.K_HOME, pygame.K_BACKSPACE, pygame.K_END, pygame.K_DELETE)
    assert field_text(focused_window) == "ifty!"  # there is nothing beyond the ends


def test_arrows_beyond_text_select_game(focused_window):
    focused_window.write("e")
    chosen = focused_window.screen.selection.chosen
    focused_window.press(pygame.K_LEFT, pygame.K_RIGHT)
    assert focused_window.screen.selection.chosen == chosen
    focused_window.press(pygame.K_RIGHT)
    assert focused_window.screen.selection.chosen != chosen
    assert field_text(focused_window) == "e"


def test_click_sets_caret(focused_window):
    focused_window.write("iiiiWWWW")
    focused_window.screen.draw(focused_window.canvas)
    field = focused_window.widget("search")
    middle = field.left + field.widths[4]
    focused_window.click((middle + 1, field.box.centery))
    focused_window.write("-")
    assert field_text(focused_window) == "iiii-WWWW"
    focused_window.click((field.box.right - 2, field.box.centery))
    focused_window.write("-")
    assert field_text(focused_window) == "iiii-WWWW-"


def test_caret_of_long_text_stays_visible(focused_window):
    letters = "".join(chr(97 + number % 26) for number in range(90))
    focused_window.handle(pygame.event.Event(pygame.TEXTINPUT, text=letters))
    for key, times in ((pygame.K_LEFT, 60), (pygame.K_HOME, 1), (pygame.K_END, 1)):
        focused_window.press(*[key] * times)
        focused_window.screen.draw(focused_window.canvas)
        field = focused_window.widget("search")
        at = field.caret - field.first
        assert 0 <= at < len(field.widths)
        assert field.left + field.widths[at] <= field.box.right


def test_multiline_text_is_drawn_on_one_line(focused_window, drawn_texts):
    lines = "one\n\ntwo"
    focused_window.handle(pygame.event.Event(pygame.TEXTINPUT, text=lines))
    focused_window.draw()
    field = focused_window.widget("search")
    assert "one  two" in drawn_texts
    assert drawn_texts["one  two"].height < field.box.height
    assert field_text(focused_window) == lines


def test_select_all_and_after_refused_move(app):
    window = app("hex:3,swap=off")
    window.write("nonsense")
    window.press(pygame.K_RETURN)
    assert window.screen.panel.typed == "nonsense"
    window.write("b2")
    assert window.screen.panel.typed == "b2"
    window.press(pygame.K_a, mod=pygame.KMOD_CTRL)
    window.press(pygame.K_DELETE)
    assert window.screen.panel.typed == ""


@pytest.mark.parametrize(
    ("letter", "key"),
    [("@", pygame.K_q), ("}", pygame.K_0), ("ą", pygame.K_a), ("~", pygame.K_PLUS)],
)
def test_altgr_of_windows_types_characters(focused_window, letter, key):
    # German and Polish keyboards; Windows reports AltGr as Ctrl+Alt.
    focused_window.write("hex")
    focused_window.press(key, mod=pygame.KMOD_LCTRL | pygame.KMOD_RALT, text=letter)
    focused_window.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    assert field_text(focused_window) == f"hex{letter}"
    assert focused_window.running
    assert focused_window.settings.scale == 1.0


def test_key_that_opens_dialog_types_nothing_there(app):
    window = app()
    window.screen.focus("games")
    window.key(pygame.K_SPACE, text=" ")
    for _ in range(3):  # the key is held
        window.handle(pygame.event.Event(pygame.TEXTINPUT, text=" "))
    assert field_text(window) == ""
    window.handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_SPACE, mod=0))
    window.write("a")
    assert field_text(window) == "a"
