"""Tests for time and memory limits of reading puzzle files."""

import json
import sys
from itertools import pairwise

import pytest
from support import python

from puzzlekit.core.errors import FormatError, LimitReachedError
from puzzlekit.formats import as_rules, parse, write
from puzzlekit.formats.automatic_board import MAX_PACKINGS, automatic_board
from puzzlekit.formats.toml import values
from puzzlekit.formats.tws.reader import _TwsReader
from puzzlekit.rules import frames


def rules_from_text(text, format):
    return as_rules.plugin_class_from(parse(text, format))()


def test_lines_are_located_only_for_errors(monkeypatch):
    asked = []
    monkeypatch.setattr(values, "_line_of", lambda text, keys: asked.append(keys) or 1)
    moves = "".join(f"M{i} = '({i} {i + 1})'\n" for i in range(1, 500))
    assert len(parse(f"ring = 500\n[moves]\n{moves}", "toml").moves) == 499
    assert asked == []
    with pytest.raises(FormatError, match="line 1"):
        parse(f"ring = 500\n[moves]\n{moves}X = '(0 1)'\n", "toml")
    assert asked == [("moves", "X")]


def test_too_many_images():
    large = "L: (" + " ".join(map(str, range(10_000))) + ")\n"
    moves = "".join(f"M{i}: (1 {i})\n" for i in range(2, 4_900))
    with pytest.raises(FormatError, match="7,010,000 points; the limit is 7,000,000"):
        parse(large + moves, "cycles")
    with pytest.raises(FormatError, match="the limit is 7,000,000"):
        parse("Group((1,10000)" + ",(1,2)" * 9_997 + ");", "gap")


def test_long_sequences(monkeypatch):
    monkeypatch.setattr(_TwsReader, "_power", lambda *_: pytest.fail("a word was expanded"))
    puzzle = "Set A 2 1\nSolved\nA\n1 2\nEnd\nMove F\nA\n2 1\nEnd\n"
    with pytest.raises(FormatError, match="line 10: the moves take too long"):
        parse(puzzle + "MoveSequence M " + "F," * 600_000, "tws")


CYCLE = "Set A 3 1\nStartState\nEnd\nMoveTransformation R\nA\n1 2 0\nEnd\n"


@pytest.mark.parametrize("keyword", ["MoveAlias", "MoveSequence"])
def test_long_chains_of_names(keyword):
    names = ["R", *(f"x{n}y" for n in range(2_999)), "last"]
    lines = [f"{keyword} {new} {old}'" for old, new in pairwise(names)]
    for each in (lines, lines[::-1]):
        definition = parse(CYCLE + "\n".join(each), "tws")
        if keyword == "MoveAlias":
            assert definition.aliases["last"] == "R"
        else:
            assert definition.moves["last"] == definition.moves["R"]


def test_powers_of_powers():
    lines = [f"MoveAlias {new} {old}999999999\n" for old, new in pairwise("Rabcdefg")]
    with pytest.raises(FormatError, match="line 9: 'b' contains a power above 999,999,999"):
        parse(CYCLE + "".join(lines), "tws")


ROOM = """
import re
from puzzlekit.core.errors import FormatError
from puzzlekit.formats import parse
def peak():
    return int(re.search(r"VmHWM:\\s*([0-9]+) kB", open("/proc/self/status").read())[1])
before = peak()
for name in ("a" * 3_000_000, "\\\\a" * 1_500_000):
    try:
        parse(f"Group({name});", "gap")
    except FormatError:
        pass
print(peak() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the parent's memory counts too")
def test_memory_of_long_names():
    assert int(python(ROOM)) < 100_000


def test_doubling_sequences():
    text = "A0:=[(1,2)];\n" + "".join(f"A{i + 1}:=[A{i},A{i}];\n" for i in range(60))
    with pytest.raises(FormatError, match="line 15: there are more than 10,000 moves"):
        parse(text, "gap")


def test_unmoved_points_share_numbers():
    moves = "".join(f"M{i}: (1 {i})\n" for i in range(2, 50))
    rules = rules_from_text(f"L: (1 2)\nE: (5000 {'9' * 4})\n{moves}", "cycles")
    once = {id(image) for images in rules.twists.values() for image in images}
    assert len(once) < 3 * len(rules.board)


@pytest.mark.parametrize(
    ("format", "name", "message"),
    [
        ("kpuzzle", "A" * 1_000_000, "too long"),
        ("kpuzzle", "\u200b", "cannot be displayed"),
        ("tws", "A" * 1_000, "too long"),
    ],
)
def test_invalid_set_names(format, name, message):
    orbit = {"orbitName": name, "numPieces": 9_999, "numOrientations": 1}
    text = {
        "kpuzzle": json.dumps({"orbits": [orbit], "defaultPattern": {}, "moves": {}}),
        "tws": f"Set {name} 255 39\nSolved\nEnd\n",
    }[format]
    with pytest.raises(FormatError, match=message):
        parse(text, format)


def test_oversized_kpuzzle_is_not_written():
    large = "L: (" + " ".join(map(str, range(10_000))) + ")\n"
    puzzle = parse(large + "".join(f"M{i}: (1 {i})\n" for i in range(2, 99)), "cycles")
    with pytest.raises(FormatError, match="more than 1,000,000 numbers"):
        write(puzzle, "kpuzzle")


def test_number_of_packings_is_limited(monkeypatch):
    from puzzlekit.formats import automatic_board as module

    tried = []
    packed = module._pack_blocks
    monkeypatch.setattr(module, "_pack_blocks", lambda *given: tried.append(1) or packed(*given))
    text = "L: " + "".join(f"({i} {i + 1} {i + 2})" for i in range(0, 900, 3))
    automatic_board(parse(text, "cycles"))
    assert 1 < len(tried) <= MAX_PACKINGS


@pytest.mark.parametrize(
    ("size", "labels", "message"),
    [
        (70, "x " * 4_899 + ".", r"4,761 permutations of 4,900 points would take 0\.6 GB"),
        (20, "x " * 200 + ". " * 200, r"more than 3,\d\d\d frames"),
    ],
)
def test_too_many_hole_walks(size, labels, message, monkeypatch):
    if size == 20:
        monkeypatch.setattr(frames, "MAX_IMAGES", 1_600_000)
    rules = rules_from_text(f"grid = [{size}, {size}]\ngoal = '{labels}'", "toml")
    with pytest.raises(LimitReachedError, match=message):
        rules.generators(rules.goal)
