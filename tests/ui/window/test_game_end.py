"""The end of a game: in the panel at every size, and outlined on the board."""

import pygame
import pytest

from puzzlekit.ui.window.drawing.board_view import BoardView
from puzzlekit.ui.window.drawing.canvas import Rect
from puzzlekit.ui.window.game.status_bar import GameOverBox


def ended(app, **given):
    """Return a window in which a game of Permute has just ended."""
    shown = app("permute:6,swap=off", ["human", "human"], **given)
    screen = shown.screen
    while screen.session.result is None:
        assert screen.ending is None
        screen.controller.play(screen.rules.legal_moves(screen.session.state)[0])
    shown.draw()
    return shown


def test_the_decisive_groups_are_marked_at_the_end(app):
    ending = ended(app).screen.ending
    assert ending.box.contains(ending.table.marked())
    assert [each.label for each in ending.buttons] == ["Play again", "Close"]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(480, 360), (800, 600), (1280, 800)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_result_does_not_cover_the_board(app, size, scale):
    shown = ended(app, size=size, scale=scale)
    screen, seen = shown.screen, set()
    for _ in range(10):
        box, table = screen.ending.box, screen.ending.table
        assert Rect(screen.panel.box).contains(box)
        assert not box.colliderect(Rect(screen.game_boxes().board))
        assert all(box.contains(each.box) for each in screen.ending.buttons)
        others = [each.box for each in screen.widgets if each not in screen.ending.buttons]
        assert box.collidelist(others) < 0
        assert {"first", "last"} <= shown.widget_keys()
        if table is not None:
            seen |= {number for block in table.blocks for number in block}
            assert table.corner[1] + table.height <= screen.ending.buttons[0].box.top
        if "end-page" in shown.widget_keys():
            shown.click("end-page")
    assert seen == set(range(len(screen.ending.summary.rows)))


def test_click_after_the_end_plays_nothing(app):
    shown = app("fifteen:2,height=2@1,2,.,3")
    shown.touch("b1")
    assert shown.screen.ending is not None
    shown.click(shown.screen.board.view.pixel(2))
    assert len(shown.moves()) == 1
    shown.press(pygame.K_ESCAPE)
    assert shown.screen.ending is None
    shown.touch("a1")
    assert len(shown.moves()) == 2


def test_a_game_that_has_ended_says_so_when_it_is_opened_again(app):
    shown = app("hex:2,swap=off a1 b1 a2", ["human", "human"])
    assert shown.screen.ending.title == "Red wins"
    assert shown.screen.status.text.startswith("Red wins")
    shown.press(pygame.K_RETURN)  # "Play again" has the focus
    assert shown.moves() == []


def test_the_cells_that_decided_are_marked(app, monkeypatch):
    shown = app("hex:2,swap=off a1 b1", ["human", "human"])
    marked = []

    def outline(self, cells, colour, thick):
        if colour == shown.canvas.theme.success:
            marked.extend(cells)

    monkeypatch.setattr(BoardView, "outline", outline)
    board = shown.screen.rules.board
    shown.draw()
    assert not marked
    shown.screen.controller.play("a2")
    shown.draw()
    assert {board.cells[cell] for cell in marked} == {"a1", "a2"}


def test_a_long_headline_ends_in_an_ellipsis_and_has_a_tooltip(app, written):
    shown = app("hex:3", size=(480, 360))
    title = "The player who has moved last has reached the end of the line"
    shown.screen.ending = GameOverBox(
        title, None, again=lambda: None, label="Play again", dismiss=lambda: None
    )
    shown.screen.rebuild()
    shown.draw()
    ending = shown.screen.ending
    assert ending.titles[-1].endswith("…")
    assert ending.widgets[-1].tip == title


def test_pages_come_in_the_same_order_each_time(app):
    shown, seen = ended(app, size=(480, 360)), []
    ending = shown.screen.ending
    assert ending.pager.count > 2
    for _ in range(2 * ending.pager.count):
        seen.append(ending.table.first if ending.table else "result")
        shown.click("end-page")
    assert seen[0] == "result"
    assert seen[: len(seen) // 2] == seen[len(seen) // 2 :]
