"""Tests for file locks."""

import errno
import os

import pytest

from puzzlekit.core.locks import file_lock, try_lock

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


def test_no_waiting_without_locks(tmp_path, monkeypatch):
    def flock(file, how):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", flock)
    with file_lock(tmp_path / "x"):
        assert (tmp_path / "x").exists()
