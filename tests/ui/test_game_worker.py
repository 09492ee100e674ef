"""The worker process of the window."""

import io
import pickle
import re
import time

import pytest
from race_plugin import location, modified_race

from puzzlekit.core.errors import LimitReachedError, PluginError, PuzzlekitError
from puzzlekit.core.progress import silent
from puzzlekit.groups import GroupInfo
from puzzlekit.play.engine import HINT, MOVE, InterimHint, ProgressUpdate, Request
from puzzlekit.players.player import SearchResult
from puzzlekit.solving.short_solutions import Hint
from puzzlekit.ui import process as processes
from puzzlekit.ui.game_worker import GROUP, Job, Worker, run_job
from puzzlekit.ui.window.game.workers import group_text


@pytest.fixture
def worker():
    found = Worker()
    yield found
    found.stop()


def next_result(worker):
    """Return the next result, skipping progress updates."""
    while (found := worker.poll()) is None or isinstance(found[1], ProgressUpdate):
        assert worker.busy
        time.sleep(0.01)
    return found


def test_all_request_kinds(worker):
    def ask(game, *request):
        job = Job(game, Request(*request))
        worker.submit(job)
        found, reply = next_result(worker)
        assert found == job
        return reply

    hint, group = ask("pinball", HINT, ()), ask("pinball", GROUP, ("4-5",))
    assert (type(hint), len(hint.moves)) == (Hint, 18)
    assert (type(group), group.name, group_text(group)) == (GroupInfo, "A8", "order 20,160 · A8")
    assert group_text(ask("rush_hour", GROUP, ())) == "trivial"
    assert isinstance(ask("hex:3,swap=off", MOVE, ("b2",), "greedy", 1), SearchResult)
    error = ask("pinball", HINT, ("1-2-3",))
    assert isinstance(error, PuzzlekitError)
    assert "not a legal move" in str(error)


def test_replaced_job_is_stopped(worker):
    first, second = (Job("hex:3", Request(MOVE, (), "mcts:9s", seed)) for seed in (1, 2))
    worker.replace_job(first)
    process = worker._process
    worker.replace_job(first)
    assert worker._process is process
    worker.replace_job(second)
    assert process.poll() is not None
    assert worker.busy
    worker.replace_job(None)
    assert not worker.busy
    assert worker.poll() is None


def test_process_is_reused(worker):
    job = Job("pinball", Request(HINT, ()))
    worker.replace_job(job)
    next_result(worker)
    process = worker._process
    worker.replace_job(None)
    worker.replace_job(job)
    assert worker._process is process


def test_error_for_killed_process(worker):
    job = Job("hex:3", Request(MOVE, (), "mcts:9s"))
    worker.submit(job)
    worker._process.kill()
    found = next_result(worker)
    assert found[0] == job
    assert str(found[1]) == "The computation ended unexpectedly."


JOB, OTHER = Job("cube:2", Request(HINT, ())), Job("cube:2", Request(HINT, ("U",)))
LONG, SHORT = InterimHint(["U", "R", "F"], False), Hint(["U", "R"], True)


class FakeProcess:
    """A fake process whose output is set by the test."""

    def __init__(self):
        self.stdin, self.stdout, self.killed = io.BytesIO(), None, False

    def received_jobs(self):
        sent, found = io.BytesIO(self.stdin.getvalue()), []
        while sent.tell() < len(sent.getvalue()):
            found.append(pickle.load(sent))
        return found

    def kill(self):
        self.killed = True

    def wait(self):
        pass


@pytest.fixture
def fake_worker(monkeypatch):
    """Return a worker with fake processes, and the list of these processes."""
    started = []

    def start(self):
        if self._process is None:
            self._process = FakeProcess()
            started.append(self._process)

    monkeypatch.setattr(Worker, "warm_up", start)
    return Worker(), started


def put_answers(worker, *answers):
    for each in answers:
        worker._answers.put((each, not isinstance(each, InterimHint | ProgressUpdate)))


def start_with_interim_hint(worker):
    """Give the worker a job, and an interim hint from its process."""
    worker.replace_job(JOB)
    put_answers(worker, LONG)
    worker.poll()


def test_str_subclass_moves_are_pickled_as_str():
    class Move(str):
        pass

    file = io.BytesIO()
    processes._Pickler(file).dump(Hint([Move("U")], True))
    found = pickle.loads(file.getvalue())
    assert (found, type(found.moves[0])) == (Hint(["U"], True), str)


def test_interim_hints_arrive_in_order(fake_worker):
    worker, _ = fake_worker
    worker.replace_job(JOB)
    put_answers(worker, ProgressUpdate("cells", 3, 9), LONG, SHORT)
    assert [worker.poll()[1] for _ in range(2)] == [ProgressUpdate("cells", 3, 9), LONG]
    assert worker.busy
    assert (worker.poll(), worker.busy) == ((JOB, SHORT), False)


def test_stopped_process_is_reused(fake_worker):
    worker, started = fake_worker
    start_with_interim_hint(worker)
    worker.replace_job(OTHER)
    worker.replace_job(None)
    worker.replace_job(OTHER)
    (process,) = started
    assert process.received_jobs()[1:] == [None]
    put_answers(worker, LONG, PuzzlekitError("The computation returned no result."))
    assert worker.poll() is None  # that belonged to the previous job
    assert process.received_jobs()[2:] == [OTHER]
    put_answers(worker, SHORT)
    assert worker.poll() == (OTHER, SHORT)
    assert not process.killed


def test_unresponsive_process_is_killed(fake_worker, monkeypatch):
    monkeypatch.setattr(processes, "STOP_SECONDS", -1.0)
    worker, started = fake_worker
    start_with_interim_hint(worker)
    worker.replace_job(None)
    assert worker.busy
    assert worker.poll() is None
    assert not worker.busy
    start_with_interim_hint(worker)
    worker.replace_job(OTHER)
    worker.poll()
    assert [process.killed for process in started] == [True, True, False]
    assert started[-1].received_jobs() == [OTHER]


def test_silent_process_is_killed_immediately(fake_worker):
    worker, started = fake_worker
    worker.replace_job(JOB)
    worker.replace_job(None)
    assert (started[0].killed, worker.busy) == (True, False)


def answers_to_job(monkeypatch, do, *, stopped=False):
    """Return what a process writes for a job, optionally after a request to stop."""
    monkeypatch.setattr(processes, "throttled", lambda progress: progress)
    sent = []
    processes.answer_job(
        JOB, do, ProgressUpdate, lambda *each: sent.append(each), is_stopped=lambda: stopped
    )
    assert [is_last for _, is_last in sent] == [False] * (len(sent) - 1) + [True]
    return [each for each, _ in sent]


def test_search_stops_on_request(monkeypatch):
    def report_progress(job, progress):
        progress("nodes", 7, None)
        yield AssertionError

    def find_hint(job, progress):
        yield LONG
        raise AssertionError

    for do, before in ((report_progress, []), (find_hint, [LONG])):
        *found, last = answers_to_job(monkeypatch, do, stopped=True)
        assert found == before
        assert isinstance(last, PuzzlekitError)


def test_search_answers(monkeypatch):
    def succeed(job, progress):
        progress("nodes", 7, None)
        yield LONG
        return SHORT

    def fail(job, progress):
        yield LONG
        raise LimitReachedError("Too far.")

    assert answers_to_job(monkeypatch, succeed) == [ProgressUpdate("nodes", 7, None), LONG, SHORT]
    *found, last = answers_to_job(monkeypatch, fail)
    assert (found, str(last)) == ([LONG], "Too far.")


def test_dead_end_has_location(add_plugin):
    faulty = modified_race("if self.result(state)", "if state[0] > 2")
    add_plugin("race", faulty)
    job = Job("race", Request(MOVE, (), "mcts:20", 1))
    with pytest.raises(PluginError, match=re.escape(f"Race ({location(faulty, 'def legal_m')}): ")):
        list(run_job(job, silent))
