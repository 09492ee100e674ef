"""The panel of the designer: live facts and buttons."""

import time
from pathlib import Path

import pygame
import pytest

from puzzlekit import load
from puzzlekit.design import edits
from puzzlekit.design.fact_cards import fact_cards
from puzzlekit.design.load import load_drawing
from puzzlekit.design.report import Report, SearchHit
from puzzlekit.design.tutorials import GUIDES
from puzzlekit.design.validation import find_faults
from puzzlekit.groups import GroupInfo
from puzzlekit.play import saves
from puzzlekit.play.new_game import new_session
from puzzlekit.plugin.discovery import plugins_folder
from puzzlekit.ui.designer_worker import DrawingWorker
from puzzlekit.ui.window.designer import panel
from puzzlekit.ui.window.game.screen import GameScreen

SMALL = load_drawing("fifteen:2,height=2")


def wait_until(window, done, seconds=60):
    """Run the window until a condition holds."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it never came"
        for each in (window.screen, *window.dialogs):
            each.poll()
        time.sleep(0.005)


def card(designer, key):
    live = designer.screen.panel.live
    return next(each for each in fact_cards(live.now, live.before) if each.key == key)


@pytest.mark.slow
def test_facts_show_effect_of_edit(open_designer, monkeypatch):
    monkeypatch.setattr(panel, "DrawingWorker", DrawingWorker)
    designer = open_designer(load_drawing("pinball"))

    def group():
        wait_until(designer.window, lambda: not designer.screen.panel.live.now.pending)
        return card(designer, "group").value

    assert group() == "A8"
    assert card(designer, "positions").value == "181,440"
    assert card(designer, "solution").value == "Solvable in 18 moves"
    number = designer.cells_by_name()
    edge = number["5"], number["9"]
    designer.keys("a")
    designer.press(*edge)  # only a preview while the button is down
    assert designer.document.preview_drawing is not None
    assert group() == "S8"
    assert card(designer, "group").was == "A8"
    assert card(designer, "positions").was == "181,440"
    designer.keys(pygame.K_ESCAPE)
    assert card(designer, "group").value == "A8"
    assert not designer.document.can_undo
    designer.drag(*edge)
    assert group() == "S8"
    assert edge in designer.drawing.ways


def test_empty_drawing_offers_examples_and_guidance(open_designer, synchronous_facts):
    designer = open_designer()
    guide = GUIDES[0]
    assert len([key for key in designer.window.widget_keys() if key.startswith("guide-")]) == 3
    designer.window.click("guide-0")
    assert designer.drawing == guide.drawing()
    guided = designer.screen.panel
    assert guided.step == 0
    number = designer.cells_by_name()
    designer.keys("e")
    designer.drag(number["1"], number["4"])
    assert guided.step == 1
    designer.drag(number["3"], number["4"])
    designer.keys("a")
    designer.drag(number["3"], number["4"])
    assert guided.step == len(guide.steps)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.title)
def test_examples_are_puzzles(guide):
    assert not [fault for fault in find_faults(guide.drawing()) if fault.is_fatal]


def test_edit_start_and_goal_with_buttons(open_designer, synchronous_facts):
    designer = open_designer(load_drawing("fifteen:3,height=2"))
    actions = designer.screen.panel.actions
    actions.shuffle()
    assert sorted(designer.drawing.start) == sorted(designer.drawing.goal)
    actions.goal_from_start()
    assert designer.drawing.goal == designer.drawing.start
    actions.use_hardest_start()
    live = designer.screen.panel.live
    assert len(live.now.solution) == 21
    designer.screen.apply(edits.start_from_goal)
    assert designer.drawing.goal == designer.drawing.start


def test_quick_fix(open_designer, synchronous_facts):
    drawing = load_drawing("fifteen:3,height=2")
    start = ("2", "1", *drawing.goal[2:])
    designer = open_designer(drawing._replace(start=start))
    live = designer.screen.panel.live
    for key in ("mend-exchange", "mend-equal"):
        assert live.now.obstacle
        designer.click(key)
        assert live.now.obstacle == ""
        designer.ctrl("z")
    full = drawing._replace(start=("X", *drawing.start[1:]))
    designer.screen.panel.actions.open_drawing(full)
    designer.window.click("mend-goal")
    assert designer.drawing.goal == full.start
    whole = tuple(label or "y" for label in drawing.goal)
    designer.screen.panel.actions.open_drawing(drawing._replace(start=whole, goal=whole))
    designer.window.click("mend-hole")
    assert designer.drawing.start.count("") == 1


def test_play_drawing_and_return(open_designer, synchronous_facts):
    designer = open_designer(SMALL)
    drawing, screen = designer.drawing, designer.screen
    designer.window.click("design-play")
    game = designer.window.screen
    assert isinstance(game, GameScreen)
    assert game.rules.start() == drawing.start
    move = game.rules.legal_moves(game.session.state)[0]
    game.controller.play(move)
    designer.window.press(pygame.K_ESCAPE)
    assert designer.window.screen is screen
    assert designer.drawing == drawing
    designer.window.click("design-play")
    assert designer.window.screen.session.moves == [move], "the position is kept"
    designer.window.press(pygame.K_ESCAPE)
    screen.apply(lambda known: known._replace(start=known.goal[::-1]))
    designer.window.click("design-play")
    assert not designer.window.screen.session.moves, "it is another puzzle now"
    designer.window.press(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert "search" in designer.window.widget_keys()


def test_saved_puzzle_appears_in_launcher(open_designer, synchronous_facts):
    designer = open_designer(SMALL._replace(title=""))
    designer.ctrl("s")
    dialog = designer.window.dialogs[-1]
    dialog.save()
    assert "title" in dialog.message
    dialog._type("title", "Fifteen")
    designer.window.click("save")
    assert "already" in dialog.message, "the name of a plugin is not taken away"
    dialog._type("title", "\u202eFour rooms")
    dialog.save()
    assert "cannot be displayed" in dialog.message
    dialog._type("title", "Four rooms")
    dialog._type("hint", "Round and round.")
    dialog.save()
    assert not designer.window.dialogs
    assert not designer.document.changed
    assert (plugins_folder() / "four-rooms.toml").exists()
    rules = load("four-rooms")
    assert rules.name == "Four rooms"
    assert "Round and round." in rules.rules_text()
    designer.window.press(pygame.K_ESCAPE)
    assert "four-rooms" in designer.window.screen.selection.kinds


def test_unfinished_drawing_is_saved_as_draft(open_designer, synchronous_facts):
    designer = open_designer()
    designer.click((0, 0), (1, 0))
    drawing = designer.drawing
    designer.ctrl("s")
    assert "draft" in designer.document.message
    assert not designer.window.dialogs
    designer.click("vary")
    assert not designer.window.dialogs
    designer.reopen()
    assert designer.window.screen.document.drawing == drawing
    assert designer.window.screen.document.undo()
    assert not designer.window.screen.document.drawing.nodes


def test_open_another_puzzle_and_undo(open_designer, synchronous_facts, tmp_path):
    designer = open_designer(SMALL)
    before = designer.drawing
    for name, nodes in (("fifteen:3,height=2", 6), ("fifteen:3", 12)):
        designer.ctrl("o")
        dialog = designer.window.dialogs[-1]
        dialog._type(name)
        dialog.open(name)
        assert len(designer.drawing.nodes) == nodes
        assert not designer.drawing.rules  # edits would make them wrong
    dialog = designer.dialog("open")
    assert {"pinball", "twist"} <= {*dialog.names}
    assert {"klotski", "lights_out", "hex"}.isdisjoint(dialog.names)
    for name, message in (("nothing-like-that", "nothing-like-that"), ("hex", "not a puzzle")):
        designer.ctrl("a")
        designer.window.write(name)
        designer.window.press(pygame.K_RETURN)
        assert message in dialog.message
    path = tmp_path / "broken.toml"
    path.write_text('ring = 4\nedges = "1-2 2-3 3-9"\ngoal = "1 2 3 ."\n', encoding="utf-8")
    dialog.open(str(path))
    assert "Line 2" in designer.document.remarks[0].message
    assert len(designer.drawing.nodes) == 4
    designer.ctrl(*"zzz")
    assert designer.drawing == before
    assert not designer.document.remarks
    designer.ctrl(*"yyy")
    assert designer.document.remarks


def test_unrelated_drawings_are_not_compared(open_designer, synchronous_facts):
    designer = open_designer(SMALL)
    designer.dialog("open").open("fifteen:3,height=2")
    assert (card(designer, "group").value, card(designer, "group").was) == ("A5", "")
    assert not designer.screen.panel.live.now.why
    designer.screen.apply(edits.remove_edges, 0, 1)
    assert card(designer, "positions").was == "360"
    dialog = designer.dialog("search")
    dialog.chosen = SearchHit("6 moves", SMALL, Report())
    dialog.start()
    assert not card(designer, "group").was
    dialog = designer.dialog("vary")
    dialog.chosen = SearchHit("Removing an edge", edits.remove_edges(SMALL, 0, 1), Report())
    dialog.start()
    assert card(designer, "group").was == "C3"


def test_unknown_hardest_start(open_designer, synchronous_facts):
    designer = open_designer(load_drawing("fifteen"))
    designer.click("hardest")
    assert designer.document.message.endswith("There are too many positions to enumerate.")
    designer.dialog("open").open("pinball")
    designer.screen.apply(lambda drawing: drawing._replace(ways=frozenset()))
    designer.click("hardest")
    assert designer.document.message.startswith("Nothing can move yet")


def test_solution_counts_moves_and_turns():
    for moves, count in (
        ("AB", "2 moves"),
        ("ABB", "3 moves (2 turns)"),
        ("AA", "2 moves (1 turn)"),
    ):
        cards = {each.key: each.value for each in fact_cards(Report(solution=tuple(moves)))}
        assert cards["solution"] == f"Solvable in {count}"


def test_order_without_proof():
    group = GroupInfo(50, 2, 60, None, certain=False, proof="structure, random elements only")
    cards = {each.key: each for each in fact_cards(Report(group=group))}
    assert cards["group"].notes == ("order 60", "not proved")


def test_opening_another_puzzle_keeps_draft(open_designer, synchronous_facts):
    designer = open_designer()
    designer.click((0, 0), (1, 0))
    first = designer.drawing
    designer.dialog("open").open("pinball")
    designer.screen.apply(lambda drawing: drawing._replace(title="Other"))
    for drawing in (designer.drawing, first):
        designer.reopen()
        assert designer.drawing == drawing
        if drawing != first:
            designer.dialog("save").save()


def test_new_drawing_does_not_replace_last_one(open_designer, synchronous_facts):
    designer = open_designer()
    designer.click((0, 0), (1, 0))
    first = designer.drawing
    designer.reopen()
    designer.ctrl("z")
    designer.keys("n")
    designer.click((0, 0), (1, 0), (2, 0))
    designer.drag(0, 1)
    second = designer.drawing
    designer.reopen()
    assert designer.drawing == second
    designer.save_as("Second")
    designer.reopen()
    assert designer.drawing == first


def test_empty_drawing_is_no_draft(open_designer, synchronous_facts):
    designer = open_designer()
    designer.click((0, 0), (1, 0))
    older = designer.drawing
    designer.dialog("open").open("pinball")
    designer.save_as("Saved")
    designer.ctrl(*"zzzzz")
    assert not designer.drawing.nodes
    designer.reopen()
    assert designer.drawing == older


def test_search_hit_is_saved_as_draft(open_designer, synchronous_facts):
    designer = open_designer()
    dialog = designer.dialog("search")
    dialog.chosen = SearchHit("6 moves", SMALL, Report())
    dialog.start()
    designer.reopen()
    assert designer.drawing == SMALL


def test_replacing_another_file_asks_first(open_designer, synchronous_facts):
    drawing = SMALL._replace(title="Mine")
    path = plugins_folder() / "mine.toml"
    designer = open_designer(drawing)
    designer.dialog("save").save()
    text = path.read_text(encoding="utf-8")
    designer.screen.apply(edits.swap_labels, "start", 0, 1)
    designer.dialog("save").save()
    changed = path.read_text(encoding="utf-8")
    assert text != changed
    designer = open_designer(drawing)  # another drawing with this title
    dialog = designer.dialog("save")
    dialog.save()
    assert "already exists" in dialog.message
    assert path.read_text(encoding="utf-8") == changed
    designer.window.press(pygame.K_ESCAPE)
    dialog = designer.dialog("open")
    dialog.open("mine")
    designer.screen.apply(edits.swap_labels, "start", 1, 2)
    designer.dialog("save").save()
    assert not designer.window.dialogs
    assert path.read_text(encoding="utf-8") not in (text, changed)


def test_dropped_files(open_designer, synchronous_facts, tmp_path):
    designer = open_designer(SMALL)

    def drop(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        designer.window.drop(path)

    drop("turn.gap", "a := (1,2,3);")
    assert len(designer.drawing.nodes) == 3
    drop("broken.toml", 'ring = 4\nedges = "1-2 2-9"\ngoal = "1 2 3 ."\n')
    assert "Line 2" in designer.document.remarks[0].message
    drop("nothing.toml", "[[")
    assert "invalid TOML" in designer.document.message
    designer.ctrl(*"zz")
    assert designer.drawing == SMALL
    drop("save.json", saves.dump(new_session("hex:3 b2")))
    assert designer.window.moves() == ["b2"]


def test_warning_about_lost_file_contents(open_designer, synchronous_facts):
    path = plugins_folder() / "mine.toml"
    path.parent.mkdir(parents=True)
    path.write_text('# mine\nring = 3\n[moves]\nT = "(1 2 3)"\n', encoding="utf-8")
    designer = open_designer()
    designer.dialog("open").open("mine")
    dialog = designer.dialog("save")
    dialog.save()
    assert "already exists" in dialog.message
    assert "Comments and settings that cannot be drawn" in dialog.message
    dialog.save()
    assert "# mine" not in path.read_text(encoding="utf-8")


def test_export(open_designer, synchronous_facts, tmp_path):
    designer = open_designer(load_drawing("fifteen:3,height=2"))
    forms = "Puzzle file (TOML)", "twsearch", "KPuzzle", "GAP", "Picture (PNG)", "Picture (SVG)"
    for form in forms:
        dialog = designer.dialog("export")
        dialog._choose(form)
        path = (tmp_path / "out").with_suffix(Path(dialog.path).suffix)
        dialog.type_path(str(path))
        dialog.save()
        assert not designer.window.dialogs, dialog.message
        assert path.stat().st_size > 50
    dialog = designer.dialog("export")
    dialog.type_path(str(tmp_path / "out.toml"))
    size = (tmp_path / "out.toml").stat().st_size
    dialog.save()
    assert "already exists" in dialog.message
    assert (tmp_path / "out.toml").stat().st_size == size
    dialog.type_path("x" * 300)
    designer.window.click("export")
    assert "too long" in dialog.message


@pytest.mark.slow
def test_apply_suggested_variation(open_designer):
    designer = open_designer(SMALL)
    before, dialog = designer.drawing, designer.dialog("vary")
    wait_until(designer.window, lambda: len(dialog.hits) > 2)
    dialog.stop()
    found = dialog.hits[0]
    designer.window.draw()
    designer.window.click("found 0", "use")
    assert designer.drawing == found.drawing != before
    designer.ctrl("z")
    assert designer.drawing == before


@pytest.mark.slow
def test_random_search(open_designer):
    designer = open_designer()
    dialog = designer.dialog("search")
    dialog._set(nodes=5, edges=3)
    designer.window.click("begin")
    assert "at least" in dialog.message
    dialog._set(nodes=8, edges=20)
    dialog.begin()
    wait_until(designer.window, lambda: "No graph" in dialog.message)
    dialog._set(nodes=5, edges=6, tries=30)
    dialog.begin()
    wait_until(designer.window, lambda: bool(dialog.hits))
    dialog.stop()
    for order in ("Fewest positions", "Largest group", "Largest distance", "In order found"):
        dialog.set_order(order)
        designer.window.draw()
    dialog.choose(dialog.hits[0])
    dialog.start()
    assert len(designer.drawing.nodes) == 5


def test_search_error_is_below_criteria(open_designer, drawn_texts):
    designer = open_designer(size=(480, 360))
    dialog = designer.dialog("search")
    dialog._set(nodes=3, holes=5)
    designer.window.click("begin")
    line = next(box for text, box in drawn_texts.items() if text.startswith("3 nodes"))
    dialog._set(nodes=8, holes=1)
    assert line.top >= max(each.box.bottom for each in dialog.widgets if each.key == "holes")
    assert dialog.frame().contains(line)


def test_distance_of_start_does_not_hide_maximum(open_designer, drawn_texts):
    designer = open_designer(SMALL, size=(700, 1000))
    levels = (1,) * 36
    report = Report(solution=(0,) * 35, levels=levels)
    designer.screen.panel.live.now = report
    designer.window.draw()
    line = next(box for text, box in drawn_texts.items() if text.startswith("from this start"))
    assert drawn_texts["35"].right > line.right
    assert not line.colliderect(drawn_texts["35"])


def test_long_message_is_wrapped(open_designer, truncated, drawn_texts):
    designer = open_designer(size=(480, 360))
    designer.document.message = (
        "Nothing can be moved. Add a hole or a turn, or import another file."
    )
    designer.window.draw()
    assert not truncated
    lines = [box for text, box in drawn_texts.items() if text in designer.document.message]
    assert len([box for box in lines if designer.screen.viewport.box.contains(box)]) > 1


@pytest.mark.parametrize("size", [(480, 360), (800, 600)])
def test_numbers_and_labels_do_not_overlap(open_designer, drawn_texts, size):
    designer = open_designer(size=size)
    dialog, canvas = designer.dialog("search"), designer.window.canvas
    for widget in dialog.widgets:
        if widget.key in ("nodes", "edges", "holes", "equal pieces"):
            widget.draw(canvas)
            number, label = drawn_texts[str(widget.value)], drawn_texts[widget.key]
            assert not number.colliderect(label)
            assert label.bottom <= widget.box.bottom


def test_wheel_scrolls_facts(open_designer, synchronous_facts, monkeypatch):
    designer = open_designer(SMALL, size=(800, 600))
    designer.screen.poll()
    designer.window.draw()
    facts = designer.screen.panel.facts
    assert facts.max_scroll > 0
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: facts.box.center)
    designer.wheel(-1)
    designer.window.draw()
    assert 0 < facts.scroll <= facts.max_scroll
    designer.window.resize((1280, 1200))
    assert facts.scroll == facts.max_scroll == 0
    designer.window.resize((800, 600))
    designer.wheel(-1)
    designer.wheel(9)
    designer.window.draw()
    assert facts.scroll == 0
