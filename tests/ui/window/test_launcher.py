"""The launcher: finding, configuring, starting and resuming plugins."""

import pygame
import pytest
from support import assert_apart, open_database, twisty_source

from puzzlekit import load
from puzzlekit.play import background_compile
from puzzlekit.play.game_database import Library
from puzzlekit.play.new_game import new_session
from puzzlekit.plugin import discovery
from puzzlekit.ui.window.drawing import widgets
from puzzlekit.ui.window.drawing.canvas import Rect
from puzzlekit.ui.window.game.screen import GameScreen
from puzzlekit.ui.window.launcher import cards
from puzzlekit.ui.window.launcher.screen import Launcher


def test_the_launcher_sets_options(app):
    shown = app()
    launcher, selection = shown.screen, shown.screen.selection
    assert isinstance(launcher, Launcher)
    launcher.choose("fifteen")
    stepper = shown.widget("option width")
    shown.click((stepper.box.left + 5, stepper.box.centery))
    assert selection.game_id() == "fifteen:width=3"
    shown.click("preset")
    shown.press(pygame.K_HOME)  # an open list ignores this key
    shown.press(pygame.K_UP, pygame.K_UP, pygame.K_RETURN)
    assert selection.preset() != "Custom"


def test_a_game_that_cannot_be_resumed_is_told_of_and_stays(app, home):
    Library().add(new_session("knights 1-8"))
    with open_database(home / "games.sqlite3") as games:
        games.execute("UPDATE games SET checksum = NULL, save = '{'")
    shown = choose(app, "knights")
    shown.click("resume")
    assert "Game 1 is damaged" in shown.dialogs[-1].text
    assert len(Library().entries()) == 1


def choose(app, game, **settings):
    shown = app(**settings)
    shown.screen.choose(game)
    return shown


def test_only_unfinished_games_are_resumed(app):
    Library().add(new_session("hex:2,swap=off a1 b1 a2"))
    assert not choose(app, "hex").widget("resume").enabled


def test_a_broken_plugin_is_told_of(app, add_plugin):
    add_plugin("broken", "class (:")
    shown = app()
    shown.click("broken")
    assert "'broken'" in shown.dialogs[-1].text
    assert len(shown.screen.selection.shown()) == len(discovery.plugins()[0]) >= 8


def test_a_plugin_that_cannot_start_is_excluded(app, monkeypatch):
    monkeypatch.setattr(type(load("knights")), "start", lambda self, rng=None: [][0])
    shown = app()
    shown.screen.search("knights")
    assert "knights" not in shown.screen.selection.shown()
    assert str(shown.screen.selection.broken[-1]).startswith("The plugin 'knights' cannot start: ")
    assert "broken" in shown.widget_keys()


def test_a_card_starts_at_its_second_click(app, monkeypatch):
    monkeypatch.setattr(widgets, "DOUBLE_CLICK", 60)  # allow for a busy machine
    shown = app()
    for name in shown.screen.selection.shown()[:2]:
        shown.click(f"card {name}")
        assert isinstance(shown.screen, Launcher)
        assert shown.screen.selection.chosen == name
    shown.click(f"card {name}")
    assert isinstance(shown.screen, GameScreen)


def test_search_chooses_the_best_match(app):
    shown = app()
    shown.write("knig")
    assert shown.screen.selection.chosen == "knights"
    shown.write("zzz")
    assert shown.screen.selection.chosen == ""
    assert not {"new", "resume", "rules"} & shown.widget_keys()


def test_options_of_every_kind_can_be_set(app, add_plugin):
    options = "size=4, word='abc', mirror=False"
    add_plugin("plain", twisty_source("Plain", options))
    shown = choose(app, "plain")
    box = shown.widget("option size").box
    shown.click((box.right - 4, box.centery))
    shown.click("option word")
    shown.write("d")
    shown.click("option mirror")
    shown.press(pygame.K_DOWN, pygame.K_RETURN)
    assert shown.screen.selection.game_id() == "plain:size=5,word=abcd,mirror=on"


def test_the_launcher_offers_levels(app):
    shown = choose(app, "hex")
    choice = shown.widget("player 1")
    assert {"Human", "Greedy", "Club"} <= set(choice.labels)
    choice.choose("mcts:club")
    assert shown.screen.selection.seats() == ["human", "mcts:club"]
    shown.click("new")
    assert shown.screen.session.players == ["human", "mcts:club"]


def test_preparation_is_shown_and_can_be_stopped(app, monkeypatch):
    asked, doing, stopped = [], ["Hex"], []
    monkeypatch.setattr(background_compile, "request_all", lambda: asked.append(1))
    monkeypatch.setattr(background_compile, "current_task", lambda: doing[0])
    monkeypatch.setattr(background_compile, "cancel", lambda: stopped.append(1))
    monkeypatch.setattr(cards, "POLL_SECONDS", 0.0)
    shown = app()
    shown.handle(pygame.event.Event(pygame.NOEVENT))
    assert asked == [1]
    assert shown.widget("preparing").label == "Preparing Hex…"
    chosen = shown.screen.selection.chosen
    shown.click("preparing")
    assert stopped == [1]
    assert shown.screen.selection.chosen == chosen  # the click must not reach the card below
    doing[0] = None
    shown.handle(pygame.event.Event(pygame.NOEVENT))
    assert "preparing" not in shown.widget_keys()


@pytest.mark.slow
def test_difficulty_of_a_puzzle(app, add_plugin):
    add_plugin("knot", "raise SystemExit")  # a broken plugin must not affect the others
    shown = app()
    shown.screen.choose("hex")
    assert not shown.screen.busy()
    for name, told in (("knights", "1,260 positions"), ("cube", "4.33 × 10¹⁹ positions")):
        shown.screen.choose(name)
        shown.draw()
        assert shown.screen.panel.note[0].startswith("#")  # only the tags
        shown.wait()
        shown.draw()
        text, box = shown.screen.panel.note
        assert text.startswith(told)
        assert box.bottom <= shown.widget("new").box.top
    shown.screen.selection.set_option("size", 2)
    shown.screen.rebuild()
    shown.draw()
    shown.wait()
    shown.draw()
    assert "11 at most" in shown.screen.panel.note[0]
    shown.screen.choose("knights")  # known facts appear at once
    shown.draw()
    assert "47 at most" in shown.screen.panel.note[0]
    shown.screen.close()
    assert not shown.screen.busy()


def test_note_on_a_level_close_to_a_lower_one(app):
    shown = choose(app, "hex")
    panel, selection = shown.screen, shown.screen.selection
    for act, note in (
        (lambda: selection.set_player(1, "mcts:expert"), ""),
        (lambda: selection.set_option("size", 5), "Expert is barely stronger than Club here."),
        (lambda: selection.set_player(1, "mcts:club"), ""),
    ):
        act()
        shown.screen.rebuild()
        shown.draw()
        text = panel.panel.note[0]
        assert text == note if note else text.startswith("About")


def test_puzzle_of_unknown_difficulty(app, add_plugin):
    method = (
        "    def vertex_group(self, state):\n        raise RuntimeError('no generators today')\n"
    )
    add_plugin("loose", twisty_source("Loose", methods=method))
    shown = choose(app, "loose")
    assert shown.screen.selection.chosen == "loose"
    shown.wait()
    shown.draw()
    assert shown.screen.panel.note[0] == "#twisty #puzzle"
    assert not shown.dialogs


def test_distance_of_the_start_from_the_goal(app):
    shown = choose(app, "twist")
    assert "start" in shown.widget_keys()
    shown.screen.selection.set_start(5)
    assert shown.screen.selection.session().setup.game.walk == 5
    shown.screen.choose("hex")
    assert "start" not in shown.widget_keys()


def test_a_puzzle_with_a_start_of_its_own_can_be_scrambled(app):
    shown = choose(app, "knights")
    selection = shown.screen.selection
    assert shown.widget("start").label == "Standard start"
    assert selection.session().setup.seed is None
    selection.set_start(0)
    assert selection.session().setup.seed is not None
    selection.set_start(None)
    assert selection.session().setup.seed is None
    shown.screen.choose("twist")
    assert shown.widget("start").label == "Random scramble"


def test_scopes_of_the_list(app, add_plugin):
    add_plugin("mine", twisty_source("Mine"))
    Library().add(new_session("knights 1-8"))
    shown = app()
    launcher, selection = shown.screen, shown.screen.selection
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
    shown.click("show-all")
    assert selection.shown() == every


@pytest.mark.slow
def test_options_leave_everything_else_to_be_pressed(app):
    # Every game with as many players and options as possible.
    shown = app(size=(480, 360))
    launcher, selection = shown.screen, shown.screen.selection
    for name in selection.shown():
        launcher.choose(name)
        for preset in (selection.preset(), *selection.kind.presets):
            if preset in selection.kind.presets:
                selection.set_preset(preset)
                launcher.rebuild()
            assert_apart((widget.box for widget in launcher.panel.widgets), launcher.panel.box)


@pytest.mark.parametrize("size", [(480, 360), (800, 600)])
def test_more_options_than_there_is_room_for_are_on_pages(app, add_plugin, size):
    names = [f"wish{number}" for number in range(25)]
    options = ", ".join(f"{name}: int = 3" for name in names)
    add_plugin("many", twisty_source("Many", options))
    shown = choose(app, "many", size=size)
    seen = set()
    for _ in range(len(names)):
        seen |= {key for key in shown.widget_keys() if key.startswith("option ")}
        panel = shown.screen.panel
        assert_apart((widget.box for widget in panel.widgets), panel.box)
        shown.click("more")
    assert seen == {f"option {name}" for name in names}


def test_long_options_stay_in_their_columns(app, add_plugin, written, truncated):
    values = ["a value that is forty characters long!!!", "b"]
    name = "an_option_with_a_name_that_is_very_long"
    options = ", ".join(f"{name}_{n}: Literal{values} = {values[0]!r}" for n in "abcdefghi")
    source = twisty_source("Long", options)
    add_plugin("long", f"from typing import Literal\n{source}")
    shown = choose(app, "long", size=(480, 360))
    shown.draw()
    panel = Rect(shown.screen.panel.box)
    labels = [box for text, box in written.items() if text.startswith("An option")]
    assert len(labels) > 1
    assert_apart(labels, panel)
    shown.click(f"option {name}_a")
    truncated.clear()
    shown.draw()
    dropdown = shown.widget(f"option {name}_a")
    assert dropdown.tip == "An option with a name that is very long a"
    assert written[values[0]].width > dropdown.box.width  # in the open list
    assert shown.surface.get_rect().contains(written[values[0]])


def test_enter_begins_what_the_arrows_have_marked(app):
    shown = app()
    first, second, *_ = shown.screen.selection.shown()
    shown.screen.choose(second)
    shown.click(f"card {first}")
    assert shown.screen.selection.chosen == first
    shown.press(pygame.K_RIGHT)
    assert shown.screen.selection.chosen == second
    shown.press(pygame.K_RETURN)
    assert isinstance(shown.screen, GameScreen)
    assert shown.screen.session.setup.game.name == second


def test_text_of_an_empty_list(app):
    selection = app().screen.selection
    for scope, query, text in (
        ("My own", "", "no puzzles or games of your own yet"),
        ("Unfinished", "", "No unfinished games"),
        ("All", "zzz", "No matches"),
    ):
        selection.set_scope(scope)
        selection.search(query)
        assert text in selection.empty_text()


@pytest.mark.parametrize(("query", "name"), [("4x4x4", "cube"), ("3 × 3 × 3", "cube")])
def test_search_for_the_size_of_a_variant(app, query, name):
    selection = app().screen.selection
    selection.search(query)
    assert selection.shown() == [name]


def test_suggestions_until_a_game_has_been_played(app):
    shown = app()
    selection = shown.screen.selection
    suggested = selection.suggested_to_new_players()
    assert selection.shown()[: len(suggested)] == suggested
    assert [title for title, _ in shown.screen.headings] == ["Start here", "All games and puzzles"]
    assert len({len(selection.kinds[name].players) > 1 for name in suggested}) == 2
    session = new_session("hex:3 a1")
    Library().add(session)
    shown.screen.rebuild()
    shown.draw()
    assert selection.suggested_to_new_players() == shown.screen.headings == []


def test_search_by_tag(app):
    shown = app()
    shown.write("#easy #slid")
    selection = shown.screen.selection
    assert "pinball" in selection.shown()
    assert all({"easy", "sliding"} <= set(selection.tags(name)) for name in selection.shown())
    assert "#easy" in shown.screen.panel.note[0]


def test_favourites(app):
    shown = choose(app, "hex")
    shown.click("favourite")
    shown.screen.choose("cube")
    shown.click("favourite")
    shown.screen.set_scope("Favourites")
    assert set(shown.screen.selection.shown()) == {"hex", "cube"}
    shown.click("favourite")
    assert shown.settings.favourites == ["hex"]
    assert shown.screen.selection.shown() == ["hex"]


def test_leaving_a_game_selects_its_card(app):
    shown = choose(app, "twist")
    shown.click("new")
    shown.press(pygame.K_ESCAPE)
    assert shown.screen.selection.chosen == "twist"
    card = next(each for each in shown.screen.widgets if each.key == "card twist")
    assert shown.screen.area.contains(card.box)


def test_names_of_two_people(app):
    shown = choose(app, "hex")
    assert "name 0" not in shown.widget_keys()
    shown.widget("player 1").choose("human")
    shown.screen.rebuild()
    shown.click("name 1")
    shown.write("Ann")
    shown.click("new")
    assert [seat.name for seat in shown.screen.controller.seats()] == ["", "Ann"]
    shown.screen.controls.start_new_game()
    assert shown.screen.session.tags == {"Blue": "Ann"}


@pytest.mark.parametrize(
    ("size", "later"),
    [((480, 360), (1280, 800)), ((1280, 800), (480, 360)), ((1280, 800), (700, 400))],
)
def test_the_selected_card_stays_visible_when_the_window_is_resized(app, size, later):
    shown = choose(app, "solid", size=size)
    shown.screen._scroll_to("solid")
    shown.draw()
    shown.resize(later)
    assert shown.screen.area.contains(shown.widget("card solid").box)
