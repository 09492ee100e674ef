"""A game in the terminal, played line by line."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from threading import Timer
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
from ...groups import describe
from ...play import records, saves
from ...play.autosave import SaveTarget
from ...play.controller import COMPILES_AFTER, GameController
from ...play.engine import MOVE, Engine, ProgressUpdate, Reply, Request
from ...play.macro_effect import macro_effect
from ...play.macros import macro_names_in
from ...play.messages import describe_longer_search, side_to_move
from ...play.parse_moves import read_moves
from ...play.session import Session
from ...players.player import SearchResult
from ...plugin.errors import error_message, plugin_boundary
from .position import PositionView
from .terminal import Terminal, columns

DONE, INTERRUPTED = 0, 130

#: Seconds for which one waits here for better hints, unless one stops that.
HINT_SECONDS = 2.0

#: Moves that computers make one after the other before a line is read again.
COMPUTER_MOVES = 1000

HELP = """\
Type a move as `legal_moves` shows it. In a puzzle a line may hold several, with powers,
inverses, commutators and conjugates: U R' (L R)2 [U, R] [F: U], and your sequences.

  moves      the legal moves           hint   a good move; again to make it (Ctrl-C: enough)
  undo       take back your last move  group  the group that acts here
  redo       make it again             rules  the rules
  restart    go back to the start      id     the ID of this game
  save FILE  keep the game in a file   record the game as a text, as save X.pgn
  position   an ID that begins here    think  say what computers think, or no more
  resign     give a game up            draw   offer a draw
  cycles WORD  what a word would do    quit   leave, as the end of input does

An empty line shows the board again."""


def play(
    session: Session,
    *,
    place: SaveTarget | None = None,
    think: bool = False,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Play a session in the terminal, kept in `place`, and return the exit code."""
    return play_session(Terminal(stdin, stdout), session, place, think=think)


def play_session(
    terminal: Terminal, session: Session, place: SaveTarget | None, *, think: bool = False
) -> int:
    """Play a session in a terminal that is already open; see `play`."""
    return _Game(session, terminal, place, think=think).run()


class _Game:
    """A table in a terminal: it shows the position, reads a line and does what it says."""

    def __init__(
        self, session: Session, terminal: Terminal, place: SaveTarget | None, *, think: bool
    ) -> None:
        self.session, self.rules = session, session.rules
        self.terminal = terminal
        self.table = GameController(session, self, place)
        self.view = PositionView(self.table, terminal)
        self.thinker = Engine(HINT_SECONDS)
        self.aloud = think
        self.is_fresh = True
        self.open = True

    def changed(self, step: int) -> None:
        """The position is shown before the next line is read."""

    def show_status(self, text: str) -> None:
        self.terminal.tell(text)

    def show_warning(self, text: str) -> None:
        self.show_status(text)

    def run(self) -> int:
        self.show_status("Type a move, or `help`.")
        try:
            while self.open:
                self._guarded(self._think)
                self._guarded(self.view.show)
                line = self.terminal.ask("> ")
                if line is None:
                    self.terminal.say()
                    break
                if self.table.arbiter.tick() and line not in COMMANDS:
                    continue  # it came too late
                try:
                    self._guarded(partial(self._answer, line))
                except KeyboardInterrupt:
                    self.terminal.over("")
                    self.terminal.say("\nStopped.")
                    self.table.stop_search()
        except KeyboardInterrupt:
            self.terminal.say()
            return self._left(INTERRUPTED)
        return self._left(DONE)

    def _left(self, code: int) -> int:
        self.table.leave()
        if farewell := self.table.autosave.save_on_exit():
            self.show_status(farewell)
        return code

    def _guarded(self, act: Callable[[], None]) -> None:
        """Do something; say in one sentence what went wrong."""
        try:
            with plugin_boundary(self.rules):
                act()
        except Exception as error:
            self.show_status(error_message(error))

    def _think(self) -> None:
        """Think about what the table asks, until it is a human's turn or for a long while."""
        for _ in range(COMPUTER_MOVES):
            request = self.table.request
            if request is None:
                return
            for answer in self._answers(request):
                self.terminal.over("")
                if isinstance(answer, SearchResult):
                    self._tell(request, answer)
                self.table.arbiter.tick()
                self.table.receive(request, answer)

    def _tell(self, request: Request, thought: SearchResult) -> None:
        """Say what a computer player plays, and on wish what it thinks."""
        if request.kind == MOVE:
            side = side_to_move(self.session)
            self.show_status(f"{side} ({request.player}) plays {thought.move}.")
        if self.aloud:
            self.terminal.tell(f"  {thought.description}", "  ")

    def _answers(self, request: Request) -> Iterator[Reply]:
        """Yield the answers to a request; say if it may begin with compiling."""
        timer = Timer(COMPILES_AFTER, self.show_status, [self.table.status_line(math.inf)])
        if self.is_fresh and self.table.may_compile():
            timer.start()
        self.is_fresh = False

        def progress(what: str, done: int, total: int | None) -> None:
            doing = ProgressUpdate(what, done, total)
            self.table.receive(request, doing)
            self.terminal.over(
                describe_longer_search(doing) if self.table.hint else self.table.status_line()
            )

        state = self.session.state
        try:
            with plugin_boundary(self.rules):
                yield from self.thinker.replies(
                    request, self.rules, state, self.table.game_id, throttled(progress)
                )
        except Exception as error:
            yield PuzzlekitError(error_message(error))
        finally:
            timer.cancel()

    def _answer(self, line: str) -> None:
        """Do what a line says: a move comes first, then a command, then a word of moves."""
        command, _, rest = line.partition(" ")
        known = COMMANDS.get(command)
        if not line:
            self.view.forget()
        elif line in self.rules.legal_moves(self.session.state):
            self.table.play_text(line)
        elif known and not rest:
            known(self)
        elif command == "save":
            self._save(rest.strip())
        elif command == "cycles" and not self.rules.is_game():
            self._cycles(rest)
        else:
            try:
                self.table.play_text(line)
            except (IllegalMoveError, NotationError) as error:
                stop = "" if str(error).endswith((".", "?")) else "."
                self.show_status(f"{error}{stop}{did_you_mean(line, COMMANDS)}")

    def _moves(self) -> None:
        moves = self.rules.legal_moves(self.session.state)
        self.terminal.say("\n".join(columns(moves)) or "There are no moves here.")

    def _restart(self) -> None:
        self.table.restart()
        self.view.forget()

    def _hint(self) -> None:
        self.table.ask_hint()
        if self.table.request is not None:
            self.show_status(self.table.status_line())
            self._think()

    def _aloud(self) -> None:
        self.aloud = not self.aloud
        self.show_status(
            "The computer says what it thinks." if self.aloud else "It thinks in silence."
        )

    def _resign(self) -> None:
        self._end_possible()
        self.table.arbiter.resign()

    def _draw(self) -> None:
        """Offer a draw; another person answers at once."""
        self._end_possible()
        arbiter = self.table.arbiter
        if not arbiter.can_draw():
            raise IllegalMoveError(f"No game of {self.rules.name} ends in a draw.")
        if said := arbiter.offer_draw():
            self.show_status(said)
        if not arbiter.is_asking():
            return
        assert arbiter.offer is not None
        side = self.rules.sides(self.session.state)[arbiter.offer]
        answer = self.terminal.ask(f"{side} offers a draw. Accept it? (yes or no) ")
        if arbiter.tick():
            return
        if answer and "yes".startswith(answer.lower()):
            arbiter.accept()
        else:
            arbiter.offer = None
            self.show_status("The draw is declined.")

    def _end_possible(self) -> None:
        if not self.table.arbiter.can_end():
            raise IllegalMoveError("That is for games of two, while they go on.")

    def _group(self) -> None:
        found = describe(self.rules.sparse_generators(self.session.state).values())
        name = f", {found.name}" if found.name and found.order > 1 else ""
        self.show_status(f"The group that acts here has order {found.order:,}{name}.")

    def _rules(self) -> None:
        text = self.rules.rules_text()
        for paragraph in text.split("\n\n"):
            indented = any(line[:1].isspace() for line in paragraph.splitlines())
            prose = self.terminal.is_screen and not indented
            self.terminal.say()
            self.show_status(" ".join(paragraph.split()) if prose else paragraph)

    def _save(self, name: str = "") -> None:
        if not name:
            raise SaveError("Say in which file: save FILE.")
        path = expand_path(name)
        if path.suffix.lower() == records.SUFFIX:
            if path.exists():
                raise SaveError(f"{shorten_path(path)} is there already; choose another name.")
            records.write_file(self.session, path)
            self.show_status(f"Written to {shorten_path(path)}.")
            return
        if path.exists():
            try:
                saves.read(path)
            except SaveError as error:
                raise SaveError(
                    f"{shorten_path(path)} is there and no save; choose another name."
                ) from error
        saves.write(self.session, path)
        self.show_status(f"Saved in {shorten_path(path)}.")

    def _cycles(self, word: str) -> None:
        state = self.session.state
        moves = read_moves(self.rules, state, word, macro_names_in(self.session))
        self.show_status(f"{macro_effect(self.rules, state, moves)}.")

    def _record(self) -> None:
        for line in records.write(self.session).splitlines():
            self.terminal.say(escape_control_characters(line))

    def _quit(self) -> None:
        self.open = False


COMMANDS: dict[str, Callable[[_Game], None]] = {
    "moves": _Game._moves,
    "undo": lambda game: game.table.undo(),
    "redo": lambda game: game.table.redo(),
    "restart": _Game._restart,
    "hint": _Game._hint,
    "think": _Game._aloud,
    "resign": _Game._resign,
    "draw": _Game._draw,
    "rules": _Game._rules,
    "group": _Game._group,
    "save": _Game._save,
    "id": lambda game: game.show_status(game.table.game_id),
    "record": _Game._record,
    "position": lambda game: game.terminal.say(game.session.position_id()),
    "help": lambda game: game.terminal.say(HELP),
    "quit": _Game._quit,
    "q": _Game._quit,
}
