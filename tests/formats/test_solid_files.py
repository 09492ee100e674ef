"""Tests for drawing puzzle files of known solids in space."""

import pytest
from support import DATA_FOLDER, python

from puzzlekit import formats, load
from puzzlekit.formats.as_rules import definition_of
from puzzlekit.formats.definition import Definition
from puzzlekit.play.parse_moves import read_moves
from puzzlekit.rules.solids.recognize_solid import with_split_centres
from puzzlekit.rules.solids.turning import turn_permutation

SAMPLES = DATA_FOLDER / "puzzles"


def write_and_load(path, definition):
    path.write_text(formats.write(definition, "kpuzzle" if path.suffix == ".json" else "tws"))
    return load(str(path))


@pytest.mark.parametrize("suffix", ["tws", "json"])
def test_cube_file(tmp_path, suffix):
    cube = load("cube:3")
    rules = write_and_load(
        tmp_path / f"strange.{suffix}", definition_of(cube)._replace(name="Strange")
    )
    assert rules.solid.turns == cube.solid.turns
    assert sorted(rules.board.points) == sorted(cube.board.points)
    looks = rules.pieces(rules.start())
    for piece, sticker in zip(looks, rules.solid.stickers, strict=True):
        assert (piece.form, piece.text) == ("sticker", rules.solid.faces[sticker.face].name)
    assert len({piece.colour for piece in looks}) == 6
    assert len({move: rules.clicks(move)[0] for move in rules.twists}) == 12
    touched = [rules.solid.stickers[cell].face for cell in rules.clicks("U")[0].cells]
    assert {rules.solid.faces[face].name for face in touched} == {"U"}


def test_pieces_with_unknown_orientation_are_grey(tmp_path):
    text = (SAMPLES / "pocket.tws").read_text()
    path = tmp_path / "corners.tws"
    start = "StartState\nA\n1 2 3 4 5 6 7\n? 0 0 0 0 0 0\n"
    path.write_text(text.replace("StartState\n", start, 1))
    rules = load(str(path))
    looks = rules.pieces(rules.start())
    assert rules.solid is not None
    assert [piece.colour == "grey" for piece in looks] == [cell < 3 for cell in range(24)]


def test_turning_centres(tmp_path):
    cube = with_split_centres(load("cube:3").solid)
    moves = {name: turn_permutation(cube, turn) for name, turn in cube.turns.items()}
    cells = tuple(f"c{number}" for number in range(72))
    puzzle = Definition(name="Centres", cells=cells, goal=cells, moves=moves)
    rules = write_and_load(tmp_path / "centres.json", puzzle)
    looks = rules.pieces(rules.start())
    grey = [
        sticker
        for piece, sticker in zip(looks, rules.solid.stickers, strict=True)
        if piece.colour == "grey"
    ]
    assert sorted(sticker.face for sticker in grey) == list(range(6))
    assert all(len(sticker.corners) == 3 for sticker in grey)
    assert rules.pieces(rules.play(rules.start(), "U")) != looks


@pytest.mark.parametrize("name", ["coin.json", "m11.g", "topspin.tws", "square1.tws"])
def test_files_without_solid(name):
    assert load(str(SAMPLES / name)).solid is None


def test_file_of_plugin_without_options(tmp_path):
    assert write_and_load(tmp_path / "dino.tws", definition_of(load("dino"))).solid is not None


def test_solids_are_matched_only_for_display():
    for command in ("order", "solve --optimal"):
        code = (
            "import sys; from puzzlekit.cli import main; "
            f"main([*{command.split()!r}, 'tests/data/puzzles/pocket.tws']); print(*sys.modules)"
        )
        modules = python(code)
        assert "puzzlekit.formats" in modules
        assert "puzzlekit.plugin.known_solids" not in modules


def test_notation_of_cube_file(tmp_path):
    rules = load(str(SAMPLES / "cube.tws"))
    assert read_moves(rules, rules.goal, "x U M Rw") == ["F", "L'", "R", "L"]
    known = rules.definition
    swapped = {name.translate(str.maketrans("UF", "FU")): known.moves[name] for name in known.moves}
    mirrored = write_and_load(tmp_path / "mirrored.tws", known._replace(moves=swapped))
    assert mirrored.solid is not None
    assert mirrored.notation == {}  # U is not opposite D


def test_notation_of_pocket_cube_with_six_faces(tmp_path):
    cube = load("cube:2").solid  # turns only U, R and F, but knows the names of the other faces
    turns = {name: cube.notation[name] for name in "ULFRBD"}
    moves = {name: turn_permutation(cube, turn) for name, turn in turns.items()}
    cells = tuple(f"c{number}" for number in range(24))
    puzzle = Definition(name="Pocket", cells=cells, goal=cells, moves=moves)
    rules = write_and_load(tmp_path / "pocket.json", puzzle)
    assert rules.solid.turns == turns
    assert read_moves(rules, rules.goal, "x U Rv F") == ["F", "B"]
