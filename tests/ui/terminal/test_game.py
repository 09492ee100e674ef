"""The terminal front end: play and the launcher, with scripted input."""

import io
import re

import pytest
from support import Noughts, open_database, twisty_source

from puzzlekit import LimitReachedError, Session, Sliding, grid, load
from puzzlekit.core.errors import NotationError, SaveError
from puzzlekit.play import saves
from puzzlekit.play.autosave import FileTarget
from puzzlekit.play.clock import parse
from puzzlekit.play.game_database import Library
from puzzlekit.play.macros import Macros
from puzzlekit.play.new_game import new_session
from puzzlekit.play.parse_moves import read_moves
from puzzlekit.play.practice import begin_problem
from puzzlekit.play.problems import read_problem
from puzzlekit.play.solve_timer import SolveTimer
from puzzlekit.plugin.discovery import plugins
from puzzlekit.solving.short_solutions import Hint
from puzzlekit.ui.terminal import game
from puzzlekit.ui.terminal.game import play
from puzzlekit.ui.terminal.launcher import PREPARING, launch


def play_lines(session, *lines, place=None):
    if isinstance(session, str):
        session = Session(load(session))
    out = io.StringIO()
    stdin = io.StringIO("".join(f"{line}\n" for line in lines))
    code = play(session, place=place, stdin=stdin, stdout=out)
    return code, out.getvalue()


def launch_with(*lines):
    out = io.StringIO()
    code = launch(io.StringIO("".join(f"{line}\n" for line in lines)), out)
    return code, out.getvalue()


class Interrupted(io.StringIO):
    """Input that ends with Ctrl+C."""

    def readline(self, *args):
        line = super().readline(*args)
        if not line:
            raise KeyboardInterrupt
        return line


#: Games, with lines of input and parts of the output. The launcher's begin with no game.
OUTPUT = [
    ("knights", ["1-8"], ["Knights   knights\n", "1[ ]  2[ ]  3[b]", "8[b]", "Move 1: 1-8"]),
    ("fifteen", [], ["This is the goal"]),
    (
        "fifteen:3",
        ["b1-c1 b1-c1", "b1-c1 a1-c1", "(b1-c1", "()", "undo", "redo"],
        [
            "'b1-c1' is not a legal move here",
            "Nothing was played.",
            "There is no move 'a1-c1' (position 7).",
            "a closing ')' is missing",
            "Type a move.",
            "Nothing to undo.",
            "Nothing to redo.",
        ],
    ),
    ("permute:4", ["Ca1-a1", "swap"], ["to move. You can also type `swap`.", "Move 2: swap"]),
    ("permute:2,swap=off", ["Ca1-a1"], ["Groups, largest first:\nOrange  1 1\nYellow  1 1\n"]),
    (
        # A ring of six around b2: White on a1, b1 and c3, Black in the middle and on the rest.
        "catchup:2",
        ["a1", "b2", "a2", "b1", "c3", "done", "b3", "c2"],
        ["Groups, largest first:\nWhite  [2] 1\nBlack  [4] -\n"],
    ),
    (
        "slither:3",
        ["draw", "no", "b2", "draw", "y"],
        [
            "Black offers a draw. Accept it? (yes or no) Draw declined.",
            "White offers a draw.",
            "*** Draw by agreement. ***",
        ],
    ),
    ("fifteen#1", ["draw"], ["an unfinished two-player game."]),
    ("hex:3", ["draw"], ["Hex cannot end in a draw."]),
    ("hex:3", ["a1", "undo", "resign"], ["Blue wins: Red resigned."]),
    ("hex:3", ["moves 2", "cycles a1"], ["`moves` must be alone", "Only available in puzzles."]),
    (
        "fifteen:2,height=2@1,2,.,3",
        ["b1-a1", "hint", "a1-b1"],
        ["*** Solved in 1 move. ***", "Already solved.", "Move 2: a1-b1"],
    ),
    ("mills", ["goal"], ["a[r] b[ ]\n", "\n\nred: a c\nblue: d e\nyellow: f\nempty: b\n"]),
    ("hex:3", ["goal"], ["Only available in puzzles with a fixed goal."]),
    ("fifteen:3", ["hint now"], ["`hint` must be alone on its line."]),
    ("hex:2,swap=off", ["moves"], ["a1  b1  a2  b2"]),
    (
        "pinball",
        ["group", "rules", "id", "help", "q", "never read"],
        ["order 20,160, A8.", "Shoot every ball home", "\n> pinball\n", "save FILE"],
    ),
    (
        "pinball",
        ["nonsense", "undoo", "\0\x1b[2J", "9" * 20, "1-2'" * 50, "save"],
        ["'nonsense' is not a legal move here", "Did you mean 'undo'?", "Missing file name"],
    ),
    (
        "",
        ["hex:3 greedy 15+10", "quit", "hex:3 30s", "quit", "hex:3 5:3", "q"],
        ["Red: 15:00 left", "Blue (greedy): 15:00 left", "Red: 0:30 left", "Unknown clock '5:3'"],
    ),
    ("", ["permute:4,swap=off greedy", "Ca1-a1"], ["Yellow (greedy) plays ", "Orange to move."]),
    ("", ["knights greedy"], ["Wrong number of opponents for"]),
    ("", ["permute gredy"], ["Unknown player 'gredy'"]),
    ("", ["fifteen:3", "id", "quit", "q"], ["15-puzzle   fifteen:width=3#"]),
    ("", ["fifteen:3#12"], ["15-puzzle   fifteen:width=3#12\n"]),
    ("", ["r knights", "r"], ["No saved game of knights", "Missing name. Type r NAME."]),
    (
        "",
        ["game 9", "game x", "games zzz", "delete", "restore 7"],
        ["No game 9 in", "'x' is not a game number", "No matching games.", "No game 7"],
    ),
]


@pytest.mark.parametrize(("game", "lines", "parts"), OUTPUT)
def test_output(home, game, lines, parts):
    code, text = play_lines(game, *lines) if game else launch_with(*lines)
    assert code == 0
    assert [part for part in parts if part not in text] == []
    assert "\x1b" not in text
    assert "Traceback" not in text


def test_puzzle_shows_moves_time_and_effects(home, monkeypatch):
    monkeypatch.setattr(SolveTimer, "time_text", lambda attempt: "7.00")
    Macros(new_session("twist")).save("swap", "[a1, b1]")
    lines = ["cycles swap", "cycles a1 zz", "swap2", "a1"]
    _, text = play_lines(new_session("twist@1,2,3,7,4,6,8,5,9"), *lines, "quit")
    assert "[2-cycle: a2 b2] [2-cycle: b1 c1], order 2, 4 moves, 4 cells moved." in text
    assert "There is no move 'zz' (position 4)." in text
    assert "8 moves, time 7.00" in text
    assert "Move 8: b1'" in text


def test_overlong_move_sequence():
    rules = load("cube:2")
    with pytest.raises(NotationError, match="shorten it"):
        read_moves(rules, rules.start(), "((U R)999)9")


def test_undo_redo_and_restart():
    session = Session(load("fifteen:3"))
    play_lines(session, "b1-c1", "undo", "redo", "a1-b1", "restart", "redo")
    assert (session.moves, session.all_moves) == (["b1-c1"], ["b1-c1", "a1-b1"])


def test_variations():
    session = Session(load("hex:3,swap=off"))
    lines = ["a1", "b2", "undo", "c3", "comment in the corner", "mark ?!", "mark x", "record"]
    _, text = play_lines(session, *lines)
    assert "Unknown mark 'x'; use one of ! ? !! ?? !? ?!." in text
    assert "1. a1 c3 $6 {in the corner} (1... b2) *" in text
    lines = ["promote", "undo", "b2", "promote", "undo", "c3", "delete", "no", "delete", "yes"]
    _, text = play_lines(session, *lines, "record")
    assert "This move belongs to the main line." in text
    assert "Delete the variation with 1 move? (yes or no)" in text
    assert "1. a1 b2 *" in text


@pytest.mark.parametrize(
    ("answer", "accepted"),
    [("yes", True), ("y", True), ("Oui", True), ("o", True), ("non", False), ("", False)],
)
def test_answers_in_another_language(monkeypatch, answer, accepted):
    monkeypatch.setattr(game, "_", {"yes": "oui"}.get)
    assert game.means_yes(answer) == accepted


def test_help_lists_all_commands():
    listed = {line.split()[0] for line in game.HELP}
    assert game.COMMANDS.keys() - listed == {"help", "?", "q"}


def test_resign_and_undo():
    session = new_session("hex:3,swap=off")
    _, text = play_lines(session, "b2", "resign", "a1", "yes", "resign", "undo", "a1")
    assert text.count("The game is over. Undo to continue it.") == 2  # after each of the two moves
    assert "*** Red wins: Blue resigned. ***" in text
    assert "The game is over. Undo to continue it." in text
    assert "Only available at the current position" in text
    assert session.moves == ["b2", "a1"]


def test_move_after_time_ran_out():
    session = new_session("hex:3,swap=off", control=parse("1+0"))
    times = iter(range(0, 10_000, 25))
    session.clock.now = lambda: next(times)  # 25 s later at each reading
    _, text = play_lines(session, "b2", "a1", "b1", "c1", "a2")
    assert "Red: 1:00 left" in text
    assert "ran out of time" in text
    assert session.result is not None
    assert len(session.moves) < 5


def test_swap_question():
    _, text = play_lines("permute:4", "Ca1-a1")
    asked = text.partition("Swap colours? You would play Orange")[2]
    assert "Type `swap` (Swap). Any other move means: Play on as Yellow." in asked
    _, text = play_lines("permute:4", "Ca1-a1", "swap")
    assert "Swap colours?" not in text.partition("Move 2: swap")[2]


def test_computers_finish_games_and_stop_on_puzzles():
    session = new_session("permute:4#5", ["greedy", "random"])
    _, text = play_lines(session, "Ca1-a1", "hint", "undo", "Ca1-a1", "redo")
    assert session.result is not None
    assert text.count(f"*** {session.result.text}. ***") == 2
    assert "there are no legal moves here" in text
    assert "The game is over." in text
    assert text.count("Earlier position. Redo to return.") == 2  # and no computer moves
    session = new_session("cube:2#5", ["random"])
    play_lines(session)
    assert session.ply == game.COMPUTER_MOVES
    _, text = play_lines(new_session("slither:3", ["human", "random"]), "draw")
    assert "The computer declines the draw." in text


@pytest.mark.slow
def test_hints(monkeypatch):
    assert "Hint: 4-5 (18 moves to go, shortest)." in play_lines("pinball", "hint")[1]
    text = play_lines("permute:4", "hint")[1]
    assert "> Computing hint…\n" in text
    assert re.search(r"\nHint: [CA]\S+ \((\d+% to win )?after ", text)
    session = Session(load("pinball"))
    text = play_lines(session, "hint", "hint")[1]  # a second hint plays the first
    assert session.moves == ["4-5"]
    assert "Move 1: 4-5" in text

    def fails(*args, **kwargs):
        raise LimitReachedError("too far")

    monkeypatch.setattr("puzzlekit.play.engine.find_hints", fails)
    assert "no solution within 250,000 positions" in play_lines("pinball", "hint")[1]


def test_empty_line_shows_board():
    assert play_lines("pinball", "", "")[1].count("1[4]") == 3


def test_cells_in_words_without_picture():
    lines = ["board", "b2", "pieces b2", "pieces 1", "pieces z", "", "board", "?"]
    _, out = play_lines("hex:3,swap=off", *lines)
    start, played = out.split("The picture of the board is off.")
    off, on = played.split("The picture of the board is on.")
    picture = "   a   b   c\n"
    assert (start.count(picture), off.count(picture), on.count(picture)) == (1, 0, 1)
    assert (
        "> b2: red > a1: empty, b1: empty, c1: empty > There is no cell, row or column 'z' on this "
        "board. `pieces` lists the pieces" in off.replace("\n", " ")
    )
    assert off.count("Move 1: b2\nBlue to move") == 2
    assert "list the legal moves" in on
    _, out = play_lines("cube:2", "pieces u", "pieces U3")
    assert "U1: U white, U2: U white, U3: U white, U4: U white\n> U3: U white\n" in out


def test_move_named_like_a_command():
    class Odd(Sliding):
        """A puzzle whose only move is named like a command."""

        def legal_moves(self, state):
            return ["undo"]

        def play(self, state, move):
            return state if move == "undo" else super().play(state, move)

    session = Session(Odd(grid(2, 2), [*"123", ""]))
    play_lines(session, "undo")
    assert session.moves == ["undo"]


def test_failing_prompt_is_reported_once():
    class BadPrompt(Noughts):
        name = "Speechless"

        def prompt(self, state, clicks=()):
            raise ZeroDivisionError("oops")

    code, text = play_lines(Session(BadPrompt()), "a1", "quit")
    assert code == 0
    line = BadPrompt.prompt.__code__.co_firstlineno + 1
    where = f"Speechless (test_game.py, line {line}): prompt(state, clicks)"
    assert text.count(where) == text.count("ZeroDivisionError: oops") == 1
    assert text.count("Choose an empty cell.") == 2


def test_ctrl_c_at_prompt_saves_game(tmp_path):
    path, out = tmp_path / "game.json", io.StringIO()
    code = play(
        Session(load("knights")), place=FileTarget(path), stdin=Interrupted("1-8\n"), stdout=out
    )
    assert code == 130
    assert f"Game saved in {path}." in out.getvalue()
    assert saves.read(path).moves == ["1-8"]


@pytest.mark.parametrize("is_early", [True, False])
def test_improving_hints_until_ctrl_c(monkeypatch, is_early):
    def found(*args, **kwargs):
        if is_early:
            raise KeyboardInterrupt
        yield Hint(["U", "R", "F"], False)
        yield Hint(["R", "U"], False)
        raise KeyboardInterrupt

    monkeypatch.setattr("puzzlekit.play.engine.find_hints", found)
    session = Session(load("cube:2"))
    code, text = play_lines(session, "U' R'", "hint", "hint")
    hints = re.findall(r"Hint: . \(at most \d turns to go\)\.", text.partition("Stopped.")[0])
    first, second = "Hint: U (at most 3 turns to go).", "Hint: R (at most 2 turns to go)."
    assert hints == ([] if is_early else [first, second])
    assert session.moves == ["U'", "R'", *["R"] * (not is_early)]
    assert ("Stopped." in text, code) == (True, 0)  # Ctrl+C stops only the hint


def test_failure_to_record_solved_problem(monkeypatch):
    def fails(problem):
        raise SaveError("disk full")

    monkeypatch.setattr("puzzlekit.play.practice.record_solved", fails)
    session = begin_problem(read_problem("hex:2,swap=off@R1,1B_R_2 a2"))
    assert "disk full" in play_lines(session, "a2")[1]


def test_known_hint_is_improved(monkeypatch):
    def found(*args, **kwargs):
        yield Hint(["U", "R", "F"], False)

    monkeypatch.setattr("puzzlekit.play.engine.find_hints", found)
    _, text = play_lines("cube:2", "U' R' F'", "hint", "hint", "hint")
    assert "Hint: R (at most 2 turns to go).\nLooking for a shorter solution…\n" in text


def test_unwritable_files(tmp_path):
    (tmp_path / "file").write_text("")
    code, text = play_lines(
        "knights", "1-8", "8-7", place=FileTarget(tmp_path / "file" / "game.json")
    )
    assert code == 0
    assert "The game is not saved: " in text
    assert "Move 2: 8-7" in text
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ann")
    path = tmp_path / "my game.json"
    _, text = play_lines("knights", "1-8", f"save {path}", f"save {other}", f"save {path}")
    assert saves.read(path).moves == ["1-8"]
    assert other.read_text() == "Dear Ann"
    assert "exists and is not a saved game" in text


def test_launcher_input(home):
    names = sorted(plugins()[0])
    number = names.index("knights") + 1
    code, text = launch_with("knights", "quit", str(number), "quit", "permute:4", "quit", "q")
    assert code == 0
    assert all(f"{plugins()[0][name].name}: " in text for name in names)
    assert text.count("Knights   knights\n") == 2
    assert "Permute   permute:size=4\n" in text


def test_launcher_announces_preparation(home, monkeypatch):
    first = PREPARING.split(",")[0]
    assert first not in launch_with("q")[1]
    monkeypatch.setattr("puzzlekit.play.background_compile.request_all", lambda: True)
    assert launch_with("q")[1].count(first) == 1


def test_help_lists_plugins(home):
    assert launch_with("help", "q")[1].count("15-puzzle:") == 2


def test_launcher_ends_at_eof_or_ctrl_c(home):
    assert launch_with()[0] == 0
    assert launch_with("knights")[0] == 0
    assert launch(Interrupted(""), io.StringIO()) == 130
    assert launch(Interrupted("knights\n1-8\n"), io.StringIO()) == 130
    assert Library().open(1)[0].moves == ["1-8"]


def test_launcher_resumes_game(home):
    launch_with("knights", "1-8", "quit", "q")
    _, text = launch_with("r knights", "undo", "quit", "q")
    assert "* knights" in text
    assert "Move 1: 1-8" in text
    assert Library().open(1)[0].ply == 0


def test_list_open_and_delete_games(home):
    launch_with("knights", "1-8", "quit", "hex:4 greedy", "a1", "quit")
    _, text = launch_with("games", "games hex", "game 1", "quit", "delete 1", "games", "restore 1")
    assert re.search(r"   2  hex:size=4 \(human - greedy\), .*, 2 moves", text)
    assert "Move 1: 1-8" in text
    assert "Game 1 deleted. Type `restore 1` to restore it." in text
    assert [entry.number for entry in Library().entries()] == [2, 1]


def test_list_of_games_is_limited(home):
    library, session = Library(), new_session("hex:3 b2")
    for _ in range(23):
        library.add(session)
    _, text = launch_with("games")
    assert text.count("hex:size=3") == 20
    assert "... and 3 more" in text


def test_launcher_errors(home, add_plugin):
    add_plugin("broken", "def (")
    add_plugin("my game", twisty_source("Mine"))  # not an ID
    add_plugin("hostile", "raise SystemExit(3)")
    _, text = launch_with(
        *("permut", "permute:size=0", "99", "r ../x", "0", "broken", "r broken", "#?"),
        *("my game", "knights"),
    )
    for part in (
        *("'broken'", "'hostile'", "invalid syntax", "Did you mean 'permute'?", "Knights"),
        *("size=0 is invalid", "There is no number 99", "not a game ID"),
    ):
        assert part in text


def test_play_user_plugin(home, add_plugin):
    start = "    def start(self, rng=None):\n        return *'2341',\n"
    add_plugin("four", twisty_source("Four", methods=start))
    _, text = launch_with("four", "L")
    assert "Four: Turn four pieces." in text
    assert "*** Solved in 1 move. ***" in text


def test_saved_game_with_an_unknown_player(home):
    number = Library().add(new_session("permute:4 Ca1-a1")).number
    with open_database(home / "games.sqlite3") as games:
        games.execute("UPDATE games SET checksum = NULL, save = replace(save, 'human', 'gredy')")
    code, text = launch_with("r permute", f"game {number}", "knights", "id")
    assert code == 0
    assert "Unknown player 'gredy'" in text
    assert "Knights   knights" in text
