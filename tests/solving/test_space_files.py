"""State spaces in files: bounded memory, and searches that resume after any interruption."""

import json
import os
import signal
import subprocess
import sys

import pytest

from puzzlekit import LimitReachedError, load
from puzzlekit.core.errors import SaveError
from puzzlekit.solving.spaces import store
from puzzlekit.solving.spaces.space import open_space

pytest.importorskip("numba")
pytestmark = pytest.mark.slow

#: The 3×3 sliding puzzle, counted in steps.
GAME = "fifteen:3,height=3"


@pytest.fixture(scope="module")
def counts():
    rules = load(GAME)
    return list(open_space(rules, rules.goal).levels())


@pytest.mark.parametrize("memory", [1 << 30, 6_000])
def test_any_memory_gives_the_same_numbers(tmp_path, counts, memory):
    rules = load(GAME)
    found = open_space(rules, rules.goal, file=tmp_path / "x", memory=memory)
    parts = found._store.parts
    assert (len(parts) == 1) == (memory == 1 << 30)
    assert list(found.levels()) == counts
    again = open_space(rules, rules.goal, file=tmp_path / "x")
    assert list(again.levels()) == counts
    assert again.distance(found.farthest(1)[0]) == len(counts) - 1
    assert {again.distance(state) for state in again.farthest(5)} == {len(counts) - 1}


@pytest.mark.parametrize("memory", [1 << 30, 10_000])
@pytest.mark.parametrize("reads", [3, 40, 200, 1000, 3000])
def test_stopped_anywhere_it_goes_on(tmp_path, counts, monkeypatch, memory, reads):
    """Interrupt between two rows of a level that is half written."""
    rules = load(GAME)
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
        list(open_space(rules, rules.goal, file=tmp_path / "x", memory=memory).levels())
    except KeyboardInterrupt:
        stopped = open_space(rules, rules.goal, file=tmp_path / "x", memory=memory)
        assert 0 < len(stopped.counts) < len(counts)
        assert list(stopped.levels()) == counts
    else:
        assert done < reads


def test_a_level_half_written_is_counted_whole(tmp_path, counts):
    """Simulate a killed process, which leaves distances of a level without its count."""
    rules = load(GAME)
    half = open_space(rules, rules.goal, file=tmp_path / "x")
    for count in half.levels():
        if count == counts[20]:
            break
    noted = store.FileStore(
        tmp_path / "x", half.plan.key, half.plan.rows, half.plan.tracks.width, 1 << 30
    )
    noted.save_counts(counts[:20])
    again = open_space(rules, rules.goal, file=tmp_path / "x")
    assert again.counts == counts[:20]
    assert list(again.levels()) == counts


def test_killed_it_goes_on(tmp_path, run):
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


def test_files_that_cannot_be_used(tmp_path, run):
    rules = load(GAME)
    file = tmp_path / "x"
    file.write_bytes(b"no distances")
    with pytest.raises(SaveError, match=r"belongs to another search\. Use another file"):
        open_space(rules, rules.goal, file=file)
    assert file.read_bytes() == b"no distances"
    other = load("twist:2,height=3")
    next(open_space(other, other.goal, file=tmp_path / "other").levels())
    with pytest.raises(SaveError, match="belongs to another search"):
        open_space(rules, rules.goal, file=tmp_path / "other")
    with pytest.raises(SaveError, match="cannot be written"):
        open_space(rules, rules.goal, file=tmp_path / "nowhere" / "x")
    with pytest.raises(SaveError, match="Cannot use"):
        open_space(rules, rules.goal, file=tmp_path)
    code, _, err = run("distances", GAME, "--save", str(file))
    assert code == 2
    assert "add --resume to continue it, or choose another file" in err
    assert run("distances", GAME, "--save", str(file), "--resume")[0] == 2


def test_a_full_disk_leaves_nothing(tmp_path, monkeypatch):
    def full(self, count):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store.FileStore, "_header", full)
    rules = load(GAME)
    with pytest.raises(SaveError, match=r"Cannot write .*: No space left on device"):
        open_space(rules, rules.goal, file=tmp_path / "x")
    assert list(tmp_path.iterdir()) == []


def test_what_does_not_fit_names_the_way_out():
    rules = load("fifteen:4,height=3")
    with pytest.raises(LimitReachedError, match=r"239,500,800 positions .* set a `file`"):
        open_space(rules, rules.goal, memory=1000)


def test_a_file_in_use_is_refused(tmp_path, run):
    path = tmp_path / "x.space"
    code = (
        "import sys, time; from pathlib import Path; from puzzlekit import load\n"
        "from puzzlekit.solving.spaces.space import open_space\n"
        f"rules = load({GAME!r}); found = open_space(rules, rules.goal, file=Path(sys.argv[1]))\n"
        "print('held', flush=True); time.sleep(600)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline() == "held\n"
        code, out, err = run("distances", GAME, "--to-goal", "--save", str(path), "--resume")
        other.kill()
    assert (code, out) == (2, "")
    assert "x.space is in use by another process; wait for it" in err
    rules = load(GAME)
    assert sum(open_space(rules, rules.goal, file=path).levels()) == 181440


@pytest.mark.parametrize("memory", [1 << 30, 6_000])
def test_a_file_without_checksums_is_opened_and_gets_them(tmp_path, counts, memory):
    rules, path = load(GAME), tmp_path / "x"
    half = open_space(rules, rules.goal, file=path)
    next(count for count in half.levels() if count == counts[20])
    said = json.loads(path.read_bytes()[: store.HEADER].rstrip(b"\0"))
    del said["checksum"]
    header = json.dumps(said).encode().ljust(store.HEADER, b"\0")
    size = 2 * half.plan.rows * half.plan.tracks.width
    path.write_bytes(header + path.read_bytes()[store.HEADER : store.HEADER + size])
    old = open_space(rules, rules.goal, file=path, memory=memory)
    assert old.unchecked
    assert list(old.levels()) == counts
    assert not open_space(rules, rules.goal, file=path).unchecked
    content = bytearray(path.read_bytes())
    content[store.HEADER + 5] ^= 3
    path.write_bytes(content)
    with pytest.raises(SaveError, match=r"x is damaged. Delete it and count again"):
        open_space(rules, rules.goal, file=path)
