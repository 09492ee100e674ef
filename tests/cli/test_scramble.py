"""Tests for the command `scramble`."""

import re
from itertools import pairwise
from random import Random

import pytest
from support import goal_after

from puzzlekit import load
from puzzlekit.play.parse_moves import read_moves
from puzzlekit.solving.search import solve


def test_distance(run):
    code, out, err = run("scramble", "fifteen:3,height=2", "--distance", 12, "--count", 3)
    assert (code, err) == (0, "")
    ids = out.split()
    assert len(ids) == 3
    for text in ids:
        rules = load(text)
        assert solve(rules, rules.start()).length == 12
    code, out, err = run("scramble", "fifteen:3,height=2", "--distance", "hardest", "--seed", 1)
    assert (code, out) == (0, "fifteen:width=3,height=2@45_123\n")
    assert err == "21 moves from the goal, the maximum\n"


def test_without_distance(run):
    _, out, _ = run("scramble", "cube:3", "--seed", 7, "--count", 2)
    assert [load(text).start() for text in out.split()] == [
        load("cube:3#7").start(),
        load("cube:3#8").start(),
    ]
    _, again, _ = run("scramble", "cube:3#7", "--count", 2)
    assert again == out
    _, one, _ = run("scramble", "cube:3")
    _, other, _ = run("scramble", "cube:3")
    assert one != other


def test_json(data):
    argv = ("scramble", "knights", "--distance", 9, "--seed", 3)
    found = data(*argv)
    assert found == {
        "id": "knights",
        "seed": 3,
        "metric": "steps",
        "distance": 9,
        "positions": found["positions"],
    }
    assert len(found["positions"]) == 1
    assert data(*argv) == found
    assert data("scramble", "knights", "--distance", "hardest")["distance"] == 47
    assert data("scramble", "knights", "--seed", 3)["distance"] is None


@pytest.mark.slow
def test_wca_scramble_for_seed_in_id(data):
    rules = load("cube:5")
    [text] = data("scramble", "cube:5#3", "--wca")["scrambles"]
    assert goal_after(rules, text) == load("cube:5#3").start()


@pytest.mark.slow
def test_wca_scrambles_match_seeds(data):
    rules = load("cube:2")
    found = data("scramble", "cube:2", "--wca", "--count", "2", "--seed", "8")["scrambles"]
    assert len(found) == 2
    for seed, text in enumerate(found, 8):
        assert goal_after(rules, text) == load(f"cube:2#{seed}").start()
        assert len(text.split()) <= 11  # God's number in half turns
        assert "2'" not in text
    for text in data("scramble", "cube:2", "--wca", "--distance", "3", "--count", "2")["scrambles"]:
        assert len(text.split()) == 3
        word = " ".join(read_moves(rules, rules.goal, text))
        assert data("solve", "cube:2", "--moves", word, "--optimal")["length"] == 3


@pytest.mark.parametrize(("size", "count"), [(5, 60), (6, 80), (7, 100)])
def test_wca_scrambles_of_large_cubes(data, size, count):
    found = data("scramble", f"cube:{size}", "--wca", "--count", "3", "--seed", "8")["scrambles"]
    assert found == [load(f"cube:{size}").competition_scramble(Random(seed)) for seed in (8, 9, 10)]
    rules = load(f"cube:{size}")
    for text in found:
        turns = text.split()
        assert len(turns) == count
        assert all(re.fullmatch(r"3?[URFDLB]w?[2']?", turn) for turn in turns)
        faces = [turn.rstrip("2'") for turn in turns]
        assert not any(a == b for a, b in pairwise(faces))
        assert ("3Lw" in faces) <= (size == 7)
        assert len(read_moves(rules, rules.goal, text)) >= count


def test_wca_scrambles_of_megaminx(run):
    code, out, _ = run("scramble", "megaminx", "--wca", "--count", "2", "--seed", "1")
    lines = out.splitlines()
    assert code == 0
    assert len(lines) == len(set(lines)) == 2
    part = r"(R(\+\+|--) D(\+\+|--) ){4}R(\+\+|--) D(\+\+ U|-- U')"
    assert all(re.fullmatch(rf"({part} ){{6}}{part}", line) for line in lines)
    rules = load("megaminx")
    assert len(read_moves(rules, rules.goal, lines[0])) > 7 * 11
