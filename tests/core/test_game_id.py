"""Tests for parsing and writing game IDs."""

import os
import pickle
from copy import copy, deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import ROOT, sample

from puzzlekit import PuzzlekitError, load
from puzzlekit.core.errors import NotationError, OptionError, UnknownPluginError
from puzzlekit.core.game_id import GameID, is_path, parse
from puzzlekit.core.options import options_of
from puzzlekit.plugin.discovery import plugins

#: All plugins but Klotski, which searches longer for its goal than Rush Hour, of the same kind.
NAMES = sorted(plugins()[0].keys() - {"klotski"})
EXAMPLES = sorted((ROOT / "examples" / "plugins").glob("*.py"))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("permute", GameID("permute")),
        ("permute:12#7", GameID("permute", (("", "12"),), 7)),
        ("permute:size=9,start=blocks", GameID("permute", (("size", "9"), ("start", "blocks")))),
        ("fifteen:width=3,height=3#1", GameID("fifteen", (("width", "3"), ("height", "3")), 1)),
        ("permute\n", GameID("permute")),  # lines of a file of IDs end like this
        ("knights#0", GameID("knights", (), 0)),
        (" knights ", GameID("knights")),
        ("permute:", GameID("permute")),
        ("a-b.c_d", GameID("a-b.c_d")),
        ("x#999999999999999999", GameID("x", (), 10**18 - 1)),
        ("hex:3@3,3,3", GameID("hex", (("", "3"),), None, "3,3,3")),
        ("hex@121_B", GameID("hex", (), None, "121_B")),
        ('solid:"c f 0.333"', GameID("solid", (("", "c f 0.333"),))),
        ("own:name=a%40b", GameID("own", (("name", "a@b"),))),
    ],
)
def test_parse(text, parts):
    assert parse(text) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("x.tws", GameID("x.tws")),
        ("x.TOML#7", GameID("x.TOML", (), 7)),
        ("./x#7", GameID("./x", (), 7)),
        ("/a b/x.tws", GameID("/a b/x.tws")),
        ("/a%20b%23/x.tws#1", GameID("/a b#/x.tws", (), 1)),
        ("a#b.tws", GameID("a#b.tws")),
        ("C:/x.tws", GameID("C:/x.tws")),
        ("x.tws@a,b", GameID("x.tws", (), None, "a,b")),
        ("./a@b/x.tws", GameID("./a@b/x.tws")),
        ("./a@b.tws#3", GameID("./a@b.tws", (), 3)),
        ("a%40b/x.tws@1,2", GameID("a@b/x.tws", (), None, "1,2")),
        ("/a%40b/x%20y%40z@1,2", GameID("/a@b/x y@z", (), None, "1,2")),
    ],
)
def test_paths(text, parts):
    assert is_path(text)
    assert parse(text) == parts
    back = str(parts)
    assert back.split() == [back]
    assert parse(back) == parts


@pytest.mark.parametrize("text", ["permute", "permute:9", "permute:a=b/c", "permute#1/2", "x.twsy"])
def test_ids_that_are_not_paths(text):
    assert not is_path(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "permute 9", "permute#" + "9" * 10**6),
        *(":9", "#1", "permute;9", "permute#", "permute#x", "permute#-1", "permute#1.5"),
        *("permute#1#2", "permute#1000000000000000000", "permute#١", "permute:9,10", "permute:,"),
        *("permute:size=", "permute:size=9,", "permute:size=9,=blocks", "pérmute", "a/b.tws#x"),
        *("x" * 10**6 + "!", "\x00"),
    ],
)
def test_invalid_syntax(text):
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert_one_sentence(str(caught.value))


def assert_one_sentence(text):
    assert text.endswith((".", "?", "them all."))
    assert "\n" not in text
    assert len(text) < 400


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("permut", UnknownPluginError, "There is no plugin 'permut'. Did you mean 'permute'?"),
        ("fiften:3", UnknownPluginError, "Did you mean 'fifteen'?"),
        ("3x3", UnknownPluginError, "There is no plugin '3x3'. Did you mean 'cube', 'fifteen', "),
        ("zzzz", UnknownPluginError, "There is no plugin 'zzzz'. Run `puzzlekit list`"),
        ("os", UnknownPluginError, "no plugin 'os'"),
        ("Permute", UnknownPluginError, "Did you mean 'permute'?"),
        ("permute:size=0", OptionError, "permute: size=0 is invalid: it must be an integer"),
        ("permute:0", OptionError, "from 2 to 26"),
        ("permute:size=10^9", OptionError, "an integer"),
        ("permute:size=١٢", OptionError, "an integer"),
        ("permute:start=blocks,size=9", OptionError, "even size, not 9; try 10"),
        ("permute:start=block", OptionError, "Did you mean 'blocks'?"),
        ("permute:swap=on", OptionError, "one of colours, positions, off"),
        ("permute:siz=9", OptionError, "Did you mean 'size'?"),
        ("permute:self=9", OptionError, "Unknown option 'self'"),
        ("permute:9,size=9", OptionError, "given twice"),
        ("pinball:9", OptionError, "no options"),
        ("topspin:5,turn=6", OptionError, "turn=6"),
        ("fifteen:height=51", OptionError, "to 50"),
        ("palago:97", OptionError, "from 5 to 96"),
        ("cube:1", OptionError, "from 2 to 7"),
        ("knights:white", OptionError, "one of colours, distinct"),
    ],
)
def test_invalid_ids(text, kind, words):
    with pytest.raises(kind) as caught:
        load(text)
    assert words in str(caught.value)
    assert_one_sentence(str(caught.value))
    assert caught.value.exit_code == 2


@pytest.mark.slow
@given(
    st.text(max_size=30) | st.text("permutesizblock:=,#0129", max_size=20).map("permute:".__add__)
)
def test_any_text(text):
    try:
        rules = load(text)
    except PuzzlekitError as error:
        assert_one_sentence(str(error))
    else:
        assert rules.name


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_round_trip_of_ids(name):
    kind = plugins()[0][name]
    for values in ({}, *(sample(kind.presets.values(), 3) if kind.presets else ())):
        options = options_of(kind)
        text = ",".join(f"{key}={options[key].write(value)}" for key, value in values.items())
        rules = load(f"{name}:{text}" if text else f"{name}#5")
        again = load(rules.setup.id)
        assert again.setup.id == rules.setup.id
        assert again.start() == rules.start()
        assert again.setup.seed == (None if text else 5)


def test_first_option_and_seeds():
    assert load("permute:9").setup.id == load("permute:size=9").setup.id == "permute:size=9"
    assert load("permute:12").setup.id == "permute"
    assert load("fifteen#1").start() == load("fifteen#1").start()
    starts = {load(f"fifteen#{seed}").start() for seed in range(20)}
    assert len(starts) == 20
    assert load("fifteen").start() not in starts
    assert load("fifteen").setup.seed is None


@pytest.mark.parametrize("name", sorted(plugins()[0]))
def test_options_are_displayable(name):
    for option in options_of(plugins()[0][name]).values():
        assert option.read(option.write(option.default)) == option.default
        assert option.data()["default"] == option.default
        assert option.allowed


@pytest.mark.skipif(os.name == "nt", reason="names of files are texts there")
def test_file_name_that_is_not_utf_8(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    name = os.fsdecode(b"a\xff\x1b.cycles")
    try:
        with open(name, "w") as file:
            file.write("L: (1 2 3)")
    except OSError:
        pytest.skip("the system does not hold such names")
    game = GameID(f"./{name}")
    assert str(game) == "./a%FF%1B.cycles"
    assert parse(str(game)) == game
    for command in (["order"], ["rules"], ["convert", "--to", "record"]):
        code, out, _ = run(*command, f"./{name}")
        assert code == 0
        assert "\x1b" not in out
    assert load(str(game)).goal == ("1", "2", "3")


def check_pickles(name):
    for text in (name, f"{name}#7"):
        rules = load(text)
        again = pickle.loads(pickle.dumps(rules))
        start = rules.start()
        assert (type(again), again.start(), again.setup.id) == (type(rules), start, rules.setup.id)
        for other in (pickle.loads(pickle.dumps(rules.setup)), copy(rules), deepcopy(rules).setup):
            assert (other.start() if callable(other.start) else other.start) == start


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_pickling_of_rules(name):
    check_pickles(name)


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_pickling_of_example_plugins(path, add_plugin):
    add_plugin(path.stem, path.read_text(encoding="utf-8"))
    check_pickles(path.stem)


@pytest.mark.parametrize("text", ["hex:2@1R,2_B_1", "cube:2#4:5"])
def test_pickling_of_positions_and_scrambles(text):
    rules = load(text)
    assert pickle.loads(pickle.dumps(rules)).start() == rules.start() != rules.setup.rules.start()


def test_pickling_of_rules_without_id():
    rules = type(load("fifteen"))(width=3)
    assert pickle.loads(pickle.dumps(rules)).board.cells == rules.board.cells
