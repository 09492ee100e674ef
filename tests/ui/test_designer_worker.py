"""The worker process that analyses drawings."""

import time

import pytest

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
def started():
    """Return a worker that several tests use."""
    found = DrawingWorker()
    yield found
    found.close()


def wait_for(worker, fact):
    """Return the first report with the given fact."""
    while (report := worker.poll()) is None or getattr(report, fact) is None:
        time.sleep(0.01)
    return report


def last_report(worker):
    newest = None
    while worker.busy:
        newest = worker.poll() or newest
        time.sleep(0.01)
    return newest


def test_reports_are_those_of_the_drawing_asked_for_last(started):
    for drawing in (PINBALL, join_nodes(PINBALL, 0, 4), PINBALL, SMALL):
        started.ask(drawing)
    *_, expected = reports(SMALL)
    assert last_report(started) == expected
    assert started.poll() is None


@pytest.mark.slow
def test_one_process_serves_edits_during_its_work(worker):
    worker.ask(PINBALL)
    process = worker._facts._process
    report = wait_for(worker, "group")
    assert report.group.name == "A8"
    other = join_nodes(PINBALL, 0, 4, one_way=True)
    worker.ask(other, (PINBALL, report))
    found = last_report(worker)
    assert (found.group.name, worker._facts._process) == ("S8", process)
    reason = "Adding the arrow 1 -> 5 changed the group from A8 to S8: all edges"
    assert found.why.startswith(reason)


@pytest.mark.slow
def test_killed_process_is_replaced(worker):
    worker.ask(PINBALL)
    report = wait_for(worker, "pending")
    worker._facts._process.kill()
    report = last_report(worker) or report
    assert not report.pending
    assert dict(report.reasons)["levels"] == "The computation ended unexpectedly."
    worker.ask(Drawing())
    assert last_report(worker).faults[0].message == "Click to add the first node"


@pytest.mark.slow
def test_lists_grow_while_facts_are_asked_for(started):
    started.vary(SMALL)
    started.ask(PINBALL)
    found = []
    while started.searching:
        found += started.poll_hits()
        time.sleep(0.01)
    assert [each.description for each in found] == [each.description for each in design.vary(SMALL)]
    wish = design.SearchCriteria("small", nodes=6, edges=8, tries=10**9, max_results=10**9)
    started.search(wish)
    while len(found) < 8:
        found += started.poll_hits()
        time.sleep(0.01)
    started.stop_search()
    assert started.poll_hits() == []
    assert last_report(started).group.name == "A8"


def test_a_wish_that_cannot_be_finds_nothing(started):
    started.search(design.SearchCriteria("small", edges=1))
    while started.searching:
        assert started.poll_hits() == []
        time.sleep(0.01)
    assert started.error.startswith("Invalid criteria: 1 edges")


@pytest.mark.slow
def test_a_process_that_warms_up_answers_meanwhile(worker):
    worker.warm_up()
    worker.ask(PINBALL)
    assert wait_for(worker, "positions").positions == 181_440


@pytest.mark.slow
def test_a_process_that_still_starts_is_not_ended_by_edits(worker, monkeypatch):
    monkeypatch.setattr(process, "STOP_SECONDS", 0.0)
    worker.ask(PINBALL)
    started = worker._facts._process
    worker.ask(join_nodes(PINBALL, 0, 4))
    assert worker.poll() is None
    worker.ask(SMALL)
    assert worker.poll() is None
    assert worker._facts._process is started
    *_, expected = reports(SMALL)
    assert last_report(worker) == expected


@pytest.mark.slow
def test_cached_facts_are_not_replaced_by_those_of_another_drawing(started):
    for drawing in (SMALL, PINBALL, SMALL):  # the second one is left before its facts are known
        started.show(drawing)
        while started.busy and drawing is SMALL:
            started.update()
            time.sleep(0.01)
    *_, expected = reports(SMALL)
    assert started.now == expected


@pytest.mark.slow
def test_effect_of_an_edit_is_that_of_the_last_edit(started):
    """A drawing that is reached by another edit is compared with the drawing before this edit."""
    other = join_nodes(SMALL, 0, 3)
    effects = []
    for drawing, before in ((SMALL, None), (other, SMALL), (SMALL, other), (other, SMALL)):
        started.show(drawing, before)
        while started.busy:
            started.update()
            time.sleep(0.01)
        effects.append(started.now.why.partition(" changed the group ")[0])
    added = "Adding the edge a2 - b1"
    assert effects == ["", added, "Removing the edge a2 - b1", added]


def test_known_facts_stay_while_their_comparison_is_computed(started):
    other = join_nodes(SMALL, 0, 3)
    for drawing in (SMALL, other):
        started.show(drawing)
        while started.busy:
            started.update()
            time.sleep(0.01)
    started.show(SMALL, other)
    assert started.now.group.name == "C3"
    while started.busy:
        started.update()
        assert started.now.group.name == "C3"
        time.sleep(0.01)
    assert started.now.why
