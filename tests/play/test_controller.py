"""Tests for the game controller without a window: side to move, engine requests and messages."""

import pytest
from support import Noughts, controller_and_front_end, play_each, serve_request

from puzzlekit import IllegalMoveError, Session, Sliding, grid, load
from puzzlekit.core.errors import NotationError, PuzzlekitError
from puzzlekit.play.controller import GameController
from puzzlekit.play.engine import (
    HINT,
    HINT_PLAYER,
    MOVE,
    InterimHint,
    ProgressUpdate,
    Request,
    Unsolvable,
)
from puzzlekit.play.last_turn import moved_cells, neighbouring_turn
from puzzlekit.play.new_game import rematch, session_from_position
from puzzlekit.players.player import SearchResult
from puzzlekit.solving.short_solutions import Hint


def test_people_move_by_turns():
    controller, front = controller_and_front_end("hex:3,swap=off", ["human", "human"])
    assert (controller.status_line(), controller.request) == ("Red to move", None)
    controller.play("b2")
    assert (controller.status_line(), controller.request) == ("Blue to move", None)
    assert front.steps == [1]
    controller.play("b2")
    assert "'b2' is not a legal move" in controller.message
    assert front.messages == [controller.message]
    controller.play("a1")
    assert controller.message == ""


def test_computer_move_is_requested_and_played():
    controller, front = controller_and_front_end("hex:3,swap=off", ["human", "greedy"])
    controller.play("b2")
    assert controller.status_line() == "Blue is thinking…"
    assert controller.is_thinking()
    assert (controller.request.kind, controller.request.moves) == (MOVE, ("b2",))
    assert controller.request.player == "greedy"
    controller.receive(controller.request, SearchResult("a1", ("a1", "c3"), 0.25))
    assert controller.session.moves == ["b2", "a1"]
    assert (controller.request, controller.status_line()) == (None, "Red to move")
    assert controller.seats()[1].thought.chance_text == "25% to win"
    assert front.steps == [1, 1]


def test_undo_while_computer_thinks():
    controller, _ = controller_and_front_end("hex:3,swap=off", ["human", "greedy"])
    controller.play("b2")
    old = controller.request
    controller.undo()
    controller.play("a1")
    controller.receive(old, SearchResult("c3"))
    assert controller.session.moves == ["a1"]
    assert controller.request != old
    controller, _ = controller_and_front_end("hex:3,swap=off", ["human", "greedy"])
    controller.play("b2")
    controller.undo()
    assert (controller.session.ply, controller.request) == (0, None)
    controller.redo()
    assert controller.is_thinking()


def test_request_seed():
    def request(game, *moves):
        controller, _ = controller_and_front_end(game, ["random", "human"])
        play_each(controller.session, *moves)
        return controller.request

    assert request("permute:4#1") == request("permute:4#1")
    assert request("permute:4#1").seed != request("permute:4#2").seed
    controller, _ = controller_and_front_end("permute:4#1", ["random", "random"])
    first = controller.request
    serve_request(controller)
    assert controller.request.seed != first.seed


def test_failing_computer_waits_for_another_position():
    controller, front = controller_and_front_end("hex:3,swap=off", ["human", "greedy"])
    controller.play("b2")
    controller.receive(controller.request, PuzzlekitError("It is broken."))
    assert front.messages == ["It is broken."]
    assert (controller.request, controller.status_line()) == (None, "Blue does not move")
    controller.undo()
    controller.play("b2")
    controller.receive(controller.request, SearchResult("b2"))
    assert "'b2' is not a legal move" in front.messages[1]
    assert controller.request is None
    controller.undo()
    controller.redo()
    assert controller.is_thinking()


def test_swap_and_level_are_announced_once():
    controller, front = controller_and_front_end("hex:4", ["human", "mcts:expert"])
    for move, answer in (("b2", "swap"), ("a1", "b3"), ("c1", "c2")):
        controller.play(move)
        assert controller.message == ""
        controller.receive(controller.request, SearchResult(answer))
        assert [seat.side for seat in controller.seats()] == ["Blue", "Red"]
    assert front.messages == [
        "The computer swapped sides: you now play Blue.",
        "Expert is barely stronger than Club here.",
    ]
    controller, front = controller_and_front_end("hex:3", ["human", "human"])
    controller.play("b2")
    controller.play("swap")
    assert front.messages == []


def test_long_thinking_is_announced():
    controller, _ = controller_and_front_end("hex:3,swap=off", ["mcts:deep", "human"])
    assert controller.status_line() == "Red is thinking (10 s)…"
    controller.request = controller.request._replace(seconds=2.0)  # the time left on the clock
    assert controller.status_line() == "Red is thinking (2 s)…"


def test_seats_show_player_turn_and_winner():
    controller, _ = controller_and_front_end("hex:2,swap=off", ["human", "greedy"])
    red, blue = controller.seats()
    assert (red.side, red.player, red.is_to_move) == ("Red", "human", True)
    assert (blue.side, blue.player, blue.is_to_move) == ("Blue", "greedy", False)
    assert red.status
    play_each(controller.session, "a1", "b1", "a2")
    assert [seat.has_won for seat in controller.seats()] == [True, False]
    assert not any(seat.is_to_move for seat in controller.seats())


def test_undo_and_redo_move_by_whole_turns():
    controller, _ = controller_and_front_end("cube:2#1")
    session = controller.session
    play_each(controller, "U", "R", "R")
    assert [neighbouring_turn(session, step) for step in (-1, 1)] == [1, 3]
    controller.undo()
    assert session.moves == ["U"]
    assert neighbouring_turn(session, 1) == 3
    controller.redo()
    assert session.moves == ["U", "R", "R"]
    controller.undo()
    controller.undo()
    assert session.moves == []


def test_undo_stops_at_end_of_macro():
    controller, _ = controller_and_front_end("cube#1")
    controller.play("L'", "R")
    controller.play("R")  # listed as L' R2
    for plies in (2, 0):
        controller.undo()
        assert controller.session.ply == plies
    for plies in (2, 3):
        controller.redo()
        assert controller.session.ply == plies


@pytest.mark.parametrize(("text", "plies"), [("M", 0), ("Rw2", 0), ("M U", 2)])
def test_undo_takes_back_typed_turn(text, plies):
    controller, _ = controller_and_front_end("cube#1")
    controller.play_text(text)
    end = controller.session.ply
    controller.undo()
    assert controller.session.ply == plies
    controller.redo()
    assert controller.session.ply == end


def test_undo_and_redo_include_reply():
    controller, front = controller_and_front_end("permute:4,swap=off#1", ["human", "greedy"])
    assert not controller.can_undo()
    controller.play("Ca1-b2")
    serve_request(controller)
    two = controller.session.moves
    controller.undo()
    assert controller.session.moves == []
    assert controller.thoughts == {}  # they belong to other positions
    assert controller.request is None  # no computer move while viewing an earlier position
    controller.redo()
    assert controller.session.moves == two
    assert front.steps == [1, 1, -2, 1, 1]


def test_undo_keeps_opening_move_of_computer():
    controller, front = controller_and_front_end("permute:4,swap=off", ["greedy", "human"])
    serve_request(controller)
    opening = controller.session.moves
    assert not controller.can_undo()
    controller.undo()
    controller.redo()
    assert controller.session.moves == opening
    assert front.messages == ["Nothing to undo.", "Nothing to redo."]
    controller, _ = controller_and_front_end("permute:4,swap=off", ["greedy", "human"])
    controller.restart()
    assert controller.is_thinking()
    serve_request(controller)
    opening = controller.session.moves
    controller.play(controller.rules.legal_moves(controller.session.state)[0])
    serve_request(controller)
    line = controller.session.all_moves
    controller.restart()
    assert controller.session.moves == opening
    assert controller.session.all_moves == line  # can be redone
    assert controller.is_human_turn()
    controller, _ = controller_and_front_end("hex:3 a1 b1", ["human", "human"])
    controller.restart()
    assert controller.session.ply == 0


def test_game_of_computers_waits_during_review():
    controller, _ = controller_and_front_end("permute:4,swap=off#1", ["greedy", "random"])
    for _ in range(3):
        serve_request(controller)
    controller.undo()
    assert (controller.session.ply, controller.request) == (2, None)
    assert controller.status_line() == "Earlier position. Redo to return."
    with pytest.raises(IllegalMoveError, match="Earlier position"):
        controller.play_text("Ca1-b2")
    controller.redo()
    assert controller.session.ply == 3
    assert controller.is_thinking()


def test_go_to_any_position():
    controller, front = controller_and_front_end("hex:3,swap=off a1 b1 a2", ["human", "human"])
    for ply in (1, 2, 0, 99):
        controller.go(ply)
    assert controller.session.ply == 3
    assert front.steps == [-2, 1, -2, 3]


def test_play_typed_sequence():
    controller, front = controller_and_front_end("cube:2#1")
    controller.play_text("[U, R]2")
    assert controller.session.moves == ["U", "R", "U'", "R'"] * 2
    assert front.steps == [1] * 8
    for text in ("nonsense", "()", "(U"):
        with pytest.raises(NotationError):
            controller.play_text(text)
    controller.play_text("x y2'")
    assert "rotation applies" in controller.message
    assert len(controller.session.all_moves) == 8


def test_moves_of_computer_cannot_be_typed():
    controller, _ = controller_and_front_end("hex:3,swap=off", ["greedy", "human"])
    with pytest.raises(IllegalMoveError, match=r"Red is thinking…"):
        controller.play_text("b2")
    assert controller.session.all_moves == []
    controller, _ = controller_and_front_end("hex:3", ["greedy", "human"])
    controller.stop_search()
    assert controller.is_thinking()


def test_hint_follows_its_solution():
    controller, front = controller_and_front_end("knights")
    controller.request_or_play_hint()
    assert controller.request == Request(HINT, ())
    assert controller.status_line() == "Computing hint…"
    serve_request(controller)
    way = list(controller.hint)
    assert front.messages == [f"Hint: {way[0]} ({len(way)} moves to go, shortest)."]
    for number in range(1, 4):
        controller.request_or_play_hint()  # plays the move
        assert controller.session.moves == way[:number]
        assert (controller.hint, controller.message) == ([], "")
        controller.request_or_play_hint()
        assert controller.request is None
        assert controller.hint == way[number:]
    controller.undo()
    controller.request_or_play_hint()
    assert controller.hint == way[2:]


def test_play_hint_that_arrives_later():
    controller, front = controller_and_front_end("knights")
    controller.request_or_play_hint()
    found = Hint(["1-8", "8-3"], True)
    controller.hint_cache.add(controller.session.state, found)
    controller.receive(controller.request, found)
    assert controller.hint == found.moves
    assert front.messages == ["Hint: 1-8 (2 moves to go, shortest)."]
    controller, front = controller_and_front_end("knights")
    controller.request_or_play_hint()
    controller.request_or_play_hint()
    assert front.messages == ["The hint will be played when it is found."]
    controller.receive(controller.request, Hint(["1-8", "8-3"], True))
    assert (controller.session.moves, controller.hint) == (["1-8"], [])
    controller.request_or_play_hint()
    assert controller.session.moves == ["1-8"]  # shown first, as usual


def test_hint_in_game_is_move_of_player():
    controller, front = controller_and_front_end("hex:3,swap=off", ["human", "greedy"])
    controller.request_or_play_hint()
    assert (controller.request.kind, controller.request.player) == (HINT, HINT_PLAYER)
    assert not controller.is_thinking()
    controller.receive(controller.request, SearchResult("b2", ("b2", "a1"), 0.75, 200))
    assert front.messages == ["Hint: b2 (75% to win after 200 playouts)."]
    assert controller.hint == ["b2"]
    controller.request_or_play_hint()
    assert controller.session.moves == ["b2"]
    controller.request_or_play_hint()
    assert controller.message == "Blue is thinking…"


def test_hint_on_board_without_coordinates():
    controller, front = controller_and_front_end("palago", ["human", "human"])
    controller.request_or_play_hint()
    controller.receive(controller.request, SearchResult("0,0a+0,-1b"))
    assert front.messages == ["Hint: 0,0a+0,-1b."]
    assert controller.status_message() == "Hint: as marked on the board."


def test_hint_search_stops_on_request_or_move():
    controller, front = controller_and_front_end("fifteen#5")
    controller.request_or_play_hint()
    request = controller.request
    controller.stop_search()
    assert (controller.request, front.messages) == (None, ["Hint search stopped."])
    controller.receive(request, Hint(["b1-c1"], True))
    assert controller.hint == []
    controller.request_or_play_hint()
    assert (controller.request, controller.message) == (request, "")
    controller.play(controller.rules.legal_moves(controller.session.state)[0])
    assert controller.request is None
    controller.receive(request, Hint(["b1-c1"], True))
    assert (controller.hint, controller.message) == ([], "")


def test_search_results_are_announced():
    controller, front = controller_and_front_end("knights")
    for answer, message in (
        (Unsolvable(""), "No solution from here; undo or restart."),
        (Unsolvable("It is odd."), "The goal cannot be reached from here. It is odd."),
        (PuzzlekitError("Too far."), "Too far."),
        (Hint(["1-8"], True), "Hint: 1-8 (1 move to go, shortest)."),
    ):
        controller.request_or_play_hint()
        controller.receive(controller.request, answer)
        assert front.messages.pop() == message


def test_hint_improves_during_search():
    controller, front = controller_and_front_end("cube:2#1")
    controller.request_or_play_hint()
    request = controller.request
    hint = "Hint: U (at most 3 turns to go). Looking for a shorter solution"
    controller.receive(request, ProgressUpdate("words of the table", 1, 4))
    assert controller.status_line() == "Computing hint (25%)…"
    controller.receive(request, ProgressUpdate("stages", 1, None))
    assert controller.status_line() == "Computing hint…"
    controller.receive(request, InterimHint(["U", "R", "U"], False))
    assert controller.status_message() == f"{hint}…"
    controller.receive(request, ProgressUpdate("slots", 3, 4))
    assert controller.status_message() == f"{hint} (75%)…"
    controller.receive(request, InterimHint(["F", "R", "F", "R"], False))  # not shorter, so ignored
    assert controller.hint == ["U", "R", "U"]
    controller.receive(request, InterimHint(["R", "U"], False))
    assert controller.hint == ["R", "U"]
    controller.receive(request, Hint(["R", "U"], True))
    assert controller.request is None
    assert controller.status_message() == "Hint: R (2 turns to go, shortest)."
    assert len(front.messages) == 3


def test_interim_hint_stays_after_search():
    controller, _ = controller_and_front_end("cube:2#1")
    for stop in (
        controller.stop_search,
        lambda: controller.receive(controller.request, PuzzlekitError("No.")),
    ):
        controller.request_or_play_hint()
        controller.receive(controller.request, InterimHint(["U", "R"], False))
        stop()
        assert controller.hint == ["U", "R"]
        assert controller.status_message() == "Hint: U (at most 2 turns to go)."
        assert controller.request is None
        controller.play("U")
        assert controller.hint == []
        controller.request_or_play_hint()  # shows the rest, searches for a shorter solution
        message = "Hint: R (at most 1 turn to go). Looking for a shorter solution…"
        assert controller.status_message() == message
        controller.undo()
        assert not controller.is_searching_hint()


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("hex:2,swap=off a1 b1 a2", "The game is over."),
        (Session(load("fifteen")), "Already solved."),
    ],
)
def test_no_hint_after_end(game, message):
    controller, front = controller_and_front_end(game)
    assert not controller.may_play()
    controller.request_or_play_hint()
    assert (controller.request, front.messages) == (None, [message])


def test_status_line_after_end():
    controller, _ = controller_and_front_end("fifteen:2,height=2@1,2,.,3")
    assert controller.status_line() == "Your move"
    controller.play_text("b1-a1")
    assert controller.status_line() == "Solved in 1 move"
    controller, _ = controller_and_front_end(Session(load("fifteen")))
    assert controller.status_line() == "This is the goal"
    controller, _ = controller_and_front_end("hex:2,swap=off a1 b1 a2", ["human", "greedy"])
    assert controller.status_line() == controller.session.result.text
    assert controller.request is None


class NoMoves(Sliding):
    """A puzzle without moves."""

    def legal_moves(self, state):
        return []


@pytest.mark.parametrize("player", ["human", "random"])
def test_no_request_without_legal_moves(player):
    rules = NoMoves(grid(2, 2), [*"123", ""], start=[*"12", "", "3"])
    controller, _ = controller_and_front_end(Session(rules, [player]))
    assert controller.status_line() == "No legal moves; undo or restart"
    assert controller.request is None


def test_swap_question_is_for_people():
    for player in ("human", "greedy"):
        controller, _ = controller_and_front_end("hex:3", ["human", player])
        assert controller.question() is None
        controller.play("b2")
        assert (controller.question() is not None) == (player == "human")
        assert player == "greedy" or "swap" in controller.question().answers.values()


def test_transcripts_moved_cells_and_rematches():
    controller, _ = controller_and_front_end("hex:5 c3 swap b4", ["greedy", "human"])
    assert controller.session.transcript() == "hex:size=5 c3 swap b4"
    assert controller.session.position_id() == "hex:size=5@5,5,2R2,1B3,5_R_3"
    session = session_from_position(controller.session, controller.session.state)
    assert session.setup.id == controller.session.position_id()
    assert session.players == ["greedy", "human"]
    controller, _ = controller_and_front_end("knights")
    assert moved_cells(controller.session) == []
    controller.play("1-8")
    names = {controller.rules.board.cells[cell] for cell in moved_cells(controller.session)}
    assert names == {"1", "8"}
    controller, _ = controller_and_front_end("fifteen:3#1", ["human"])
    session = rematch(controller.session)
    assert session.setup.id.startswith("fifteen:width=3#")
    assert session.setup.id != controller.game_id
    controller, _ = controller_and_front_end("hex:3 b2", ["greedy", "human"])
    session = rematch(controller.session)
    assert (session.setup.id, session.players) == (controller.game_id, ["greedy", "human"])
    assert session.all_moves == []


def test_rules_without_id_and_front_end():
    # Rules that are not a plugin have no ID, and the front end is optional.
    controller = GameController(Session(Noughts(), ["human", "random"]))
    while controller.session.result is None:
        if controller.is_human_turn():
            controller.play(controller.rules.legal_moves(controller.session.state)[0])
        else:
            serve_request(controller)
    assert controller.status_line() == controller.session.result.text
