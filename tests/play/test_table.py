"""Tests for the game controller without a window: side to move, engine requests and messages."""

import pytest
from support import FrontEnd, Noughts

from puzzlekit import IllegalMoveError, Session, Sliding, grid, load
from puzzlekit.core.errors import NotationError, PuzzlekitError
from puzzlekit.play.controller import COMPILES_AFTER, GameController
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
from puzzlekit.play.messages import COMPILING
from puzzlekit.play.new_game import new_session, rematch, started_from
from puzzlekit.players.player import SearchResult
from puzzlekit.solving.hints import Hint


def table_of(game, players=None):
    """Return a game controller and its front end."""
    session = new_session(game, players) if isinstance(game, str) else game
    front = FrontEnd()
    return GameController(session, front), front


def serve(table):
    """Run the engine on the current request of the controller."""
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


def test_a_computer_is_asked_for_its_move_which_is_made():
    table, front = table_of("hex:3,swap=off", ["human", "greedy"])
    table.play("b2")
    assert table.status_line() == "Blue is thinking…"
    assert table.is_thinking()
    assert (table.request.kind, table.request.moves) == (MOVE, ("b2",))
    assert table.request.player == "greedy"
    table.receive(table.request, SearchResult("a1", ("a1", "c3"), 0.25))
    assert table.session.moves == ["b2", "a1"]
    assert (table.request, table.status_line()) == (None, "Red to move")
    assert table.seats()[1].thought.outlook == "25 % to win"
    assert front.steps == [1, 1]


def test_an_answer_about_a_position_that_has_passed_is_dropped():
    table, _ = table_of("hex:3,swap=off", ["human", "greedy"])
    table.play("b2")
    old = table.request
    table.undo()
    table.play("a1")
    table.receive(old, SearchResult("c3"))
    assert table.session.moves == ["a1"]
    assert table.request != old


def test_chance_comes_from_the_seed_of_the_game_and_the_ply():
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


def test_a_computer_that_fails_is_asked_no_more_until_the_position_changes():
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


def test_what_a_level_is_worth_is_said_once():
    table, front = table_of("hex:4", ["human", "mcts:expert"])
    for move, answer in (("b2", "swap"), ("a1", "b3"), ("c1", "c2")):
        table.play(move)
        table.receive(table.request, SearchResult(answer))
    swapped, level = front.said
    assert swapped == "The computer swapped sides: you now play Blue."
    assert level == "Expert is barely stronger than Club here."


def test_it_is_said_that_the_computer_has_swapped_until_the_next_move():
    table, front = table_of("hex:3", ["human", "greedy"])
    table.play("b2")
    table.receive(table.request, SearchResult("swap"))
    assert table.message == "The computer swapped sides: you now play Blue."
    assert [seat.side for seat in table.seats()] == ["Blue", "Red"]
    table.play("a1")
    assert table.message == ""
    table, front = table_of("hex:3", ["human", "human"])
    table.play("b2")
    table.play("swap")
    assert front.said == []


def test_code_that_may_be_compiled_is_told_of_after_a_while():
    pytest.importorskip("numba")
    table, _ = table_of("hex:3,swap=off", ["mcts:club", "human"])
    assert table.status_line(COMPILES_AFTER) == "Red is thinking…"
    assert table.status_line(COMPILES_AFTER + 0.1) == f"Red is thinking… {COMPILING}"
    table.receive(table.request, SearchResult("b2"))
    assert table.status_line(COMPILES_AFTER + 0.1) == "Blue to move"
    table.ask_hint()
    assert table.status_line(COMPILES_AFTER + 1.1) == f"Computing hint… {COMPILING}"
    table, _ = table_of(Session(Noughts(), ["greedy", "human"]))  # no fast path
    assert table.status_line(COMPILES_AFTER + 0.1) == "Cross is thinking…"


def test_who_thinks_for_long_is_said_to():
    pytest.importorskip("numba")
    table, _ = table_of("hex:3,swap=off", ["mcts:deep", "human"])
    assert table.status_line(COMPILES_AFTER + 9) == "Red is thinking (10 s)…"
    assert table.status_line(COMPILES_AFTER + 11).endswith(COMPILING)
    table.request = table.request._replace(seconds=2.0)  # the time left on the clock
    assert table.status_line() == "Red is thinking (2 s)…"


def test_each_seat_says_who_plays_it_and_how_it_stands():
    table, _ = table_of("hex:2,swap=off", ["human", "greedy"])
    red, blue = table.seats()
    assert (red.side, red.player, red.is_to_move) == ("Red", "human", True)
    assert (blue.side, blue.player, blue.is_to_move) == ("Blue", "greedy", False)
    assert red.status
    for move in ("a1", "b1", "a2"):
        table.session.play(move)
    assert [seat.has_won for seat in table.seats()] == [True, False]
    assert not any(seat.is_to_move for seat in table.seats())


def test_undo_takes_back_a_move_and_the_answer_and_redo_makes_both_again():
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


def test_nothing_of_ones_own_is_nothing_to_take_back():
    table, front = table_of("permute:4,swap=off", ["greedy", "human"])
    serve(table)
    opening = table.session.moves
    assert not table.can_undo()
    table.undo()
    assert table.session.moves == opening
    table.redo()
    assert front.said == ["Nothing to undo.", "Nothing to redo."]


def test_undo_while_a_computer_thinks_takes_back_ones_own_move():
    table, _ = table_of("hex:3,swap=off", ["human", "greedy"])
    table.play("b2")
    table.undo()
    assert (table.session.ply, table.request) == (0, None)
    table.redo()
    assert table.is_thinking()


def test_a_computer_that_opens_has_opened_after_a_restart():
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


def test_a_game_of_computers_waits_while_one_looks_back():
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


def test_one_looks_at_any_position():
    table, front = table_of("hex:3,swap=off a1 b1 a2", ["human", "human"])
    for ply in (1, 2, 0, 99):
        table.go(ply)
    assert table.session.ply == 3
    assert front.steps == [-2, 1, -2, 3]


def test_a_word_is_typed():
    table, front = table_of("cube:2#1")
    table.play_text("[U, R]2")
    assert table.session.moves == ["U", "R", "U'", "R'"] * 2
    assert front.steps == [1] * 8
    for text, kind in (
        ("nonsense", IllegalMoveError),
        ("()", NotationError),
        ("(U", NotationError),
    ):
        with pytest.raises(kind):
            table.play_text(text)
    assert len(table.session.all_moves) == 8


def test_nobody_types_a_move_for_a_computer():
    table, _ = table_of("hex:3,swap=off", ["greedy", "human"])
    with pytest.raises(IllegalMoveError, match=r"Red is thinking…"):
        table.play_text("b2")
    assert table.session.all_moves == []


def test_a_hint_goes_on_along_the_way_that_was_shown():
    table, front = table_of("knights")
    table.ask_hint()
    assert table.request == Request(HINT, ())
    assert table.status_line() == "Computing hint…"
    serve(table)
    way = list(table.hint)
    assert front.said == [f"Hint: {way[0]} ({len(way)} moves to go, shortest)."]
    for number in range(1, 4):
        table.ask_hint()  # plays the move
        assert table.session.moves == way[:number]
        assert (table.hint, table.message) == ([], "")
        table.ask_hint()
        assert table.request is None
        assert table.hint == way[number:]
    table.undo()
    table.ask_hint()
    assert table.hint == way[2:]


def test_a_hint_is_shown_though_the_way_has_become_known_meanwhile():
    table, front = table_of("knights")
    table.ask_hint()
    found = Hint(["1-8", "8-3"], True)
    table.hint_cache.add(table.session.state, found)
    table.receive(table.request, found)
    assert table.hint == found.moves
    assert front.said == ["Hint: 1-8 (2 moves to go, shortest)."]


def test_a_hint_in_a_game_is_the_move_of_a_player():
    table, front = table_of("hex:3,swap=off", ["human", "greedy"])
    table.ask_hint()
    assert (table.request.kind, table.request.player) == (HINT, HINT_PLAYER)
    assert not table.is_thinking()
    table.receive(table.request, SearchResult("b2", ("b2", "a1"), 0.75, 200))
    assert front.said == ["Hint: b2 (75 % to win after 200 playouts)."]
    assert table.hint == ["b2"]
    table.ask_hint()
    assert table.session.moves == ["b2"]
    table.ask_hint()
    assert table.message == "Blue is thinking…"


def test_a_hint_is_given_up_when_it_is_asked_again_or_a_move_is_made():
    table, front = table_of("fifteen#5")
    table.ask_hint()
    request = table.request
    table.ask_hint()
    assert (table.request, front.said) == (None, ["Hint search stopped."])
    table.receive(request, Hint(["b1-c1"], True))
    assert table.hint == []
    table.ask_hint()
    assert (table.request, table.message) == (request, "")
    table.play(table.rules.legal_moves(table.session.state)[0])
    assert table.request is None
    table.receive(request, Hint(["b1-c1"], True))
    assert (table.hint, table.message) == ([], "")


def test_a_computer_goes_on_thinking_when_hints_are_cancelled():
    table, _ = table_of("hex:3", ["greedy", "human"])
    table.stop_search()
    assert table.is_thinking()


def test_what_a_search_finds_is_said():
    table, front = table_of("knights")
    for answer, said in (
        (Unsolvable(""), "No solution from here; undo or restart."),
        (Unsolvable("It is odd."), "The goal cannot be reached from here. It is odd."),
        (PuzzlekitError("Too far."), "Too far."),
        (Hint(["1-8"], True), "Hint: 1-8 (1 move to go, shortest)."),
    ):
        table.ask_hint()
        table.receive(table.request, answer)
        assert front.said.pop() == said


def test_a_hint_gets_better_while_one_looks():
    table, front = table_of("cube:2#1")
    table.ask_hint()
    request = table.request
    table.receive(request, ProgressUpdate("words of the table", 1, 4))
    assert table.status_line() == "Computing hint… words of the table: 25 %"
    table.receive(request, InterimHint(["U", "U", "R"], False))
    assert (
        table.status_message() == "Hint: U (at most 3 moves to go). Looking for a shorter solution…"
    )
    table.receive(request, ProgressUpdate("slots", 3, 4))
    assert (
        table.status_message()
        == "Hint: U (at most 3 moves to go). Looking for a shorter solution (75 %)…"
    )
    table.receive(request, InterimHint(["F", "F", "F", "F"], False))  # not shorter, so ignored
    assert table.hint == ["U", "U", "R"]
    table.receive(request, InterimHint(["R", "U"], False))
    assert table.hint == ["R", "U"]
    table.receive(request, Hint(["R", "U"], True))
    assert (table.status_message(), table.request) == ("Hint: R (2 moves to go, shortest).", None)
    assert len(front.said) == 3


def test_what_was_found_stays_when_one_looks_no_longer():
    table, _ = table_of("cube:2#1")
    for stop in (table.stop_search, lambda: table.receive(table.request, PuzzlekitError("No."))):
        table.ask_hint()
        table.receive(table.request, InterimHint(["U", "R"], False))
        stop()
        assert (table.hint, table.status_message()) == (
            ["U", "R"],
            "Hint: U (at most 2 moves to go).",
        )
        assert table.request is None
        table.play("U")
        assert table.hint == []
        table.ask_hint()  # shows the rest of the solution and searches for a shorter one
        assert (
            table.status_message()
            == "Hint: R (at most 1 move to go). Looking for a shorter solution…"
        )
        table.undo()
        assert not table.is_searching()


def test_no_hint_is_looked_for_at_the_end():
    for game, said in (
        ("hex:2,swap=off a1 b1 a2", "The game is over."),
        ("fifteen", "Already solved."),
    ):
        table, front = table_of(Session(load("fifteen")) if game == "fifteen" else game)
        assert not table.may_play()
        table.ask_hint()
        assert (table.request, front.said) == (None, [said])


def test_the_end_is_the_headline():
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


def test_where_there_are_no_moves_nobody_is_asked_for_one():
    rules = Stuck(grid(2, 2), [*"123", ""], start=[*"12", "", "3"])
    for player in ("human", "random"):
        table, _ = table_of(Session(rules, [player]))
        assert table.status_line() == "No legal moves; undo or restart"
        assert table.request is None


def test_a_question_is_for_the_person_who_is_to_move():
    table, _ = table_of("hex:3", ["human", "human"])
    assert table.question() is None
    table.play("b2")
    assert "swap" in table.question().answers.values()
    table, _ = table_of("hex:3", ["human", "greedy"])
    table.play("b2")
    assert table.question() is None


def test_what_the_last_move_changed():
    table, _ = table_of("knights")
    assert table.session.moved_cells() == []
    table.play("1-8")
    names = {table.rules.board.cells[cell] for cell in table.session.moved_cells()}
    assert names == {"1", "8"}


def test_a_rematch_has_the_same_players_and_another_start():
    table, _ = table_of("fifteen:3#1", ["human"])
    session = rematch(table.session)
    assert session.setup.id.startswith("fifteen:width=3#")
    assert session.setup.id != table.game_id
    table, _ = table_of("hex:3 b2", ["greedy", "human"])
    session = rematch(table.session)
    assert (session.setup.id, session.players) == (table.game_id, ["greedy", "human"])
    assert session.all_moves == []


def test_a_game_is_told_by_an_id_and_moves_or_by_its_position():
    table, _ = table_of("hex:5 c3 swap b4", ["greedy", "human"])
    assert table.session.transcript() == "hex:size=5 c3 swap b4"
    assert table.session.position_id() == "hex:size=5@5,5,2R2,1B3,5_R_3"
    session = started_from(table.session, table.session.state)
    assert (session.setup.id, session.players) == (table.session.position_id(), ["greedy", "human"])


def test_any_rules_will_do():
    # Rules that are not a plugin have no ID, and the front end is optional.
    table = GameController(Session(Noughts(), ["human", "random"]))
    while table.session.result is None:
        if table.is_human_turn():
            table.play(table.rules.legal_moves(table.session.state)[0])
        else:
            serve(table)
    assert table.status_line() == table.session.result.text
