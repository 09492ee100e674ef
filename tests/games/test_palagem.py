"""Palagem: the 81 palagems, an independent implementation in the plane, and 2 to 6 players."""

import json
import math
from collections import Counter
from itertools import combinations, product
from random import Random

import pytest
from puzzlekit.games.palagem import PALAGEMS
from support import DATA_FOLDER

from puzzlekit import OptionError, load
from puzzlekit.play.new_game import new_session
from puzzlekit.players.registry import make_player

DATA = json.loads((DATA_FOLDER / "palago.json").read_text())
COUNTS = DATA["published_counts_reproduced"]
STEPS = [tuple(DATA["geometry"]["edges"][str(k)]["step"]) for k in range(6)]
TIPS = [DATA["geometry"]["rotations"][str(k)]["white_tip_corner"] for k in range(3)]


def neighbours(cell):
    return {(cell[0] + dq, cell[1] + dr) for dq, dr in STEPS}


def canonical_form(tiles, swapped=False):
    """Return a canonical form of a pattern under translation and rotation.

    A tile is its centre and the direction of its white tip; the blue tip is opposite.
    """
    points = []
    for (q, r), turned in tiles.items():
        middle = complex(q * math.sqrt(3) / 2, -r - q / 2)
        tip = complex(math.cos(math.radians(60 * TIPS[turned])), 0)
        tip += 1j * math.sin(math.radians(60 * TIPS[turned]))
        tip = -tip if swapped else tip
        points.append((middle, tip))
    centre = sum(middle for middle, _ in points) / len(points)
    found = []
    for k in range(6):
        turn = complex(math.cos(math.radians(60 * k)), math.sin(math.radians(60 * k)))
        seen = [((middle - centre) * turn, tip * turn) for middle, tip in points]
        found.append(
            sorted(
                tuple(round(x, 6) + 0.0 for z in each for x in (z.real, z.imag)) for each in seen
            )
        )
    return json.dumps(min(found))


def rhombi(cells):
    """Return the rhombi among some cells: two neighbours and their two common neighbours."""
    found = set()
    for a in cells:
        for b in neighbours(a) & cells:
            both = frozenset({a, b} | (neighbours(a) & neighbours(b)))
            if both <= cells:
                found.add(both)
    return found


def standard(name):
    cells = [(0, 0), (1, 0), (1, -1), (2, -1)]
    return {cell: "abc".index(letter) for cell, letter in zip(cells, name, strict=True)}


SHAPES = {name: canonical_form(standard(name)) for name in PALAGEMS}


def shapes_in(tiles):
    return {canonical_form({cell: tiles[cell] for cell in cells}) for cells in rhombi(set(tiles))}


def is_connected(cells):
    found = [min(cells)]
    for cell in found:
        found += sorted((neighbours(cell) & cells) - set(found))
    return len(found) == len(cells)


def placement_cells(tiles):
    """Return the empty cells next to two or more tiles, or next to the only tile."""
    beside = Counter(cell for each in tiles for cell in neighbours(each))
    return {c for c, n in beside.items() if c not in tiles and n >= min(2, len(tiles))}


def legal_moves(tiles, supply):
    if not tiles:
        return {f"0,0{letter}" for letter in "abc"}
    if len(tiles) < supply:
        return {f"{q},{r}{letter}" for q, r in placement_cells(tiles) for letter in "abc"}
    found = set()
    for cell in tiles:
        rest = set(tiles) - {cell}
        if len(neighbours(cell) - set(tiles)) >= 3 and is_connected(rest):
            found |= {
                f"{cell[0]},{cell[1]}>{q},{r}{letter}"
                for q, r in placement_cells(rest) - {cell}
                for letter in "abc"
            }
    return found


def position_after(game, moves):
    session = new_session(f"{game} {moves}")
    return session.rules, session.state


def winner_of(game, moves):
    result = load(game).result(position_after(game, moves)[1])
    return result and result.winner


# -- the palagems ---------------------------------------------------------------------------------


def test_number_of_palagems():
    assert len(PALAGEMS) == len(set(SHAPES.values())) == 81
    assert len(PALAGEMS) == COUNTS["palagem_patterns_2x2_rhombus"]
    everywhere = set()
    for a, b in combinations([(0, 0), *sorted(neighbours((0, 0)))], 2):
        if b in neighbours(a) and len(cells := {a, b} | (neighbours(a) & neighbours(b))) == 4:
            for turned in product(range(3), repeat=4):
                everywhere.add(canonical_form(dict(zip(sorted(cells), turned, strict=True))))
    assert everywhere == set(SHAPES.values())


def test_inversion_swaps_colours():
    pairs = {
        frozenset({each, canonical_form(standard(n), swapped=True)}) for n, each in SHAPES.items()
    }
    rules = load("palagem:inversion=on")
    names = rules.legal_moves(rules.start())
    count = COUNTS["palagem_inversion_patterns(model only)"]
    assert len(pairs) == len(names) == len(set(names)) == count
    for name in PALAGEMS:
        both = {SHAPES[name], canonical_form(standard(name), swapped=True)}
        assert {SHAPES[form] for form in rules.equivalents(name)} == both
        assert sum(SHAPES[other] in both for other in names) == 1
        assert SHAPES[rules.parse_move(rules.start(), name)] in both


@pytest.mark.parametrize(("option", "winner"), [("", None), (",inversion=on", 0)])
def test_swapped_colours_win_only_in_inversion(option, winner):
    for laid in ("0,0a 1,0c 1,-1b 2,-1a", "0,0c 0,-1b -1,0a -1,-1c"):  # rotated by 120 degrees
        game = f"palagem:players=2{option}", f"abca bbbb {laid}"
        assert shapes_in(dict(position_after(*game)[1].tiles)) == {
            canonical_form(standard("abca"), swapped=True)
        }
        assert winner_of(*game) == winner


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3, 6])
def test_equal_to_plain_implementation(count):
    ends = Counter()
    for seed in range(12):
        rules, rng = load(f"palagem:players={count},tiles={4 * count + 14}"), Random(seed)
        state, tiles, mover = rules.start(), {}, 0
        for seat in range(count):
            assert rules.turn(state) == seat
            assert set(rules.legal_moves(state)) == {*PALAGEMS} - {*state.chosen}
            state = rules.play(state, rng.choice(rules.legal_moves(state)))
        while True:
            appeared = shapes_in(tiles)
            formed = [seat for seat, name in enumerate(state.chosen) if SHAPES[name] in appeared]
            assert state.seats_with_palagem == formed
            result = rules.result(state)
            if result is not None:
                break
            mover = rules.turn(state)
            assert mover == (len(tiles) + state.moved) % count
            moves = rules.legal_moves(state)
            assert set(moves) == legal_moves(tiles, 14)
            assert len(set(moves)) == len(moves)
            move = rng.choice(moves)
            state = rules.play(state, move)
            source, _, word = move.rpartition(">")
            if source:
                del tiles[tuple(map(int, source.split(",")))]
            tiles[tuple(map(int, word[:-1].split(",")))] = "abc".index(word[-1])
            assert dict(state.tiles) == tiles
        if not formed:
            assert (result.winner, state.moved) == (None, 14)
        elif len(formed) == 1:
            assert result.winner == formed[0]
        else:
            following = [(mover + k) % count for k in range(1, count)]
            assert result.winner == next(seat for seat in following if seat in formed)
        if formed:
            shown = {rules.board.cells[cell] for cell in result.cells}
            cells = [tuple(map(int, name.split(","))) for name in shown]
            here = shapes_in({cell: tiles[cell] for cell in cells})
            assert {SHAPES[state.chosen[seat]] for seat in formed} <= here
        ends["moved" if state.moved else "laid"] += 1
    assert ends["laid"]
    assert ends["moved"] or count == 6


# -- individual rules -----------------------------------------------------------------------------


def test_only_first_tile_is_read_as_in_the_centre():
    for laid, read in (("", "0,0b"), ("0,0a 1,0a", "5,-3b")):
        rules, state = position_after("palagem", f"abca bbbb {laid}")
        assert rules.parse_move(state, "5,-3b") == read


def test_completing_palagem_of_another_player():
    rules, state = position_after("palagem:players=3", "bbbb abca cccc 0,0a 1,0b 1,-1c 2,-1a")
    result = rules.result(state)
    assert result.winner == 1
    assert result.text == "Yellow wins with the palagem abca, completed by Red"


# The tile 2,-1a completes 0,0 1,0 1,-1 2,-1 (abca) and 1,0 2,0 1,-1 2,-1 (bbca).
@pytest.mark.parametrize(
    ("chosen", "winner", "loser"),
    [
        ("abca bbca", 1, "Red"),
        ("bbbb bbca abca", 1, "Red"),
        ("abca cccc bbca", 2, "Red"),
        ("bbca abca cccc bbbb", 0, "Green"),
        ("cccc abca bbbb bbca", 3, "Green"),
    ],
)
def test_completing_several_palagems(chosen, winner, loser):
    game = f"palagem:players={len(chosen.split())}"
    rules, state = position_after(game, f"{chosen} 0,0a 1,0b 1,-1c 0,1a 1,1a 2,0a 2,-1a")
    result = rules.result(state)
    assert len(state.seats_with_palagem) == 2
    assert result.winner == winner
    assert result.text.endswith(f"wins: {loser} completed several palagems")
    assert len(result.cells) == 5


@pytest.mark.parametrize("move", ["88,-88>-88,88c", "-88,0>-88,1a", "88,0a", "cccc"])
def test_move_numbers_of_largest_game(move):
    pytest.importorskip("numba")
    fast = load("palagem:tiles=96").compiled
    assert fast.word(fast.number(move)) == move


@pytest.mark.parametrize(
    ("game", "players", "message"),
    [
        ("palagem:players=6,tiles=20", None, "28 or more"),
        ("palagem:7", None, "from 2 to 6"),
        ("palagem", ["human"] * 3, r"2 seats, not 3\. Use the option players=3"),
        ("palagem", ["human"] * 7, r"2 seats, not 7\.$"),
    ],
)
def test_invalid_numbers_of_players(game, players, message):
    with pytest.raises(OptionError, match=message):
        new_session(game, players)


def test_board_has_cells_for_all_tiles():
    rules, state = position_after("palagem:tiles=24", "abca bcab")
    while rules.result(state) is None:  # as far to the right as possible
        moves = rules.legal_moves(state)
        state = rules.play(state, max(moves, key=lambda m: int(m.split(">")[-1].split(",")[0])))
        rules.pieces(state)
    assert state.moved or state.seats_with_palagem


# -- players, saves ------------------------------------------------------------------------------


def test_greedy_player():
    # Green must not place the third tile for Red, who moves next.
    rules, state = position_after("palagem:players=3", "abca bbbb cccc 0,0a 1,0b")
    thoughts = [make_player("greedy").think(rules, state, Random(seed)) for seed in range(5)]
    assert "1,-1c" not in {each.move for each in thoughts}
    state = rules.play(state, "1,-1c")
    assert make_player("greedy").think(rules, state, Random(0)).move == "2,-1a"
