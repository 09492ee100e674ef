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
    search.press(*[pygame.K_LEFT] * 3, pygame.K_BACKSPACE)
    assert text(search) == "shifty"
    search.press(pygame.K_HOME, pygame.K_DELETE)
    search.write("S")
    assert text(search) == "Shifty"
    search.press(pygame.K_END)
    search.write("!")
    assert text(search) == "Shifty!"
    search.press(pygame.K_HOME, pygame.K_RIGHT, pygame.K_RIGHT)
    search.press(pygame.K_BACKSPACE, mod=pygame.KMOD_CTRL)
    assert text(search) == "ifty!"
    search.press(pygame.K_HOME, pygame.K_BACKSPACE, pygame.K_END, pygame.K_DELETE)
    assert text(search) == "ifty!"  # there is nothing beyond the ends


def test_beyond_its_ends_the_arrows_choose_a_game(search):
    search.write("e")
    chosen = search.screen.selection.chosen
    search.press(pygame.K_LEFT, pygame.K_RIGHT)
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
    letters = "".join(chr(97 + number % 26) for number in range(90))
    search.handle(pygame.event.Event(pygame.TEXTINPUT, text=letters))
    for key, times in ((pygame.K_LEFT, 60), (pygame.K_HOME, 1), (pygame.K_END, 1)):
        search.press(*[key] * times)
        search.screen.draw(search.canvas)
        field = search.widget("search")
        at = field.caret - field.first
        assert 0 <= at < len(field.widths)
        assert field.left + field.widths[at] <= field.box.right


def test_lines_of_a_text_are_drawn_in_one_line(search, written):
    lines = "one\n\ntwo"
    search.handle(pygame.event.Event(pygame.TEXTINPUT, text=lines))
    search.draw()
    field = search.widget("search")
    assert "one  two" in written
    assert written["one  two"].height < field.box.height
    assert text(search) == lines


def test_select_all_and_a_refused_move_is_selected(app):
    shown = app("hex:3,swap=off")
    shown.write("nonsense")
    shown.press(pygame.K_RETURN)
    assert shown.screen.panel.typed == "nonsense"
    shown.write("b2")
    assert shown.screen.panel.typed == "b2"
    shown.press(pygame.K_a, mod=pygame.KMOD_CTRL)
    shown.press(pygame.K_DELETE)
    assert shown.screen.panel.typed == ""
