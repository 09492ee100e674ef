"""The actions of the designer's buttons."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ....core.errors import PuzzlekitError
from ....core.permutation import to_cycles
from ....core.translation import _, ngettext
from ....design import edits
from ....design.draft_files import Draft
from ....design.drawing import Drawing
from ....design.export import trial_file
from ....design.puzzle import rules_of_drawing
from ....design.solvability import (
    make_solvable_by_merge,
    make_solvable_by_swap,
    shuffle_start,
)
from ....design.validation import DesignFault, find_faults
from ....play.game_database import Library, LibraryTarget, open_entry
from ....play.new_game import new_session
from ....play.session import Session
from ....players.player import HUMAN
from ...designer_worker import DrawingWorker
from ..desktop import copy_text
from .dialogs import ExportDialog, OpenDialog, SaveDialog, SearchDialog, VaryDialog
from .viewport import DesignerContext


class DesignerActions:
    """Edits to the drawing, and dialogs opened by the designer's buttons."""

    def __init__(self, context: DesignerContext, live: DrawingWorker) -> None:
        self.context, self.live = context, live
        self.window, self.document = context.window, context.document
        self.draft = Draft()
        #: The drawing in the draft that another window left.
        self._claimed = None if self._drawing.nodes else self.draft.claim()
        if self._claimed is not None:
            self.document.apply(self._claimed)
            self.notify(_("This is your last drawing. Undo clears it."))

    @property
    def _drawing(self) -> Drawing:
        return self.document.drawing

    def notify(self, text: str) -> None:
        """Show a message that is not an error."""
        self.document.message, self.document.is_error = text, False
        self.context.rebuild()

    def shuffle(self) -> None:
        self.context.apply(shuffle_start, Random())

    def use_hardest_start(self) -> None:
        farthest = self.live.now.farthest
        rules_of_drawing(self._drawing)  # raises an error if it is not a puzzle yet
        if farthest is None:
            reason = dict(self.live.now.reasons).get("farthest") or _("It is still being computed.")
            text = _("The hardest start is unknown. {reason}")
            raise PuzzlekitError(text.format(reason=reason))
        self.context.apply(lambda drawing: drawing._replace(start=farthest))

    def goal_from_start(self) -> None:
        self.context.apply(lambda drawing: drawing._replace(goal=drawing.start))

    def apply_quick_fix(self, fix: str) -> None:
        """Apply the quick fix for a fault or for an unsolvable start."""
        if fix == "goal":
            self.goal_from_start()
        elif fix == "hole":
            last = len(self._drawing.nodes) - 1
            self.context.apply(edits.place_label, ("start", "goal"), last, "")
        else:
            swap = fix == "exchange"
            self.context.apply(make_solvable_by_swap if swap else make_solvable_by_merge)

    def play(self) -> None:
        """Play the puzzle as drawn, resuming an unfinished game if there is one."""
        path = str(trial_file(self._drawing))
        unfinished = _unfinished_game(path)
        session, place = unfinished or (new_session(path, [HUMAN]), None)
        note = _("Continued from last time. To start over, use New.") if unfinished else ""
        self.window.play(session, place, note=note)

    def copy(self) -> None:
        """Copy the generators of the group to the clipboard, one per line."""
        rules, lines = rules_of_drawing(self._drawing), []
        for name, images in rules.generators(rules.goal).items():
            named = [[rules.board.cells[cell] for cell in cycle] for cycle in to_cycles(images)]
            lines.append(f"{name}: " + "".join(f"({' '.join(cycle)})" for cycle in named) + "\n")
        copy_text("".join(lines))
        message = ngettext(
            "{count} generator copied in cycle notation.",
            "{count} generators copied in cycle notation.",
            len(lines),
        )
        self.notify(message.format(count=len(lines)))

    def save(self) -> None:
        for fault in find_faults(self._drawing):
            if fault.is_fatal:
                text = _("{message}. Fix this before saving; the drawing is kept as a draft.")
                raise PuzzlekitError(text.format(message=fault.message))
        saved = self.document.saved
        self.window.show(SaveDialog(self.window, self._drawing, saved, self.saved))

    def saved(self, drawing: Drawing, where: str) -> None:
        self.document.apply(drawing)
        self.document.saved, self.document.remarks = drawing, ()
        self.draft.drop()
        self.window.rescan_plugins()
        self.context.changed()
        text = _("Saved as {name}; you'll find it under My own.").format(name=where)
        self.notify(text)

    def export(self) -> None:
        self.window.show(ExportDialog(self.window, self._drawing, self.notify))

    def open(self) -> None:
        self.window.show(OpenDialog(self.window, self.open_drawing))

    def open_drawing(
        self, drawing: Drawing, message: str = "", remarks: Sequence[DesignFault] = ()
    ) -> None:
        """Switch to the drawing of an existing puzzle; keep unsaved changes as another draft."""
        if self._is_draft:
            self.save_draft(now=True)
            self.draft = Draft()
        self.use_drawing(drawing, message)
        self.document.saved, self.document.remarks = drawing, tuple(remarks)

    def use_drawing(self, drawing: Drawing, message: str = "") -> None:
        """Switch to another drawing; undo returns to the current one."""
        self.document.replace(drawing)
        self.context.changed()
        self.context.show_all()
        if message:
            self.notify(message)

    def use_variation(self, drawing: Drawing, message: str) -> None:
        """Apply a small change to the drawing."""
        self.document.apply(drawing)
        self.context.changed()
        self.notify(message)

    def vary(self) -> None:
        rules_of_drawing(self._drawing)  # raises an error if it is not a puzzle yet
        self.live.vary(self._drawing)
        self.window.show(VaryDialog(self.window, self.live, self.use_variation))

    def search(self) -> None:
        self.window.show(SearchDialog(self.window, self.live, self.use_drawing))

    def save_draft(self, *, now: bool = False) -> None:
        """Save the drawing as a draft if a save is due, but not over an unrelated draft.

        An empty drawing is not saved, so that undoing everything does not erase the draft.
        """
        if self._claimed is not None and not self.document.can_return_to(self._claimed):
            self.draft, self._claimed = Draft(), None
        if self._is_draft and (trouble := self.draft.save(self._drawing, now=now)):
            self.context.show_error(trouble)

    def has_unsaved_changes(self) -> bool:
        return self._is_draft and self.draft.is_outdated(self._drawing)

    @property
    def _is_draft(self) -> bool:
        return self.document.changed and bool(self._drawing.nodes)


def _unfinished_game(path: str) -> tuple[Session, LibraryTarget] | None:
    """Return the unfinished game of a file if the puzzle has not changed since."""
    try:
        number = Library().latest_unfinished(path)
        return None if number is None else open_entry(number)
    except PuzzlekitError:
        return None
