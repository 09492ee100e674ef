"""Moves by mouse and keyboard: in steps, typed, undone and replayed."""

import sys
from random import Random

import pygame
import pytest
from support import ROOT, played

from puzzlekit import Piece
from puzzlekit.play.parse_moves import read_moves


def test_two_step_move_can_be_undone(app):
    shown = app("permute:4,swap=off", ["human", "human"])
    board = shown.screen.board
    face = next(cells for cells in board.selector.targets() if len(cells) == 4)
    shown.touch(face)
    assert board.selector.path
    assert board.timeline.preview
    shown.press(pygame.K_ESCAPE)
    assert not board.selector.path
    assert not board.timeline.preview
    shown.touch(face, button=3)  # anticlockwise
    shown.touch(next(iter(board.selector.targets())))
    (move,) = shown.moves()
    assert move[0] == "A"
    shown.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert shown.moves() == []
    shown.press(pygame.K_y, mod=pygame.KMOD_CTRL)
    assert shown.moves() == [move]


def test_a_typed_move_is_kept_when_it_is_not_ones_turn(app):
    shown = app("permute:8,swap=off", ["greedy", "human"])
    shown.write("Ca1-a1")
    shown.press(pygame.K_RETURN)
    assert shown.screen.panel.typed == "Ca1-a1"
    shown.press(pygame.K_ESCAPE)
    assert shown.screen.panel.typed == ""


def test_keys_of_cubing_sites(app):
    shown = app("cube:3")
    shown.write("Rid")  # a text that begins otherwise is typed as it is
    assert shown.screen.panel.typed == "Rid"
    shown.press(pygame.K_ESCAPE)
    for letter in "ikjfhgsdelwo":
        shown.write(letter)
    assert shown.moves() == ["R", "R'", "U", "U'", "F", "F'", "D", "L", "L'", "D'", "B", "B'"]
    shown.click("type")
    shown.write("f")  # a wide turn, because the field is in use
    assert shown.screen.panel.typed == "f"


@pytest.mark.parametrize(("game", "count"), [("cube:2", 28), ("cube:3", 36), ("cube:4", 28)])
def test_keys_refer_to_the_faces_as_seen(app, game, count):
    shown = app(f"{game}#1")
    rules, state = shown.screen.rules, shown.screen.session.state
    turns = list(rules.keys.values())
    assert len(turns) == count
    Random(1).shuffle(turns)
    key = {turn: key for key, turn in rules.keys.items()}
    shown.write("".join(key[turn] for turn in turns))
    assert shown.screen.session.state == played(
        rules, state, read_moves(rules, state, " ".join(turns))
    )
    view = shown.screen.board.solid.view
    rotated = read_moves(rules, rules.goal, " ".join([*turns, "U"]))[-1].rstrip("'")
    seen, _ = view.turn_as_seen("U")
    assert seen.rstrip("'2") == rotated
    shown.press(pygame.K_F6)  # also if the net is large
    shown.write("j")
    assert shown.moves()[-1].rstrip("'") == rotated


@pytest.mark.parametrize(("key", "moves"), [("5", ["R", "L'"]), ("u", ["L"])])  # M, Rw
def test_a_turn_that_rotates_the_view_is_undone_as_a_whole(app, key, moves):
    shown = app("cube#1")
    view, controller = shown.screen.board.solid.view, shown.screen.controller
    before = view.camera.rotation
    for _again in range(2):  # the second time, the moves are known
        shown.write(key)
        after = view.camera.rotation
        assert after[1] != pytest.approx(before[1])
        controller.undo()
        assert shown.moves() == []
        assert view.camera.rotation[1] == pytest.approx(before[1])
        controller.redo()
        assert sorted(shown.moves()) == sorted(moves)
        assert view.camera.rotation[1] == pytest.approx(after[1])
        controller.restart()
        assert view.camera.rotation[1] == pytest.approx(before[1])


def test_other_keys_do_nothing_while_a_solve_is_timed(app):
    shown = app("cube#7")
    shown.write("ij")
    shown.write("8§Gik")
    assert shown.moves() == ["R", "U", "R", "R'"]
    assert (shown.screen.focus_key, shown.screen.panel.typed) == (None, "")
    shown.press(pygame.K_SPACE, text=" ")
    assert not shown.screen.ticker.replay.is_on
    shown.click("type")
    shown.write("Fw")
    assert shown.screen.panel.typed == "Fw"
    shown = app("cube#7", inspection=True)
    shown.write("8")
    assert (shown.screen.focus_key, shown.moves()) == (None, [])
    shown = app("megaminx#7")  # without keys of its own
    shown.screen.controller.play("U")
    shown.write("R")
    assert shown.screen.panel.typed == "R"


def test_a_round_of_several_moves_fills_several_rows(app):
    listed = app("catchup:3 c3 a1 a2 c4", ["human", "human"]).widget("moves")
    # White's one stone and Black's first share a row, Black's second is below; then a new round.
    places = [(entry.row, entry.column) for entry in listed.layout.entries]
    assert places == [(0, 0), (0, 1), (1, 1), (2, 0)]
    assert listed.layout.numbers == {0: "1.", 2: "2."}


def test_a_stone_is_flipped_with_the_right_button(app):
    shown = app("slyde:4 a2-a1 d2-d1", ["human", "human"])
    assert "flip:b1" in shown.screen.rules.legal_moves(shown.screen.session.state)
    shown.touch("b1", button=3)
    assert shown.screen.session.last_move == "flip:b1"


@pytest.mark.parametrize("way", ["key", "right button", "button", "undo"])
def test_the_first_half_of_a_move_can_be_taken_back(app, way):
    shown = app("shifty:5,swap=off c3 a1 c4 b1", ["human", "human"])
    selector = shown.screen.board.selector
    shown.touch("c4")
    assert selector.path
    assert shown.screen.status.text == "Move the stone to a point with no friend"
    {
        "key": lambda: shown.press(pygame.K_ESCAPE),
        "right button": lambda: shown.touch("c4", button=3),
        "button": lambda: shown.click("choose-anew"),
        "undo": lambda: shown.press(pygame.K_z, mod=pygame.KMOD_CTRL),
    }[way]()
    assert not selector.path
    assert shown.screen.session.ply == 4
    assert "choose-anew" not in shown.widget_keys()


def test_the_cursor_reaches_every_target(app):
    selector = app("permute:4,swap=off", ["human", "human"]).screen.board.selector
    targets = set(selector.targets())
    found, queue = set(), [next(iter(targets))]
    while queue:
        cells = queue.pop()
        found.add(cells)
        near = {
            selector.target_in_direction(cells, *way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))
        }
        queue += near - found
    assert found == targets


def test_keys_are_for_the_board_after_a_click_on_a_button(app):
    shown = app("fifteen:2,height=2#5")
    for _ in range(2):
        shown.screen.controller.play(shown.screen.rules.legal_moves(shown.screen.session.state)[0])
    shown.click("undo")
    assert shown.screen.session.ply == 1
    shown.press(pygame.K_RIGHT, pygame.K_RETURN)
    assert shown.screen.session.ply == 2


def test_one_looks_at_other_positions_by_keys(app):
    shown = app("hex:3,swap=off a1 b1 a2", ["human", "human"])
    plies = []
    for key in (pygame.K_HOME, pygame.K_PAGEDOWN, pygame.K_END, pygame.K_PAGEUP):
        shown.press(key)
        plies.append(shown.screen.session.ply)
    assert plies == [0, 1, 3, 2]


def test_a_row_of_tiles_moves_at_a_click_and_goes_back_as_one(app):
    shown = app("fifteen@1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,.", speed="normal")
    shown.screen.controller.play("c1-d1")
    shown.touch("a1")
    assert shown.moves() == ["c1-d1", "b1-c1", "a1-b1"]
    shown.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert shown.moves() == ["c1-d1"]
    shown.press(pygame.K_y, mod=pygame.KMOD_CTRL)
    assert len(shown.moves()) == 3
    board = shown.screen.board
    shown.press(pygame.K_RIGHT)  # the cursor also reaches cells far from the hole
    board.cursor = (board.rules.board.index["d1"],)
    shown.press(pygame.K_RETURN)
    assert shown.moves()[3:] == ["b1-a1", "c1-b1", "d1-c1"]


def test_the_panel_is_laid_out_once_for_moves_made_together(app, monkeypatch):
    shown = app("fifteen#3")
    counted = []
    monkeypatch.setattr(shown.screen, "draw_back", counted.append)
    monkeypatch.setattr(shown.screen, "build", lambda: counted.append("layout"))
    shown.screen.controller.play_text("a3-a2 a4-a3")
    shown.draw()
    assert counted == ["layout", shown.canvas]
    shown.draw()
    assert counted == ["layout", shown.canvas, shown.canvas]


def test_the_panel_is_laid_out_once_for_a_click(app, monkeypatch):
    shown = app("cube:2")
    build, counted = shown.screen.build, []
    monkeypatch.setattr(shown.screen, "build", lambda: counted.append(build()))
    shown.click("play R")
    shown.draw()
    assert (shown.moves(), len(counted)) == (["R"], 1)


def test_a_click_leads_through_few_files(app):
    shown, files = app("fifteen#1"), set()
    at = tuple(map(round, shown.spot(next(iter(shown.screen.board.selector.targets())))))
    sys.setprofile(lambda frame, *_: files.add(frame.f_code.co_filename))
    try:
        shown.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    finally:
        sys.setprofile(None)
    assert len(shown.moves()) == 1
    own = [file for file in files if file.startswith((f"{ROOT}/puzzle", f"{ROOT}/games"))]
    assert len(own) < 25, sorted(own)


@pytest.mark.parametrize(("palette", "label"), [("grey", "R"), ("standard", "")])
def test_letters_distinguish_grey_pieces(app, palette, label):
    shown = app("cube:2", palette=palette)
    assert shown.canvas.piece_label(Piece("sticker", "red")) == label


def test_the_panel_shows_a_file_without_its_folder(app, written, tmp_path):
    path = tmp_path / "drawn.toml"
    path.write_text((ROOT / "puzzles" / "mills.toml").read_text(encoding="utf-8"))
    app(str(path))
    assert "drawn.toml" in written
