"""Tests for the pipes and signals of child processes."""

import pickle
import subprocess
import sys
import threading

from support import ROOT, TIMEOUT, run_python

from puzzlekit.core import child_processes

#: A worker whose jobs read standard input, as a plugin may do.
WORKER = """
from puzzlekit.ui.process import serve

def work(job, progress):
    yield job
    return input()

serve(work)
"""


def test_jobs_cannot_read_the_pipe_of_the_worker():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", WORKER], cwd=ROOT, **pipes) as process:
        watchdog = threading.Timer(TIMEOUT, process.kill)
        watchdog.start()
        process.stdin.write(pickle.dumps("job"))
        process.stdin.flush()
        assert pickle.load(process.stdout) == ("job", False)
        error, is_last = pickle.load(process.stdout)  # at once, and the pipe is still open
        watchdog.cancel()
        assert "EOFError" in str(error)
        assert is_last


def test_standard_input_becomes_empty():
    code = (
        "import os, sys; from puzzlekit.core.child_processes import take_stdin; "
        "print(os.read(take_stdin(), 9), repr(sys.stdin.read()))"
    )
    assert run_python("-c", code, input="jobs").stdout == "b'jobs' ''\n"


def test_children_of_windows_have_their_own_group(monkeypatch):
    started = []
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x200, raising=False)
    monkeypatch.setattr(subprocess, "CREATE_NO_WINDOW", 0x8000000, raising=False)
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **more: started.append(more))
    child_processes.start_child("x")
    child_processes.start_in_background("x")
    flags = [each["creationflags"] for each in started]
    assert flags[0] == 0x200
    assert flags[1] & 0x8000200 == 0x8000200
