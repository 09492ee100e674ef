"""Editing in text fields."""

import pygame
import pytest


@pytest.fixture
def search(app):
    shown = app()
    shown.screen.focus("search")
    return shown


def text(shown):
    return shown.widget("search").text


def test_letters_are_put_in_and_taken_out_where_the_caret_is(search):
    search.write("shiffty")
    for _ in range(3):
        search.press(pygame.K_LEFT)
    search.press(pygame.K_BACKSPACE)
    assert text(search) == "shifty"
    search.press(pygame.K_HOME)
    search.press(pygame.K_DELETE)
    search.write("S")
    assert text(search) == "Shifty"
    search.press(pygame.K_END)
    search.write("!")
    assert text(search) == "Shifty!"
    search.press(pygame.K_HOME)
    for _ in range(2):
        search.press(pygame.K_RIGHT)
    search.press(pygame.K_BACKSPACE, mod=pygame.KMOD_CTRL)
    assert text(search) == "ifty!"


def test_nothing_is_taken_out_beyond_the_ends(search):
    search.write("hex")
    search.press(pygame.K_DELETE)
    search.press(pygame.K_HOME)
    search.press(pygame.K_BACKSPACE)
    assert text(search) == "hex"


def test_beyond_its_ends_the_arrows_choose_a_game(search):
    search.write("e")
    chosen = search.screen.selection.chosen
    search.press(pygame.K_LEFT)
    search.press(pygame.K_RIGHT)
    assert search.screen.selection.chosen == chosen
    search.press(pygame.K_RIGHT)
    assert search.screen.selection.chosen != chosen
    assert text(search) == "e"


def test_a_click_sets_the_caret_between_letters(search):
    search.write("iiiiWWWW")
    search.screen.draw(search.canvas)
    field = search.widget("search")
    middle = field.left + field.widths[4]
    search.click((middle + 1, field.box.centery))
    search.write("-")
    assert text(search) == "iiii-WWWW"
    search.click((field.box.right - 2, field.box.centery))
    search.write("-")
    assert text(search) == "iiii-WWWW-"


def test_the_caret_of_a_text_that_is_too_long_stays_in_sight(search):
    search.write("".join(chr(97 + number % 26) for number in range(300)))
    for key, times in ((pygame.K_LEFT, 150), (pygame.K_HOME, 1), (pygame.K_END, 1)):
        for _ in range(times):
            search.press(key)
        search.screen.draw(search.canvas)
        field = search.widget("search")
        at = field.caret - field.first
        assert 0 <= at < len(field.widths)
        assert field.left + field.widths[at] <= field.box.right
