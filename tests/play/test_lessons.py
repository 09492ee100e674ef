"""Illustrated rules and lessons of all plugins, replayed; and the coach."""

import re

import pytest
from support import ROOT, example_plugin

from puzzlekit import Example, LessonStep, load
from puzzlekit.core.errors import PuzzlekitError
from puzzlekit.play.lesson_controller import LessonController, LessonProgress
from puzzlekit.play.lessons import (
    default_examples,
    default_lesson,
    examples_of,
    open_example,
    open_position,
)
from puzzlekit.plugin.discovery import plugins
from puzzlekit.plugin.loading import import_file, only_plugin_class
from puzzlekit.testing.check_lessons import check_lessons

EXAMPLES = [path.stem for path in (ROOT / "examples" / "plugins").glob("*.py")]


def rules_of(name):
    """Return the rules of a shipped plugin, or of an example plugin."""
    return example_plugin(name)() if name in EXAMPLES else load(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*plugins()[0], *EXAMPLES])
def test_examples_and_lesson_replay(name):
    rules = rules_of(name)
    assert [fault.text for fault in check_lessons(rules)] == []
    for example in examples_of(rules):
        scene = open_example(rules, example)
        assert bool(scene.refusal) == example.illegal


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hex:4", "pentago", "knights", *EXAMPLES])
def test_defaults_replay(name):
    rules = rules_of(name)
    for example in default_examples(rules):
        open_example(rules, example)
    progress = LessonProgress(rules)
    progress.steps, progress._games = default_lesson(rules), [("", [])]
    assert len(progress.steps) > 1
    for step in progress.steps:
        assert progress.step is step
        coach = LessonController(progress)
        if step.answers:
            coach.play(coach.answers()[0])
        assert coach.is_done
        if progress.next_step is not None:
            progress.advance(coach.session.moves)


@pytest.mark.parametrize("name", ["rush_hour", "klotski", "lockout", "cube:2", "topspin"])
def test_default_puzzle_lesson_ends_with_solving_move(name):
    rules = rules_of(name)
    steps = default_lesson(rules)
    session = open_position(rules, steps[-1].options, "")
    assert session.result is None
    session.play(steps[-1].answers)
    assert session.result is not None
    is_solved = rules.outcome(rules.start()) is not None
    assert steps[0].title == ("This is the goal" if is_solved else "This is the start")


@pytest.fixture
def lesson():
    progress = LessonProgress(load("hex:3"))
    progress.steps = [
        LessonStep("Start", "Read this.", options="3,swap=off"),
        LessonStep("Take the middle", answers="b2", reply="a1", wrong="Not there."),
        LessonStep("Go on", answers="*", after="Good."),
        LessonStep("End", answers="c1", options="2,swap=off", moves="a1 a2"),
    ]
    progress._games = [("3,swap=off", [])]  # of the replaced first step
    return progress


def test_coach_guides_through_steps(lesson):
    coach = LessonController(lesson)
    assert coach.is_done
    assert not coach.may_play()
    assert coach.advance()
    coach.play("a1")
    assert (coach.message, coach.session.moves) == ("Not there.", [])
    coach.play("b2")
    assert not coach.is_done
    coach.play("c3")  # not before the reply
    assert coach.play_reply()
    assert coach.session.moves == ["b2", "a1"]
    assert coach.advances_by_itself()
    assert coach.advance()
    assert coach.selectable_moves() == coach.rules.legal_moves(coach.session.state)
    coach.request_or_play_hint()
    coach.request_or_play_hint()
    assert coach.is_done
    assert not coach.advances_by_itself()
    assert not coach.advance()  # the next step has its own game
    assert LessonController(lesson).session.moves == ["a1", "a2"]


def test_only_clicks_of_answers_are_offered():
    progress = LessonProgress(load("palago"))
    while progress.next_step is not None:
        coach = LessonController(progress)
        rules, state, answers = coach.rules, coach.session.state, coach.answers()

        def first_cells(moves, rules=rules, state=state):
            return {c[0].cells for move in moves for c in rules.click_sequences(state, move)}

        assert first_cells(coach.selectable_moves()) == first_cells(answers)
        progress.advance([*coach.session.moves, *answers[:1]])


def test_going_back_restores_game(lesson):
    coach = LessonController(lesson)
    coach.advance()
    coach.play("b2")
    coach.play_reply()
    lesson.go_back(coach.session.moves)
    assert (lesson.number, LessonController(lesson).session.moves) == (1, [])
    lesson.go_back([])
    assert lesson.number == 0


@pytest.mark.parametrize(
    ("example", "words"),
    [
        (Example("A", "", options="99"), "size=99"),
        (Example("A", "", moves="z9"), "z9"),
        (Example("A", "", move="b2", illegal=True), "is a legal move"),
    ],
)
def test_invalid_example(example, words):
    with pytest.raises(PuzzlekitError, match=words):
        open_example(load("hex:3"), example)


def test_documented_example(tmp_path):
    page = (ROOT / "docs" / "how-to" / "illustrate-the-rules.md").read_text(encoding="utf-8")
    path = tmp_path / "small_hex.py"
    path.write_text(re.search(r"```python\n(.*?)```", page, re.DOTALL)[1], encoding="utf-8")
    rules = only_plugin_class(import_file(path))()
    assert [fault.text for fault in check_lessons(rules)] == []
    assert len(LessonProgress(rules).steps) == 2
