"""Dialogs about the moves of a game: its analysis, and the comment and variation of a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from ...core.translation import _, translate
from ...play.analysis import PLAYOUTS, Mistake
from ...play.engine import ForcedWin
from ...play.messages import format_move_count
from ...play.session import Session
from ...play.variations import MARKS, GameNode, RoundNumbers
from .dialogs import ConfirmDialog, Dialog, ListDialog
from .drawing.canvas import Canvas, Rect
from .drawing.input_widgets import TextField
from .drawing.widgets import Button, Clicks, Column, Row, Widget
from .game.player_cards import side_colour
from .game.workers import Workers
from .screen import Window


class ChanceGraph(Widget):
    """Columns of the first player's winning chances, with dots at the mistakes.

    `sides` are the sides of both players in each position, because players may swap.
    """

    def __init__(
        self,
        box: Rect,
        sides: Sequence[Sequence[str]],
        chances: Sequence[float | None],
        mistakes: set[int],
        ply: int,
        go: Callable[[int], object],
    ) -> None:
        super().__init__("graph", box)
        self.sides, self.chances, self.mistakes = sides, chances, mistakes
        self.ply, self.go = ply, go

    def _column(self, ply: int) -> Rect:
        left, right = (
            self.box.left + round(each * self.box.width / len(self.chances))
            for each in (ply, ply + 1)
        )
        return Rect(left, self.box.top, max(1, right - left), self.box.height)

    def draw(self, canvas: Canvas) -> None:
        theme, box, surface = canvas.theme, self.box, canvas.surface
        surface.fill(theme.surface, box)
        for ply, (sides, chance) in enumerate(zip(self.sides, self.chances, strict=True)):
            if chance is not None:
                first, second = (side_colour(canvas, side, seat) for seat, side in enumerate(sides))
                column = self._column(ply)
                surface.fill(second, column)
                height = round(column.height * chance)
                surface.fill(first, Rect(column.left, box.bottom - height, column.width, height))
        ends = (box.left, box.centery), (box.right - 1, box.centery)
        pygame.draw.line(surface, theme.muted_text, *ends)
        for ply in self.mistakes:
            centre = self._column(ply).centerx, box.top + canvas.px(7)
            pygame.draw.aacircle(surface, theme.background, centre, canvas.px(5))
            pygame.draw.aacircle(surface, theme.focus, centre, canvas.px(3.5))
        current = self._column(self.ply)
        pygame.draw.rect(surface, theme.focus, current.inflate(2, 2), canvas.px(2))

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            share = (event.pos[0] - self.box.left) / max(1, self.box.width)
            self.go(min(int(share * len(self.chances)), len(self.chances) - 1))
            return True
        if step := self.sideways(event):
            self.go(max(0, min(self.ply + step, len(self.chances) - 1)))
        return bool(step)


#: Numbers of lines for the progress of an analysis, and for an error.
NOTE_LINES, ERROR_LINES = 2, 6


class AnalysisDialog(ListDialog):
    """The analysis of the current line, beside the board. It runs while the dialog is open."""

    title = _("Analysis")
    has_veil = False

    def __init__(self, window: Window, session: Session, workers: Workers) -> None:
        super().__init__(window)
        self.session, self.rules = session, session.rules
        self.workers, self.analysis = workers, workers.analysis
        self.nodes = list(session.tree.line)
        rounds = RoundNumbers(self.rules)
        #: The round and the seat of each move.
        self._rounds = {node: rounds.add(node)[:2] for node in self.nodes[1:]}
        self._mistakes: dict[GameNode, Mistake] = {}
        self._shown = 0, session.tree.node
        #: The position for which a proof is being searched.
        self._proved: GameNode | None = None
        self.focus_key = "graph"
        workers.analysed_line = self.nodes
        workers.analyse(self.nodes)

    def frame(self) -> Rect:
        return Rect(self.game_boxes().panel)

    def items(self) -> Sequence[GameNode]:
        return list(self._mistakes)

    def make_row(self, item: GameNode, box: Rect, clicks: Clicks) -> Row:
        mistake = self._mistakes[item]
        number, seat = self._rounds[item]
        text = _("better: {move} · {side} loses {loss:.0f}%").format(
            move=mistake.better.move,
            side=translate(self.rules.sides(self.nodes[item.ply - 1].state)[seat]),
            loss=100 * mistake.loss,
        )
        return Row(f"{number}{'…' if seat else '.'} {item.move}", text, box, clicks)

    def fill(self, column: Column) -> None:
        self._shown = self._state()
        self._mistakes = {each.node: each for each in self.analysis.mistakes(self.nodes)}
        foot = column.from_bottom(36)
        graph = column.from_top(130 if column.height > self.px(500) else 64)
        node = self.session.tree.node
        ply = node.ply if node in self.nodes else 0
        chances = [self.analysis.chance(each) for each in self.nodes]
        sides = [self.rules.sides(each.state) for each in self.nodes]
        plies = {each.ply for each in self._mistakes}
        self.widgets.append(ChanceGraph(graph, sides, chances, plies, ply, self._go))
        self.note_lines = ERROR_LINES if self.analysis.error else NOTE_LINES
        self.note = column.from_top(18 * self.note_lines)
        self.place_list(column.rest())
        tip = _("Add the better moves as a variation (Enter)")
        is_chosen = self.chosen in self._mistakes
        add = Button("add", _("Add variation"), self.start, tip, is_chosen, primary=is_chosen)
        tip = _("Search for a forced win, and add it as a variation")
        can_prove = self._proved is None and self.rules.outcome(node.state) is None
        # Translators: Button that searches for a forced win.
        self.add_row(foot, [add, Button("prove", _("Prove"), self._prove, tip, can_prove)])
        self.description = self._describe(node)

    def _describe(self, node: GameNode) -> str:
        """Return the winning chance at the current position, and the progress."""
        texts = []
        chance = self.analysis.chance(node)
        if chance is not None:
            text = _("{side}: {chance:.0f}% to win")
            side = self.rules.sides(node.state)[0]
            texts.append(text.format(side=translate(side), chance=100 * chance))
        searches = [self.analysis.count_searches(each) for each in self.nodes]
        if self.workers.busy:
            done = min(searches, default=0)
            count = sum(each > done for each in searches)
            playouts = PLAYOUTS[min(done, len(PLAYOUTS) - 1)]
            text = _("analysing: {count} of {total} positions, {playouts:,} playouts")
            texts.append(text.format(count=count, total=len(searches), playouts=playouts))
        elif not self._mistakes and not self.analysis.error:
            texts.append(_("no mistakes found"))
        if self.analysis.error:
            texts.append(self.analysis.error)
        return " · ".join(texts)

    def _go(self, ply: int) -> None:
        self.session.go_to(self.nodes[ply])

    def choose(self, item: GameNode) -> None:
        self.message = ""
        super().choose(item)
        self._go(item.ply)

    def start(self) -> None:
        """Add the better moves of the selected mistake as a variation."""
        mistake = self._mistakes[self.chosen]
        self.analysis.add_variation(mistake)
        self.show_message(_("Variation added: {move}").format(move=mistake.better.move))

    def _prove(self) -> None:
        self._proved = self.session.tree.node
        self.workers.prove()
        self.show_message(_("Searching for a forced win…"))

    def _receive_proof(self) -> None:
        """Add a proof as a variation, if its position is still shown."""
        proof, node, self._proved = self.workers.proof, self._proved, None
        if isinstance(proof, ForcedWin) and node is not None:
            self.show_message(self.analysis.add_proof(node, proof))
        elif proof is not None:
            self.show_message(str(proof))

    def _state(self) -> tuple[int, GameNode]:
        return self.analysis.replies, self.session.tree.node

    def needs_poll(self) -> bool:
        is_stale = self._proved is not None or self._state() != self._shown
        return self.workers.busy or is_stale

    def poll(self) -> None:
        if self._proved is not None and self._proved is not self.session.tree.node:
            self._proved = None
            self.show_message("")
        if self._proved is not None and self.workers.proof is not None:
            self._receive_proof()
        if self._state() != self._shown:
            self.rebuild()

    def close(self) -> None:
        """Stop the analysis of the whole line, and the search for a proof."""
        self.workers.analysed_line = ()
        self.workers.start_request()


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

    def fill(self, column: Column) -> None:
        foot, field = column.from_bottom(38), column.from_top(38, 10)
        change, hint = partial(setattr, self, "comment"), _("Comment")
        self.widgets.append(
            TextField("comment", field, self.comment, change, hint=hint, done=self._save)
        )
        if self.node.move:
            marks = [
                Button(f"mark {mark}", mark, partial(self._mark, mark), on=mark == self.node.mark)
                for mark in MARKS
            ]
            self.add_row(column.from_top(36, 10), marks)
        in_variation = self.node.variation_start() is not None
        buttons = [
            Button("save", _("Save"), self._save, _("Save the comment (Enter)"), primary=True),
            # Translators: Button that makes a variation the main line.
            Button("promote", _("Promote"), self._promote, _PROMOTE, in_variation),
            Button("delete", _("Delete…"), self._ask_delete, _DELETE, in_variation),
        ]
        self.add_row(foot, buttons)
        self.note = column.rest()

    def _save(self, _text: str = "") -> None:
        self.window.close_dialog()
        self.session.annotate(self.node, comment=self.comment)

    def _mark(self, mark: str) -> None:
        """Set the mark of the move, or remove it if it is already set."""
        self.session.annotate(self.node, mark="" if mark == self.node.mark else mark)

    def _promote(self) -> None:
        self.session.promote(self.node)
        self._save()

    def _ask_delete(self) -> None:
        branch = self.node.variation_start()
        assert branch is not None
        moves = format_move_count(sum(1 for _node in branch.walk()))
        text = _("Delete the variation with {moves}?").format(moves=moves)
        keep = Button("keep", _("Keep"), lambda: None, primary=True)
        delete = Button("delete", _("Delete"), self._delete)
        self.window.show(ConfirmDialog(self.window, _("Delete variation"), text, (keep, delete)))

    def _delete(self) -> None:
        self.window.close_dialog()
        self.session.delete(self.node)


_PROMOTE = _("Continue the line with this variation")
_DELETE = _("Delete this variation (asks first)")
