"""The times of solved puzzles: list, penalties, averages and exports."""

import csv
import json

import pytest
from support import goal_after, open_database

from puzzlekit import load
from puzzlekit.play.solve_history import Penalty, Solve, SolveHistory, average, best_results


@pytest.fixture
def solves(home):
    history = SolveHistory()
    for number, hundredths in enumerate([1000, 1100, 1234, 900, 1500, 1300]):
        history.add(Solve("cube", f"cube#{number}", 60, hundredths, solved_at=1_700_000_000))
    history.add(Solve("cube:size=2", "cube:size=2#1", 9, 300))
    return history


def test_list_and_averages(run, solves):
    code, out, err = run("times", "cube#5")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[2].split() == ["3", "12.34", "60", "moves", "cube#2"]
    assert lines[-2:] == ["best 9.00, mean 11.72", "average of 5: 12.11, best 11.11"]
    assert "no times for skewb" in run("times", "skewb")[1]


def test_penalties_and_deletion(run, solves, command_error):
    out = run("times", "cube", "--plus2", 4, "--dnf", 2, "--delete", 1)[1]
    assert "11.00+" in out
    assert "DNF(11.00)" in out
    assert "cube#0" not in out
    assert "average of 5: 13.45" in out
    left = [*solves.all("cube").values()]
    assert best_results(left[:1]).hundredths is None  # not finished
    assert best_results(left) == (60, 1100)
    last = [each.text for each in left]
    assert last == ["DNF(11.00)", "12.34", "11.00+", "15.00", "13.00"]
    assert "DNF(" not in run("times", "cube", "--ok", 2)[1]
    assert "no solve number 99" in command_error("times", "cube", "--delete", 99)
    assert "no solve number 7 of cube." in command_error(
        "times", "cube", "--dnf", 7
    )  # of the 2×2×2
    solves.add(Solve("cube 2", "cube#1:2", 1, 165))
    first = run("times", "cube#9:2")[1].splitlines()[0]
    assert first.split() == ["8", "1.65", "1", "move", "cube#1:2"]


@pytest.mark.slow
def test_exports(run, command_error, tmp_path):
    history = SolveHistory()
    for number, hundredths in enumerate([1000, None, 1100]):
        start = f"pyraminx#{number}"
        history.add(Solve("pyraminx", start, 60, hundredths, solved_at=1_700_000_000))
    history.add(Solve("pyraminx", "gone#1", 60, 1200))
    files = "--cstimer", tmp_path / "a.txt", "--csv", tmp_path / "a.csv"
    assert run("times", "pyraminx", "--dnf", 3, *files)[:2] == (0, "")
    assert "already exists; --force replaces it" in command_error("times", "pyraminx", *files[:2])
    assert run("times", "pyraminx", *files, "--force")[0] == 0
    written = json.loads((tmp_path / "a.txt").read_text())
    assert json.loads(written["properties"]["sessionData"])["1"]["name"] == "pyraminx"
    times, scrambles, comments, dates = zip(*written["session1"], strict=True)
    assert times == ([0, 10000], [-1, 11000], [0, 12000])
    assert comments == ("", "", "")
    assert dates[0] == 1_700_000_000
    assert scrambles[2] == "gone#1"
    for number, line in zip((0, 2), scrambles[:2], strict=True):
        rules = load(f"pyraminx#{number}")
        assert goal_after(rules, line) == rules.start()
    rows = (tmp_path / "a.csv").read_text().splitlines()
    assert rows[0] == "No.;Time;Comment;Scramble;Date;P.1"
    assert rows[2].startswith(f"2;DNF(11.00);;{scrambles[1]};2023-11-1")


def test_averages_of_many_solves():
    assert average([*range(100, 200)], 100) == round(sum(range(105, 195)) / 90)
    assert average([None] * 5 + [100] * 95, 100) == 100
    assert average([None] * 6 + [100] * 94, 100) is None
    assert average([100] * 11, 12) is None


def test_file_of_earlier_version(home):
    with open_database(home / "solves.sqlite3") as old:
        old.execute(
            "CREATE TABLE solves (number INTEGER PRIMARY KEY, puzzle TEXT NOT NULL, start TEXT NOT "
            "NULL, moves INTEGER NOT NULL, hundredths INTEGER, helped INTEGER NOT NULL)"
        )
        old.execute("INSERT INTO solves VALUES (1, 'twist', 'twist#1', 20, 1234, 0)")
    history = SolveHistory()
    assert history.all("twist") == {1: Solve("twist", "twist#1", 20, 1234)}
    history.set_penalty(1, Penalty.PLUS_2)
    assert best_results(history.all("twist").values()) == (20, 1434)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(("penalty", 7), ("penalty", "x"), ("moves", "many"), ("start", b"\xff")),
        *(("hundredths", -5), ("hundredths", "x"), ("hundredths", 1.5)),
        *(("solved_at", "now"), ("solved_at", 2**62)),
    ],
)
def test_damaged_solves_are_skipped(run, home, tmp_path, column, value):
    history = SolveHistory()
    for number in (1, 2):
        history.add(Solve("twist", f"twist#{number}", 9, 1000))
    with open_database(home / "solves.sqlite3") as solves:
        solves.execute(f"UPDATE solves SET {column} = ? WHERE number = 1", (value,))
    for option in ("--json", f"--csv={tmp_path / 'csv'}", f"--cstimer={tmp_path / 'txt'}"):
        run("times", "twist", option)
    assert list(history.all("twist")) == [2]
    assert "Solved" in run("results", "twist")[1]


def test_semicolons_are_quoted(run, tmp_path):
    SolveHistory().add(Solve("cube", "my;cube.tws#1", 60, 1200))
    run("times", "cube", "--csv", tmp_path / "a.csv")
    with open(tmp_path / "a.csv", encoding="utf-8", newline="") as file:
        assert [row[3] for row in csv.reader(file, delimiter=";")] == ["Scramble", "my;cube.tws#1"]
