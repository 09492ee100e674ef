"""The option to highlight legal moves."""

import pygame
import pytest

from puzzlekit.ui.window.drawing.board_view import BoardView


@pytest.fixture
def marked(monkeypatch):
    """Return a function for the highlighted cells: those with dots and those with frames."""

    def marked(window):
        rules, selector, found = window.screen.rules, window.screen.board.selector, []
        name = {selector.anchor((cell,)): (cell,) for cell in range(len(rules.board))}

        def dot(self, point, colour, size=0):
            found.append((colour, name[point]))

        def mark(self, cells, colour, thick=3):
            if thick == 2.5:
                found.append((colour, tuple(cells)))

        with monkeypatch.context() as patch:
            patch.setattr(BoardView, "dot", dot)
            patch.setattr(BoardView, "mark", mark)
            window.draw()
        assert len(found) == len(set(found))
        theme, names = window.canvas.theme, rules.board.cells
        return tuple(
            {names[cell] for ink, (cell,) in found if ink == each}
            for each in (theme.success, theme.accent)
        )

    return marked


def test_show_legal_targets(app, marked):
    window = app("shifty:5,swap=off c3 a1 c4 b1", ["human", "human"])
    screen = window.screen
    assert marked(window) == (set(), set())
    window.press(pygame.K_F3)
    # The stones have six free points next to them; either may go to a point with no friend.
    beside = {"b3", "d3", "c2", "b4", "d4", "c5"}
    assert marked(window) == (beside | {"c3", "c4"}, set())
    moves = screen.rules.legal_moves(screen.session.state)
    goals = {move[3:] for move in moves if move.startswith("c4-")}
    window.hover(window.spot("c4"))
    assert marked(window) == (set(), goals)
    assert {"a4", "e4", "a2", "e2"} <= goals
    window.touch("c4")
    assert marked(window) == (goals, set())
    window.press(pygame.K_F3)  # targets of a selected stone are always shown
    assert marked(window) == (goals, set())
    assert not window.settings.legal


def test_no_marks_while_computer_is_to_move(app, marked):
    window = app("shifty:5,swap=off", ["greedy", "human"], legal=True)
    window.screen.close()  # stop the engine
    assert marked(window) == (set(), set())


def test_hint_is_marked_until_played(app, monkeypatch):
    drawn = []
    window = app("knights")
    monkeypatch.setattr(
        BoardView, "mark", lambda self, cells, ink, thick=3: drawn.append((tuple(cells), thick))
    )
    window.press(pygame.K_F2)
    window.wait()
    (move,) = window.screen.controller.hint[:1]
    window.draw()
    assert {(click.cells, 5) for click in window.screen.rules.clicks(move)} <= {*drawn}
    window.press(pygame.K_F2)
    assert window.moves() == [move]
    drawn.clear()
    window.draw()
    assert 5 not in {thick for _, thick in drawn}


def test_hint_shows_placed_pieces(app, monkeypatch):
    ghosts = {}
    window = app("palago:48 0,0b+0,-1a", ["human", "human"])
    monkeypatch.setattr(
        BoardView, "ghost", lambda self, cell, piece, opacity: ghosts.update({cell: piece})
    )
    controller = window.screen.controller
    controller.hint = [window.screen.rules.legal_moves(window.screen.session.state)[0]]
    window.draw()
    shown_cells = {
        cell for click in window.screen.rules.clicks(controller.hint[0]) for cell in click.cells
    }
    assert set(ghosts) == shown_cells
    assert len(ghosts) == 2


def test_animation_of_toggle_with_three_colours(app):
    window = app("lights_out:3,height=3,colours=3", speed="normal")
    timeline = window.screen.board.timeline
    for _ in range(2):
        window.screen.controller.play("b2")
        window.draw()
        assert not window.canvas.shown_errors
    timeline.merge(2)
    for motion in timeline.queue:
        assert not motion.parts  # the next number on a cell is not on the board
    timeline.show(timeline.last)
    window.draw()
    assert not window.canvas.shown_errors
