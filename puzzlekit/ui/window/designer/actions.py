"""What the buttons of the designer do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ....core.errors import PuzzlekitError
from ....core.permutation import to_cycles
from ....design import edits, quick_fixes
from ....design.draft import Draft
from ....design.drawing import Drawing
from ....design.export import trial_file
from ....design.puzzle import rule_book
from ....design.validation import DesignFault, find_faults
from ....play.library import Library
from ....play.library_entry import LibraryTarget, open_entry
from ....play.new_game import new_session
from ....play.session import Session
from ....players.player import HUMAN
from ...live_report import LiveReport
from ..desktop import DesktopError, copy_text
from .context import DesignerContext


class DesignerActions:
    """Changes the drawing, or opens what else there is to do with it."""

    def __init__(self, desk: DesignerContext, live: LiveReport) -> None:
        self.desk, self.live = desk, live
        self.draft = Draft()
        workshop = desk.workshop
        if not workshop.drawing.nodes and (left := self.draft.claim()) is not None:
            workshop.apply(left)
            workshop.message = "This is what was drawn last. Undo begins with an empty sheet."

    @property
    def _drawing(self) -> Drawing:
        return self.desk.workshop.drawing

    def say(self, text: str) -> None:
        self.desk.workshop.message = text
        self.desk.host.log("message", text)
        self.desk.rebuild()

    def edit(self, edit: Callable[[Drawing], Drawing | None], refused: str = "") -> None:
        self.desk.workshop.message = ""
        try:
            found = edit(self._drawing)
        except PuzzlekitError as error:
            self.say(str(error))
            return
        if found is None:
            self.say(refused)
        elif self.desk.workshop.apply(found):
            self.desk.changed()

    def shuffle(self) -> None:
        self.edit(lambda drawing: edits.shuffled(drawing, Random()))

    def hardest(self) -> None:
        farthest = self.live.now.farthest
        if farthest is None:
            self.say("The farthest start is not known: there are too many positions, or none yet.")
        else:
            self.edit(lambda drawing: drawing._replace(start=farthest))

    def goal_from_start(self) -> None:
        self.edit(edits.goal_from_start)

    def start_from_goal(self) -> None:
        self.edit(edits.start_from_goal)

    def apply_quick_fix(self, how: str) -> None:
        """Mend what is wrong: see `faults`, and `mending` for what makes a start solvable."""
        if how == "goal":
            self.goal_from_start()
        elif how == "hole":
            last = len(self._drawing.nodes) - 1
            self.edit(lambda drawing: edits.place_label(drawing, ("start", "goal"), last, ""))
        elif how == "exchange":
            self.edit(quick_fixes.with_two_exchanged, "No exchange of two pieces will do.")
        else:
            self.edit(quick_fixes.with_two_equal, "No two equal pieces will do.")

    def play(self) -> None:
        """Play the drawing, from where it was left; the way home leads back to it."""
        try:
            path = str(trial_file(self._drawing))
            left = _remaining(path)
            session, place = left or (new_session(path, [HUMAN]), None)
        except PuzzlekitError as error:
            self.say(str(error))
        else:
            note = "This goes on where it was left; New begins again." if left else ""
            self.desk.host.play(session, place, note=note)

    def copy(self) -> None:
        """Copy the generators of the group, a line each."""
        try:
            rules = rule_book(self._drawing)
            found = rules.generators(rules.goal)
        except PuzzlekitError as error:
            self.say(str(error))
            return
        cells = rules.board.cells
        lines = [
            f"{name}: "
            + "".join(f"({' '.join(cells[c] for c in cycle)})" for cycle in to_cycles(images))
            for name, images in found.items()
        ]
        try:
            copy_text("\n".join(lines) + "\n")
        except DesktopError as error:
            self.say(str(error))
            return
        self.say(f"{len(lines)} generators are copied, as cycles of node names.")

    def save(self) -> None:
        grave = [fault for fault in find_faults(self._drawing) if fault.grave]
        if grave:
            self.say(f"{grave[0].says}. It is kept as a draft until then.")
            return
        from .file_dialogs import SaveDialog

        host = self.desk.host
        host.show(SaveDialog(host, self._drawing, self.desk.workshop.saved.title, self.saved))

    def saved(self, drawing: Drawing, where: str) -> None:
        workshop = self.desk.workshop
        workshop.apply(drawing)
        workshop.saved, workshop.remarks = drawing, ()
        self.draft.drop()
        self.desk.host.find_plugins()
        self.desk.changed()
        self.say(f"Saved as {where}; it is among the puzzles now.")

    def export(self) -> None:
        from .file_dialogs import ExportDialog

        host = self.desk.host
        host.show(ExportDialog(host, self._drawing, self.say))

    def open(self) -> None:
        from .file_dialogs import OpenDialog

        host = self.desk.host
        host.show(OpenDialog(host, self.accept))

    def accept(self, drawing: Drawing, said: str = "", remarks: Sequence[DesignFault] = ()) -> None:
        """Go on with another drawing; undo leads back to this one."""
        workshop = self.desk.workshop
        workshop.remarks = tuple(remarks)
        workshop.apply(drawing)
        workshop.saved = drawing
        self.desk.changed()
        self.desk.show_all()
        if said:
            self.say(said)

    def vary(self) -> None:
        from .results_dialog import VaryDialog

        host, worker = self.desk.host, self.live.worker
        host.show(VaryDialog(host, worker, self._drawing, self.accept))

    def search(self) -> None:
        from .results_dialog import SearchDialog

        host, worker = self.desk.host, self.live.worker
        host.show(SearchDialog(host, worker, self.accept))

    def keep(self, *, now: bool = False) -> None:
        """Keep the drawing as a draft if it is time to."""
        workshop = self.desk.workshop
        if workshop.changed and (trouble := self.draft.save(self._drawing, now=now)):
            self.say(trouble)

    def has_unsaved_changes(self) -> bool:
        return self.desk.workshop.changed and self.draft.is_outdated(self._drawing)


def _remaining(path: str) -> tuple[Session, LibraryTarget] | None:
    """Return the game of a file that was left unfinished, unless the puzzle is another one now."""
    try:
        number = Library().latest(path)
        return None if number is None else open_entry(number)
    except PuzzlekitError:
        return None
