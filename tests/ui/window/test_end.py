"""How the end of a game is shown: a banner that hides nothing, and what decided."""

from puzzlekit.ui.window.drawing.marks import Marks
from puzzlekit.ui.window.launcher.screen import Launcher


def test_the_groups_are_shown_side_by_side_at_the_end(app):
    for size in ((1280, 800), (800, 600)):
        shown = app("permute:6,swap=off", ["human", "human"], size=size)
        screen = shown.screen
        while screen.session.result is None:
            assert screen.overlay() is None
            screen.table.play(screen.rules.moves(screen.session.state)[0])
        shown.draw()
        result, table = screen.session.result, screen.banner.table
        orange, yellow = (
            [int(row[seat]) for row in table.summary.rows if row[seat]] for seat in (0, 1)
        )
        sizes = screen.rules.sizes(screen.session.state)
        assert [orange, yellow] == [sizes["O"], sizes["Y"]]
        assert sum(orange) + sum(yellow) == 36
        place = next(i for i, (a, b) in enumerate(zip(orange, yellow, strict=False)) if a != b)
        assert table.summary.decisive == place
        assert result.winner == int(yellow > orange)
        assert table.marked() is not None
        assert screen.banner.box.contains(table.marked())
        assert screen.board_box()[1] <= screen.banner.box.top
        assert [each.label for each in screen.banner.buttons] == [
            *("Play again", "All games", "Look at the board")
        ]
        shown.click("banner-look")
        assert screen.overlay() is None
        assert screen.session.result == result
        screen.table.undo()
        screen.table.redo()
        shown.click("banner-new")
        assert (screen.session.ply, screen.overlay()) == (0, None)


def test_the_end_leads_back_to_the_launcher_and_hides_nothing_that_decided(app):
    shown = app("hex:4,swap=off a1 b1 a2 b2 a3 b3", ["human", "human"])
    screen = shown.screen
    screen.table.play("a4")
    shown.draw()
    assert screen.banner.table is None
    at = [screen.board.view.pixel(cell) for cell in screen.session.result.cells]
    assert len(at) == 4
    assert not any(screen.banner.box.collidepoint(each) for each in at)
    shown.click("banner-home")
    assert isinstance(shown.screen, Launcher)


def test_a_game_that_has_ended_says_so_when_it_is_opened_again(app):
    shown = app("hex:2,swap=off a1 b1 a2", ["human", "human"])
    assert shown.screen.banner.title == "Red wins"
    assert shown.screen.panel.contents.text.startswith("Red wins")


def test_the_cells_that_decided_are_marked(app, monkeypatch):
    shown = app("hex:2,swap=off a1 b1", ["human", "human"])
    marked = []
    monkeypatch.setattr(Marks, "mark_cell", lambda self, cell, *more: marked.append(cell))
    monkeypatch.setattr(Marks, "outline", lambda self, cells, *more: marked.extend(cells))
    board = shown.screen.rules.board
    shown.draw()
    assert set(marked) <= {board.index["b1"]}
    shown.screen.table.play("a2")
    shown.draw()
    assert {board.cells[cell] for cell in marked} == {"a1", "a2", "b1"}
