"""Where the user's files are, and writing them whole or not at all."""

import os
from pathlib import Path

import pytest

from puzzlekit.core.errors import OptionError, SaveError
from puzzlekit.core.files import home as find_home
from puzzlekit.core.files import write_atomically


def test_home_is_where_the_environment_says(home):
    assert find_home() == home


def test_home_may_be_written_with_a_tilde(monkeypatch):
    monkeypatch.setenv("PUZZLEKIT_HOME", "~/somewhere")
    assert find_home() == Path.home() / "somewhere"


def test_home_without_the_environment(monkeypatch):
    monkeypatch.delenv("PUZZLEKIT_HOME")
    assert find_home().name == "puzzlekit"


def test_home_that_is_a_file(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_text("")
    monkeypatch.setenv("PUZZLEKIT_HOME", str(path))
    with pytest.raises(OptionError, match="is a file"):
        find_home()


def test_write_makes_folders_and_replaces(tmp_path):
    path = tmp_path / "a" / "b" / "file.json"
    write_atomically(path, "one")
    write_atomically(path, "two ü")
    assert path.read_text(encoding="utf-8") == "two ü"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("function", ["replace", "fsync", "fdopen"])
def test_a_failure_leaves_the_old_file(tmp_path, monkeypatch, function):
    path = tmp_path / "file.json"
    write_atomically(path, "old")

    def fail(*arguments, **more):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, function, fail)
        with pytest.raises(SaveError, match="No space left on device"):
            write_atomically(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interruption_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "file.json"
    write_atomically(path, "old")

    def interrupt(*arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", interrupt)
        with pytest.raises(KeyboardInterrupt):
            write_atomically(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SaveError, match="choose another place"):
        write_atomically(tmp_path / "file" / "save.json", "text")
