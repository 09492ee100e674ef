"""Palago: published rules, counts and positions, and an independent implementation."""

import json
from collections import Counter
from random import Random

import pytest
from support import DATA_FOLDER, example

from puzzlekit import IllegalMoveError, load
from puzzlekit.play.new_game import new_session
from puzzlekit.play.parse_moves import read_moves
from puzzlekit.rules.curved_tiles import TONES, creature_cells, creatures

count_creatures = example("palago_creatures").count_creatures

DATA = json.loads((DATA_FOLDER / "palago.json").read_text())
GAMES = ["palago:6", "palago:9", "palago:8,turn=single", "palago:7,turn=anywhere"]


def move_text(tiles):
    return "+".join(f"{q},{r}{'abc'[turned]}" for q, r, turned in tiles)


def position(rules, tiles, ply=0):
    laid = frozenset(((q, r), turned) for q, r, turned in tiles)
    return rules.start()._replace(tiles=laid, ply=ply)


class Oracle:
    """An independent implementation, by the areas of each tile and the edges they reach."""

    # The edges that the areas of a tile reach, by rotation: tips and straights.
    AREAS = {int(k): v["region_edges"] for k, v in DATA["geometry"]["rotations"].items()}
    STEPS = [DATA["geometry"]["edges"][str(k)]["step"] for k in range(6)]

    def __init__(self):
        self.tiles = {}

    def near(self, cell):
        return [(cell[0] + dq, cell[1] + dr) for dq, dr in self.STEPS]

    def complete(self):
        """Return the colours of areas that contain a straight and reach no empty cell."""
        nodes = {
            (cell, name): set(edges)
            for cell, turned in self.tiles.items()
            for name, edges in self.AREAS[turned].items()
        }
        found, seen = set(), set()
        for start in nodes:
            if start in seen:
                continue
            area, is_open = [start], False
            seen.add(start)
            for cell, name in area:
                for edge in nodes[cell, name]:
                    beside = self.near(cell)[edge]
                    is_open |= beside not in self.tiles
                    for other in nodes:
                        same = other[1].split()[0] == name.split()[0]
                        meet = other[0] == beside and (edge + 3) % 6 in nodes[other]
                        if meet and same and other not in seen:
                            seen.add(other)
                            area.append(other)
            if not is_open and any("straight" in name for _, name in area):
                found.add(start[1].split()[0].lower())
        return found

    def turns(self, style, supply):
        """Return all legal turns as sets of tiles; first turns have a tile on 0,0."""
        left, found = supply - len(self.tiles), set()
        firsts = {c for cell in self.tiles for c in self.near(cell)} - set(self.tiles) or {(0, 0)}
        for first in firsts:
            for a in range(3):
                self.tiles[first] = a
                if style == "single" or left == 1 or self.complete():
                    found.add(frozenset({(first, a)}))
                else:
                    seconds = set(self.near(first))
                    if style == "anywhere":
                        seconds = {c for cell in self.tiles for c in self.near(cell)}
                    for second in seconds - set(self.tiles):
                        found |= {frozenset({(first, a), (second, b)}) for b in range(3)}
                del self.tiles[first]
        return found


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_equal_to_plain_implementation(game):
    rules, ends = load(game), Counter()
    for seed in range(4):
        rng, state, oracle = Random(seed), rules.start(), Oracle()
        while rules.result(state) is None:
            moves = rules.legal_moves(state)
            expected = oracle.turns(rules.style, rules.tiles)
            ours = {frozenset(parse_tiles(move)) for move in moves}
            if state.tiles:
                assert ours == expected
            assert len(ours) == len(moves)
            shuffled = sorted(moves, key=lambda move: rng.random())
            move = next((m for m in shuffled if m.count("+") == 0 and seed == 0), shuffled[0])
            state = rules.play(state, move)
            oracle.tiles.update(parse_tiles(move))
            assert {TONES[tone] for tone in state.complete} == oracle.complete()
        ends[bool(state.complete)] += 1
    assert sum(ends.values()) == 4


def parse_tiles(move):
    """Return the tiles of a move as cells with rotations."""
    tiles = [(part[:-1].split(","), part[-1]) for part in move.split("+")]
    return [((int(q), int(r)), "abc".index(letter)) for (q, r), letter in tiles]


@pytest.mark.parametrize(
    ("moves", "bright"),
    [
        (
            "0,0c+0,-1c 0,1b+1,0b 2,-1c+3,-2c 3,-1c+4,-1c 0,-2a+1,-2b 1,2a+1,1c -1,1c+-1,0a 1,-1c",
            "yellow",
        ),
        (
            "0,0b+1,0a 2,1c+2,0c -2,1a+-1,0c -2,0c+-2,-1a 3,0a+4,0b 3,1a+4,1c 1,-1a+2,-2a "
            "0,2b+1,2b 1,1c",
            "teal",
        ),
    ],
)
def test_complete_creature_is_highlighted(moves, bright):
    session = new_session(f"palago {moves}")
    rules = session.rules

    def painted(state):
        pieces = [piece for piece in rules.pieces(state) if piece is not None]
        colours = [[piece.colour, *(area.colour for area in piece.areas)] for piece in pieces]
        # The areas of a tile: white straight and tip, then blue straight and tip.
        parts = [(base, tip, a, b) for base, a, tip, b in colours]
        straights = sum(bright in (each[0], each[2]) for each in parts)
        tips = sum(bright in (each[1], each[3]) for each in parts)
        others = {colour for each in colours for colour in each} - {bright}
        return straights, tips, others

    # Both are bones: one straight between two corners, each shared by three tiles.
    assert painted(session.state) == (1, 2 * 3 - 2 * 1, set(TONES))
    session.undo()
    assert painted(session.state) == (0, 0, set(TONES))


def test_tile_matches_reference():
    rules = load("palago")
    for turned in range(3):
        facts = DATA["geometry"]["rotations"][str(turned)]
        look = rules.pieces(position(rules, [(0, 0, turned)]))
        (piece,) = filter(None, look)
        assert look[rules.board.index["0,0"]] == piece
        assert sorted(sorted(area[:2]) for area in piece.areas) == facts["contour_edge_pairs"]
        tip = next(area for area in piece.areas[1:] if area.colour == "blue")
        # Corner k lies between edges k-1 and k.
        assert (tip.last, (tip.first + 1) % 6) == (facts["blue_tip_corner"],) * 2


@pytest.mark.slow
def test_four_tiles_up_to_translation():
    rules, found = load("palago"), set()
    for move in rules.legal_moves(rules.start()):
        state = rules.play(rules.start(), move)
        for reply in rules.legal_moves(state):
            tiles = rules.play(state, reply).tiles
            q, r = min(cell for cell, _ in tiles)
            found.add(frozenset(((a - q, b - r), turned) for (a, b), turned in tiles))
    assert len(found) == DATA["four_tile_positions"]["up_to_translation"]


@pytest.mark.parametrize("fixture", DATA["fixtures"], ids=lambda each: each["name"])
def test_reference_creatures(fixture):
    tiles = {(q, r): turned for q, r, turned in fixture["tiles"]}
    found = [
        {"colour": TONES[tone].title(), "vertices": len(c.corners), "straights": c.straights}
        for tone in range(2)
        for c in set(creatures(tiles, tone).values())
        if c.complete
    ]
    assert found == fixture["closed"]


@pytest.mark.parametrize("game", DATA["random_games"], ids=lambda each: str(each["tiles"]))
def test_reference_games(game):
    rules = load("palago")
    state, shift = rules.start(), None
    for tiles, count in zip(game["moves"], game["legal_counts"], strict=True):
        # The published count has the first pair with either tile at 0,0: 54 instead of 27.
        assert len(rules.legal_moves(state)) == (count if state.tiles else count // 2)
        shift = shift or min(tiles, key=lambda tile: (tile[0], -tile[1]))[:2]
        moved = [(q - shift[0], r - shift[1], turned) for q, r, turned in tiles]
        state = rules.play(state, rules.parse_move(state, move_text(moved)))
    assert len(state.tiles) == game["tiles"]
    winner = rules.result(state).winner
    assert (None if winner is None else rules.players[winner]) == game["winner"]
    assert rules.legal_moves(state) == []


def test_spellings_of_moves():
    rules = load("palago")
    start = rules.start()
    assert rules.legal_moves(start)[0] == "0,0a+0,-1a"
    assert read_moves(rules, start, "0,-1b+0,0a") == ["0,0a+0,-1b"]
    assert read_moves(rules, start, "7,2b+7,3a") == ["0,0a+0,-1b"]
    session = new_session("palago 0,-1a+0,0a -1,-1c+-2,0c")
    assert session.moves == ["0,0a+0,-1a", "-2,0c+-1,-1c"]
    with pytest.raises(IllegalMoveError):
        rules.play(start, "0,-1b+0,0a")  # only one spelling is legal


@pytest.mark.parametrize(
    "text",
    [
        *("", "+", "a", "0,0", "0,0d", "0,0a", "5,0a+5,-1a", "0,0a+0,0b", "0,0a+2,0b", "x,0a+0,1b"),
        *("0,0a+0,1a+0,2a", "0,0ab", "0,0", "²,0a+0,0a", "00000,0a+0,-1a", "-,0a", "9999,0a+0,0a"),
    ],
)
def test_invalid_moves(text):
    rules = load("palago")
    for state in (rules.start(), rules.play(rules.start(), "0,0a+0,-1a")):
        with pytest.raises(IllegalMoveError):
            rules.play(state, text)
        rules.parse_move(state, text)


@pytest.mark.parametrize(
    ("ply", "complete", "winner"),  # White has moved after ply 1, Blue after ply 2.
    [(1, (0,), 0), (1, (1,), 1), (1, (0, 1), 1), (2, (0,), 0), (2, (1,), 1), (2, (0, 1), 0)],
)
def test_winner(ply, complete, winner):
    rules = load("palago")
    state = rules.start()._replace(ply=ply, complete=complete)
    assert rules.result(state).winner == winner


@pytest.mark.slow
@pytest.mark.parametrize("style", ["pair", "single", "anywhere"])
@pytest.mark.parametrize("tiles", [5, 6, 9])
def test_supply_and_tie_break(tiles, style):
    plain, broken = (load(f"palago:{tiles},turn={style},tiebreak={on}") for on in ("off", "on"))
    seen = set()
    for seed in range(60):
        rng, state = Random(seed), plain.start()
        while moves := plain.legal_moves(state):
            state = plain.play(state, rng.choice(moves))
        if not state.complete:
            assert len(state.tiles) == tiles
            assert plain.result(state).winner is None
            white, blue = plain.largest(state)
            winner = broken.result(state).winner
            assert winner == (None if white == blue else int(blue > white))
            seen.add(winner)
    assert len(seen) > 1


def test_click_order_of_pairs():
    rules = load("palago:12")
    state = rules.play(rules.start(), "0,0a+0,-1a")
    index, neighbours = rules.board.index, rules.board.neighbours
    filled = {index[f"{q},{r}"] for (q, r), _ in state.tiles}
    near = {near for cell in filled for near in neighbours[cell]} - filled
    orders = Counter()
    for move in rules.legal_moves(state):
        count = len(rules.click_sequences(state, move))
        orders[count] += 1
        assert count == sum(index[part[:-1]] in near for part in move.split("+"))
    assert set(orders) == {1, 2}
    assert sum(orders.values()) == 270


def test_missing_cell_touching_creature_twice():
    """A creature can touch its one missing cell at two corners; the new tile may open it again."""
    rules = load("palago")
    tiles = [(-1, 1, 0), (0, 1, 1), (1, -1, 1), (1, 0, 0), (1, 1, 2)]
    state = position(rules, tiles)
    moves = rules.legal_moves(state)
    assert [move for move in moves if "+" not in move] == ["0,0c"]
    assert rules.play(state, "0,0c").complete == (0,)
    assert "-1,0a+0,0a" in moves
    assert rules.play(state, "-1,0a+0,0a").complete == ()


@pytest.mark.slow
def test_creatures_by_number_of_tiles():
    counts = DATA["published_counts_reproduced"]["A325936_creatures_by_tiles_1..12"]
    assert count_creatures(12) == counts


def test_cells_of_winning_creature():
    rules = load("palago")
    fixture = DATA["fixtures"][0]
    tiles = {(q, r): turned for q, r, turned in fixture["tiles"]}
    state = position(rules, fixture["tiles"], 2)._replace(complete=(1,))
    names = {rules.board.cells[cell] for cell in rules.result(state).cells}
    (whole,) = {c for c in creatures(tiles, 1).values() if c.complete}
    # Two corners of three cells each, which share the cell of the straight.
    assert len(names) == 5
    assert names == {f"{q},{r}" for q, r in creature_cells(whole, 1)}
    tiles = {(0, 0): 0, (1, -1): 1, (1, 0): 2}
    (eye,) = {c for c in creatures(tiles, 0).values() if c.complete}
    assert creature_cells(eye, 0) == set(tiles)
