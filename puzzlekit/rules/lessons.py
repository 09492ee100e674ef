"""Illustrated rules and guided first games: the data that a plugin gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass


@dataclass(frozen=True)
class Example:
    """A section of the rules with a picture of a position or a move.

    Args:
        title: The heading of the section.
        text: The rule that the picture shows.
        options: The options of the game in the picture, as after the colon of a game ID. They
            may include a position or a seed: `"5,swap=off"`, `"3#7:10"`.
        moves: The moves that lead to the position, separated by blanks.
        move: The move that the picture shows. Separate several moves by blanks.
        illegal: True if `move` is illegal in the position.
        good: Cells with a green mark, separated by blanks. Write `a1+b1` for the centre of cells.
        bad: Cells with a red mark.
        ring: Cells with a ring.
        caption: A short text below the picture, such as the reason why a move is illegal.

    >>> Example("Move", "Slide a tile into the gap.", options="3", move="b1-c1").title
    'Move'
    """

    title: str
    text: str
    _: KW_ONLY
    options: str = ""
    moves: str = ""
    move: str = ""
    illegal: bool = False
    good: str = ""
    bad: str = ""
    ring: str = ""
    caption: str = ""


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson: a position, a sentence, and the moves that the player may choose from.

    Args:
        title: The task, as an imperative sentence.
        text: An explanation.
        answers: The accepted moves, separated by blanks, or `"*"` for any legal move. A step
            without answers is only text to read.
        reply: The moves that the opponent plays after the player's move, separated by blanks.
        wrong: A friendly sentence for any other move.
        after: A sentence shown after the move. Without it, the next step follows directly.
        options: Options of a new game that begins with this step, as in `Example`. Without
            options and moves, the step continues from the position after the previous step.
        moves: The moves of the new game that lead to the position of this step.
        good: Cells with a green mark, as in `Example`.
        bad: Cells with a red mark.
        ring: Cells with a ring.
    """

    title: str
    text: str = ""
    _: KW_ONLY
    answers: str = ""
    reply: str = ""
    wrong: str = ""
    after: str = ""
    options: str | None = None
    moves: str = ""
    good: str = ""
    bad: str = ""
    ring: str = ""

    @property
    def has_own_game(self) -> bool:
        """True if the step begins a new game."""
        return self.options is not None or bool(self.moves)


Lesson = Sequence[LessonStep]
