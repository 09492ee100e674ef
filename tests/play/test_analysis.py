"""Tests for the analysis of games: evaluations, mistakes, and the command."""

import json

import pytest
from support import send_replies

from puzzlekit import OptionError, Session, load
from puzzlekit.play import records
from puzzlekit.play.analysis import GameAnalysis
from puzzlekit.play.engine import find_forced_win


def analysed_game(text):
    """Return an analysis that has received `REPLIES`."""
    session = records.read(text)
    analysis = GameAnalysis(session)
    last = send_replies(analysis, session.tree.main_line())
    assert not analysis.receive(*last)
    return analysis


def test_mistakes():
    analysis = analysed_game("hex:4,swap=off a1 a2 a3 a4")
    nodes = analysis.session.tree.main_line()
    assert [analysis.chance(node) for node in nodes] == [0.6, 0.5, 0.9, None, 0.3]
    (mistake,) = analysis.mistakes(nodes)  # the value after a3 is unknown
    assert (mistake.node.move, mistake.better.move) == ("a2", "c1")
    assert mistake.loss == pytest.approx(0.4)
    added = analysis.add_variation(mistake)
    assert (added.move, added.parent, nodes[2].mark) == ("c1", nodes[1], "?")
    assert "a2 $2 (1... c1 2. d4) 2. a3" in records.write(analysis.session)
    assert analysis.add_variation(mistake) is added
    longer = mistake.better._replace(principal_variation=("c1", "d4", "d3"))
    analysis.add_variation(mistake._replace(better=longer))
    assert "a2 $2 (1... c1 2. d4 d3) 2. a3" in records.write(analysis.session)


@pytest.mark.slow
def test_proof_is_a_variation():
    analysis = analysed_game("hex:3,swap=off a1 c3")
    tree, rules = analysis.session.tree, analysis.rules
    for node in (tree.root, tree.node, tree.root, tree.node):  # adding a proof again adds nothing
        text = analysis.add_proof(node, find_forced_win(rules, node.state))
        assert text == "Red wins in 3 turns."
    _, variation = tree.root.children
    assert (variation.comment, len(variation.line())) == ("Red wins in 3 turns.", 5)
    assert tree.is_at_main_line_end  # players extend the main line, and nobody else
    assert tree.node.comment.startswith("Red wins in 3 turns: ")


def test_games_without_a_search():
    analysis = analysed_game("hex:2,swap=off a1 b1 a2")
    assert analysis.chance(analysis.session.tree.node) == 1.0
    assert analysis.count_searches(analysis.session.tree.node) == 0
    with pytest.raises(OptionError, match="not a game for two players"):
        GameAnalysis(Session(load("pinball"))).next_request([])
    with pytest.raises(OptionError, match="Use the option players=2"):
        GameAnalysis(Session(load("palagem:players=3"))).next_request([])


@pytest.mark.slow
def test_command(run, tmp_path):
    path, annotated = tmp_path / "game.pgn", tmp_path / "annotated.pgn"
    path.write_text("hex:3,swap=off 1. a1 c1 2. a2 b2")
    code, out, _ = run("analyse", path, "--playouts", "200", "--output", annotated)
    assert code == 0
    assert out.splitlines()[1].split()[:3] == ["1", "Red", "a1"]
    assert "better" in out  # after a1 c1, Red wins with b2
    assert "$2 (" in annotated.read_text()
    code, out, _ = run("analyse", path, "--playouts", "200", "--json")
    assert [each["move"] for each in json.loads(out)["moves"]] == ["a1", "c1", "a2", "b2"]
    assert run("analyse", path, "--playouts", "9")[0] == 2
    assert run("analyse", "pinball")[0] == 2
