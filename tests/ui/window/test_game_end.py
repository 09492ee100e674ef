"""The end of a game: in the panel at every size, and outlined on the board."""

import pygame
import pytest

from puzzlekit.ui.window.drawing.board_view import BoardView
from puzzlekit.ui.window.drawing.canvas import Rect
from puzzlekit.ui.window.game.status_box import StatusBox, StatusMessage


def finished_game(app, **given):
    """Return a window in which a game of Permute has just ended."""
    window = app("permute:6,swap=off", ["human", "human"], **given)
    screen = window.screen
    while screen.session.result is None:
        assert screen.ending is None
        screen.controller.play(screen.rules.legal_moves(screen.session.state)[0])
    window.draw()
    return window


def test_decisive_regions_are_marked(app):
    ending = finished_game(app).screen.ending
    assert ending.box.contains(ending.table.marked())
    assert [each.label for each in ending.buttons] == ["Play again", "Close"]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(480, 360), (800, 600), (1280, 800)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_result_does_not_cover_the_board(app, size, scale):
    window = finished_game(app, size=size, scale=scale)
    screen, seen = window.screen, set()
    for _ in range(10):
        box, table = screen.ending.box, screen.ending.table
        assert Rect(screen.panel.box).contains(box)
        assert not box.colliderect(Rect(screen.game_boxes().board))
        assert all(box.contains(each.box) for each in screen.ending.buttons)
        others = [each.box for each in screen.widgets if each not in screen.ending.buttons]
        assert box.collidelist(others) < 0
        assert {"first", "last"} <= window.widget_keys()
        if table is not None:
            seen |= {number for block in table.blocks for number in block}
            assert table.corner[1] + table.height <= screen.ending.buttons[0].box.top
        if "end-page" in window.widget_keys():
            window.click("end-page")
    assert seen == set(range(len(screen.ending.summary.rows)))


def test_click_after_end(app):
    window = app("fifteen:2,height=2@1,2,.,3")
    window.touch("b1")
    assert window.screen.ending is not None
    window.click(window.screen.board.view.pixel(2))
    assert len(window.moves()) == 1
    window.press(pygame.K_ESCAPE)
    assert window.screen.ending is None
    window.touch("a1")
    assert len(window.moves()) == 2


def test_reopened_game_shows_result(app):
    window = app("hex:2,swap=off a1 b1 a2", ["human", "human"])
    assert window.screen.ending.text.text.startswith("Red wins")
    assert window.screen.status.text.startswith("Red wins")
    window.screen.controller.show_status("Saved")
    window.draw()
    assert window.screen.ending.shown.text == "Red wins · Saved"
    window.press(pygame.K_RETURN)  # "Play again" has the focus
    assert window.moves() == []


def test_winning_cells_are_marked(app, monkeypatch):
    window = app("hex:2,swap=off a1 b1", ["human", "human"])
    marked = []

    def outline(self, cells, colour, thick):
        if colour == window.canvas.theme.success:
            marked.extend(cells)

    monkeypatch.setattr(BoardView, "outline", outline)
    board = window.screen.rules.board
    window.draw()
    assert not marked
    window.screen.controller.play("a2")
    window.draw()
    assert {board.cells[cell] for cell in marked} == {"a1", "a2"}


def test_long_headline_is_truncated_with_tooltip(app, drawn_texts):
    window = app("hex:3", size=(480, 360))
    title = "The player who has moved last has reached the end of the line. " * 3
    window.screen.ending = StatusBox(StatusMessage(title, severity="end"), grows=True)
    window.screen.rebuild()
    window.draw()
    ending = window.screen.ending
    assert ending.fitted.lines[-1].endswith("…")
    assert ending.widgets[-1].tip == title


def test_page_order_is_stable(app):
    window, seen = finished_game(app, size=(480, 360)), []
    ending = window.screen.ending
    assert ending.pager.count > 2
    for _ in range(2 * ending.pager.count):
        seen.append(ending.table.first if ending.table else "result")
        window.click("end-page")
    assert seen[0] == "result"
    assert seen[: len(seen) // 2] == seen[len(seen) // 2 :]
