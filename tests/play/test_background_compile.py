"""Tests for compiling games in a background process."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from random import Random

import pytest
from race_plugin import fast_race
from support import ROOT, Noughts, state_after

from puzzlekit import load
from puzzlekit.core import code_cache, disk_cache
from puzzlekit.core.progress import silent
from puzzlekit.play import background_compile
from puzzlekit.play.background_compile import MOVE_TABLES, PLAYERS
from puzzlekit.play.engine import HINT, MOVE, Engine, Request
from puzzlekit.players import compile_status, mcts
from puzzlekit.players.compile_status import compile_players, is_ready
from puzzlekit.players.mcts_player import PLAIN_LEVEL_SECONDS, playouts_of
from puzzlekit.players.player import PLAIN_SECONDS, SearchResult
from puzzlekit.players.registry import OFFERED_PLAYERS, is_searching_player, make_player
from puzzlekit.solving import short_solutions

GAME = "hex:3,swap=off"

#: Code that other tests have compiled.
COMPILED = os.environ["PUZZLEKIT_CACHE"]


#: Searches twice and prints the number of cache misses of the compiled functions.
LATER = """
from random import Random
from puzzlekit import load
from puzzlekit.players.registry import make_player

rules, mind = load("race"), make_player("mcts:50", blocking=False)
state = rules.start()
for _ in range(2):
    state = rules.play(state, mind.think(rules, state, Random(1)).move)
kernel = rules.compiled.kernel
functions = [each for each in kernel if each is not None]
print(sum(sum(each.dispatcher.stats.cache_misses.values()) for each in functions))
"""


@pytest.fixture
def cache(home, tmp_path, monkeypatch):
    """Enable background compilation with an empty cache folder, and return the folder."""
    pytest.importorskip("numba")
    folder = tmp_path / "cache"
    monkeypatch.setenv("PUZZLEKIT_CACHE", str(folder))
    monkeypatch.setenv("PUZZLEKIT_PREPARE", "on")
    return folder


@pytest.fixture
def started_processes(monkeypatch):
    """Replace the start of a process by an entry in a list, and return the list."""
    found = []
    monkeypatch.setattr(background_compile, "_start_process", lambda: found.append(1))
    return found


def think(thinker, spec, rules, game=GAME):
    return next(thinker.replies(Request(MOVE, (), spec, 1), rules, rules.start(), game))


@pytest.mark.parametrize("spec", ["mcts:30", "uct:30", "alphabeta:2", "greedy:2"])
def test_plain_reply_requests_compilation(cache, started_processes, spec):
    rules = load(GAME)
    thought = think(Engine(), spec, rules)
    assert thought.move in rules.legal_moves(rules.start())
    assert "checked_compiled_rules" not in vars(rules)
    assert started_processes == [1]
    wishes = [path.read_text() for path in cache.glob("*wanted*")]
    assert wishes == [f"{PLAYERS} {GAME}"]


def test_thinking_time_of_levels_without_compiled_code(cache, monkeypatch):
    asked = []

    def think(self, state, *, playouts, seconds, **rest):
        asked.append((playouts, seconds))
        return SearchResult("a1")

    monkeypatch.setattr(mcts.TreeSearch, "think", think)
    rules = load(GAME)
    for spec in ("mcts:champion", "mcts:beginner", "mcts:500", "mcts:9s"):
        make_player(spec, blocking=False).think(rules, rules.start(), Random(1))
    assert PLAIN_SECONDS < 2
    assert asked == [
        (playouts_of("champion"), PLAIN_SECONDS),
        (playouts_of("beginner"), PLAIN_LEVEL_SECONDS["beginner"]),
        (500, PLAIN_SECONDS),
        (None, 9.0),
    ]


def test_players_without_compiled_code(cache, started_processes):
    rules = Noughts()
    for spec in ("random", "greedy", "mcts:20"):
        list(Engine().replies(Request(MOVE, (), spec, 1), rules, rules.start(), "noughts"))
    list(Engine().replies(Request(MOVE, (), "greedy", 1), load(GAME), load(GAME).start(), GAME))
    assert started_processes == []


def test_disabled_compilation(cache, started_processes, monkeypatch):
    monkeypatch.setenv("PUZZLEKIT_PREPARE", "off")
    background_compile.request(PLAYERS, GAME)
    assert not background_compile.request_all()
    assert not background_compile.is_enabled()
    assert (started_processes, cache.exists()) == ([], False)


def test_unwritable_cache_folder(cache, started_processes, tmp_path, monkeypatch, capsys):
    # The files go to a temporary folder, with one message. Without one, compilation is disabled.
    spare = tmp_path / "tmp"
    spare.mkdir()
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(spare))
    cache.write_text("no folder")
    code_cache.warn_once.cache_clear()
    for _ in range(2):
        background_compile.request(PLAYERS, GAME)
    assert capsys.readouterr().err.count(f"cannot be stored in {cache}, so it is kept in") == 1
    assert started_processes == [1, 1]
    assert len(list(spare.rglob("*wanted*"))) == 1
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(cache))
    assert not background_compile.is_enabled()


def test_names_of_players_with_compiled_code(cache):
    for spec in OFFERED_PLAYERS:
        assert is_searching_player(spec) == hasattr(make_player(spec), "blocking")
    assert not is_ready(type(load(GAME)))


def test_failing_game_is_not_compiled_again(cache, monkeypatch):
    def fails(rules):
        raise ValueError

    rules = load(GAME)
    monkeypatch.setattr(compile_status, "_think", fails)
    with pytest.raises(ValueError):
        compile_players(rules)
    assert is_ready(type(rules))


def test_last_request_comes_first(cache, started_processes, monkeypatch):
    monkeypatch.setattr(
        background_compile, "_not_compiled", lambda: iter([(PLAYERS, "a"), (MOVE_TABLES, "b")])
    )
    background_compile.request(PLAYERS, "first")
    old = time.time() - 60
    (request,) = cache.glob("*wanted*")
    os.utime(request, (old, old))
    background_compile.request(MOVE_TABLES, "second:size=3@x y")
    requested = [(MOVE_TABLES, "second:size=3@x y"), (PLAYERS, "first")]
    jobs = list(background_compile._tasks(cache))
    assert jobs == [*requested, (PLAYERS, "a"), (MOVE_TABLES, "b")]
    background_compile.cancel()
    assert list(background_compile._tasks(cache)) == []
    background_compile.request(PLAYERS, "wanted")
    assert list(background_compile._tasks(cache)) == [(PLAYERS, "wanted")]
    assert background_compile.request_all()
    assert len(list(background_compile._tasks(cache))) == 2


def test_current_task(cache):
    assert background_compile.current_task() is None
    code_cache.write(cache, background_compile.DOING, b"Hex")
    assert background_compile.current_task() == "Hex"
    old = time.time() - background_compile.TIMEOUT_SECONDS - 1
    os.utime(cache / background_compile.DOING, (old, old))
    assert background_compile.current_task() is None


@pytest.mark.slow
def test_compiled_game_is_used(cache, add_plugin):
    with suppress(shutil.Error):  # the code of players need not be compiled again
        shutil.copytree(COMPILED, cache)
    background_compile.cancel()  # drop the tasks for all other games
    add_plugin("race", fast_race())
    thinker, rules = Engine(), load("race")
    think(thinker, "mcts:50", rules, "race")
    assert type(thinker._players[0, "mcts:50"]._search.trees[0]).__name__ == "PlainTree"
    background_compile._process.wait()
    assert is_ready(type(rules))
    assert background_compile.current_task() is None
    think(thinker, "mcts:50", rules, "race")
    assert type(thinker._players[0, "mcts:50"]._search.trees[0]).__name__ == "CompiledTree"
    code = set(cache.rglob("*-*"))
    ran = subprocess.run([sys.executable, "-c", LATER], cwd=ROOT, capture_output=True, text=True)
    assert (ran.stdout, ran.returncode) == ("0\n", 0), ran.stderr
    assert set(cache.rglob("*-*")) == code


@pytest.mark.slow
def test_word_table_for_puzzle_without_chain(tmp_path, monkeypatch):
    fill_compiled = pytest.importorskip("puzzlekit.solving.factorization.fill_compiled")
    tools = pytest.importorskip("puzzlekit.solving.factorization.support_compiled")
    monkeypatch.setattr(tools, "COMMUTATORS", 20_000)
    for work in ("MAX_BALL", "PAIRS", "CONJUGATES"):
        monkeypatch.setattr(fill_compiled, work, 20_000)
    monkeypatch.setattr(disk_cache, "cache_path", lambda: tmp_path / "tables")
    monkeypatch.setattr(background_compile, "find_chain", lambda rules, **how: None)
    rules = load("topspin:9#1")
    background_compile._make_tables(rules)
    assert len(list((tmp_path / "tables").iterdir())) == 1
    monkeypatch.setattr(short_solutions, "_tables", {})
    monkeypatch.setattr(fill_compiled, "fill_table", None)  # must read the stored table
    moves = short_solutions.twisty_word(rules, rules.start(), rules.goal, None, silent)
    assert state_after(rules, moves) == rules.goal


@pytest.mark.slow
def test_compilation_stops_with_parent_process(cache):
    code = "from puzzlekit.play import background_compile as b; b.request(); print(b._process.pid)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    deadline = time.monotonic() + 60
    with suppress(ProcessLookupError):
        while time.monotonic() < deadline:
            os.kill(int(run.stdout), 0)
            time.sleep(0.05)
        pytest.fail("the process goes on")
    assert background_compile.current_task() is None


@pytest.mark.slow
def test_process_without_tasks_ends(cache):
    background_compile.cancel()
    background_compile._start_process()
    assert background_compile._process.wait() == 0


@pytest.mark.slow
def test_cancel_compilation(cache):
    background_compile.request()
    while background_compile.current_task() is None:
        assert background_compile._process.poll() is None
        time.sleep(0.05)
    background_compile.cancel()
    assert background_compile._process.wait() == 0
    assert background_compile.current_task() is None


@pytest.mark.slow
def test_hint_requests_tables(cache, started_processes, monkeypatch, table_folder):
    made = []
    monkeypatch.setattr("puzzlekit.solving.chains.api._chains", {})  # of earlier tests
    monkeypatch.setattr("puzzlekit.solving.chains.chain.MAX_QUICK_POSITIONS", 0)
    monkeypatch.setattr(short_solutions, "FIRST_SEARCH_STATES", 10)
    monkeypatch.setattr(short_solutions, "_slow_hints", lambda *_: iter(()))
    monkeypatch.setattr(
        background_compile, "find_chain", lambda rules, *, metric, make: made.append((rules, make))
    )
    rules = load("twist:3#1")
    thinker = Engine()
    for _ in range(2):  # the second call must not request the tables again
        *_, found = thinker.replies(Request(HINT, ()), rules, rules.start(), "twist:3#1")
        assert not found.shortest
    assert started_processes == [1]
    request = background_compile._latest_request(cache)
    assert request == (background_compile.MOVE_TABLES, "twist:3#1")
    background_compile._make_tables(rules)
    assert made == [(rules, True)]
    pinball = load("pinball")
    list(Engine().replies(Request(HINT, ()), pinball, pinball.start(), "pinball"))
    assert background_compile._latest_request(cache) is None
