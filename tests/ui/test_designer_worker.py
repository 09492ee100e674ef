"""The worker process that analyses drawings."""

import time

import pytest
from support import slow_if

from puzzlekit import design
from puzzlekit.design.drawing import Drawing
from puzzlekit.design.edits import join_nodes
from puzzlekit.design.facts import reports
from puzzlekit.design.load import load_drawing
from puzzlekit.ui import process
from puzzlekit.ui.designer_worker import DrawingWorker

PINBALL, SMALL = load_drawing("pinball"), load_drawing("fifteen:2,height=2")


@pytest.fixture
def worker():
    found = DrawingWorker()
    yield found
    found.close()


@pytest.fixture(scope="module")
def shared_worker():
    """Return a worker that several tests use."""
    found = DrawingWorker()
    yield found
    found.close()


def wait_for(worker, fact):
    """Return the first report with the given fact."""
    while getattr(worker.now, fact) is None:
        worker.update()
        time.sleep(0.01)
    return worker.now


def last_report(worker):
    while worker.busy:
        worker.update()
        time.sleep(0.01)
    return worker.now


def test_reports_belong_to_last_drawing(shared_worker):
    for drawing in (PINBALL, join_nodes(PINBALL, 0, 4), PINBALL, SMALL):
        shared_worker.show(drawing)
    *_, expected = reports(SMALL)
    assert last_report(shared_worker) == expected
    assert not shared_worker.update()


@pytest.mark.slow
def test_edit_reuses_busy_process(worker):
    worker.show(PINBALL)
    process = worker._facts._process
    report = wait_for(worker, "group")
    assert report.group.name == "A8"
    other = join_nodes(PINBALL, 0, 4, one_way=True)
    worker.show(other, PINBALL)
    found = last_report(worker)
    assert (found.group.name, worker._facts._process) == ("S8", process)
    reason = "Adding the arrow 1 -> 5 changed the group from A8 to S8: all edges"
    assert found.why.startswith(reason)


@pytest.mark.parametrize(
    ("known", "unknown"), [("faults", "group"), slow_if(True, "group", "levels")]
)
def test_killed_process_is_replaced(worker, known, unknown):
    worker.show(PINBALL)
    wait_for(worker, known)
    worker._facts._process.kill()
    report = last_report(worker)
    assert not report.pending
    assert dict(report.reasons)[unknown] == "The computation ended unexpectedly."
    worker.show(Drawing())
    assert last_report(worker).faults[0].message == "Click to add the first node"


@pytest.mark.slow
def test_search_hits_arrive_during_analysis(shared_worker):
    shared_worker.vary(SMALL)
    shared_worker.show(join_nodes(PINBALL, 1, 4))
    found = []
    while shared_worker.searching:
        found += shared_worker.poll_hits()
        time.sleep(0.01)
    assert [each.description for each in found] == [each.description for each in design.vary(SMALL)]
    criteria = design.SearchCriteria("small", nodes=6, edges=8, tries=10**9, max_results=10**9)
    shared_worker.search(criteria)
    while len(found) < 8:
        found += shared_worker.poll_hits()
        time.sleep(0.01)
    shared_worker.stop_search()
    assert shared_worker.poll_hits() == []
    assert last_report(shared_worker).group.order > 1


def test_invalid_search_criteria(shared_worker):
    shared_worker.search(design.SearchCriteria("small", edges=1))
    while shared_worker.searching:
        assert shared_worker.poll_hits() == []
        time.sleep(0.01)
    assert shared_worker.error.startswith("Invalid criteria: 1 edges")


@pytest.mark.slow
def test_request_during_warm_up(worker):
    worker.warm_up()
    worker.show(PINBALL)
    assert wait_for(worker, "positions").positions == 181_440


@pytest.mark.slow
def test_edit_does_not_kill_starting_process(worker, monkeypatch):
    monkeypatch.setattr(process, "STOP_SECONDS", 0.0)
    worker.show(PINBALL)
    started = worker._facts._process
    worker.show(join_nodes(PINBALL, 0, 4))
    assert not worker.update()
    worker.show(SMALL)
    assert not worker.update()
    assert worker._facts._process is started
    *_, expected = reports(SMALL)
    assert last_report(worker) == expected


@pytest.mark.slow
def test_cached_facts_after_abandoned_drawing(shared_worker):
    for drawing in (SMALL, PINBALL, SMALL):  # the second one is left before its facts are known
        shared_worker.show(drawing)
        if drawing is SMALL:
            last_report(shared_worker)
    *_, expected = reports(SMALL)
    assert shared_worker.now == expected


@pytest.mark.slow
def test_effect_of_last_edit(shared_worker):
    """A drawing that is reached by another edit is compared with the drawing before this edit."""
    other = join_nodes(SMALL, 0, 3)
    effects = []
    for drawing, before in ((SMALL, None), (other, SMALL), (SMALL, other), (other, SMALL)):
        shared_worker.show(drawing, before)
        effects.append(last_report(shared_worker).why.partition(" changed the group ")[0])
    added = "Adding the edge a2 - b1"
    assert effects == ["", added, "Removing the edge a2 - b1", added]


def test_cached_facts_stay_during_comparison(shared_worker):
    other = join_nodes(SMALL, 0, 3)
    for drawing in (SMALL, other):
        shared_worker.show(drawing)
        last_report(shared_worker)
    shared_worker.show(SMALL, other)
    assert shared_worker.now.group.name == "C3"
    while shared_worker.busy:
        shared_worker.update()
        assert shared_worker.now.group.name == "C3"
        time.sleep(0.01)
    assert shared_worker.now.why
