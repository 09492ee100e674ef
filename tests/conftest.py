"""Shared fixtures: a temporary home folder, small games and fresh registries."""

import atexit
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager, nullcontext
from random import Random

# Keep the plugins, saves and language of the person who runs the tests out of them.
_HOME = tempfile.mkdtemp(prefix="puzzlekit-tests-")
os.environ |= {"PUZZLEKIT_HOME": _HOME, "LANGUAGE": "en"}

import pytest
from hypothesis import settings
from support import FakeClock, Noughts, clear_plugin_caches, sample_size

from puzzlekit.cli import main, progress_bar
from puzzlekit.core import disk_cache
from puzzlekit.plugin import probe
from puzzlekit.rules import frames
from puzzlekit.testing import contract, ending, fast_path

atexit.register(shutil.rmtree, _HOME, ignore_errors=True)

# Some CI systems start processes with SIGINT ignored, which child processes inherit.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("puzzlekit", deadline=None, max_examples=20)
settings.load_profile("puzzlekit")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Return an empty home folder, to which a test can add plugins."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("PUZZLEKIT_HOME", str(folder))
    clear_plugin_caches()
    yield folder
    clear_plugin_caches()


@pytest.fixture
def table_folder(tmp_path, monkeypatch):
    """Return an unused folder for stored tables."""
    monkeypatch.setattr(disk_cache, "cache_path", lambda: tmp_path / "tables")
    return tmp_path / "tables"


@pytest.fixture
def time():
    """Return a clock that moves only when set."""
    return FakeClock()


@pytest.fixture
def probes():
    """Probe added plugins in a child process, as puzzlekit does."""


@pytest.fixture
def add_plugin(home, request, monkeypatch):
    """Return a function that writes a file into the plugin directory.

    Plugins are not probed in a child process, which is slow, unless the test uses `probes`.
    """
    if "probes" not in request.fixturenames:
        monkeypatch.setattr(probe, "is_child", True)

    def add(name, text):
        path = home / "plugins" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        clear_plugin_caches()
        return path

    return add


@pytest.fixture
def run(capfd, home):
    """Return a function that runs a command in this process: exit code, stdout and stderr."""

    def run(*argv):
        code = main(list(map(str, argv)))
        out, err = capfd.readouterr()
        return code, out, err

    return run


@pytest.fixture
def data(run):
    """Return a function that runs a command with --json and returns its data."""

    def data(*argv):
        code, out, err = run(*argv, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    return data


@pytest.fixture
def command_error(run):
    """Return a function that runs a command that must fail and returns its error message."""

    def command_error(*argv):
        code, out, err = run(*argv)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("puzzlekit: ")
        assert len(err) < 500
        return err

    return command_error


@pytest.fixture
def run_interrupted(run, monkeypatch):
    """Return a function that runs a command until its progress reaches `done`, then Ctrl+C."""

    def run_interrupted(argv, what, done=0):
        def progress(stage, reached, total):
            if stage.startswith(what) and reached >= done:
                raise KeyboardInterrupt

        monkeypatch.setattr(progress_bar, "show_progress", lambda: nullcontext(progress))
        return run(*argv)

    return run_interrupted


@pytest.fixture
def lock_elsewhere():
    """Return a context manager during which another process holds the lock of a file."""
    code = (
        "import sys; from pathlib import Path; from puzzlekit.core.locks import FileLock\n"
        "lock = FileLock(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    )

    @contextmanager
    def locked(path):
        command = [sys.executable, "-c", code, str(path)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
            assert other.stdout.readline() == b"held\n"
            yield
            other.stdin.close()
            other.wait()

    return locked


@pytest.fixture
def short_checks(monkeypatch):
    """Let contract tests play fewer games, compare fewer forms and count fewer positions."""
    for name in ("PLAYOUTS", "FORMS"):
        monkeypatch.setattr(fast_path, name, sample_size(getattr(fast_path, name)))
    monkeypatch.setattr(ending, "GAMES", sample_size(ending.GAMES, 4))
    size = sample_size(contract.MAX_POSITIONS, share=500)
    monkeypatch.setattr(contract, "MAX_POSITIONS", size)
    monkeypatch.setattr(contract, "COUNTING_SECONDS", math.inf)
    monkeypatch.setattr(frames, "MAX_FRAMES", sample_size(frames.MAX_FRAMES, share=20))


@pytest.fixture
def noughts():
    """Return noughts and crosses."""
    return Noughts()


@pytest.fixture
def random_position():
    """Return a function for positions of unfinished games, given the possible numbers of plies."""

    def walked(rules, rng, lengths):
        for _attempt in range(1000):
            state, plies = rules.start(), rng.choice(lengths)
            while plies and (moves := rules.legal_moves(state)):
                state, plies = rules.play(state, rng.choice(moves)), plies - 1
            if rules.legal_moves(state):
                return state
        raise AssertionError(f"no unfinished position of {rules.name} found")

    return walked


@pytest.fixture
def fast_games():
    """Return a function that plays random games with plain and compiled rules in parallel."""

    def positions(rules, games, seed=0):
        """Yield each position, the move made there (None at the end) and its array."""
        fast, rng = rules.compiled, Random(seed)
        for _ in range(games):
            state = rules.start()
            array = fast.encode(state)
            while moves := rules.legal_moves(state):
                move = "swap" if "swap" in moves and rng.random() < 0.4 else rng.choice(moves)
                yield state, move, array
                state = rules.play(state, move)
                array = fast.apply(array, fast.number(move))
            yield state, None, array

    return positions


@pytest.fixture
def compare_rules(fast_games):
    """Return a function that compares compiled with plain rules along random games."""

    def compare(rules, games, seed=0, every=1):
        """Compare the rules in full in every position whose number is a multiple of `every`."""
        fast = rules.compiled
        for number, (state, move, array) in enumerate(fast_games(rules, games, seed)):
            # The array that was played move by move equals the state, bookkeeping included.
            assert fast.decode(array) == state
            assert array[: fast.key_size].tolist() == fast.encode(state)[: fast.key_size].tolist()
            if number % every == 0:
                legal = [fast.number(word) for word in rules.legal_moves(state)]
                assert fast.legal_moves(array) == legal
                assert list(fast_path.check_position(rules, state)) == []
                assert list(fast_path.check_winning_and_rate(rules, state)) == []
                assert move is None or list(fast_path.check_step(rules, state, move)) == []

    return compare


@pytest.fixture
def is_likely():
    """Return a function that checks whether counts fit given probabilities (chi-squared test)."""

    def likely(found, chances):
        total = sum(found.values())
        distance = sum(
            (found[end] - total * chance) ** 2 / (total * chance) for end, chance in chances.items()
        )
        free = len(chances) - 1
        return set(found) <= set(chances) and distance < free + 5 * math.sqrt(2 * free)

    return likely
