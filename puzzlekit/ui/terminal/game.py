"""Line-based play in the terminal, with the position before each line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TextIO

from ...core.errors import (
    IllegalMoveError,
    NotationError,
    PuzzlekitError,
    SaveError,
    did_you_mean,
    escape_control_characters,
    shorten_path,
)
from ...core.files import expand_path
from ...core.progress import throttled
from ...core.translation import _, translate
from ...core.values import Piece
from ...groups import describe
from ...play import records, saves
from ...play.autosave import SaveTarget
from ...play.clock import format_clock
from ...play.controller import GameController
from ...play.engine import MOVE, Engine, ProgressUpdate, Reply, Request
from ...play.macros import macro_effect, typable_macros
from ...play.messages import describe_longer_search, format_move_count, side_to_move
from ...play.parse_moves import read_moves
from ...play.practice import describe_failure
from ...play.session import Session
from ...play.solve_timer import SolveTimer
from ...play.variations import variation_start_of
from ...players.player import HUMAN, SearchResult
from ...plugin.errors import error_message, plugin_boundary
from ...rules.base import Puzzle, State
from ...rules.merged_moves import merge_moves
from ..piece_descriptions import describe_cells, describe_pieces
from .board import draw, draw_goal_icons
from .terminal import Terminal, columns

#: Maximum length of an ID that is shown above the board.
ID_LENGTH = 60


class PositionView:
    """The view of a game's position, which is printed unless it is already on screen."""

    def __init__(self, controller: GameController, terminal: Terminal) -> None:
        self.controller, self.terminal = controller, terminal
        self.timer = None if controller.rules.is_game() else SolveTimer(controller)
        self.shows_board = True
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
        if self.shows_board:
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
            turns = merge_moves(session.rules, session.moves)
            move = turns[-1][0] + session.tree.node.mark
            self.terminal.write(_("Move {number}: {move}").format(number=len(turns), move=move))
        if session.tree.node.comment:
            self.terminal.write_wrapped(session.tree.node.comment)
        if self.timer is not None:
            self.terminal.write_wrapped(self.timer.status_text())
            if session.result is not None and (times := "  ".join(self.timer.last_times())):
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
        if not controller.may_play() or controller.has_no_moves():
            return ""
        prompt = controller.prompts.current(controller.session.state)
        return f" {prompt}." if prompt else ""

    def _moves_without_cells(self) -> str:
        """Return a sentence listing the moves that name no cell."""
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


DONE, INTERRUPTED = 0, 130

#: Time limit in seconds for improving a hint, unless the user interrupts the search.
HINT_SECONDS = 2.0

#: Maximum number of consecutive engine moves before the next line is read from the user.
COMPUTER_MOVES = 1000

INTRODUCTION = _(
    "Type a move as `moves` shows it. In a puzzle, a line may contain several moves, with powers, "
    "inverses, commutators, conjugates and your macros: U R' (L R)2 [U, R] [F: U]."
)

#: Descriptions of the commands. The words of a command are the same in all languages.
HELP = {
    "moves": _("list the legal moves"),
    "pieces": _("list the pieces and their cells"),
    "pieces CELL": _("show a cell, row or column, such as `pieces c3` or `pieces 3`"),
    "board": _("turn the picture of the board on or off, for screen readers"),
    "goal": _("show the goal of a puzzle"),
    "hint": _("show a hint; again to play it (Ctrl+C: stop)"),
    "undo": _("undo your last move"),
    "redo": _("redo the undone move"),
    "restart": _("return to the start"),
    "resign": _("resign"),
    "draw": _("offer a draw"),
    "rules": _("show the rules"),
    "group": _("show the group of this position"),
    "cycles WORD": _("show the effect of a word"),
    "think": _("turn engine lines on or off"),
    "comment TEXT": _("comment on this move"),
    "mark !?": _("mark it: ! ? !! ?? !? ?!"),
    "promote": _("promote this variation"),
    "delete": _("delete this variation"),
    "id": _("show the ID of this game"),
    "position": _("show the ID of this position"),
    "record": _("show the game as a record"),
    "save FILE": _("save the game (X.pgn for a record)"),
    "quit": _("leave (also at end of input)"),
}

REMARKS = _(
    "A move after `undo` starts a variation; type a known move to follow it. An empty line shows "
    "the board again."
)

#: Indentation of the second column in `HELP`.
HELP_INDENT = " " * 16


def means_yes(answer: str | None) -> bool:
    """Return whether an answer begins "yes", in English or in the user's language."""
    # Translators: The answer to questions that end with "(yes or no)".
    yes = _("yes").casefold(), "yes"
    return bool(answer) and any(word.startswith(str(answer).casefold()) for word in yes)


def play(
    session: Session,
    *,
    place: SaveTarget | None = None,
    think: bool = False,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Play a session in the terminal, saving it to `place`, and return the exit code."""
    return TerminalGame(session, Terminal(stdin, stdout), place, think=think).run()


class TerminalGame:
    """A front end that shows the position, reads a line and executes it."""

    def __init__(
        self, session: Session, terminal: Terminal, place: SaveTarget | None, *, think: bool = False
    ) -> None:
        self.session, self.rules = session, session.rules
        self.terminal = terminal
        self.controller = GameController(session, self, place)
        self.view = PositionView(self.controller, terminal)
        self.engine = Engine(HINT_SECONDS)
        self.shows_lines = think
        self.open = True

    def position_changed(self, plies: int) -> None:
        """Do nothing, because the position is shown before the next line is read."""

    def show_status(self, text: str) -> None:
        self.terminal.write_wrapped(text)

    def show_warning(self, text: str) -> None:
        self.show_status(text)

    def run(self) -> int:
        self.show_status(_("Type a move or `help`."))
        try:
            while self.open:
                self._run_guarded(self._let_engines_move)
                self._run_guarded(self.view.show)
                line = self.terminal.ask("> ")
                if line is None:
                    self.terminal.write()
                    break
                if self.controller.arbiter.tick() and line not in COMMANDS:
                    continue  # time ran out
                try:
                    self._run_guarded(partial(self._execute, line))
                except KeyboardInterrupt:
                    self.terminal.write_transient("")
                    self.terminal.write("\n" + _("Stopped."))
                    self.controller.stop_search()
        except KeyboardInterrupt:
            self.terminal.write()
            return self._finish(INTERRUPTED)
        return self._finish(DONE)

    def _finish(self, code: int) -> int:
        self.controller.leave()
        if farewell := self.controller.autosave.save_on_exit():
            self.show_status(farewell)
        return code

    def _run_guarded(self, action: Callable[[], None]) -> None:
        """Run an action and report any error as one sentence."""
        try:
            with plugin_boundary(self.rules):
                action()
        except Exception as error:
            self.show_status(error_message(error))

    def _let_engines_move(self) -> None:
        """Let engines move until a person is to move, up to a limit on consecutive moves."""
        for _move in range(COMPUTER_MOVES):
            request = self.controller.request
            if request is None:
                return
            for answer in self._replies(request):
                self.terminal.write_transient("")
                if isinstance(answer, SearchResult):
                    self._show_thought(request, answer)
                self.controller.arbiter.tick()
                self.controller.receive(request, answer)

    def _show_thought(self, request: Request, thought: SearchResult) -> None:
        """Show a computer's move, and the engine line if enabled."""
        if request.kind == MOVE and not describe_failure(self.session, thought):
            side = side_to_move(self.session)
            self.show_status(
                _("{side} ({player}) plays {move}.").format(
                    side=side, player=request.player, move=thought.move
                )
            )
        if self.shows_lines:
            self.terminal.write_wrapped(f"  {thought.description}", "  ")

    def _replies(self, request: Request) -> Iterator[Reply]:
        """Yield the replies to a request."""

        def progress(what: str, done: int, total: int | None) -> None:
            update = ProgressUpdate(what, done, total)
            self.controller.receive(request, update)
            self.terminal.write_transient(self._describe_pending())

        state = self.session.state
        try:
            with plugin_boundary(self.rules):
                yield from self.engine.replies(
                    request, self.rules, state, self.controller.game_id, throttled(progress)
                )
        except Exception as error:
            yield PuzzlekitError(error_message(error))

    def _execute(self, line: str) -> None:
        """Execute a line as a move, a command or a word, in this order of precedence."""
        command, _space, rest = line.partition(" ")
        handler = COMMANDS.get(command)
        if not line:
            self.view.forget()
        elif line in self.rules.legal_moves(self.session.state):
            self.controller.play_text(line)
        elif handler and not rest:
            handler(self)
        elif command == "save":
            self._save(rest.strip())
        elif command == "cycles":
            self._cycles(rest)
        elif command == "pieces":
            text = describe_cells(self.rules, self.session.state, rest.strip())
            self.terminal.write_wrapped(text)
        elif command in ("comment", "mark"):
            self.session.annotate(self.session.tree.node, **{command: rest.strip()})
            self.show_status(_("Saved."))
        else:
            try:
                self.controller.play_text(line)
            except (IllegalMoveError, NotationError) as error:
                if handler:
                    raise NotationError(f"`{command}` must be alone on its line.") from error
                stop = "" if str(error).endswith((".", "?")) else "."
                self.show_status(f"{error}{stop}{did_you_mean(line, COMMANDS)}")

    def _help(self) -> None:
        self.terminal.write_wrapped(f"{INTRODUCTION}\n\n")
        for command, text in HELP.items():
            self.terminal.write_wrapped(f"  {command}".ljust(len(HELP_INDENT)) + text, HELP_INDENT)
        self.terminal.write_wrapped(f"\n{REMARKS}")

    def _moves(self) -> None:
        moves = self.rules.legal_moves(self.session.state)
        self.terminal.write("\n".join(columns(moves)) or _("No legal moves."))

    def _pieces(self) -> None:
        self._list_pieces(self.session.state)

    def _goal(self) -> None:
        if not isinstance(self.rules, Puzzle):
            raise NotationError("Only available in puzzles with a fixed goal.")
        self.terminal.write(draw(self.rules, self.rules.goal, self.terminal.colour))
        self.terminal.write()
        self._list_pieces(self.rules.goal)

    def _list_pieces(self, state: State) -> None:
        for line in describe_pieces(self.rules, state):
            self.terminal.write_wrapped(line)

    def _restart(self) -> None:
        self.controller.restart()
        self.view.forget()

    def _hint(self) -> None:
        self.controller.request_or_play_hint()
        if self.controller.request is not None:
            self.show_status(self._describe_pending())
            self._let_engines_move()

    def _describe_pending(self) -> str:
        """Return a line about the reply that is being computed."""
        controller = self.controller
        if controller.hint and controller.is_searching_hint():
            return describe_longer_search(controller.progress)
        return controller.status_line()

    def _toggle_lines(self) -> None:
        self.shows_lines = not self.shows_lines
        self.show_status(
            _("Engine lines are on.") if self.shows_lines else _("Engine lines are off.")
        )

    def _toggle_board(self) -> None:
        self.view.shows_board = not self.view.shows_board
        self.view.forget()
        self.show_status(
            _("The picture of the board is on.")
            if self.view.shows_board
            else _("The picture of the board is off.")
        )

    def _resign(self) -> None:
        self._require_can_end()
        self.controller.arbiter.resign()

    def _draw(self) -> None:
        """Offer a draw; a human opponent answers immediately."""
        self._require_can_end()
        arbiter = self.controller.arbiter
        if not arbiter.can_draw():
            raise IllegalMoveError(f"{self.rules.name} cannot end in a draw.")
        if message := arbiter.offer_draw():
            self.show_status(message)
        if not arbiter.is_asking():
            return
        assert arbiter.offer is not None
        side = translate(self.rules.sides(self.session.state)[arbiter.offer])
        question = _("{side} offers a draw. Accept it? (yes or no)").format(side=side)
        answer = self.terminal.ask(f"{question} ")
        if arbiter.tick():
            return
        if means_yes(answer):
            arbiter.accept()
        else:
            arbiter.offer = None
            self.show_status(_("Draw declined."))

    def _require_can_end(self) -> None:
        if not self.controller.arbiter.can_resign():
            raise IllegalMoveError(
                "Only available at the current position of an unfinished two-player game."
            )

    def _group(self) -> None:
        info = describe(self.rules.sparse_generators(self.session.state).values())
        text = _("The group of this position has order {order:,}.")
        if info.name and info.order > 1:
            text = _("The group of this position has order {order:,}, {name}.")
        self.show_status(text.format(order=info.order, name=info.name))

    def _rules(self) -> None:
        self.terminal.write()
        self.terminal.write_paragraphs(self.rules.rules_text(translate))

    def _save(self, name: str = "") -> None:
        if not name:
            raise SaveError("Missing file name. Type save FILE.")
        path = expand_path(name)
        if path.suffix.lower() == records.SUFFIX:
            if path.exists():
                raise SaveError(f"{shorten_path(path)} already exists. Choose another name.")
            records.write_file(self.session, path)
            self.show_status(_("Written to {path}.").format(path=shorten_path(path)))
            return
        if path.exists():
            try:
                saves.read(path)
            except SaveError as error:
                raise SaveError(
                    f"{shorten_path(path)} exists and is not a saved game. Choose another name."
                ) from error
        saves.write(self.session, path)
        self.show_status(_("Saved to {path}.").format(path=shorten_path(path)))

    def _cycles(self, word: str) -> None:
        if self.rules.is_game():
            raise NotationError("Only available in puzzles.")
        state = self.session.state
        moves = read_moves(self.rules, state, word, typable_macros(self.session))
        self.show_status(f"{macro_effect(self.rules, state, moves)}.")

    def _promote(self) -> None:
        self.session.promote(self.session.tree.node)
        self.show_status(_("Promoted."))

    def _delete(self) -> None:
        """Delete the variation after asking for confirmation."""
        branch = variation_start_of(self.session.tree.node)
        moves = format_move_count(sum(1 for _node in branch.walk()))
        answer = self.terminal.ask(
            _("Delete the variation with {moves}? (yes or no)").format(moves=moves) + " "
        )
        if means_yes(answer):
            self.session.delete(branch)

    def _record(self) -> None:
        for line in records.write(self.session).splitlines():
            self.terminal.write(escape_control_characters(line))

    def _quit(self) -> None:
        self.open = False


COMMANDS: dict[str, Callable[[TerminalGame], None]] = {
    "moves": TerminalGame._moves,
    "pieces": TerminalGame._pieces,
    "goal": TerminalGame._goal,
    "undo": lambda game: game.controller.undo(),
    "redo": lambda game: game.controller.redo(),
    "restart": TerminalGame._restart,
    "hint": TerminalGame._hint,
    "think": TerminalGame._toggle_lines,
    "board": TerminalGame._toggle_board,
    "resign": TerminalGame._resign,
    "draw": TerminalGame._draw,
    "rules": TerminalGame._rules,
    "group": TerminalGame._group,
    "save": TerminalGame._save,
    "id": lambda game: game.show_status(game.controller.game_id),
    "record": TerminalGame._record,
    "promote": TerminalGame._promote,
    "delete": TerminalGame._delete,
    "position": lambda game: game.terminal.write(game.session.position_id()),
    "help": TerminalGame._help,
    "?": TerminalGame._help,
    "quit": TerminalGame._quit,
    "q": TerminalGame._quit,
}
