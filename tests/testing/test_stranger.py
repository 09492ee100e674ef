"""A stranger's plugin: one file in the plugins folder, named nowhere, does all that others do."""

import json
import math
import os
import subprocess
import sys

import pytest
from support import HUNG, ROOT

from puzzlekit import load

pytestmark = pytest.mark.slow

SLIDER = '''
from puzzlekit import Sliding, grid


class Fifteen(Sliding):
    """Slide numbered tiles into the hole until they are in order."""

    name = "Fifteen"
    presets = {"3 x 3": {"width": 3, "height": 3}, "4 x 4": {}}

    def __init__(self, width=4, height=4):
        super().__init__(grid(width, height), goal=[*map(str, range(1, width * height)), ""])
'''

SPINNER = '''
from puzzlekit import Twisty, ring


class TopSpin(Twisty):
    """Bring the discs into order."""

    name = "TopSpin"

    def __init__(self, discs=20):
        goal = [str(i + 1) for i in range(discs)]
        super().__init__(ring(discs), goal, {"L": [range(discs)], "T": [(0, 3), (1, 2)]})
'''

HEX = '''
"""Hex."""

from typing import Annotated

from puzzlekit import BoardGame, Piece, Result, hexagons


class Hex(BoardGame):
    """Join your two sides of the rhombus.

    Black and White put stones on empty cells in turn. Black joins the top with the bottom,
    White the left with the right (P. Hein, 1942).
    """

    name = "Hex"
    presets = {"11 x 11": {}, "5 x 5": {"size": 5}}

    def __init__(self, size: Annotated[int, range(1, 20)] = 11):
        self.size = size
        self.places = [(q, r) for r in range(size) for q in range(size)]
        self.board = hexagons(self.places)

    def start(self, rng=None):
        return "." * len(self.places)

    def turn(self, state):
        return (len(state) - state.count(".")) % 2

    def moves(self, state):
        if self.result(state):
            return []
        return [cell for cell, stone in zip(self.board.cells, state) if stone == "."]

    def play(self, state, move):
        if move not in self.moves(state):
            raise self.illegal(state, move)
        i = self.board.index[move]
        return state[:i] + "bw"[self.turn(state)] + state[i + 1 :]

    def result(self, state):
        for seat, (stone, side) in enumerate(zip("bw", (1, 0))):
            for group in self.board.components(lambda i: stone if state[i] == stone else None):
                ends = {self.places[i][side] for i in group}
                if {0, self.size - 1} <= ends:
                    return Result(seat, f"{self.players[seat]} has joined the sides")
        return None

    def look(self, state):
        stones = {"b": Piece("stone", "black"), "w": Piece("stone", "white")}
        return [stones.get(stone) for stone in state]
'''

PLUGINS = {
    # file: its text, an ID, the order of its group, its perft
    "myslider": (SLIDER, "myslider:width=3,height=3", math.factorial(8) // 2, [2, 6, 16]),
    "myspinner": (SPINNER, "myspinner:9", math.factorial(9) // 2, [3, 9, 27]),
    "myhex": (HEX, "myhex:3", None, [9, 72, 504, 3024]),
}


@pytest.fixture
def puzzlekit(tmp_path):
    folder = tmp_path / "home" / "plugins"
    folder.mkdir(parents=True)
    for name, (text, *_) in PLUGINS.items():
        (folder / f"{name}.py").write_text(text)

    def run(*argv, lines=None):
        return subprocess.run(
            [sys.executable, "-m", "puzzlekit", *argv],
            cwd=ROOT,
            env=os.environ | {"PUZZLEKIT_HOME": str(tmp_path / "home")},
            input=lines,
            capture_output=True,
            text=True,
            timeout=HUNG,
        )

    return run


@pytest.mark.parametrize("name", PLUGINS)
def test_a_strangers_plugin(name, puzzlekit):
    _, text, order, counts = PLUGINS[name]

    listed = {entry["id"]: entry for entry in json.loads(puzzlekit("list", "--json").stdout)}
    assert {*PLUGINS, "permute"} <= set(listed)
    assert listed[name]["options"]

    checked = puzzlekit("check", text, "--json")
    assert checked.returncode == 0, checked.stdout
    assert json.loads(checked.stdout)["problems"] == []

    found = json.loads(puzzlekit("order", text, "--json").stdout)
    # Each stone of Hex is exchanged with the reserve of its player, so the group is symmetric.
    assert int(found["order"]) == (order or math.factorial(9 + 1))

    perft = puzzlekit("perft", text, "--depth", str(len(counts)), "--json")
    assert json.loads(perft.stdout)["counts"] == counts

    assert puzzlekit("rules", text).stdout.splitlines()[0] == listed[name]["title"]


@pytest.mark.parametrize("name", PLUGINS)
def test_a_strangers_plugin_is_played_in_the_terminal(name, puzzlekit, tmp_path):
    text = PLUGINS[name][1]
    path = tmp_path / "kept.json"
    if name == "myhex":
        moves = ["1,1", "0,2"]
    else:
        # The shipped puzzles of the same size are scrambled by a seed in the same way.
        rules = load(text.replace("myslider", "fifteen").replace("myspinner", "topspin") + "#1")
        moves = [rules.moves(rules.start())[0]]
        text += "#1"
    done = puzzlekit(
        *("play", text, "--text", "--save", str(path)), lines="\n".join([*moves, "quit", ""])
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    kept = json.loads(path.read_text())
    assert (kept["plugin"], kept["moves"]) == (name, moves)
