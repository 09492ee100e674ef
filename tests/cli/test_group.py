"""Tests for the commands `order` and `group`."""

import pytest
from support import needs_numba


def test_several_orders(run, data):
    code, out, _ = run("order", "pinball", "cube:2", "knights")
    lines = out.splitlines()
    assert code == 0
    assert [line.split()[2] for line in lines] == ["20160", "3674160", "24"]
    assert len({line.index("degree") for line in lines}) == 1
    assert [each["id"] for each in data("order", "pinball", "knights")] == ["pinball", "knights"]


def test_unknown_puzzle_among_several(run):
    code, out, err = run("order", "pinball", "nosuch", "knights")
    assert code == 2
    assert "20160" in out
    assert "S4" in out
    assert err.count("\n") == 1
    assert "nosuch" in err


@pytest.mark.slow
def test_all_facts(run):
    code, out, _ = run("group", "cube:3")
    assert code == 0
    for words in (
        "43,252,003,274,489,856,000",
        "24 cells in blocks of 3",
        "24 cells in blocks of 2",
        "all generators are odd permutations",
        "U R F D L B",
        "at least 18 turns from the goal",
    ):
        assert words in out


@pytest.mark.slow
@needs_numba
def test_all_facts_json(data):
    found = data("group", "pinball")
    assert found["arrangements"] == "181440"
    assert (found["farthest"], found["minimum"], round(found["average"], 2)) == (48, 48, 32.76)
    assert found["orbits"][0]["cells"] == ["1", "2", "3", "4", "6", "7", "8", "9"]
    assert set(found["base"]) <= set(found["orbits"][0]["cells"])
    assert len(found["generators"]) == 4


def test_facts_of_small_groups(run, data, tmp_path):
    _, out, _ = run("group", "knights")
    assert "farthest    47 moves from the goal, 22.70 on average" in out
    _, out, _ = run("group", "hex:3")
    assert "farthest" not in out
    assert data("group", "permute:4")["arrangements"] is None
    path = tmp_path / "still.txt"
    path.write_text("A: (a b)\nB: (c d e)\n")
    assert data("group", path)["order"] == "6"
