"""Tests for game records: round trips, hand-written records and invalid records."""

import json
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import random_session, sample

from puzzlekit import Session, load
from puzzlekit.core.errors import SaveError
from puzzlekit.formats import as_rules
from puzzlekit.play import records, saves
from puzzlekit.play.game_database import Library
from puzzlekit.play.new_game import new_session
from puzzlekit.play.parse_moves import read_moves
from puzzlekit.plugin.discovery import plugins

FOUND = plugins()[0]

HEADED = '[Game "Hex"]\n[ID "hex:2,swap=off"]\n[Red "Anna"]\n[Blue "greedy"]\n[Result "*"]\n\n'


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUND)
@pytest.mark.parametrize("write", [records.write, records.write_moves])
def test_round_trip_of_every_plugin(name, write):
    session = random_session(name, 60 if name != "palago" else 8)
    back = records.read(write(session))
    assert back.all_moves == session.all_moves
    assert back.state == session.state
    assert back.setup.id == session.setup.id
    assert back.players == session.players


@pytest.mark.slow
def test_round_trip_of_every_first_move():
    for name in FOUND:
        session = Session(load(name))
        for move in sample(session.rules.legal_moves(session.state)[:200:10], 3):
            session = Session(load(name))
            session.play(move)
            assert records.read(records.write(session)).all_moves == [move]


def test_record_of_rules_created_in_code(noughts):
    session = Session(noughts)
    session.play("b2")
    text = records.write(session)
    assert records.read(text, find=lambda _: Session(noughts).setup).moves == ["b2"]
    with pytest.raises(SaveError, match=r"empty game ID.*find=lambda _: Session\(rules\).setup"):
        records.read(text)


def test_result_of_complete_game():
    session = random_session("permute:4,swap=off", 100)
    text = records.write(session)
    seat = session.result.winner
    token = "1/2-1/2" if seat is None else ("1-0", "0-1")[seat]
    assert f'[Result "{token}"]' in text
    assert text.split()[-1] == token
    back = records.read(text)
    assert back.all_moves == session.all_moves
    assert records.disagreement(back) is None


def test_format():
    session = records.read(HEADED + "1. a1 {corner} b1 2. a2 1-0")
    session.tags["Date"] = "1942.03.04"
    assert records.write(session) == (
        '[Game "Hex"]\n[ID "hex:size=2,swap=off"]\n[Date "1942.03.04"]\n[Red "Anna"]\n'
        '[Blue "greedy"]\n[Result "1-0"]\n\n1. a1 {corner} 1... b1 2. a2 1-0\n'
    )
    assert session.players == ["human", "greedy"]


def test_line_length():
    session = records.read("cube:2" + " U U R" * 6)
    assert records.write(session).endswith("\n1. U2 R U2 R U2 R U2 R U2 R\n11. U2 R solved\n")
    assert records.write_moves(session) == "cube:size=2\n" + "U2 R " * 4 + "U2 R\nU2 R\n"
    assert session.transcript() == "cube:size=2" + " U2 R" * 6
    assert records.read(records.write(session)).all_moves == session.all_moves
    session = records.read("pentago a1 1R b2 2L c3 1R")
    assert "1. a1 1R b2 2L 2. c3 1R *" in records.write(session)
    session = random_session("hex:5", 6)
    session.go_to_ply(2)
    assert records.read(records.write(session)).all_moves == session.all_moves


def test_comments_and_headers_survive():
    session = records.read(
        HEADED + "{begin} 1. a1 {a $1 b} $3 b1 ; to the end } of the line\n2. a2"
    )
    assert session.comments == {0: "begin", 1: "a $1 b", 2: "to the end } of the line"}
    for back in (saves.restore(saves.dump(session)), records.read(records.write(session))):
        assert back.comments == session.comments
        assert back.tree.root.children[0].mark == "!!"
        assert back.tags["Red"] == "Anna"


def test_comments_are_wrapped_joined_and_headers_cleaned():
    session = random_session("hex:5", 2)
    session.tags = {"Result": "Red wins", "Event": "one\r\ntwo\u2028three"}
    back = records.read(records.write(session))
    assert back.tags["Event"] == "one two three"
    assert "Result" not in back.tags
    session = random_session("hex:5", 2)
    session.annotate(session.tree.node, comment="word " * 100)
    text = records.write(session)
    assert max(map(len, text.splitlines())) <= 80
    assert records.read(text).comments == {2: ("word " * 100).strip()}
    session = Session(load("hex:3"))
    records.play_moves(session, "{a} $1 ;b\n" * 1_000 + "a1 {c} b2")
    assert session.comments == {0: " ".join(["a $1 b"] * 1_000), 1: "c"}


STRANGE = '''
from puzzlekit import Twisty, ring


class Strange(Twisty):
    """Moves whose names look like other things."""

    name = "Strange"

    def __init__(self):
        names = ["1.", "(U)", "1-0", "*", "a;b", "a{b", "[x]", "$1", "Q!", "solved", 'a"b', "12.x"]
        goal = [str(i) for i in range(8)]
        moves = {name: [(i % 8, (i + 1 + i // 8) % 8)] for i, name in enumerate(names)}
        super().__init__(ring(8), goal, moves)
'''


def test_moves_that_look_like_other_syntax(add_plugin):
    add_plugin("strange", STRANGE)
    session = random_session("strange#3", 80)
    assert len(set(session.all_moves)) > 10
    for write in (records.write, records.write_moves):
        assert records.read(write(session)).all_moves == session.all_moves


@pytest.mark.parametrize(
    "text",
    [
        "hex:5 c3 swap b4",
        "hex:5\nc3\nswap\nb4\n",
        "\ufeffhex:5\r\n1. c3 swap\r\n2. b4\r\n",
        "  hex:5\t1.c3 1...swap 2.b4",
        "hex:5 1. c3! swap?! 2. b4 $5",
        "hex:5 ; a remark\n1. c3{x}swap{y}2.b4{z}",
        '[ID "hex:5"] 1. c3 swap 2. b4 *',
        '[ID "hex:5"]\n\n[Result "1-0"]\nc3 swap b4 1-0',
        '[Event "x \\"y\\" \\\\"]\n[ID "hex:5"]\n"c3" "swap" "b4" 0-1 {given up}',
        "hex:5 1. ... c3 ... swap 2. b4",
    ],
)
def test_spellings(text):
    assert records.read(text).all_moves == ["c3", "swap", "b4"]


def test_sequences_with_rotations():
    session = records.read("cube:2 1. U2 (R F)2 [U, R'] U'!")
    assert session.all_moves == ["U", "U", "R", "F", "R", "F", "U", "R'", "U'", "R", "U'"]
    assert session.tree.node.mark == "!"
    session = records.read("cube x2 // inspection\nU R U (1. F x U) (x y)2 M U")
    assert session.all_moves == ["D", "R", "D", "B", "F'", "U"]
    assert [node.move for node in session.tree.root.children] == ["D"]
    (variation,) = session.tree.root.children[0].children[0].children[1:]
    assert [variation.move, variation.children[0].move] == ["B", "B"]


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("cube", "x x' U"),
        ("cube", "x U y2 y2 R x' U"),
        ("cube:2", "f U R'"),  # U after f is R, and rotates the cube
        ("cube:2", "2r 2r U2 2F L'"),
        ("megaminx", "R++ U D-- R U'"),
    ],
)
def test_rotations_between_sequences(game, text):
    rules = load(game)
    expected = read_moves(rules, rules.start(), text)
    assert records.read(f"{game} {text}").all_moves == expected


@pytest.mark.parametrize(
    ("game", "text", "turns", "last", "most"),
    [
        ("cube", "x y U " * 40, 40, ["F", "R", "U", "F"], 30),
        ("cube:4", "Rw Uw2 Fw' " * 20 + "x Rw Uw", 62, ["2R", "R", "2F", "F"], 27),
    ],
)
def test_rotations_are_read_in_linear_time(monkeypatch, game, text, turns, last, most):
    cube, lengths = type(load(game)), []
    expand_word = cube.expand_word
    monkeypatch.setattr(
        cube, "expand_word", lambda self, word: lengths.append(len(word)) or expand_word(self, word)
    )
    session = records.read(f"{game} {text}")
    assert (session.move_count, session.all_moves[-4:]) == (turns, last)  # not counting rotations
    assert max(lengths) <= most


def test_result_that_contradicts_rules():
    session = records.read(HEADED + "1. a1 b1 2. a2 0-1")
    assert "says 0-1, but the result is 1-0: Red wins" in records.disagreement(session)
    session = records.read(HEADED + "1. a1 0-1")  # the game was given up
    assert records.disagreement(session) is None
    assert records.write(session).endswith("1. a1 0-1\n")
    session.play("b1")
    assert records.write(session).endswith("1. a1 b1 *\n")


SEVERAL = """[ID "hex:2,swap=off"]
[Annotator "A \\"quote\\" ["]

1. a1 {a comment with [ID "x"]} b1 ; and [ID "y"]
2. a2 1-0

[ID "hex:3"]
b2 *
[ID "cube:2"] "U" [U, R]
"""


def test_numbered_games_of_file(tmp_path):
    path = tmp_path / "several.pgn"
    path.write_text(SEVERAL)
    moves = [records.read_file(tmp_path / f"several.pgn#{k}").all_moves for k in (1, 2, 3)]
    assert moves == [["a1", "b1", "a2"], ["b2"], ["U", "U", "R", "U'", "R'"]]
    session, message = records.open_file(path)
    assert session.all_moves == moves[0]
    assert "contains 3 games. This is the first one; open several.pgn#2 for the next" in message
    assert records.open_file(tmp_path / "several.pgn#2")[1] == ""
    with pytest.raises(SaveError, match="no game 4; choose one from 1 to 3"):
        records.read_file(tmp_path / "several.pgn#4")
    path.write_text(SEVERAL.replace("b2 *", "b9 *"))
    with pytest.raises(SaveError, match=r"several.pgn#2, line 8, move 1: 'b9' is not a legal"):
        records.read_file(tmp_path / "several.pgn#2")


def test_names_and_line_endings(tmp_path):
    path = tmp_path / "game.pgn#2"
    path.write_text("hex:5 c3")
    assert records.read_file(path).all_moves == ["c3"]
    assert not records.is_record(tmp_path / "game.txt#2")
    # The reader must skip the odd text once; restarting at each brace takes quadratic time.
    path = tmp_path / "odd.pgn"
    path.write_text(HEADED + "{" * 300_000 + HEADED)
    with pytest.raises(SaveError, match="unclosed comment"):
        records.read_file(path)


def test_append_to_collection(tmp_path):
    path = tmp_path / "games.pgn"
    with records.Collection(path) as games:
        for count in (1, 2):
            games.add(random_session("hex:3", 2))
            assert path.read_text().count("[ID ") == count
    with pytest.raises(SaveError, match=r"cannot be written \(File exists\)"):
        records.Collection(path)
    with records.Collection(path, replace=True):
        pass
    assert path.read_text().count("[ID ") == 2  # without a new game, the old ones stay
    with records.Collection(path, replace=True) as games:
        games.add(random_session("hex:3", 1))
    assert len(records.read_file(path).all_moves) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("\n \n", "is empty"),
        ("nonsense:5 a1", "There is no plugin"),
        ('[ID "hex:99"]\n', "from 2 to 26"),
        ('[Game "Hex"]\n1. a1', "[ID"),
        ("[Game Hex]\n1. a1", "line 1: '[Game Hex]' is not a header; use [Name \"value\"]"),
        ('[ID "hex"]\n[Result "Red"]\n', "x.pgn: 'Red' is not a result; give the points of each"),
        ('[ID "hex"]\n[ID "hex"]\n', "line 2: duplicate header ID"),
        ("hex:5\n\n1. a1 a2\n2. a1", "line 4, move 3: 'a1' is not a legal move here; try one of"),
        ("hex:5\n1. a1 {no end", "line 2: unclosed comment"),
        ('hex:5\n1. a1 "no end', 'line 2: missing closing "'),
        ("hex:5\n1. a1 [1. b1 b2] 1... a2", "line 2, move 2: '[1. b1 b2]' is not a move"),
        ("hex:5\n1. a1 (1. b1 b1) 1... a2", "line 2, move 2: 'b1' is not a legal move"),
        ("hex:5\n1. a1 (1. b1\n1... a2", "unclosed variation; add a )"),
        ("hex:5\n(1. b1) 1. a1", "a variation needs a move before it"),
        (HEADED + "1. a1 b1 *\n" + HEADED, "below the moves; use one record per game"),
        ("hex:2,swap=off 1. a1 b1 2. a2 b2", "there are no legal moves here"),
        ("cube:2 U Q2", "move 2: There is no move 'Q2'"),
        ("cube:2 U (R", "move 2"),
        ("hex:5 1. 1-0 a1", "'1-0' is not a legal move"),
    ],
)
def test_error_message(text, words):
    with pytest.raises(SaveError) as caught:
        records.read(text, "x.pgn")
    assert words in str(caught.value)
    assert str(caught.value).startswith("x.pgn")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


PIECES = [
    *("[", "]", '"', "{", "}", "(", ")", ";", "\n", "\r\n", "1.", "2...", "*", "1-0", "$1"),
    *("a1", "b2", "swap", '[ID "hex:2"]', '[Result "1-0"]', "hex:2", "cube:2", "U2'", "[U,R]"),
    *("\\", "\ufeff"),
]


def read_or_message(text):
    """Return the game in a text, or None, and the error message or an empty string."""
    try:
        return records.read(text), ""
    except SaveError as error:
        return None, str(error)


@given(st.lists(st.sampled_from([*PIECES, " "]) | st.text(max_size=3), max_size=30).map("".join))
def test_any_text_is_a_game_or_an_error(text):
    for start in ("", "hex:2 ", "cube:2 ", HEADED):
        session, message = read_or_message(start + text)
        assert "\n" not in message
        if session:
            assert records.read(records.write(session)).all_moves == session.all_moves


@given(st.integers(0, 400), st.integers(0, 400), st.sampled_from(PIECES))
def test_damaged_record(at, end, piece):
    text = HEADED + "1. a1 {corner} b1 2. b2 a2 0-1\n"
    at, end = sorted((at % len(text), end % len(text)))
    for damaged in (text[:at] + text[end:], text[:at] + piece + text[at:]):
        assert "\n" not in read_or_message(damaged)[1]


@given(st.dictionaries(st.integers(0, 5), st.text(max_size=200), max_size=4))
def test_round_trip_of_any_comment(comments):
    session = random_session("hex:5", 5)
    for ply, text in comments.items():
        session.annotate(session.tree.line[ply], comment=text)
    assert records.read(records.write(session)).comments == session.comments


def test_convert_between_all_formats(run, tmp_path):
    save, record, moves = (tmp_path / name for name in ("a.json", "a.pgn", "b.pgn"))
    session = random_session("shifty:5", 12)
    saves.write(session, save)
    assert run("convert", save, "--output", record)[0] == 0
    assert run("convert", record, "--to", "moves", "--output", moves)[0] == 0
    code, out, _ = run("convert", moves, "--to", "save")
    assert (code, json.loads(out)) == (0, json.loads(saves.dump(session)))
    code, _, err = run("convert", save, "--output", record)
    assert code == 2
    assert "--force replaces it" in err


def test_playing_does_not_change_record(run, tmp_path, monkeypatch):
    path = tmp_path / "game.PGN"
    path.write_text("hex:2,swap=off\n1. a1 b1 2. b2", encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    other = Library().add(random_session("hex:5", 3))
    monkeypatch.setattr("sys.stdin", StringIO("record\nsave out.pgn\na2\nquit\n"))
    monkeypatch.chdir(tmp_path)
    code, out, err = run("play", path, "--text")
    assert (code, err) == (0, "")
    assert "1. a1 b1 2. b2 *" in out
    assert path.read_text(encoding="utf-8") == before
    assert records.read_file(tmp_path / "out.pgn").all_moves == ["a1", "b1", "b2"]
    assert Library().open(2)[0].all_moves == ["a1", "b1", "b2", "a2"]
    assert Library().open(other.number)[0].setup.id == "hex:size=5"


def test_detect_record_by_headers(run, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(HEADED + "1. a1 b1 2. a2 0-1", encoding="utf-8")
    code, out, err = run("convert", path, "--to", "moves")
    assert (code, out) == (0, "hex:size=2,swap=off\na1 b1 a2\n")
    assert "says 0-1, but the result is 1-0" in err


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["order", "x.pgn"], "which only `play`, `analyse`, `convert` and `picture` read"),
        (["play", "none.pgn", "--text"], "cannot be read"),
        (["play", "x.pgn", "--text", "--seed", "4"], "do not apply to saved games"),
        (["play", "hex", "--text", "--save", "x.pgn"], "saved as .json"),
        (["play", "hex", "--text", "--script", "1. a1 a1"], "move 2: 'a1' is not a legal move"),
        (["convert", "binary.pgn", "--to", "moves"], "not valid UTF-8"),
        (["convert", "x.pgn", "--to", "recrd"], "Did you mean 'record'?"),
    ],
)
def test_command_errors(run, tmp_path, monkeypatch, argv, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.pgn").write_text("hex:2 a1", encoding="utf-8")
    (tmp_path / "binary.pgn").write_bytes(b"\xff\xfe\x00")
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_move_limit_on_large_board(monkeypatch):
    monkeypatch.setattr("puzzlekit.play.session.MAX_CELLS", 160)
    text = "fifteen " + "d2-d1 d1-d2 " * 5
    assert records.read(text).ply == 10
    with pytest.raises(SaveError, match="limited to 10 moves"):
        records.read(text + "d2-d1")
    save = json.loads(saves.dump(records.read(text)))
    save["moves"].append("d2-d1")
    with pytest.raises(SaveError, match="more than 10 moves"):
        saves.restore(json.dumps(save))


def test_sequence_limit_in_record(monkeypatch):
    monkeypatch.setattr("puzzlekit.play.records.reader.MAX_WORDS", 10)
    with pytest.raises(SaveError, match="more than 10 words"):
        records.read("hex:5 " + "{a} " * 11)


def test_error_line_in_later_game(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text('[ID "hex:3"]\n\n1. a1 *\n\n[ID "hex:3"]\n\n1. a1 2.\na9 *\n')
    with pytest.raises(SaveError, match="line 8"):
        list(records.sessions(path))
    with pytest.raises(SaveError, match="line 8"):
        records.read_file(tmp_path / "games.pgn#2")


@pytest.mark.parametrize("name", ["//host/share/x.toml", "/etc/passwd", "../out.cycles", "~/x.g"])
@pytest.mark.parametrize("text", ['[ID "{}"]\n\n1. L *\n', "{} L\n"])
def test_file_in_another_folder_is_not_opened(tmp_path, home, monkeypatch, name, text):
    # A record, a save or the clipboard must not make the program read files in other folders.
    (tmp_path / "out.cycles").write_text("L: (1 2 3)\n")
    path = tmp_path / "in" / "game.pgn"
    path.parent.mkdir()
    path.write_text(text.format(name))
    save = json.loads(saves.dump(new_session("knights")))
    path.with_suffix(".json").write_text(json.dumps(save | {"plugin": name}))
    monkeypatch.setattr(as_rules, "rules_from", None)
    for read in (
        lambda: records.read_file(path),
        lambda: list(records.sessions(path)),
        lambda: records.read(text.format(name)),
        lambda: saves.read(path.with_suffix(".json")),
    ):
        with pytest.raises(SaveError, match="is in another folder and was not opened; copy it"):
            read()


@pytest.mark.parametrize("folder", ["in", "in/deeper", "home/plugins"])
@pytest.mark.parametrize("written", ["x.cycles", "/nowhere/x.cycles", "\\\\host\\x.cycles"])
def test_file_next_to_record_or_plugins_is_opened(tmp_path, home, folder, written):
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "x.cycles").write_text("L: (1 2 3 4)\n")
    path = tmp_path / "in" / "game.pgn"
    path.parent.mkdir(exist_ok=True)
    written = written.replace("\\", "\\\\")
    path.write_text(f'[ID "{written if "deeper" not in folder else "deeper/x.cycles"}"]\n\nL *\n')
    session = records.read_file(path)
    assert session.setup.game.name == str(tmp_path / folder / "x.cycles")
