"""Compiled code is found again by the next process, and never when it is stale or damaged."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time

import pytest
from support import ROOT

from puzzlekit.core import code_cache

pytestmark = pytest.mark.slow

SMALL = """
import json, sys
import numpy
from puzzlekit.core.chance import draw
from puzzlekit.core.compiling import njit

FACTOR = 1

@njit(cache=True)
def roll(state, below):
    return draw(state, below) * FACTOR

if __name__ == "__main__":
    import importlib, itertools, small
    for _ in itertools.chain(["first"], sys.stdin):  # read anew for each line
        importlib.reload(sys.modules["puzzlekit.core.chance"])
        importlib.reload(small)
        rolled = int(small.roll(numpy.array([88], numpy.uint64), 1000))
        print(json.dumps([rolled, sum(small.roll.stats.cache_hits.values())]), flush=True)
"""

ROLLED = 257


@pytest.fixture
def start(tmp_path):
    """Return a function that starts a process which calls `small.roll`."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "small.py").write_text(SMALL)
    (tmp_path / "tmp").mkdir()

    def started(**env):
        given = {
            "PUZZLEKIT_CACHE": str(tmp_path / "cache"),
            "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)]),
            "TMPDIR": str(tmp_path / "tmp"),
        }
        return subprocess.Popen(
            [sys.executable, "-W", "error", str(site / "small.py")],
            env=os.environ | given | env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return started


@pytest.fixture
def roll(start):
    """Return a function for what such a process has rolled, whether it found code, and its words"""

    def rolled(**env):
        process = start(**env)
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        return *json.loads(out), err

    return rolled


def kept(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_change_of_what_it_calls_is_a_change(roll, tmp_path):
    """Of its own file, and of a file of puzzlekit that compiled it into something else."""
    assert roll()[:2] == (ROLLED, 0)
    small = tmp_path / "site" / "small.py"
    small.write_text(SMALL.replace("FACTOR = 1", "FACTOR = 2"))
    assert roll()[:2] == (2 * ROLLED, 0)
    small.write_text(SMALL)
    copy = tmp_path / "other"
    shutil.copytree(ROOT / "puzzlekit", copy / "puzzlekit")
    path = os.pathsep.join([str(small.parent), str(copy)])
    assert roll(PYTHONPATH=path)[:2] == (ROLLED, 1)
    chance = copy / "puzzlekit" / "core" / "chance.py"
    text = chance.read_text()
    last = "return int64((high * uint64(below)) >> uint64(32))"
    assert last in text
    chance.write_text(text.replace(last, "return int64(0)"))
    assert roll(PYTHONPATH=path)[:2] == (0, 0)


def test_two_processes_that_compile_at_once(start, roll, tmp_path):
    for process in [start(), start()]:
        out, err = process.communicate(timeout=300)
        assert (process.returncode, json.loads(out)[0], err) == (0, ROLLED, "")
    assert roll() == (ROLLED, 1, "")
    assert not [path for path in kept(tmp_path / "cache") if path.suffix == ".new"]


def test_a_damaged_file_is_made_anew(start, roll, tmp_path):
    spoils = [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: b"garbage" * 100,
        lambda data: hashlib.sha256(b"garbage").digest() + b"garbage",
    ]
    process = start()

    def again():
        return json.loads(process.stdout.readline())

    assert again() == [ROLLED, 0]
    for spoil in spoils:
        spoiled = {path: spoil(path.read_bytes()) for path in kept(tmp_path / "cache")}
        for path, data in spoiled.items():
            path.write_bytes(data)
        process.stdin.write("again\n")
        process.stdin.flush()
        assert again() == [ROLLED, 0]
        assert spoiled
        assert all(path.read_bytes() != data for path, data in spoiled.items())
    assert process.communicate(timeout=300) == ("", "")
    assert roll() == (ROLLED, 1, "")


def test_a_cache_that_cannot_be_written_to(roll, tmp_path):
    """A temporary folder takes its place, and this is said once; it may have to be made anew."""
    (tmp_path / "cache").write_text("no folder")
    rolled, found, words = roll()
    spare = next((tmp_path / "tmp").iterdir())
    assert (rolled, found, words.count("\n")) == (ROLLED, 0, 1)
    assert words.startswith(f"puzzlekit: Compiled code cannot be kept in {tmp_path / 'cache'} (")
    assert f"so it is kept in {spare};" in words
    assert roll() == (ROLLED, 1, "")
    shutil.rmtree(spare)
    spare.write_text("no folder")
    rolled, found, words = roll()
    assert (rolled, found, words.count("\n")) == (ROLLED, 0, 1)
    assert "so it is made anew each time;" in words


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="only the user has such a folder")
def test_a_temporary_folder_that_others_can_write_to_is_not_read(roll, tmp_path):
    (tmp_path / "cache").write_text("no folder")
    roll()
    spare = next((tmp_path / "tmp").iterdir())
    spare.chmod(0o777)
    rolled, found, words = roll()
    assert (rolled, found) == (ROLLED, 0)
    assert "made anew" in words


def test_values_that_come_from_elsewhere_count(roll, tmp_path):
    """They become part of the machine code, though no source has changed."""
    small = tmp_path / "site" / "small.py"
    small.write_text(SMALL.replace("FACTOR = 1", 'import os; FACTOR = int(os.environ["FACTOR"])'))
    assert roll(FACTOR="1")[:2] == (ROLLED, 0)
    assert roll(FACTOR="2")[:2] == (2 * ROLLED, 0)
    assert roll(FACTOR="1")[:2] == (ROLLED, 1)


def test_what_is_compiled_is_found_again_under_the_same_settings(roll, tmp_path):
    assert roll() == (ROLLED, 0, "")
    assert roll(NUMBA_BOUNDSCHECK="1") == (ROLLED, 0, "")
    assert roll() == (ROLLED, 1, "")
    assert list((tmp_path / "tmp").iterdir()) == []


def test_old_folders_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(code_cache, "MOST_FOLDERS", 3)
    days = (0, 1, 2, 3, 40)
    keys = [f"{number:024x}" for number in range(len(days))]
    for key, age in zip(keys, days, strict=True):
        folder = tmp_path / key
        folder.mkdir()
        (folder / "code").write_bytes(b"")
        when = time.time() - age * 24 * 3600
        os.utime(folder, (when, when))
    for name, age in (("old.new", 7200), ("fresh.new", 60)):
        (tmp_path / keys[0] / name).write_bytes(b"")
        os.utime(tmp_path / keys[0] / name, (time.time() - age,) * 2)
    os.utime(tmp_path / keys[0])
    code_cache.tidy(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == keys[:3]
    assert {path.name for path in (tmp_path / keys[0]).iterdir()} == {"code", "fresh.new"}
    code_cache.tidy.cache_clear()
    monkeypatch.setattr(code_cache, "KEPT_SECONDS", 36 * 3600)
    code_cache.tidy(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == keys[:2]


def test_what_else_is_in_the_folder_stays(tmp_path):
    """Somebody may name a folder of theirs as the place for compiled code."""
    others = [tmp_path / "photos" / "2020" / "a.jpg", tmp_path / "photos" / "notes.new"]
    others.append(tmp_path / "list.new")
    for path in others:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("precious")
    for path in [*others, *tmp_path.rglob("*"), tmp_path]:
        os.utime(path, (0, 0))
    code_cache.tidy(tmp_path)
    assert all(path.read_text() == "precious" for path in others)


def test_all_rooms_with_compiled_code_count():
    """A source whose machine code is kept under a key that knows nothing of it would be stale."""
    compiled = [
        path
        for path in (ROOT / "puzzlekit").rglob("*.py")
        if "compiling import" in path.read_text(encoding="utf-8")
    ]
    assert len(compiled) > 5
    for path in compiled:
        assert any(path.is_relative_to(room) for room in code_cache.ROOMS), path


def test_code_whose_source_cannot_be_read_is_not_kept():
    assert code_cache.stamp("<nowhere>") == ""
