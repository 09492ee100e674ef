"""Macros in the window: recorded, played, previewed and combined."""

import pygame
import pytest
from support import assert_apart

from puzzlekit.play.macros import Macros
from puzzlekit.play.new_game import new_session

CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT


@pytest.fixture
def keep(home):
    def keep(game="twist#1", **named):
        for name, word in named.items():
            Macros(new_session(game)).save(name, word)

    return keep


def test_moves_are_recorded_and_played_by_a_button_and_by_keys(app):
    shown = app("twist#1")
    shown.click("record")
    shown.screen.controller.play("a1")
    shown.screen.controller.play("b1")
    shown.press(pygame.K_m, mod=CTRL)
    assert shown.screen.macros.words == {"A": "a1 b1"}
    assert "A saved" in shown.screen.status.text
    shown.click("sequence A")
    assert shown.moves() == ["a1", "b1"] * 2
    shown.press(pygame.K_1, mod=CTRL | SHIFT)
    assert shown.moves()[4:] == ["b1'", "a1'"]
    shown.press(pygame.K_z, mod=CTRL)  # undoes the whole macro
    assert len(shown.moves()) == 4
    shown.press(pygame.K_5, mod=CTRL)  # there is no such macro
    assert len(shown.moves()) == 4
    other = app("twist#2")
    assert "sequence A" in other.widget_keys()
    other.click("record")
    other.screen.controller.play("a1")
    other.screen.controller.undo()
    other.click("record")
    assert set(other.screen.macros.words) == {"A"}
    assert "No moves recorded" in other.screen.status.text
    for move in ("a1", "b1"):
        other.screen.controller.play(move)
    other.click("record")
    other.screen.controller.undo()  # a move from before the recording
    for move in ("b2", "a2"):
        other.screen.controller.play(move)
    other.click("record")
    assert other.screen.macros.words["B"] == "b2 a2"


def test_preview_of_a_macro(app, keep):
    keep(A="a1 b2 a1'")
    shown = app("twist#1")
    shown.screen.focus("sequence A")
    before = shown.pixels()
    shown.draw()
    assert before != shown.pixels()  # the outlines and the tooltip
    button = shown.widget("sequence A")
    assert "[4-cycle:" in button.tip
    assert "order 4, 3 moves" in button.tip
    assert len(button.cells()) == 4
    shown.screen.focus(None)
    shown.draw()
    assert (button.tip, button.cells()) == ("", ())


def test_macro_that_is_illegal_here(app, keep):
    keep("fifteen#1", A="a1-a2 a2-a1")
    shown = app("fifteen@1,2,3,4,5,6,7,8,9,10,11,12,13,14,.,15")
    shown.click("sequence A")
    assert shown.moves() == []
    assert "not a legal move" in shown.screen.status.text
    shown.screen.focus("sequence A")
    shown.draw()
    assert "not a legal move" in shown.widget("sequence A").tip


@pytest.mark.parametrize("size", [(480, 360), (800, 600), (1280, 800)])
@pytest.mark.parametrize("count", [1, 8])
def test_all_are_reached_at_every_size(app, keep, size, count):
    names = [chr(ord("A") + at) for at in range(count)]
    keep(**dict.fromkeys(names, "a1 b1'"))
    shown, seen = app("twist#1", size=size), set()
    for _ in range(count + 1):
        keys = shown.widget_keys()
        found = {key for key in keys if key.startswith("sequence ")}
        seen |= found
        boxes = [shown.widget(key).box for key in keys]
        panel = shown.screen.panel.box
        assert_apart(boxes, panel)
        if "more sequences" in keys:
            shown.click("more sequences")
    if seen:
        assert seen == {f"sequence {name}" for name in names}
        return
    shown.click("sequences")  # without space for buttons, the list shows them
    dialog = shown.dialogs[-1]
    for _ in names:
        seen |= {each.key for each in dialog.widgets if each.key.startswith("row ")}
        shown.wheel(-1)
    assert seen == {f"row {name}" for name in names}
    dialog.choose("A")
    shown.click("play")
    assert shown.moves() == ["a1", "b1'"]


def test_others_are_formed_of_two_and_deleted(app, keep):
    keep(A="a1", B="b1 a2")
    shown = app("twist#1")
    shown.click("sequences")
    dialog = shown.dialogs[-1]
    for form, word in (("Inverse", "A'"), ("Conjugate", "[A: B]"), ("Commutator", "[A, B]")):
        shown.click(form)
        assert dialog.word == word
    shown.click("keep")
    assert shown.screen.macros.words["C"] == "a1 b1 a2 a1' a2' b1'"
    dialog._type("word", "[A")
    dialog.rebuild()
    shown.click("keep")
    assert "a comma or a colon" in dialog.message
    dialog.choose("B")
    shown.click("delete")
    assert [*shown.screen.macros.words] == ["A", "C"]
    dialog.choose("C")
    shown.click("play")
    assert not shown.dialogs
    assert len(shown.moves()) == 6


def test_deleted_macros_can_be_restored_and_none_is_replaced_by_accident(app, keep):
    keep(A="a1", B="b1 a2")
    shown = app("twist#1")
    shown.click("sequences")
    dialog, macros = shown.dialogs[-1], shown.screen.macros
    dialog.choose("B")
    shown.click("delete")
    assert "Save restores it" in dialog.message
    shown.click("keep")
    assert macros.words == {"A": "a1", "B": "b1 a2"}
    for key, text in (("name", "A"), ("word", "a2")):
        dialog._type(key, text)
    dialog.rebuild()
    shown.click("keep")
    assert "already exists" in dialog.message
    assert macros.words["A"] == "a1"
    shown.click("keep")
    assert macros.words["A"] == "a2"


def test_a_bad_file_is_told_of_once(app, home):
    (home / "sequences.json").write_text("{")
    shown = app("twist#1")
    assert "not a list of macros" in shown.screen.status.text
    shown.screen.controller.play("a1")
    assert shown.screen.status.text == "Turn a 2 × 2 face"


def test_games_and_one_way_streets_have_none(app):
    for game in ("pinball", "permute:4"):
        assert "record" not in app(game).widget_keys()


def test_status_text_follows_the_saved_macros(app, keep):
    keep(A="a1")
    shown = app("twist#1")
    hand = shown.screen.macros
    before = hand.status_text("A'")
    hand.save("A", "a1 b1")
    assert hand.status_text("A'") != before
    hand.delete("A")
    assert "A" in hand.status_text("A'")
    assert "no move 'Zz'" in hand.status_text("Zz Zz")
    hand.save("Zz", "a1 b2")
    assert "not a legal move" not in hand.status_text("Zz Zz")


def test_the_keys_choose_one_and_bring_it_into_view(app, keep):
    names = [chr(ord("A") + at) for at in range(20)]
    keep(**dict.fromkeys(names, "a1 b1'"))
    shown = app("twist#1", size=(480, 360))
    shown.click("sequences")
    dialog = shown.dialogs[-1]

    def rows():
        return [each.name for each in dialog.widgets if each.key.startswith("row ")]

    keys = {"B": pygame.K_DOWN, "T": pygame.K_END, "S": pygame.K_UP, "A": pygame.K_HOME}
    for chosen, key in keys.items():
        shown.press(key)
        assert dialog.chosen == chosen
        assert chosen in rows()
    dialog.word = "b2"
    dialog._save()
    dialog.rebuild()
    assert dialog.chosen == "U"
    assert "U" in rows()
