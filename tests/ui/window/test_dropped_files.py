"""Files dropped on the window: games and puzzles open, others are reported."""

import pygame
import pytest

from puzzlekit.play import records, saves
from puzzlekit.play.new_game import new_session
from puzzlekit.ui.window.game.screen import GameScreen
from puzzlekit.ui.window.launcher.screen import Launcher


@pytest.fixture
def files(tmp_path):
    """Return a folder with a save, a record, a puzzle and three unreadable files."""
    session = new_session("hex:3 b2")
    (tmp_path / "save.json").write_text(saves.dump(session))
    records.write_file(session, tmp_path / "record.pgn")
    (tmp_path / "turn.gap").write_text("a := (1,2,3);")
    (tmp_path / "bad.toml").write_text("[[")
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "bad.bin").write_bytes(b"\xff\x00")
    return tmp_path


@pytest.mark.parametrize("game", [None, "knights"])
def test_open_dropped_files(app, files, game):
    window = app(game)
    window.drop(files / "save.json")
    assert window.moves() == ["b2"]
    window.screen.controller.play("a1")
    assert saves.read(files / "save.json").moves == ["b2", "a1"]
    window.drop(files / "record.pgn")
    assert window.moves() == ["b2"]
    window.screen.controller.play("a1")
    assert records.read_file(files / "record.pgn").moves == ["b2"]  # the file stays unchanged
    window.drop(files / "turn.gap")
    assert window.screen.rules.legal_moves(window.screen.session.state) == ["a", "a'"]


@pytest.mark.parametrize("size", [(480, 360), (1280, 800)])
def test_launcher_reports_errors(app, files, size):
    window = app(size=size)

    def cards():
        return [tuple(each.box) for each in window.screen.widgets if each.key.startswith("card ")]

    before = cards()
    for name in ("bad.toml", "bad.json", "bad.bin", "missing.json", "."):
        window.drop(files / name)
        assert isinstance(window.screen, Launcher)
        strip = window.widget("refused")
        assert window.screen.notice
        assert strip.box.top == window.screen.area.bottom  # below the cards
        assert window.surface.get_rect().contains(strip.box)
        assert cards() == before  # no card moves
        window.click("refused") if name == "." else window.press(pygame.K_ESCAPE)
        assert "refused" not in window.widget_keys()


def test_invalid_file_does_not_close_game(app, files):
    window = app("hex:4 c3")
    window.press(pygame.K_F4)
    window.drop(files / "bad.toml")
    assert isinstance(window.screen, GameScreen)
    assert not window.dialogs
    assert "bad.toml, line 1: invalid TOML" in window.screen.controller.status_message()
    assert window.moves() == ["c3"]


@pytest.fixture
def collection(tmp_path):
    """Return a file of thirty games, the third of which has an illegal move."""
    path = tmp_path / "match.pgn"
    moves = ["a1", "b2", "z9", *["c3"] * 27]
    games = [f'[ID "hex:5"]\n[Round "{at}"]\n\n1. {move} *\n' for at, move in enumerate(moves, 1)]
    path.write_text("\n".join(games))
    return path


@pytest.mark.parametrize("size", [(480, 360), (1280, 800)])
def test_choose_game_of_collection(app, collection, size):
    window = app(size=size)
    window.drop(collection)
    front = window.dialogs[-1]
    assert front.title == "30 games in match.pgn"
    rows = [each for each in front.widgets if each.key.startswith("row ")]
    assert (rows[1].name, rows[1].details) == ("2. hex:5", "Round 2")
    assert all(front.frame().contains(each.box) for each in front.widgets)
    row = rows[1].box.top - rows[0].box.top
    assert front.area.bottom - rows[-1].box.bottom < row  # no space for another row
    window.press(pygame.K_DOWN, pygame.K_RETURN)
    assert window.moves() == ["b2"]
    assert not window.dialogs


def test_unreadable_game_keeps_list_open(app, collection):
    window = app()
    window.drop(collection)
    front = window.dialogs[-1]
    window.press(pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert "match.pgn#3" in front.message
    assert "z9" in front.message
    window.press(pygame.K_END)
    assert front.message == ""
    assert [each.name for each in front.widgets if each.key.startswith("row ")][-1] == "30. hex:5"
    window.press(pygame.K_PAGEUP)
    front.mouse(pygame.event.Event(pygame.MOUSEWHEEL, y=-99))
    window.press(pygame.K_HOME)
    assert front.scroll == 0
    window.press(pygame.K_ESCAPE)
    assert isinstance(window.screen, Launcher)


def test_message_about_more_games_in_file(run, tmp_path):
    path, picture = tmp_path / "games.pgn", str(tmp_path / "x.png")
    run("match", "hex:3", "greedy", "random", "--games", "3", "--jobs", "1", "--save", str(path))
    _, _, err = run("play", str(path), "--screenshot", picture, "--log-events")
    [message] = [line for line in err.splitlines() if line.startswith("event message ")]
    assert message.endswith(
        " contains 3 games. This is the first one; open games.pgn#2 for the next."
    )
    _, _, err = run("play", f"{path}#2", "--screenshot", picture, "--log-events")
    assert "event message" not in err
