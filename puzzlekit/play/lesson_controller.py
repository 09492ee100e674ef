"""The coach: a game controller that leads a player through a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ..core.translation import _, translate
from ..core.values import Click
from ..rules.base import Rules
from ..rules.lessons import LessonStep
from .controller import FrontEnd, GameController
from .lessons import lesson_of, open_position
from .parse_moves import read_moves, resolve_move
from .session import Session


class LessonProgress:
    """A lesson and the player's progress: the current step, and the game at each step so far."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.steps = list(lesson_of(rules))
        self.number = 0
        #: The options and moves of the game at the beginning of each step so far.
        self._games = [self._game_at(0, "", [])]

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.steps[self.number]

    @property
    def next_step(self) -> LessonStep | None:
        """The step after the current one, or None at the end."""
        return self.steps[self.number + 1] if self.number + 1 < len(self.steps) else None

    def _game_at(self, number: int, options: str, moves: list[str]) -> tuple[str, list[str]]:
        """Return the options and moves with which a step begins, given those of the game so far."""
        step = self.steps[number]
        return (step.options or "", step.moves.split()) if step.has_own_game else (options, moves)

    def session(self) -> Session:
        """Return a new session at the beginning of the current step."""
        options, moves = self._games[self.number]
        return open_position(self.rules, options, " ".join(moves))

    def advance(self, moves: list[str]) -> None:
        """Begin the next step, given the moves played so far."""
        options = self._games[self.number][0]
        self.number += 1
        self._games[self.number :] = [self._game_at(self.number, options, moves)]

    def has_moved(self, moves: list[str]) -> bool:
        """Return whether moves have been made in this step, given the moves played so far."""
        return moves != self._games[self.number][1]

    def go_back(self, moves: list[str]) -> None:
        """Return to the beginning of this step or, if nothing was played, to the previous step."""
        if not self.has_moved(moves):
            self.number = max(0, self.number - 1)


def _differ_in_variant(clicks: Sequence[Click], others: Sequence[Click]) -> bool:
    """Return whether two click sequences first differ in a variant, not in cells."""
    pairs = ((a, b) for a, b in zip(clicks, others, strict=False) if a != b)
    return any(a.cells == b.cells for a, b in islice(pairs, 1))


class LessonController(GameController):
    """The controller of a lesson. It accepts only the answers of the current step.

    After a correct move, `poll` plays the opponent's reply and begins the next step.
    """

    def __init__(self, lesson: LessonProgress, front_end: FrontEnd | None = None) -> None:
        self.lesson = lesson
        self._begin_step()
        super().__init__(lesson.session(), front_end)

    def _begin_step(self) -> None:
        self._replies: list[str] = []
        #: True if the step has been answered, or only has to be read.
        self.is_done = not self.lesson.step.answers

    def answers(self) -> list[str]:
        """Return the legal moves that the current step accepts."""
        state, text = self.session.state, self.lesson.step.answers
        if text == "*":
            return self.rules.legal_moves(state)
        return [resolve_move(self.rules, state, each) for each in text.split()]

    def is_asking(self) -> bool:
        """Return whether the current step waits for a move."""
        return not self.is_done and not self._replies

    def selectable_moves(self) -> Sequence[str]:
        """Return the answers, and the legal moves that turn the same cells in another way.

        The player can therefore place a tile, or turn a face, the wrong way. A step without a task
        has no moves.
        """
        if not self.is_asking():
            return ()
        rules, state, answers = self.rules, self.session.state, self.answers()
        legal = rules.legal_moves(state)
        if len(answers) == len(legal):
            return legal
        wanted = self._click_sequences(answers)
        return [
            move
            for move in legal
            if move in answers
            or all(
                any(_differ_in_variant(clicks, others) for others in wanted)
                for clicks in rules.click_sequences(state, move)
            )
        ]

    def _click_sequences(self, moves: Sequence[str]) -> list[Sequence[Click]]:
        """Return all sequences of clicks that make one of the moves."""
        state = self.session.state
        return [clicks for move in moves for clicks in self.rules.click_sequences(state, move)]

    def leads_to_answer(self, path: Sequence[Click]) -> bool:
        """Return whether an answer begins with clicks on the same cells, in any variants."""
        cells, wanted = [click.cells for click in path], self._click_sequences(self.answers())
        return any([click.cells for click in clicks[: len(cells)]] == cells for clicks in wanted)

    @property
    def shows_last_move(self) -> bool:
        """True once a move has been made in this step."""
        return self.lesson.has_moved(self.session.moves)

    def is_human_turn(self) -> bool:
        """Return whether the step waits for a move."""
        return self.is_asking()

    def may_play(self) -> bool:
        """Return whether the step waits for a move, even in a solved or finished position."""
        return self.is_asking()

    def play(self, *moves: str) -> None:
        """Play the player's answer, or explain that another move is not the answer."""
        if not self.is_asking():
            return
        step = self.lesson.step
        if len(moves) != 1 or moves[0] not in self.answers():
            self.show_status(translate(step.wrong) or _("Try again: this step needs another move."))
            return
        self._replies = step.reply.split()
        self.is_done = not self._replies
        super().play(*moves)

    def play_text(self, text: str) -> None:
        """Play a typed answer, or explain that it is not the answer."""
        self.play(*read_moves(self.rules, self.session.state, text))

    def explain_refusal(self, clicks: Sequence[Click], cell: int) -> str:
        """Return the step's sentence for a wrong first click, or the game's own reason."""
        wrong = "" if clicks else translate(self.lesson.step.wrong)
        return wrong or super().explain_refusal(clicks, cell)

    def request_or_play_hint(self) -> None:
        """Mark the answer; play it if it is already marked."""
        if self.hint:
            self.play(self.hint[0])
        elif self.is_asking() and (answers := self.answers()):
            self.hint = answers[:1]
            self.show_status(
                _('The answer is marked. "Show me" plays it.')
                if len(answers) == 1
                else _('One possible answer is marked. "Show me" plays it.')
            )

    def play_reply(self) -> bool:
        """Play the next move of the opponent's reply; return whether there was one."""
        if not self._replies:
            return False
        move = resolve_move(self.rules, self.session.state, self._replies.pop(0))
        self.is_done = not self._replies
        super().play(move)
        return True

    def advance(self) -> bool:
        """Begin the next step; return whether it continues in the same session."""
        self.lesson.advance(self.session.moves)
        if self.lesson.step.has_own_game:
            return False
        self._begin_step()
        self.hint, self.message = [], ""
        return True

    def advances_by_itself(self) -> bool:
        """Return whether the next step follows directly, without a sentence to read."""
        step, following = self.lesson.step, self.lesson.next_step
        return (
            bool(step.answers) and self.is_done and not step.after
            and following is not None and not following.has_own_game
        )  # fmt: skip
