"""Moves by mouse and keyboard: in steps, typed, undone and replayed."""

import sys
from random import Random

import pygame
import pytest
from support import ROOT, play_moves

from puzzlekit import Piece
from puzzlekit.play.parse_moves import read_moves


def test_undo_two_step_move(app):
    window = app("permute:4,swap=off", ["human", "human"])
    board = window.screen.board
    face = next(cells for cells in board.selector.targets() if len(cells) == 4)
    window.touch(face)
    assert board.selector.path
    assert board.timeline.preview
    window.press(pygame.K_ESCAPE)
    assert not board.selector.path
    assert not board.timeline.preview
    window.touch(face, button=3)  # anticlockwise
    window.touch(next(iter(board.selector.targets())))
    (move,) = window.moves()
    assert move[0] == "A"
    window.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert window.moves() == []
    window.press(pygame.K_y, mod=pygame.KMOD_CTRL)
    assert window.moves() == [move]


def test_typed_text_is_kept_out_of_turn(app):
    window = app("permute:8,swap=off", ["greedy", "human"])
    window.write("Ca1-a1")
    window.press(pygame.K_RETURN)
    assert window.screen.panel.typed == "Ca1-a1"
    window.press(pygame.K_ESCAPE)
    assert window.screen.panel.typed == ""


def test_cubing_site_keys(app):
    window = app("cube:3")
    window.write("Rid")  # texts that do not begin with a key are typed
    assert window.screen.panel.typed == "Rid"
    window.press(pygame.K_ESCAPE)
    for letter in "ikjfhgsdelwo":
        window.write(letter)
    assert window.moves() == ["R", "R'", "U", "U'", "F", "F'", "D", "L", "L'", "D'", "B", "B'"]
    window.click("type")
    window.write("f")  # a wide turn, because the field is in use
    assert window.screen.panel.typed == "f"


@pytest.mark.parametrize(("game", "count"), [("cube:2", 28), ("cube:3", 36), ("cube:4", 28)])
def test_keys_refer_to_visible_faces(app, game, count):
    window = app(f"{game}#1")
    rules, state = window.screen.rules, window.screen.session.state
    turns = list(rules.keys.values())
    assert len(turns) == count
    Random(1).shuffle(turns)
    key = {turn: key for key, turn in rules.keys.items()}
    window.write("".join(key[turn] for turn in turns))
    assert window.screen.session.state == play_moves(
        rules, state, read_moves(rules, state, " ".join(turns))
    )
    view = window.screen.board.solid.view
    rotated = read_moves(rules, rules.goal, " ".join([*turns, "U"]))[-1].rstrip("'")
    seen, _ = view.turn_as_seen("U")
    assert seen.rstrip("'2") == rotated
    window.press(pygame.K_F6)  # also if the net is large
    window.write("j")
    assert window.moves()[-1].rstrip("'") == rotated


@pytest.mark.parametrize(("key", "moves"), [("5", ["R", "L'"]), ("u", ["L"])])  # M, Rw
def test_undo_turn_that_rotates_view(app, key, moves):
    window = app("cube#1")
    view, controller = window.screen.board.solid.view, window.screen.controller
    before = view.camera.rotation
    for _again in range(2):  # the second time, the moves are known
        window.write(key)
        after = view.camera.rotation
        assert after[1] != pytest.approx(before[1])
        controller.undo()
        assert window.moves() == []
        assert view.camera.rotation[1] == pytest.approx(before[1])
        controller.redo()
        assert sorted(window.moves()) == sorted(moves)
        assert view.camera.rotation[1] == pytest.approx(after[1])
        controller.restart()
        assert view.camera.rotation[1] == pytest.approx(before[1])


def test_other_keys_are_ignored_during_timed_solve(app):
    window = app("cube#7")
    window.write("ij")
    window.write("8§Gik")
    assert window.moves() == ["R", "U", "R", "R'"]
    assert (window.screen.focus_key, window.screen.panel.typed) == (None, "")
    window.press(pygame.K_SPACE, text=" ")
    assert not window.screen.ticker.replay.is_on
    window.click("type")
    window.write("Fw")
    assert window.screen.panel.typed == "Fw"
    window = app("cube#7", inspection=True)
    window.write("8")
    assert (window.screen.focus_key, window.moves()) == (None, [])
    window = app("megaminx#7")  # without keys of its own
    window.screen.controller.play("U")
    window.write("R")
    assert window.screen.panel.typed == "R"


def test_flip_stone_with_right_button(app):
    window = app("slyde:4 a2-a1 d2-d1", ["human", "human"])
    assert "flip:b1" in window.screen.rules.legal_moves(window.screen.session.state)
    window.touch("b1", button=3)
    assert window.screen.session.last_move == "flip:b1"


@pytest.mark.parametrize("way", ["key", "right button", "button", "undo"])
def test_take_back_first_half_of_move(app, way):
    window = app("shifty:5,swap=off c3 a1 c4 b1", ["human", "human"])
    selector = window.screen.board.selector
    window.touch("c4")
    assert selector.path
    assert window.screen.status.text == "Move the stone to a point with no friend"
    {
        "key": lambda: window.press(pygame.K_ESCAPE),
        "right button": lambda: window.touch("c4", button=3),
        "button": lambda: window.click("choose-anew"),
        "undo": lambda: window.press(pygame.K_z, mod=pygame.KMOD_CTRL),
    }[way]()
    assert not selector.path
    assert window.screen.session.ply == 4
    assert "choose-anew" not in window.widget_keys()


def test_cursor_reaches_every_target(app):
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


def test_keys_act_on_board_after_button_click(app):
    window = app("fifteen:2,height=2#5")
    for _ in range(2):
        window.screen.controller.play(
            window.screen.rules.legal_moves(window.screen.session.state)[0]
        )
    window.click("undo")
    assert window.screen.session.ply == 1
    window.press(pygame.K_RIGHT, pygame.K_RETURN)
    assert window.screen.session.ply == 2


def test_navigation_keys(app):
    window = app("hex:3,swap=off a1 b1 a2", ["human", "human"])
    plies = []
    for key in (pygame.K_HOME, pygame.K_PAGEDOWN, pygame.K_END, pygame.K_PAGEUP):
        window.press(key)
        plies.append(window.screen.session.ply)
    assert plies == [0, 1, 3, 2]


def test_row_move_is_undone_as_a_whole(app):
    window = app("fifteen@1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,.", speed="normal")
    window.screen.controller.play("c1-d1")
    window.touch("a1")
    assert window.moves() == ["c1-d1", "b1-c1", "a1-b1"]
    window.press(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert window.moves() == ["c1-d1"]
    window.press(pygame.K_y, mod=pygame.KMOD_CTRL)
    assert len(window.moves()) == 3
    board = window.screen.board
    window.press(pygame.K_RIGHT)  # the cursor also reaches cells far from the hole
    board.cursor = (board.rules.board.index["d1"],)
    window.press(pygame.K_RETURN)
    assert window.moves()[3:] == ["b1-a1", "c1-b1", "d1-c1"]


def test_panel_layout_once_per_multi_move(app, monkeypatch):
    window = app("fifteen#3")
    counted = []
    monkeypatch.setattr(window.screen, "draw_back", counted.append)
    monkeypatch.setattr(window.screen, "build", lambda: counted.append("layout"))
    window.screen.controller.play_text("a3-a2 a4-a3")
    window.draw()
    assert counted == ["layout", window.canvas]
    window.draw()
    assert counted == ["layout", window.canvas, window.canvas]


def test_panel_layout_once_per_click(app, monkeypatch):
    window = app("cube:2")
    build, counted = window.screen.build, []
    monkeypatch.setattr(window.screen, "build", lambda: counted.append(build()))
    window.click("play R")
    window.draw()
    assert (window.moves(), len(counted)) == (["R"], 1)


def test_click_runs_through_few_files(app):
    window, files = app("fifteen#1"), set()
    at = tuple(map(round, window.spot(next(iter(window.screen.board.selector.targets())))))
    sys.setprofile(lambda frame, *_: files.add(frame.f_code.co_filename))
    try:
        window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    finally:
        sys.setprofile(None)
    assert len(window.moves()) == 1
    own = [file for file in files if file.startswith((f"{ROOT}/puzzle", f"{ROOT}/games"))]
    assert len(own) < 25, sorted(own)


@pytest.mark.parametrize(("palette", "label"), [("grey", "R"), ("standard", "")])
def test_letters_distinguish_grey_pieces(app, palette, label):
    window = app("cube:2", palette=palette)
    assert window.canvas.piece_label(Piece("sticker", "red")) == label


def test_panel_shows_file_name_without_folder(app, drawn_texts, tmp_path):
    path = tmp_path / "drawn.toml"
    path.write_text((ROOT / "puzzles" / "mills.toml").read_text(encoding="utf-8"))
    app(str(path))
    assert "drawn.toml" in drawn_texts
