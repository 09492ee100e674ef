"""A game on a web page: the actions that the page sends, and the view that it shows.

An action is a name with numbers or strings, and a view is a dict that can be written as JSON. The
page knows nothing about the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any
from urllib.parse import quote

from ...core.errors import OptionError
from ...core.translation import _, translate
from ...play import saves
from ...play.autosave import SaveTarget
from ...play.clock import format_clock
from ...play.controller import GameController, Seat
from ...play.engine import Reply, Request
from ...play.lesson_controller import LessonController, LessonProgress
from ...play.new_game import OPPONENT, new_session, rematch
from ...play.parse_moves import resolve_move
from ...play.session import Session
from ...play.setup import parse_setup, setup_of
from ...play.termination import SEATS
from ...players.player import HUMAN
from ...players.registry import player_titles
from ...plugin.errors import error_message, plugin_boundary
from ...rules.base import Puzzle
from ...rules.merged_moves import merge_moves
from ..available_actions import (
    action_rows,
    move_label,
    offered_moves,
    press_hint,
    waits_for_hint,
)
from ..board_input import BoardInput, Cells, MoveSelector
from ..game_worker import Job
from ..piece_descriptions import describe_piece, describe_pieces
from ..theme import look
from .board_picture import View, make_picture

#: The seat of pages that only watch.
SPECTATOR = -1

#: A mapping from the name of each action to the types of its arguments and its function.
Actions = dict[str, tuple[Sequence[Any], Callable[..., object]]]

POINT = (int | float, int | float)

#: Maximum size of a number in an action.
MAX_NUMBER = 1e6

#: The actions that have buttons beside the board.
SHOWN_ACTIONS = ("undo", "redo", "hint", "legal", "restart", "draw", "resign")

#: Characters that are not encoded in links, where + separates the moves.
IN_LINKS = "!#$&'()*,/:;=?@[]"

#: The beginning of the part of a link that names the players.
PLAYERS = "players="

#: All actions that do not change the game, and those that change only the picture and its marks.
READER_ACTIONS = frozenset(
    {"hover", "leave", "hold", "turn", "rotate", "move", "legal", "look", "theme"}
)
POINTER_ACTIONS = frozenset({"hover", "leave", "hold", "turn"})

#: In a game between devices: actions that need not wait for the player's turn, and actions that are
#: only available after the game.
ALWAYS = frozenset({"undo", "draw", "resign", "accept", "decline"})
AFTER_GAME = frozenset({"redo", "go", "step", "restart", "hint", "stop", "rematch"})


def open_game(given: Mapping[str, Any]) -> Session | LessonProgress:
    """Return the game that an untrusted page asks for, never opening puzzle files elsewhere.

    `game` is an ID with moves, as in a link, `players` the names of the players. By default, the
    opponent in a new two-player game is a computer. With `lesson`, return the lesson of the game.
    """
    name, *moves = str(given.get("game", "")).split() or [""]
    setup, players = parse_setup(name), given.get("players")
    if moves and moves[0].startswith(PLAYERS):
        players = players or moves[0].removeprefix(PLAYERS).split(",")
        del moves[0]
    if given.get("lesson"):
        return LessonProgress(setup.load_rules())
    if players is not None and not isinstance(players, list):
        raise OptionError("The players must be a list of names.")
    players = players or _default_players(len(setup.rules.players), moves)
    return new_session(" ".join([setup.id, *moves]), list(map(str, players)))


def _default_players(seats: int, moves: Sequence[str]) -> list[str]:
    """Return the players of a link that names none."""
    return [HUMAN] * seats if moves or seats != SEATS else [HUMAN, OPPONENT]


def position_link(session: Session) -> str:
    """Return the ID, the players and the moves of a position, as in the page's address.

    `open_game` chooses the same players if the link does not name them.
    """
    players = list(session.players)
    is_default = players == _default_players(len(players), session.moves)
    named = [] if is_default else [PLAYERS + ",".join(players)]
    return "+".join(quote(each, IN_LINKS) for each in (session.setup.id, *named, *session.moves))


class TextTarget:
    """A save target that keeps the text for the page to store in the browser."""

    def __init__(self, text: str = "") -> None:
        self.text = text

    @property
    def is_saved(self) -> bool:
        """True if the session has been saved."""
        return bool(self.text)

    def save(self, session: Session) -> str:
        """Keep the text of the session."""
        self.text = saves.dump(session)
        return ""


class GameTable:
    """A game, or a lesson, and the pages that show it."""

    def __init__(self, game: Session | LessonProgress, target: SaveTarget | None = None) -> None:
        self.target, self.pages = target, list[Page]()
        #: The seat that asks to take back a move.
        self.asking: int | None = None
        #: Number of seats by which the pages have been shifted in rematches.
        self.shift = 0
        self.begin(game)

    def begin(self, game: Session | LessonProgress) -> None:
        """Show a game, or the current step of a lesson."""
        self.controller = (
            LessonController(game, self)
            if isinstance(game, LessonProgress)
            else GameController(game, self, self.target)
        )
        for page in self.pages:
            page.begin()

    def rematch(self) -> None:
        """Begin the same game again, with the players' seats exchanged."""
        session = rematch(self.controller.session)
        self.shift += set(session.players) == {HUMAN}
        self.begin(session)

    def position_changed(self, plies: int) -> None:
        """Show the position on all pages."""
        self.asking = None
        for page in self.pages:
            page.position_changed(plies)

    def show_status(self, text: str) -> None:
        """Do nothing, because views contain the message of the controller."""

    def show_warning(self, text: str) -> None:
        """Show a message on each page until its next action."""
        for page in self.pages:
            page.warning = text

    def pending_request(self) -> tuple[int | None, str, str]:
        """Return the seat that waits for an answer, its request, and the label to accept it."""
        arbiter = self.controller.arbiter
        if self.asking is None and arbiter.is_asking():
            return arbiter.offer, _("{side} offers a draw"), _("Accept draw")
        return self.asking, _("{side} asks to take back a move"), _("Accept takeback")

    def presence(self, _seat: int) -> str:
        """Return a note beside the name of a seat if its player is missing."""
        return ""

    @property
    def job(self) -> Job | None:
        """The job for the engine, if any. Lessons need none, because their moves are fixed."""
        request = self.controller.request
        if request is None or isinstance(self.controller, LessonController):
            return None
        return Job(self.controller.game_id, request)

    def receive(self, request: Request, reply: Reply) -> None:
        """Handle an engine reply; if the plugin fails, show the error."""
        try:
            with plugin_boundary(self.controller.rules):
                self.controller.receive(request, reply)
        except Exception as error:
            self.show_warning(error_message(error))


class Page:
    """A board on a web page, with the selection and the theme of its reader.

    A page with a `seat` in the first game of the table moves for one seat only.
    """

    def __init__(self, table: GameTable, theme: str = "light", seat: int | None = None) -> None:
        self._set_theme(theme)
        self.table, self._first_seat = table, seat
        #: Why the last action failed, until the position changes, and a warning until the next one.
        self.error = self.warning = ""
        self._last = View()
        table.pages.append(self)
        self.begin()

    @property
    def controller(self) -> GameController:
        """The controller of the game."""
        return self.table.controller

    def _set_theme(self, theme: str) -> None:
        look(theme)  # checks it
        self.theme = theme

    @property
    def seat(self) -> int | None:
        """The only seat that the page moves for, or None if it moves for all."""
        if self._first_seat in (None, SPECTATOR):
            return self._first_seat
        return (self._first_seat + self.table.shift) % len(self.controller.session.players)

    def begin(self) -> None:
        """Show the game of the table from its current position."""
        self.input = BoardInput(self.controller, self.controller.play)
        self.picture = make_picture(self.input)
        self.legal = isinstance(self.controller, LessonController)

    def position_changed(self, plies: int) -> None:
        """Show another position of the game."""
        self.error = ""
        self.input.reset()
        self.picture.animate(plies)

    # -- actions -----------------------------------------------------------------------------------

    def act(self, name: str, *arguments: object) -> View:
        """Perform an action and return the view, which also shows errors."""
        self.error = self.warning = ""
        try:
            with plugin_boundary(self.controller.rules):
                self._find_action(name, arguments)(*arguments)
                self._advance_lesson()
        except Exception as error:
            self.error = error_message(error)
        return self.view(only_marks=name in POINTER_ACTIONS)

    def _find_action(self, name: str, arguments: Sequence[object]) -> Callable[..., object]:
        """Return the function for an action; raise `OptionError` if it is not allowed."""
        kinds, act = self._actions().get(name, ((), None))
        if act is not None and name not in READER_ACTIONS and not self._is_seat_allowed(name):
            is_early = name in AFTER_GAME
            text = _("You can do this after the game.") if is_early else _("It is not your turn.")
            raise OptionError(self._prompt() if self.seat == SPECTATOR else text)
        if act is None or len(kinds) != len(arguments):
            raise OptionError(f"Unknown action {name[:40]!r} with {len(arguments)} arguments.")
        numbers = [each for each in arguments if isinstance(each, int | float)]
        are_small = all(abs(each) <= MAX_NUMBER for each in numbers)  # NaN is not
        if not (are_small and all(map(isinstance, arguments, kinds))):
            raise OptionError(f"Invalid arguments for the action {name!r}.")
        return act

    def _is_seat_allowed(self, name: str = "play") -> bool:
        if self.seat is None:
            return True
        session = self.controller.session
        if self.seat == SPECTATOR:
            return False
        if name in ALWAYS or session.final is not None:
            return True
        return name not in AFTER_GAME and session.rules.turn(session.state) == self.seat

    def _actions(self) -> Actions:
        controller, board, picture = self.controller, self.input, self.picture
        return {
            "hover": (POINT, picture.hover),
            "leave": ((), picture.leave),
            "hold": ((*POINT, *POINT), picture.hold),
            "turn": ((int,), board.turn),
            "rotate": ((), board.turn),
            "move": ((int, int), board.move_cursor),
            "legal": ((), self._toggle_legal),
            "look": ((), picture.forget),
            "theme": ((str,), self._set_theme),
            "press": ((*POINT, int), lambda x, y, other: picture.press(x, y, other=bool(other))),
            "tap": (POINT, picture.tap),
            "drag": ((*POINT, *POINT), picture.drag),
            "enter": ((int,), lambda other: board.press_cursor(other=bool(other))),
            "back": ((), board.back),
            "play": ((str,), self._play),
            "type": ((str,), self._type),
            "key": ((str,), self._press_key),
            "undo": ((), self._undo),
            "redo": ((), controller.redo),
            "go": ((int,), controller.go),
            "step": ((int,), controller.step),
            "restart": ((), controller.restart),
            "rematch": ((), self.table.rematch),
            "hint": ((), controller.request_or_play_hint),
            "stop": ((), controller.stop_search),
            "resign": ((), self._resign),
            "draw": ((), self._offer_draw),
            "accept": ((), self._accept),
            "decline": ((), self._decline),
            "continue": ((), self._continue),
        }

    def _play(self, move: str) -> None:
        if self.controller.may_play():  # a second click may come during the computer's turn
            self.controller.play(move)

    def _type(self, text: str) -> None:
        """Play a typed line: for a seat, a single move, because the opponent plays the next one."""
        controller, session = self.controller, self.controller.session
        if self.seat is None:
            controller.play_text(text)
        else:
            session.play(resolve_move(session.rules, session.state, text))

    def _press_key(self, key: str) -> None:
        """Play the turn of a key."""
        rules = self.controller.rules
        if isinstance(rules, Puzzle) and key in rules.keys and self.controller.may_play():
            self.picture.turn(rules.keys[key])

    def _toggle_legal(self) -> None:
        self.legal = not self.legal

    def _undo(self) -> None:
        """Take back a click or a move, or ask the opponent's seat to allow it."""
        if self.input.back():
            return
        session = self.controller.session
        if self.seat is None or session.players.count(HUMAN) == 1 or session.is_reviewing:
            self.controller.undo()
        elif self.controller.can_undo():
            self.table.asking = self.seat

    def _offer_draw(self) -> None:
        if self.controller.arbiter.can_draw():  # the game may have ended in the meantime
            self.error = self.controller.arbiter.offer_draw(self.seat)

    def _resign(self) -> None:
        if self.controller.arbiter.can_resign():  # the game may have ended while the page asked
            self.controller.arbiter.resign(self.seat)

    def _accept(self) -> None:
        """Accept the opponent's request for a takeback or a draw."""
        controller, session = self.controller, self.controller.session
        seat, *_texts = self.table.pending_request()
        if seat is None or seat == self.seat:
            return
        if self.table.asking is None:
            controller.arbiter.accept()
            return
        controller.undo()
        while session.rules.turn(session.state) != seat and controller.can_undo():
            controller.undo()  # others have moved, too

    def _decline(self) -> None:
        """Decline the opponent's request, and show this on the opponent's pages."""
        seat, *_texts = self.table.pending_request()
        self.table.asking = self.controller.arbiter.offer = None
        for page in self.table.pages:
            if page.seat == seat != self.seat:
                page.error = _("Declined")

    def _advance_lesson(self) -> None:
        """Play the replies in a lesson, and begin the next step if there is nothing to read."""
        coach = self.controller
        if isinstance(coach, LessonController):
            while coach.play_reply():
                pass
            if coach.advances_by_itself():
                self._continue()

    def _continue(self) -> None:
        """Begin the next step of a lesson."""
        coach = self.controller
        if not isinstance(coach, LessonController):
            return
        if not coach.is_done or coach.lesson.next_step is None:
            return
        if coach.advance():
            self.position_changed(0)
        else:
            self.table.begin(coach.lesson)

    # -- the view ---------------------------------------------------------------------------------

    def view(self, *, only_marks: bool = False) -> View:
        """Return what the page shows, without the picture if the page already has it.

        If the plugin fails, this is the last view with the error.
        """
        try:
            with plugin_boundary(self.controller.rules):
                view = self._marks() if only_marks else self._full_view()
        except Exception as error:
            if not self._last:
                raise
            return {**self._last, "message": error_message(error)}
        self._last = {**self._last, **view, "motion": None, "frames": None}
        return view

    def _full_view(self) -> View:
        controller, session, rules = self.controller, self.controller.session, self.input.rules
        message = self.warning or self._request_text() or self.error or self.input.refusal
        job, question = self.table.job, controller.question()
        answers = question.answers if question is not None and self._is_seat_allowed() else {}
        offered = offered_moves(controller, self.input.selector, answers.values())
        offered = offered if self._is_seat_allowed() else []
        seats = enumerate(controller.seats() if rules.is_game() else ())
        view: View = {
            **self._marks(),
            "id": controller.game_id,
            "name": rules.name,
            "status": "" if isinstance(controller, LessonController) else controller.status_line(),
            "message": message or controller.status_message() or self._prompt(),
            "news": _news(self.input),
            "pieces": describe_pieces(rules, session.state),
            "players": session.players,
            "seats": [
                _seat_view(each, self.table.presence(number), is_own=number == self.seat)
                for number, each in seats
            ],
            "moves": session.all_moves,
            "listed": _listed_moves(session),
            "types": self.seat != SPECTATOR,
            "at": session.ply,
            "link": position_link(session),
            "buttons": self._buttons(),
            "answers": [[translate(label), move] for label, move in answers.items()],
            "offered": [[move_label(each), each] for each in offered],
            "keys": list(rules.keys) if isinstance(rules, Puzzle) else [],
            "turns": any(len(each) > 1 for each in self.input.selector.targets().values()),
            "job": None if job is None else [job.game, job.request._asdict()],
        }
        if isinstance(self.table.target, TextTarget) and self.table.target.is_saved:
            view["save"] = self.table.target.text
        if isinstance(controller, LessonController):
            view["coach"] = _coach_view(controller)
            view["id"] = setup_of(controller.lesson.rules).id  # the game that follows the lesson
        return view

    def _marks(self) -> View:
        return self.picture.view(self.theme, legal=self.legal or bool(self.input.refusal))

    def _prompt(self) -> str:
        """Return what the reader can do next."""
        controller = self.controller
        if self.seat == SPECTATOR:
            return _("You are watching this game.")
        if not (controller.may_play() and controller.request is None and self._is_seat_allowed()):
            return ""
        if self.input.aimed is not None:
            return _("Tap again to play.")
        path = tuple(self.input.selector.path)
        prompt = controller.prompts.current(controller.session.state, path)
        hint = "" if controller.rules.solid else press_hint(self.input.selector)
        prompt = f"{prompt} ({hint})" if prompt and hint else prompt
        return controller.message or prompt  # an exception is shown once

    def _request_text(self) -> str:
        """Return a message about a pending takeback request or draw offer, if any."""
        session, (seat, text, _label) = self.controller.session, self.table.pending_request()
        if seat is None:
            return ""
        if seat == self.seat:
            return _("Waiting for an answer…")
        return text.format(side=translate(session.rules.sides(session.state)[seat]))

    def _buttons(self) -> list[View]:
        controller = self.controller
        asking, _text, label = self.table.pending_request()
        if asking is not None and self.seat not in (SPECTATOR, asking):
            return [_button(label, "accept"), _button(_("Decline"), "decline")]
        if isinstance(controller, LessonController):
            return [_button(_("Show me"), "hint", enabled=controller.is_asking())]
        rows = action_rows(controller, self.input.selector, legal=self.legal)
        actions = [each for row in rows for each in row if each.name in SHOWN_ACTIONS]
        actions = [x for x in actions if x.name in READER_ACTIONS or self._is_seat_allowed(x.name)]
        waits = waits_for_hint(controller)
        can_begin = self.seat not in (None, SPECTATOR) and controller.session.final is not None
        buttons = [_button(_("New game"), "rematch")] * can_begin
        buttons += [_button(_("Rotate"), "rotate")] * (self.input.aimed is not None)
        for each in actions:
            act = "stop" if waits and each.name == "hint" else each.name
            buttons.append(_button(each.label, act, enabled=each.is_enabled, on=each.is_on))
        return buttons


def _button(label: str, act: str, *, enabled: bool = True, on: bool = False) -> View:
    return {"label": label, "act": act, "enabled": enabled, "on": on}


def _seat_view(seat: Seat, presence: str, *, is_own: bool) -> View:
    clock = seat.seconds_left
    title = _("You") if is_own else player_titles([seat.player])[0]
    return {
        "side": " · ".join(filter(None, [translate(seat.side), presence])),
        "player": seat.name or title,
        "status": seat.status,
        "turn": seat.is_to_move,
        "won": seat.has_won,
        "clock": "" if clock is None else format_clock(clock),
    }


def _news(board: BoardInput) -> str:
    """Return the target at the cursor or else the last move, for screen readers.

    A hint is included if the visible message only refers to its marks.
    """
    controller, news = board.controller, ""
    if board.cursor is not None:
        news = _describe_target(board.selector, board.cursor)
    elif turns := merge_moves(board.rules, controller.session.moves):
        news = _("Move {number}: {move}").format(number=len(turns), move=turns[-1][0])
    if controller.hint and board.rules.board.plane:
        hint = _("Hint: {move}.").format(move=controller.hint[0])
        return f"{news}. {hint}" if news else hint
    return news


def _describe_target(selector: MoveSelector, cells: Cells) -> str:
    """Return the cell of a target and its piece, or the move that a click plays now."""
    names = "+".join(selector.board.cells[cell] for cell in cells)
    has_variants = len(selector.targets()[cells]) > 1
    if has_variants and (move := selector.completed_move(cells)):
        return move
    piece = selector.pieces[cells[0]]
    if has_variants:
        piece = selector.ghosts(cells).get(cells[0], piece)
    return f"{names}: {describe_piece(piece)}" if len(cells) == 1 else names


def _listed_moves(session: Session) -> list[tuple[str, int]]:
    """Return the moves as they are listed, each with the ply after it."""
    merged = merge_moves(session.rules, session.all_moves)
    plies = accumulate(count for _, count in merged)
    return [(text, ply) for (text, _), ply in zip(merged, plies, strict=True)]


def _coach_view(coach: LessonController) -> View:
    lesson, step = coach.lesson, coach.lesson.step
    is_last = lesson.next_step is None
    return {
        "title": f"{lesson.number + 1}/{len(lesson.steps)} {translate(step.title)}",
        "text": translate(step.after if coach.is_done and step.after else step.text),
        "done": coach.is_done and not is_last,
        "last": coach.is_done and is_last,
    }
