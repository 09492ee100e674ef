"""Tests for soak runs: random walks through every plugin, and one with a known fault."""

from random import Random

import pytest
from support import is_slow, sample_size, slow_if

from puzzlekit import Session, load
from puzzlekit.plugin.discovery import plugins
from puzzlekit.testing.soak import soak

SMALL = {
    "palago": "palago:tiles=8",
    "crossway": "crossway:5",
    "shifty": "shifty:5",
    "permute": "permute:5",
    "cube": "cube:2",
    "slyde": "slyde:6",
}


@pytest.mark.parametrize("name", [slow_if(is_slow(load(name)), name) for name in plugins()[0]])
def test_every_plugin(name):
    assert list(soak(load(SMALL.get(name, name)), sample_size(400, 150), Random(1))) == []


@pytest.mark.slow
def test_wrong_fast_path():
    rules = load("permute:5")
    fast = rules.compiled

    def play(table, state, move):
        fast.kernel.play(table, state, move)
        if state[2] > 6:
            state[5] ^= 1

    rules.checked_compiled_rules = fast._replace(kernel=fast.kernel._replace(play=play))
    assert any("plays" in problem for problem in soak(rules, 200, Random(1)))


def test_wrong_undo_and_save(monkeypatch):
    rules = load("pinball")
    monkeypatch.setattr("puzzlekit.play.saves.restore", lambda text: Session(load("pinball")))
    assert "A save does not reproduce the same game." in soak(rules, 5000, Random(1))
    monkeypatch.setattr("puzzlekit.play.session.Session.undo", lambda self: False)
    assert any("Undoing" in problem for problem in soak(rules, 20, Random(1)))
