"""Actions of the game screen other than moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from ....core.errors import PuzzlekitError
from ....core.game_id import is_path
from ....core.translation import _, translate
from ....play import records
from ....play.controller import GameController
from ....play.editing import can_edit
from ....play.new_game import rematch, session_from_position, session_from_scramble
from ....play.setup import parse_setup
from ....play.variations import GameNode
from ....plugin.validation import checked_solid
from ....rules.base import Puzzle
from ....solving.scrambles import has_scrambles
from ...available_actions import Action, action_rows, is_analysis_fair, waits_for_hint
from ..desktop import copied_text, copy_text
from ..dialogs import ConfirmDialog, SettingsDialog, TextDialog
from ..drawing.widgets import Button
from ..move_dialogs import AnalysisDialog, AnnotationDialog
from ..picture_dialog import PictureDialog
from ..puzzle_dialogs import GoalDialog, ScrambleDialog, TimesDialog
from ..rules_dialog import RulesDialog
from ..screen import Shortcuts, Window
from .board import GameBoard
from .status_box import StatusBox, StatusMessage
from .timing import SolutionPlayer
from .workers import Workers

#: Actions that are seldom needed during a game, whose buttons have no frames.
MINOR_ACTIONS = frozenset({"new", "restart", "copy", "scramble", "picture", "draw", "resign"})


class Clipboard:
    """Copying and pasting games and positions."""

    def __init__(self, controller: GameController, window: Window) -> None:
        self.controller, self.window = controller, window

    def copy(self) -> None:
        message = _("Game copied as text. Ctrl+Shift+C copies a record.")
        self._copy(self.controller.session.transcript(), message)

    def copy_record(self) -> None:
        self._copy(records.write(self.controller.session), _("Game copied as a record."))

    def copy_position(self) -> None:
        self._copy(self.controller.session.position_id(), _("Position copied: {position}"))

    def _copy(self, text: str, message: str) -> None:
        copy_text(text)
        self.controller.show_status(message.format(position=text))

    def paste(self) -> None:
        """Open the game on the clipboard: a record, a game ID with moves, or a scramble."""
        current = self.controller.session
        name = current.setup.game.name
        find = partial(parse_setup, folders=[Path(name).parent] if is_path(name) else [])
        text = copied_text()
        try:
            scrambled = session_from_scramble(current, text)
            session = scrambled or records.read(text, "The clipboard", current.players, find=find)
        except PuzzlekitError as error:
            self.controller.show_status(_("Cannot paste: {error}").format(error=error))
        else:
            note = _("Pasted as the start of a new game.") if scrambled else ""
            self.window.play(session, note=note or records.disagreement(session) or "")


class GameControls:
    """The buttons, keys and actions of the game screen."""

    def __init__(
        self,
        window: Window,
        board: GameBoard,
        workers: Workers,
        solution: SolutionPlayer,
    ) -> None:
        self.window, self.board, self.workers = window, board, workers
        self.controller, self.solution = board.controller, solution
        self.clipboard = Clipboard(self.controller, self.window)
        self.resigning = False

    def warn(self, why: str) -> None:
        """Warn that the game is not saved."""
        self.window.show(TextDialog(self.window, _("Not saved"), why))

    def confirm_leave(self, act: Callable[[], object]) -> None:
        """Call `act`, which leaves the game, but ask first if the game would be lost."""
        autosave = self.controller.autosave
        autosave.save()  # the disk may have space again
        if autosave.error:
            text = _("{error} If you leave now, your game will not be saved.").format(
                error=autosave.error
            )
            stay = Button("stay", _("Stay"), lambda: None, primary=True)
            leave = Button("leave", _("Leave"), act)
            self.window.show(ConfirmDialog(self.window, _("Leave the game?"), text, (stay, leave)))
        else:
            act()

    def start_new_game(self) -> None:
        """Start another game with the same settings, or the next problem."""
        self.window.play(rematch(self.controller.session))

    def new_game(self) -> None:
        """Start another game, but ask first if the current one would be lost."""
        self.confirm_leave(self.start_new_game)

    def undo(self) -> None:
        """Take back the first part of a move, or undo the last move."""
        if self.board.selector.path:
            self.board.back()
        else:
            self.controller.undo()

    def request_or_play_hint(self) -> None:
        """Request a hint for the position before any incomplete move."""
        if not self.controller.hint and self.controller.request is None:
            while self.board.back():
                pass
        self.controller.request_or_play_hint()
        self.workers.start_request()

    def play_solution(self) -> None:
        """Play the solution, once it is found, or stop playing it; in a game, request a hint."""
        if self.solution.stop():
            return
        is_puzzle = not self.controller.rules.is_game()
        if is_puzzle and not self.controller.hint and not self.controller.is_searching_hint():
            self.request_or_play_hint()
        if is_puzzle and self.controller.is_searching_hint() and not self.controller.hint:
            self.solution.begin_when_found()
            self.controller.show_status(_("The solution will be played when it is found."))
            return
        if not self.solution.can_play():
            self.request_or_play_hint()
            return
        while self.board.back():
            pass
        self.solution.begin()
        self.workers.start_request()

    def stop_search(self) -> None:
        self.solution.stop()
        self.controller.stop_search()
        self.workers.start_request()

    def offer_draw(self) -> None:
        if message := self.controller.arbiter.offer_draw():
            self.controller.show_status(message)

    def _decline(self) -> None:
        self.controller.arbiter.offer = None
        self.controller.show_status(_("Draw declined"))

    def confirmation(self) -> StatusBox | None:
        arbiter = self.controller.arbiter
        if self.resigning and arbiter.can_resign():
            no = Button("answer no", _("No"), partial(setattr, self, "resigning", False))
            answers = (Button("answer yes", _("Yes"), arbiter.resign), no)
            return StatusBox(StatusMessage(_("Resign?"), severity="ask"), answers)
        if arbiter.is_asking():
            side = translate(self.controller.seats()[arbiter.offer or 0].side)
            answers = (
                Button("answer accept", _("Accept"), arbiter.accept),
                Button("answer no", _("No"), self._decline),
            )
            text = StatusMessage(_("{side} offers a draw").format(side=side), severity="ask")
            return StatusBox(text, answers, grows=True)
        return None

    def answer_no(self) -> bool:
        """Answer No to an open question; return whether there was a question."""
        confirmation = self.confirmation()
        if confirmation is not None:
            confirmation.answers[-1].act()
        return confirmation is not None

    def edit(self) -> None:
        from ..editor import PositionEditor, StickerEditor  # imported late for a faster start

        controller, rules = self.controller, self.controller.rules
        state, begin = controller.session.state, partial(session_from_position, controller.session)
        if isinstance(rules, Puzzle) and checked_solid(rules) is not None:
            self.window.edit(StickerEditor(self.window, rules, state, begin))
        elif can_edit(rules):
            self.window.edit(PositionEditor(self.window, rules, state, begin))
        else:
            controller.show_status(
                _("{name} has no editor. Type the position as text instead.").format(
                    name=rules.name
                )
            )

    def show_move(self, node: GameNode | None = None) -> None:
        """Open the dialog for the comment, the mark and the variation of a move."""
        session = self.controller.session
        self.window.show(AnnotationDialog(self.window, session, node or session.tree.node))

    def show_analysis(self) -> None:
        if is_analysis_fair(self.controller):
            self.window.show(AnalysisDialog(self.window, self.controller.session, self.workers))
        else:
            text = _("Analysis is available only after the end of a two-player game.")
            self.controller.show_status(text)

    def toggle_legal(self) -> None:
        self.window.change_setting("legal", not self.window.settings.legal)

    def show_rules(self) -> None:
        self.window.show(RulesDialog(self.window, self.controller.rules))

    def show_settings(self) -> None:
        self.window.show(SettingsDialog(self.window))

    def show_goal(self) -> None:
        if isinstance(self.controller.rules, Puzzle):
            self.window.show(GoalDialog(self.window, self.controller.rules))

    def show_times(self) -> None:
        if not self.controller.rules.is_game():
            self.window.show(TimesDialog(self.window, self.controller.session.setup))

    def show_scramble(self) -> None:
        setup = self.controller.session.setup
        if has_scrambles(setup.rules) and setup.id:
            self.window.show(ScrambleDialog(self.window, setup.id))

    def save_picture(self) -> None:
        solid, controller = self.board.solid, self.controller
        net = solid is not None and solid.is_net_large
        camera = solid.view.camera if solid is not None else None
        notify = controller.show_status
        self.window.show(
            PictureDialog(self.window, controller.session, notify, net=net, camera=camera)
        )

    def go_to_launcher(self) -> None:
        self.confirm_leave(self.window.go_home)

    def top_buttons(self) -> list[Button]:
        """Return the buttons at the top of the panel, from right to left."""
        buttons = [Button("home", "", self.go_to_launcher, _("All games (Esc)"), icon="home")]
        if why := self.controller.autosave.error:
            warn, tip = partial(self.warn, why), _("The game is not saved")
            buttons.append(Button("not-kept", "", warn, tip, icon="warn"))
        return buttons

    def status_buttons(self) -> list[Button]:
        """Return the button for the status bar, if any."""
        if self.solution.is_on:
            return [Button("stop", _("Stop"), self.solution.stop, _("Stop (Esc)"))]
        if self.board.selector.path:
            tip = _("Cancel the selection (Esc)")
            return [Button("choose-anew", "", self.board.back, tip, icon="close")]
        if self.solution.can_play():
            tip = _("Play the whole solution (F8)")
            play = self.play_solution
            return [Button("play-all", _("Play all"), play, tip, icon="play", primary=True)]
        return []

    def rows(self) -> list[list[Button]]:
        """Return the rows of buttons at the bottom of the panel, from top to bottom."""
        controller = self.controller
        acts: Shortcuts = {
            "undo": self.undo,
            "redo": controller.redo,
            "hint": self.stop_search if waits_for_hint(controller) else self.request_or_play_hint,
            "goal": self.show_goal,
            "legal": self.toggle_legal,
            "rules": self.show_rules,
            "settings": self.show_settings,
            "scramble": self.show_scramble,
            "new": self.new_game,
            "restart": controller.restart,
            "copy": self.clipboard.copy,
            "picture": self.save_picture,
            "draw": self.offer_draw,
            "resign": partial(setattr, self, "resigning", True),
            "analysis": self.show_analysis,
        }

        def button(action: Action) -> Button:
            name, label, tip, is_enabled, is_on, icon = action
            quiet = name in MINOR_ACTIONS
            return Button(
                name, label, acts[name], tip, is_enabled, on=is_on, quiet=quiet, icon=icon
            )

        rows = action_rows(controller, self.board.selector, legal=self.window.settings.legal)
        return [list(map(button, row)) for row in rows]

    def shortcuts(self) -> Shortcuts:
        controller, clipboard = self.controller, self.clipboard
        puzzle: Shortcuts = {
            "F5": self.new_game,
            "F7": self.show_goal,
            "F8": self.play_solution,
        }
        return {
            "F1": self.show_rules,
            "F2": self.request_or_play_hint,
            "F3": self.toggle_legal,
            "F4": self.show_settings,
            "F9": self.show_analysis,
            **({} if controller.rules.is_game() else puzzle),
            "Home": partial(controller.go, 0),
            "End": partial(controller.go, len(controller.session.all_moves)),
            "PageUp": partial(controller.step, -1),
            "PageDown": partial(controller.step, 1),
            "Ctrl+Z": self.undo,
            "Ctrl+Shift+Z": controller.redo,
            "Ctrl+Y": controller.redo,
            "Ctrl+N": self.new_game,
            "Ctrl+C": clipboard.copy,
            "Ctrl+Shift+C": clipboard.copy_record,
            "Ctrl+S": self.save_picture,
            "Ctrl+L": clipboard.copy_position,
            "Ctrl+Shift+L": self.show_scramble,
            "Ctrl+E": self.edit,
            "Ctrl+K": self.show_move,
            "Ctrl+V": clipboard.paste,
            "Ctrl+T": self.show_times,
        }
