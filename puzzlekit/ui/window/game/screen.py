"""The game screen, with the board and the panel."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pygame

from ....core.errors import PuzzlekitError
from ....core.translation import _
from ....play.autosave import SaveTarget
from ....play.controller import GameController
from ....play.game_database import LibraryTarget
from ....play.macros import can_save_macro
from ....play.session import Session
from ....rules.base import Puzzle
from ...available_actions import is_analysis_fair
from .. import sounds
from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Button, Widget, has_ctrl
from ..puzzle_dialogs import MacrosDialog
from ..screen import Shortcuts, Window
from .actions import GameControls
from .board import BoardScreen, GameBoard
from .macro_controls import MacroControls, macro_cells
from .panel import GamePanel
from .status_box import StatusBox, StatusMessage, status_message
from .timing import Ticker
from .workers import Workers


class GameScreen(BoardScreen):
    """The view of a `GameController`."""

    def __init__(self, window: Window, session: Session, place: SaveTarget | None = None) -> None:
        super().__init__(window)
        if session.task is None:  # problems are not saved
            place = place or LibraryTarget()
        self.controller = controller = GameController(session, self, place)
        self.workers = Workers(controller)
        self.session, self.rules = session, session.rules
        self.macros: MacroControls | None = None
        if can_save_macro(self.rules):
            self.macros = MacroControls(
                controller, lambda macros: self.window.show(MacrosDialog(self.window, macros))
            )
        self.title, self.game_name = self.rules.name, session.setup.game.name
        self.ending: StatusBox | None = None
        self.shown_termination = session.ending
        self.question_box: StatusBox | None = None
        self.board = GameBoard(controller, self.canvas, self.game_boxes().board, self._play)
        self.ticker = Ticker(self.board)
        solution = self.ticker.solution
        self.controls = GameControls(self.window, self.board, self.workers, solution)
        self.show_warning = self.controls.warn
        self.panel = GamePanel(self.controls, self.ticker, self.macros, self.enter)
        self._show_end()
        self._start_search()
        self.window.log("game", controller.game_id)

    def position_changed(self, plies: int) -> None:
        session = self.session
        self.controls.resigning = False
        self.ending = self.question_box = None
        self.show_position(plies)
        is_terminated = session.ending is not None and session.ending != self.shown_termination
        self.shown_termination = session.ending
        if plies == 1 or is_terminated:
            self._show_end()
            if session.result is not None:
                self.window.sounds.play(sounds.WIN)
        self._start_search()
        if self.ticker.timer is not None and (trouble := self.ticker.timer.take_error()):
            self.controller.show_status(trouble)

    def confirm_leave(self, act: Callable[[], object]) -> None:
        self.controls.confirm_leave(act)

    def _play(self, *moves: str) -> None:
        """Play a move, or several moves as one; play a sound if an illegal move was tried."""
        ply = self.session.ply
        self.controller.play(*moves)
        if self.session.ply == ply:
            self.window.sounds.play(sounds.ILLEGAL)

    def show_error(self, error: object) -> None:
        self.window.sounds.play(sounds.ILLEGAL)
        self.controller.show_status(str(error))

    def _show_end(self) -> None:
        if self.session.result is not None and (self.session.ply or self.session.ending):
            label = _("Next position") if self.session.task else _("Play again")
            again = Button("end-new", label, self.controls.start_new_game, primary=True, size=14)
            close = Button("end-close", _("Close"), self._dismiss, _("Esc"), size=14)
            summary = None if self.session.ending else self.rules.summary(self.session.state)
            text = StatusMessage(self.controller.status_line(), severity="end")
            self.ending = StatusBox(text, (again, close), grows=True, summary=summary)
            self.focus_key = "end-new"

    def _start_search(self) -> None:
        question = self.controller.question()
        self.question_box = None
        if question is not None:
            answers = [
                Button(f"play {move}", label, partial(self.controller.play, move), primary=True)
                for label, move in question.answers.items()
            ]
            answers.append(Button("question-no", question.default, self._dismiss))
            text, moves = StatusMessage(question.text, severity="ask"), question.answers.values()
            self.question_box = StatusBox(text, answers, grows=True, moves=moves)
            self.focus_key = "question-no"
        self.workers.submit_jobs()
        self.rebuild()

    def poll(self) -> None:
        changed = self.ticker.poll(paused=bool(self.window.dialogs))
        self.window.dirty |= self.ticker.is_stale()
        if call := self.ticker.new_call():
            self.window.sounds.play(sounds.CLICK)
            self.controller.show_status(call)
        if self.workers.poll() or changed:
            self.rebuild()

    @property
    def status(self) -> StatusMessage:
        """The current status message."""
        return status_message(self.board, self.ticker.solution, self.canvas)

    def _status_box(self) -> StatusBox:
        """Return the box of the status bar in the panel, which shows an error if it fails."""
        with self.board.guarded():
            return self._current_box()
        return StatusBox(StatusMessage(self.controller.message))

    def _current_box(self) -> StatusBox:
        status = self.status
        if (confirmation := self.controls.confirmation()) is not None:
            return confirmation
        text = self.board.refusal or self.controller.message
        is_selecting = bool(self.board.selector.path)  # a click continues the game
        if (box := self.ending or (None if is_selecting else self.question_box)) is not None:
            box.message = status.text if text else ""
            return box
        is_puzzle = not self.rules.is_game()
        return StatusBox(status, self.controls.status_buttons(), has_buttons_below=is_puzzle)

    def busy(self) -> bool:
        return self.workers.busy

    def needs_poll(self) -> bool:
        return self.busy() or self.ticker.on

    def close(self) -> None:
        self.workers.stop()
        self.controller.leave()

    def enter(self, text: str) -> None:
        """Enter the typed moves; if that fails, keep the text."""
        self.panel.typed = ""
        if not text.strip():
            return
        try:
            self.controller.play_text(text.strip())
        except PuzzlekitError as error:
            self.panel.typed = text
            self.show_error(error)
            self.lay_out()
            self.panel.field.select_all()

    def build(self) -> None:
        boxes = self.game_boxes()
        self.board.place(self.canvas, boxes.board)
        self.window.log("view", json.dumps(self.board.view.view))
        if self.board.solid is not None:
            self.window.log("solid", json.dumps(self.board.solid.view.box))
        with self.board.guarded():
            self._analyse()
        answers = self.question_box.moves if self.question_box else ()
        box = Rect(boxes.panel)
        self.widgets = self.panel.build(self.canvas, box, self._status_box(), answers)
        self.widgets += self.swap_buttons()

    def _analyse(self) -> None:
        """Analyse the line of the open dialog or, with engine lines, the current position."""
        nodes = self.workers.analysed_line
        if not nodes and self.window.settings.think and is_analysis_fair(self.controller):
            nodes = [self.session.tree.node]
        self.workers.analyse(nodes)

    def reserved_rects(self) -> list[Rect]:
        return [self.panel.status_box.box]

    def tooltip_area(self, widget: Widget) -> Rect:
        """Keep tooltips of the panel inside the panel, so that they do not hide the board."""
        return (
            self.panel.box if self.panel.box.contains(widget.box) else super().tooltip_area(widget)
        )

    def _dismiss(self) -> None:
        self.ending = self.question_box = None

    def draw_back(self, canvas: Canvas) -> None:
        with canvas.guarded(Rect(self.game_boxes().board), self.rules):
            best_move = next((each.move for each in self.workers.engine_lines()), "")
            settings = self.window.settings
            self.board.draw(
                canvas, legal=settings.legal, best_move=best_move if settings.think else ""
            )
            self.ticker.premoves.draw(canvas)
            for cells in macro_cells(self.widgets):
                self.board.outline(cells, canvas.theme.focus)
        with canvas.guarded(self.panel.box, self.rules):
            self.panel.draw(canvas)

    def mouse(self, event: pygame.event.Event) -> bool:
        may_play = False
        with self.board.guarded():
            if self.ticker.premoves.remember(event):
                return True
            may_play = self.controller.is_human_turn() and not (self.session.result and self.ending)
        return self.use_mouse(event, may_play=may_play)

    def shortcuts(self) -> Shortcuts:
        own = {"Escape": self._escape, "Backspace": self.board.back}
        return super().shortcuts() | self.controls.shortcuts() | own

    def key(self, event: pygame.event.Event) -> bool:
        if has_ctrl(event.mod):
            uses_macro = self.macros is not None and self.macros.handle_ctrl_key(event)
            return uses_macro or super().key(event)
        if event.key == pygame.K_SPACE and self.board.cursor is None:
            if not self._is_solving_with_keys():
                self.ticker.replay.toggle()
        elif super().key(event):
            pass
        elif event.unicode and event.unicode.isprintable() and event.unicode != " ":
            self._handle_character(event.unicode)
        else:
            return False
        return True

    def _is_solving_with_keys(self) -> bool:
        """Return whether a solve or its inspection is being timed, and keys make moves.

        Other keys do nothing then: after a slip of the finger, the text field would swallow all
        moves, or a replay would begin.
        """
        has_keys = isinstance(self.rules, Puzzle) and bool(self.rules.keys)
        return has_keys and self.ticker.timer is not None and self.ticker.timer.is_running

    def _handle_character(self, character: str) -> None:
        """Play the move of a key, or begin to type a move."""
        if isinstance(self.rules, Puzzle) and character in self.rules.keys:
            self._play_key(self.rules.keys[character])
        elif not self._is_solving_with_keys():
            self.focus("type")  # the character itself arrives as a text event

    def _play_key(self, turn: str) -> None:
        """Play the turn of a key, and follow the rotation of a solid that is part of the turn."""
        solid = self.board.solid
        if solid is None:
            self.enter(turn)
        else:
            solid.view.play_as_seen(turn, self.session, self.enter)

    def _escape(self) -> None:
        if self.ticker.premoves.clear() or self.controls.answer_no() or self.ticker.solution.stop():
            pass
        elif self.focus_key == "type":
            self.panel.typed, self.focus_key = "", None
        elif self.ending is not None or self.question_box is not None:
            self._dismiss()
        elif self.controller.is_searching_hint():
            self.controls.stop_search()
        elif self.focus_key is not None:
            self.focus_key = None
        elif not self.board.back():
            self.controls.go_to_launcher()
