"""The launcher: finding, configuring, starting and resuming plugins."""

import pygame
import pytest
from support import assert_no_overlap, open_database, twisty_source

from puzzlekit import load
from puzzlekit.play import background_compile, guide
from puzzlekit.play.game_database import Library
from puzzlekit.play.new_game import new_session
from puzzlekit.plugin import discovery
from puzzlekit.ui.window.drawing import widgets
from puzzlekit.ui.window.drawing.canvas import Rect
from puzzlekit.ui.window.game.lesson_screen import LessonScreen
from puzzlekit.ui.window.game.screen import GameScreen
from puzzlekit.ui.window.launcher import cards
from puzzlekit.ui.window.launcher.screen import Launcher


def test_set_options(app):
    window = app()
    launcher, selection = window.screen, window.screen.selection
    assert isinstance(launcher, Launcher)
    launcher.choose("fifteen")
    stepper = window.widget("option width")
    window.click((stepper.box.left + 5, stepper.box.centery))
    assert window.widget("preset").label == "Custom"
    window.click("preset")
    window.press(pygame.K_RETURN)  # choosing "Custom" keeps the options
    assert selection.game_id() == "fifteen:width=3"
    window.click("preset")
    window.press(pygame.K_HOME)  # an open list ignores this key
    window.press(pygame.K_UP, pygame.K_UP, pygame.K_RETURN)
    assert selection.preset() != "Custom"


def test_error_for_damaged_game(app, home):
    Library().add(new_session("knights 1-8"))
    with open_database(home / "games.sqlite3") as games:
        games.execute("UPDATE games SET checksum = NULL, save = '{'")
    window = open_launcher_at(app, "knights")
    window.click("resume")
    assert "Game 1 is damaged" in window.dialogs[-1].text
    assert len(Library().entries()) == 1


def open_launcher_at(app, game, **settings):
    window = app(**settings)
    window.screen.choose(game)
    return window


def test_only_unfinished_games_can_be_resumed(app):
    Library().add(new_session("hex:2,swap=off a1 b1 a2"))
    assert not open_launcher_at(app, "hex").widget("resume").enabled


def test_error_for_broken_plugin(app, add_plugin):
    add_plugin("broken", "class (:")
    window = app()
    window.click("broken")
    assert "'broken'" in window.dialogs[-1].text
    assert len(window.screen.selection.shown()) == len(discovery.plugins()[0]) >= 8


def test_failing_plugin_is_excluded(app, monkeypatch):
    monkeypatch.setattr(type(load("knights")), "start", lambda self, rng=None: [][0])
    window = app()
    window.screen.search("knights")
    assert "knights" not in window.screen.selection.shown()
    assert str(window.screen.selection.broken[-1]).startswith("The plugin 'knights' cannot start: ")
    assert "broken" in window.widget_keys()


def test_second_click_on_card_starts_game(app, monkeypatch):
    monkeypatch.setattr(widgets, "DOUBLE_CLICK", 60)  # allow for a busy machine
    window = app()
    for name in window.screen.selection.shown()[:2]:
        window.click(f"card {name}")
        assert isinstance(window.screen, Launcher)
        assert window.screen.selection.chosen == name
    window.click(f"card {name}")
    assert isinstance(window.screen, GameScreen)


def test_search_selects_best_match(app):
    window = app()
    window.write("knig")
    assert window.screen.selection.chosen == "knights"
    window.write("zzz")
    assert window.screen.selection.chosen == ""
    assert not {"new", "resume", "rules"} & window.widget_keys()
    for size in ("4x4x4", "3 × 3 × 3"):
        window.screen.search(size)
        assert window.screen.selection.shown() == ["cube"]


def test_all_kinds_of_options(app, add_plugin):
    options = "size=4, word='abc', mirror=False"
    add_plugin("plain", twisty_source("Plain", options))
    window = open_launcher_at(app, "plain")
    box = window.widget("option size").box
    window.click((box.right - 4, box.centery))
    window.click("option word")
    window.write("d")
    window.click("option mirror")
    window.press(pygame.K_DOWN, pygame.K_RETURN)
    assert window.screen.selection.game_id() == "plain:size=5,word=abcd,mirror=on"


def test_levels(app):
    window = open_launcher_at(app, "hex")
    choice = window.widget("player 1")
    assert {"Human", "Greedy", "Club"} <= set(choice.labels)
    choice.choose("mcts:club")
    assert window.screen.selection.seats() == ["human", "mcts:club"]
    window.click("new")
    assert window.screen.session.players == ["human", "mcts:club"]


def test_show_and_stop_preparation(app, monkeypatch):
    asked, doing, stopped = [], ["Hex"], []
    monkeypatch.setattr(background_compile, "request_all", lambda: asked.append(1))
    monkeypatch.setattr(background_compile, "current_task", lambda: doing[0])
    monkeypatch.setattr(background_compile, "cancel", lambda: stopped.append(1))
    monkeypatch.setattr(cards, "POLL_SECONDS", 0.0)
    window = app()
    window.handle(pygame.event.Event(pygame.NOEVENT))
    assert asked == [1]
    assert window.widget("preparing").label == "Preparing Hex…"
    chosen = window.screen.selection.chosen
    window.click("preparing")
    assert stopped == [1]
    assert window.screen.selection.chosen == chosen  # the click must not reach the card below
    doing[0] = None
    window.handle(pygame.event.Event(pygame.NOEVENT))
    assert "preparing" not in window.widget_keys()


@pytest.mark.slow
def test_difficulty(app, add_plugin):
    add_plugin("knot", "raise SystemExit")  # a broken plugin must not affect the others
    window = app()
    window.screen.choose("hex")
    assert not window.screen.busy()
    for name, expected in (("knights", "1,260 positions"), ("cube", "4.33 × 10¹⁹ positions")):
        window.screen.choose(name)
        window.draw()
        assert window.screen.panel.note[0].startswith("#")  # only the tags
        window.wait()
        window.draw()
        text, box = window.screen.panel.note
        assert text.startswith(expected)
        assert box.bottom <= window.widget("new").box.top
    window.screen.selection.set_option("size", 2)
    window.screen.rebuild()
    window.draw()
    window.wait()
    window.draw()
    assert "11 at most" in window.screen.panel.note[0]
    window.screen.choose("knights")  # known facts appear at once
    window.draw()
    assert "47 at most" in window.screen.panel.note[0]
    window.screen.close()
    assert not window.screen.busy()


def test_note_on_equal_levels(app):
    window = open_launcher_at(app, "hex")
    panel, selection = window.screen, window.screen.selection
    for act, note in (
        (lambda: selection.set_player(1, "mcts:expert"), ""),
        (lambda: selection.set_option("size", 5), "Expert is barely stronger than Club here."),
        (lambda: selection.set_player(1, "mcts:club"), ""),
    ):
        act()
        window.screen.rebuild()
        window.draw()
        text = panel.panel.note[0]
        assert text == note if note else text.startswith("About")


def test_unknown_difficulty(app, add_plugin):
    method = (
        "    def vertex_group(self, state):\n        raise RuntimeError('no generators today')\n"
    )
    add_plugin("loose", twisty_source("Loose", methods=method))
    window = open_launcher_at(app, "loose")
    assert window.screen.selection.chosen == "loose"
    window.wait()
    window.draw()
    assert window.screen.panel.note[0] == "#twisty #puzzle"
    assert not window.dialogs


def test_choose_start(app):
    window = open_launcher_at(app, "knights")
    selection = window.screen.selection
    assert window.widget("start").label == "Standard start"
    assert selection.session().setup.seed is None
    selection.choices.start = 0
    assert selection.session().setup.seed is not None
    selection.choices.start = None
    assert selection.session().setup.seed is None
    window.screen.choose("twist")
    assert window.widget("start").label == "Random scramble"
    selection.choices.start = 5
    assert selection.session().setup.game.walk == 5
    window.screen.choose("hex")
    assert "start" not in window.widget_keys()


def test_list_filters(app, add_plugin):
    add_plugin("mine", twisty_source("Mine"))
    Library().add(new_session("knights 1-8"))
    window = app()
    launcher, selection = window.screen, window.screen.selection
    assert selection.chosen == "knights", "what was played last comes first"
    every = selection.shown()
    listed = {}
    for scope in ("Games", "Puzzles", "Unfinished", "My own"):
        launcher.set_scope(scope)
        listed[scope] = selection.shown()
        assert selection.chosen in listed[scope]
    assert sorted(listed["Games"] + listed["Puzzles"]) == sorted(every)
    assert "hex" in listed["Games"]
    assert "knights" in listed["Puzzles"]
    assert (listed["Unfinished"], listed["My own"]) == (["knights"], ["mine"])
    launcher.search("nothing like that")
    window.click("show-all")
    assert selection.shown() == every


@pytest.mark.slow
def test_options_do_not_cover_other_widgets(app):
    # Every game with as many players and options as possible.
    window = app(size=(480, 360))
    launcher, selection = window.screen, window.screen.selection
    for name in selection.shown():
        launcher.choose(name)
        for preset in (selection.preset(), *selection.kind.presets):
            if preset in selection.kind.presets:
                selection.set_preset(preset)
                launcher.rebuild()
            assert_no_overlap((widget.box for widget in launcher.panel.widgets), launcher.panel.box)


@pytest.mark.parametrize("size", [(480, 360), (800, 600)])
def test_pages_of_options(app, add_plugin, size):
    names = [f"wish{number}" for number in range(25)]
    options = ", ".join(f"{name}: int = 3" for name in names)
    add_plugin("many", twisty_source("Many", options))
    window = open_launcher_at(app, "many", size=size)
    seen = set()
    for _ in range(len(names)):
        seen |= {key for key in window.widget_keys() if key.startswith("option ")}
        panel = window.screen.panel
        assert_no_overlap((widget.box for widget in panel.widgets), panel.box)
        window.click("more")
    assert seen == {f"option {name}" for name in names}


def test_long_options_stay_in_column(app, add_plugin, drawn_texts, truncated):
    values = ["a value that is forty characters long!!!", "b"]
    name = "an_option_with_a_name_that_is_very_long"
    options = ", ".join(f"{name}_{n}: Literal{values} = {values[0]!r}" for n in "abcdefghi")
    source = twisty_source("Long", options)
    add_plugin("long", f"from typing import Literal\n{source}")
    window = open_launcher_at(app, "long", size=(480, 360))
    window.draw()
    panel = Rect(window.screen.panel.box)
    labels = [box for text, box in drawn_texts.items() if text.startswith("An option")]
    assert len(labels) > 1
    assert_no_overlap(labels, panel)
    window.click(f"option {name}_a")
    truncated.clear()
    window.draw()
    dropdown = window.widget(f"option {name}_a")
    assert dropdown.tip == "An option with a name that is very long a"
    assert drawn_texts[values[0]].width > dropdown.box.width  # in the open list
    assert window.surface.get_rect().contains(drawn_texts[values[0]])


def test_arrows_and_enter_start_game(app):
    window = app()
    first, second, *_ = window.screen.selection.shown()
    window.screen.choose(second)
    window.click(f"card {first}")
    assert window.screen.selection.chosen == first
    window.press(pygame.K_RIGHT)
    assert window.screen.selection.chosen == second
    window.press(pygame.K_RETURN)
    assert isinstance(window.screen, GameScreen)
    assert window.screen.session.setup.game.name == second


def test_empty_list(app):
    selection = app().screen.selection
    for scope, query, text in (
        ("My own", "", "no puzzles or games of your own yet"),
        ("Unfinished", "", "No unfinished games"),
        ("All", "zzz", "No matches"),
    ):
        selection.set_scope(scope)
        selection.search(query)
        assert text in selection.empty_text()


def test_suggestions_before_first_game(app):
    window = app()
    selection = window.screen.selection
    suggested = selection.suggested_to_new_players()
    assert selection.shown()[: len(suggested)] == suggested
    assert [title for title, _ in window.screen.headings] == ["Start here", "All games and puzzles"]
    assert len({len(selection.kinds[name].players) > 1 for name in suggested}) == 2
    session = new_session("hex:3 a1")
    Library().add(session)
    window.screen.rebuild()
    window.draw()
    assert selection.suggested_to_new_players() == window.screen.headings == []


def test_search_by_tag(app):
    window = app()
    window.write("#easy #slid")
    selection = window.screen.selection
    assert "pinball" in selection.shown()
    found = [selection.tags(name) for name in selection.shown()]
    assert all("easy" in tags and any("sliding" in tag for tag in tags) for tags in found)
    assert "#easy" in window.screen.panel.note[0]


def test_search_in_another_language(app, monkeypatch):
    monkeypatch.setattr(guide, "translate", lambda text: "jeu de réflexion")
    monkeypatch.setattr(guide, "EASY", "aisé")
    window = app()
    window.write("#AISE #reflexion")
    selection = window.screen.selection
    assert "palagem" in selection.shown()
    assert selection.tags("palagem")[:2] == ["jeu-de-réflexion", "game"]


def test_favourites(app):
    window = open_launcher_at(app, "hex")
    window.click("favourite")
    window.screen.choose("cube")
    window.click("favourite")
    window.screen.set_scope("Favourites")
    assert set(window.screen.selection.shown()) == {"hex", "cube"}
    window.click("favourite")
    assert window.settings.favourites == ["hex"]
    assert window.screen.selection.shown() == ["hex"]


def test_leaving_game_selects_its_card(app):
    window = open_launcher_at(app, "twist")
    window.click("new")
    window.press(pygame.K_ESCAPE)
    assert window.screen.selection.chosen == "twist"
    card = next(each for each in window.screen.widgets if each.key == "card twist")
    assert window.screen.area.contains(card.box)


def test_names_of_two_people(app):
    window = open_launcher_at(app, "hex")
    assert "name 0" not in window.widget_keys()
    window.widget("player 1").choose("human")
    window.screen.rebuild()
    window.click("name 1")
    window.write("Ann")
    window.click("new")
    assert [seat.name for seat in window.screen.controller.seats()] == ["", "Ann"]
    window.screen.controls.start_new_game()
    assert window.screen.session.tags == {"Blue": "Ann"}


@pytest.mark.parametrize(
    ("size", "later"),
    [((480, 360), (1280, 800)), ((1280, 800), (480, 360)), ((1280, 800), (700, 400))],
)
def test_selected_card_stays_visible_after_resize(app, size, later):
    window = open_launcher_at(app, "solid", size=size)
    window.screen._scroll_to("solid")
    window.draw()
    window.resize(later)
    assert window.screen.area.contains(window.widget("card solid").box)


def test_held_enter_confirms_once(open_launcher):
    window = open_launcher()
    window.screen.choose("knights")
    press = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")
    for _ in range(3):  # the key is held
        pygame.event.post(press)
    window.step()
    assert [each.title for each in window.dialogs] == ["New to Knights?"]
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0))
    pygame.event.post(press)
    window.step()
    assert window.dialogs == []
    assert isinstance(window.screen, LessonScreen)
