"""Tests for position notation: round trips, games from positions and errors."""

from dataclasses import dataclass
from functools import cache
from io import StringIO
from itertools import islice
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from race_plugin import modified_race
from support import ROOT, random_game, random_session, sample, sample_size, state_after
from testing.mistakes import CORNER

from puzzlekit import NotationError, PuzzlekitError, Session, Sliding, grid, hexhex, load
from puzzlekit.play import saves
from puzzlekit.play.editing import can_edit, cycle_cell_content, switch_side_to_move
from puzzlekit.play.game_database import Library
from puzzlekit.play.new_game import rematch
from puzzlekit.play.positions import parse_position
from puzzlekit.play.records import read, write_moves
from puzzlekit.play.setup import setup_of, setup_with
from puzzlekit.plugin.discovery import plugins
from puzzlekit.rules import position_notation, state_codec
from puzzlekit.testing.contract import inspect_rules

cached_load = cache(load)


def position_id(rules, state):
    """Return the ID of the game starting from a position."""
    return setup_of(rules).with_position(state).id


FOUND = plugins()[0]
CASES = [
    (name, values)
    for name, kind in FOUND.items()
    for values in {str(each): each for each in ({}, *kind.presets.values())}.values()
]


def random_positions(rules, plies, seed):
    return islice(random_game(rules, Random(seed), rules.start(Random(seed))), plies + 1)


# -- round trips ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("name", "values"), sample(CASES, 20), ids=str)
def test_all_positions_of_random_game(name, values):
    rules = setup_with(name, values).load_rules()
    plies = 6 if rules.board.plane else 30
    for state in random_positions(rules, plies, 3):
        line = rules.encode(state)
        assert rules.decode(line) == state
        assert rules.encode(rules.decode(line)) == line
        assert not set(line) & set("#@/\\. \n")


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUND)
def test_game_from_position(name):
    rules = load(name)
    states = list(random_positions(rules, 4, 8))
    state = states[-1]
    reloaded = load(position_id(rules, state))
    assert reloaded.start() == state
    assert reloaded.setup.game.position == rules.encode(state)
    assert reloaded.legal_moves(reloaded.start()) == rules.legal_moves(state)
    assert load(reloaded.setup.id).start() == state
    assert position_id(reloaded, state) == reloaded.setup.id == rematch(Session(reloaded)).setup.id
    session = Session(reloaded)
    for move in reloaded.legal_moves(state)[:1]:
        session.play(move)
    for back in (saves.restore(saves.dump(session)), read(write_moves(session))):
        assert (back.setup.id, back.state) == (reloaded.setup.id, session.state)


@pytest.mark.parametrize(
    ("name", "moves", "line"),
    [
        ("hex:3", "a1 swap b2", "R2,1B1,3_R_3"),
        ("hex:3,swap=off", "a1 b1", "RB1,3,3_R_2"),
        ("permute:4", "Ca1-b2", "oyoy,yoyo,yOoy,oyyo_Y_1"),
        ("slither:4", "a1 d4 a1-b1", "3W,4,4,1B2_B_2_ha1-b1"),
        ("pentago", "a1 1R b2", "6,6,6,6,1B4,W5_B_3"),
        ("catchup:2", "a1 a2", "2,3,WB_B_1_1_1"),
        ("slyde:4", "a4-b4", "bWwb,bwbw,wbwb,bwbw_B_1"),
        ("palago", "0,0a+0,-1b", "0,0a+0,-1b_B_1"),
        ("palagem", "abca bbbb 0,0a 1,0b 1,-1c", "abca+bbbb_0,0a+1,0b+1,-1c_0"),
        ("fifteen:2,height=2", "b2-b1", "1_32"),
        ("knights", "3-8", "black,_,_,_,_,white,_,black,_,white"),
        ("pinball", "4-5", "418_62973"),
        ("cube:2", "U", "UUUUFFLLRRFFBBRRLLBBDDDD"),
    ],
)
def test_position_texts(name, moves, line):
    rules = load(name)
    written = rules.encode(state_after(rules, moves.split()))
    assert len(written) < 70
    assert written == line


def test_omitted_fields():
    state = load("hex:3").decode("R2,1B1,3_B")
    assert (state.ply, state.swapped) == (3, False)
    assert load("hex:3").legal_moves(state) == ["b1", "c1", "a2", "c2", "a3", "b3", "c3"]
    assert load("permute:4").decode("oyOyyoyooyoyyoyo").ply == 2
    assert load("catchup:2").decode("2,3,WB_B") == (".....WB", 1, 2, 0, 1)
    swapped = load("hex:3").decode("3,3,2R_B_2")
    assert load("hex:3").turn(swapped) == 0
    assert load("hex:3").sides(swapped) == ("Blue", "Red")


# -- arbitrary values -----------------------------------------------------------------------------


class Pair(NamedTuple):
    first: int
    second: tuple


@dataclass(frozen=True)
class Card:
    suit: str
    open: bool = False


BOARD = grid(2, 2)
LIKE = [
    ("WB..", 0),
    (("", "a b", "_.#@/"), 1, None),
    Pair(3, (1, 2)),
    (Pair(-3, ()), frozenset({Pair(1, (2,)), Pair(2, (3,))})),
    (Card("red"), (Card("§ü", True),), True, False),
    (),
    "abcd",
    -7,
    frozenset(),
]


@pytest.mark.parametrize("value", LIKE, ids=str)
def test_round_trip_of_values(value):
    line = state_codec.pack(value, BOARD)
    back = state_codec.unpack(line, value, BOARD)
    assert back == value
    assert repr(back) == repr(value) or isinstance(value, tuple)
    assert not set(line) & set("#@/\\. \n")


def test_states_with_more_than_labels():
    rules = Sliding(BOARD, ["1", *[""] * (len(BOARD) - 1)])
    rules.goal = rules.goal, 0
    rules.start = lambda rng=None: rules.goal
    state = rules.first, 1
    assert rules.decode(rules.encode(state)) == state


@pytest.mark.parametrize(
    ("value", "line", "like"),
    [
        ((1, 2, 3), "t3_1_2_3", (0,)),
        ((1, 2, 3), "t3_1_2_3", ()),
        ((None, 2), "t2_none_2", (1, 1)),
        (frozenset({(1, 2)}), "s1_t2_1_2", frozenset({(5, 6), (7, 8)})),
    ],
)
def test_lengths_may_differ(value, line, like):
    assert state_codec.unpack(line, like, BOARD) == value


@pytest.mark.parametrize(
    ("line", "like"),
    [
        ("t2_1_2", Pair(1, ())),
        ("t2_1", (1, 1)),
        ("t3_1_2_3", Pair(1, ())),
        ("=abc", 1),
        ("yes", 1),
        ("1", True),
        ("~W2", ("WB..")),
        ("=abc", "abcd"),
        ("t2_=a_1", (1,)),
        ("s1_=a", frozenset({1})),
        ("1_2", 1),
        ("", 1),
        ("x", 1),
        ("t999999", ()),
        ("t1_" * 500 + "1", ()),
        ("9" * 30, 1),
        ("~99999999999", "...."),
    ],
)
def test_values_of_other_pattern(line, like):
    with pytest.raises(NotationError):
        state_codec.unpack(line, like, BOARD)


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(max_size=6),
    lambda inner: st.tuples(inner, inner) | st.lists(inner, max_size=3).map(tuple),
    max_leaves=8,
)


@given(plain)
def test_any_plain_value(value):
    assert state_codec.unpack(state_codec.pack(value, BOARD), value, BOARD) == value


@given(st.text(alphabet=".BWxy1%,_", min_size=1, max_size=40))
def test_cells(text):
    for board in (grid(len(text), 1), grid(1, len(text)), grid(len(text), 2), hexhex(2)):
        cells = (text * len(board))[: len(board)]
        written = position_notation.write_cells(board, cells)
        assert position_notation.read_cells(board, written) == cells


# -- unreachable positions -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.usefixtures("short_checks")
@pytest.mark.parametrize(
    "text",
    sample(
        [
            "hex:2@RR,RR",
            "hex:3@RBR,BRB,RBR_B_9",
            "hex:3@RRR,BBB,RRR_R_2",
            "shifty:3@BWB,WBW,BWB_W",
            "shifty:4@4,4,4,4_W_3",
            "slither:3@BWB,WBW,BWB",
            "slither:3@BB1,3,3_B_2_hc3-b3",
            "crossway:3@BW1,WB1,3",
            "permute:2@oooo",
            "permute:2@OYOY_Y",
            "permute:3@ooo,yyy,Ooo_Y_2",
            "slyde:3@WWW,WWW,WWW",
            "slyde:2@wbwb_B_1",
            "pentago@WWWWWW,WWWWWW,BBBBBB,BBBBBB,WWWWWW,BBBBBB_B",
            "pentago@WWWWW1,BBBBB1,6,6,6,6_W_1",
            "catchup:2@WW,WWW,WW_B_3_2_0",
            "catchup:2@2,3,2_B_3_2_9",
            "palago@empty_B",
            "palago@0,0a+0,-1b_W_2_WB",
            "palago@0,0a_W_0_B",
            "knights@black,black,white,white,_,_,_,_,_,_",
            "fifteen:2,height=2@321_",
            "cube:2@RRRRLLLLUUUUDDDDFFFFBBBB",
        ],
        12,
    ),
)
def test_unusual_positions(text):
    rules = load(text)
    assert inspect_rules(load(rules.setup.id), games=1, plies=6).problems == []
    session = random_session(rules.setup.id, 10)
    assert rules.decode(rules.encode(session.state)) == session.state


# -- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hex:3@3,3", "the position has 2 rows, not 3"),
        ("palago@0,0a+9,9b_W", "the tiles must be connected"),
        ("palago:tiles=8@1,0a+2,0a_B_1", "the tiles must be connected"),
        ("hex:3@3,4,3", "'4' has 4 cells, not 3"),
        ("hex:3@3,99,3", "'99' has more cells than the board"),
        ("hex:3@3,1W1,3", "'W' is not a piece; use R, B"),
        ("hex:3@3,3,3_X", "'X' is not a side to move; use R or B"),
        ("hex:3@3,3,3_R_x", "'x' is not a number of plies"),
        ("hex:3@3,3,3_R_-1", "'-1' is not a number of plies"),
        ("hex:3@3,3,3_B_0", "it cannot be Blue's turn after 0 plies"),
        ("hex:3,swap=off@3,3,3_B_2", "it cannot be Blue's turn after 2 plies"),
        ("hex:3@3,3,3_R_2_p1_hzz", "'hzz' is not a valid field"),
        ("hex:3@3,3,3_R_2_p1_ha1_q", "unexpected 'q' at the end"),
        ("slither:3@3,3,3_B_2_ha1", "is not a step that can begin a turn"),
        *(
            (f"slither:3,swap=off@2W,3,B2_B_2_h{half}", "is not a step that can begin a turn")
            for half in ("c1-a1", "a1-b2", "b2-b2", "b2-b3")
        ),
        ("permute:4@oyoy,yoyo,oyoy,yo1o", "every cell needs a stone"),
        ("slyde:4@4,4,4,4", "every cell needs a stone"),
        ("slyde:2@wb,bw_B_2", "it cannot be Black's turn after 2 plies"),
        ("pentago@36_W_2", "it cannot be White's turn after 2 plies"),
        ("catchup:2@7_W_9", "must be 1 to 3, not 9"),
        ("catchup:2,third=none@7_W_3", "must be 1 to 2, not 3"),
        ("palagem@abca+abca_empty_0", "distinct"),
        ("palagem@abcd", "distinct"),
        ("palagem@abca+aaaa+bbbb", "3 palagems"),
        ("palagem@abca_0,0a", "1 palagems"),
        ("palagem@abca+aaaa_0,0a+0,0b", "each on its own cell"),
        ("palagem@abca+aaaa_0,0d", "each on its own cell"),
        ("palagem@abca+aaaa_0,0a_1", "all 40 tiles must be placed"),
        ("palagem@abca+aaaa_1,0a+-1,0a", "connected"),
        ("palagem@abca+aaaa_30,0a", "near 0,0"),
        ("palagem@abca+aaaa_0,0a_0_0", "unexpected"),
        ("palago@0,0d", "written like 0,0a+0,-1b"),
        ("palago@999,0a", "the tiles must be connected"),
        ("palago@0,0a+0,0b", "each on its own cell"),
        ("cube:2@UUU", "lists 3 pieces"),
        ("fifteen:2,height=2@1123", "'1' once, the position 2"),
        ("pinball@1", "there are 9 cells"),
        ("hex#3@5", "seed"),
        ("hex@3#3", "leave one out"),
        ("hex@", "is not a game ID"),
    ],
)
def test_invalid_positions(text, words):
    with pytest.raises(PuzzlekitError) as caught:
        load(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUND)
@settings(max_examples=sample_size(20, 6))
@given(seed=st.integers(0, 10**6))
def test_modified_texts_give_positions_or_errors(name, seed):
    rules, rng = cached_load(name), Random(seed)
    line = list(rules.encode(list(random_positions(rules, 3, seed % 7))[-1]))
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(line) + 1)
        letter = rng.choice(["", "", *"09RBWwboOY_,%=+-axéU"])
        line[place : place + rng.randrange(2)] = [letter]
    try:
        state = parse_position(rules, "".join(line))
    except PuzzlekitError as error:
        message = str(error)
    else:
        message = ""
        assert rules.decode(rules.encode(state)) == state
    assert "\n" not in message


def test_plugin_with_unsupported_states(add_plugin, run, command_error):
    add_plugin("race", modified_race("return 0, 0", 'return __import__("fractions").Fraction(), 0'))
    rules = load("race")
    assert inspect_rules(rules).problems == []
    message = "Race positions have no ID: its positions contain a Fraction. Copy the game instead."
    assert run("convert", "race", "--to", "position") == (2, "", f"puzzlekit: {message}\n")
    assert command_error("perft", "race", "--from", "1", "--depth", "1")


def test_plugin_without_notation(add_plugin):
    add_plugin("corner", CORNER)
    rules = load("corner")
    state = state_after(rules, ["a4-b4"])
    assert rules.encode(state) == "t2_~1B2,4,4,3W_1"
    reloaded = load(position_id(rules, state))
    assert reloaded.start().state == state.state
    assert inspect_rules(reloaded).problems == []
    assert not can_edit(rules)
    with pytest.raises(NotationError, match="there is no player 7"):
        load("corner@t2_~1B2,4,4,3W_7")
    for line in ("t2_~1B2,4_0", "t2_16_0", "t2_~16_yes"):
        with pytest.raises(NotationError, match="Corner cannot start from"):
            load(f"corner@{line}")
    head = "def pieces(self, state):\n"
    add_plugin("corner", CORNER.replace(head, f"{head}        self.players[self.turn(state)]\n"))
    with pytest.raises(NotationError, match="there is no player 7"):
        load("corner@t2_~1B2,4,4,3W_7")


def test_old_clobber_positions(add_plugin):
    path = ROOT / "examples" / "plugins" / "clobber.py"
    add_plugin("clobber", path.read_text(encoding="utf-8"))
    rules = load("clobber:3,height=2@t2_~B1W,BWB_1")
    assert rules.setup.id == "clobber:width=3,height=2@B1W,BWB_W_1"
    assert rules.legal_moves(rules.start()) == ["c2-c1", "b1-a1", "b1-c1"]
    assert can_edit(rules)
    for bad in ("t2_~BW1,3_x", "t2_~BW,3_0", "t2_6_0", "t2_~6_yes", "t2_~BX1,3_0"):
        with pytest.raises(NotationError, match="Clobber cannot start from"):
            load(f"clobber:3,height=2@{bad}")


# -- edited positions ------------------------------------------------------------------------------


EDITED = [name for name in FOUND if FOUND[name].editor_letters[0] or load(name).editor_letters[0]]


def test_editable_games():
    assert {"hex", "shifty", "slither", "crossway", "permute", "slyde"} <= set(EDITED)
    assert all(can_edit(load(name)) for name in [*EDITED, "fifteen", "pinball", "cube"])
    assert not can_edit(load("palago"))

    class Wrong(type(load("pentago"))):
        """A game with an editor letter that is not a piece."""

        editor_letters = ".WX", "WB"

    assert any("'X' is not a piece" in message for message in inspect_rules(Wrong()).problems)


@pytest.mark.slow
@pytest.mark.usefixtures("short_checks")
@pytest.mark.parametrize("name", sample(EDITED, 4))
def test_edited_positions_are_playable(name):
    rules, rng = load(name), Random(4)
    state = list(random_positions(rules, 5, 1))[-1]
    for _ in range(100):
        cell, step = rng.randrange(len(rules.board)), rng.choice([1, -1])
        state = cycle_cell_content(rules, state, cell, step)
        if rng.random() < 0.2:
            before, state = rules.turn(state), switch_side_to_move(rules, state)
            assert rules.turn(state) != before
    reloaded = load(position_id(rules, state))
    assert reloaded.start() == state
    assert inspect_rules(reloaded, games=1, plies=4).problems == []


# -- IDs and the command line ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argv", "out"),
    [
        (["solve", "fifteen:3,height=3", "--from", "1234567_8"], "c1-b1\n1 move, proved short"),
        (["solve", "fifteen:3,height=3@1234567_8"], "c1-b1\n1 move, proved shortest\n"),
        (["solve", "pinball", "--from", "goal", "--to", "goal"], "Already solved."),
        (["solve", "cube:2", "--from", "(U1 U2)", "--to", "(U1 U2)"], "Already there."),
        (["perft", "hex:3", "--from", "R2,3,3_B", "--depth", "2"], "  2                   56\n"),
        (["perft", "hex:3,swap=off", "--depth", "1", "--from=8R"], "  1                    8\n"),
        (["distances", "knights", "--from", "goal"], "all                1,260\n"),
        (["order", "hex:3", "--from", "RRR,3,3"], "order 5040  S7 "),
        (["group", "twist:2,height=2", "--from", "2134"], "order       "),
        (["convert", "hex:3", "--from", "1R7_B", "--to", "position"], "@1R1,3,3_B_3"),
        (["convert", "twist:2,height=2", "--from", "2134", "--to", "toml"], 'start = "2 1 3 4"'),
    ],
)
def test_commands_from_position(run, argv, out):
    code, message, err = run(*argv)
    assert (code, err) == (0, "")
    assert out in message


def test_play_from_position(run, home, monkeypatch):
    monkeypatch.setattr("sys.stdin", StringIO("position\nc1\nposition\nrecord\nquit\n"))
    code, out, _ = run("play", "hex:3", "--from", "R2,3,3_B", "--text")
    assert code == 0
    assert "hex:size=3@R2,3,3_B_3\n" in out
    assert "hex:size=3@R1B,3,3_R_4\n" in out
    assert '[ID "hex:size=3@R2,3,3_B_3"]' in out
    assert "1... c1 *" in out
    assert Library().open(1)[0].setup.game.position == "R2,3,3_B_3"


def test_position_of_puzzle_file(run, tmp_path):
    path = tmp_path / "a@b c.cycles"
    path.write_text("L: (1 2 3)\n", encoding="utf-8")
    code, out, _ = run("solve", path, "--from", "312")
    assert (code, out) == (0, "L'\n1 move, proved shortest\n")
    code, text, _ = run("convert", path, "--from", "312", "--to", "position")
    assert run("solve", text.strip())[:2] == (0, "L'\n1 move, proved shortest\n")


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["solve", "pinball", "--from", "x"], "Pinball cannot start from 'x'"),
        (["perft", "hex:3", "--from", "goal", "--depth", "1"], "has no goal"),
        (["perft", "hex:3@9", "--from", "9", "--depth", "1"], "leave out --from"),
        (["order", "pinball", "knights", "--from", "goal"], "--from works with a single ID"),
        (["solve", "pinball", "--from", "goal", "--seed", "3"], "use only one"),
        (["solve", "pinball", "--from", "(1 99)"], "Unknown cell '99'"),
        (["play", "x.pgn", "--from", "9", "--text"], "do not apply to saved games"),
    ],
)
def test_invalid_input(command_error, argv, words):
    assert words in command_error(*argv)
