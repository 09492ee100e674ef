"""Tests for the code cache: other processes reuse it unless it is stale or damaged."""

import json
import os
import shutil
import subprocess
import sys
import time

import numba
import numpy
import pytest
from support import ROOT

from puzzlekit.core import code_cache
from puzzlekit.core.compiling import compiled, fingerprint, type_key
from puzzlekit.core.errors import shorten_path

pytestmark = pytest.mark.slow

SMALL = """
import json, sys
from numba import uint64
from puzzlekit.core.prng import splitmix64
from puzzlekit.core.compiling import compiled

FACTOR = 1

@compiled(uint64(uint64))
def roll(seed):
    return splitmix64(seed) % uint64(1000) * uint64(FACTOR)

if __name__ == "__main__":
    import small
    rolled = int(small.roll(88))
    print(json.dumps([rolled, sum(small.roll.dispatcher.stats.cache_hits.values())]))
"""

ROLLED = 126


@pytest.fixture
def module_path(tmp_path):
    """Return the path of the module with `roll`."""
    path = tmp_path / "site" / "small.py"
    path.parent.mkdir()
    path.write_text(SMALL)
    return path


@pytest.fixture
def start_process(module_path, tmp_path):
    """Return a function that starts a process calling `small.roll`."""
    (tmp_path / "tmp").mkdir()

    def started(**env):
        given = {
            "PUZZLEKIT_CACHE": str(tmp_path / "cache"),
            "PYTHONPATH": os.pathsep.join([str(module_path.parent), str(ROOT)]),
            "TMPDIR": str(tmp_path / "tmp"),
            "PYTHONDONTWRITEBYTECODE": "1",  # .pyc timestamps miss quick changes
        }
        return subprocess.Popen(
            [sys.executable, "-W", "error", str(module_path)],
            env=os.environ | given | env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return started


@pytest.fixture
def roll(start_process):
    """Return a function that runs a process and returns its number, cache hits and messages."""

    def rolled(**env):
        process = start_process(**env)
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        return *json.loads(out), err

    return rolled


def cached_files(folder):
    return [path for path in folder.rglob("*") if path.suffix in (".nbi", ".nbc")]


def test_changed_sources(roll, module_path, tmp_path):
    # Changes to its own file and to an inlined function of puzzlekit both invalidate the code.
    assert roll()[:2] == (ROLLED, 0)
    module_path.write_text(SMALL.replace("FACTOR = 1", "FACTOR = 2"))
    assert roll()[:2] == (2 * ROLLED, 0)
    module_path.write_text(SMALL)
    copy = tmp_path / "other"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "puzzlekit", copy / "puzzlekit", ignore=ignored)
    path = os.pathsep.join([str(module_path.parent), str(copy)])
    assert roll(PYTHONPATH=path)[0] == ROLLED
    chance = copy / "puzzlekit" / "core" / "prng.py"
    text = chance.read_text()
    last = "return z ^ (z >> uint64(31))"
    assert last in text
    facts = chance.stat()
    chance.write_text(text.replace(last, last.replace("31", "40")))
    os.utime(chance, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert roll(PYTHONPATH=path)[:2] == (665, 0)


def test_types_without_signature_are_cached_separately(start_process, module_path, tmp_path):
    # Processes that add different types to one numba index could otherwise swap their code.
    text = SMALL.replace("@compiled(uint64(uint64))", "@compiled()")
    use = "    print(json.dumps([rolled, sum(small.roll.dispatcher.stats.cache_hits.values())]))\n"
    assert use in text
    module_path.write_text(text.replace(use, "    small.roll(7.0)\n"))
    for _ in range(2):
        _, err = start_process().communicate(timeout=300)
        assert err == ""
    indexes = (tmp_path / "cache").rglob("*roll*.nbi")
    assert [len(list(path.parent.glob("*roll*.nbc"))) for path in indexes] == [1, 1]


def test_unwritable_cache(roll, tmp_path):
    # The code goes to a temporary folder, with one message; if that fails, it is not cached.
    (tmp_path / "cache").write_text("no folder")
    rolled, found, words = roll()
    spare = next((tmp_path / "tmp").iterdir())
    assert (rolled, found, words.count("\n")) == (ROLLED, 0, 1)
    cache = shorten_path(tmp_path / "cache")
    assert words.startswith(f"puzzlekit: Compiled code cannot be stored in {cache} (")
    assert f"so it is stored in {spare};" in words
    assert roll()[1] == 1
    shutil.rmtree(spare)
    spare.write_text("no folder")
    rolled, found, words = roll()
    assert (rolled, found, words.count("\n")) == (ROLLED, 0, 1)
    assert "so it is compiled again each time;" in words


FULL_DISK = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
"""

NO_FOLDERS = """
import os
def makedirs(*args, **options):
    raise OSError(28, "No space left on device")
os.makedirs = makedirs
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limits for files")
@pytest.mark.parametrize("limit", [FULL_DISK, NO_FOLDERS], ids=["files", "folders"])
def test_full_disk(roll, module_path, limit):
    # The machine code is used although it cannot be stored.
    module_path.write_text(limit + SMALL)
    for _ in range(2):
        rolled, found, words = roll()
        assert (rolled, found, words.count("\n")) == (ROLLED, 0, 1)
        assert "so it is compiled again each time;" in words


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows has no modes")
def test_insecure_folders_and_damaged_files(start_process, roll, tmp_path):
    for process in [start_process(), start_process()]:  # two processes at once
        out, err = process.communicate(timeout=300)
        assert (process.returncode, json.loads(out)[0], err) == (0, ROLLED, "")
    cache = tmp_path / "cache"
    assert cache.stat().st_mode & 0o777 == 0o700
    folders = list(cache.iterdir())
    for folder in folders:
        folder.chmod(0o777)
    rolled, found, words = roll()
    assert (rolled, found, words.count("\n")) == (ROLLED, 0, 1)
    assert f"stored in {shorten_path(cache)} " in words
    assert "(other users can write to it), so it is stored in" in words
    for folder in folders:
        folder.chmod(0o700)
    for path in cached_files(cache):
        data = path.read_bytes()
        path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert roll() == (ROLLED, 0, "")


def test_globals_and_numba_settings(roll, module_path, tmp_path):
    # Global values become part of the machine code although no source has changed.
    module_path.write_text(
        SMALL.replace("FACTOR = 1", 'import os; FACTOR = int(os.environ["FACTOR"])')
    )
    assert roll(FACTOR="1") == (ROLLED, 0, "")
    assert roll(FACTOR="2") == (2 * ROLLED, 0, "")
    assert roll(FACTOR="1", NUMBA_BOUNDSCHECK="1") == (ROLLED, 0, "")
    mine = str(tmp_path / "mine")
    assert roll(FACTOR="1", PUZZLEKIT_CACHE="", NUMBA_CACHE_DIR=mine) == (ROLLED, 0, "")
    assert cached_files(tmp_path / "mine")
    assert list((tmp_path / "tmp").iterdir()) == []


def test_plain_python_after_compiler_error(roll, module_path):
    text = SMALL.replace("uint64(FACTOR)\n", "uint64(FACTOR) if eval('True') else 0\n")
    use = "    rolled = int(small.roll(88))\n"
    assert use in text
    module_path.write_text(
        text.replace(use, "    one()\n    sys.exit(1)\n").replace(
            "if __name__",
            """
from puzzlekit.core.numba_status import has_numba, retry_without_numba

@retry_without_numba
def one():
    if has_numba():
        roll(88)
    print(json.dumps([88, 0]))
    sys.exit()

if __name__""",
        )
    )
    rolled, _, words = roll()
    assert (rolled, words.count("\n")) == (88, 1)
    assert "Running in plain Python, which is slower: numba cannot compile" in words
    assert "roll: TypingError" in words


def test_old_folders_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(code_cache, "MAX_FOLDERS", 3)
    days = (0, 1, 2, 3, 40)
    keys = [f"{number:024x}" for number in range(len(days))]
    for key, age in zip(keys, days, strict=True):
        folder = tmp_path / key
        folder.mkdir()
        when = time.time() - age * 24 * 3600
        os.utime(folder, (when, when))
    code_cache.remove_old_folders(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == keys[:3]
    code_cache.remove_old_folders.cache_clear()
    monkeypatch.setattr(code_cache, "KEPT_SECONDS", 36 * 3600)
    code_cache.remove_old_folders(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == keys[:2]


def test_other_files_in_folder_are_kept(tmp_path):
    # PUZZLEKIT_CACHE may name a folder with other files.
    others = [tmp_path / "photos" / "2020" / "a.jpg", tmp_path / "list.new"]
    for path in others:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("precious")
    for path in [*others, *tmp_path.rglob("*"), tmp_path]:
        os.utime(path, (0, 0))
    code_cache.remove_old_folders(tmp_path)
    assert all(path.read_text() == "precious" for path in others)


def test_sources_of_compiled_code():
    # Changes to a source file missing from the cache key would leave stale machine code.
    paths = (ROOT / "puzzlekit").rglob("*.py")
    compiled = [path for path in paths if "compiling import" in path.read_text(encoding="utf-8")]
    assert len(compiled) > 5
    for path in compiled:
        assert code_cache.is_own_source(str(path)), path
    assert code_cache.source_digest("<nowhere>") == ""


def test_fingerprints_depend_on_module():
    one, other = ({"__name__": name} for name in ("one", "other"))
    for module in (one, other):
        exec("def double(number):\n    return 2 * number", module)
    assert fingerprint(one["double"]) != fingerprint(other["double"])


def test_type_keys_are_unique():
    arrays = [
        numpy.zeros((2, 3)),
        numpy.zeros((2, 3), order="F"),
        numpy.zeros((4, 6))[::2, ::2],
        numpy.zeros(3, numpy.int32),
        numpy.frombuffer(b"abc", numpy.int8),  # read-only
    ]
    numbers = [0, -(2**63), 2**63, 2**64 - 1, True, 0.5, numpy.int8(3), numpy.int64(3)]
    pairs = [(array, number) for array in arrays for number in numbers]
    types = {}
    for value in [*arrays, *numbers, *pairs, None, "text"]:
        kind = numba.typeof(value)
        assert types.setdefault(type_key(value), kind) == kind


def test_interrupts_of_compiled_code():
    def interrupted(x):
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            raise SystemError("returned a result with an exception set") from error

    function = compiled()(interrupted)
    function._run = interrupted
    with pytest.raises(KeyboardInterrupt):
        function(1)
