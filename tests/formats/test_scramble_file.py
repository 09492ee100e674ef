"""Positions in files: scrambles of twsearch and patterns of cubing.js."""

import json
from random import Random

import pytest
from support import DATA_FOLDER, goal_after, play_moves, reachable

from puzzlekit import NotationError, OptionError, PuzzlekitError, load, solve
from puzzlekit.core.errors import FormatError
from puzzlekit.formats.as_rules import convert_slides, definition_of
from puzzlekit.formats.piece_sets import sets_of
from puzzlekit.formats.scramble_file import write_pattern
from puzzlekit.play.positions import read_position

CUBE = str(DATA_FOLDER / "puzzles" / "cube.tws")
SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"


@pytest.fixture(scope="module")
def cube():
    return load(CUBE)


@pytest.fixture
def position(cube, tmp_path):
    def position(text, name="a.scr"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return read_position(cube, str(path))

    return position


def scramble():
    edges = " ".join(map(str, range(1, 13)))
    return f"# all edges flipped\nScramble Superflip\nB\n{edges}\n{'1 ' * 12}\nEnd\n"


def test_superflip_in_all_formats(cube, position):
    superflip = goal_after(cube, SUPERFLIP)
    assert position(scramble()) == superflip
    assert position(f"ScrambleAlg Superflip\n {SUPERFLIP}\nEnd\n") == superflip
    pattern = {"B": {"pieces": [*range(12)], "orientation": [1] * 12}}
    assert position(json.dumps(pattern), "a.scramble.json") == superflip
    flipped = json.loads(write_pattern(definition_of(cube), goal_after(cube, SUPERFLIP)))
    assert flipped["B"] == {"pieces": [*range(12)], "orientation": [1] * 12}
    pattern["B"]["orientation"] = [-1] * 12
    written = {"experimentalPuzzleName": "cube", "patternData": pattern}  # by KPattern.toJSON()
    assert position(json.dumps(written), "a.json") == superflip
    state = cube.scramble(Random(7))
    assert position(write_pattern(definition_of(cube), state), "a.json") == state
    limits = "Slack 2\nMaxDepth 20\nQTM\nMoveLimits\nU* 2\nEnd\n\n"
    assert position(limits + scramble() + "Slack 0\n", "scrambles.txt") == superflip
    state = goal_after(cube, "U")  # the rows of the move U in the file
    text = "Scramble U\nA\n3 1 4 2 5 6 7 8\nB\n2 4 1 3 5 6 7 8 9 10 11 12\nEnd\n"
    assert position(text) == state


def test_scrambles_without_position_are_skipped(cube, position):
    edges = " ".join(f"?{piece}" for piece in range(1, 13))
    partial = f"Scramble some edges\nB\n{edges}\n{'? ' * 12}\nEnd\n"
    twisted = f"Scramble corners\nA\n1 2 3 4 5 6 7 8\n{'0 ' * 7}?\nEnd\n"
    for text in (partial, twisted):
        assert position(text + scramble()) == goal_after(cube, SUPERFLIP)
        with pytest.raises(FormatError, match="no scramble without"):
            position(text)
    assert position("RandomScramble a\nEnd\n" + scramble()) == goal_after(cube, SUPERFLIP)


def test_orientation_of_piece_without_visible_orientation(tmp_path):
    path = tmp_path / "coins.tws"
    path.write_text("Set A 2 2\nSolved\nA\n1 2\n? 0\nEnd\nMove S\nA\n2 1\n0 1\nEnd\n")
    rules = load(str(path))
    scr = tmp_path / "a.scr"
    scr.write_text("Scramble S\nA\n2 1\n1 ?\nEnd\n")
    assert read_position(rules, str(scr)) == goal_after(rules, "S")


def test_pattern_of_plugin_fits_definition(run, tmp_path):
    definition, pattern = tmp_path / "pyraminx.json", tmp_path / "pattern.json"
    run("convert", "pyraminx", "--output", str(definition))
    run("convert", "pyraminx#7", "--to", "kpattern", "--output", str(pattern))
    opened, rules = load(str(definition)), load("pyraminx")
    found = read_position(opened, str(pattern))
    slots = [slot for each in sets_of(definition_of(rules)) for slot in each.slots]
    cells = [cell for slot in slots for cell in slot]  # in the order of the written file
    homes = dict(zip(opened.goal, [rules.goal[cell] for cell in cells], strict=True))
    state = load("pyraminx#7").start()
    assert [homes[label] for label in found] == [state[cell] for cell in cells]


def test_pattern_has_numbers_of_file():
    rules = load(str(DATA_FOLDER / "puzzles" / "topspin.tws"))  # the goal counts down
    pieces = json.loads(write_pattern(definition_of(rules), rules.goal))["DISCS"]["pieces"]
    assert pieces == [7, 6, 5, 4, 3, 2, 1, 0]


def test_pattern_of_toggle_puzzle(run):
    # Each light is an orbit of two pieces; all lights but e5, the fifth one, are out.
    position = "lights_out@" + "0000100000000000000000000"
    written = json.loads(run("convert", position, "--to", "kpattern")[1])
    assert [each["pieces"] for each in written.values()] == [[0, 1]] * 4 + [[1, 0]] + [[0, 1]] * 20


def test_pattern_of_sliding_puzzle(run):
    solved = json.loads(run("convert", "fifteen:2,height=2", "--to", "kpattern")[1])
    assert solved == {
        name: {"pieces": [*range(size)], "orientation": [0] * size}
        for name, size in (("A", 3), ("FIXED", 1))
    }
    with pytest.raises(FormatError, match="cannot represent this position"):
        write_pattern(
            convert_slides(definition_of(load("fifteen:2,height=2"))), ("1", "2", ".", "3")
        )


def test_moves_apply_to_any_puzzle(tmp_path):
    path = tmp_path / "a.scr"
    path.write_text("ScrambleAlg\nR // a comment\nU\nEnd\n", encoding="utf-8")
    rules = load("cube")
    assert read_position(rules, str(path)) == goal_after(rules, "R U")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no scramble"),
        ("Solved\nEnd", "expected Scramble or ScrambleAlg, not 'Solved'"),
        ("ScrambleAlg\nR U", "ScrambleAlg has no End"),
        ("ScrambleAlg R U\nEnd", "line 2: ScrambleAlg has no moves"),
        ("Scramble\nC\n1\nEnd", "line 2: expected a set"),
        ("Scramble\nB\n1 2\nEnd", "B has 12 slots, but the row has 2 numbers"),
        ("Scramble\nB\n13 2 3 4 5 6 7 8 9 10 11 12\nEnd", "pieces of 'B' are not those"),
        ("Scramble\nB\n1 1 3 4 5 6 7 8 9 10 11 12\nEnd", "cannot start from"),
    ],
)
def test_invalid_scrambles(text, message, position):
    with pytest.raises(PuzzlekitError, match=message):
        position(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "invalid JSON"),
        ("[1]", "a KPuzzle or KPattern is a JSON object"),
        ('{"patternData": 1}', "patternData is not an object"),
        ('{"B": {"pieces": "x", "orientation": []}}', "pieces is not a list"),
        ('{"B": {"pieces": [0], "orientation": [0]}}', "must be 12 numbers from 0 to 11"),
    ],
)
def test_invalid_patterns(text, message, position):
    with pytest.raises(PuzzlekitError, match=message):
        position(text, "a.json")


def test_puzzles_without_sets(tmp_path, position):
    path = tmp_path / "a.json"
    path.write_text('{"B": {"pieces": [0], "orientation": [0]}}', encoding="utf-8")
    with pytest.raises(PuzzlekitError, match="the puzzle has no sets"):
        read_position(load("cube"), str(path))
    with pytest.raises(PuzzlekitError, match="cannot be read"):
        read_position(load("cube"), str(tmp_path / "b.scr"))
    with pytest.raises(NotationError):
        read_position(load("hex:3"), str(path))
    with pytest.raises(PuzzlekitError, match="the puzzle has no set 'EDGES'; its sets are A, B"):
        position('{"EDGES": {"pieces": [0], "orientation": [0]}}', "a.json")


TWISTING = {
    "name": "four pieces with three orientations",
    "orbits": [{"orbitName": "A", "numPieces": 4, "numOrientations": 3}],
    "defaultPattern": {"A": {"pieces": [0, 1, 2, 3], "orientation": [0, 0, 0, 0]}},
    "moves": {
        "L": {"A": {"permutation": [1, 2, 0, 3], "orientationDelta": [1, 2, 0, 0]}},
        "R": {"A": {"permutation": [0, 2, 3, 1], "orientationDelta": [0, 0, 1, 1]}},
    },
}

#: Two equal pieces with orientations, one that must be solved, and one that may be twisted.
HALF_SOLVED = {"pieces": [0, 0, 1, 2], "orientation": [1, 1, 0, 0], "orientationMod": [0, 0, 0, 1]}


@pytest.fixture
def twisting(tmp_path):
    path = tmp_path / "twisting.json"
    path.write_text(json.dumps(TWISTING), encoding="utf-8")
    return load(str(path))


@pytest.fixture
def target(tmp_path):
    def target(pattern):
        path = tmp_path / "half.target-pattern.json"
        path.write_text(json.dumps(pattern), encoding="utf-8")
        return str(path)

    return target


def fits_half_solved(state):
    """Return whether each slot shows a piece with which the position counts as half solved."""
    slots = ["".join(label[2:] for label in state[cell : cell + 3]) for cell in (0, 3, 6, 9)]
    twisted = ("4a4b4c", "4b4c4a", "4c4a4b")
    return (
        sorted(slots[:2]) == ["1a1b1c", "2a2b2c"] and slots[2] == "3a3b3c" and slots[3] in twisted
    )


def test_target_with_equal_pieces(twisting, target, run):
    path = target({"A": HALF_SOLVED})

    def successors(state):
        return [twisting.play(state, move) for move in twisting.legal_moves(state)]

    states = sorted(reachable(twisting.goal, successors))
    goals = [state for state in states if fits_half_solved(state)]
    assert len(goals) > 1
    for state in states[::40]:
        solution = solve(twisting, state, to=path, optimal=True)
        reached, length = {state}, 0
        while reached.isdisjoint(goals):
            reached = {other for at in reached for other in successors(at)}
            length += 1
        assert solution.length == length
        assert fits_half_solved(play_moves(twisting, state, solution.moves))
    options = ("--moves", "L R L", "--to", path, "--optimal")
    status, out, _ = run("solve", twisting.setup.id, *options)
    assert status == 0
    assert "proved shortest" in out


def test_target_with_single_position(twisting, target):
    path = target({"A": {"pieces": [0, 2, 3, 1], "orientation": [0, 0, 1, 1]}})
    assert str(solve(twisting, twisting.goal, to=path, optimal=True)) == "R"


def test_target_with_solved_but_twisted_pieces(twisting, target):
    state = play_moves(twisting, twisting.goal, ["R", "R", "R"])
    solved = {"pieces": [0, 1, 2, 3], "orientation": [0] * 4}
    lengths = [
        solve(twisting, state, to=target({"A": solved | twists}), optimal=True).length
        for twists in ({}, {"orientationMod": [3] * 4}, {"orientationMod": [1] * 4})
    ]
    assert lengths == [3, 3, 0]


def test_invalid_targets(twisting, target, tmp_path):
    with pytest.raises(FormatError, match="no set 'B'"):
        solve(twisting, to=target({"B": HALF_SOLVED}))
    mixed = HALF_SOLVED | {"orientationMod": [0, 1, 0, 1]}
    with pytest.raises(FormatError, match="has different values for equal pieces 0"):
        solve(twisting, to=target({"A": mixed}))
    forbidden = tmp_path / "forbidden.tws"
    moves = "Move L\nA\n2 3 1 4\nEnd\nMove R\nA\n1 3 4 2\nEnd\n"
    forbidden.write_text(
        f"Name F\nSet A 4 1\nSolved\nA\n1 2 3 4\nEnd\nIllegal A 1 4\n{moves}", encoding="utf-8"
    )
    plain = {"pieces": [0, 0, 1, 2], "orientation": [0] * 4}
    with pytest.raises(OptionError, match="forbidden positions"):
        solve(str(forbidden), to=target({"A": plain}))
    equal = tmp_path / "equal.json"
    pattern = {"A": {"pieces": [0, 1, 0, 1], "orientation": [0, 0, 0, 0]}}
    equal.write_text(json.dumps(TWISTING | {"defaultPattern": pattern}), encoding="utf-8")
    with pytest.raises(OptionError, match="equal pieces that differ in the target"):
        solve(str(equal), to=target({"A": HALF_SOLVED}))
    with pytest.raises(PuzzlekitError, match="the puzzle has no sets"):
        solve("pyraminx", to=target({"A": HALF_SOLVED}))
