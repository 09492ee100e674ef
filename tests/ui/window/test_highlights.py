"""The option to highlight legal moves."""

import pygame
import pytest

from puzzlekit.ui.window.drawing.board_view import BoardView


@pytest.fixture
def marked(monkeypatch):
    """Return a function for the highlighted cells: those with dots and those with frames."""

    def marked(shown):
        rules, selector, found = shown.screen.rules, shown.screen.board.selector, []
        name = {selector.anchor((cell,)): (cell,) for cell in range(len(rules.board))}

        def dot(self, point, colour, size=0):
            found.append((colour, name[point]))

        def mark(self, cells, colour, thick=3):
            if thick == 2.5:
                found.append((colour, tuple(cells)))

        with monkeypatch.context() as patch:
            patch.setattr(BoardView, "dot", dot)
            patch.setattr(BoardView, "mark", mark)
            shown.draw()
        assert len(found) == len(set(found))
        theme, names = shown.canvas.theme, rules.board.cells
        return tuple(
            {names[cell] for ink, (cell,) in found if ink == each}
            for each in (theme.success, theme.accent)
        )

    return marked


def test_legal_targets_are_shown_on_request(app, marked):
    shown = app("shifty:5,swap=off c3 a1 c4 b1", ["human", "human"])
    screen = shown.screen
    assert marked(shown) == (set(), set())
    shown.press(pygame.K_F3)
    # The stones have six free points next to them; either may go to a point with no friend.
    beside = {"b3", "d3", "c2", "b4", "d4", "c5"}
    assert marked(shown) == (beside | {"c3", "c4"}, set())
    moves = screen.rules.legal_moves(screen.session.state)
    goals = {move[3:] for move in moves if move.startswith("c4-")}
    shown.hover(shown.spot("c4"))
    assert marked(shown) == (set(), goals)
    assert {"a4", "e4", "a2", "e2"} <= goals
    shown.touch("c4")
    assert marked(shown) == (goals, set())
    shown.press(pygame.K_F3)  # targets of a selected stone are always shown
    assert marked(shown) == (goals, set())
    assert not shown.settings.legal


def test_no_marks_while_a_computer_is_to_move(app, marked):
    shown = app("shifty:5,swap=off", ["greedy", "human"], legal=True)
    shown.screen.close()  # stop the engine
    assert marked(shown) == (set(), set())


def test_a_hint_is_marked_until_it_is_played(app, monkeypatch):
    drawn = []
    shown = app("knights")
    monkeypatch.setattr(
        BoardView, "mark", lambda self, cells, ink, thick=3: drawn.append((tuple(cells), thick))
    )
    shown.press(pygame.K_F2)
    shown.wait()
    (move,) = shown.screen.controller.hint[:1]
    shown.draw()
    assert {(click.cells, 5) for click in shown.screen.rules.clicks(move)} <= {*drawn}
    shown.press(pygame.K_F2)
    assert shown.moves() == [move]
    drawn.clear()
    shown.draw()
    assert 5 not in {thick for _, thick in drawn}


def test_a_hint_shows_the_pieces_that_it_places(app, monkeypatch):
    ghosts = {}
    shown = app("palago:48 0,0b+0,-1a", ["human", "human"])
    monkeypatch.setattr(
        BoardView, "ghost", lambda self, cell, piece, opacity: ghosts.update({cell: piece})
    )
    controller = shown.screen.controller
    controller.hint = [shown.screen.rules.legal_moves(shown.screen.session.state)[0]]
    shown.draw()
    shown_cells = {
        cell for click in shown.screen.rules.clicks(controller.hint[0]) for cell in click.cells
    }
    assert set(ghosts) == shown_cells
    assert len(ghosts) == 2


def test_moves_of_a_toggle_puzzle_with_most_of_its_cells(app):
    shown = app("lights_out:3,height=3,colours=3", speed="normal")
    timeline = shown.screen.board.timeline
    for _ in range(2):
        shown.screen.controller.play("b2")
        shown.draw()
        assert not shown.canvas.shown_errors
    timeline.merge(2)
    for motion in timeline.queue:
        assert not motion.parts  # the next number on a cell is not on the board
    timeline.show(timeline.last)
    shown.draw()
    assert not shown.canvas.shown_errors
