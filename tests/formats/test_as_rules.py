"""Tests for using puzzle files in place of plugins."""

import re
import shutil
from io import StringIO
from pathlib import Path

import pytest
from support import DATA_FOLDER, ROOT, clear_plugin_caches, python, sample, slow_if

from puzzlekit import Session, Toggle, Twisty, check, convert, formats, grid, load, order, ring
from puzzlekit.core.errors import FormatError, SaveError
from puzzlekit.core.game_id import FILE_SUFFIXES, GameID
from puzzlekit.formats.as_rules import rules_from
from puzzlekit.formats.toml import reader
from puzzlekit.play import saves
from puzzlekit.play.new_game import new_session, rematch
from puzzlekit.play.parse_moves import read_moves
from puzzlekit.solving.search import solve
from puzzlekit.testing.contract import inspect_rules

SAMPLES = DATA_FOLDER / "puzzles"


@pytest.fixture
def topspin(tmp_path):
    """Return a puzzle file whose path contains all characters that an ID must escape."""
    folder = tmp_path / "my #1 puzzles 100%25"
    folder.mkdir()
    return Path(shutil.copy(SAMPLES / "topspin.tws", folder / "top spin.tws"))


@pytest.fixture
def save_path(topspin, tmp_path):
    """Return the path of a saved game of the puzzle file."""
    session = new_session(str(GameID(str(topspin), seed=4)))
    session.play("L")
    saves.write(session, tmp_path / "game.json")
    return tmp_path / "game.json"


# -- IDs ------------------------------------------------------------------------------------------


def test_file_suffixes():
    assert {*formats.SUFFIXES, ".txt"} == set(FILE_SUFFIXES)


def test_id_is_absolute_and_one_word(topspin, monkeypatch):
    monkeypatch.chdir(topspin.parent)
    rules = load("top spin.tws#7")
    assert rules.setup.id == str(GameID(str(topspin), seed=7))
    assert rules.setup.id.split() == [rules.setup.id]
    monkeypatch.chdir("/")
    assert load(rules.setup.id).start() == rules.start() != rules.goal
    assert rematch(Session(rules)).setup.id != rules.setup.id
    assert new_session(f"{rules.setup.id} L T").moves == ["L", "T"]


@pytest.mark.slow
@pytest.mark.parametrize("path", sample(sorted(SAMPLES.iterdir()), 3), ids=lambda path: path.name)
def test_contract(path):
    rules = load(str(path))
    assert inspect_rules(load(f"{rules.setup.id}#3"), games=1).problems == []


def test_aliases_can_be_typed():
    rules = load(str(SAMPLES / "topspin.tws"))
    assert read_moves(rules, rules.start(), "Left Back2 LT") == ["L", "L'", "L'", "LT"]
    assert read_moves(rules, rules.start(), "[Left: T]") == ["L", "T", "L'"]
    assert "Left" not in rules.legal_moves(rules.start())


@pytest.mark.slow
@pytest.mark.parametrize("seed", sample(range(5), 2))
def test_solutions_avoid_forbidden_positions(seed):
    rules = load(f"{SAMPLES / 'square1.tws'}#{seed}")
    state = rules.start()
    assert rules.result(state) is None
    for move in solve(rules).moves:
        assert move in rules.legal_moves(state)
        state = rules.play(state, move)
        assert all(state[slot] != "UNITS-2" for slot in (0, 6, 12, 18))
    assert state == rules.goal


def test_changed_file_is_read_again(topspin):
    assert len(load(str(GameID(str(topspin)))).goal) == 8
    topspin.write_text((SAMPLES / "coins.tws").read_text())
    assert len(load(str(GameID(str(topspin)))).goal) == 6


# -- saves ----------------------------------------------------------------------------------------


def test_save_finds_its_file(save_path, topspin, monkeypatch):
    monkeypatch.chdir("/")
    topspin.write_text("# a comment\n" + topspin.read_text())
    session, back = new_session(str(GameID(str(topspin), seed=4))), saves.read(save_path)
    session.play("L")
    assert (back.state, back.setup.id) == (session.state, session.setup.id)


def test_save_of_changed_or_missing_file(save_path, topspin):
    topspin.write_text(topspin.read_text().replace("7 6 5 4", "6 7 5 4"))
    with pytest.raises(SaveError, match=r"has changed\. Restore the old file"):
        saves.read(save_path)
    topspin.unlink()
    with pytest.raises(SaveError, match=r"cannot be loaded: .* cannot be read"):
        saves.read(save_path)


# -- command line ---------------------------------------------------------------------------------


def test_play_distinguishes_puzzles_from_saves(run, command_error, monkeypatch, home, save_path):
    monkeypatch.chdir(SAMPLES)
    for argv, typed, shown in (
        (["coin.json"], "", "two coins"),
        (["./coin.json#7"], "id\n", "coin.json#7"),
        (["coins.tws", "--seed", "3"], "id\n", "coins.tws#3"),
        ([save_path], "", "Move 1: L"),
        (["seven.toml", "--script", "4-5"], "", "Move 1: 4-5"),
    ):
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        code, out, _ = run("play", *argv, "--text")
        assert code == 0
        assert "".join(shown.split()) in "".join(out.split())  # long paths are wrapped
    assert "this is a saved game" in command_error("order", save_path)


def test_puzzle_files_in_plugin_folder(run, home):
    folder = home / "plugins"
    folder.mkdir()
    shutil.copy(SAMPLES / "topspin.tws", folder / "spin.tws")
    shutil.copy(SAMPLES / "seven.toml", folder / "seven.toml")
    (folder / "bad.tws").write_text("Set\n")
    (folder / "notes.txt").write_text("Remember the milk.")
    clear_plugin_caches()
    code, out, err = run("list")
    assert code == 0
    assert {line.split()[0] for line in out.splitlines()} >= {"spin", "seven", "permute"}
    assert "bad.tws, line 1: Set takes 3 words" in err
    assert "notes" not in out + err
    rules = load("spin#3")
    assert rules.setup.id == "spin#3"
    assert check(rules, games=1) == []


# -- convert --------------------------------------------------------------------------------------


def test_convert_to_file(run, command_error, tmp_path):
    path = tmp_path / "cube.toml"
    code, out, err = run("convert", "cube:2", "--to", "toml")
    assert (code, err) == (0, "")
    assert run("convert", "cube:2", "--output", path)[0] == 0
    assert path.read_text() == out
    assert "--force replaces it" in command_error("convert", "cube:3", "--output", path)
    assert path.read_text() == out
    assert run("convert", "cube:3", "--output", path, "--force")[0] == 0
    assert path.read_text() != out


def test_puzzles_with_own_moves_are_not_converted():
    class Locked(Twisty):
        """A puzzle whose moves depend on the position."""

        name = "Locked"

        def legal_moves(self, state):
            return super().legal_moves(state)[: 1 + (state[0] == "a")]

    with pytest.raises(FormatError, match="Locked has custom moves"):
        convert(Locked(ring(3), "abc", {"L": [range(3)]}), "toml")


def test_convert_warnings(run):
    code, out, err = run("convert", SAMPLES / "square1.tws", "--to", "gap")
    assert code == 0
    assert out.startswith("# square1shapes: 24 points\nU:=(1,2,")
    assert "gap cannot represent equal pieces, forbidden positions; left out." in err
    err = run("convert", "pinball", "--to", "tws")[2]
    assert "tws cannot represent the start; left out." in err
    assert run("convert", "cube", "--to", "tws")[2] == ""


def test_aliases_not_supported_by_tws(run, tmp_path):
    # An alias of (d3)2 needs parentheses, and an alias of the identity an empty word.
    path = tmp_path / "spin.tws"
    text = (SAMPLES / "topspin.tws").read_text()
    text += "MoveSequence d3 L L L\nMoveAlias Three d3\n"
    path.write_text(text)
    assert run("convert", path, "--to", "tws")[2] == ""
    path.write_text(text + "MoveAlias Six Three2\nMoveAlias Nothing L0\n")
    code, out, err = run("convert", path, "--to", "tws")
    message = "puzzlekit: tws cannot represent some alternative names of moves; left out.\n"
    assert (code, err) == (0, message)
    assert formats.parse(out, "tws").aliases == {"Left": "L", "Back": "L'", "Three": "d3"}


def test_automatic_boards():
    # If no solid matches, the cells of a piece are adjacent and no two cells overlap.
    rules = rules_from(SAMPLES / "pocket.tws")()
    for slot in range(7):
        xs = [rules.board.points[3 * slot + twist][0] for twist in range(3)]
        assert xs == [xs[0], xs[0] + 1, xs[0] + 2]
    for name in ("pyraminx.tws", "square1.tws", "topspin.tws", "m11.g", "coin.json"):
        points = rules_from(SAMPLES / name)().board.points
        assert all(
            (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 > 0.9
            for i, a in enumerate(points)
            for b in points[:i]
        )


def test_plugins_do_not_import_formats():
    code = "import sys; from puzzlekit import load; load('permute:4'); print(*sys.modules)"
    assert "puzzlekit.formats" not in python(code)


PAGE = (ROOT / "docs" / "reference" / "puzzle-files.md").read_text()
TOML = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.usefixtures("short_checks")
@pytest.mark.parametrize("text", [slow_if("layers" in text, text) for text in TOML])
def test_documented_examples(text, tmp_path):
    path = tmp_path / "example.toml"
    path.write_text(text)
    rules = load(str(path))
    assert inspect_rules(rules, games=1, plies=20).problems == []
    assert rules.legal_moves(rules.start())


def test_documentation_lists_all_keys_and_suffixes():
    for key in reader.KEYS:
        assert re.search(rf"`\[?{key}\b|^\[?{key}\b", PAGE, re.M), key
    assert [suffix for suffix in FILE_SUFFIXES if f"`{suffix}`" not in PAGE] == []


@pytest.mark.parametrize("form", ["toml", "tws", "kpuzzle"])
def test_toggle_puzzles_are_written_as_permutations(form):
    rules = Toggle(grid(3, 2), 3)
    definition = formats.parse(convert(rules, form), form)
    assert set(definition.moves) == set(grid(3, 2).cells)
    assert order(list(definition.moves.values())) == order(rules)
