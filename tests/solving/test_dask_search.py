"""State spaces on a cluster that may lose a machine."""

import os
import signal
import sys

import pytest

from puzzlekit import LimitReachedError, OptionError, load
from puzzlekit.solving.spaces import Enumeration, dask_search
from puzzlekit.solving.spaces.label_permutations import make_mechanism
from puzzlekit.solving.spaces.space import open_space

pytest.importorskip("numba")
pytestmark = pytest.mark.slow

GAME = "twist:2,height=4"


def test_killed_worker():
    distributed = pytest.importorskip("distributed")
    rules = load(GAME)
    expected = list(open_space(rules, rules.goal).levels())
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with (
        distributed.LocalCluster(**options, silence_logs=50) as machines,
        distributed.Client(machines) as client,
    ):
        counts = []
        for count in dask_search.level_sizes(client, make_mechanism(rules), rules.goal):
            counts.append(count)
            if len(counts) == 8:
                os.kill(min(client.run(os.getpid).values()), signal.SIGKILL)
        assert counts == expected


def test_no_cluster(monkeypatch, command_error):
    with pytest.raises(OptionError, match="cannot be searched on a cluster"):
        list(Enumeration(load("hex:3"), cluster="local").levels())
    error = command_error("distances", GAME, "--cluster", "nowhere")
    assert "There is no cluster at 'nowhere'. Use the address of a scheduler" in error
    command_error("distances", GAME, "--cluster", "local", "--farthest", "2")
    monkeypatch.setitem(sys.modules, "distributed", None)
    error = command_error("distances", GAME, "--cluster", "local")
    assert 'pip install "puzzlekit-framework[cluster]"' in error


def test_limit():
    pytest.importorskip("distributed")
    counts = Enumeration(load(GAME), limit=100, cluster="local").levels()
    assert [next(counts) for _ in range(3)] == [1, 6, 23]
    with pytest.raises(LimitReachedError, match="more than 100 positions"):
        next(counts)
