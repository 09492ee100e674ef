"""Tests for file locks."""

import errno
import os
from pathlib import Path

import pytest

from puzzlekit.core import locks
from puzzlekit.core.locks import FileLock, file_lock, try_lock

fcntl = pytest.importorskip("fcntl")


def test_file_is_locked_once(tmp_path):
    with try_lock(tmp_path / "x"):
        assert try_lock(tmp_path / "x") is None
    with file_lock(tmp_path / "folder" / "x"):
        assert try_lock(tmp_path / "folder" / "x") is None
    try_lock(tmp_path / "folder" / "x").close()


def test_removed_file_is_not_locked(tmp_path, monkeypatch):
    real = fcntl.flock

    def flock(file, how):
        os.unlink(tmp_path / "x")
        real(file, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    assert try_lock(tmp_path / "x") is None


def test_lock_file_is_removed_where_open_files_are_not(tmp_path, monkeypatch):
    opened, real_lock, real_unlink = [], locks.try_lock, Path.unlink

    def lock(path):
        opened.append(real_lock(path))
        return opened[-1]

    def unlink(path):
        if not opened[-1].closed:
            raise PermissionError(errno.EACCES, "The file is used by another process")
        real_unlink(path)

    monkeypatch.setattr(locks, "try_lock", lock)
    monkeypatch.setattr(Path, "unlink", unlink)
    with file_lock(tmp_path / "x"):
        pass
    kept = FileLock.of(tmp_path / "y")
    assert [path.name for path in tmp_path.iterdir()] == ["y.lock"]
    del kept
    assert list(tmp_path.iterdir()) == []


def test_no_waiting_without_locks(tmp_path, monkeypatch):
    def flock(file, how):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", flock)
    with file_lock(tmp_path / "x"):
        assert (tmp_path / "x").exists()
