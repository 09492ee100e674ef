"""Tests for the command `solve` and for reading positions."""

import json
import re
from random import Random

import pytest
from support import evaluate, sample, state_after

from puzzlekit import load
from puzzlekit.core.permutation import apply
from puzzlekit.core.words import parse
from puzzlekit.solving import short_solutions
from puzzlekit.solving.chains import api


@pytest.mark.slow
@pytest.mark.parametrize("text", ["cube:3#7", "topspin#1"])
def test_short_solution(run, text):
    code, out, _ = run("solve", text)
    rules = load(text)
    word, count, _ = out.splitlines()
    images = evaluate(parse(word, rules.all_moves()), rules.twists)
    assert code == 0
    assert apply(images, rules.start()) == rules.goal
    turns = f"{len(word.split())} turns"
    assert re.fullmatch(rf"{turns}|\d+ moves \({turns}\)", count)


@pytest.mark.slow
@pytest.mark.parametrize(("can_build", "options"), [(True, ", --tables or"), (False, " or")])
def test_tables_option_is_suggested_if_available(run, monkeypatch, can_build, options):
    monkeypatch.setattr(api, "should_build", lambda *given: can_build)
    out = run("solve", "topspin#1")[1]
    assert out.endswith(f"It may not be the shortest: add --optimal{options} --seconds.\n")


def test_json(data):
    found = data("solve", "fifteen", "--to", "#4", "--seconds", "1")
    rules = load("fifteen")
    assert state_after(rules, found["moves"]) == rules.start(Random(4))
    assert found["length"] == len(found["moves"])
    assert found["to"] == "#4"


@pytest.mark.slow
def test_unreachable_target(run):
    code, out, err = run("solve", "cube:3", "--to", "(U8 F2)")
    assert (code, err) == (1, "")
    assert out.startswith("No moves lead from the start to (U8 F2). ")
    assert "total twist of 1/2" in out
    code, out, _ = run("solve", "fifteen", "--to", "(a1 b1)", "--json")
    assert (code, json.loads(out)["moves"]) == (1, None)


def test_other_starting_positions(run, data):
    assert run("solve", "cube:2") == (0, "Already solved.\n0 turns, proved shortest\n", "")
    found = data("solve", "cube", "--moves", "Rw U // x")
    assert (found["moves"], found["proved_optimal"]) == (["F'", "L'"], True)
    found = data("solve", "cube", "--moves", "R2 U")
    assert (found["metric"], found["length"], found["word"]) == ("turns", 2, "U' R2")
    assert data("solve", "cube", "--moves", "R2 U", "--metric", "steps")["length"] == 3


@pytest.mark.slow
@pytest.mark.parametrize("what", sample(["words, ", "slots", "words of the table"], 1))
def test_ctrl_c(run_interrupted, table_folder, monkeypatch, what):
    monkeypatch.setattr(short_solutions, "_tables", {})
    monkeypatch.setattr(short_solutions, "find_chain", lambda *args, **kwargs: None)
    code, out, err = run_interrupted(["solve", "cube:3#7", "--seconds", "60"], what)
    assert (code, out, err) == (130, "", "puzzlekit: interrupted.\n")
