"""The dialog for a move: its comment, its mark, and the variation that it belongs to."""

from __future__ import annotations

from functools import partial

from ...core.translation import _
from ...play.messages import format_move_count
from ...play.session import Session
from ...play.variations import MARKS, GameNode
from .dialogs import ConfirmDialog, Dialog
from .drawing.text_field import TextField
from .drawing.widgets import Button
from .interface import Window


class AnnotationDialog(Dialog):
    """A text field for the comment, buttons for marks, and buttons for the variation."""

    width, height = 520.0, 300.0

    def __init__(self, window: Window, session: Session, node: GameNode) -> None:
        super().__init__(window)
        self.session, self.node, self.comment = session, node, node.comment
        self.title = (
            _("Move {move}").format(move=node.move) if node.move else _("Start of the game")
        )
        self.description = _("An empty comment is removed.")
        self.focus_key = "comment"

    def build(self) -> None:
        super().build()
        column = self.column()
        foot, field = column.from_bottom(38), column.from_top(38, 10)
        self.widgets.append(
            TextField(
                "comment", field, self.comment, self._type, hint=_("Comment"), done=self._save
            )
        )
        if self.node.move:
            marks = [
                Button(f"mark {mark}", mark, partial(self._mark, mark), on=mark == self.node.mark)
                for mark in MARKS
            ]
            column.place_in_row(column.from_top(36, 10), marks)
            self.widgets += marks
        in_variation = self.node.variation_start() is not None
        buttons = [
            Button("save", _("Save"), self._save, _("Save the comment (Enter)"), primary=True),
            Button("promote", _("Promote"), self._promote, _PROMOTE, in_variation),
            Button("delete", _("Delete…"), self._ask_delete, _DELETE, in_variation),
        ]
        column.place_in_row(foot, buttons)
        self.widgets += buttons
        self.note = column.rest()

    def _type(self, text: str) -> None:
        self.comment = text
        self.rebuild()

    def _save(self, _text: str = "") -> None:
        self.window.close_dialog()
        self.session.annotate(self.node, comment=self.comment)

    def confirm(self) -> bool:
        self._save()
        return True

    def _mark(self, mark: str) -> None:
        """Set the mark of the move, or remove it if it is already set."""
        self.session.annotate(self.node, mark="" if mark == self.node.mark else mark)
        self.rebuild()

    def _promote(self) -> None:
        if self.attempt(partial(self.session.promote, self.node)):
            self._save()

    def _ask_delete(self) -> None:
        branch = self.node.variation_start()
        assert branch is not None
        moves = format_move_count(sum(1 for _node in branch.walk()))
        text = _("Delete the variation with {moves}?").format(moves=moves)
        close = self.window.close_dialog
        keep = Button("keep", _("Keep"), close, primary=True)
        delete = Button("delete", _("Delete"), self._delete)
        self.window.show(
            ConfirmDialog(self.window, _("Delete variation"), text, (keep, delete), close)
        )

    def _delete(self) -> None:
        self.window.close_dialog()
        self.window.close_dialog()
        self.session.delete(self.node)


_PROMOTE = _("Continue the line with this variation")
_DELETE = _("Delete this variation (asks first)")
