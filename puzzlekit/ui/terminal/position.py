"""The position in the terminal: board, seats and prompt."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.translation import _, translate
from ...core.values import Piece
from ...play.clock import format_clock
from ...play.controller import GameController
from ...play.prompts import current_prompt
from ...play.solve_timer import SolveTimer
from ...players.player import HUMAN
from .board import draw, draw_goal_icons
from .terminal import Terminal

#: Maximum length of an ID that is shown above the board.
ID_LENGTH = 60


class PositionView:
    """The view of a game's position, which is printed unless it is already on screen."""

    def __init__(self, controller: GameController, terminal: Terminal) -> None:
        self.controller, self.terminal = controller, terminal
        self.timer = None if controller.rules.is_game() else SolveTimer(controller)
        self._shown: tuple[object, ...] | None = None
        #: The goal icons printed last; they are printed again when they change.
        self._icons: list[Mapping[int, Piece]] = []

    def forget(self) -> None:
        self._shown, self._icons = None, []

    def show(self) -> None:
        session = self.controller.session
        now = session.tree.node, session.ending
        if self._shown == now:
            return
        self._shown = now
        self._show_board()
        for seat in self.controller.seats():
            left = ""
            if seat.seconds_left is not None:
                left = _("{time} left").format(time=format_clock(seat.seconds_left))
            if text := ", ".join(filter(None, (left, seat.status))):
                player = seat.name if seat.player == HUMAN else seat.player
                player = f" ({player})" if player else ""
                self.terminal.write_wrapped(f"{translate(seat.side)}{player}: {text}")
        if session.last_move is not None:
            move = session.last_move + session.tree.node.mark
            self.terminal.write(_("Move {ply}: {move}").format(ply=session.ply, move=move))
        if session.tree.node.comment:
            self.terminal.write_wrapped(session.tree.node.comment)
        if self.timer is not None:
            self.terminal.write_wrapped(self.timer.status_text())
            if session.result is not None and (times := self.timer.average_of_five()):
                self.terminal.write_wrapped(_("Last times: {times}").format(times=times))
        self._show_headline()

    def _show_board(self) -> None:
        terminal, rules, state = self.terminal, self.controller.rules, self.controller.session.state
        name = self.controller.game_id
        game_id = name if len(name) <= ID_LENGTH else f"{name[: ID_LENGTH - 4]} ..."
        terminal.write(f"\n{rules.name}   {game_id}\n")
        columns = terminal.width - 1 if terminal.is_screen else None
        terminal.write(draw(rules, state, terminal.colour, columns))
        terminal.write()
        icons = [rules.goal_icon(state, seat) for seat in range(len(rules.players))]
        if icons != self._icons and any(icons):
            terminal.write(draw_goal_icons(rules, state, terminal.colour, terminal.width - 1))
            terminal.write()
        self._icons = icons

    def _show_headline(self) -> None:
        controller, tell = self.controller, self.terminal.write_wrapped
        headline = controller.status_line()
        if controller.session.result is None:
            stop = "" if headline.endswith(".") else "."
            tell(f"{headline}{stop}{self._moves_without_cells()}{self._prompt()}{self._question()}")
        elif controller.rules.is_game():
            tell(f"*** {headline}. ***")
            if controller.session.ending is None:
                self._show_summary()
            tell(_("The game is over. Type `undo`, `restart` or `quit`."))
        elif controller.session.ply:
            tell(f"*** {headline}. *** " + _("You can keep playing."))
        else:
            advice = _("To get a scramble, use a game ID with a seed, such as NAME#1.")
            tell(f"{headline}. {advice}")

    def _prompt(self) -> str:
        controller = self.controller
        prompt = (
            current_prompt(controller.rules, controller.session.state)
            if controller.may_play()
            else ""
        )
        return f" {prompt}." if prompt and not controller.has_no_moves() else ""

    def _moves_without_cells(self) -> str:
        """Return a sentence that lists the moves that need no cell."""
        rules, state = self.controller.rules, self.controller.session.state
        if not rules.is_game() or not self.controller.is_human_turn():
            return ""
        moves = ", ".join(move for move in rules.legal_moves(state) if not rules.clicks(move))
        return " " + _("You can also type `{moves}`.").format(moves=moves) if moves else ""

    def _question(self) -> str:
        question = self.controller.question()
        if question is None:
            return ""
        answers = [f"`{move}` ({label})" for label, move in question.answers.items()]
        advice = _("Type {answers}. Any other move means: {default}.").format(
            answers=", ".join(answers), default=question.default
        )
        return f"\n{question.text}\n{advice}"

    def _show_summary(self) -> None:
        summary = self.controller.rules.summary(self.controller.session.state)
        if summary is None or not summary.rows:
            return
        self.terminal.write_wrapped(f"{summary.caption}:")
        titles = list(map(translate, summary.titles))
        size = max(map(len, titles))
        for seat, title in enumerate(titles):
            texts = [row[seat] or "-" for row in summary.rows]
            if summary.decisive is not None:
                texts[summary.decisive] = f"[{texts[summary.decisive]}]"
            indent = " " * (size + 2)
            self.terminal.write_wrapped(f"{title:{size}}  {' '.join(texts)}", indent)
