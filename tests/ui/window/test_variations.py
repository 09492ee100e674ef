"""Tests for variations, comments and marks in the window."""

import pygame

from puzzlekit.play import records
from puzzlekit.play.game_database import Library, open_entry


def entry_point(window, move):
    """Return a point on a move in the list."""
    listed = window.widget("moves")
    return next(
        listed._entry_box(entry).center
        for entry in listed.layout.entries
        if entry.nodes[-1].move == move
    )


def test_variations_with_mouse_and_keys(app):
    window = app("hex:5,swap=off a1 b1", ["human", "human"])
    session = window.screen.session
    window.click("back")
    window.touch("c3")
    assert window.screen.status.detail[0] == "Variation (Red to move)"
    window.click(entry_point(window, "b1"))
    assert session.moves == ["a1", "b1"]
    window.click(entry_point(window, "c3"), button=3)
    window.write("the centre")
    window.click("mark !?")
    window.press(pygame.K_RETURN)
    node = session.tree.root.children[0].children[1]
    assert (node.comment, node.mark) == ("the centre", "!?")
    window.click(entry_point(window, "c3"))
    assert window.widget("comment").comment == "the centre"
    window.click("comment", "promote")
    assert not window.dialogs
    assert records.write(session).endswith("1. a1 c3 $5 {the centre} (1... b1) *\n")
    assert records.write(open_entry(1)[0]) == records.write(session)
    window.click(entry_point(window, "b1"))
    window.press(pygame.K_k, mod=pygame.KMOD_CTRL)
    window.click("delete", "keep", "delete", "delete")
    assert session.moves == ["a1"]
    assert session.all_moves == ["a1", "c3"]
    assert [entry.moves for entry in Library().entries()] == [2]


def test_small_window_shows_current_variation(app):
    game = records.read("hex:5,swap=off 1. a1 (1. b1 b2 2. b3) 1... a2 2. a3 {end}")
    window = app(game, size=(480, 360))
    for node in game.tree.root.walk():
        game.go_to(node)
        window.draw()
        listed = window.widget("moves")
        if listed.current >= 0:
            assert listed.box.contains(listed._entry_box(listed.layout.entries[listed.current]))
    window.press(pygame.K_k, mod=pygame.KMOD_CTRL)
    frame = window.dialogs[-1].frame()
    assert all(frame.contains(widget.box) for widget in window.dialogs[-1].widgets)
