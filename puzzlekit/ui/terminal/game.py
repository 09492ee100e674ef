"""A game in the terminal, played line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from threading import Timer
from typing import TextIO

from ... import group
from ...core.errors import LimitReached, PuzzlekitError, SaveError, did_you_mean
from ...core.values import Piece
from ...play import records, saves
from ...play.new_game import side_swapped
from ...play.session import Session
from ...play.typed_moves import read_moves
from ...players.named import may_compile, player
from ...players.player import COMPILING, HINTS, HUMAN, LONG, Player, Thought
from ...rules.rule_book import State
from ...solving.hints import Hint, along, hint
from .board import draw, draw_emblems
from .keeping import Keeper
from .terminal import Terminal, columns

DONE, INTERRUPTED = 0, 130

#: Positions that the search for a hint keeps at most.
HINT_LIMIT = 200_000

#: Moves that computers make one after the other before a line is read again.
COMPUTER_MOVES = 1000

HELP = """\
Type a move as `moves` shows it. In a puzzle a line may hold several, with powers,
inverses, commutators and conjugates: U R' (L R)2 [U, R] [F: U].

  moves      the legal moves           hint   a good move
  undo       take back your last move  group  the group that acts here
  redo       make it again             rules  the rules
  restart    go back to the start      id     the ID of this game
  save FILE  keep the game in a file   record the game as a text, as save X.pgn
  position   an ID that begins here    think  say what computers think, or no more
                                       quit   leave, as the end of input does

An empty line shows the board again."""


def play(
    session: Session,
    *,
    save: Path | None = None,
    think: bool = False,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Play a session in the terminal and return the exit code.

    With `save` the game is kept in that file after every line; `think` says what the computer
    players think.
    """
    return play_in(Terminal(stdin, stdout), session, save, think=think)


def play_in(terminal: Terminal, session: Session, save: Path | None, *, think: bool = False) -> int:
    """Play a session in a terminal that is already open; see `play`."""
    return _Game(session, terminal, save, think=think).run()


class _Game:
    """A session in a terminal: it shows the position, reads a line and does what it says."""

    def __init__(
        self, session: Session, terminal: Terminal, save: Path | None, *, think: bool
    ) -> None:
        self.session = session
        self.rules = session.rules
        self.terminal = terminal
        self.say = terminal.say
        self.tell = terminal.tell
        self.rng = Random(session.setup.seed)
        #: Who plays each seat of the computer, and whether to say what they think.
        self.minds: dict[tuple[int, str], Player] = {}
        self.aloud = think
        self.shown: tuple[State, int] | None = None
        #: The emblems shown last; they are shown again when they change or a line is empty.
        self.emblems: list[Mapping[int, Piece]] = []
        self.keeper = Keeper(session, save, self.tell)
        self.open = True
        #: The hints for the positions on ways that have been shown.
        self.ways: dict[State, Hint] = {}

    def run(self) -> int:
        """Go on until the player leaves."""
        self.say("Type a move, or `help`.")
        try:
            while self.open:
                self._guarded(self._computers)
                self.keeper.keep()
                self._guarded(self._show)
                line = self.terminal.ask("> ")
                if line is None:
                    self.say()
                    break
                try:
                    self._guarded(partial(self._answer, line))
                except KeyboardInterrupt:
                    self.say("\nStopped.")
        except KeyboardInterrupt:
            self.say()
            self.keeper.leave()
            return INTERRUPTED
        self.keeper.leave()
        return DONE

    def _guarded(self, act: Callable[[], None]) -> None:
        """Do something; say in one sentence what went wrong."""
        try:
            act()
        except PuzzlekitError as error:
            self.tell(str(error))
        except Exception as error:  # a stranger's plugin may raise anything
            self.tell(f"{self.rules.name} fails here: {type(error).__name__}: {error}")

    # -- showing ----------------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the position, unless it is the one shown last."""
        session, rules, state = self.session, self.rules, self.session.state
        if self.shown == (state, session.ply):
            return
        self.shown = state, session.ply
        name = session.setup.id
        shown = name if len(name) <= 60 else f"{name[:56]} ..."
        self.say(f"\n{rules.name}   {shown}\n")
        room = self.terminal.width - 1 if self.terminal.is_screen else None
        self.say(draw(rules, state, self.terminal.colour, room))
        self.say()
        emblems = [rules.emblem(state, seat) for seat in range(len(rules.players))]
        if emblems != self.emblems and any(emblems):
            self.say(draw_emblems(rules, state, self.terminal.colour, self.terminal.width - 1))
            self.say()
        self.emblems = emblems
        statuses, result = rules.status(state), session.result
        for seat, (side, status) in enumerate(zip(rules.sides(state), statuses, strict=True)):
            if status:
                self.tell(f"{side}{self._played_by(seat)}: {status}")
        if session.last is not None:
            self.say(f"Move {session.ply}: {session.last}")
        if result is None:
            self.tell(self._whose_turn())
        elif rules.is_game():
            self.tell(f"*** {result.text}. ***")
            self._sum_up()
            self.tell("The game is over: `undo`, `restart` or `quit`.")
        elif session.ply:
            moves = "1 move" if session.ply == 1 else f"{session.ply} moves"
            self.tell(f"*** {result.text} in {moves}. *** You may go on.")
        else:
            self.say("This is the goal; a game ID with a seed, such as NAME#1, is a puzzle.")

    def _sum_up(self) -> None:
        """Show the table of how it ended, if there is one."""
        summary = self.rules.summary(self.session.state)
        if summary is None or not summary.rows:
            return
        self.tell(f"{summary.caption}:")
        size = max(map(len, summary.titles))
        for seat, title in enumerate(summary.titles):
            texts = [row[seat] or "-" for row in summary.rows]
            if summary.decisive is not None:
                texts[summary.decisive] = f"[{texts[summary.decisive]}]"
            indent = " " * (size + 2)
            self.tell(f"{title:{size}}  {' '.join(texts)}", indent)

    def _played_by(self, seat: int) -> str:
        name = self.session.players[seat]
        return "" if name == HUMAN else f" ({name})"

    def _whose_turn(self) -> str:
        rules, state = self.rules, self.session.state
        moves = rules.moves(state)
        if not moves:
            return "There are no moves here: `undo` or `restart`."
        if not rules.is_game():
            return "Your move."
        seat = rules.turn(state)
        special = ", ".join(move for move in moves if not rules.touches(move))
        may = f" `{special}` is possible." if special else ""
        return f"{rules.sides(state)[seat]}{self._played_by(seat)} to move.{may}{self._asked()}"

    def _asked(self) -> str:
        """Return the question of the position, with what to type."""
        question = self.rules.question(self.session.state)
        if question is None:
            return ""
        answers = [f"`{move}` ({label})" for label, move in question.answers.items()]
        return (
            f"\n{question.text}\nType {', '.join(answers)}, or another move: {question.otherwise}."
        )

    # -- playing ----------------------------------------------------------------------------------

    def _human(self) -> bool:
        return self.session.players[self.rules.turn(self.session.state)] == HUMAN

    def _computers(self) -> None:
        """Let the computer players move until it is a human's turn, or for a long while."""
        session, rules = self.session, self.rules
        for _ in range(COMPUTER_MOVES):
            if self._human() or session.result is not None or not rules.moves(session.state):
                return
            seat = rules.turn(session.state)
            name = session.players[seat]
            thought = self._thought(name)
            self.say(f"{rules.sides(session.state)[seat]} ({name}) plays {thought.move}.")
            if self.aloud:
                self.tell(f"  {thought.told}", "  ")
            session.play(thought.move)
            if said := side_swapped(session):
                self.tell(said)

    def _thought(self, spec: str) -> Thought:
        """Let a player think about the position; say if that may begin with compiling."""
        fresh = not self.minds and may_compile(self.rules)
        say = Timer(LONG, self.tell, [COMPILING])
        if fresh:
            say.start()
        try:
            return self._mind(spec).think(self.rules, self.session.state, self.rng)
        finally:
            say.cancel()

    def _mind(self, spec: str) -> Player:
        """Return the player of that kind for the seat that moves; it remembers the game."""
        key = self.rules.turn(self.session.state), spec
        if key not in self.minds:
            self.minds[key] = player(spec)
        return self.minds[key]

    def _think(self) -> None:
        self.aloud = not self.aloud
        self.say("The computer says what it thinks." if self.aloud else "It thinks in silence.")

    def _answer(self, line: str) -> None:
        """Do what a line says: a move comes first, then a command, then a word of moves."""
        command, _, rest = line.partition(" ")
        known = COMMANDS.get(command)
        if not line:
            self.shown, self.emblems = None, []
        elif line in self.rules.moves(self.session.state):
            self.session.play(line)
        elif known and not rest:
            known(self)
        elif command == "save":
            self._save(rest.strip())
        else:
            try:
                moves = read_moves(self.rules, self.session.state, line)
            except PuzzlekitError as error:
                stop = "" if str(error).endswith(".") else "."
                self.tell(f"{error}{stop}{did_you_mean(line, COMMANDS)}")
                return
            if not moves:
                self.say("That is no move.")
            for move in moves:
                self.session.play(move)

    def _moves(self) -> None:
        moves = self.rules.moves(self.session.state)
        self.say("\n".join(columns(moves)) or "There are no moves here.")

    def _undo(self) -> None:
        session, here = self.session, self.session.ply
        while session.undo():
            if self._human() or HUMAN not in session.players:
                return
        session.go(here)
        self.say("There is no move to take back.")

    def _redo(self) -> None:
        here = self.session.ply
        while self.session.redo():
            if self._human():
                return
        if self.session.ply == here:
            self.say("There is no move to make again.")

    def _restart(self) -> None:
        self.session.restart()
        self.shown = None

    def _hint(self) -> None:
        rules, state = self.rules, self.session.state
        if self.session.result is not None:
            self.say("It has ended." if rules.is_game() else "It is solved.")
        elif rules.is_game():
            thought = self._thought(HINTS)
            self.tell(f"Hint: {thought.move} ({thought.told}).")
        else:
            self.tell(self._way_from(state))

    def _way_from(self, state: State) -> str:
        """Say how a solution goes on: the one that was begun, if this position lies on it."""
        if state not in self.ways:
            try:
                found = hint(self.rules, state, limit=HINT_LIMIT)
            except LimitReached:
                return f"No hint: no solution was found within {HINT_LIMIT:,} positions."
            if found is None:
                return "There is no solution from here: `undo` or `restart`."
            self.ways |= along(self.rules, state, found)
        moves, shortest = self.ways[state]
        count = "1 move is" if len(moves) == 1 else f"{len(moves)} moves are"
        if shortest:
            return f"Hint: {moves[0]} ({count} needed from here)."
        return f"Hint: {moves[0]} ({count} left on this way; there may be shorter ones)."

    def _group(self) -> None:
        found = group.describe(self.rules.generators(self.session.state).values())
        name = f", {found.name}" if found.name and found.order > 1 else ""
        self.tell(f"The group that acts here has order {found.order:,}{name}.")

    def _rules(self) -> None:
        text = self.rules.page()
        for paragraph in text.split("\n\n"):
            indented = any(line[:1].isspace() for line in paragraph.splitlines())
            prose = self.terminal.is_screen and not indented
            self.say()
            self.tell(" ".join(paragraph.split()) if prose else paragraph)

    def _save(self, name: str = "") -> None:
        if not name:
            raise SaveError("Say in which file: save FILE.")
        path = Path(name).expanduser()
        if path.suffix.lower() == records.SUFFIX:
            if path.exists():
                raise SaveError(f"{path} is there already; choose another name.")
            records.write_file(self.session, path)
            self.tell(f"Written to {path}.")
            return
        if path.exists():
            try:
                saves.read(path)
            except SaveError as error:
                raise SaveError(f"{path} is there and no save; choose another name.") from error
        saves.write(self.session, path)
        self.tell(f"Saved in {path}.")

    def _record(self) -> None:
        self.say(records.write(self.session).rstrip())

    def _position(self) -> None:
        self.say(self.session.setup.at(self.session.state).id)

    def _id(self) -> None:
        self.tell(self.session.setup.id)

    def _help(self) -> None:
        self.say(HELP)

    def _quit(self) -> None:
        self.open = False


COMMANDS: dict[str, Callable[[_Game], None]] = {
    "moves": _Game._moves,
    "undo": _Game._undo,
    "redo": _Game._redo,
    "restart": _Game._restart,
    "hint": _Game._hint,
    "think": _Game._think,
    "rules": _Game._rules,
    "group": _Game._group,
    "save": _Game._save,
    "id": _Game._id,
    "record": _Game._record,
    "position": _Game._position,
    "help": _Game._help,
    "quit": _Game._quit,
    "q": _Game._quit,
}
