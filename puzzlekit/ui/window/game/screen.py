"""The screen of a game: the board, what can be done with it, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pygame

from ....core.errors import PuzzlekitError
from ....group import GroupInfo
from ....play import records
from ....play.editing import can_edit
from ....play.session import Session
from ....play.table import Table
from ....play.thinking import HINT, MOVE, Request
from ...layout import Box, game_boxes
from ...worker import GROUP, Answer, Job, Worker
from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import ARROWS
from ..host import Host
from ..screen import Screen
from . import clipboard
from .board import GameBoard
from .group_text import group_text
from .overlays import Banner, QuestionBar
from .panel import Contents, Control, Panel


class GameScreen(Screen):
    """Shows a table: whatever is said and done there, the table knows."""

    def __init__(self, host: Host, session: Session, path: Path) -> None:
        super().__init__(host)
        self.path = path
        #: Who thinks about what; the kinds are apart, so that one can be given up alone.
        self.workers = {kind: Worker() for kind in (MOVE, HINT, GROUP)}
        self._begin(session)

    def _begin(self, session: Session) -> None:
        self.close()
        self.table = Table(session, self, self.path)
        self.session, self.rules = session, session.rules
        self.title = self.rules.name
        self.group: GroupInfo | None = None
        self.typed = ""
        self.banner: Banner | None = None
        self.asking: QuestionBar | None = None
        self.board = GameBoard(
            self.table, self.canvas, self.board_box(), self.table.play, self.rebuild
        )
        self._show_end()
        self._look_again()
        self.host.log("game", self.table.id)

    def board_box(self) -> Box:
        """Return where the board lies."""
        return game_boxes(*self.host.size, self.canvas.scale).board

    # -- what a table asks of a front end ---------------------------------------------------------

    def changed(self, step: int) -> None:
        """Show what has happened: one move forwards or backwards in motion, more at once."""
        session = self.session
        self.board.changed(step)
        if step == 1:
            self.host.log("move", session.last or "")
        if session.result is not None:
            self.host.log("result", session.result.text)
        self.banner = None
        if step == 1:
            self._show_end()
        self._look_again()

    def say(self, text: str) -> None:
        """Show a sentence in the panel."""
        self.host.log("message", text)
        self.rebuild()

    def complain(self, error: object) -> None:
        self.table.say(str(error))

    def _show_end(self) -> None:
        """Show how it ended, if it has."""
        if self.session.result is not None and self.session.ply:
            self.banner = Banner(
                self.table.headline(),
                self.rules.summary(self.session.state),
                again=self.new_game,
                home=self.host.home,
                dismiss=self._dismiss,
            )
            self.focus_key = "banner-new"

    def _look_again(self) -> None:
        """Ask and think about the position that is shown."""
        question = self.table.question()
        self.asking = QuestionBar(question, self.table.play, self._dismiss) if question else None
        if question is not None:
            self.focus_key = "question-no"
        self.workers[GROUP].ask(self._job(Request(GROUP, tuple(self.session.moves))))
        self._serve()
        self.rebuild()

    # -- thinking ---------------------------------------------------------------------------------

    def _job(self, request: Request) -> Job:
        return Job(self.table.id, request)

    def _serve(self) -> None:
        """Have thought about what the table asks, and about nothing else."""
        request = self.table.request
        for kind in (MOVE, HINT):
            wanted = request is not None and request.kind == kind
            self.workers[kind].want(self._job(request) if request and wanted else None)

    def poll(self) -> None:
        for worker in self.workers.values():
            if worker.busy and (answer := worker.poll()):
                self._take(*answer)
        if self.panel.contents.text != self._text():
            self.rebuild()

    def _take(self, job: Job, answer: Answer) -> None:
        if job.request.kind != GROUP:
            assert not isinstance(answer, GroupInfo)
            self.table.take(job.request, answer)
            if self.table.hint:
                self.host.log("hint", self.table.hint[0])
            return
        self.group = answer if isinstance(answer, GroupInfo) else None
        if self.group is not None:
            self.host.log("group", self.group.name or f"order {self.group.order}")
        self.rebuild()

    def _text(self) -> str:
        """Return what the panel says."""
        if self.table.message:
            return self.table.message
        if self.board.pointer.path and self.table.request is None:
            return "Choose the rest"
        return self.table.headline(max(self.workers[kind].warming_up for kind in (MOVE, HINT)))

    def moving(self) -> bool:
        return self.board.view.moving()

    def busy(self) -> bool:
        return any(worker.busy for worker in self.workers.values())

    def close(self) -> None:
        for worker in self.workers.values():
            worker.stop()

    # -- what a person can do ---------------------------------------------------------------------

    def _type(self, text: str) -> None:
        self.typed = text

    def enter(self, text: str) -> None:
        """Play what has been typed, and keep it if that cannot be done."""
        self.typed = ""
        if not text.strip():
            self.rebuild()
            return
        try:
            self.table.enter(text.strip())
        except PuzzlekitError as error:
            self.typed = text
            self.complain(error)

    def undo(self) -> None:
        """Take back the first half of a move, or the last move."""
        if not self.board.back():
            self.table.undo()

    def ask_hint(self) -> None:
        """Ask for a hint, for the position as it is before the first half of a move."""
        if not self.table.hint and self.table.request is None:
            while self.board.back():
                pass
        self.table.ask_hint()
        self._serve()
        self.rebuild()

    def new_game(self) -> None:
        """Start another game of the same kind; the old one is kept beside the save."""
        self._begin(self.table.rematch())

    def edit(self) -> None:
        """Change the position by hand."""
        if can_edit(self.rules):
            self.host.edit(self.rules, self.session.state, self.table.begun_from)
        else:
            name = self.rules.name
            self.table.say(f"{name} has no editor; write a position as a line instead.")

    def copy(self) -> None:
        """Copy the game as text: its ID and its moves."""
        said = "The game has been copied as text; Ctrl Shift C copies a record."
        self._copy(self.table.transcript, said)

    def copy_record(self) -> None:
        """Copy the whole game as a record."""
        self._copy(lambda: records.write(self.session), "The game has been copied as a record.")

    def copy_position(self) -> None:
        """Copy an ID that begins from the position that is shown."""
        self._copy(self.table.position_id, "The position has been copied: {}")

    def _copy(self, write: Callable[[], str], said: str) -> None:
        try:
            text = write()
            clipboard.put(text)
        except PuzzlekitError as error:
            self.complain(error)
        else:
            self.table.say(said.format(text))

    def paste(self) -> None:
        """Play the game that has been copied as text: a record, or an ID and moves."""
        try:
            text = clipboard.get()
        except PuzzlekitError as error:
            self.complain(error)
            return
        try:
            session = records.read(text, "What was copied")
        except PuzzlekitError as error:
            self.complain(f"It is no game: {error}")
        else:
            self.host.play(session, note=records.disagreement(session) or "")

    def toggle_legal(self) -> None:
        """Show or hide what can be touched."""
        self.host.change_setting("legal", not self.host.settings.legal)

    def show_rules(self) -> None:
        """Open the page of rules."""
        self.host.show_rules(self.rules)

    # -- layout and drawing -----------------------------------------------------------------------

    def build(self) -> None:
        view = self.board.view
        view.place(self.canvas, self.board_box())
        self.host.log("view", json.dumps(view.view))
        box = Rect(game_boxes(*self.host.size, self.canvas.scale).panel)
        self.panel = Panel(
            self.table,
            self.board.pointer,
            self.canvas,
            box,
            self._contents(),
            play=self.table.play,
            typing=self._type,
            enter=self.enter,
        )
        self.widgets = self.panel.widgets
        overlay = self.overlay()
        if overlay is not None:
            result = self.session.result
            cells = self.table.moved_cells() if result is None else result.cells
            overlay.place(self.canvas, self.board_box(), map(view.pixel, cells))
            self.widgets = [*overlay.buttons, *self.widgets]
        self.board.cover = overlay.box if overlay is not None else None

    def _contents(self) -> Contents:
        asked = self.asking.question.answers.values() if self.asking is not None else ()
        return Contents(
            self._text(),
            group_text(self.group, busy=self.workers[GROUP].busy),
            self.typed,
            Control("home", "", self.host.home, "All games (Esc)", icon="home"),
            Control("choose-anew", "Take back", self.board.back, "Choose something else (Esc)"),
            self._controls(),
            asked=asked,
            show_line=self.host.settings.think,
        )

    def _controls(self) -> list[list[Control]]:
        """Return the buttons at the foot of the panel, from the top."""
        table, session = self.table, self.session
        can_undo = table.can_undo() or bool(self.board.pointer.path)
        legal, hinted = self.host.settings.legal, bool(table.hint)
        copying = "Copy the game as text (Ctrl C; as a record: Ctrl Shift C)"
        hinting = "One step; again to make it (F2)"
        return [
            [
                Control("undo", "Undo", self.undo, "Take back (Ctrl Z)", can_undo),
                Control("redo", "Redo", table.redo, "Make again (Ctrl Y)", session.can_redo),
                Control("hint", "Hint", self.ask_hint, hinting, table.may_play(), hinted),
            ],
            [
                Control(
                    "legal",
                    "Moves",
                    self.toggle_legal,
                    "Show what can be touched (F3)",
                    on=legal,
                ),
                Control("rules", "Rules", self.show_rules, "How it is played (F1)"),
                Control("settings", "Settings", self.host.show_settings, "Settings (F4)"),
            ],
            [
                Control("new", "New", self.new_game, "Another game (Ctrl N)"),
                Control("restart", "Restart", table.restart, "To the start", session.can_undo),
                Control("copy", "Copy", self.copy, copying),
            ],
        ]

    def overlay(self) -> Banner | QuestionBar | None:
        """Return what lies over the board."""
        return self.banner or self.asking

    def _dismiss(self) -> None:
        self.banner = self.asking = None
        self.rebuild()

    def draw_back(self, canvas: Canvas) -> None:
        self.board.draw(canvas, legal=self.host.settings.legal)
        self.panel.draw(canvas)

    def draw_widgets(self, canvas: Canvas) -> None:
        overlay, moving = self.overlay(), self.moving()
        if overlay is not None and not moving:
            overlay.draw(canvas)
        hidden = overlay.buttons if overlay is not None and moving else ()
        for widget in self.widgets:
            if widget not in hidden:
                widget.draw(canvas)
                widget.draw_focus(canvas)

    # -- input ------------------------------------------------------------------------------------

    def mouse(self, event: pygame.event.Event) -> bool:
        cover = self.board.cover
        if event.type == pygame.MOUSEBUTTONDOWN and cover and cover.collidepoint(event.pos):
            return True
        if self.board.plane.mouse(event):
            self.host.dirty = True
            return True
        if not self.table.is_human_turn() or (self.session.result is not None and self.banner):
            return False
        used = self.board.mouse(event)
        self.host.dirty = self.host.dirty or used
        return used

    def key(self, event: pygame.event.Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return self._command(event)
        table = self.table
        functions: dict[int, Callable[[], object]] = {
            pygame.K_F1: self.show_rules,
            pygame.K_F2: self.ask_hint,
            pygame.K_F3: self.toggle_legal,
            pygame.K_F4: self.host.show_settings,
            pygame.K_HOME: lambda: table.go(0),
            pygame.K_END: lambda: table.go(len(self.session.line)),
            pygame.K_PAGEUP: lambda: table.go(self.session.ply - 1),
            pygame.K_PAGEDOWN: lambda: table.go(self.session.ply + 1),
            pygame.K_ESCAPE: self._escape,
        }
        if event.key in functions:
            functions[event.key]()
        elif event.key in ARROWS:
            self.focus(None)  # Enter is for the board from now on
            self.board.key(event)
        elif self.board.key(event):
            pass
        elif event.unicode and event.unicode.isprintable() and event.unicode != " ":
            self.focus("type")  # the character itself follows as text
        else:
            return False
        self.host.dirty = True
        return True

    def _escape(self) -> None:
        if self.overlay() is not None and self.focus_key != "type":
            self._dismiss()
        elif self.focus_key is not None:
            self.typed = "" if self.focus_key == "type" else self.typed
            self.focus_key = None
            self.rebuild()
        elif not self.board.back():
            self.host.home()

    def _command(self, event: pygame.event.Event) -> bool:
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        commands: dict[int, Callable[[], object]] = {
            pygame.K_z: self.table.redo if shift else self.undo,
            pygame.K_y: self.table.redo,
            pygame.K_n: self.new_game,
            pygame.K_c: self.copy_record if shift else self.copy,
            pygame.K_l: self.copy_position,
            pygame.K_e: self.edit,
            pygame.K_v: self.paste,
            pygame.K_r: self.board.turn,
        }
        if event.key not in commands:
            return self.board.plane.key(event.key)
        commands[event.key]()
        self.host.dirty = True
        return True
