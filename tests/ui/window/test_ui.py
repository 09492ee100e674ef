"""The window object, driven by posted events on SDL's dummy driver."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from puzzlekit.play.new_game import new_session
from puzzlekit.players.player import COMPILING
from puzzlekit.ui.settings import Settings
from puzzlekit.ui.window.app import App
from puzzlekit.ui.window.game import GameScreen
from puzzlekit.ui.window.launcher import Launcher


@pytest.fixture
def app(tmp_path, monkeypatch):
    monkeypatch.setenv("PUZZLEKIT_HOME", str(tmp_path))
    opened = []

    def start(game=None, players=None, **settings):
        shown = App(Settings(speed="off", **settings), remember=False)
        opened.append(shown)
        if game is None:
            shown.home()
        else:
            shown.play(new_session(game, players), tmp_path / "game.json")
        shown.draw()
        return shown

    yield start
    for each in opened:
        each.close()


def mouse(app, kind, at, **fields):
    app.handle(pygame.event.Event(kind, pos=tuple(map(round, at)), **fields))


def click(app, at, button=1):
    mouse(app, pygame.MOUSEMOTION, at, rel=(0, 0), buttons=(0, 0, 0))
    mouse(app, pygame.MOUSEBUTTONDOWN, at, button=button)
    mouse(app, pygame.MOUSEBUTTONUP, at, button=button)
    app.draw()


def press(app, key, mod=0, text=""):
    app.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text))
    app.draw()


def write(app, text):
    for letter in text:
        press(app, ord(letter.lower()), text=letter)
        app.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))


def widget(app, key):
    screen = app.dialogs[-1] if app.dialogs else app.screen
    return next(each for each in screen.widgets if each.key == key)


def wait(app):
    while app.screen.busy():
        app.step()


def spot(screen, cells):
    return screen.view.view.pixel(*screen.pointer.anchor(cells))


def test_permute_is_played_in_two_steps_with_a_way_back(app):
    shown = app("permute:4,swap=off", ["human", "human"])
    screen = shown.screen
    face = next(cells for cells in screen.pointer.targets() if len(cells) == 4)
    click(shown, spot(screen, face))
    assert screen.pointer.path
    assert screen.view.preview
    press(shown, pygame.K_ESCAPE)
    assert not screen.pointer.path
    assert not screen.view.preview
    click(shown, spot(screen, face), button=3)  # the other way round
    cells = next(iter(screen.pointer.targets()))
    click(shown, spot(screen, cells))
    (move,) = screen.session.moves
    assert move[0] == "A"
    press(shown, pygame.K_z, pygame.KMOD_CTRL)
    assert screen.session.ply == 0
    press(shown, pygame.K_y, pygame.KMOD_CTRL)
    assert screen.session.moves == [move]


@pytest.mark.slow
def test_swap_is_a_button_at_every_size(app):
    for size in ((1280, 800), (800, 600), (640, 480)):
        for scale in (1.0, 2.0):
            shown = app("permute:4", ["human", "human"], width=size[0], height=size[1], scale=scale)
            screen = shown.screen
            screen.play("Ca1-b2")
            button = widget(shown, "play swap")
            assert shown.surface.get_rect().contains(button.box)
            others = [each.box for each in screen.widgets if each is not button]
            assert button.box.collidelist(others) < 0
            click(shown, button.box.center)
            assert screen.session.moves == ["Ca1-b2", "swap"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "opening", "text", "decline"),
    [
        ("permute:6", "Ca1-b2", "You would play Orange", "Play on as Yellow"),
        ("permute:6,swap=positions", "Ca1-b2", "You stay Yellow", "Play on as Yellow"),
        ("hex:5", "c3", "You would play Red", "Play on as Blue"),
        ("shifty", "c3", "You would play Black", "Play on as White"),
    ],
)
def test_a_swap_is_asked_clearly_and_can_be_declined(app, game, opening, text, decline):
    shown = app(game, ["human", "human"])
    screen = shown.screen
    assert screen.overlay() is None
    screen.play(opening)
    shown.draw()
    assert text in screen.asking.question.text
    assert [each.label for each in screen.asking.buttons] == ["Swap", decline]
    last = [screen.view.pixel(cell) for cell in screen.rules.board.named_in(opening)]
    assert not any(screen.asking.box.collidepoint(at) for at in last)
    click(shown, widget(shown, "question-no").box.center)
    assert screen.asking is None
    assert screen.session.moves == [opening]
    assert widget(shown, "play swap").label == "Swap"  # for those who change their mind
    cells = next(cells for cells in screen.pointer.targets() if len(cells) in (1, 4))
    click(shown, spot(screen, cells))
    assert screen.pointer.path or screen.session.ply == 2
    screen.undo()
    screen.undo()
    screen.redo()
    assert screen.asking is not None
    click(shown, widget(shown, "play swap").box.center)
    assert screen.session.moves == [opening, "swap"]
    assert screen.asking is None
    screen.undo()
    assert screen.asking is not None


def test_a_question_is_answered_by_keys_or_by_playing_on(app):
    shown = app("hex:5 c3", ["human", "human"])
    screen = shown.screen
    press(shown, pygame.K_RETURN)  # the harmless answer has the focus
    assert (screen.asking, screen.session.moves) == (None, ["c3"])
    screen.undo()
    screen.redo()
    press(shown, pygame.K_TAB, pygame.KMOD_SHIFT)
    press(shown, pygame.K_RETURN)
    assert screen.session.moves == ["c3", "swap"]
    screen.undo()
    press(shown, pygame.K_RIGHT)  # the arrows are for the board
    press(shown, pygame.K_RETURN)
    assert screen.session.ply == 2
    assert screen.session.last != "swap"
    screen.undo()
    press(shown, pygame.K_ESCAPE)
    assert screen.asking is None
    assert shown.screen is screen
    screen.undo()
    screen.redo()
    write(shown, "swap")
    press(shown, pygame.K_RETURN)
    assert screen.session.last == "swap"


def test_nobody_is_asked_in_place_of_a_computer(app):
    shown = app("hex:5", ["human", "greedy"])
    shown.screen.play("c3")
    assert shown.screen.asking is None


def test_a_click_on_the_bar_does_not_reach_the_board(app):
    shown = app("shifty:9 c5", ["human", "human"])
    screen = shown.screen
    x, _ = screen.view.pixel(screen.rules.board.index["c1"])
    beneath = x, screen.asking.box.top + 3
    click(shown, beneath)
    assert screen.session.ply == 1
    press(shown, pygame.K_ESCAPE)
    click(shown, beneath)
    assert screen.session.ply == 2


@pytest.mark.slow
@pytest.mark.parametrize("game", ["cube:4#1", "cube:7#1"])
def test_inner_layers_have_buttons_in_a_small_window(app, game):
    shown = app(game, width=800, height=600)
    moves = shown.screen.rules.moves(shown.screen.session.state)
    inner = [move for move in moves if move[0].isdecimal()]
    keys = {each.key for each in shown.screen.widgets}
    assert inner
    assert {f"play {move}" for move in inner} <= keys


def test_dragging_the_scrubber_goes_through_the_game(app):
    shown = app("cube:2#1")
    screen = shown.screen
    for _ in range(10):
        screen.play("U")
    box = widget(shown, "scrub").box
    mouse(shown, pygame.MOUSEBUTTONDOWN, (box.right - 4, box.centery), button=1)
    seen = set()
    for share in range(10, -1, -1):
        at = (box.left + box.width * share / 10, box.centery)
        mouse(shown, pygame.MOUSEMOTION, at, rel=(0, 0), buttons=(1, 0, 0))
        seen.add(screen.session.ply)
    mouse(shown, pygame.MOUSEBUTTONUP, box.midleft, button=1)
    assert {0, 10} <= seen
    assert len(seen) > 6
    assert screen.session.line == ["U"] * 10


@pytest.mark.slow
def test_a_word_is_typed(app):
    shown = app("cube:2#1")
    write(shown, "[U, R]2")
    press(shown, pygame.K_RETURN)
    assert shown.screen.session.moves == ["U", "R", "U'", "R'"] * 2
    press(shown, pygame.K_ESCAPE)
    write(shown, "nonsense")
    press(shown, pygame.K_RETURN)
    assert "not a legal move" in shown.screen.message
    assert len(shown.screen.session.moves) == 8


@pytest.mark.slow
def test_a_puzzle_is_solved_with_hints_alone(app):
    shown = app("fifteen:2,height=2#5")
    screen = shown.screen
    while screen.session.result is None:
        press(shown, pygame.K_F2)
        wait(shown)
        press(shown, pygame.K_F2)
    assert screen.banner is not None
    assert screen.headline().startswith("Solved in")
    click(shown, widget(shown, "banner-look").box.center)
    assert screen.banner is None


@pytest.mark.slow
def test_the_greedy_opponent_answers_and_undo_takes_both_moves_back(app):
    shown = app("permute:4,swap=off", ["human", "greedy"])
    screen = shown.screen
    screen.play("Ca1-b2")
    wait(shown)
    assert screen.session.ply == 2
    screen.undo()
    assert screen.session.ply == 0


def test_the_card_of_a_computer_has_room_for_what_it_thinks(app, monkeypatch):
    shown = app("permute:12,swap=off", ["human", "greedy"], width=800, height=600)
    own, other = shown.screen.panel.cards
    assert other.height > own.height
    assert widget(shown, "moves").box.height >= 44
    shown.screen.play("Ca1-b2")
    drawn = []
    monkeypatch.setattr(
        shown.canvas, "text", lambda text, at, *more, **also: drawn.append((text, at))
    )
    shown.screen.panel._draw_cards(shown.canvas)
    ((_, at),) = [each for each in drawn if each[0] == "thinking ..."]
    assert shown.screen.panel.cards[1].collidepoint(at)
    assert at[1] + shown.screen.px(16) <= shown.screen.panel.cards[1].bottom


@pytest.mark.slow
def test_a_game_played_to_its_end_says_who_won(app):
    shown = app("permute:3", ["random", "random"])
    screen = shown.screen
    while screen.session.result is None:
        wait(shown)
    assert screen.banner is not None
    assert screen.headline() == screen.session.result.text


@pytest.mark.slow
def test_the_groups_are_shown_side_by_side_at_the_end(app):
    for size in ((1280, 800), (800, 600)):
        shown = app("permute:6,swap=off", ["human", "human"], width=size[0], height=size[1])
        screen = shown.screen
        while screen.session.result is None:
            assert screen.overlay() is None
            screen.play(screen.rules.moves(screen.session.state)[0])
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
        click(shown, widget(shown, "banner-look").box.center)
        assert screen.overlay() is None
        assert screen.session.result == result
        screen.undo()
        screen.redo()
        click(shown, widget(shown, "banner-new").box.center)
        assert (screen.session.ply, screen.overlay()) == (0, None)


@pytest.mark.slow
def test_the_end_leads_back_to_the_launcher_and_hides_nothing_that_decided(app):
    shown = app("hex:4,swap=off a1 b1 a2 b2 a3 b3", ["human", "human"])
    screen = shown.screen
    screen.play("a4")
    shown.draw()
    assert screen.banner.table is None
    at = [screen.view.pixel(cell) for cell in screen.session.result.cells]
    assert len(at) == 4
    assert not any(screen.banner.box.collidepoint(each) for each in at)
    click(shown, widget(shown, "banner-home").box.center)
    assert isinstance(shown.screen, Launcher)


def test_a_game_that_has_ended_says_so_when_it_is_opened_again(app):
    shown = app("hex:2,swap=off a1 b1 a2", ["human", "human"])
    assert shown.screen.banner.title == "Red wins"


def test_the_cells_that_decided_are_marked(app, monkeypatch):
    shown = app("hex:2,swap=off a1 b1", ["human", "human"])
    marked = []
    monkeypatch.setattr(shown.screen.view, "mark_cell", lambda cell, *more: marked.append(cell))
    monkeypatch.setattr(shown.screen.view, "outline", lambda cells, *more: marked.extend(cells))
    shown.draw()
    assert set(marked) <= {shown.screen.rules.board.index["b1"]}
    shown.screen.play("a2")
    shown.draw()
    names = {shown.screen.rules.board.cells[cell] for cell in marked}
    assert names == {"a1", "a2", "b1"}


def test_a_round_of_several_moves_fills_several_rows(app):
    shown = app("catchup:3 c3 a1 a2 c4", ["human", "human"])
    listed = next(each for each in shown.screen.widgets if each.key == "moves")
    # White's one stone and Black's first in a row, Black's second below, then the next round.
    assert listed.places == [(0, 0), (0, 1), (1, 1), (2, 0)]
    assert listed.numbers == {0: 1, 2: 2}


def test_a_stone_is_flipped_with_the_right_button(app):
    shown = app("slyde:4 a2-a1 d2-d1", ["human", "human"])
    rules, view = shown.screen.rules, shown.screen.view
    assert "flip:b1" in rules.moves(shown.screen.session.state)
    click(shown, view.pixel(rules.board.index["b1"]), button=3)
    assert shown.screen.session.last == "flip:b1"


def marked(shown, monkeypatch):
    """Return the cells that are marked as targets: dots at points, and frames."""
    screen, found = shown.screen, []
    name = {screen.pointer.anchor((cell,)): (cell,) for cell in range(len(screen.rules.board))}
    good = shown.canvas.theme.good
    accent = shown.canvas.theme.accent

    def dot(point, colour, size=0):
        found.append((colour, name[point]))

    def mark(cells, colour, thick=3):
        if thick == 2.5:
            found.append((colour, tuple(cells)))

    with monkeypatch.context() as patch:
        patch.setattr(screen.view, "dot", dot)
        patch.setattr(screen.view, "mark", mark)
        shown.draw()
    assert len(found) == len(set(found))
    names = screen.rules.board.cells
    return tuple({names[cell] for ink, (cell,) in found if ink == each} for each in (good, accent))


@pytest.mark.slow
def test_exactly_the_legal_targets_are_shown_on_wish(app, monkeypatch):
    shown = app("shifty:5,swap=off c3 a1 c4 b1", ["human", "human"])
    screen = shown.screen
    assert marked(shown, monkeypatch) == (set(), set())
    press(shown, pygame.K_F3)
    # Beside c3 and c4 is room on six points; either stone may go where it has no friend.
    beside = {"b3", "d3", "c2", "b4", "d4", "c5"}
    assert marked(shown, monkeypatch) == (beside | {"c3", "c4"}, set())
    moves = screen.rules.moves(screen.session.state)
    goals = {move[3:] for move in moves if move.startswith("c4-")}
    c4 = screen.rules.board.index["c4"]
    mouse(shown, pygame.MOUSEMOTION, screen.view.pixel(c4), rel=(0, 0), buttons=(0, 0, 0))
    assert marked(shown, monkeypatch) == (set(), goals)
    assert {"a4", "e4", "a2", "e2"} <= goals
    click(shown, screen.view.pixel(c4))
    assert marked(shown, monkeypatch) == (goals, set())
    press(shown, pygame.K_F3)  # what a chosen stone can do is shown in any case
    assert marked(shown, monkeypatch) == (goals, set())
    assert not shown.settings.legal


def test_showing_the_legal_targets_is_remembered(tmp_path, monkeypatch):
    from puzzlekit.ui.settings import read

    monkeypatch.setenv("PUZZLEKIT_HOME", str(tmp_path))
    shown = App(Settings(speed="off"))
    shown.play(new_session("hex:3", ["human", "human"]), tmp_path / "game.json")
    click(shown, widget(shown, "legal").box.center)
    shown.close()
    assert read().legal


def test_the_first_half_of_a_move_can_be_taken_back_in_every_way(app):
    shown = app("shifty:5,swap=off c3 a1 c4 b1", ["human", "human"])
    screen = shown.screen
    at = screen.view.pixel(screen.rules.board.index["c4"])
    ways = {
        "key": lambda: press(shown, pygame.K_ESCAPE),
        "right button": lambda: click(shown, at, button=3),
        "button": lambda: click(shown, widget(shown, "choose-anew").box.center),
        "undo": lambda: press(shown, pygame.K_z, pygame.KMOD_CTRL),
    }
    for name, back in ways.items():
        click(shown, at)
        assert screen.pointer.path, name
        back()
        assert not screen.pointer.path, name
        assert screen.session.ply == 4, name
        assert not any(each.key == "choose-anew" for each in screen.widgets)


@pytest.mark.slow
def test_the_launcher_sets_options_starts_and_resumes(app):
    shown = app()
    screen = shown.screen
    assert isinstance(screen, Launcher)
    screen.choose("fifteen")
    stepper = widget(shown, "option width")
    click(shown, (stepper.box.left + 5, stepper.box.centery))
    assert screen.game_id() == "fifteen:width=3"
    click(shown, widget(shown, "preset").box.center)
    press(shown, pygame.K_HOME)  # no key of an open list; nothing happens
    press(shown, pygame.K_UP)
    press(shown, pygame.K_UP)
    press(shown, pygame.K_RETURN)
    assert screen.preset() != "Custom"
    click(shown, widget(shown, "new").box.center)
    game = shown.screen
    assert isinstance(game, GameScreen)
    move = game.rules.moves(game.session.state)[0]
    game.play(move)
    press(shown, pygame.K_ESCAPE)
    assert shown.screen is screen
    click(shown, widget(shown, "resume").box.center)
    assert shown.screen.session.moves == [move]
    assert shown.screen.rules.id == game.rules.id


@pytest.mark.slow
def test_a_damaged_save_is_told_of_and_kept(app, tmp_path):
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "knights.json").write_text("{")
    shown = app()
    shown.screen.choose("knights")
    click(shown, widget(shown, "resume").box.center)
    assert "damaged" in shown.dialogs[-1].page
    assert (tmp_path / "saves" / "knights.damaged-1").read_text() == "{"


@pytest.mark.slow
def test_a_broken_plugin_is_told_of(tmp_path, monkeypatch):
    from puzzlekit.play import plugins

    folder = tmp_path / "plugins"
    folder.mkdir()
    (folder / "broken.py").write_text("class (:")
    monkeypatch.setenv("PUZZLEKIT_HOME", str(tmp_path))
    plugins.entries.cache_clear()
    plugins.plugin.cache_clear()
    shown = App(Settings(speed="off"), remember=False)
    try:
        shown.home()
        shown.draw()
        click(shown, widget(shown, "broken").box.center)
        assert "'broken'" in shown.dialogs[-1].page
        assert len(shown.screen.shown()) == len(plugins.plugins()[0]) >= 8
    finally:
        shown.close()
        plugins.entries.cache_clear()
        plugins.plugin.cache_clear()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_settings_take_effect_at_once(app, theme):
    shown = app("pinball", theme=theme)
    shown.screen.show_settings()
    shown.draw()
    before = shown.surface.get_at((2, 2))
    shown.change_setting("theme", "light" if theme == "dark" else "dark")
    shown.change_setting("scale", 1.5)
    shown.change_setting("palette", "grey")
    shown.change_setting("letters", True)
    press(shown, pygame.K_ESCAPE)
    assert not shown.dialogs
    assert shown.surface.get_at((2, 2)) != before


def test_the_cursor_reaches_every_target(app):
    shown = app("permute:4,swap=off", ["human", "human"])
    screen = shown.screen
    targets = set(screen.pointer.targets())
    found, queue = set(), [next(iter(targets))]
    while queue:
        cells = queue.pop()
        found.add(cells)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            near = screen.pointer.beside(cells, dx, dy)
            if near not in found:
                queue.append(near)
    assert found == targets


@pytest.mark.slow
def test_hints_go_on_along_the_way_that_was_shown(app):
    shown = app("fifteen#5")
    screen = shown.screen
    screen.ask_hint()
    wait(shown)
    way = list(screen.hint)
    assert f"Hint: {way[0]}, {len(way)} to go on a way that need not be" in screen.message
    for number in range(1, 4):
        screen.ask_hint()  # makes the move
        wait(shown)
        screen.ask_hint()
        assert not screen.hinter.busy
        assert screen.hint == way[number:]
    screen.undo()
    screen.ask_hint()
    assert screen.hint == way[2:]


@pytest.mark.slow
def test_a_hint_for_a_position_that_has_passed_is_not_shown(app):
    shown = app("permute:8,swap=off", ["human", "human"])
    screen = shown.screen
    screen.ask_hint()
    screen.play("Ca1-b2")
    wait(shown)
    assert screen.hint == []
    assert "Hint" not in screen.message


@pytest.mark.slow
def test_undo_and_restart_against_a_computer_that_opens(app):
    shown = app("permute:4,swap=off", ["greedy", "human"])
    screen = shown.screen
    wait(shown)
    opening = screen.session.moves
    assert len(opening) == 1
    screen.undo()  # there is nothing of one's own to take back
    assert screen.session.moves == opening
    screen.play(screen.rules.moves(screen.session.state)[0])
    wait(shown)
    screen.restart()
    assert screen.session.moves == opening
    assert screen.human_turn()


def test_keys_are_for_the_board_after_a_click_on_a_button(app):
    shown = app("fifteen:2,height=2#5")
    screen = shown.screen
    screen.play(screen.rules.moves(screen.session.state)[0])
    screen.play(screen.rules.moves(screen.session.state)[0])
    click(shown, widget(shown, "undo").box.center)
    assert screen.session.ply == 1
    press(shown, pygame.K_RIGHT)
    press(shown, pygame.K_RETURN)
    assert screen.session.ply == 2


def test_a_typed_move_is_kept_when_it_is_not_ones_turn(app):
    shown = app("permute:8,swap=off", ["greedy", "human"])
    write(shown, "Ca1-a1")
    press(shown, pygame.K_RETURN)
    assert shown.screen.typed == "Ca1-a1"
    press(shown, pygame.K_ESCAPE)
    assert shown.screen.typed == ""


def test_what_is_given_for_once_is_not_remembered(tmp_path, monkeypatch):
    from puzzlekit.ui.settings import read

    monkeypatch.setenv("PUZZLEKIT_HOME", str(tmp_path))
    shown = App(Settings(theme="light", speed="off"), given={"theme": "dark", "speed": "normal"})
    shown.home()
    shown.change_setting("palette", "grey")
    shown.close()
    assert (read().theme, read().speed, read().palette) == ("dark", "normal", "grey")


@pytest.mark.slow
def test_one_click_on_a_card_starts_nothing(app):
    shown = app()
    card = widget(shown, f"card {shown.screen.chosen}")
    click(shown, card.box.center)
    assert isinstance(shown.screen, Launcher)
    click(shown, card.box.center)
    assert isinstance(shown.screen, GameScreen)


PLAIN = """
from puzzlekit import Twisty, ring


class Plain(Twisty):
    \"\"\"Options of every kind.\"\"\"

    name = "Plain"

    def __init__(self, size=4, word="abc", mirror=False):
        super().__init__(ring(size), [str(i) for i in range(size)], {"L": [range(size)]})
"""


@pytest.mark.slow
def test_options_of_every_kind_can_be_set(app, tmp_path, monkeypatch):
    from puzzlekit.play import plugins

    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "plain.py").write_text(PLAIN)
    monkeypatch.setenv("PUZZLEKIT_HOME", str(tmp_path))
    plugins.entries.cache_clear()
    plugins.plugin.cache_clear()
    try:
        shown = app()
        shown.screen.choose("plain")
        box = widget(shown, "option size").box
        click(shown, (box.right - 4, box.centery))
        click(shown, widget(shown, "option word").box.center)
        write(shown, "d")
        click(shown, widget(shown, "option mirror").box.center)
        press(shown, pygame.K_DOWN)
        press(shown, pygame.K_RETURN)
        assert shown.screen.game_id() == "plain:size=5,word=abcd,mirror=on"
    finally:
        plugins.entries.cache_clear()
        plugins.plugin.cache_clear()


class Clipboard:
    """What stands in for the clipboard of a desktop."""

    text = ""

    def put_text(self, text):
        self.text = text

    def get_text(self):
        return self.text


@pytest.mark.slow
def test_records_are_copied_and_pasted(app, monkeypatch):
    board = Clipboard()
    monkeypatch.setattr(pygame, "scrap", board)
    shown = app("hex:5 c3 swap b4")
    press(shown, pygame.K_c, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert "1. c3 swap 2. b4 *" in board.text
    press(shown, pygame.K_c, pygame.KMOD_CTRL)
    assert board.text == "hex:size=5 c3 swap b4"
    press(shown, pygame.K_l, pygame.KMOD_CTRL)
    assert board.text == "hex:size=5@5,5,2R2,1B3,5_R_3"
    press(shown, pygame.K_v, pygame.KMOD_CTRL)
    assert shown.screen.rules.line == "5,5,2R2,1B3,5_R_3"
    board.text = '[ID "hex:2,swap=off"] [Result "0-1"] 1. a1 {corner} b1 2. a2 0-1'
    press(shown, pygame.K_v, pygame.KMOD_CTRL)
    assert shown.screen.session.moves == ["a1", "b1", "a2"]
    assert shown.screen.session.comments == {1: "corner"}
    assert "by the rules it is 1-0" in shown.screen.message
    board.text = "hex:2 1. a1 a1"
    press(shown, pygame.K_v, pygame.KMOD_CTRL)
    assert "line 1, move 2: 'a1' is not a legal move here" in shown.screen.message
    assert shown.screen.rules.id == "hex:size=2,swap=off"


def test_without_a_clipboard_it_is_said(app, monkeypatch):
    def nothing(*_):
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", nothing)
    monkeypatch.setattr(pygame.scrap, "get_text", nothing)
    shown = app("hex:5 c3")
    for key in (pygame.K_c, pygame.K_v):
        press(shown, key, pygame.KMOD_CTRL)
        assert "no clipboard" in shown.screen.message


def test_a_position_is_edited_and_played(app):
    shown = app("hex:3 a1")
    game = shown.screen
    press(shown, pygame.K_e, pygame.KMOD_CTRL)
    editor = shown.screen
    assert editor is not game
    middle = editor.rules.board.index["b2"]
    at = editor.view.view.pixel(*editor.rules.board.points[middle])
    click(shown, at)
    assert editor.state.stones == "R...R...."
    click(shown, at)
    click(shown, at, button=3)
    click(shown, at, button=3)
    assert editor.state.stones == "R........"
    click(shown, at, button=3)
    assert editor.state.stones == "R...B...."
    click(shown, widget(shown, "edit-turn").box.center)
    assert widget(shown, "edit-turn").label == "Red to move"
    press(shown, pygame.K_ESCAPE)
    assert shown.screen is game
    assert game.session.moves == ["a1"]
    press(shown, pygame.K_e, pygame.KMOD_CTRL)
    press(shown, pygame.K_RIGHT)
    press(shown, pygame.K_RETURN)
    click(shown, widget(shown, "edit-play").box.center)
    assert shown.screen.rules.id == "hex:size=3@B2,3,3_B_3"
    assert shown.screen.session.moves == []


@pytest.mark.slow
def test_a_computer_goes_on_after_the_editor_was_left(app):
    shown = app("hex:3", ["greedy", "human"])
    press(shown, pygame.K_e, pygame.KMOD_CTRL)
    press(shown, pygame.K_ESCAPE)
    wait(shown)
    assert len(shown.screen.session.moves) == 1


def test_two_pieces_of_a_puzzle_are_exchanged(app):
    shown = app("fifteen:3,height=3#1")
    press(shown, pygame.K_e, pygame.KMOD_CTRL)
    editor = shown.screen
    before = editor.state
    for key in (pygame.K_RIGHT, pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN):
        press(shown, key)
    assert editor.state == (before[3], *before[1:3], before[0], *before[4:])
    click(shown, widget(shown, "edit-play").box.center)
    assert shown.screen.session.state == editor.state
    assert shown.screen.rules.seed is None


def test_a_game_without_an_editor_says_so(app):
    shown = app("palago")
    game = shown.screen
    press(shown, pygame.K_e, pygame.KMOD_CTRL)
    assert shown.screen is game
    assert "has no editor" in game.message


@pytest.mark.slow
def test_a_computer_says_on_its_card_what_it_thinks(app):
    shown = app("hex:3,swap=off", ["human", "mcts:200"])
    screen = shown.screen
    screen.play("a1")
    wait(shown)
    thought = screen.thoughts[1]
    assert thought.move == screen.session.last == thought.line[0]
    assert screen.panel._opinion(thought) == thought.outlook != ""
    shown.change_setting("think", True)
    assert screen.panel._opinion(thought).startswith(f"{thought.outlook} · {thought.move}")
    screen.undo()
    assert screen.thoughts == {}


@pytest.mark.slow
def test_the_launcher_offers_levels(app):
    shown = app()
    shown.screen.choose("hex")
    choice = widget(shown, "player 1")
    assert {"Human", "Greedy", "Club"} <= set(choice.values)
    shown.screen.set_player(1, "Club")
    assert shown.screen.seats() == ["human", "mcts:club"]
    shown.screen.new_game()
    assert shown.screen.session.players == ["human", "mcts:club"]


@pytest.mark.slow
def test_a_worker_remembers_the_players_of_a_game():
    from puzzlekit.ui.worker import JOBS, Job, _mind

    _mind.cache_clear()
    first = JOBS["choose"](Job("choose", "hex:3,swap=off", (), ("mcts:50", 1)))
    moves = (first.move, "a1" if first.move != "a1" else "b1")
    second = JOBS["choose"](Job("choose", "hex:3,swap=off", moves, ("mcts:50", 2)))
    assert second.move not in moves
    assert _mind.cache_info().hits == 1
    JOBS["choose"](Job("choose", "hex:3,swap=off", moves[:1], ("mcts:50", 2)))
    assert _mind.cache_info().misses == 2  # the other seat


def test_a_person_is_told_that_the_computer_has_swapped(app):
    shown = app("hex:3", ["human", "greedy"])
    shown.screen.play("b2")
    shown.screen.thinker.stop()
    shown.screen._take_answer(shown.screen._job("choose"), ["swap"])
    assert shown.screen.message == "The computer has swapped: you play Blue now."
    shown.screen.play("a1")
    assert shown.screen.message == ""


@pytest.mark.slow
def test_a_long_first_thought_is_explained(app, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr("puzzlekit.ui.window.game.LONG", 0.0)
    shown = app("hex:3", ["mcts:200", "human"])
    shown.step()
    assert shown.screen.headline() == f"Red is thinking ... {COMPILING}"
    wait(shown)
    assert shown.screen.headline() == "Blue to move"
    shown.screen.ask_hint()
    shown.step()
    assert shown.screen.message == f"Looking for a hint ... {COMPILING}"
    wait(shown)
    shown.screen.play("swap")  # now it is not the first time
    assert shown.screen.headline() == "Blue is thinking ..."


def test_nothing_is_compiled_for_a_rule_book_alone(app, monkeypatch):
    monkeypatch.setattr("puzzlekit.ui.window.game.LONG", 0.0)
    shown = app("catchup:2", ["greedy", "human"])
    shown.step()
    assert COMPILING not in shown.screen.headline()
