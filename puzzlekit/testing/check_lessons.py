"""Checks of the illustrated rules and the lesson of a plugin."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.errors import OptionError, PuzzlekitError, join_names
from ..core.options import options_of
from ..play.lesson_controller import LessonController, LessonProgress
from ..play.lessons import examples_of, marked_cells, open_example
from ..plugin.source_locations import Fault
from ..rules.base import Rules


def check_lessons(rules: Rules) -> Iterator[Fault]:
    """Replay all examples and the lesson, and compare the notes with the options."""
    kind = type(rules.unwrapped)
    if unknown := set(kind.option_notes) - set(options_of(kind)):
        known = join_names(options_of(kind))
        there = f"options are {known}" if known else "there are no options"
        yield Fault("option_notes", f"option_notes explains {min(unknown)!r}; {there}.")
    for example in examples_of(rules):
        try:
            scene = open_example(rules, example)
            for marks in (example.good, example.bad, example.ring):
                marked_cells(scene.rules, marks)
        except PuzzlekitError as error:
            yield Fault("examples", f"The example {example.title!r} is wrong: {error}")
    if kind.lesson:
        yield from _check_lesson(rules)


def _check_lesson(rules: Rules) -> Iterator[Fault]:
    """Play the lesson with each answer of each step, continuing with the last one."""
    progress = LessonProgress(rules)
    while True:
        step = progress.step
        try:
            for number in range(max(1, len(step.answers.split()))):
                coach = _play_step(progress, number)
        except PuzzlekitError as error:
            yield Fault("lesson", f"The step {step.title!r} is wrong: {error}")
            return
        if progress.next_step is None:
            return
        progress.advance(coach.session.moves)


def _play_step(progress: LessonProgress, number: int) -> LessonController:
    """Return the coach after a step with one of its answers; raise an error if it is wrong."""
    coach, step = LessonController(progress), progress.step
    for marks in (step.good, step.bad, step.ring):
        marked_cells(coach.rules, marks)
    if step.answers:
        state, answer = coach.session.state, coach.answers()[number]
        if answer not in coach.rules.legal_moves(state):
            raise coach.rules.illegal_move(state, answer)
        coach.play(answer)
        while coach.play_reply():
            pass
        if not coach.is_done:
            raise OptionError(coach.message)
    return coach
