"""Tests for the game controller without a window: side to move, engine requests and messages."""

import pytest
from support import Noughts, table_of

from puzzlekit import IllegalMoveError, Session, Sliding, grid, load
from puzzlekit.core.errors import NotationError, PuzzlekitError
from puzzlekit.play.controller import GameController
from puzzlekit.play.engine import (
    HINT,
    HINT_PLAYER,
    MOVE,
    Engine,
    InterimHint,
    ProgressUpdate,
    Request,
    Unsolvable,
)
from puzzlekit.play.last_turn import moved_cells, neighbouring_turn
from puzzlekit.play.new_game import rematch, session_from_position
from puzzlekit.players.player import SearchResult
from puzzlekit.solving.short_solutions import Hint


def serve(table):
    request = table.request
    for answer in Engine().replies(request, table.rules, table.session.state):
        table.receive(request, answer)


def test_people_move_by_turns():
    table, front = table_of("hex:3,swap=off", ["human", "human"])
    assert (table.status_line(), table.request) == ("Red to move", None)
    table.play("b2")
    assert (table.status_line(), table.request) == ("Blue to move", None)
    assert front.steps == [1]
    table.play("b2")
    assert "'b2' is not a legal move" in table.message
    assert front.said == [table.message]
    table.play("a1")
    assert table.message == ""


def test_computer_move_is_requested_and_played():
    table, front = table_of("hex:3,swap=off", ["human", "greedy"])
    table.play("b2")
    assert table.status_line() == "Blue is thinking…"
    assert table.is_thinking()
    assert (table.request.kind, table.request.moves) == (MOVE, ("b2",))
    assert table.request.player == "greedy"
    table.receive(table.request, SearchResult("a1", ("a1", "c3"), 0.25))
    assert table.session.moves == ["b2", "a1"]
    assert (table.request, table.status_line()) == (None, "Red to move")
    assert table.seats()[1].thought.chance_text == "25% to win"
    assert front.steps == [1, 1]


def test_undo_during_a_thought():
    table, _ = table_of("hex:3,swap=off", ["human", "greedy"])
    table.play("b2")
    old = table.request
    table.undo()
    table.play("a1")
    table.receive(old, SearchResult("c3"))
    assert table.session.moves == ["a1"]
    assert table.request != old
    table, _ = table_of("hex:3,swap=off", ["human", "greedy"])
    table.play("b2")
    table.undo()
    assert (table.session.ply, table.request) == (0, None)
    table.redo()
    assert table.is_thinking()


def test_request_seed_depends_on_game_and_ply():
    def request(game, *moves):
        table, _ = table_of(game, ["random", "human"])
        for move in moves:
            table.session.play(move)
        return table.request

    assert request("permute:4#1") == request("permute:4#1")
    assert request("permute:4#1").seed != request("permute:4#2").seed
    table, _ = table_of("permute:4#1", ["random", "random"])
    first = table.request
    serve(table)
    assert table.request.seed != first.seed


def test_failed_computer_waits_for_another_position():
    table, front = table_of("hex:3,swap=off", ["human", "greedy"])
    table.play("b2")
    table.receive(table.request, PuzzlekitError("It is broken."))
    assert front.said == ["It is broken."]
    assert (table.request, table.status_line()) == (None, "Blue does not move")
    table.undo()
    table.play("b2")
    table.receive(table.request, SearchResult("b2"))
    assert "'b2' is not a legal move" in front.said[1]
    assert table.request is None
    table.undo()
    table.redo()
    assert table.is_thinking()


def test_swap_and_level_are_announced_once():
    table, front = table_of("hex:4", ["human", "mcts:expert"])
    for move, answer in (("b2", "swap"), ("a1", "b3"), ("c1", "c2")):
        table.play(move)
        assert table.message == ""
        table.receive(table.request, SearchResult(answer))
        assert [seat.side for seat in table.seats()] == ["Blue", "Red"]
    assert front.said == [
        "The computer swapped sides: you now play Blue.",
        "Expert is barely stronger than Club here.",
    ]
    table, front = table_of("hex:3", ["human", "human"])
    table.play("b2")
    table.play("swap")
    assert front.said == []


def test_long_thinking_is_announced():
    table, _ = table_of("hex:3,swap=off", ["mcts:deep", "human"])
    assert table.status_line() == "Red is thinking (10 s)…"
    table.request = table.request._replace(seconds=2.0)  # the time left on the clock
    assert table.status_line() == "Red is thinking (2 s)…"


def test_seats_show_player_turn_and_winner():
    table, _ = table_of("hex:2,swap=off", ["human", "greedy"])
    red, blue = table.seats()
    assert (red.side, red.player, red.is_to_move) == ("Red", "human", True)
    assert (blue.side, blue.player, blue.is_to_move) == ("Blue", "greedy", False)
    assert red.status
    for move in ("a1", "b1", "a2"):
        table.session.play(move)
    assert [seat.has_won for seat in table.seats()] == [True, False]
    assert not any(seat.is_to_move for seat in table.seats())


def test_undo_and_redo_move_by_whole_turns():
    table, _ = table_of("cube:2#1")
    session = table.session
    for move in ("U", "R", "R"):
        table.play(move)
    assert [neighbouring_turn(session, step) for step in (-1, 1)] == [1, 3]
    table.undo()
    assert session.moves == ["U"]
    assert neighbouring_turn(session, 1) == 3
    table.redo()
    assert session.moves == ["U", "R", "R"]
    table.undo()
    table.undo()
    assert session.moves == []


def test_undo_stops_at_the_end_of_a_macro():
    table, _ = table_of("cube#1")
    table.play("L'", "R")
    table.play("R")  # listed as L' R2
    for plies in (2, 0):
        table.undo()
        assert table.session.ply == plies
    for plies in (2, 3):
        table.redo()
        assert table.session.ply == plies


@pytest.mark.parametrize(("text", "plies"), [("M", 0), ("Rw2", 0), ("M U", 2)])
def test_one_undo_takes_back_a_typed_turn(text, plies):
    table, _ = table_of("cube#1")
    table.play_text(text)
    end = table.session.ply
    table.undo()
    assert table.session.ply == plies
    table.redo()
    assert table.session.ply == end


def test_undo_and_redo_include_the_answer():
    table, front = table_of("permute:4,swap=off#1", ["human", "greedy"])
    assert not table.can_undo()
    table.play("Ca1-b2")
    serve(table)
    two = table.session.moves
    table.undo()
    assert table.session.moves == []
    assert table.thoughts == {}  # they belong to other positions
    assert table.request is None  # no computer move while viewing an earlier position
    table.redo()
    assert table.session.moves == two
    assert front.steps == [1, 1, -2, 1, 1]


def test_opening_of_a_computer_is_kept():
    table, front = table_of("permute:4,swap=off", ["greedy", "human"])
    serve(table)
    opening = table.session.moves
    assert not table.can_undo()
    table.undo()
    table.redo()
    assert table.session.moves == opening
    assert front.said == ["Nothing to undo.", "Nothing to redo."]
    table, _ = table_of("permute:4,swap=off", ["greedy", "human"])
    table.restart()
    assert table.is_thinking()
    serve(table)
    opening = table.session.moves
    table.play(table.rules.legal_moves(table.session.state)[0])
    serve(table)
    line = table.session.all_moves
    table.restart()
    assert table.session.moves == opening
    assert table.session.all_moves == line  # can be redone
    assert table.is_human_turn()
    table, _ = table_of("hex:3 a1 b1", ["human", "human"])
    table.restart()
    assert table.session.ply == 0


def test_game_of_computers_waits_during_review():
    table, _ = table_of("permute:4,swap=off#1", ["greedy", "random"])
    for _ in range(3):
        serve(table)
    table.undo()
    assert (table.session.ply, table.request) == (2, None)
    assert table.status_line() == "Earlier position. Redo to return."
    with pytest.raises(IllegalMoveError, match="Earlier position"):
        table.play_text("Ca1-b2")
    table.redo()
    assert table.session.ply == 3
    assert table.is_thinking()


def test_go_to_any_position():
    table, front = table_of("hex:3,swap=off a1 b1 a2", ["human", "human"])
    for ply in (1, 2, 0, 99):
        table.go(ply)
    assert table.session.ply == 3
    assert front.steps == [-2, 1, -2, 3]


def test_typed_word_is_played():
    table, front = table_of("cube:2#1")
    table.play_text("[U, R]2")
    assert table.session.moves == ["U", "R", "U'", "R'"] * 2
    assert front.steps == [1] * 8
    for text in ("nonsense", "()", "(U"):
        with pytest.raises(NotationError):
            table.play_text(text)
    table.play_text("x y2'")
    assert "rotation applies" in table.message
    assert len(table.session.all_moves) == 8


def test_moves_of_a_computer_cannot_be_typed():
    table, _ = table_of("hex:3,swap=off", ["greedy", "human"])
    with pytest.raises(IllegalMoveError, match=r"Red is thinking…"):
        table.play_text("b2")
    assert table.session.all_moves == []
    table, _ = table_of("hex:3", ["greedy", "human"])
    table.stop_search()
    assert table.is_thinking()


def test_hint_continues_along_its_solution():
    table, front = table_of("knights")
    table.request_or_play_hint()
    assert table.request == Request(HINT, ())
    assert table.status_line() == "Computing hint…"
    serve(table)
    way = list(table.hint)
    assert front.said == [f"Hint: {way[0]} ({len(way)} moves to go, shortest)."]
    for number in range(1, 4):
        table.request_or_play_hint()  # plays the move
        assert table.session.moves == way[:number]
        assert (table.hint, table.message) == ([], "")
        table.request_or_play_hint()
        assert table.request is None
        assert table.hint == way[number:]
    table.undo()
    table.request_or_play_hint()
    assert table.hint == way[2:]


def test_hints_that_became_known_meanwhile():
    table, front = table_of("knights")
    table.request_or_play_hint()
    found = Hint(["1-8", "8-3"], True)
    table.hint_cache.add(table.session.state, found)
    table.receive(table.request, found)
    assert (table.hint, front.said) == (found.moves, ["Hint: 1-8 (2 moves to go, shortest)."])
    table, front = table_of("knights")
    table.request_or_play_hint()
    table.request_or_play_hint()
    assert front.said == ["The hint will be played when it is found."]
    table.receive(table.request, Hint(["1-8", "8-3"], True))
    assert (table.session.moves, table.hint) == (["1-8"], [])
    table.request_or_play_hint()
    assert table.session.moves == ["1-8"]  # shown first, as usual


def test_hint_in_a_game_is_a_player_move():
    table, front = table_of("hex:3,swap=off", ["human", "greedy"])
    table.request_or_play_hint()
    assert (table.request.kind, table.request.player) == (HINT, HINT_PLAYER)
    assert not table.is_thinking()
    table.receive(table.request, SearchResult("b2", ("b2", "a1"), 0.75, 200))
    assert front.said == ["Hint: b2 (75% to win after 200 playouts)."]
    assert table.hint == ["b2"]
    table.request_or_play_hint()
    assert table.session.moves == ["b2"]
    table.request_or_play_hint()
    assert table.message == "Blue is thinking…"


def test_a_hint_on_a_board_without_coordinates_refers_to_the_marks():
    table, front = table_of("palago", ["human", "human"])
    table.request_or_play_hint()
    table.receive(table.request, SearchResult("0,0a+0,-1b"))
    assert front.said == ["Hint: 0,0a+0,-1b."]
    assert table.status_message() == "Hint: as marked on the board."


def test_hint_search_stops_on_request_or_move():
    table, front = table_of("fifteen#5")
    table.request_or_play_hint()
    request = table.request
    table.stop_search()
    assert (table.request, front.said) == (None, ["Hint search stopped."])
    table.receive(request, Hint(["b1-c1"], True))
    assert table.hint == []
    table.request_or_play_hint()
    assert (table.request, table.message) == (request, "")
    table.play(table.rules.legal_moves(table.session.state)[0])
    assert table.request is None
    table.receive(request, Hint(["b1-c1"], True))
    assert (table.hint, table.message) == ([], "")


def test_search_results_are_announced():
    table, front = table_of("knights")
    for answer, said in (
        (Unsolvable(""), "No solution from here; undo or restart."),
        (Unsolvable("It is odd."), "The goal cannot be reached from here. It is odd."),
        (PuzzlekitError("Too far."), "Too far."),
        (Hint(["1-8"], True), "Hint: 1-8 (1 move to go, shortest)."),
    ):
        table.request_or_play_hint()
        table.receive(table.request, answer)
        assert front.said.pop() == said


def test_hint_improves_during_the_search():
    table, front = table_of("cube:2#1")
    table.request_or_play_hint()
    request, hint = table.request, "Hint: U (at most 3 turns to go). Looking for a shorter solution"
    table.receive(request, ProgressUpdate("words of the table", 1, 4))
    assert table.status_line() == "Computing hint (25%)…"
    table.receive(request, ProgressUpdate("stages", 1, None))
    assert table.status_line() == "Computing hint…"
    table.receive(request, InterimHint(["U", "R", "U"], False))
    assert table.status_message() == f"{hint}…"
    table.receive(request, ProgressUpdate("slots", 3, 4))
    assert table.status_message() == f"{hint} (75%)…"
    table.receive(request, InterimHint(["F", "R", "F", "R"], False))  # not shorter, so ignored
    assert table.hint == ["U", "R", "U"]
    table.receive(request, InterimHint(["R", "U"], False))
    assert table.hint == ["R", "U"]
    table.receive(request, Hint(["R", "U"], True))
    assert (table.status_message(), table.request) == ("Hint: R (2 turns to go, shortest).", None)
    assert len(front.said) == 3


def test_interim_hint_stays_after_the_search():
    table, _ = table_of("cube:2#1")
    for stop in (table.stop_search, lambda: table.receive(table.request, PuzzlekitError("No."))):
        table.request_or_play_hint()
        table.receive(table.request, InterimHint(["U", "R"], False))
        stop()
        assert table.hint == ["U", "R"]
        assert table.status_message() == "Hint: U (at most 2 turns to go)."
        assert table.request is None
        table.play("U")
        assert table.hint == []
        table.request_or_play_hint()  # shows the rest, searches for a shorter solution
        message = "Hint: R (at most 1 turn to go). Looking for a shorter solution…"
        assert table.status_message() == message
        table.undo()
        assert not table.is_searching_hint()


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("hex:2,swap=off a1 b1 a2", "The game is over."),
        (Session(load("fifteen")), "Already solved."),
    ],
)
def test_no_hint_after_the_end(game, said):
    table, front = table_of(game)
    assert not table.may_play()
    table.request_or_play_hint()
    assert (table.request, front.said) == (None, [said])


def test_status_line_shows_the_end():
    table, _ = table_of("fifteen:2,height=2@1,2,.,3")
    assert table.status_line() == "Your move"
    table.play_text("b1-a1")
    assert table.status_line() == "Solved in 1 move"
    table, _ = table_of(Session(load("fifteen")))
    assert table.status_line() == "This is the goal"
    table, _ = table_of("hex:2,swap=off a1 b1 a2", ["human", "greedy"])
    assert table.status_line() == table.session.result.text
    assert table.request is None


class Stuck(Sliding):
    """A puzzle without moves."""

    def legal_moves(self, state):
        return []


@pytest.mark.parametrize("player", ["human", "random"])
def test_no_request_without_legal_moves(player):
    table, _ = table_of(Session(Stuck(grid(2, 2), [*"123", ""], start=[*"12", "", "3"]), [player]))
    assert table.status_line() == "No legal moves; undo or restart"
    assert table.request is None


def test_swap_question_is_for_people():
    for player in ("human", "greedy"):
        table, _ = table_of("hex:3", ["human", player])
        assert table.question() is None
        table.play("b2")
        assert (table.question() is not None) == (player == "human")
        assert player == "greedy" or "swap" in table.question().answers.values()


def test_transcripts_moved_cells_and_rematches():
    table, _ = table_of("hex:5 c3 swap b4", ["greedy", "human"])
    assert table.session.transcript() == "hex:size=5 c3 swap b4"
    assert table.session.position_id() == "hex:size=5@5,5,2R2,1B3,5_R_3"
    session = session_from_position(table.session, table.session.state)
    assert (session.setup.id, session.players) == (table.session.position_id(), ["greedy", "human"])
    table, _ = table_of("knights")
    assert moved_cells(table.session) == []
    table.play("1-8")
    names = {table.rules.board.cells[cell] for cell in moved_cells(table.session)}
    assert names == {"1", "8"}
    table, _ = table_of("fifteen:3#1", ["human"])
    session = rematch(table.session)
    assert session.setup.id.startswith("fifteen:width=3#")
    assert session.setup.id != table.game_id
    table, _ = table_of("hex:3 b2", ["greedy", "human"])
    session = rematch(table.session)
    assert (session.setup.id, session.players) == (table.game_id, ["greedy", "human"])
    assert session.all_moves == []


def test_rules_need_no_id_and_no_front_end():
    # Rules that are not a plugin have no ID, and the front end is optional.
    table = GameController(Session(Noughts(), ["human", "random"]))
    while table.session.result is None:
        if table.is_human_turn():
            table.play(table.rules.legal_moves(table.session.state)[0])
        else:
            serve(table)
    assert table.status_line() == table.session.result.text
