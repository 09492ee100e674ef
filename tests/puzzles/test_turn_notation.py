"""The notation of cubers, compared with turns and rotations of all stickers in space."""

import re
from itertools import groupby
from random import Random

import pytest
from support import example_plugin, goal_after, play_moves

from puzzlekit import (
    IllegalMoveError,
    NotationError,
    OptionError,
    Turn,
    TwistySolid,
    even_cube,
    load,
)
from puzzlekit.core.permutation import identity, inverse, multiply
from puzzlekit.core.solid import rotate
from puzzlekit.play.parse_moves import read_moves
from puzzlekit.play.positions import parse_position
from puzzlekit.rules.solids import rotation_notation
from puzzlekit.rules.solids.turning import turn_permutation
from puzzlekit.solving.invariants import unsolvable_reason
from puzzlekit.solving.solution import as_word, write_moves


def sticker_permutation(solid, word):
    """Return the permutation of all stickers by a word, each turn made as written."""
    images = identity(len(solid.stickers))
    for name, exponent in word:
        turn = turn_permutation(solid, solid.turns.get(name) or solid.notation[name])
        for _ in range(abs(exponent)):
            images = multiply(images, turn if exponent > 0 else inverse(turn))
    return images


def rotations(solid):
    """Return the permutations of the stickers by rotations of the whole."""
    known, new = set(), [identity(len(solid.stickers))]
    whole = [
        turn_permutation(solid, Turn(line, 0, len(each.planes), 1))
        for line, each in enumerate(solid.lines)
    ]
    while new:
        known.update(new)
        new = [
            image for each in new for turn in whole if (image := multiply(each, turn)) not in known
        ]
        new = list(dict.fromkeys(new))
    return known


@pytest.mark.parametrize("name", ["cube:2", "cube:3", "cube:4", "cube:5", "megaminx"])
def test_turns_equal_moves_up_to_rotation(name):
    rules = load(name)
    solid, rng = rules.solid, Random(name)
    names = [*solid.turns, *solid.notation]
    whole = rotations(solid)
    assert len(whole) == (60 if name == "megaminx" else 24)
    for _ in range(20):
        word = [(rng.choice(names), rng.choice([-2, -1, 1, 2])) for _ in range(8)]
        text = " ".join(f"({name}){abs(power)}" + "'" * (power < 0) for name, power in word)
        moves = read_moves(rules, rules.goal, text)
        own = identity(len(solid.stickers))
        for move in moves:
            own = multiply(
                own, sticker_permutation(solid, [(move.rstrip("'"), -1 if "'" in move else 1)])
            )
        written = sticker_permutation(solid, word)
        assert any(multiply(written, rotation) == own for rotation in whole), text


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Rw U", "L F"),
        ("r U", "L F"),
        ("M2 U", "R2 L2 D"),
        ("x U", "F"),
        ("y F", "R"),
        ("x y F", "R"),
        ("Rv U", "F"),
        ("R\N{RIGHT SINGLE QUOTATION MARK} U . F2 // first pair", "R' U F2"),
        ("R' /* x */ U", "R' U"),
        ("RUR'U'", "R U R' U'"),
        ("(R U)3", "R U R U R U"),
        ("[r U: D]", "r U D U' r'"),
        ("[R: U] [R, U]", "R U R' R U R' U'"),
        ("R2' U'2", "R2 U2"),
        ("R\N{LEFT SINGLE QUOTATION MARK} 2\N{EN DASH}3Fw", "R' 2-3Fw"),
        ("1R 3R 3Fw U", "R L' z U"),
        ("[r2] U [f'] R", "x2 U z' R"),
    ],
)
def test_cube_spellings(text, same):
    rules = load("cube:3")
    assert goal_after(rules, text) == goal_after(rules, same)


def test_megaminx_wide_turns():
    rules = load("megaminx")
    assert read_moves(rules, rules.goal, "R++ L'") == ["L", "L", "L'"]
    assert read_moves(rules, rules.goal, "D-- U") == ["U'", "U'", "U"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("R U Rq", r"no move 'Rq' \(position 5\)"),
        ("R Q", r"no move 'Q' \(position 3\)"),
        ("R // U\nQ2", r"no move 'Q2' \(position 8\)"),
        ("Q", r"no move 'Q' \(position 1\)\. Moves are U, U', R, R', F, F' and \d+ others"),
        ("X", r"no move 'X' \(position 1\)\. Did you mean 'x'"),
    ],
)
def test_error_for_unknown_turn(text, message):
    rules = load("cube:3")
    with pytest.raises(NotationError, match=message):
        read_moves(rules, rules.goal, text)


@pytest.mark.parametrize("turn", [Turn(9, 0, 1, 1), Turn(0, 0, 3, 1), Turn(0, -1, 1, 1)])
def test_notation_with_unknown_layers(turn):
    cube = even_cube(3)
    with pytest.raises(OptionError, match="names layers that do not exist"):
        TwistySolid(cube.with_turns(cube.turns, {"M": turn}))


def test_names_of_wide_turns():
    assert {"Rw", "3Rw", "2-3Rw", "r", "3r", "x", "m"} <= set(even_cube(6).notation)
    assert "M" in even_cube(5).notation
    assert "M" not in even_cube(4).notation
    assert {"3-4Lw", "4Rw"} <= set(even_cube(4).notation)
    assert not {"3Rw", "M"} & set(even_cube(2).notation)


FACELETS = "DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD"


def net_text(faces, size):
    rows = {face: [text[at:][:size] for at in range(0, size * size, size)] for face, text in faces}
    middle = [" ".join(row) for row in zip(*map(rows.get, "LFRB"), strict=True)]
    indent = " " * (size + 1)
    return "\n".join([indent + row for row in rows["U"]] + middle + [indent + r for r in rows["D"]])


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_facelets_in_other_layouts(size):
    rules, area = load(f"cube:{size}"), size * size
    state = play_moves(rules, rules.goal, ["R", "U", "F", "U", "R'"])
    blocks = {face: "".join(state[i * area :][:area]) for i, face in enumerate("ULFRBD")}
    texts = [net_text(blocks.items(), size), ",".join("".join(map(blocks.get, "URFDLB")))]
    if size % 2:
        texts += ["".join(map(blocks.get, order)) for order in ("UDFBLR", "FRBLUD", "UFRDBL")]
    for text in texts:
        assert parse_position(rules, text) == state, text


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_facelets_of_scrambled_cubes(size):
    rules, area = load(f"cube:{size}"), size * size
    state = rules.scramble(Random(size))
    blocks = {face: state[i * area :][:area] for i, face in enumerate("ULFRBD")}
    listed = "".join("".join(blocks[face]) for face in "URFDLB")
    assert parse_position(rules, listed) == parse_position(rules, "".join(state)) == state
    coloured = listed.translate(str.maketrans("URFDLB", "wrgyob"))
    seen = parse_position(rules, coloured)
    corner = f"D{area - size + 1}", f"L{area - size + 1}", f"B{area}"
    assert (
        seen == state
        if size % 2
        else [seen[rules.board.index[cell]] for cell in corner] == ["D", "L", "B"]
    )
    names = dict(zip(state, seen, strict=True))  # the same colours, seen from another side
    assert tuple(map(names.get, state)) == seen
    assert unsolvable_reason(rules, seen) is None


def test_facelets_of_scramble():
    # U turns the first rows of the sides: R1 to R3 come from the back.
    rules = load("cube")
    faces = ["U" * 9, "BBBRRRRRR", "RRRFFFFFF", "D" * 9, "FFFLLLLLL", "LLLBBBBBB"]
    assert parse_position(rules, "".join(faces)) == rules.play(rules.goal, "U")


@pytest.mark.parametrize(
    ("facelets", "message"),
    [
        (FACELETS[:-1] + "U", "Cube cannot start from"),
        ("x" + FACELETS[1:], "Cube cannot start from"),
        (FACELETS[:-1] + "X", r"no piece 'X'\. Pieces are B, D, F,"),
    ],
)
def test_invalid_facelets(facelets, message):
    with pytest.raises(NotationError, match=message):
        parse_position(load("cube"), facelets)


def test_facelets_of_masked_cube():
    cube, cross = load("cube"), load("cube:3,mask=cross")
    moves = ["R", "U'", "F", "D"]
    line = cube.encode(play_moves(cube, cube.goal, moves))
    assert parse_position(cross, line) == play_moves(cross, cross.goal, moves)
    with pytest.raises(NotationError, match="There is no piece B-F-R, as shown at B9-L7-D7"):
        parse_position(cross, FACELETS[:-2] + "DB")
    with pytest.raises(NotationError, match="has 'D' 9 times, the position 8"):
        parse_position(cross, FACELETS[:-1] + "U")


@pytest.mark.parametrize("size", [3, 4, 7])
def test_scrambles_use_wide_turns(size):
    rules, rng = load(f"cube:{size}"), Random(size)
    moves = [rng.choice([*rules.all_moves()]) for _ in range(60)]
    line = rules.write_scramble(as_word(rules, moves))
    assert re.fullmatch(r"((3?[URFDLB]w|[URFDLB])['2]? ?)+", line)
    assert goal_after(rules, line) == play_moves(rules, rules.goal, moves)


def test_pyraminx_scrambles_end_with_tips():
    rules = load("pyraminx")
    moves = ["u", "R'", "l'", "B", "U'"]
    line = rules.write_scramble(as_word(rules, moves))
    assert line == "R' B U' u l'"
    assert goal_after(rules, line) == play_moves(rules, rules.goal, moves)


def test_clock_scrambles():
    rules = example_plugin("clock")()
    state = goal_after(rules, "UR5- U2+ y2 DL3+ ALL1- // comment")
    moves = ["UR'"] * 5 + ["U"] * 2 + ["bDL"] * 3 + ["bALL'"]
    assert state == play_moves(rules, rules.goal, moves)
    assert goal_after(rules, "UR5- U2+ y2 DL3+ ALL1-\nUR DL UL") == state
    assert read_moves(rules, rules.goal, "DL1- UR") == ["DL'", "UR"]
    # The dial UR is on both sides: it turned five hours back and two forward, and one by the back.
    dials = dict(zip(rules.board.cells, state, strict=True))
    assert (dials["UR"], dials["bUL"]) == ("10", "2")


def test_square_1_scrambles():
    rules = example_plugin("square1")()
    plain = "/ U3 D3 / U / U2' D2' / U2 / U2 D2 / U' / U3' D3' / U2' / U2 D2 / D2'"
    # A sequence that cubers know: it exchanges two edges and turns both layers.
    text = "/(3,3)/(1,0)/(-2,-2)/(2,0)/(2,2)/(-1,0)/(-3,-3)/(-2,0)/(2,2)/(0,-2)"
    moves = read_moves(rules, rules.goal, text)
    assert moves == plain.split()
    assert play_moves(rules, rules.goal, moves) != rules.goal
    for first in ("(1,0)/", "(0,-1)/", "(-5,5)/", "( 4 , 0 ) /"):
        assert read_moves(rules, rules.goal, first)[-1] == "/"
    assert read_moves(rules, rules.goal, text.translate({40: None, 41: None})) == moves
    assert read_moves(rules, rules.goal, "(3,-9)/") == read_moves(rules, rules.goal, "(-9,3)/")
    for text, part in (("(-1,0)/", "(-1,0)"), ("/(3,3)/ ( 1, 1)/", "( 1, 1)"), ("/ U3 U2", "'U2'")):
        with pytest.raises(IllegalMoveError, match=re.escape(part)):
            read_moves(rules, rules.goal, text)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("clock", "UR5- DL2+ R6+ ALL1- y2 U3+ L4-"),
        ("clock", "y2 ALL1+"),
        ("square1", "(1,0)/ (3,3)/ (0,-3)/"),
        ("square1", "/ (0,6)/ (-3,3)"),
    ],
)
def test_notation_round_trip(name, line):
    rules = example_plugin(name)()
    moves = read_moves(rules, rules.goal, line)
    counted = [(move.rstrip("'"), -1 if move[-1] == "'" else 1) for move in moves]
    word = [(key, sum(n for _, n in group)) for key, group in groupby(counted, lambda e: e[0])]
    assert rules.write_notation(tuple(word)) == line
    assert read_moves(rules, rules.goal, write_moves(rules, moves)) == moves


@pytest.mark.parametrize("size", range(2, 8))
def test_facelet_order_matches_other_programs(size, run):
    rules = load(f"cube:{size}#5")
    code, out, _ = run("convert", f"cube:{size}#5", "--to", "facelets")
    faces = [out[k * size * size : (k + 1) * size * size] for k in range(6)]
    labels = dict(zip(rules.board.cells, rules.start(), strict=True))
    assert code == 0
    for face, found in zip("URFDLB", faces, strict=True):
        assert found == "".join(labels[f"{face}{n + 1}"] for n in range(size * size))
    assert parse_position(rules, out.strip()) == rules.start()
    code, _, err = run("convert", "skewb", "--to", "facelets")
    assert code == 2
    assert err.startswith("puzzlekit: Only a cube has facelets; the cells of Skewb are")


def test_rotations_take_linear_time(monkeypatch):
    calls = []
    monkeypatch.setattr(
        rotation_notation, "rotate", lambda *each: calls.append(each) or rotate(*each)
    )
    cube = load("cube")
    assert read_moves(cube, cube.start(), "M" * 400) == ["L'", "R"] * 400
    assert 400 <= len(calls) <= 3000
