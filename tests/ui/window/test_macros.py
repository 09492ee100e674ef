"""Macros in the window: recorded, played, previewed and combined."""

import pygame
import pytest
from support import assert_no_overlap

from puzzlekit.play.macros import Macros
from puzzlekit.play.new_game import new_session

CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT


@pytest.fixture
def save_macros(home):
    def save_macros(game="twist#1", **named):
        for name, word in named.items():
            Macros(new_session(game)).save(name, word)

    return save_macros


def test_record_and_play_macro(app):
    window = app("twist#1")
    window.click("record")
    window.screen.controller.play("a1")
    window.screen.controller.play("b1")
    window.press(pygame.K_m, mod=CTRL)
    assert window.screen.macros.words == {"A": "a1 b1"}
    assert "A saved" in window.screen.status.text
    window.click("sequence A")
    assert window.moves() == ["a1", "b1"] * 2
    window.press(pygame.K_1, mod=CTRL | SHIFT)
    assert window.moves()[4:] == ["b1'", "a1'"]
    window.press(pygame.K_z, mod=CTRL)  # undoes the whole macro
    assert len(window.moves()) == 4
    with_shift = {"key": pygame.K_AMPERSAND, "scancode": pygame.KSCAN_1}  # 1 on a French keyboard
    window.handle(pygame.event.Event(pygame.KEYDOWN, mod=CTRL | SHIFT, unicode="", **with_shift))
    assert window.moves()[4:] == ["b1'", "a1'"]
    window.press(pygame.K_z, mod=CTRL)
    window.press(pygame.K_5, mod=CTRL)  # there is no such macro
    assert len(window.moves()) == 4
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


def test_preview_of_a_macro(app, save_macros):
    save_macros(A="a1 b2 a1'")
    window = app("twist#1")
    window.screen.focus("sequence A")
    before = window.pixels()
    window.draw()
    assert before != window.pixels()  # the outlines and the tooltip
    button = window.widget("sequence A")
    assert "[4-cycle:" in button.tip
    assert "order 4, 3 moves" in button.tip
    assert len(button.cells()) == 4
    window.screen.focus(None)
    window.draw()
    assert (button.tip, button.cells()) == ("", ())


def test_illegal_macro(app, save_macros):
    save_macros("fifteen#1", A="a1-a2 a2-a1")
    window = app("fifteen@1,2,3,4,5,6,7,8,9,10,11,12,13,14,.,15")
    window.click("sequence A")
    assert window.moves() == []
    assert "not a legal move" in window.screen.status.text
    window.screen.focus("sequence A")
    window.draw()
    assert "not a legal move" in window.widget("sequence A").tip


@pytest.mark.parametrize("size", [(480, 360), (800, 600), (1280, 800)])
@pytest.mark.parametrize("count", [1, 8])
def test_all_macros_are_reachable_at_every_size(app, save_macros, size, count):
    names = [chr(ord("A") + at) for at in range(count)]
    save_macros(**dict.fromkeys(names, "a1 b1'"))
    window, seen = app("twist#1", size=size), set()
    for _ in range(count + 1):
        keys = window.widget_keys()
        found = {key for key in keys if key.startswith("sequence ")}
        seen |= found
        boxes = [window.widget(key).box for key in keys]
        panel = window.screen.panel.box
        assert_no_overlap(boxes, panel)
        if "more sequences" in keys:
            window.click("more sequences")
    if seen:
        assert seen == {f"sequence {name}" for name in names}
        return
    window.click("sequences")  # without space for buttons, the list shows them
    dialog = window.dialogs[-1]
    for _ in names:
        seen |= {each.key for each in dialog.widgets if each.key.startswith("row ")}
        window.wheel(-1)
    assert seen == {f"row {name}" for name in names}
    dialog.choose("A")
    window.click("play")
    assert window.moves() == ["a1", "b1'"]


def test_combine_and_delete_macros(app, save_macros):
    save_macros(A="a1", B="b1 a2")
    window = app("twist#1")
    window.click("sequences")
    dialog = window.dialogs[-1]
    for form, word in (("Inverse", "A'"), ("Conjugate", "[A: B]"), ("Commutator", "[A, B]")):
        window.click(form)
        assert dialog.word == word
    window.click("keep")
    assert window.screen.macros.words["C"] == "a1 b1 a2 a1' a2' b1'"
    dialog._type("word", "[A")
    dialog.rebuild()
    window.click("keep")
    assert "a comma or a colon" in dialog.message
    dialog.choose("B")
    window.click("delete")
    assert [*window.screen.macros.words] == ["A", "C"]
    dialog.choose("C")
    window.click("play")
    assert not window.dialogs
    assert len(window.moves()) == 6


def test_restore_macros_and_confirm_replacement(app, save_macros):
    save_macros(A="a1", B="b1 a2")
    window = app("twist#1")
    window.click("sequences")
    dialog, macros = window.dialogs[-1], window.screen.macros
    dialog.choose("B")
    window.click("delete")
    assert "Save restores it" in dialog.message
    window.click("keep")
    assert macros.words == {"A": "a1", "B": "b1 a2"}
    for key, text in (("name", "A"), ("word", "a2")):
        dialog._type(key, text)
    dialog.rebuild()
    window.click("keep")
    assert "already exists" in dialog.message
    assert macros.words["A"] == "a1"
    window.click("keep")
    assert macros.words["A"] == "a2"


def test_invalid_file_is_reported_once(app, home):
    (home / "sequences.json").write_text("{")
    window = app("twist#1")
    assert "not a list of macros" in window.screen.status.text
    window.screen.controller.play("a1")
    assert window.screen.status.text == "Turn a 2 × 2 face"


def test_no_macros_without_inverse_moves(app):
    for game in ("pinball", "permute:4"):
        assert "record" not in app(game).widget_keys()


def test_status_text_follows_saved_macros(app, save_macros):
    save_macros(A="a1")
    window = app("twist#1")
    hand = window.screen.macros
    before = hand.status_text("A'")
    hand.save("A", "a1 b1")
    assert hand.status_text("A'") != before
    hand.delete("A")
    assert "A" in hand.status_text("A'")
    assert "no move 'Zz'" in hand.status_text("Zz Zz")
    hand.save("Zz", "a1 b2")
    assert "not a legal move" not in hand.status_text("Zz Zz")


def test_keys_select_and_scroll_to_macro(app, save_macros):
    names = [chr(ord("A") + at) for at in range(20)]
    save_macros(**dict.fromkeys(names, "a1 b1'"))
    window = app("twist#1", size=(480, 360))
    window.click("sequences")
    dialog = window.dialogs[-1]

    def rows():
        return [each.name for each in dialog.widgets if each.key.startswith("row ")]

    keys = {"B": pygame.K_DOWN, "T": pygame.K_END, "S": pygame.K_UP, "A": pygame.K_HOME}
    for chosen, key in keys.items():
        window.press(key)
        assert dialog.chosen == chosen
        assert chosen in rows()
    dialog.word = "b2"
    dialog._save()
    dialog.rebuild()
    assert dialog.chosen == "U"
    assert "U" in rows()
