"""Tests for saves: round trips and files that are not saves."""

import json
import os
from random import Random

import pytest

from puzzlekit import Session, load
from puzzlekit.core.errors import SaveError, shorten_path
from puzzlekit.play import saves
from puzzlekit.plugin.discovery import plugins

IDS = ["permute:6,start=blocks,swap=positions", "fifteen:3,height=5#12", "pinball", "twist#0"]


def played(text, moves=20, seed=1):
    session = Session(load(text))
    rng = Random(seed)
    while session.ply < moves and (legal := session.rules.legal_moves(session.state)):
        session.play(rng.choice(legal))
    return session


def good():
    return json.loads(saves.dump(played("permute:4", 3)))


@pytest.mark.parametrize("text", [*IDS, *sorted(plugins()[0])])
def test_round_trip(text, tmp_path):
    session = played(text)
    session.go_to_ply(session.ply - 2)
    path = tmp_path / "save.json"
    saves.write(session, path)
    back = saves.read(path)
    assert (back.state, back.moves) == (session.state, session.moves)
    assert back.all_moves == session.all_moves
    assert (back.setup.id, back.setup.seed) == (session.setup.id, session.setup.seed)
    assert back.players == session.players
    back.go_to_ply(len(back.all_moves))
    session.go_to_ply(len(session.all_moves))
    assert back.state == session.state


def test_a_save_holds_what_is_needed_and_nothing_else():
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
    }


def test_options_equal_to_the_defaults_are_left_out():
    assert json.loads(saves.dump(played("permute:12,swap=colours", 1)))["options"] == {}


def test_a_failed_write_keeps_the_old_save(tmp_path, monkeypatch):
    path = tmp_path / "save.json"
    saves.write(played("permute:4", 2), path)
    old = path.read_text()

    def fail(*arguments):
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", fail)
        with pytest.raises(SaveError, match="Input/output error"):
            saves.write(played("permute:4", 3), path)
    assert path.read_text() == old
    assert saves.read(path).ply == 2
    assert list(tmp_path.iterdir()) == [path]


def refused(text, tmp_path, words=""):
    path = tmp_path / "save.json"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    return refused_file(path, words)


def refused_file(path, words=""):
    with pytest.raises(SaveError) as caught:
        saves.read(path)
    sentence = str(caught.value)
    assert words in sentence
    assert shorten_path(path) in sentence
    assert "\n" not in sentence
    assert "Traceback" not in sentence
    assert len(sentence) < 600
    sentence.encode("utf-8")  # must not contain lone surrogates
    return sentence


@pytest.mark.parametrize("part", [0, 1, 10, 40, -20, -3])
def test_truncated(part, tmp_path):
    text = saves.dump(played("permute:4", 3))
    assert "damaged" in refused(text[:part], tmp_path)


FOREIGN = ["", "null", "[]", "7", '"save"', "{}", '{"format": 1}', "not json at all", "<xml/>"]
FOREIGN += ['[Event "?"]', '{"name": "other", "version": 3}', "\ufeff{}", "NaN", "{'format': 1}"]


@pytest.mark.parametrize("text", FOREIGN)
def test_foreign(text, tmp_path):
    refused(text, tmp_path, "choose another file")


def test_not_even_text(tmp_path):
    path = tmp_path / "save.json"
    path.write_bytes(bytes(range(256)) * 10)
    refused_file(path, "not valid UTF-8")


def test_a_folder_and_nothing(tmp_path):
    refused_file(tmp_path, "is a folder")
    refused_file(tmp_path / "missing.json", "cannot be read")


WRONG = {
    "plugin": [None, 3, ["permute"]],
    "options": [None, [], {"size": 4}, {"size": None}],
    "seed": ["1", -1, 1.5, True, [1]],
    "players": [None, "human", [1, 2], {"human": 1}],
    "moves": [None, "Ca1-a1", [1], [["Ca1-a1"]], {"0": "Ca1-a1"}],
    "at": [None, "0", -1, 4, 1.0, True],
}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in WRONG.items() for value in values]
)
def test_wrong_types(key, value, tmp_path):
    refused(json.dumps(good() | {key: value}), tmp_path, "has missing or invalid fields")


@pytest.mark.parametrize("key", sorted(good().keys() - {"seed"}))
def test_missing_fields(key, tmp_path):
    data = good()
    del data[key]
    refused(json.dumps(data), tmp_path)


def test_a_missing_seed_is_no_seed():
    data = good()
    del data["seed"]
    assert saves.restore(json.dumps(data)).setup.seed is None


@pytest.mark.parametrize("number", [0, 2, 99, "1", True, 1.0, None, [1], {"a": 1}, "x" * 9999])
def test_other_formats(number, tmp_path):
    refused(json.dumps(good() | {"format": number}), tmp_path, "newer puzzlekit")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"plugin": "permut"}, "Did you mean 'permute'?"),
        ({"plugin": ""}, "no plugin"),
        ({"plugin": "../../etc/passwd"}, "etc/passwd"),  # not a puzzle file
        ({"plugin": "/nowhere/at/all.tws"}, "in another folder and was not opened"),
        ({"plugin": "os"}, "no plugin"),
        ({"plugin": "x" * 99999}, "no plugin"),
        ({"plugin": "\ud800\n"}, "no plugin"),
        ({"options": {"size": "0"}}, "size=0"),
        ({"options": {"size": "9" * 99999}}, "size=999"),
        ({"options": {"size": "\n"}}, "size="),
        ({"options": {"start": "\ud800" * 9}}, "start="),
        ({"options": {"start": "x" * 99999}}, "start="),
        ({"options": {"start": "blocks", "size": "9"}}, "even size"),
        ({"options": {"colour": "red"}}, "colour"),
        ({"options": {"__class__": "x"}}, "__class__"),
        ({"options": {"": "4"}}, "no option"),
        ({"players": ["human"]}, "2 seats, not 1"),
        ({"players": ["human", "human", "human"]}, "2 seats, not 3"),
        ({"players": ["human", "stockfish"]}, "stockfish"),
        ({"moves": ["swap"], "at": 0}, "move 1: 'swap'"),
        ({"moves": ["Ca1-a1", "?!"], "at": 0}, "move 2: '?!'"),
        ({"moves": [""], "at": 0}, "move 1: ''"),
        ({"moves": ["x" * 99999], "at": 0}, "move 1: 'xxx"),
        ({"moves": ["\ud800\n\x1b[2J"], "at": 0}, "move 1"),
    ],
)
def test_hostile_values(change, words, tmp_path):
    refused(json.dumps(good() | change), tmp_path, words)


@pytest.mark.parametrize("depth", [10, 300, 900, 990, 1100, 5000, 100_000])
@pytest.mark.parametrize("key", ["format", "moves", "options", "seed"])
def test_deep_nesting(depth, key, tmp_path):
    text = json.dumps(good() | {key: "HERE"}).replace('"HERE"', "[" * depth + "]" * depth)
    refused(text, tmp_path)
    refused("[" * depth + "]" * depth, tmp_path)
    refused('{"format":' * depth + "1" + "}" * depth, tmp_path)


def test_huge_files_are_not_even_read(tmp_path):
    path = tmp_path / "save.json"
    with path.open("wb") as file:
        file.truncate(10**12)  # a sparse file
    refused_file(path, "at most 8,000,000")


@pytest.mark.parametrize("key", ["seed", "at", "format"])
def test_huge_numbers_are_refused_at_once(key, tmp_path):
    text = json.dumps(good() | {key: "HERE"}).replace('"HERE"', "9" * 5_000_000)
    refused(text, tmp_path, "damaged")


def test_seeds_as_long_as_game_ids_allow():
    data = good() | {"seed": 10**18 - 1, "moves": [], "at": 0}
    assert saves.restore(json.dumps(data)).setup.seed == 10**18 - 1


def test_a_plugin_that_breaks_on_a_move(add_plugin, tmp_path):
    add_plugin(
        "fragile",
        '''
from puzzlekit import Puzzle, Result, grid


class Fragile(Puzzle):
    """Breaks."""

    name = "Fragile"

    def __init__(self):
        self.board, self.goal, self.piece_by_label = grid(1, 1), ("1",), {}

    def start(self, rng=None):
        return ("1",)

    def legal_moves(self, state):
        return ["a"]

    def play(self, state, move):
        return {"a": state}[move]

    def predecessors(self, state):
        return []
''',
    )
    data = {"format": 1, "plugin": "fragile", "options": {}, "seed": None, "players": ["human"]}
    refused(
        json.dumps(data | {"moves": ["a", "b"], "at": 0}), tmp_path, "move 2: Fragile (fragile.py, "
    )
    refused(json.dumps(data | {"moves": ["a", "b"], "at": 0}), tmp_path, "raises KeyError: 'b'")
