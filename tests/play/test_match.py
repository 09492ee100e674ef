"""Tests for matches between computer players and their scores."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support import Chase, Count, python, run_and_interrupt, state_after

from puzzlekit import OptionError, PuzzlekitError, load, records
from puzzlekit.play.match import (
    Game,
    MatchStats,
    Score,
    _defer_interrupts,
    elo,
    match,
    match_stats,
    score,
)
from puzzlekit.play.match_records import Event, game_to_session
from puzzlekit.players.playouts import playouts


def test_wilson_interval():
    # By definition, each end is 1.96 standard deviations from the measured share.
    for found in (Score(15, 0, 5), Score(60, 0, 40), Score(3, 0, 300), Score(10, 0, 0)):
        share, low, high = found.share
        assert 0 <= low <= share <= high <= 1
        for end in {low, high} - {share}:
            away = abs(share - end) / math.sqrt(end * (1 - end) / found.games)
            assert away == pytest.approx(1.959964)
    assert Score(10, 0, 0).share.high == 1
    assert Score(0, 0, 10).share.low == 0
    assert Score(0, 10, 0).share == Score(5, 0, 5).share
    assert Score(0, 0, 0).share[1:] == (0, 1)


def test_elo():
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.848502)
    assert elo(0.25) == pytest.approx(-190.848502)
    found = Score(10, 0, 0).elo
    assert (found.value, found.high) == (math.inf, math.inf)
    assert found.low == elo(Score(10, 0, 0).share.low)
    assert Score(1, 1, 1, seats=3).elo is None


def test_score():
    winners = [0, 0, None, 1]
    games = [Game(n, (n % 2, 1 - n % 2), winner, 9) for n, winner in enumerate(winners)]
    assert score(games) == Score(2, 1, 1)
    assert score(games, 1) == Score(1, 1, 2)


def test_match_stats():
    lines = ["abc", "abcd", "abcd", "cba"]
    games = [
        Game(number, (number % 2, 1 - number % 2), winner, len(moves), moves=tuple(moves))
        for number, (winner, moves) in enumerate(zip([1, 1, None, 0], lines, strict=True))
    ]
    assert match_stats(games) == MatchStats((1, 2), 3, 3, 3.5, 4)
    assert match_stats(games[2:3]) == MatchStats((0, 0), 1, 4, 4, 4)


def test_records_of_games():
    rules, players = load("hex:3"), ["greedy", "random"]
    games = list(match(rules, players, 3, seed=2, random_plies=2))
    for game in games:
        session = game_to_session(rules, players, game, "seed 2")
        again = records.read(records.write(session))
        assert tuple(again.all_moves) == game.moves
        assert len(game.moves) == game.plies
        assert again.final.winner == game.winner
        assert again.players == [players[mind] for mind in game.players]
        assert again.tags["Round"] == str(game.number + 1)
    assert games[0].moves[:2] == games[1].moves[:2] != games[2].moves[:2]


@pytest.mark.slow
def test_seats_alternate_and_stronger_player_wins():
    rules = load("hex:4,swap=off")
    games = list(match(rules, ["mcts:60", "random"], 10, seed=1))
    assert [game.number for game in games] == list(range(10))
    assert [game.players for game in games] == [(0, 1), (1, 0)] * 5
    assert score(games).wins >= 9


def test_players_rotate_among_three_seats():
    games = list(match(Count(goal=5), ["alphabeta:9", "random"], 9, seed=2))
    assert [game.players for game in games] == [(0, 1, 1), (1, 0, 1), (1, 1, 0)] * 3
    assert score(games).games == 9
    games = list(match(Count(goal=5), ["alphabeta:9", "random", "greedy"], 9, seed=2))
    assert [game.players for game in games] == [(0, 1, 2), (2, 0, 1), (1, 2, 0)] * 3
    scores = [score(games, mind) for mind in range(3)]
    assert sum(each.wins for each in scores) == 9
    assert all(each.games == 9 and each.seats == 3 for each in scores)


def test_endless_games_are_cut_off(noughts):
    chase = Chase()
    # In `Chase`, two kings run round a ring and neither can catch the other.
    games = list(match(chase, ["random", "greedy"], 2, max_plies=5))
    for game in games:
        assert (game.plies, game.winner, game.is_unfinished) == (5, None, True)
    record = records.write(game_to_session(chase, ["random", "greedy"], games[0], ""))
    assert "{cut off after ply 5} *" in record
    reports = []
    options = {"max_plies": 3, "progress": lambda *report: reports.append(report)}
    list(match(chase, ["random"] * 2, 1, **options))
    assert reports == [*(("plies of game 1", n, None) for n in range(3)), ("games", 1, 1)]
    assert not any(game.is_unfinished for game in match(noughts, ["random"] * 2, 5, max_plies=9))


def test_threefold_repetition_is_a_draw(monkeypatch):
    chase = Chase()

    def repetition_keys(game):
        lines = [game.moves[:plies] for plies in range(game.plies + 1)]
        return [chase.repetition_key(state_after(chase, moves)) for moves in lines]

    players = ["mcts:20", "greedy"]
    games = list(match(chase, players, 4))
    for game in games:
        met = repetition_keys(game)
        assert met.count(met[-1]) == max(map(met.count, met)) == 3
        assert (game.winner, game.is_unfinished) == (None, False)
        assert game.plies < 200
        text = records.write(game_to_session(chase, players, game, Event(0, 0, 5_000)))
        assert "{a draw by threefold repetition} *" in " ".join(text.split())
    assert playouts(chase, games=20).plies < 200
    monkeypatch.setattr(type(chase), "repetition", "loss")
    for game in match(chase, ["random"] * 2, 5, max_plies=100):
        keys = repetition_keys(game)
        assert keys.index(keys[-1]) < game.plies == len(set(keys))
        assert game.winner == game.plies % 2


def choose_first(rules, state, rng):
    """Choose the first legal move."""
    return rules.legal_moves(state)[0]


def choose_at_random(rules, state, rng):
    """Choose a random legal move."""
    return rng.choice(rules.legal_moves(state))


@pytest.mark.parametrize("jobs", [1, 2])
def test_functions_as_players(jobs):
    players = [choose_first, choose_at_random]
    games = sorted(match("hex:3,swap=off", players, 6, seed=1, jobs=jobs))
    assert games == list(match(load("hex:3,swap=off"), players, 6, seed=1))
    assert {game.moves[0] for game in games[::2]} == {"a1"}
    assert len({game.moves for game in games}) > 2
    (game,) = match("permute:4", [choose_first, "random"], 1)
    assert game.moves[0] == "Ca1-a1"


@pytest.mark.parametrize(
    ("player", "jobs", "message"),
    [
        (5, 1, "5 is not a player. Use a name such as 'mcts:club', or a function"),
        (Count, 1, "<class 'support.Count'> is not a player"),
        (lambda rules, state, rng: "a1", 2, "in several processes .* or use jobs=1"),
        (lambda rules, state, rng: "z9", 1, "Illegal move by '<lambda>': 'z9' is not a legal move"),
        (lambda rules, state, rng: None, 1, "None is not a legal move"),
    ],
)
def test_faulty_functions_as_players(player, jobs, message):
    with pytest.raises(PuzzlekitError, match=message):
        list(match("hex:3", [player, "random"], 2, jobs=jobs))


def test_several_processes_need_an_importable_player():
    code = (
        "from puzzlekit import PuzzlekitError, match\n"
        "def choose(rules, state, rng):\n"
        "    return rules.legal_moves(state)[0]\n"
        "try:\n"
        "    list(match('hex:3', [choose, 'random'], 2, jobs=2))\n"
        "except PuzzlekitError as error:\n"
        "    print(error)"
    )
    assert "Define players in a module" in python(code)


@pytest.mark.slow
def test_same_seed_with_any_number_of_processes():
    rules = load("hex:4")
    alone = list(match(rules, ["mcts:20", "greedy"], 6, seed=3))
    together = list(match(rules, ["mcts:20", "greedy"], 6, seed=3, jobs=2))
    assert sorted(together) == alone
    assert list(match(rules, ["mcts:20", "greedy"], 6, seed=4)) != alone


def test_number_of_processes(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "puzzlekit.play.match._in_parallel", lambda plan, numbers, jobs: asked.append(jobs) or ()
    )
    for games in (3, 1000):
        list(match(load("hex:3"), ["random", "random"], games, jobs=500))
    assert asked == [3, 61]


def test_random_openings_do_not_end_the_game(monkeypatch):
    rules = load("permute:3,swap=off")
    assert all(game.plies > 2 for game in match(rules, ["random"] * 2, 40, seed=1, random_plies=2))
    with pytest.raises(OptionError, match="too often; use fewer"):
        list(match(rules, ["random", "random"], 2, random_plies=100))
    rules, asked = load("hex:3"), []
    moves = rules.legal_moves
    monkeypatch.setattr(rules, "legal_moves", lambda state: asked.append(state) or moves(state))
    with pytest.raises(OptionError, match="end Hex too often"):
        list(match(rules, ["random", "random"], 2, random_plies=5_000))
    assert len(asked) < 100 * 11
    with pytest.raises(OptionError, match="999,999,999 random moves are too many"):
        list(match(rules, ["random", "random"], 2, random_plies=999_999_999))


@pytest.mark.parametrize(
    ("game", "players", "message"),
    [
        (Count(), ["random"] * 4, "needs two players or one for each of its 3 seats, not 4"),
        ("hex:3", ["random"], "needs two players, not 1"),
        ("hex:3", ["random", "gredy"], "Unknown player 'gredy'"),
        ("pinball", ["random", "random"], "not a game"),
    ],
)
def test_invalid_matches(game, players, message):
    with pytest.raises(OptionError, match=message):
        list(match(load(game) if isinstance(game, str) else game, players, 2))


@pytest.mark.parametrize("name", ["games", "jobs", "random_plies", "max_plies"])
def test_invalid_numbers(name):
    with pytest.raises(OptionError, match=f"`{name}` is -1"):
        next(match("hex:3", ["random", "random"], **{"games": 2, name: -1}))


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends a signal as Unix does")
@pytest.mark.parametrize("jobs", [1, 2])
def test_interruption_prints_the_score(jobs):
    argv = ["match", "hex:6", "greedy", "random", "--games", 100_000, "--jobs", jobs, "--json"]
    done = run_and_interrupt(argv, "games", 3)
    assert done.returncode == 130
    assert done.stderr == "puzzlekit: interrupted; score so far.\n"
    data = json.loads(done.stdout)
    assert 2 <= data["games"] == data["wins"] + data["draws"] + data["losses"] < 100_000


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_workers_end_with_killed_match():
    code = (
        "from puzzlekit import load; from puzzlekit.play.match import match\n"
        "if __name__ == '__main__':\n"
        "    for game in match(load('hex:4'), ['random'] * 2, 100_000, jobs=2):\n"
        "        print('game', flush=True)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout.readline() == "game\n"
        process.kill()
        process.wait()

    def members():
        """Return the processes that still run in the session of the killed process."""
        stats = [each.read_text() for each in Path("/proc").glob("[0-9]*/stat")]
        fields = [each.rpartition(")")[2].split() for each in stats]
        return [each for each in fields if int(each[3]) == process.pid and each[0] != "Z"]

    until = time.monotonic() + 60
    while members() and time.monotonic() < until:
        time.sleep(0.1)
    assert not members()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be blocked")
def test_ctrl_c_waits_for_processes_to_start():
    calls = []

    def begin():
        with _defer_interrupts():
            signal.raise_signal(signal.SIGINT)
            calls.append(True)

    with pytest.raises(KeyboardInterrupt):
        begin()
    assert calls == [True]
