"""State spaces in files: bounded memory, and searches that resume after any interruption."""

import json
import os
import signal
import subprocess
import sys

import pytest
from support import sample

from puzzlekit import LimitReachedError, load
from puzzlekit.core.errors import SaveError
from puzzlekit.solving.spaces import store
from puzzlekit.solving.spaces.space import open_space

pytest.importorskip("numba")
pytestmark = pytest.mark.slow

#: The 4×2 sliding puzzle, counted in steps.
GAME = "fifteen:4,height=2"


@pytest.fixture
def open_file(tmp_path):
    """Return a function that opens the space of the game, by default in the file `x`."""

    def opened(file=tmp_path / "x", **options):
        rules = load(GAME)
        return open_space(rules, rules.goal, file=file, **options)

    return opened


@pytest.fixture(scope="module")
def counts():
    rules = load(GAME)
    return list(open_space(rules, rules.goal).levels())


@pytest.mark.parametrize("memory", [1 << 30, 1_500])
def test_counts_do_not_depend_on_memory(open_file, counts, memory):
    found = open_file(memory=memory)
    parts = found._store.parts
    assert (len(parts) == 1) == (memory == 1 << 30)
    assert list(found.levels()) == counts
    again = open_file()
    assert list(again.levels()) == counts
    assert again.distance(found.farthest(1)[0]) == len(counts) - 1
    assert {again.distance(state) for state in again.farthest(5)} == {len(counts) - 1}


@pytest.mark.parametrize("memory", [1 << 30, 2_000])
@pytest.mark.parametrize("reads", sample([3, 20, 100, 400, 3000], 3))
def test_resume_after_interruption(open_file, counts, monkeypatch, memory, reads):
    """Interrupt between two rows of a level that is half written."""
    done = 0
    real = store.FileStore.read

    def read(self, begin, end):
        nonlocal done
        done += 1
        if done == reads:
            raise KeyboardInterrupt
        return real(self, begin, end)

    monkeypatch.setattr(store.FileStore, "read", read)
    try:
        list(open_file(memory=memory).levels())
    except KeyboardInterrupt:
        stopped = open_file(memory=memory)
        assert 0 < len(stopped.counts) < len(counts)
        assert list(stopped.levels()) == counts
    else:
        assert done < reads


def test_half_written_level_is_counted_whole(open_file, tmp_path, counts):
    """Simulate a killed process, which leaves distances of a level without its count."""
    half = open_file()
    next(count for count in half.levels() if count == counts[20])
    numbering = half.numbering
    noted = store.FileStore(
        tmp_path / "x", numbering.key, numbering.rows, numbering.tracks.width, 1 << 30
    )
    noted.save_counts(counts[:20])
    again = open_file()
    assert again.counts == counts[:20]
    assert list(again.levels()) == counts


def test_resume_after_kill(tmp_path, run):
    file = tmp_path / "x"
    command = [sys.executable, "-m", "puzzlekit", "distances", "topspin:10", "--save", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if line.split()[0] == "9":
                os.kill(process.pid, signal.SIGKILL)
                break
    code, out, _ = run(
        "distances", "topspin:10", "--save", str(file), "--resume", "--memory", "300KB"
    )
    assert code == 0
    assert "farthest 139 positions at 28 moves" in out
    assert " 3,628,800\n" in out


def test_unusable_files(open_file, tmp_path, command_error):
    file = tmp_path / "x"
    file.write_bytes(b"no distances")
    other = load("twist:2,height=3")
    next(open_space(other, other.goal, file=tmp_path / "other").levels())
    for path, message in (
        (file, "different puzzle, start or metric. Use the same ones, or"),
        (tmp_path / "other", r"belongs to another search.* counted steps, not turns"),
        (tmp_path / "nowhere" / "x", "cannot be written"),
        (tmp_path, "Cannot use"),
    ):
        with pytest.raises(SaveError, match=message):
            open_file(path)
    assert file.read_bytes() == b"no distances"
    error = command_error("distances", GAME, "--save", file)
    assert "add --resume to continue it, or choose another file" in error
    command_error("distances", GAME, "--save", file, "--resume")


def test_cut_file_is_damaged(open_file, tmp_path):
    list(open_file().levels())
    path = tmp_path / "x"
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(SaveError, match="x is damaged"):
        open_file()


def test_full_disk_leaves_no_file(open_file, tmp_path, monkeypatch):
    def full(self, count):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store.FileStore, "_header", full)
    with pytest.raises(SaveError, match=r"Cannot write .*: No space left on device"):
        open_file()
    assert list(tmp_path.iterdir()) == []


def test_memory_error_suggests_file():
    rules = load("fifteen:4,height=3")
    with pytest.raises(LimitReachedError, match=r"239,500,800 positions .* in a `file`"):
        open_space(rules, rules.goal, memory=1000)


def test_file_in_use(open_file, tmp_path, command_error):
    path = tmp_path / "x"
    code = (
        "import sys, time; from pathlib import Path; from puzzlekit import load\n"
        "from puzzlekit.solving.spaces.space import open_space\n"
        f"rules = load({GAME!r}); found = open_space(rules, rules.goal, file=Path(sys.argv[1]))\n"
        "print('held', flush=True); time.sleep(600)"
    )
    command = [sys.executable, "-c", code, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "held\n"
        error = command_error("distances", GAME, "--to-goal", "--save", path, "--resume")
        other.kill()
    assert "x is in use by another process; wait for that" in error
    assert sum(open_file().levels()) == 20160


def test_damaged_files_and_files_without_checksums(open_file, tmp_path, counts):
    path = tmp_path / "x"
    assert list(open_file().levels()) == counts
    whole = path.read_bytes()
    content = bytearray(whole)
    content[store.HEADER + 5] ^= 3
    path.write_bytes(content)
    with pytest.raises(SaveError, match=r"x is damaged. Delete it and count again"):
        open_file()
    header = json.loads(whole[: store.HEADER].rstrip(b"\0"))
    del header["checksum"]
    path.write_bytes(json.dumps(header).encode().ljust(store.HEADER, b"\0") + whole[store.HEADER :])
    with pytest.raises(SaveError, match=r"x was written by puzzlekit 0.1, without checksums"):
        open_file()
