"""Tests for variations, comments and marks in the window."""

import pygame

from puzzlekit.play import records
from puzzlekit.play.game_database import Library, open_entry


def entry_place(shown, move):
    """Return a point on a move in the list."""
    listed = shown.widget("moves")
    return next(
        listed._entry_box(entry).center
        for entry in listed.layout.entries
        if entry.nodes[-1].move == move
    )


def test_variations_with_mouse_and_keys(app):
    shown = app("hex:5,swap=off a1 b1", ["human", "human"])
    session = shown.screen.session
    shown.click("back")
    shown.touch("c3")
    assert shown.screen.status.detail[0] == "Variation (Red to move)"
    shown.click(entry_place(shown, "b1"))
    assert session.moves == ["a1", "b1"]
    shown.click(entry_place(shown, "c3"), button=3)
    shown.write("the centre")
    shown.click("mark !?")
    shown.press(pygame.K_RETURN)
    node = session.tree.root.children[0].children[1]
    assert (node.comment, node.mark) == ("the centre", "!?")
    shown.click(entry_place(shown, "c3"))
    assert shown.widget("comment").comment == "the centre"
    shown.click("comment", "promote")
    assert not shown.dialogs
    assert records.write(session).endswith("1. a1 c3 $5 {the centre} (1... b1) *\n")
    assert records.write(open_entry(1)[0]) == records.write(session)
    shown.click(entry_place(shown, "b1"))
    shown.press(pygame.K_k, mod=pygame.KMOD_CTRL)
    shown.click("delete", "keep", "delete", "delete")
    assert session.moves == ["a1"]
    assert session.all_moves == ["a1", "c3"]
    assert [entry.moves for entry in Library().entries()] == [2]


def test_small_window_shows_the_current_variation(app):
    game = records.read("hex:5,swap=off 1. a1 (1. b1 b2 2. b3) 1... a2 2. a3 {end}")
    shown = app(game, size=(480, 360))
    for node in game.tree.root.walk():
        game.go_to(node)
        shown.draw()
        listed = shown.widget("moves")
        if listed.current >= 0:
            assert listed.box.contains(listed._entry_box(listed.layout.entries[listed.current]))
    shown.press(pygame.K_k, mod=pygame.KMOD_CTRL)
    frame = shown.dialogs[-1].frame()
    assert all(frame.contains(widget.box) for widget in shown.dialogs[-1].widgets)
