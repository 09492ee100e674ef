"""Tests for saves: round trips and files that are not saves."""

import json

import pytest
from support import random_session, twisty_source

from puzzlekit import Session, load
from puzzlekit.core.errors import SaveError, shorten_path
from puzzlekit.play import saves
from puzzlekit.play.new_game import new_session
from puzzlekit.play.open_file import open_file
from puzzlekit.plugin.discovery import plugins

IDS = ["permute:6,start=blocks,swap=positions", "fifteen:3,height=5#12", "pinball", "twist#0"]
GOOD = json.loads(saves.dump(random_session("permute:4", 3)))


@pytest.mark.parametrize("text", [*IDS, *sorted(plugins()[0])])
def test_round_trip(text, tmp_path):
    session = random_session(text, 20)
    session.go_to_ply(session.ply - 2)
    path = tmp_path / "save.json"
    saves.write(session, path)
    back = saves.read(path)
    for name in ("state", "moves", "all_moves", "players"):
        assert getattr(back, name) == getattr(session, name)
    assert (back.setup.id, back.setup.seed) == (session.setup.id, session.setup.seed)
    back.go_to_ply(len(back.all_moves))
    session.go_to_ply(len(session.all_moves))
    assert back.state == session.state


@pytest.mark.parametrize("suffix", [".pgn", ".sgf", ".txt"])
def test_any_suffix(suffix, tmp_path):
    path = tmp_path / f"save{suffix}"
    saves.write(random_session("permute:4", 3), path)
    assert open_file(path).session.all_moves == GOOD["moves"]


def test_contents_of_save():
    session = Session(load("permute:size=6#3"), ["human", "greedy"])
    session.play("Ca1-a1")
    session.undo()
    assert json.loads(saves.dump(session)) == {
        "format": 1,
        "plugin": "permute",
        "options": {"size": "6"},
        "seed": 3,
        "players": ["human", "greedy"],
        "moves": ["Ca1-a1"],
        "at": 0,
        "undone": 1,
    }


def test_undone_moves_are_replaced_after_resuming():
    session = new_session("hex:5 a1 b1 c1 d1")
    session.undo()
    session.undo()
    session.go_to_ply(1)
    back = saves.restore(saves.dump(session))
    assert (back.moves, back.is_reviewing) == (["a1"], True)
    back.go_to_ply(2)
    assert not back.is_reviewing
    back.play("e1")
    assert [node.move for node in back.tree.main_line()[1:]] == ["a1", "b1", "e1"]


def test_default_options_are_left_out():
    assert json.loads(saves.dump(random_session("permute:12,swap=colours", 1)))["options"] == {}


def assert_save_error(text, tmp_path, words=""):
    path = tmp_path / "save.json"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    assert_file_error(path, words)


def assert_file_error(path, words=""):
    with pytest.raises(SaveError) as caught:
        saves.read(path)
    sentence = str(caught.value)
    assert words in sentence
    assert shorten_path(path) in sentence
    assert "\n" not in sentence
    assert "Traceback" not in sentence
    assert len(sentence) < 600
    sentence.encode("utf-8")  # must not contain lone surrogates


FOREIGN = ["", "null", "[]", "7", '"save"', "{}", '{"format": 1}', "not json at all", "<xml/>"]
FOREIGN += ['[Event "?"]', '{"name": "other", "version": 3}', "\ufeff{}", "NaN", "{'format': 1}"]


@pytest.mark.parametrize("text", FOREIGN)
def test_foreign_files(text, tmp_path):
    assert_save_error(text, tmp_path, "choose another file")


def test_unreadable_files(tmp_path):
    (tmp_path / "binary.json").write_bytes(bytes(range(256)) * 10)
    with (tmp_path / "huge.json").open("wb") as file:
        file.truncate(10**12)  # a sparse file
    assert_file_error(tmp_path / "binary.json", "not valid UTF-8")
    assert_file_error(tmp_path / "huge.json", "at most 8,000,000")
    assert_file_error(tmp_path / "missing.json", "cannot be read")
    assert_file_error(tmp_path, "is a folder")


WRONG = {
    "plugin": [None, 3, ["permute"]],
    "options": [None, [], {"size": 4}, {"size": None}],
    "seed": ["1", -1, 1.5, True, [1]],
    "players": [None, "human", [1, 2], {"human": 1}],
    "moves": [None, "Ca1-a1", [1], [["Ca1-a1"]], {"0": "Ca1-a1"}],
    "at": [None, "0", -1, 4, 1.0, True],
    "undone": [None, "1", -1, 4, 1.0, True],
    "marks": [None, {"1": "x"}, {"a": "!"}, {"1": None}],
    "viewed": [None, [0], [0, -1], ["0", 1], [0, True]],
    "variations": [
        *(None, {}, [1], [{}], [{"line": 0, "ply": 0, "moves": []}]),
        *([{"line": -1, "ply": 0, "moves": ["a"]}], [{"line": 0, "ply": "0", "moves": ["a"]}]),
    ],
}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in WRONG.items() for value in values]
)
def test_wrong_types(key, value, tmp_path):
    assert_save_error(json.dumps(GOOD | {key: value}), tmp_path, "has missing or invalid fields")


@pytest.mark.parametrize(("line", "ply"), [(0, 4), (1, 0), (10**9, 0), (0, 10**9)])
def test_variation_of_missing_move(line, ply, tmp_path):
    variation = {"line": line, "ply": ply, "moves": ["x"]}
    text = json.dumps(GOOD | {"variations": [variation]})
    assert_save_error(text, tmp_path, f"variation 1: it leaves line {line} after ply {ply}")


@pytest.mark.parametrize("seed", [None, 10**18 - 1])
def test_missing_and_largest_seed(seed):
    data = {name: value for name, value in GOOD.items() if name != "seed"}
    data |= {"moves": [], "at": 0} | ({} if seed is None else {"seed": seed})
    assert saves.restore(json.dumps(data)).setup.seed == seed


@pytest.mark.parametrize("number", [0, 2, 99, "1", True, 1.0, None, [1], {"a": 1}, "x" * 9999])
def test_other_formats(number, tmp_path):
    assert_save_error(json.dumps(GOOD | {"format": number}), tmp_path, "newer puzzlekit")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"plugin": "permut"}, "Did you mean 'permute'?"),
        ({"plugin": ""}, "no plugin"),
        ({"plugin": "../../etc/passwd"}, "etc/passwd"),  # not a puzzle file
        ({"plugin": "/nowhere/at/all.tws"}, "in another folder and was not opened"),
        ({"plugin": "os"}, "There is no plugin 'os'"),
        ({"plugin": "os"}, "Install it again to open the game."),
        ({"plugin": "x" * 99999}, "no plugin"),
        ({"plugin": "\ud800\n"}, "no plugin"),
        ({"options": {"size": "0"}}, "size=0"),
        ({"options": {"size": "9" * 99999}}, "size=999"),
        ({"options": {"size": "\n"}}, "size="),
        ({"options": {"start": "\ud800" * 9}}, "start="),
        ({"options": {"start": "x" * 99999}}, "start="),
        ({"options": {"start": "blocks", "size": "9"}}, "even size"),
        ({"options": {"colour": "red"}}, "Unknown option 'colour'"),
        ({"options": {"colour": "red"}}, "If the rules have changed, undo the change"),
        ({"options": {"__class__": "x"}}, "__class__"),
        ({"options": {"": "4"}}, "has missing or invalid fields"),
        ({"players": ["human"]}, "2 seats, not 1"),
        ({"players": ["human", "human", "human"]}, "2 seats, not 3"),
        ({"players": ["human", "stockfish"]}, "stockfish"),
        ({"moves": ["swap"], "at": 0}, "move 1: 'swap'"),
        ({"moves": ["Ca1-a1", "?!"], "at": 0}, "move 2: '?!'"),
        ({"moves": ["Ca1-a1", "?!"], "at": 0}, "the rules have changed, undo the change to open"),
        ({"moves": [""], "at": 0}, "move 1: ''"),
        ({"moves": ["x" * 99999], "at": 0}, "move 1: 'xxx"),
        ({"moves": ["\ud800\n\x1b[2J"], "at": 0}, "move 1"),
    ],
)
def test_hostile_values(change, words, tmp_path):
    assert_save_error(json.dumps(GOOD | change), tmp_path, words)


@pytest.mark.parametrize("depth", [10, 300, 900, 990, 1100, 5000, 100_000])
@pytest.mark.parametrize("key", ["format", "moves", "options", "seed"])
def test_deep_nesting(depth, key, tmp_path):
    text = json.dumps(GOOD | {key: "HERE"}).replace('"HERE"', "[" * depth + "]" * depth)
    assert_save_error(text, tmp_path)
    assert_save_error("[" * depth + "]" * depth, tmp_path)
    assert_save_error('{"format":' * depth + "1" + "}" * depth, tmp_path)


@pytest.mark.parametrize("key", ["seed", "at", "format"])
def test_huge_numbers_are_rejected_quickly(key, tmp_path):
    text = json.dumps(GOOD | {key: "HERE"}).replace('"HERE"', "9" * 5_000_000)
    assert_save_error(text, tmp_path, "damaged")


def test_plugin_fails_on_move(add_plugin, tmp_path):
    method = "    def play(self, state, move):\n        return {'a': state}[move]\n"
    add_plugin("fragile", twisty_source("Fragile", methods=method))
    data = {"format": 1, "plugin": "fragile", "options": {}, "seed": None, "players": ["human"]}
    for words in ("move 2: Fragile (fragile.py, ", "raises KeyError: 'b'"):
        assert_save_error(json.dumps(data | {"moves": ["a", "b"], "at": 0}), tmp_path, words)


@pytest.mark.parametrize(
    "fields",
    [{"players": ["human", "wizard"]}, {"clock": {"control": "soon", "at": 0, "left": [[60, 60]]}}],
)
def test_unknown_player_or_clock_is_not_blamed_on_rules(fields):
    with pytest.raises(SaveError, match=r"Unknown (player|clock)") as caught:
        saves.restore(json.dumps(GOOD | fields))
    assert "rules have changed" not in str(caught.value)
