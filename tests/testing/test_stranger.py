"""Tests for third-party plugins: a single file in the plugins folder has all features."""

import json
import math

import pytest
from support import run_python

from .mistakes import BASES, FIRST

pytestmark = pytest.mark.slow

#: ID, group order and perft of each plugin. In `drop`, stones are exchanged with the reserve, so
#: its group acts on seven points.
PLUGINS = {
    "slide": ("slide", 3, [2, 4, 8]),
    "carousel": ("carousel:6", math.factorial(6), [3, 9, 27]),
    "drop": ("drop", math.factorial(7), [6, 30, 120]),
}


@pytest.fixture
def puzzlekit(tmp_path):
    folder = tmp_path / "home" / "plugins"
    folder.mkdir(parents=True)
    for name in PLUGINS:
        (folder / f"{name}.py").write_text(BASES[name])

    def run(*argv, lines=None):
        env = {"PUZZLEKIT_HOME": str(tmp_path / "home")}
        return run_python("-m", "puzzlekit", *argv, env=env, input=lines)

    return run


@pytest.mark.parametrize("name", PLUGINS)
def test_third_party_plugin(name, puzzlekit):
    text, order, counts = PLUGINS[name]

    listed = {entry["id"]: entry for entry in json.loads(puzzlekit("list", "--json").stdout)}
    assert {*PLUGINS, "permute"} <= set(listed)
    assert bool(listed[name]["options"]) is (text != name)

    checked = puzzlekit("check", text, "--json")
    assert checked.returncode == 0, checked.stdout
    assert json.loads(checked.stdout)["problems"] == []

    assert int(json.loads(puzzlekit("order", text, "--json").stdout)["order"]) == order

    perft = puzzlekit("perft", text, "--depth", str(len(counts)), "--json")
    assert json.loads(perft.stdout)["counts"] == counts

    assert puzzlekit("rules", text).stdout.splitlines()[0] == listed[name]["title"]


@pytest.mark.parametrize("name", PLUGINS)
def test_third_party_plugin_in_the_terminal(name, puzzlekit, tmp_path):
    path = tmp_path / "kept.json"
    done = puzzlekit(
        *("play", f"{PLUGINS[name][0]}#1", "--text", "--save", str(path)),
        lines=f"{FIRST[name]}\nquit\n",
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    kept = json.loads(path.read_text())
    assert (kept["plugin"], kept["moves"]) == (name, [FIRST[name]])
