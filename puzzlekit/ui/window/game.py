"""The window of a game: the board, what can be done with it, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pygame

from ...core.errors import IllegalMove, NotationError, PuzzlekitError
from ...group import GroupInfo
from ...play import records, saves
from ...play.autosave import Autosave
from ...play.editing import can_edit
from ...play.new_game import fresh_seed, rematch, side_swapped
from ...play.session import Session
from ...play.typed_moves import read_moves
from ...players.named import may_compile
from ...players.player import COMPILING, HUMAN, LONG, Thought
from ...rules.rule_book import State
from ...solving.hints import Hint, along
from ..layout import game_boxes
from ..pointer import Cells, Pointer
from ..worker import Job, Worker
from .dialogs import RulesDialog, SettingsDialog
from .drawing.board_view import BoardView
from .drawing.canvas import Canvas, Rect
from .drawing.widgets import ARROWS, CONFIRM
from .editor import Editor
from .game_panel import Panel
from .highlights import Highlights
from .overlays import Banner, QuestionBar
from .plane_hand import PlaneHand
from .screen import Screen

if TYPE_CHECKING:
    from .app import App


class GameScreen(Screen):
    """Plays one session."""

    def __init__(self, app: App, session: Session, path: Path, *, resumed: bool = False) -> None:
        super().__init__(app)
        self.path = path
        self.hinter, self.grouper, self.thinker = Worker(), Worker(), Worker()
        self.group: GroupInfo | None = None
        self.message = ""
        self.typed = ""
        self.banner: Banner | None = None
        self.asking: QuestionBar | None = None
        self.hint: list[str] = []
        #: The hints for the positions on ways that have been shown.
        self.ways: dict[State, Hint] = {}
        self.hovered: Cells | None = None
        self.cursor: Cells | None = None
        self._begin(session, resumed=resumed)

    def _begin(self, session: Session, *, resumed: bool) -> None:
        for worker in (self.hinter, self.grouper, self.thinker):
            worker.stop()
        self.session = session
        self.rules = session.rules
        self.title = self.rules.name
        self.group, self.message, self.typed, self.banner = None, "", "", None
        self.ways = {}
        #: Whether it is shown that code may be compiled.
        self.told = False
        #: What the computer player of each seat thought last.
        self.thoughts: dict[int, Thought] = {}
        self.shown = session.ply
        #: What a computer player's chance comes from: the seed of the game, if it has one.
        self.luck = fresh_seed() if session.setup.seed is None else session.setup.seed
        looks = self.rules.look(session.state)
        self.view = BoardView(self.rules, self.canvas, self.board_box(), looks)
        self.hand = PlaneHand(self)
        self.autosave = Autosave(self.path, resumed=resumed)
        session.watchers.append(self._changed)
        self._tell_the_end()
        self._look_again()
        self.app.log("game", session.setup.id)

    def board_box(self) -> tuple[int, int, int, int]:
        return game_boxes(*self.app.size, self.canvas.scale).board

    # -- following the session --------------------------------------------------------------------

    def _changed(self, session: Session) -> None:
        """Show what has happened: one move forwards or backwards in motion, more at once."""
        step, self.shown = session.ply - self.shown, session.ply
        looks = self.rules.look(session.state)
        if step == 1 and session.last is not None:
            before = session.state_at(session.ply - 1)
            self.view.move(self.rules.carry(before, session.last), looks)
            self.app.log("move", session.last)
        elif step == -1:
            carry = self.rules.carry(session.state, session.line[session.ply])
            self.view.move({to: cell for cell, to in carry.items()}, looks)
        else:
            self.view.show(looks)
        if step != 1:
            self.thoughts = {}  # they were about other positions
        self.message, self.hint = "", []
        self.hinter.stop()
        self.banner = None
        if step == 1:
            self._tell_the_end()
        if session.result is not None:
            self.app.log("result", session.result.text)
        self._look_again()
        try:
            self.autosave(session)
        except PuzzlekitError as error:
            self.complain(error)

    def _tell_the_end(self) -> None:
        """Show how it ended, if it has."""
        session = self.session
        if session.result is not None and session.ply:
            self.banner = Banner(
                self.headline(),
                self.rules.summary(session.state),
                again=self.new_game,
                home=self.app.home,
                dismiss=self._dismiss,
            )
            self.focus_key = "banner-new"

    def _ask(self) -> None:
        """Ask the person who is to move what the position asks."""
        question = self.rules.question(self.session.state) if self.human_turn() else None
        self.asking = QuestionBar(question, self.play, self._dismiss) if question else None
        if question is not None:
            self.focus_key = "question-no"

    def _look_again(self) -> None:
        """Find out what can be done in the position that is shown."""
        session = self.session
        self.pointer = Pointer(self.rules, session.state)
        self.cursor = self.hovered = None
        self._surround()
        self._ask()
        self.grouper.ask(self._job("group"))
        if self._computer_moves():
            name = session.players[self.rules.turn(session.state)]
            seed = Random(f"{self.luck} {session.ply}").randrange(2**31)
            self.thinker.ask(self._job("choose", (name, seed)))
        self.rebuild()

    def _surround(self) -> None:
        """Show what can be touched on a plane."""
        self.view.surround(cell for cells in self.pointer.targets() for cell in cells)

    def _job(self, kind: str, extra: Any = None) -> Job:
        return Job(kind, self.session.setup.id, tuple(self.session.moves), extra)

    def human_turn(self) -> bool:
        """Tell whether a person is to move."""
        seat = self.rules.turn(self.session.state)
        return self.session.players[seat] == HUMAN

    def _computer_moves(self) -> bool:
        """A computer moves at the end of the line only, so that one can look back in peace."""
        session = self.session
        return not self.human_turn() and session.result is None and not session.can_redo

    def poll(self) -> None:
        if self.thinker.busy and (answer := self.thinker.poll()):
            self._take_answer(*answer)
        if self.hinter.busy and (answer := self.hinter.poll()):
            self._take_hint(*answer)
        if self.grouper.busy and (answer := self.grouper.poll()):
            facts = answer[1]
            self.group = None if isinstance(facts, PuzzlekitError) else GroupInfo(*facts)
            if self.group is not None:
                self.app.log("group", self.group.name or f"order {self.group.order}")
            self.rebuild()
        if self.told != self.compiling():
            self.told = not self.told
            if self.told:
                self.say(f"Looking for a hint ... {COMPILING}" if self.hinter.busy else "")

    def compiling(self) -> bool:
        """Tell whether a computer player seems to wait until the code of the game is compiled."""
        waited = max(self.thinker.warming_up, self.hinter.warming_up)
        return waited > LONG and may_compile(self.rules)

    def _take_answer(self, job: Job, answer: object) -> None:
        if isinstance(answer, PuzzlekitError):
            self.say(str(answer))
        elif job.moves == tuple(self.session.moves) and self._computer_moves():
            assert isinstance(answer, list)
            thought = Thought(*answer)
            seat = self.rules.turn(self.session.state)
            self.play(thought.move)
            self.thoughts[seat] = thought
            if said := side_swapped(self.session):
                self.say(said)

    def _take_hint(self, job: Job, answer: object) -> None:
        if job.moves != tuple(self.session.moves):
            return  # it is about a position that has passed
        if isinstance(answer, PuzzlekitError):
            self.say(str(answer))
        elif answer is None:
            self.say("There is no way to the goal from here.")
        else:
            assert isinstance(answer, list)
            found = Hint(*answer)
            if not self.rules.is_game():
                self.ways |= along(self.rules, self.session.state, found)
            self._show_hint(found)

    def _show_hint(self, found: Hint) -> None:
        self.hint = found.moves
        if not self.hint:
            self.say("Solved.")
            return
        more = ""
        if not self.rules.is_game():
            more = f", {len(self.hint)} to go"
            more += "" if found.shortest else " on a way that need not be the shortest"
        self.say(f"Hint: {self.hint[0]}{more}")
        self.app.log("hint", self.hint[0])

    def moving(self) -> bool:
        return self.view.moving()

    def busy(self) -> bool:
        return self.thinker.busy or self.hinter.busy or self.grouper.busy

    def close(self) -> None:
        for worker in (self.hinter, self.grouper, self.thinker):
            worker.stop()

    # -- what a person can do ---------------------------------------------------------------------

    def complain(self, error: object) -> None:
        self.say(str(error))

    def say(self, text: str) -> None:
        """Show a sentence in the panel."""
        self.message = text
        self.app.log("message", text)
        self.rebuild()

    def play(self, move: str) -> None:
        """Make a move."""
        try:
            self.session.play(move)
        except PuzzlekitError as error:
            self.say(str(error))

    def enter(self, text: str) -> None:
        """Play what has been typed: a move, or in a puzzle a word of moves."""
        if not self.human_turn():
            self.say(self.headline())
            return
        self.typed = ""
        if not text.strip():
            self.rebuild()
            return
        try:
            for move in read_moves(self.rules, self.session.state, text.strip()):
                self.play(move)
        except (NotationError, IllegalMove) as error:
            self.typed = text
            self.say(str(error))

    def undo(self) -> None:
        """Take back the first half of a move, or a move and the answer of a computer."""
        if self.back():
            return
        self.thinker.stop()
        session = self.session
        target = session.ply - 1
        seats = [self.rules.turn(session.state_at(ply)) for ply in range(session.ply)]
        humans = [ply for ply in range(session.ply) if session.players[seats[ply]] == HUMAN]
        if HUMAN in session.players:
            target = humans[-1] if humans else -1
        if target >= 0:
            session.go(target)

    def redo(self) -> None:
        """Make undone moves again, up to the next turn of a person."""
        session = self.session
        while session.redo():
            if self.human_turn():
                break

    def go(self, ply: int) -> None:
        """Look at another position of the game."""
        self.thinker.stop()
        self.session.go(ply)

    def ask_hint(self) -> None:
        """Show the next step, or do it if it is shown already."""
        if self.hinter.busy:
            self.hinter.stop()
            self.say("The search for a hint was stopped.")
        elif self.hint and self.human_turn():
            self.play(self.hint[0])
        elif self.session.result is None and self.human_turn():
            while self.back():
                pass
            if self.session.state in self.ways:
                self._show_hint(self.ways[self.session.state])
            else:
                self.hinter.ask(self._job("hint"))
                self.say("Looking for a hint ...")

    def new_game(self) -> None:
        """Start another game of the same kind; the old one is kept beside the save."""
        self._begin(rematch(self.session), resumed=False)

    def restart(self) -> None:
        """Go back to the start of this game."""
        self.thinker.stop()
        self.session.restart()
        if not self.human_turn() and HUMAN in self.session.players:
            self.redo()  # a computer that opens has opened

    def copy(self) -> None:
        """Copy the game as text: its ID and its moves."""
        text = " ".join([self.session.setup.id, *self.session.moves])
        self._put(text, "The game has been copied as text; Ctrl Shift C copies a record.")

    def copy_record(self) -> None:
        """Copy the whole game as a record."""
        self._put(records.write(self.session), "The game has been copied as a record.")

    def edit(self) -> None:
        """Change the position by hand."""
        if not can_edit(self.rules):
            self.say(f"{self.rules.name} has no editor; write a position as a line instead.")
            return
        self.app.screen = Editor(self.app, self)
        self.app.screen.rebuild()

    def copy_position(self) -> None:
        """Copy an ID that begins from the position that is shown."""
        try:
            text = self.session.setup.at(self.session.state).id
        except NotationError as error:
            self.say(str(error))
        else:
            self._put(text, f"The position has been copied: {text}")

    def _put(self, text: str, said: str) -> None:
        try:
            pygame.scrap.put_text(text)
            self.say(said)
        except pygame.error as error:
            self.say(f"Nothing can be copied here ({error}).")

    def paste(self) -> None:
        """Play the game that has been copied as text: a record, or an ID and moves."""
        try:
            session = records.read(pygame.scrap.get_text(), "What was copied")
        except pygame.error as error:
            self.say(f"Nothing can be pasted here ({error}).")
        except PuzzlekitError as error:
            self.say(f"It is no game: {error}")
        else:
            self.app.play(session, saves.automatic(session.setup.id))
            if said := records.disagreement(session):
                self.app.screen.complain(said)

    def toggle_legal(self) -> None:
        """Show or hide what can be touched."""
        self.app.change_setting("legal", not self.app.settings.legal)

    def show_rules(self) -> None:
        """Open the page of rules."""
        self.app.open(RulesDialog(self.app, self.rules))

    def show_settings(self) -> None:
        """Open the settings."""
        self.app.open(SettingsDialog(self.app))

    # -- layout and drawing -----------------------------------------------------------------------

    def build(self) -> None:
        self.view.place(self.canvas, self.board_box())
        self.app.log("view", json.dumps(self.view.view))
        box = Rect(game_boxes(*self.app.size, self.canvas.scale).panel)
        self.panel = Panel(self, box)
        self.widgets = self.panel.widgets
        overlay = self.overlay()
        if overlay is not None:
            overlay.place(self.canvas, self.board_box(), map(self.view.pixel, self._weighty()))
            self.widgets = [*overlay.buttons, *self.widgets]

    def overlay(self) -> Banner | QuestionBar | None:
        """Return what lies over the board."""
        return self.banner or self.asking

    def _weighty(self) -> list[int]:
        """Return the cells to look at now: those that decided, or those of the last move."""
        session = self.session
        if session.result is not None:
            return list(session.result.cells)
        return self.moved() if session.last is not None else []

    def moved(self) -> list[int]:
        """Return the cells of the last move."""
        assert self.session.last is not None
        carry = self.rules.carry(self.session.state_at(self.session.ply - 1), self.session.last)
        return [cell for cell in carry if cell < len(self.rules.board)]

    def draw_back(self, canvas: Canvas) -> None:
        self.view.draw()
        if not self.view.queue:
            with self.view.clipped():
                Highlights(self).draw(canvas.theme)
        self.panel.draw(canvas)

    def _dismiss(self) -> None:
        self.banner = self.asking = None
        self.rebuild()

    def draw_widgets(self, canvas: Canvas) -> None:
        overlay = self.overlay()
        if overlay is not None and not self.view.moving():
            overlay.draw(canvas)
        hidden = overlay.buttons if overlay is not None and self.view.moving() else ()
        for widget in self.widgets:
            if widget not in hidden:
                widget.draw(canvas)
                widget.draw_focus(canvas)

    def headline(self) -> str:
        """Return what the position is, in one line."""
        session, result = self.session, self.session.result
        if result is not None and self.rules.is_game():
            return result.text
        if result is not None:
            plural = "" if session.ply == 1 else "s"
            return f"{result.text} in {session.ply} move{plural}"
        side = self.rules.sides(session.state)[self.rules.turn(session.state)]
        if not self.human_turn():
            if not self.thinker.busy:
                return "Looking back; Redo goes on"
            return f"{side} is thinking ... {COMPILING if self.compiling() else ''}".rstrip()
        if self.pointer.path:
            return "Choose the rest"
        return f"{side} to move" if self.rules.is_game() else "Your move"

    # -- input ------------------------------------------------------------------------------------

    def _touch(self, cells: Cells, extra: int = 0) -> None:
        move = self.pointer.touch(cells, extra)
        if move is not None:
            self.play(move)
        else:
            self.view.foresee(self.pointer.preview())
            self.hovered = None
            self.cursor = next(iter(self.pointer.targets()), None) if self.cursor else None
            self._surround()
            self.rebuild()

    def back(self) -> bool:
        """Take back the last part of a move that is not complete; tell whether there was one."""
        if not self.pointer.back():
            return False
        self.view.foresee(self.pointer.preview())
        self._surround()
        self.rebuild()
        return True

    def under(self, at: tuple[int, int]) -> Cells | None:
        if not Rect(self.board_box()).collidepoint(at) or self._covered(at):
            return None
        return self.pointer.at(*self.view.view.point(*at))

    def _covered(self, at: tuple[int, int]) -> bool:
        """Tell whether something lies over the board at a pixel."""
        overlay = self.overlay()
        return overlay is not None and overlay.box.collidepoint(at)

    def mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and self._covered(event.pos):
            return True
        if self.view.camera is not None and self.hand.mouse(event):
            self.app.dirty = True
            return True
        if not self.human_turn() or (self.session.result is not None and self.banner):
            return False
        if event.type == pygame.MOUSEWHEEL:
            self.pointer.turned += -1 if event.y < 0 else 1
        elif event.type == pygame.MOUSEMOTION:
            self.hovered, self.cursor = self.under(event.pos), None
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            cells = self.under(event.pos)
            if self.pointer.turn_last(*self.view.view.point(*event.pos)):
                self._surround()
                self.rebuild()
                return True
            if event.button == 3 and self.pointer.path:
                return self.back()
            if cells is None:
                return self.back()
            self.cursor = None
            self._touch(cells, int(event.button == 3))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pointer.path:
            cells = self.under(event.pos)
            if cells is not None and len(cells) == 1 == len(self.pointer.path[-1].cells):
                self._touch(cells)  # the end of a drag
        else:
            return False
        self.app.dirty = True
        return True

    def key(self, event: pygame.event.Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return self._command(event)
        functions: dict[int, Callable[[], object]] = {
            pygame.K_F1: self.show_rules,
            pygame.K_F2: self.ask_hint,
            pygame.K_F3: self.toggle_legal,
            pygame.K_F4: self.show_settings,
            pygame.K_HOME: lambda: self.go(0),
            pygame.K_END: lambda: self.go(len(self.session.line)),
            pygame.K_PAGEUP: lambda: self.go(self.session.ply - 1),
            pygame.K_PAGEDOWN: lambda: self.go(self.session.ply + 1),
        }
        if event.key in functions:
            functions[event.key]()
        elif event.key == pygame.K_ESCAPE:
            self._escape()
        elif event.key in ARROWS:
            self.focus(None)  # Enter is for the board from now on
            self.hovered = None
            self.cursor = self.pointer.beside(self.cursor, *ARROWS[event.key])
            if self.view.camera is not None and self.cursor is not None:
                self.view.camera.reveal(self.pointer.anchor(self.cursor))
                self.view.moved()
        elif event.key in CONFIRM and self.cursor is not None and self.human_turn():
            self._touch(self.cursor, int(bool(event.mod & pygame.KMOD_SHIFT)))
        elif event.unicode and event.unicode.isprintable() and event.unicode != " ":
            self.focus("type")  # the character itself follows as text
        else:
            return False
        self.app.dirty = True
        return True

    def _escape(self) -> None:
        if self.overlay() is not None and self.focus_key != "type":
            self._dismiss()
        elif self.focus_key is not None:
            self.typed = "" if self.focus_key == "type" else self.typed
            self.focus_key = None
            self.rebuild()
        elif not self.back():
            self.app.home()

    def _command(self, event: pygame.event.Event) -> bool:
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        commands: dict[int, Callable[[], object]] = {
            pygame.K_z: self.redo if shift else self.undo,
            pygame.K_y: self.redo,
            pygame.K_n: self.new_game,
            pygame.K_c: self.copy_record if shift else self.copy,
            pygame.K_l: self.copy_position,
            pygame.K_e: self.edit,
            pygame.K_v: self.paste,
            pygame.K_r: lambda: setattr(self.pointer, "turned", self.pointer.turned + 1),
        }
        if event.key not in commands:
            return self.hand.key(event.key)
        commands[event.key]()
        self.app.dirty = True
        return True
