"""Positions to solve and own results on the command line."""

import json

from puzzlekit import Session, load
from puzzlekit.play.game_database import Library
from puzzlekit.play.problems import read_problem, record_solved, user_collection
from puzzlekit.play.solve_history import Solve, SolveHistory


def test_next_position(run):
    code, out, err = run("practice", "hex:7", "--solution")
    assert (code, err) == (0, "")
    line, solution = out.splitlines()
    game, text = line.split(maxsplit=1)
    assert text in ("Red to move wins in 2 turns.", "Blue to move wins in 2 turns.")
    record_solved(read_problem(f"{game} {solution}"))
    assert not run("practice", "hex:7")[1].startswith(game)


def test_random_positions_json(run):
    def data(*options):
        return json.loads(run("practice", "hex", "--json", *options)[1])

    chosen = data("--seed", 3, "--count", 4)
    assert len({each["id"] for each in chosen}) == 4
    assert chosen == data("--seed", 3, "--count", 4)
    assert set(chosen[0]) == {"id", "side", "turns", "solution"}
    assert len(data("--daily")) == 1


def test_malformed_collection(home, command_error):
    path = user_collection("hex")
    path.parent.mkdir()
    path.write_text("hex:3 a1\n")
    assert "hex.practice, line 1" in command_error("practice", "hex")


def test_generate(home, run, monkeypatch):
    monkeypatch.setattr("puzzlekit.rules.base.has_numba", lambda: False)
    monkeypatch.setattr("puzzlekit.play.problem_generator.PLAYER", "random")
    for count in (1, 2):
        code, out, _ = run("practice", "hex:3", "--generate", count)
        text = f"{count} position{'s' * (count > 1)} for hex:3.\n"
        assert (code, out.split(" has ")[1]) == (0, text)
    assert " has 1 position for hex:4." in run("practice", "hex:4", "--generate", 1)[1]
    for game, count in (("hex:3", 2), ("hex:4", 1)):
        assert run("practice", game, "--count", 9)[1].count("\n") == count


def test_generate_stops_without_new_positions(home, run, monkeypatch):
    monkeypatch.setattr("puzzlekit.rules.base.has_numba", lambda: False)
    monkeypatch.setattr("puzzlekit.play.problem_generator.PLAYER", "random")
    monkeypatch.setattr("puzzlekit.play.problem_generator.MAX_FRUITLESS_GAMES", 20)
    code, _, error = run("practice", "hex:2", "--generate", 1_000)
    assert code == 1
    assert "20 games in a row had no new positions; " in error


def test_game_results(home, run):
    assert "no results for hex yet" in run("results", "hex")[1]
    library = Library()
    for players, moves in (
        (["human", "mcts:club"], ["a1", "b1", "a2"]),
        (["human", "mcts:club"], ["a1", "b1", "b2"]),
        (["human", "human"], ["a1", "b1", "a2"]),
    ):
        session = Session(load("hex:2,swap=off"), players)
        for move in moves:
            session.play(move)
        session.go_to_ply(1)
        session.play("b2")  # a variation
        library.add(session)
    rows = {row["label"]: row["value"] for row in json.loads(run("results", "hex", "--json")[1])}
    assert rows["Finished games"] == "2"
    assert rows["Average length"] == "3 moves"
    assert rows["Red against Club"] == "1 of 1 game won"


def test_game_results_after_swap(home, run):
    session = Session(load("hex:2"), ["human", "random"])
    for move in ("b1", "swap"):
        session.play(move)
    while session.result is None:
        session.play(session.rules.legal_moves(session.state)[0])
    Library().add(session)
    won = session.final.seat == 0
    assert f"{int(won)} of 1 game won" in run("results", "hex")[1]


def test_puzzle_results(home, run):
    history = SolveHistory()
    for moves, hundredths in ((40, 3000), (60, 5000)):
        history.add(Solve("fifteen", "fifteen#1", moves, hundredths))
    out = run("results", "fifteen")[1]
    assert "best 40 moves, mean 50 moves" in out
    assert "best 30.00, mean 40.00, last 50.00" in out
