"""Pages: acts and views without a browser."""

import json
import math

import pytest
from support import ROOT, SHIPPED

from puzzlekit import load
from puzzlekit.core.capabilities import PLATFORM
from puzzlekit.core.errors import OptionError, SaveError
from puzzlekit.play.lesson_controller import LessonProgress
from puzzlekit.play.new_game import new_session
from puzzlekit.players.player import SearchResult
from puzzlekit.ui.web import browser, page_data
from puzzlekit.ui.web.page import GameTable, Page, TextTarget, open_game, position_link


@pytest.fixture
def open_page():
    """Return a function that opens a game on a page."""

    def start(game, players=None, seat=None):
        return Page(GameTable(new_session(game, players), TextTarget()), seat=seat)

    return start


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_lessons(name):
    page = Page(GameTable(LessonProgress(load(name))))
    view = page.view()
    while not view["coach"]["last"]:
        view = page.act("continue") if view["coach"]["done"] else page.act("hint")
        assert not page.error
    assert view["id"] == name  # of the game after the lesson
    json.dumps(view)


def test_move_has_animation(open_page):
    knights = open_page("knights")
    view = knights.act("play", "1-8")
    assert view["moves"] == ["1-8"]
    to = knights.controller.rules.board.index["8"]
    (dx, dy, _), *_, last = view["motion"][to]
    assert (dx, dy) != (0, 0)
    assert last == [0, 0, 1]
    assert f'data-cell="{to}"' in view["svg"]
    assert "svg" not in knights.act("hover", 10, 10)
    assert knights.act("undo")["at"] == 0


def test_lesson_with_keys_drags_and_typed_moves():
    page = Page(GameTable(LessonProgress(load("cube"))))
    page.act("continue")
    camera = page.picture.model.camera
    assert not page.act("key", "5")["coach"]["done"]  # M is two moves
    assert page.picture.model.camera == camera
    x, y = sticker_centre(page, "F5")
    page.act("drag", x, y, x + 90, y + 15)  # two moves, too
    assert page.picture.model.camera == camera
    assert page.act("key", "j")["coach"]["done"]
    page.act("continue")
    view = page.act("type", "U")
    assert view["message"] == "Turn the right face, in the other direction."
    assert page.act("type", "R'")["coach"]["done"]


def sticker_centre(page, cell):
    """Return the pixel in the middle of a sticker."""
    corners = page.picture.model.outline(page.controller.rules.board.index[cell])
    return [sum(each) / len(corners) for each in zip(*corners, strict=True)]


def test_drag_turns_layer_or_solid(open_page):
    cube = open_page("cube")
    model = cube.picture.model
    x, y = sticker_centre(cube, "F1")
    assert cube.act("hold", x, y, x + 30, y + 5)["svg"]
    assert not cube.controller.session.moves
    assert len(cube.act("drag", x, y, x + 90, y + 15)["moves"]) == 1
    camera = model.camera
    assert cube.act("drag", 2, 2, 60, 30)["at"] == 1
    assert model.camera != camera
    x, y = sticker_centre(cube, "F5")
    camera = model.camera
    moves = cube.act("drag", x, y, x + 90, y + 15)["moves"]
    assert len(moves) == 3  # the middle layer turns when both others turn, with the camera
    cube.controller.play(moves[-1])
    assert cube.view()["listed"][2:] == [("U2", 4)]
    assert model.camera != camera
    cube.act("undo")
    cube.act("undo")  # both moves and the turn of the camera
    assert cube.view()["at"] == 1
    assert model.camera.rotation[0] == pytest.approx(camera.rotation[0])


def test_keys_refer_to_visible_faces(open_page):
    cube = open_page("cube#5")
    model = cube.picture.model
    camera = model.camera
    assert set(cube.view()["keys"]) == set(cube.controller.rules.keys)
    cube.act("key", "t")  # x
    assert (cube.view()["at"], cube.error) == (0, "")
    assert model.camera != camera
    turned = model.camera.rotation[1]
    assert cube.act("key", "j")["moves"] == ["F"]  # U
    assert cube.act("key", "5")["at"] == 3  # M
    cube.act("undo")
    assert cube.act("undo")["at"] == 0
    assert model.camera.rotation[1] == pytest.approx(turned)
    assert open_page("fifteen#1").act("key", "j")["at"] == 0


def test_repeated_move_does_not_rotate_view(open_page):
    cube = open_page("cube#5")
    camera = cube.picture.model.camera
    (move,) = cube.act("key", "u")["moves"]  # Rw is L and a rotation
    cube.act("undo")
    cube.act("play", move)
    assert cube.picture.model.camera.rotation[1] == pytest.approx(camera.rotation[1])
    cube.act("key", "u")
    assert cube.act("undo")["at"] == 1  # not both moves, which are listed as L2
    cube.act("undo")
    assert cube.picture.model.camera.rotation[1] == pytest.approx(camera.rotation[1])


def test_cancelled_drag(open_page):
    cube = open_page("cube#5")
    x, y = sticker_centre(cube, "F1")
    before = cube.act("look")["svg"]
    assert cube.act("hold", x, y, x + 60, y)["svg"] != before
    assert cube.act("leave")["svg"] == before
    cube.act("hold", x, y, x + 60, y)
    assert cube.act("drag", 2, 2, 60, 30)["moves"] == []


@pytest.mark.parametrize(
    "act",
    [
        ("none",),
        ("press", 1),
        ("press", "a", 2, 0),
        ("go", None),
        ("hover", 1, 2, 3),
        ("turn", 1.5),
        ("hover", math.nan, 1),
        ("press", 1, -math.inf, 0),
        ("move", 1, 10**400),
    ],
)
def test_invalid_actions(open_page, act):
    hex_page = open_page("hex:3,swap=off")
    assert hex_page.act(*act) is not None
    assert hex_page.error
    assert hex_page.controller.session.moves == []


def test_seat_moves_only_on_its_turn(open_page):
    second = open_page("hex:3,swap=off", ["human", "human"], seat=1)
    assert second.act("play", "b2")["message"] == "It is not your turn."
    assert "marks" in second.act("hover", 50, 50)


def test_tap_shows_tile_that_must_be_turned_before_it_is_placed(open_page):
    page = open_page("palago", ["human", "human"])
    tap_target(page, *page.input.selector.targets())  # another tap would turn this tile
    assert len(page.input.selector.path) == 1
    one, two, *_ = sorted(page.input.selector.targets())
    view = tap_target(page, one)
    assert view["message"] == "Tap again to play."
    assert view["buttons"][0]["act"] == "rotate"
    assert page.act("rotate")["marks"] != view["marks"]
    assert not tap_target(page, two)["moves"]
    page.act("rotate")
    view = tap_target(page, two)
    assert view["moves"][0].endswith("c")
    assert view["buttons"][0]["act"] != "rotate"
    page = open_page("permute:4,swap=off", ["human", "human"])  # a long press turns the other way
    tap_target(page, min(page.input.selector.targets()))
    assert page.input.selector.path


def test_screen_readers_hear_turned_tiles_and_moves_of_targets(open_page):
    page = open_page("palago")
    assert page.act("move", 1, 0)["news"] == "0,0: a white"
    assert page.act("rotate")["news"] == "0,0: b white"
    page.act("enter", 0)
    assert page.act("rotate")["news"] == "0,0b+0,-1b"
    for game, news in (("cube", "U"), ("pentago b2", "1R"), ("permute:4", "a1+a2+b2+b1")):
        assert open_page(game).act("move", 1, 0)["news"] == news


@pytest.mark.parametrize(("game", "news"), [("palago", "Hint: {}."), ("hex:4", "")])
def test_screen_readers_hear_hint_that_message_does_not_name(open_page, game, news):
    page = open_page(game)
    controller = page.controller
    move = controller.rules.legal_moves(controller.session.state)[0]
    page.act("hint")
    controller.receive(controller.request, SearchResult(move, 0.5))
    assert page.view()["news"] == news.format(move)


@pytest.mark.parametrize("game", ["hex:4 b2 c3", "cube:2"])
def test_colours_for_colour_blindness(open_page, game):
    page = open_page(game)
    standard = page.view()["svg"]
    coloured = page.act("theme", "light_letters")["svg"]
    assert coloured.count("</text>") > standard.count("</text>")
    assert "Unknown theme 'dim_letters'" in page.act("theme", "dim_letters")["message"]


def test_rules_and_translucent_pieces_for_colour_blindness(open_page):
    assert "#d55e00" in str(page_data.rules_tabs("hex:4", "dark_letters"))
    page = open_page("hex:4")
    page.act("theme", "light_letters")
    assert "#d55e00" in page.act("move", 1, 0)["marks"]


def tap_target(page, cells):
    return page.act("tap", *page.picture.layout.view.pixel(*page.input.selector.anchor(cells)))


def test_links_and_themes(open_page):
    view = open_page("palago 0,0a+0,-1a").view()
    assert view["link"] == "palago+0,0a%2B0,-1a"
    assert open_page("cube#7 R'").view()["link"] == "cube#7+R'"
    assert open_game({"game": "hex:3"}).players == ["human", "mcts:casual"]
    assert open_game({"game": "hex:3 b2"}).players == ["human", "human"]
    assert open_game({"game": "pinball"}).players == ["human"]
    for text, players, link in (
        ("hex:3", ["human", "mcts:casual"], "hex:size=3"),
        ("hex:3", ["human", "human"], "hex:size=3+players=human,human"),
        ("hex:3 b2", ["human", "human"], "hex:size=3+b2"),
        ("hex:3", ["random", "human"], "hex:size=3+players=random,human"),
        ("hex:3 b2", ["human", "mcts:club"], "hex:size=3+players=human,mcts:club+b2"),
    ):
        session = new_session(text, players)
        assert position_link(session) == link
        opened = open_game({"game": link.replace("+", " ")})
        assert (opened.players, opened.moves) == (players, session.moves)
    with pytest.raises(OptionError, match="mcst"):
        open_game({"game": "hex:3 players=human,mcst b2"})
    with pytest.raises(OptionError, match="Unknown theme 'pink'"):
        Page(GameTable(new_session("pinball")), "pink")


def test_prompt_and_labels_of_buttons(open_page):
    hint = "right-click or long press: other direction"
    assert open_page("permute:4").view()["message"].endswith(f"bandage a stone ({hint})")
    assert open_page("catchup:3 b3 b1").view()["offered"] == [["Done", "done"]]


def test_restore_saved_game(open_page):
    saved = open_page("hex:3,swap=off", ["human", "random"]).act("play", "b2")["save"]
    view = browser.open_board(1, {"save": saved})
    assert view["moves"] == ["b2"]
    assert view["players"] == ["human", "random"]
    assert view["job"][1]["kind"] == "move"


def test_rules_list_only_keys_of_pages():
    *_, keys = page_data.rules_tabs("cube", "light")
    board, game, moves = ({key for key, _ in each["rows"]} for each in keys["sections"])
    common = {"Arrow keys", "Enter", "Shift+Enter", "Esc, Backspace", "F3", "Drag a sticker"}
    assert board == common | {"Long press"}
    assert game == {"F2", "Ctrl+Z, Ctrl+Y", "PgUp, PgDn", "Home, End"}
    assert moves


def test_user_plugin_with_name_of_bundled_one(home):
    text = 'cells = "1 2 3"\nedges = "1-2 2-3"\ngoal = "a b ."\n'
    browser.add_plugins({"hex.toml": text, "mine.toml": text})
    errors = [browser.own_card(name, "light").get("error") for name in ("hex", "mine")]
    assert errors == ["This name is taken; rename the file.", None]


def test_failing_user_plugin_is_located(home, monkeypatch):
    monkeypatch.setattr(PLATFORM, "processes", False)
    text = (ROOT / "examples/plugins/loopover.py").read_text()
    text += "\n    def legal_moves(self, state):\n        return 1 / 0\n"
    browser.add_plugins({"mine.py": text})
    line = text.count("\n")
    assert f"mine.py, line {line}" in browser.own_card("mine", "light")["error"]


def test_user_plugin_with_unavailable_module(home, monkeypatch):
    monkeypatch.setattr(PLATFORM, "processes", False)
    browser.add_plugins({"other.py": "import numpie"})
    advice = "In a browser, plugins can use only puzzlekit and most of the standard library"
    assert advice in browser.own_card("other", "light")["error"]


def test_plugin_exceptions_are_caught(monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(page_data, "variants", interrupt)
    assert "KeyboardInterrupt" in json.loads(browser.call("variants", '["hex"]'))["error"]


def test_engine_replies():
    given = {"game": "hex:3,swap=off", "players": ["random", "human"]}
    view = browser.open_board(1, given)
    replies = []
    browser.think(json.dumps(view["job"]), replies.append)
    assert len(browser.receive(1, replies[-1])["moves"]) == 1


def test_slow_levels_are_not_offered(monkeypatch):
    assert ["Champion", "mcts:champion"] in page_data.variants("hex:3")["players"]
    monkeypatch.setattr(PLATFORM, "compiler", False)
    offered = [player for _, player in page_data.variants("palago")["players"]]
    assert offered[:2] == ["human", "random"]
    assert "mcts:champion" not in offered


def test_rules_pictures_have_unique_ids():
    tabs = page_data.rules_tabs("hex", "dark")
    assert [tab["title"] for tab in tabs] == ["Rules", "Variants", "Notation", "Keys"]
    pictures = [each for tab in tabs for section in tab["sections"] for each in section["pictures"]]
    ids = [text.split('id="')[1].split('"')[0] for text in pictures if 'id="' in text]
    assert len(ids) == len(set(ids)) > 3


def test_late_actions_are_ignored(open_page):
    """The game may have changed between the view that shows a button and the click."""
    catchup = open_page("catchup:3", ["human", "random"])
    catchup.act("play", "b3")
    assert catchup.act("play", "b1")["moves"] == ["b3"]  # the computer is to move
    game = open_page("permute:4,swap=off Aa1-a1", ["human", "random"])
    session, arbiter = game.controller.session, game.controller.arbiter
    arbiter.offer = 0
    game.act("accept")  # the computer is to answer
    assert session.ending is None
    game.act("resign")
    ending = session.ending
    game.act("draw")
    assert session.ending is ending
    assert "Error" not in open_page("pinball").act("draw")["message"]


def test_computer_answers_draw_offer_of_device(open_page):
    page = open_page("permute:4,swap=off", ["human", "random"], seat=0)
    assert page.act("draw")["message"] == "The computer declines the draw."


def test_failing_plugin_keeps_last_picture(open_page, monkeypatch):
    hex_page = open_page("hex:3,swap=off", ["human", "random"])
    table, kind = hex_page.table, type(hex_page.controller.rules.unwrapped)
    with monkeypatch.context() as patch:
        patch.setattr(kind, "pieces", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            hex_page.view()  # there is no picture yet
    before = hex_page.view()["svg"]
    with monkeypatch.context() as patch:
        patch.setattr(kind, "pieces", lambda *_: 1 / 0)
        for act in (("play", "b2"), ("look",)):
            view = hex_page.act(*act)
            assert view["svg"] == before
            assert "ZeroDivisionError" in view["message"]
    assert hex_page.act("look")["moves"] == ["b2"]
    with monkeypatch.context() as patch:
        patch.setattr(kind, "apply", lambda *_: 1 / 0)
        table.receive(table.controller.request, SearchResult("a1"))
    assert "ZeroDivisionError" in hex_page.view()["message"]


def test_warning_if_game_cannot_be_saved(monkeypatch):
    def fail(*_):
        raise SaveError("disk full")

    monkeypatch.setattr(TextTarget, "save", fail)
    table = GameTable(new_session("hex:3,swap=off"), TextTarget())
    pages = [Page(table), Page(table)]
    for view in (pages[0].act("play", "b2"), pages[1].view()):
        assert view["message"] == "The game is not saved: disk full"
    assert "not saved" not in pages[1].act("play", "a1")["message"]
