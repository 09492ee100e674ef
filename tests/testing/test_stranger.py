"""Tests for third-party plugins: a single file in the plugins folder has all features."""

import json
import math
import sys
from io import StringIO

import pytest

from .mistakes import BASES, FIRST

#: ID, group order and perft of each plugin. In `drop`, stones are exchanged with the reserve, so
#: its group acts on seven points.
PLUGINS = {
    "slide": ("slide", 3, [2, 4, 8]),
    "carousel": ("carousel:6", math.factorial(6), [3, 9, 27]),
    "drop": ("drop", math.factorial(7), [6, 30, 120]),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PLUGINS)
def test_third_party_plugin(name, add_plugin, data, run, tmp_path, monkeypatch):
    text, order, counts = PLUGINS[name]
    add_plugin(name, BASES[name])
    listed = {entry["id"]: entry for entry in data("list")}
    assert bool(listed[name]["options"]) is (text != name)
    assert data("check", text)["problems"] == []
    assert int(data("order", text)["order"]) == order
    assert data("perft", text, "--depth", len(counts))["counts"] == counts
    assert run("rules", text)[1].splitlines()[0] == listed[name]["title"]
    path = tmp_path / "kept.json"
    monkeypatch.setattr(sys, "stdin", StringIO(f"{FIRST[name]}\nquit\n"))
    code, _, err = run("play", f"{text}#1", "--text", "--save", path)
    assert (code, "Traceback" in err) == (0, False)
    kept = json.loads(path.read_text())
    assert (kept["plugin"], kept["moves"]) == (name, [FIRST[name]])
