"""Tests for the command line: JSON output, exit codes and error messages."""

import io
import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from support import ROOT, TIMEOUT, needs_numba, run_python, state_after

from puzzlekit import LimitReachedError, __version__, load
from puzzlekit.cli import main
from puzzlekit.core.errors import shorten_path
from puzzlekit.core.numba_status import has_numba
from puzzlekit.play import saves
from puzzlekit.plugin import discovery
from puzzlekit.solving.optimal import EXCLUDED_PREFIX


def run_puzzlekit(*argv, **more):
    return run_python("-m", "puzzlekit", *argv, **more)


# -- JSON output ---------------------------------------------------------------------------------


def test_list_of_arguments_around_options(data, capfd, tmp_path):
    found = data("order", "pinball", "--seconds", "9", "corners", "cube:2")
    assert [entry["id"] for entry in found] == ["pinball", "corners", "cube:2"]
    assert main(["site", str(tmp_path), "--pyodide", str(tmp_path), "hxe"]) == 2
    assert "There is no plugin 'hxe'" in capfd.readouterr().err


def test_list_json(data):
    found = data("list")
    assert [entry["id"] for entry in found] == sorted(discovery.plugins()[0])
    fields = "id title kind players fewest_players most_players options"
    assert all(sorted(entry) == sorted(fields.split()) for entry in found)
    by_id = {entry["id"]: entry for entry in found}
    permute = by_id["permute"]
    assert (permute["title"], permute["kind"], permute["players"]) == ("Permute", "game", 2)
    assert [option["name"] for option in permute["options"]] == ["size", "start", "corner", "swap"]
    assert permute["options"][0] == {"name": "size", "default": 12, "min": 2, "max": 26}
    assert permute["options"][3]["choices"] == ["colours", "positions", "off"]
    assert by_id["pinball"]["options"] == []
    assert (by_id["pinball"]["kind"], by_id["pinball"]["players"]) == ("puzzle", 1)
    many = by_id["palagem"]
    assert (many["players"], many["fewest_players"], many["most_players"]) == (2, 2, 6)
    names = {id: [option["name"] for option in by_id[id]["options"]] for id in by_id}
    assert names["knights"] == ["pieces", "board"]
    assert names["fifteen"] == names["twist"] == ["width", "height"]
    assert names["topspin"] == ["discs", "turn"]
    assert names["cube"] == ["size", "mask"]


def test_list(run, home):
    code, out, err = run("list")
    assert code == 0
    for name in discovery.plugins()[0]:
        assert f"\n{name} " in "\n" + out
    assert str(home / "plugins") in err


def test_order_json(data):
    facts = {"degree": 8, "generators": 4, "order": "20160", "name": "A8"}
    proved = {"certain": True, "proof": "structure"}
    assert data("order", "pinball") == {"id": "pinball", **facts, **proved}
    cube = data("order", "cube:3")
    assert cube["order"] == "43252003274489856000"
    assert cube["name"] == "index 12 in C3 wr S8 x C2 wr S12"


@pytest.mark.slow
def test_perft_json(data):
    assert data("perft", "permute:4,swap=off", "--depth", "3") == {
        "id": "permute:4,swap=off",
        "complete": True,
        "counts": [36, 928, 15344],
    }
    distinct = data("perft", "permute:4,swap=off", "--depth", "3", "--distinct")
    assert distinct["counts"] == [18, 336, 4156]


@pytest.mark.slow
def test_check_json(data, run, add_plugin):
    assert data("check", "fifteen:2,height=2")["problems"] == []
    add_plugin("bad", BAD)
    code, out, _ = run("check", "bad", "--json")
    assert code == 1
    assert any("no name" in sentence for sentence in json.loads(out)["problems"])


BAD = '''
from puzzlekit import Twisty, ring


class Bad(Twisty):
    """Bad."""

    def __init__(self):
        super().__init__(ring(3), "abc", {"L": [range(3)]})
'''


@pytest.mark.slow
def test_check_json_if_constructor_fails(run, add_plugin):
    add_plugin("bad", BAD.replace('"abc"', '"ab"'))
    code, out, err = run("check", "bad", "--json")
    assert (code, err) == (1, "")
    expected = "bad (bad.py, line 9): Bad needs one label for each of its 3 cells, but"
    found = json.loads(out)
    assert (found["id"], found["ok"], found["warnings"]) == ("bad", False, [])
    assert [each[: len(expected)] for each in found["problems"]] == [expected]
    assert run("check", "bed", "--json")[:2] == (2, "")


def test_rules(run, data):
    code, out, _ = run("rules", "permute")
    assert code == 0
    assert out.startswith("Permute\n")
    assert "Twist a 2 × 2 face, bandage one of your stones" in out
    assert "from 2 to 26" in out
    assert "exchanges the players" in out
    page = data("rules", "permute")
    assert page["id"] == "permute"
    assert "bandage" in page["rules"]


@pytest.mark.slow
@needs_numba
def test_solve_time_limit(run, tmp_path):
    # A rotation and a transposition generate S_40, so no search can finish.
    has_numba()  # an interrupted import of numba cannot be repeated in this process
    path = tmp_path / "ring.cycles"
    path.write_text(f"L: ({' '.join(map(str, range(1, 41)))})\nS: (1 2)\n")
    for metric in ("steps", "turns"):
        code, out, err = run(
            "solve", f"{path}#1", "--optimal", "--seconds", "0.4", "--metric", metric
        )
        assert (code, out) == (3, "")
        assert "The search did not finish in 0.4 seconds (--seconds)." in err


def test_time_limit_reports_lower_bound(run, monkeypatch):
    def search_forever(*given, progress, **more):
        progress(f"{EXCLUDED_PREFIX} 7 moves or fewer", 1, None)
        progress("positions", 1, None)
        while True:  # one long sleep would not be interrupted
            time.sleep(0.01)

    monkeypatch.setattr("puzzlekit.solving.optimal.solve_optimally", search_forever)
    code, _, err = run("solve", "fifteen#1", "--optimal", "--seconds", "0.1")
    assert code == 3
    assert "There is no solution in 7 moves or fewer." in err


def test_solve_json(data, run):
    found = data("solve", "pinball")
    fields = "id to metric word moves length proved_optimal count"
    assert [*found] == fields.split()
    assert (found["id"], found["length"], found["proved_optimal"]) == ("pinball", 18, True)
    assert len(found["moves"]) == 18
    assert data("solve", "knights", "--optimal")["length"] == 40
    assert run("solve", "pinball")[1].split()[:2] == ["4-5", "7-4"]
    found = data("solve", "fifteen:3,height=3", "--seed", "4")
    rules = load(found["id"])
    assert rules.setup.seed == 4
    assert state_after(rules, found["moves"]) == rules.goal
    assert data("solve", "fifteen:3,height=3#4") == found


def test_solve_facelets(run):
    stickers = [face * 9 for face in "URFDLB"]
    assert run("solve", "cube", "--facelets", "".join(stickers))[1].startswith("Already solved.")
    wrong = "".join(stickers).replace("UR", "RU", 1)
    code, out, _ = run("solve", "cube", "--facelets", wrong, "--to", "any-rotation")
    assert (code, "There is no corner" in out) == (1, True)


# -- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "{", "{}", "[]", '{"format": 99}', "\x00", "9" * 10**6])
def test_invalid_saves(text, command_error, tmp_path):
    path = tmp_path / "save.json"
    path.write_text(text)
    assert shorten_path(path) in command_error("play", path, "--text")
    assert path.read_text() == text


def test_solve_position_limit(run):
    code, out, err = run("solve", "fifteen#1", "--optimal", "--limit", "1000")
    assert (code, out) == (3, "")
    assert "1,000 states" in err
    assert err.count("\n") == 1
    assert "Without --optimal, `puzzlekit solve fifteen#1`" in err


def test_unsolvable_puzzle(run, tmp_path):
    path = tmp_path / "stuck.toml"
    path.write_text('grid = [3, 1]\ngoal = "1 2 ."\nstart = "2 1 ."\n')
    code, out, _ = run("solve", path, "--json")
    assert code == 1
    keys = ("word", "moves", "length", "proved_optimal", "count")
    assert json.loads(out) == {
        "id": str(path),
        "to": "goal",
        "metric": "steps",
        **dict.fromkeys(keys),
    }


def test_list_with_broken_plugin(run, command_error, add_plugin):
    add_plugin("torn", "def x(:\n")
    code, out, err = run("list", "--json")
    assert code == 0
    assert {entry["id"] for entry in json.loads(out)} >= {"permute", "pinball"}
    assert "torn" in err
    assert "line 1" in err
    assert "fix the file" in command_error("order", "torn")


def test_json_of_an_incomplete_result(run, monkeypatch):
    def stop_after_two(*arguments, **more):
        yield from (4, 16)
        raise LimitReachedError("There are too many.")

    code, out, _ = run("distances", "pinball", "--limit", "100", "--json")
    found = json.loads(out)
    assert (code, found["complete"], found["states"]) == (3, False, sum(found["by_distance"]))
    monkeypatch.setattr("puzzlekit.solving.search.perft", stop_after_two)
    code, out, _ = run("perft", "permute", "--depth", "3", "--json")
    assert (code, json.loads(out)) == (3, {"id": "permute", "complete": False, "counts": [4, 16]})


# -- subprocesses --------------------------------------------------------------------------------


@pytest.mark.slow
def test_process_exit_codes(tmp_path):
    done = run_puzzlekit("--version")
    assert (done.returncode, done.stdout) == (0, f"puzzlekit {__version__}\n")
    environment = os.environ | {"PUZZLEKIT_HOME": str(tmp_path)}
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "bad.py").write_text(BAD)
    assert run_puzzlekit("check", "bad", env=environment).returncode == 1


@pytest.mark.slow
def test_closed_pipe():
    command = f'"{sys.executable}" -m puzzlekit perft twist --depth 5 | head -n 1'
    done = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT
    )
    assert done.stdout.split() == ["1", "8"]
    assert done.stderr == ""


@pytest.mark.parametrize("is_closed", [True, False])
def test_closed_pipe_of_windows(is_closed):
    script = f"""
import io, os, sys

from puzzlekit.cli.command_line import main

class Output(io.RawIOBase):
    fails = True

    def writable(self):
        return True

    def write(self, data):
        if self.fails:
            self.fails = {is_closed}
            raise OSError(22, "Invalid argument.")
        return len(data)

output = Output()
sys.stdout = io.TextIOWrapper(io.BufferedWriter(output))
os.dup2 = lambda *_: setattr(output, "fails", False)  # to the null device
sys.exit(main(["order", "pinball"]))
"""
    done = run_python("-c", script)
    error = "puzzlekit: Reading or writing failed: Invalid argument.\n"
    assert (done.returncode, done.stderr) == ((0, "") if is_closed else (2, error))


def test_redirected_output_is_utf_8(monkeypatch, tmp_path):
    file = tmp_path / "cube.toml"
    for chosen, encoding in ("", "utf-8"), ("cp1252", "cp1252"):
        monkeypatch.setenv("PYTHONIOENCODING", chosen)
        with file.open("w", encoding="cp1252") as output:  # as on Windows for `> cube.toml`
            monkeypatch.setattr(sys, "stdout", output)
            monkeypatch.setattr(sys, "stderr", output)
            assert main(["convert", "cube:2", "--to", "toml"]) == 0
            assert main(["play", "ő"]) == 2
        name = "Ernő" if encoding == "utf-8" else r"Ern\u0151"
        assert f"by {name} Rubik" in file.read_text(encoding=encoding)
        assert f"{name[3:]}' is not a game ID" in file.read_text(encoding=encoding)


def test_file_with_name_of_plugin_is_not_opened(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "knights").write_text('{"id": "knights", "degree": 9}')
    code, _, err = run("picture", "knights", "--output", "knights.svg")
    assert (code, err) == (0, "")


def test_unexpected_file_error_names_the_file():
    script = """
import sys

from puzzlekit.cli.command_line import main
from puzzlekit.solving import search

def perft(*arguments, **more):
    raise OSError(28, "No space left on device", "a.txt")

search.perft = perft
sys.exit(main(["perft", "hex:2", "--depth", "1"]))
"""
    done = run_python("-c", script)
    assert done.returncode == 2
    assert done.stderr == "puzzlekit: Reading or writing a.txt failed: No space left on device.\n"


def test_too_little_memory(command_error, monkeypatch):
    def perft(*arguments, **more):
        raise MemoryError

    monkeypatch.setattr("puzzlekit.solving.search.perft", perft)
    found = command_error("perft", "hex:2", "--depth", "1")
    assert "There is not enough memory for hex:2." in found


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals are of Unix")
def test_ctrl_c():

    with subprocess.Popen(
        [sys.executable, "-m", "puzzlekit", "perft", "slyde", "--depth", "4"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as running:
        assert running.stdout.readline().split()[0] == "1"
        running.send_signal(signal.SIGINT)
        assert running.stderr.read() == "puzzlekit: interrupted.\n"
    assert running.returncode == 130


def test_play_in_terminal(run, home, monkeypatch):
    # A short scripted game with an undo, saved to a file.
    path = home / "game.json"
    rules = load("fifteen:3,height=3#1")
    move = rules.legal_moves(rules.start())[0]
    for game, typed, ply in (
        (["fifteen:3,height=3#1", "--save", path], move, 1),
        ([path], "undo", 0),
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\nquit\n"))
        assert run("play", "--text", *game)[0] == 0
        assert (saves.read(path).ply, saves.read(path).all_moves) == (ply, [move])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("argv", "display", "message"),
    [(["play", "pinball"], {}, "no display"), ([], {"DISPLAY": ":7777"}, "cannot open a window")],
)
def test_terminal_fallback_without_display(home, argv, display, message):
    hidden = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"), "")
    environment = {**hidden, "PUZZLEKIT_HOME": str(home), **display}
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux tells by its environment")
    done = run_puzzlekit(*argv, input="quit\n", env=environment)
    assert done.returncode == 0, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_invalid_prepare_variable(command_error, monkeypatch):
    monkeypatch.setenv("PUZZLEKIT_PREPARE", "zzz")
    assert "PUZZLEKIT_PREPARE=zzz is invalid" in command_error("play", "hex", "--text")


def test_seed_and_clock(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    code, out, _ = run("play", "knights", "--text", "--seed", "5", "--script", "")
    assert code == 0
    assert "knights#5" in out
    code, out, _ = run("play", "hex:3", "--text", "--clock", "15+10")
    assert code == 0
    assert "Red: 15:00 left" in out


@pytest.mark.skipif(os.name != "posix", reason="closes stderr in a shell")
def test_closed_stderr():
    command = f"{sys.executable} -m puzzlekit order pinball 2>&-"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0
    assert done.stdout == "pinball  order 20160  A8  degree 8, 4 generators\n"


def test_interrupt_in_destructor_is_raised_again(run, monkeypatch):
    class Interrupted:
        def __del__(self):
            raise KeyboardInterrupt  # as if Ctrl+C was pressed here

    def list_plugins(_):
        Interrupted()
        return 0

    repeated = threading.Event()
    monkeypatch.setattr("puzzlekit.cli.listing._run", list_plugins)
    monkeypatch.setattr("_thread.interrupt_main", repeated.set)
    assert run("list")[0] == 0
    assert repeated.wait(60)
