"""The panel of the designer: live facts and buttons."""

import time
from pathlib import Path

import pygame
import pytest

from puzzlekit import load
from puzzlekit.design.drawing import ANY
from puzzlekit.design.fact_cards import fact_cards
from puzzlekit.design.load import load_drawing
from puzzlekit.design.tutorials import GUIDES
from puzzlekit.design.validation import find_faults
from puzzlekit.plugin import discovery
from puzzlekit.plugin.discovery import plugins_folder
from puzzlekit.ui.window.game.screen import GameScreen

SMALL = load_drawing("fifteen:2,height=2")


def awaited(shown, done, seconds=60):
    """Run the window until a condition holds."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it never came"
        for each in (shown.screen, *shown.dialogs):
            each.poll()
        time.sleep(0.005)


def card(hand, key):
    live = hand.screen.panel.live
    return next(each for each in fact_cards(live.now, live.before) if each.key == key)


def test_facts_show_the_effect_of_an_edit(desk):
    hand = desk(load_drawing("pinball"))

    def group():
        awaited(hand.shown, lambda: not hand.screen.panel.live.now.pending)
        return card(hand, "group").value

    assert group() == "A8"
    assert card(hand, "positions").value == "181,440"
    assert card(hand, "solution").value == "Solvable in 18 moves"
    number = hand.cells_by_name()
    edge = number["5"], number["9"]
    hand.keys("a")
    hand.press(*edge)  # only a preview while the button is down
    assert hand.work.preview_drawing is not None
    assert group() == "S8"
    assert card(hand, "group").was == "A8"
    assert card(hand, "positions").was == "181,440"
    hand.keys(pygame.K_ESCAPE)
    assert card(hand, "group").value == "A8"
    assert not hand.work.can_undo
    hand.drag(*edge)
    assert group() == "S8"
    assert edge in hand.drawing.ways


def test_an_empty_sheet_offers_examples_and_guides_step_by_step(desk, at_once):
    hand = desk()
    guide = GUIDES[0]
    assert len([key for key in hand.shown.widget_keys() if key.startswith("guide-")]) == 3
    hand.shown.click("guide-0")
    assert hand.drawing == guide.drawing()
    panel = hand.screen.panel
    assert panel.reached == 0
    number = hand.cells_by_name()
    hand.keys("e")
    hand.drag(number["1"], number["4"])
    assert panel.reached == 1
    hand.drag(number["3"], number["4"])
    hand.keys("a")
    hand.drag(number["3"], number["4"])
    assert panel.reached == len(guide.steps)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.title)
def test_examples_are_puzzles(guide):
    assert not [fault for fault in find_faults(guide.drawing()) if fault.is_fatal]


def test_start_and_goal_are_edited_by_buttons(desk, at_once):
    hand = desk(load_drawing("fifteen:3,height=2"))
    acts = hand.screen.panel.acts
    acts.shuffle()
    assert sorted(hand.drawing.start) == sorted(hand.drawing.goal)
    acts.goal_from_start()
    assert hand.drawing.goal == hand.drawing.start
    acts.hardest()
    live = hand.screen.panel.live
    assert len(live.now.solution) == 21
    acts.start_from_goal()
    assert hand.drawing.goal == hand.drawing.start


def test_fault_is_repaired_by_a_click(desk, at_once):
    drawing = load_drawing("fifteen:3,height=3")
    start = ("2", "1", *drawing.goal[2:])
    hand = desk(drawing._replace(start=start))
    live = hand.screen.panel.live
    for key in ("mend-exchange", "mend-equal"):
        assert live.now.obstacle
        hand.click(key)
        assert live.now.obstacle == ""
        hand.ctrl("z")
    full = drawing._replace(start=("X", *drawing.start[1:]))
    hand.screen.panel.acts.accept(full)
    hand.shown.click("mend-goal")
    assert hand.drawing.goal == full.start
    whole = tuple(label or "y" for label in drawing.goal)
    hand.screen.panel.acts.accept(drawing._replace(start=whole, goal=whole))
    hand.shown.click("mend-hole")
    assert hand.drawing.start.count("") == 1


def test_a_drawing_is_played_and_the_way_home_leads_back(desk, at_once):
    hand = desk(SMALL)
    drawing, screen = hand.drawing, hand.screen
    hand.shown.click("design-play")
    game = hand.shown.screen
    assert isinstance(game, GameScreen)
    assert game.rules.start() == drawing.start
    move = game.rules.legal_moves(game.session.state)[0]
    game.table.play(move)
    hand.shown.press(pygame.K_ESCAPE)
    assert hand.shown.screen is screen
    assert hand.drawing == drawing
    hand.shown.click("design-play")
    assert hand.shown.screen.session.moves == [move], "the position is kept"
    hand.shown.press(pygame.K_ESCAPE)
    screen.panel.acts.edit(lambda known: known._replace(start=known.goal[::-1]))
    hand.shown.click("design-play")
    assert not hand.shown.screen.session.moves, "it is another puzzle now"
    hand.shown.press(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert "search" in hand.shown.widget_keys()


def test_a_drawing_is_saved_as_a_puzzle_and_found_at_once(desk, at_once):
    dialog = (hand := desk(SMALL._replace(title=""))).dialog("save")
    dialog.save()
    assert "title" in dialog.said
    dialog._type("title", "Fifteen")
    dialog.save()
    assert "already" in dialog.said, "the name of a plugin is not taken away"
    dialog._type("title", "Four rooms")
    dialog._type("hint", "Round and round.")
    dialog.save()
    assert not hand.shown.dialogs
    assert not hand.work.changed
    assert (plugins_folder() / "four-rooms.toml").exists()
    rules = load("four-rooms")
    assert rules.name == "Four rooms"
    assert "Round and round." in rules.rules_text()
    hand.shown.press(pygame.K_ESCAPE)
    assert "four-rooms" in hand.shown.screen.selection.kinds


def test_another_file_is_replaced_only_when_asked_twice(desk, at_once):
    plugins_folder().mkdir(parents=True)
    path = plugins_folder() / "mine.toml"
    path.write_text('ring = 3\n[moves]\nL = "(1 2 3)"\n', encoding="utf-8")
    discovery.rescan()
    before = path.read_text(encoding="utf-8")
    dialog = desk(SMALL._replace(title="Other")).dialog("save")
    dialog._type("title", "Mine")
    dialog.save()
    assert path.read_text(encoding="utf-8") == before
    dialog.save()
    assert path.read_text(encoding="utf-8") != before


def test_an_unfinished_drawing_is_kept_as_a_draft(desk, at_once):
    hand = desk()
    hand.click((0, 0), (1, 0))
    drawing = hand.drawing
    hand.screen.panel.acts.save()
    assert "draft" in hand.work.message
    assert not hand.shown.dialogs
    hand.shown.press(pygame.K_ESCAPE)
    hand.shown.design()
    assert hand.shown.screen.workshop.drawing == drawing
    assert hand.shown.screen.workshop.undo()
    assert not hand.shown.screen.workshop.drawing.nodes


def test_other_puzzles_are_opened_and_undo_leads_back(desk, at_once, tmp_path):
    hand = desk(SMALL)
    before = hand.drawing
    for name, nodes in (("pinball", 9), ("fifteen:3", 12)):
        dialog = hand.dialog("open")
        dialog._type(name)
        dialog.open(name)
        assert len(hand.drawing.nodes) == nodes
    dialog = hand.dialog("open")
    for name, message in (("nothing-like-that", "nothing-like-that"), ("hex", "not a puzzle")):
        dialog.open(name)
        assert message in dialog.said
    path = tmp_path / "broken.toml"
    path.write_text('ring = 4\nedges = "1-2 2-3 3-9"\ngoal = "1 2 3 ."\n', encoding="utf-8")
    dialog.open(str(path))
    assert "Line 2" in hand.work.remarks[0].message
    assert len(hand.drawing.nodes) == 4
    hand.ctrl(*"zzz")
    assert hand.drawing == before


def test_files_for_others_and_pictures_are_written(desk, at_once, tmp_path):
    hand = desk(load_drawing("pinball"))
    forms = "Puzzle file (TOML)", "twsearch", "KPuzzle", "GAP", "Picture (PNG)", "Picture (SVG)"
    for form in forms:
        dialog = hand.dialog("export")
        dialog._choose(form)
        path = (tmp_path / "out").with_suffix(Path(dialog.path).suffix)
        dialog._type(str(path))
        dialog.save()
        assert not hand.shown.dialogs, dialog.said
        assert path.stat().st_size > 50
    dialog = hand.dialog("export")
    dialog._type(str(tmp_path / "out.toml"))
    size = (tmp_path / "out.toml").stat().st_size
    dialog.save()
    assert "already exists" in dialog.said
    assert (tmp_path / "out.toml").stat().st_size == size


def test_small_changes_are_listed_and_one_is_taken(desk):
    hand = desk(SMALL)
    before, dialog = hand.drawing, hand.dialog("vary")
    awaited(hand.shown, lambda: len(dialog.found) > 2)
    dialog.stop()
    found = dialog.found[0]
    hand.shown.draw()
    hand.shown.click("found 0", "use")
    assert hand.drawing == found.drawing != before
    hand.ctrl("z")
    assert hand.drawing == before


def test_puzzles_are_searched_for_as_one_wishes(desk):
    hand = desk()
    dialog = hand.dialog("search")
    dialog._set(nodes=5, streets=3)
    dialog.begin()
    assert "at least" in dialog.said
    dialog._set(streets=6, tries=30)
    dialog.begin()
    awaited(hand.shown, lambda: bool(dialog.found))
    dialog.stop()
    for order in ("Fewest positions", "Largest group", "Largest distance", "In order found"):
        dialog.set_order(order)
        hand.shown.draw()
    dialog.choose(dialog.found[0])
    dialog.use()
    assert len(hand.drawing.nodes) == 5


def test_goal_with_free_cells_is_saved_and_solved(desk, at_once):
    hand = desk(SMALL._replace(goal=(SMALL.goal[0], ANY, ANY, ANY), title="One place"))
    assert hand.screen.panel.live.now.solution is not None
    hand.dialog("save").save()
    assert load("one-place").free == frozenset({1, 2, 3})


@pytest.mark.parametrize("size", [(480, 360), (800, 600)])
def test_numbers_and_what_they_count_stand_apart(desk, monkeypatch, size):
    hand = desk(size=size)
    dialog, canvas = hand.dialog("search"), hand.shown.canvas
    boxes, write = {}, type(canvas).text

    def spy(self, text, *more, **fields):
        return boxes.setdefault(text, write(self, text, *more, **fields))

    monkeypatch.setattr(type(canvas), "text", spy)
    for widget in dialog.widgets:
        if widget.key in ("nodes", "edges", "holes", "equal pieces"):
            boxes.clear()
            widget.draw(canvas)
            number, label = boxes[str(widget.value)], boxes[widget.key]
            assert not number.colliderect(label)
            assert label.bottom <= widget.box.bottom
