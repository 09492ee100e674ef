"""The screen of a lesson: the board, and a panel in which the coach speaks."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import pygame

from ....core.errors import PuzzlekitError
from ....core.translation import _
from ....play.lesson_controller import LessonController, LessonProgress
from ....play.lessons import marked_cells
from ....play.new_game import start_game
from ....play.prompts import current_prompt
from ....play.session import Session
from ....play.setup import setup_of
from ....players.player import HUMAN
from ....rules.base import Puzzle, Rules
from ...available_actions import move_label
from ...cells import centre_of
from ..drawing.canvas import Canvas, Rect
from ..drawing.example_view import draw_marks
from ..drawing.widgets import ARROWS, CONFIRM_KEYS, Button, Column
from ..rules_dialog import RulesDialog
from ..screen import Window, remember_lesson
from .board import BoardScreen, GameBoard
from .lesson_panel import LessonPanel

#: Radius of a cross in cells.
CROSS = 0.25

#: The opponent in the first game after a lesson.
OPPONENT = "mcts:beginner"


class LessonScreen(BoardScreen):
    """A lesson of a plugin, which is not saved."""

    def __init__(self, window: Window, rules: Rules) -> None:
        super().__init__(window)
        self.started_from, self.title = rules, rules.name
        self.progress = LessonProgress(rules)
        if rules.setup is not None:
            remember_lesson(window, rules.setup.game.name)
        self._begin()

    def _begin(self) -> None:
        """Show the current step from its beginning."""
        self.coach = LessonController(self.progress, self)
        self.session, self.rules = self.coach.session, self.coach.rules
        box = self.boxes().board
        self.board = GameBoard(self.coach, self.canvas, box, self.answer, self.rebuild)
        self.window.log("lesson", f"{self.progress.number + 1}/{len(self.progress.steps)}")
        self.rebuild()

    # -- the interface of a front end -------------------------------------------------------------

    def position_changed(self, plies: int) -> None:
        self.show_position(plies)
        self.rebuild()

    def show_warning(self, text: str) -> None:
        self.show_status(text)

    # -- actions ----------------------------------------------------------------------------------

    def answer(self, *moves: str) -> None:
        """Play the player's answer; take back the clicks that do not belong to an answer."""
        self.coach.play(*moves)
        selector = self.board.selector
        while self.coach.is_asking() and selector.path:
            self.board.back()
            if self.coach.leads_to_answer(selector.path):
                break

    def continue_lesson(self) -> None:
        """Go to the next step or, after the last one, start a game."""
        if not self.coach.is_done:
            return
        if self.progress.next_step is None:
            self.play_game()
        elif self.coach.advance():
            self.board.position_changed(0)
            self.window.log("lesson", f"{self.progress.number + 1}/{len(self.progress.steps)}")
            self.rebuild()
        else:
            self._begin()

    def go_back(self) -> None:
        """Take back a click, or return to the beginning of this step or of the previous one."""
        if not self.board.back():
            self.progress.go_back(self.session.moves)
            self._begin()

    def show_answer(self) -> None:
        """Mark the answer; play it if it is already marked."""
        while self.board.back():
            pass
        self.coach.request_or_play_hint()

    def show_rules(self) -> None:
        self.window.show(RulesDialog(self.window, self.rules))

    def play_game(self) -> None:
        """Start an ordinary game against the weakest computer player."""
        setup = setup_of(self.started_from)
        others = len(setup.rules.players) - 1
        self._play(lambda: start_game(setup, [HUMAN, *[OPPONENT] * others]))

    def skip(self) -> None:
        """Leave the lesson, and continue its position as an ordinary game."""

        def keep() -> Session:
            session = Session(self.session.setup)
            for move in self.session.moves:
                session.play(move)
            return session

        self._play(keep)

    def _play(self, make: Callable[[], Session]) -> None:
        try:
            self.window.play(make())
        except PuzzlekitError as error:
            self.show_status(str(error))

    def buttons(self) -> list[Button]:
        """Return the buttons of the current step."""
        coach, progress = self.coach, self.progress
        back = Button("back", _("Back"), self.go_back, _("Back (Backspace)"))
        back.enabled = bool(progress.number or coach.shows_last_move or self.board.selector.path)
        if not coach.is_done:
            tip = _("Mark the answer; press again to play it (F2)")
            show = Button("show", _("Show me"), self.show_answer, tip, coach.is_asking())
            skip = Button("skip", _("Skip"), self.skip, _("Play on without the coach"))
            return [back, show, skip]
        last = progress.next_step is None
        play = _("Play the puzzle") if isinstance(self.rules, Puzzle) else _("Play a game")
        label = play if last else _("Continue")
        tip = "" if last else _("Continue (Enter)")
        return [back, Button("continue", label, self.continue_lesson, tip, primary=True)]

    def move_buttons(self) -> list[Button]:
        """Return a button for each accepted move that takes no clicks, such as a swap."""
        question = self.coach.question()
        labels = {move: label for label, move in question.answers.items()} if question else {}
        return [
            Button(
                f"play {move}",
                labels.get(move, move_label(move)),
                partial(self.coach.play, move),
                on=move in self.coach.hint,
            )
            for move in self.board.selector.buttons
        ]

    # -- screen -----------------------------------------------------------------------------------

    def build(self) -> None:
        boxes = self.boxes()
        self.board.place(self.canvas, boxes.board)
        pad = self.px(14)
        self.panel_box = Rect(boxes.panel)
        column = Column(self.canvas, self.panel_box.inflate(-2 * pad, -2 * pad))
        side = self.px(34)
        home = Rect(column.left + column.width - side, column.top, side, side)
        self.panel = LessonPanel(self.coach, self._status_text(), self.board.refusal)
        self.widgets = [
            Button("home", "", self.window.go_home, _("All games (Esc)"), icon="home", box=home),
            *self.panel.place(self.canvas, column, self.buttons(), self.move_buttons()),
            *self.swap_buttons(),
        ]

    def _status_text(self) -> str:
        """Return the next click of an incomplete move, if any."""
        path = tuple(self.board.selector.path)
        return current_prompt(self.rules, self.session.state, path) if path else ""

    def needs_poll(self) -> bool:
        return not self.coach.is_asking() and (
            not self.coach.is_done or self.coach.advances_by_itself()
        )

    def poll(self) -> None:
        if self.moving():
            return
        if not self.coach.play_reply() and self.coach.advances_by_itself():
            self.continue_lesson()

    def draw_back(self, canvas: Canvas) -> None:
        with canvas.guarded(Rect(self.board.view.box), self.rules):
            self.board.draw(canvas, legal=True)
            is_done = self.coach.is_done and bool(self.progress.step.answers)
            if self.board.timeline.still() and not is_done:
                self._draw_marks(canvas)
        self.panel.draw(canvas, self.panel_box)

    def _draw_marks(self, canvas: Canvas) -> None:
        solid, step = self.board.solid, self.progress.step
        if solid is None or solid.shows(net=True):
            with self.board.view.clipped():
                draw_marks(canvas, self.rules, self.board.view, step)

    def mouse(self, event: pygame.event.Event) -> bool:
        return self.use_mouse(event, may_play=self.coach.is_asking())

    def press_board(self, event: pygame.event.Event) -> bool:
        return self._refuse_cross(event) or super().press_board(event)

    def _refuse_cross(self, event: pygame.event.Event) -> bool:
        """Explain a click on a cross, which the board could take for a click next to it."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button not in (1, 3):
            return False
        step, view = self.progress.step, self.board.view
        if self.board.selector.path or self.board.solid is not None:
            return False
        for cells in marked_cells(self.rules, step.bad):
            centre = centre_of([view.board.points[cell] for cell in cells])
            if math.dist(view.view.pixel(*centre), event.pos) < CROSS * view.view.unit:
                self.coach.show_status(self.coach.explain_refusal((), cells[0]))
                return True
        return False

    def key(self, event: pygame.event.Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return self.board.handle_view_key(event.key)
        if event.key in CONFIRM_KEYS and self.coach.is_done:
            self.continue_lesson()
        elif event.key == pygame.K_F1:
            self.show_rules()
        elif event.key == pygame.K_F2:
            self.show_answer()
        elif event.key == pygame.K_F6:
            self.swap_views()
        elif event.key == pygame.K_BACKSPACE:
            self.go_back()
        elif event.key == pygame.K_ESCAPE:
            if not self.board.back():
                self.window.go_home()
        elif event.key in ARROWS:
            self.focus(None)
            self.board.key(event)
        elif not self.board.key(event):
            return False
        self.window.dirty = True
        return True
