"""The front end in the terminal: drawing, playing and the launcher, with scripted input."""

import io
import re
import time

import networkx
import pytest

from puzzlekit import (
    Board,
    LimitReached,
    Piece,
    Session,
    Sliding,
    from_graph,
    hexagons,
    load,
    saves,
)
from puzzlekit.errors import NotationError
from puzzlekit.hints import hint
from puzzlekit.play import new_session, read_moves
from puzzlekit.players import COMPILING, Thought
from puzzlekit.registry import plugins
from puzzlekit.search import solve
from puzzlekit.ui import game_text
from puzzlekit.ui.draw_text import draw
from puzzlekit.ui.terminal import Terminal, columns
from puzzlekit.ui.text import launch, play


def played(session, *lines, save=None):
    """Return the exit code and all that is shown when these lines are typed."""
    if isinstance(session, str):
        session = Session(load(session))
    out = io.StringIO()
    code = play(session, save=save, stdin=io.StringIO("".join(f"{x}\n" for x in lines)), stdout=out)
    return code, out.getvalue()


def launched(*lines):
    out = io.StringIO()
    code = launch(io.StringIO("".join(f"{line}\n" for line in lines)), out)
    return code, out.getvalue()


class Interrupted(io.StringIO):
    """Lines after which Ctrl-C is pressed."""

    def readline(self, *args):
        line = super().readline(*args)
        if not line:
            raise KeyboardInterrupt
        return line


class Screen(io.StringIO):
    def isatty(self):
        return True


def picture(text):
    """Cut the margin of a picture in the source of a test."""
    return "\n".join(line[4:] for line in text.strip("\n").splitlines()).rstrip()


class Slide(Sliding):
    """A sliding puzzle on any board."""

    name = "Slide"

    def __init__(self, board, labels="", pieces=None):
        goal = [*labels] or [chr(ord("A") + i) for i in range(len(board) - 1)] + [""]
        super().__init__(board, goal, pieces=pieces)


def drawn(rules):
    return draw(rules, rules.start())


# -- drawing ---------------------------------------------------------------------------------------


def test_a_grid_is_a_table_with_coordinates():
    assert drawn(load("fifteen")) == picture("""
    4   1  2  3  4
    3   5  6  7  8
    2   9 10 11 12
    1  13 14 15  .

        a  b  c  d
    """)


def test_stones_are_capitals_and_bandages_are_marked():
    rules = load("permute:4")
    state = rules.play(rules.start(), "Ca1-a1")
    assert draw(rules, state) == picture("""
    4  O  Y  O  Y
    3  Y  O  Y  O
    2  Y  O  O  Y
    1  O# Y  Y  O

       a  b  c  d

    O orange, Y yellow, # bandage
    """)


def test_cells_that_moves_name_are_shown_with_their_names_and_one_way_steps():
    assert drawn(load("pinball")) == picture("""
    1[4] 2[1] 3[8]
    4[6] 5[ ] 6[2]
    7[9] 8[7] 9[3]

    1 -> 2, 4  2 -> 1, 5  3 -> 2, 6  4 -> 5, 7  5 -> 2, 8  6 -> 3, 5  7 -> 4, 8
    8 -> 7, 9  9 -> 6, 8
    """)


def test_knights_with_the_steps_that_the_picture_does_not_show():
    assert drawn(load("knights")) == picture("""
     1[b]  2[ ]  3[b]  4[ ]
           5[ ]  6[w]  7[ ]
           8[ ]  9[ ]
          10[w]

    b black, w white
    1 - 6, 8     2 - 7, 9     3 - 8        4 - 5, 9     5 - 4        6 - 1, 10
    7 - 2, 8     8 - 1, 3, 7  9 - 2, 4     10 - 6
    """)


def test_the_net_of_a_cube_shows_its_faces_apart():
    assert drawn(load("cube:2")) == picture("""
         U U
         U U

    L L  F F  R R  B B
    L L  F F  R R  B B

         D D
         D D
    """)


def test_a_ring_is_round():
    assert drawn(load("topspin:10")) == picture("""
      10  1  2
     9         3

     8         4
       7  6  5
    """)


def test_crossing_rings_and_colours_with_one_initial():
    text = drawn(load("hungarian"))
    assert text.endswith("b black, l blue, r red, y yellow")
    letters = text.rpartition("\n\n")[0].replace("\n", "").replace(" ", "")
    assert {letter: letters.count(letter) for letter in "blry"} == {
        "b": 9,
        "l": 9,
        "r": 10,
        "y": 10,
    }


def test_hexagons_are_staggered():
    assert drawn(Slide(hexagons([(0, 0), (1, -1), (0, 1), (1, 0)]))) == picture("""
        1,-1[B]
     0,0[A]
         1,0[ ]
     0,1[C]
    """)


def test_a_text_on_pieces_of_two_colours_is_told_apart_without_colour():
    pieces = {"w": Piece("knight", "white", "N"), "b": Piece("knight", "black", "N")}
    rules = Slide(load("fifteen:2,height=2").board, ["w", "b", "w", ""], pieces)
    assert drawn(rules) == picture("""
    2  Nw Nb
    1  Nw  .

        a  b

    b black, w white
    """)


def test_wide_letters_keep_the_columns():
    assert drawn(Slide(load("fifteen:2,height=2").board, ["馬", "b", "兵", ""])) == picture("""
    2  馬  b
    1  兵  .

        a  b
    """)


@pytest.mark.parametrize(
    "board",
    [
        from_graph(networkx.petersen_graph()),
        from_graph(networkx.DiGraph([(1, 2), (2, 3), (3, 1)])),
        Board(["x", "y"], [(0, 0), (0, 0)], edges=[(0, 1)]),
        Board(["x", "y", "z"], [(0, 0), (0.01, 0), (5, 0.003)], edges=[(0, 1), (1, 2)]),
        Board(["x", "y"], [(-3, -3), (-4, -3)], edges=[(0, 1)]),
    ],
)
def test_any_board_shows_every_cell_once(board):
    text = drawn(Slide(board))
    assert [text.count(f"{cell}[") for cell in board.cells] == [1] * len(board)


@pytest.mark.parametrize("name", sorted(plugins()[0]))
def test_colours_change_nothing_but_colours(name):
    kind = plugins()[0][name]
    for values in [{}, *kind.presets.values()]:
        rules = kind(**values)
        plain, coloured = draw(rules, rules.start()), draw(rules, rules.start(), colour=True)
        from rich.text import Text

        assert "\x1b" not in plain
        lines = Text.from_ansi(coloured).plain.splitlines()
        assert [line.rstrip() for line in lines] == plain.splitlines()


def test_columns_fill_the_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "12")
    assert columns(["a1-b1", "b", "c", "d"]) == ["a1-b1", "b", "c", "d"]
    monkeypatch.setenv("COLUMNS", "14")
    assert columns(["a1-b1", "b", "c"]) == ["a1-b1  b", "c"]
    assert columns([]) == []


# -- playing ---------------------------------------------------------------------------------------


def test_a_knight_hops_and_the_position_is_shown():
    code, text = played("knights", "1-8", "quit")
    assert code == 0
    assert "Knights   knights\n" in text
    assert "1[ ]  2[ ]  3[b]" in text
    assert "8[b]" in text
    assert "Move 1: 1-8" in text


def test_a_puzzle_is_solved_by_a_word_and_goes_on():
    rules = load("fifteen:3,height=2#1")
    solution = solve(rules)
    code, text = played("fifteen:3,height=2#1", " ".join(solution.moves), "hint", "b1-c1")
    assert code == 0
    assert f"*** Solved in {solution.length} moves. ***" in text
    assert "It is solved." in text
    assert f"Move {solution.length + 1}: b1-c1" in text


def test_words_of_moves():
    session = Session(load("cube:2"))
    _, text = played(session, "U R' (U R)2 [U: F] U2")
    assert session.moves == ["U", "R'", "U", "R", "U", "R", "U", "F", "U'", "U", "U"]
    assert text.count("Cube   cube") == 2


def test_nothing_of_a_word_with_a_mistake_is_played():
    session = Session(load("fifteen:3"))
    _, text = played(session, "b1-c1 a1-b1 a1-c1", "(b1-c1", "()", "undo")
    assert session.line == []
    assert "'a1-c1' is not a legal move here" in text
    assert "No move of the line was made." in text
    assert "a closing ')' is missing" in text
    assert "That is no move." in text


def test_read_moves_bounds_the_length_of_a_line():
    rules = load("cube:2")
    with pytest.raises(NotationError, match="shorten it"):
        read_moves(rules, rules.start(), "((U R)999)9")


def test_undo_redo_and_restart():
    session = Session(load("fifteen:3"))
    _, text = played(session, "undo", "redo", "b1-c1", "undo", "redo", "a1-b1", "restart", "redo")
    assert "There is no move to take back." in text
    assert "There is no move to make again." in text
    assert session.moves == ["b1-c1"]
    assert session.line == ["b1-c1", "a1-b1"]


def test_against_the_computer():
    session = new_session("permute:4#1", ["human", "greedy"])
    _, text = played(session, "Ca1-a1")
    assert session.ply == 2
    assert "Yellow (greedy) plays " in text
    assert "Orange to move." in text


def test_a_person_is_told_that_the_computer_has_swapped(monkeypatch):
    class Swapper:
        def think(self, rules, state, rng):
            return Thought("swap")

    session = new_session("hex:3", ["human", "greedy"])
    monkeypatch.setattr("puzzlekit.players.player", lambda spec: Swapper())
    _, text = played(session, "b2")
    assert "Blue (greedy) plays swap.\nThe computer has swapped: you play Blue now.\n" in text


def test_a_long_first_thought_is_explained(monkeypatch):
    pytest.importorskip("numba")

    class Slow:
        def think(self, rules, state, rng):
            time.sleep(0.2)
            return Thought(rules.moves(state)[0])

    monkeypatch.setattr("puzzlekit.players.LONG", 0.01)
    monkeypatch.setattr("puzzlekit.players.player", lambda spec: Slow())
    session = new_session("hex:3,swap=off")
    session.players[1] = "mcts:club"
    assert played(session, "b2", "c3")[1].count(COMPILING) == 1
    session = new_session("catchup:2")
    session.players[0] = "mcts:club"
    assert COMPILING not in played(session)[1]


def test_a_move_beside_the_board_is_offered():
    _, text = played("permute:4", "Ca1-a1", "swap")
    assert "Yellow to move. `swap` is possible." in text
    assert "Move 2: swap" in text


def test_the_question_is_printed_with_what_to_type():
    _, text = played("permute:4", "Ca1-a1")
    asked = text.partition("Swap colours? You would play Orange")[2]
    assert "Type `swap` (Swap), or another move: Play on as Yellow." in asked
    _, text = played("permute:4", "Ca1-a1", "swap")
    assert "Swap colours?" not in text.partition("Move 2: swap")[2]


def test_the_groups_are_printed_at_the_end():
    _, text = played("permute:2,swap=off", "Ca1-a1")
    assert "Groups, largest first:\nOrange  1 1\nYellow  1 1\n" in text
    # A ring of six about b2: White on a1, b1 and c3, Black in the middle and on the rest.
    _, text = played("catchup:2", *["a1", "b2", "a2", "b1", "c3", "done", "b3", "c2"])
    assert "Groups, largest first:\nWhite  [2] 1\nBlack  [4] -\n" in text


def test_undo_and_redo_go_back_to_the_human():
    session = new_session("permute:4,swap=off#1", ["human", "greedy"])
    played(session, "Ca1-a1")
    two = session.moves
    played(session, "undo")
    assert session.ply == 0
    played(session, "redo")
    assert session.moves == two
    session = new_session("permute:4,swap=off#1", ["greedy", "human"])
    _, text = played(session, "undo")
    assert session.ply == 1
    assert "There is no move to take back." in text


def test_computers_play_a_game_to_its_end_which_is_shown():
    session = new_session("permute:4#5", ["greedy", "random"])
    _, text = played(session, "Ca1-a1", "hint", "undo")
    assert session.result is not None
    assert f"*** {session.result.text}. ***" in text
    assert "there are no moves here" in text
    assert "It has ended." in text


def test_a_computer_on_a_puzzle_does_not_run_for_ever():
    session = new_session("cube:2#5", ["random"])
    played(session)
    assert session.ply == game_text.COMPUTER_MOVES


def test_hints(monkeypatch):
    assert "Hint: 4-5 (18 moves are needed from here)." in played("pinball", "hint")[1]
    assert re.search(r"Hint: [CA]\S+ \(\d+ % to win after ", played("permute:4", "hint")[1])
    monkeypatch.setattr(game_text, "HINT_LIMIT", 10)
    text = played("pinball", "hint", "4-5", "hint", "undo", "hint")[1]
    assert "left on this way; there may be shorter ones" in text

    def fails(*args, **kwargs):
        raise LimitReached("too far")

    monkeypatch.setattr("puzzlekit.hints.word_for", fails)
    assert "no solution was found within 10 positions" in played("pinball", "hint")[1]


def test_a_large_puzzle_is_solved_with_hints_alone(monkeypatch):
    rules = load("cube:3#4")
    asked = []
    monkeypatch.setattr(game_text, "hint", lambda *a, **k: asked.append(1) or hint(*a, **k))
    moves = hint(rules, rules.start()).moves
    lines = [each for move in moves for each in ("hint", move)]
    text = played("cube:3#4", *lines)[1]
    assert f"*** Solved in {len(moves)} moves. ***" in text
    assert text.count("Hint: ") == len(moves)
    assert asked == [1]


def test_the_other_commands():
    _, text = played("pinball", "moves", "group", "rules", "id", "help", "q", "never read")
    assert "2-5  4-5  6-5" in text.replace("2-5  6-5  4-5", "2-5  4-5  6-5")
    assert "order 20,160, A8." in text
    assert "Shoot every ball home" in text
    assert "\n> pinball\n" in text
    assert "save FILE" in text


def test_an_empty_line_shows_the_board_again():
    assert played("pinball", "", "")[1].count("1[4]") == 3


def test_bad_input_is_answered_with_one_sentence():
    _, text = played("pinball", "nonsense", "undoo", "\0\x1b[2J", "9" * 20, "1-2'" * 50, "save")
    assert "'nonsense' is not a legal move here" in text
    assert "Did you mean 'undo'?" in text
    assert "Say in which file" in text
    assert "\x1b" not in text
    assert "Traceback" not in text


def test_a_move_with_the_name_of_a_command_wins():
    class Odd(Slide):
        """Its only move is called as a command."""

        def moves(self, state):
            return ["undo"]

        def play(self, state, move):
            return state if move == "undo" else super().play(state, move)

    session = Session(Odd(load("fifteen:2,height=2").board))
    played(session, "undo")
    assert session.moves == ["undo"]


def test_a_plugin_that_fails_is_named():
    class Bad(Slide):
        """It cannot tell its moves."""

        name = "Bad"

        def moves(self, state):
            raise ZeroDivisionError("oops")

    code, text = played(Session(Bad(load("fifteen:2,height=2").board)), "hello", "moves")
    assert code == 0
    assert "Bad fails here: ZeroDivisionError: oops" in text


def test_a_solved_start_is_said_to_be_one():
    assert "This is the goal" in played("fifteen")[1]


# -- keeping ---------------------------------------------------------------------------------------


def test_the_game_is_kept_after_every_line(tmp_path):
    path = tmp_path / "game.json"
    code, text = played("fifteen:3#7", "moves", save=path)
    assert not path.exists()  # nothing was played
    move = load("fifteen:3#7").moves(load("fifteen:3#7").start())[0]
    code, text = played("fifteen:3#7", move, save=path)
    assert code == 0
    assert f"The game is kept in {path}." in text
    assert saves.read(path).moves == [move]
    session = saves.read(path)
    played(session, "undo", save=path)
    assert saves.read(path).ply == 0
    assert saves.read(path).line == [move]


def test_ctrl_c_at_the_prompt_keeps_the_game(tmp_path):
    path, out = tmp_path / "game.json", io.StringIO()
    code = play(Session(load("knights")), save=path, stdin=Interrupted("1-8\n"), stdout=out)
    assert code == 130
    assert f"The game is kept in {path}." in out.getvalue()
    assert saves.read(path).moves == ["1-8"]


def test_ctrl_c_during_a_hint_stops_only_the_hint(monkeypatch):
    def interrupted(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("puzzlekit.hints.solve", interrupted)
    code, text = played("knights", "hint", "1-8")
    assert code == 0
    assert "Stopped." in text
    assert "Move 1: 1-8" in text


def test_a_damaged_file_is_kept_aside(tmp_path):
    path = tmp_path / "game.json"
    path.write_text("{")
    _, text = played("knights", "1-8", save=path)
    assert "is damaged" in text
    assert saves.read(path).moves == ["1-8"]
    assert [each.read_text() for each in tmp_path.glob("*damaged*")] == ["{"]


def test_a_game_that_cannot_be_kept_goes_on(tmp_path):
    (tmp_path / "file").write_text("")
    code, text = played("knights", "1-8", "8-7", save=tmp_path / "file" / "game.json")
    assert code == 0
    assert "The game is not kept: " in text
    assert "Move 2: 8-7" in text


def test_save_to_a_file_but_over_nothing_else(tmp_path):
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ann")
    path = tmp_path / "my game.json"
    _, text = played("knights", "1-8", f"save {path}", f"save {other}", f"save {path}")
    assert saves.read(path).moves == ["1-8"]
    assert other.read_text() == "Dear Ann"
    assert "is there and no save" in text


# -- the launcher ----------------------------------------------------------------------------------


def test_the_launcher_lists_and_starts_by_name_number_and_id(home):
    names = sorted(plugins()[0])
    number = names.index("knights") + 1
    code, text = launched("knights", "quit", str(number), "quit", "permute:4", "quit", "q")
    assert code == 0
    assert all(f"{plugins()[0][name].name}: " in text for name in names)
    assert text.count("Knights   knights\n") == 2
    assert "Permute   permute:size=4\n" in text


def test_the_launcher_ends_with_its_input_and_with_ctrl_c(home):
    assert launched()[0] == 0
    assert launched("knights")[0] == 0
    assert launch(Interrupted(""), io.StringIO()) == 130
    assert launch(Interrupted("knights\n1-8\n"), io.StringIO()) == 130
    assert saves.read(saves.automatic("knights")).moves == ["1-8"]


def test_a_puzzle_that_starts_solved_gets_a_seed(home):
    _, text = launched("fifteen:3", "id", "quit", "q")
    assert "15-puzzle   fifteen:width=3#" in text
    assert "15-puzzle   fifteen:width=3#12\n" in launched("fifteen:3#12")[1]


def test_the_launcher_resumes(home):
    assert "No game of knights has been kept" in launched("r knights")[1]
    launched("knights", "1-8", "quit", "q")
    _, text = launched("r knights", "undo", "quit", "q")
    assert "* knights" in text
    assert "Move 1: 1-8" in text
    assert saves.read(saves.automatic("knights")).ply == 0


def test_a_damaged_autosave_is_kept_aside_and_reported(home):
    path = saves.automatic("knights")
    path.parent.mkdir(parents=True)
    for line in ("r knights", "knights"):
        path.write_text("not json")
        _, text = launched(line, "1-8")
        assert "is damaged" in text
        assert "It has been moved to " in text
    assert [each.read_text() for each in path.parent.glob("*damaged*")] == ["not json"] * 2


def test_the_launcher_plays_against_the_computer(home):
    _, text = launched("permute:4 greedy", "Ca1-a1")
    assert "Yellow (greedy) plays " in text
    assert "takes 0 other players" in launched("knights greedy")[1]
    assert "no player 'gredy'" in launched("permute gredy")[1]


def test_the_launcher_answers_bad_input_and_names_broken_plugins(home, add_plugin):
    add_plugin("broken", "def (")
    add_plugin("hostile", "raise SystemExit(3)")
    _, text = launched("permut", "permute:size=0", "99", "r ../x", "0", "broken", "r broken", "#?")
    assert "'broken'" in text
    assert "'hostile'" in text
    assert "invalid syntax" in text
    assert "Did you mean 'permute'?" in text
    assert "size=0 will not do" in text
    assert "There is no number 99" in text
    assert "no game ID" in text


def test_a_stranger_s_plugin_is_played_without_being_named_anywhere(home, add_plugin):
    add_plugin(
        "three",
        """
from puzzlekit import Sliding, grid

class Three(Sliding):
    \"\"\"Slide three tiles.\"\"\"
    name = "Three tiles"

    def __init__(self):
        super().__init__(grid(2, 2), ["1", "2", "3", ""], start=["1", "2", "", "3"])
""",
    )
    _, text = launched("three", "b1-a1")
    assert "Three tiles: Slide three tiles." in text
    assert "*** Solved in 1 move. ***" in text


def test_a_kept_game_with_an_unknown_player_is_refused_and_the_launcher_goes_on(home):
    path = saves.automatic("permute")
    path.parent.mkdir(parents=True)
    path.write_text(saves.dump(Session(load("permute:4"))).replace('"human"', '"gredy"'))
    code, text = launched("r permute", "knights", "id")
    assert code == 0
    assert "no player 'gredy'" in text
    assert "Knights   knights" in text


def test_a_plugin_file_whose_name_is_no_id_stops_nothing(home, add_plugin):
    add_plugin("my game", "from puzzlekit import Sliding\n\nclass Mine(Sliding):\n    'Mine.'\n")
    code, text = launched("my game", "knights")
    assert code == 0
    assert "Knights   knights" in text


# -- the terminal ----------------------------------------------------------------------------------


def test_colour_only_on_a_screen_that_wants_it(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Terminal(io.StringIO(), Screen()).colour
    assert not Terminal(io.StringIO(), io.StringIO()).colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Terminal(io.StringIO(), Screen()).colour


def test_sentences_are_broken_between_words_on_a_screen(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    screen, file = Screen(), io.StringIO()
    for out in (screen, file):
        Terminal(io.StringIO(), out).tell("word " * 20)
    assert max(map(len, screen.getvalue().splitlines())) < 40
    assert len(file.getvalue().splitlines()) == 1


def test_undecodable_input_and_unencodable_output_stop_nothing():
    source = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), encoding="utf-8")
    target = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    terminal = Terminal(source, target)
    assert terminal.ask("> ") == "\ufffd\ufffd"
    terminal.say("ö")
    assert Terminal(source, target).ask("> ") is None


def test_limit_reached_is_an_error_of_puzzlekit_that_the_group_may_raise(monkeypatch):
    def limited(self, state):
        raise LimitReached("Too many holes; take a smaller board.")

    monkeypatch.setattr(Sliding, "generators", limited)
    assert "Too many holes" in played("knights", "group")[1]
