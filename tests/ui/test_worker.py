"""Answers from another process, for the window."""

import time

import pytest

from puzzlekit.core.errors import PuzzlekitError
from puzzlekit.group import GroupInfo
from puzzlekit.play.thinking import HINT, MOVE, Request
from puzzlekit.players.player import Thought
from puzzlekit.solving.hints import Hint
from puzzlekit.ui.worker import GROUP, Job, Worker


@pytest.fixture
def worker():
    found = Worker()
    yield found
    found.stop()


def answer(worker):
    """Wait for the next answer."""
    while (found := worker.poll()) is None:
        assert worker.busy
        time.sleep(0.01)
    return found


def test_every_kind_of_request_is_answered(worker):
    hint = Job("pinball", Request(HINT, ()))
    worker.ask(hint)
    job, found = answer(worker)
    assert (job, type(found), len(found.moves)) == (hint, Hint, 18)
    worker.ask(Job("hex:3,swap=off", Request(MOVE, ("b2",), "greedy", 1)))
    _, thought = answer(worker)
    assert isinstance(thought, Thought)
    worker.ask(Job("pinball", Request(GROUP, ("4-5",))))
    _, group = answer(worker)
    assert (type(group), group.name) == (GroupInfo, "A8")
    worker.ask(Job("pinball", Request(HINT, ("1-2-3",))))
    _, error = answer(worker)
    assert isinstance(error, PuzzlekitError)
    assert "not a legal move" in str(error)


def test_what_is_not_wanted_any_more_is_given_up(worker):
    first, second = (Job("hex:3", Request(MOVE, (), "mcts:9s", seed)) for seed in (1, 2))
    worker.want(first)
    process = worker._process
    worker.want(first)
    assert worker._process is process
    worker.want(second)
    assert process.poll() is not None
    assert worker.busy
    worker.want(None)
    assert not worker.busy
    assert worker.poll() is None


def test_a_process_is_kept_for_the_next_job(worker):
    job = Job("pinball", Request(HINT, ()))
    worker.want(job)
    assert worker.warming_up > 0
    answer(worker)
    process = worker._process
    worker.want(None)
    worker.want(job)
    assert worker._process is process
    assert worker.warming_up == 0


def test_a_process_that_ends_is_told_of(worker):
    job = Job("hex:3", Request(MOVE, (), "mcts:9s"))
    worker.ask(job)
    worker._process.kill()
    found = answer(worker)
    assert found[0] == job
    assert str(found[1]) == "The computation ended unexpectedly."
