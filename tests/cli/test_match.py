"""Tests for the command `match` and for the assignment of sides."""

import errno
import inspect
import io
import json

import pytest
from support import Chase, Noughts

import puzzlekit.play.match
from puzzlekit import records

#: Source of a plugin without a fast path.
NOUGHTS = f"from puzzlekit import BoardGame, Piece, Result, grid\n\n\n{inspect.getsource(Noughts)}"


@pytest.fixture
def type_lines(monkeypatch):
    def write(*lines):
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*lines, ""])))

    return write


@pytest.mark.slow
def test_match(run):
    code, out, _ = run("match", "hex:4,swap=off", "mcts:40", "random", "--games", "6", "--jobs=1")
    assert code == 0
    assert out.splitlines()[0] == "mcts:40 against random, hex:4,swap=off: 6 games"
    assert "score 100.0%  (95%: 61.0 to 100.0)" in out
    assert "Elo   +inf  (95%: +77 to +inf)" in out


def test_match_json(data):
    found = data(
        *("match", "hex:4", "greedy", "random", "--games", "4", "--jobs", "1"),
        *("--random-plies", "2", "--seed", "5"),
    )
    assert found["games"] == found["wins"] + found["draws"] + found["losses"] == 4
    assert (found["seed"], found["random_plies"]) == (5, 2)
    assert set(found["score"]) == set(found["elo"]) == {"value", "low", "high"}
    assert sum(found["wins_by_seat"]) == found["wins"] + found["losses"]
    assert 1 <= found["different_games"] <= 4
    assert 4 <= found["plies"]["shortest"] <= found["plies"]["mean"] <= found["plies"]["longest"]


def test_wins_by_seat_and_game_lengths(run):
    # On 2×2 cells without a swap, the first player wins with the second stone.
    _, out, _ = run("match", "hex:2,swap=off", "greedy", "greedy", "--games", "2", "--jobs", "1")
    assert "wins by seat: 1st 2, 2nd 0" in out
    assert "different games: " in out
    assert "plies per game: min 3, mean 3.0, max 3" in out


HEX = ["match", "hex:3", "greedy", "random", "--jobs", "1", "--games", "3"]


def test_save_match_records(run, command_error, tmp_path):
    path = tmp_path / "new" / "games.pgn"
    assert run(*HEX, "--save", str(path))[0] == 0
    text = path.read_text()
    assert text.count("[Round ") == 3
    code, out, err = run("convert", f"{path}#3", "--to", "record")
    assert (code, err) == (0, "")
    assert text.endswith("\n\n" + out)
    code, out, err = run("convert", str(path), "--to", "record")
    assert text.startswith(out)
    assert "contains 3 games. This is the first one; open games.pgn#2 for the next" in err
    for number in (0, 4):
        err = command_error("convert", f"{path}#{number}", "--to", "record")
        assert f"has no game {number}; choose one from 1 to 3" in err


def test_existing_file_needs_force(run, command_error, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("mine")
    message = "already exists; --force replaces it, --resume continues it."
    assert message in command_error(*HEX, "--save", path)
    assert path.read_text() == "mine"
    assert run(*HEX, "--save", str(path), "--force")[0] == 0
    assert path.read_text().startswith("[Game")
    assert "is a folder; name a file in it" in command_error(*HEX, "--save", tmp_path, "--force")
    err = command_error(*HEX, "--save", tmp_path / "x.pgn", "--plies", "50001")
    assert "use --plies 50000 or fewer" in err
    assert not (tmp_path / "x.pgn").exists()


@pytest.mark.parametrize("ended", [0, 2])
def test_interrupted_match_keeps_finished_games(ended, run, tmp_path, monkeypatch):
    path, play = tmp_path / "games.pgn", puzzlekit.play.match._play

    def play_or_interrupt(rules, plan, number, progress):
        if number == ended:
            raise KeyboardInterrupt
        return play(rules, plan, number, progress)

    monkeypatch.setattr("puzzlekit.play.match._play", play_or_interrupt)
    code, out, err = run(*HEX, "--save", str(path))
    assert code == 130
    assert ("no game was finished" in err) == (out == "") == (not ended)
    assert ("--resume continues" in err) == bool(ended)
    assert path.exists() == bool(ended)
    assert not ended or path.read_text().count("[Round ") == ended


def test_resume_match(run, tmp_path):
    # The result must equal that of an uninterrupted match.
    whole, parts = tmp_path / "whole.pgn", tmp_path / "parts.pgn"
    match = ["match", "hex:3", "greedy", "random", "--jobs", "1", "--random-plies", "1"]
    for games in ("2", "2", "5"):
        code, out, _ = run(*match, "--games", games, "--save", str(parts), "--resume")
        assert code == 0
        assert f": {games} games" in out
    assert run(*match, "--games", "5", "--save", str(whole)) == (0, out, "")
    assert parts.read_text() == whole.read_text()
    # Surplus games are not counted.
    code, few, _ = run(*match, "--games", "2", "--save", str(parts), "--resume")
    assert ": 2 games" in few
    assert parts.read_text() == whole.read_text()
    # A missing game is played.
    games = whole.read_text().split("\n\n[Game")
    parts.write_text("\n\n[Game".join([*games[:1], *games[2:]]))
    assert run(*match, "--games", "5", "--save", str(parts), "--resume") == (0, out, "")
    again = parts.read_text().split("\n\n[Game")
    assert sorted(map(str.strip, again[1:])) == sorted(map(str.strip, games[1:]))


def test_resume_rejects_other_records(run, command_error, tmp_path):
    path = tmp_path / "games.pgn"
    run(*HEX, "--save", path)
    first, second, third = path.read_text().split("\n\n[Game")
    cut = second[: second.index("1. ") + 5]
    resigned = cut.replace("[Round", '[Termination "resigned"]\n[Round') + " 1-0"
    event = "it has 'seed 1, random plies 0, plies 5000' as its Event, not"
    sizes = "game 2: it is a game of hex:size=4, not of hex:size=3; use"
    for changed, words in [
        (second.replace("hex:size=3", "hex:size=4"), sizes),
        (second.replace("seed 0, ", "seed 1, "), event),
        (second.replace("Event", "Site"), "it has nothing as its Event, not 'seed 0, "),
        (second.replace('Round "2"', 'Round "0"'), "'0' is not a round number"),
        (
            second.replace('Round "2"', 'Round "3"'),
            "its players are random, greedy, not greedy, random; use",
        ),
        (cut, "game 2: it is incomplete; delete it to have it played again."),
        *((each, "2: it is incomplete") for each in (f"{cut} {{strong}} *", f"{cut} *", resigned)),
    ]:
        whole = "\n\n[Game".join([first, changed, third])
        path.write_text(whole)
        assert words in command_error(*HEX, "--save", path, "--resume")
        assert path.read_text() == whole


def test_resume_adds_no_utf_8_to_utf_16(run, command_error, tmp_path):
    path = tmp_path / "games.pgn"
    assert run(*HEX, "--save", path)[0] == 0
    path.write_text(path.read_text(), encoding="utf-16")  # as PowerShell 5 does
    before = path.read_bytes()
    assert "save it in UTF-8" in command_error(*HEX, "--games", "4", "--save", path, "--resume")
    assert path.read_bytes() == before
    assert run(*HEX, "--save", path, "--force")[0] == 0
    assert path.read_text().startswith("[Game")


def test_resume_with_unusual_side_names(run, add_plugin, tmp_path):
    # Names of sides may equal header names, and the file may exist but be empty.
    path = tmp_path / "games.pgn"
    path.touch()
    called = NOUGHTS.replace('("Cross", "Nought")', '("Round", "Event")')
    assert called != NOUGHTS
    add_plugin("noughts", called)
    match = ["match", "noughts", "greedy", "random", "--jobs", "1", "--save", str(path), "--resume"]
    assert run(*match, "--games", "2")[0] == 0
    assert path.read_text().startswith("[Game")
    code, out, _ = run(*match, "--games", "4", "--plies", "5000")
    assert code == 0
    assert ": 4 games" in out


def test_interrupted_match_keeps_games_of_other_process(run, tmp_path, monkeypatch):
    # An interruption before the end of the first game must not remove games of another process.
    path = tmp_path / "games.pgn"

    def write_and_interrupt(*_):
        path.write_text("somebody's games")
        raise KeyboardInterrupt

    monkeypatch.setattr("puzzlekit.play.match._play", write_and_interrupt)
    assert run(*HEX, "--save", str(path))[0] == 130
    assert path.read_text() == "somebody's games"


def test_resume_respects_record_size_limit(run, tmp_path, monkeypatch):
    path = tmp_path / "games.pgn"
    assert run(*HEX, "--save", str(path))[0] == 0
    text = path.read_text()
    monkeypatch.setattr("puzzlekit.play.records.collection.MAX_BYTES", len(text) + 10)
    code, out, err = run(*HEX, "--games", "4", "--save", str(path), "--resume")
    assert code == 2
    assert "choose another file" in err
    assert ": 3 games" in out
    assert path.read_text() == text


def test_playouts(run, add_plugin):
    add_plugin("noughts", NOUGHTS)
    code, out, _ = run("playouts", "clobber", "--games", "3")
    assert code == 2
    code, out, _ = run("playouts", "noughts", "--games", "3")
    assert code == 0
    assert [line.split("  ")[0] for line in out.splitlines()] == [
        *("", "games", "games per second", "plies per game", "moves per position"),
        *("1st player wins", "2nd player wins", "draws"),
    ]


@pytest.mark.slow
def test_compiled_and_plain_playouts(run, data):
    pytest.importorskip("numba")
    _, out, _ = run("playouts", "permute:4", "--games", "50", "--plain")
    assert out.split()[:3] == ["compiled", "plain", "Python"]
    assert out.splitlines()[-1].startswith("ratio ")
    found = data("playouts", "permute:4", "--games", "50")
    assert found["fast"]["games"] == sum(found["fast"]["wins"]) + found["fast"]["draws"] == 50
    assert "plain" not in found


@pytest.mark.parametrize(
    ("argv", "players"),
    [
        (["permute:4", "--yellow", "greedy"], ["human", "greedy"]),
        (["permute:4", "--orange=greedy"], ["greedy", "human"]),
        (["--orange", "random", "--yellow", "human", "permute:4"], ["random", "human"]),
        (["hex:3", "--red", "mcts:20", "--blue", "mcts:0.1s"], ["mcts:20", "mcts:0.1s"]),
        (["permute:4", "--players", "human,random"], ["human", "random"]),
        (["permute:4"], ["human", "human"]),
    ],
)
def test_players_by_side(argv, players, run, monkeypatch):
    def check_players(session, **_):
        assert session.players == players
        return 0

    monkeypatch.setattr("puzzlekit.ui.terminal.game.play", check_players)
    assert run("play", *argv, "--text") == (0, "", "")


@pytest.mark.slow
def test_engine_lines(run, type_lines):
    type_lines("quit")
    _, out, _ = run("play", "hex:3", "--red", "mcts:30", "--text", "--think")
    assert "Red (mcts:30) plays " in out
    assert " after 30 playouts, line " in out
    type_lines("think", "a1", "think", "quit")
    _, out, _ = run("play", "hex:3,swap=off", "--blue", "mcts:30", "--text")
    assert "Engine lines are on." in out
    assert out.count("after 30 playouts") == 1
    assert "Engine lines are off." in out
    type_lines("quit")
    _, out, _ = run("play", "hex:3", "--red", "mcts:30", "--text")
    assert "30 playouts" not in out


@pytest.mark.slow
def test_interrupted_playouts_print_statistics(run, add_plugin, monkeypatch):
    def interrupt(self, games):
        raise KeyboardInterrupt

    monkeypatch.setattr("puzzlekit.players.playouts._PlainPlayouts.play", interrupt)
    monkeypatch.setattr("puzzlekit.players.playouts._Compiled.play", interrupt, raising=False)
    monkeypatch.setattr("puzzlekit.players.playouts._Compiled.__init__", lambda *_: None)
    code, out, err = run("playouts", "hex:3", "--seconds", "60", "--plain")
    assert code == 130
    assert "games" in out
    assert "interrupted" in err
    add_plugin("noughts", NOUGHTS)
    code, out, _ = run("playouts", "noughts", "--seconds", "60", "--json")
    assert code == 130
    assert json.loads(out)["plain"]["games"] == 0


def test_full_disk_keeps_score_and_complete_records(run, tmp_path, monkeypatch):
    path = tmp_path / "m.pgn"
    real, remaining = records.Collection.add, [2]

    def add(self, session):
        remaining[0] -= 1
        if remaining[0] < 0:
            file = self._file

            class Full:
                fileno, truncate, close = file.fileno, file.truncate, file.close

                def write(self, data):
                    file.write(data[:10])
                    raise OSError(errno.ENOSPC, "No space left on device")

            self._file = Full()
        real(self, session)

    monkeypatch.setattr(records.Collection, "add", add)
    code, out, err = run(
        *("match", "hex:3", "random", "random", "--games", "5", "--jobs", "1", "--save", str(path))
    )
    assert code == 2
    assert "No space left on device" in err
    assert err.rstrip().endswith("Score so far:")
    assert ": 2 games" in out
    assert path.read_text().count("[ID") == 2
    assert path.read_text() == path.read_text().rstrip() + "\n"


def test_file_is_locked_by_running_match(run, command_error, tmp_path, lock_elsewhere):
    path = tmp_path / "records" / "games.pgn"
    assert run(*HEX, "--save", path)[0] == 0
    before = path.read_text()
    with lock_elsewhere(path):
        for more in ("--resume", "--force"):
            err = command_error(*HEX, "--games", "5", "--save", path, more)
            assert "games.pgn is in use by another process" in err
    assert path.read_text() == before
    assert run(*HEX, "--games", "5", "--save", path, "--resume")[0] == 0
    assert path.read_text().count("[Round ") == 5
    assert list(path.parent.iterdir()) == [path]


def test_resume_match_with_repetition_draws(run, add_plugin, tmp_path):
    add_plugin("chase", f"from puzzlekit import *\n\n\n{inspect.getsource(Chase)}")
    path = tmp_path / "games.pgn"
    match = ["match", "chase", "random", "greedy", "--jobs", "1", "--save", path]
    code, out, _ = run(*match, "--games", "2")
    assert code == 0
    assert "cut off" not in out
    code, out, _ = run(*match, "--games", "3", "--resume")
    assert (code, "3 draws" in out, "cut off" in out) == (0, True, False)
    assert path.read_text().count("[Round ") == 3
