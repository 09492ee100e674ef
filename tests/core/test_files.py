"""Tests for the locations of user files and for atomic writes."""

import os
import stat
import sys
from pathlib import Path

import pytest
from support import ROOT, run_python

from puzzlekit.core.errors import FormatError, OptionError, SaveError
from puzzlekit.core.files import home as find_home
from puzzlekit.core.files import (
    make_private_folder,
    read_json,
    read_text,
    reason_untrusted,
    write_atomically,
    write_output,
)


def test_home_folder(home, monkeypatch, tmp_path):
    assert find_home() == home
    monkeypatch.setenv("PUZZLEKIT_HOME", "~/somewhere")
    assert find_home() == Path.home() / "somewhere"
    monkeypatch.delenv("PUZZLEKIT_HOME")
    assert find_home().name == "puzzlekit"
    path = tmp_path / "file"
    path.write_text("")
    monkeypatch.setenv("PUZZLEKIT_HOME", str(path))
    with pytest.raises(OptionError, match="is a file"):
        find_home()


def test_error_shortens_long_home(monkeypatch):
    def fails(path):
        raise OSError(36, "File name too long", str(path))

    monkeypatch.setattr(Path, "is_file", fails)
    monkeypatch.setenv("PUZZLEKIT_HOME", "x" * 5_000)
    with pytest.raises(OptionError, match=r"is unusable \(File name too long\)") as caught:
        find_home()
    assert len(str(caught.value)) < 200


def test_write_atomically(tmp_path):
    path = tmp_path / "a" / "b" / "file.json"
    write_atomically(path, "one")
    write_atomically(path, "two ü")
    assert path.read_text(encoding="utf-8") == "two ü"
    assert list(path.parent.iterdir()) == [path]


FULL = OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("function", "error", "seen"),
    [
        *((name, FULL, SaveError) for name in ("replace", "fsync", "fdopen")),
        ("replace", KeyboardInterrupt(), KeyboardInterrupt),
    ],
)
def test_failed_write_keeps_old_file(tmp_path, monkeypatch, function, error, seen):
    path = tmp_path / "file.json"
    write_atomically(path, "old")

    def fail(*arguments, **more):
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(os, function, fail)
        with pytest.raises(seen, match=getattr(error, "strerror", None)):
            write_atomically(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("refusals", [3, 4])
def test_file_is_open_elsewhere_for_a_moment(tmp_path, monkeypatch, refusals):
    path, pauses, real = tmp_path / "file.json", [], os.replace

    def replace(*names):  # Windows replaces no open files
        if len(pauses) < refusals:
            raise PermissionError(13, "Permission denied")
        real(*names)

    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr("time.sleep", pauses.append)
    if refusals == 3:
        write_atomically(path, "new")
        assert path.read_text() == "new"
    else:
        with pytest.raises(SaveError, match="Permission denied"):
            write_atomically(path, "new")
        assert list(tmp_path.iterdir()) == []
    assert len(pauses) == 3


def test_temporary_files_of_killed_processes_are_removed(tmp_path):
    path, names = tmp_path / "file.json", (".file.json.x.new", ".file.json.y.new", "a.new")
    left, fresh, other = (tmp_path / name for name in names)
    for each in (left, fresh, other):
        each.write_text("half")
    for each in (left, other):
        os.utime(each, (10**9, 10**9))
    write_atomically(path, "new")
    assert set(tmp_path.iterdir()) == {path, fresh, other}  # `fresh` may still be in use


def test_longest_file_name(tmp_path):
    path = tmp_path / ("é" * 125 + ".json")
    write_atomically(path, "new")
    assert list(tmp_path.iterdir()) == [path]


def test_utf_16_is_read(tmp_path):
    path = tmp_path / "x.txt"
    for name in ("utf-16-le", "utf-16-be"):
        path.write_bytes("\ufeff4×4\r\n".encode(name))
        assert read_text(path, "x", 99, FormatError) == "4×4\r\n"
    path.write_bytes(b"\xff\xfeodd")
    with pytest.raises(FormatError, match="line 1: not valid UTF-8"):
        read_text(path, "x", 99, FormatError)


# -- output files ---------------------------------------------------------------------------------


@pytest.fixture
def umask():
    old = os.umask(0o027)
    yield
    os.umask(old)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_permissions_of_new_files(tmp_path, umask):
    write_output(tmp_path / "x", "new")
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o640
    (tmp_path / "x").chmod(0o604)
    write_output(tmp_path / "x", "newer")
    assert (tmp_path / "x").read_text() == "newer"
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o604


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_links_are_followed(tmp_path):
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "x", tmp_path / "link"
    link.symlink_to(target)
    for text in ("new", "newer"):  # first a dangling link, then one to a file
        write_output(link, text)
        assert link.is_symlink()
        assert target.read_text() == text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_pipes_stay_pipes(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_output(pipe, "text")
        assert os.read(end, 100) == b"text"
    finally:
        os.close(end)
    assert pipe.is_fifo()


def test_unencodable_characters_are_escaped(tmp_path):
    write_output(tmp_path / "x", "a\udcff")
    assert (tmp_path / "x").read_text() == r"a\udcff"


#: Simulates a user without a home folder.
HOMELESS = """
import os, pwd
os.environ.pop("HOME", None)
def getpwuid(uid): raise KeyError(uid)
pwd.getpwuid = getpwuid
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pwd")
@pytest.mark.parametrize(
    ("command", "out"),
    [
        ("order pinball", "20160"),
        ("list", "Hex"),
        ("games", "No games"),
        ("solve fifteen:3,height=2#1", "moves"),
        ("check pinball", "passes the contract test"),
        ("play hex:3 --text --players random,random", "wins"),
    ],
)
def test_commands_without_home(tmp_path, monkeypatch, command, out):
    (tmp_path / "sitecustomize.py").write_text(HOMELESS)
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    env = {"PYTHONPATH": path, "PUZZLEKIT_CACHE": os.environ["PUZZLEKIT_CACHE"]}
    for name in [name for name in os.environ if name.startswith("PUZZLEKIT_")]:
        monkeypatch.delenv(name)
    words = ("-m", "puzzlekit", *command.split())
    ran = run_python(*words, cwd=tmp_path, env=env, input="quit\n")
    assert (ran.returncode, out in ran.stdout) == (0, True), ran.stdout + ran.stderr
    assert "puzzlekit:" not in ran.stderr
    assert [path.name for path in tmp_path.iterdir() if path.name[0] != "_"] == ["sitecustomize.py"]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows has no modes")
def test_private_folders(tmp_path):
    folder = make_private_folder(tmp_path / "a" / "b")
    assert [each.stat().st_mode & 0o777 for each in (folder, folder.parent)] == [0o700, 0o700]
    assert reason_untrusted(folder) == ""
    folder.chmod(0o770)
    assert reason_untrusted(folder) == "other users can write to it"
    assert reason_untrusted(folder, forbidden=stat.S_IWOTH) == ""


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '"\\ud800', " " * 200])
def test_invalid_json(tmp_path, text):
    path = tmp_path / "settings.json"
    path.write_text(text)
    with pytest.raises(OptionError, match="settings"):
        read_json(path, "settings", OptionError, 199_999 if text.strip() else 100)


FILES = "settings.json", "sequences.json", "tried-plugins.json", "drafts/1-1.json", "books/1.json"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("content", ["pipe", "[" * 100_000, '{"language": [], "kind": 1e999}'])
def test_damaged_user_files(tmp_path, name, content):
    for folder in ("drafts", "books", "plugins"):
        (tmp_path / folder).mkdir()
    (tmp_path / "plugins" / "own.py").write_text((ROOT / "puzzles" / "topspin.py").read_text())
    if content == "pipe":
        os.mkfifo(tmp_path / name)
    else:
        (tmp_path / name).write_text(content)
    code = (
        "from puzzlekit.design.draft_files import Draft; from puzzlekit.ui import settings; "
        "from puzzlekit import load; "
        "print(load('own').name, settings.read().theme, Draft().claim())"
    )
    done = run_python("-c", code, env={"PUZZLEKIT_HOME": str(tmp_path)}, timeout=60)
    assert done.stdout.split() == ["TopSpin", "dark", "None"], done.stderr
