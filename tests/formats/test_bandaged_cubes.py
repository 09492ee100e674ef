"""Bandaged cubes: pictures of glued pieces, compared with a plugin and with counts."""

from random import Random

import pytest
from support import example_plugin, play_moves

from puzzlekit import convert, load, solve
from puzzlekit.core.errors import FormatError
from puzzlekit.core.words import expand
from puzzlekit.formats import parse, write
from puzzlekit.formats.bandaged_cubes import bandaged_cube, net_order
from puzzlekit.rules.solids.cubes import even_cube
from puzzlekit.solving.group_facts import facts

TWO_BLOCKS = """
      . a a
      . . .
      . . .
. . . . b . . . . . . .
. . . . b . . . . . . .
. . . . . . . . . . . .
      . . .
      . . .
      . . .
"""


@pytest.fixture
def load_bandaged_cube(tmp_path):
    def load_cube(size, glued):
        path = tmp_path / "bandaged.toml"
        path.write_text(f'layers = {size}\nglued = """{glued}"""\n')
        return load(path)

    return load_cube


def test_pocket_cube_equals_example(load_bandaged_cube):
    rules, example = load_bandaged_cube(2, "a a . ." + " ." * 20), example_plugin("bandaged")()
    state, other, rng = rules.goal, example.goal, Random(1)
    for _ in range(50):
        moves = rules.legal_moves(state)
        assert moves == example.legal_moves(other)
        move = rng.choice(moves)
        state, other = rules.play(state, move), example.play(other, move)
    found = facts(load_bandaged_cube(2, "a a . ." + " ." * 20))
    assert found.arrangements == 29_160  # as many as a breadth-first search visits
    assert found.up_to_rotations is None


def test_cubing_site_keys(load_bandaged_cube, tmp_path):
    assert load_bandaged_cube(3, TWO_BLOCKS).keys == load("cube:3").keys
    for name, count in (("cube:2", 28), ("cube:3", 36), ("megaminx", 0), ("skewb", 0)):
        path = tmp_path / f"{name.replace(':', '-')}.tws"
        path.write_text(convert(name, to="tws"))
        assert len(load(path).keys) == count


@pytest.mark.slow
def test_no_three_equal_moves_in_a_row(load_bandaged_cube):
    rules = load_bandaged_cube(3, TWO_BLOCKS)
    found = solve(rules, rules.start(Random(1)))
    assert len(found.moves) == found.length
    assert found.moves == expand(found.word, rules.inverse_move)
    assert play_moves(rules, rules.start(Random(1)), found.moves) == rules.goal


def test_turns_move_whole_blocks(load_bandaged_cube):
    rules = load_bandaged_cube(3, TWO_BLOCKS)
    # The block a crosses R, and b crosses U.
    assert {move[0] for move in rules.legal_moves(rules.goal)} == set("FBLD")
    assert rules.solid is not None
    shown = rules.pieces(rules.goal)
    assert [piece.colour for piece in shown[::9]] == [
        *("white", "orange", "green", "red", "blue", "yellow")
    ]
    texts = [shown[rules.board.index[cell]].text for cell in ("U2", "B1", "F2", "U1")]
    assert texts == ["a", "a", "b", "U"]
    wide = load_bandaged_cube(4, ". a . . . a . ." + " ." * 88)
    moves = wide.legal_moves(wide.goal)
    assert {"U", "Bw"} <= set(moves)
    assert "B" not in moves


def test_round_trip(load_bandaged_cube, tmp_path):
    rules = load_bandaged_cube(3, TWO_BLOCKS)
    (tmp_path / "again.toml").write_text(text := convert(rules, "toml"))
    assert load(tmp_path / "again.toml").definition == rules.definition
    assert "      . a a\n" in text
    with pytest.raises(FormatError, match="glued together"):
        convert(rules, "tws")


def test_picture_of_many_blocks():
    stickers = even_cube(5).stickers
    pieces = list(dict.fromkeys(sticker.layers for sticker in stickers))
    names = {layers: f"b{number // 2}" for number, layers in enumerate(pieces[:90])}
    cube = bandaged_cube(5, [names.get(stickers[cell].layers, ".") for cell in net_order(5)])
    again = parse(write(cube, "toml"), "toml")
    assert len(cube.blocks) == 45
    assert set(again.blocks) == set(cube.blocks)


@pytest.mark.parametrize(
    ("size", "glued", "message"),
    [
        (9, "", "line 1: a cube has 2 to 7 layers, not 9"),
        (2, "a b", "the net has 24 stickers, but there are 2 marks"),
        (2, "a b b . b" + " ." * 19, "the piece at L1 has the marks 'a' and 'b'"),
        (2, "a" + " ." * 23, "line 2: only one piece has the mark 'a'"),
    ],
)
def test_invalid_pictures(load_bandaged_cube, size, glued, message):
    with pytest.raises(FormatError, match=message):
        load_bandaged_cube(size, glued)
