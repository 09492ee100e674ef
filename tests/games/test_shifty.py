"""Shifty: published counts, the solved 3×3 board, comparison with an oracle, options."""

import json
from functools import cache
from itertools import product
from random import Random

import pytest
from support import DATA_FOLDER, cell_name, cell_point, sample, state_after

from puzzlekit import IllegalMoveError, load, perft

DATA = json.loads((DATA_FOLDER / "shifty.json").read_text())
PERFT = [
    *((f"{name.partition('x')[0]},swap=off", counts) for name, counts in DATA["perft"].items()),
    *(
        (f"{name.partition('x')[0]},board=hex,swap=off", counts)
        for name, counts in DATA["hexagons"].items()
    ),
    # After a swap White places the second stone anywhere: as many lines as without a swap.
    ("3", [9, 72 + 9, 168 + 72, 352 + 168]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("options", "counts"), sample(PERFT, 3))
def test_perft(options, counts):
    assert list(perft(load(f"shifty:{options}"), len(counts))) == counts


@pytest.mark.slow
@pytest.mark.parametrize("name", ["3x3", "4x4"])
def test_placements_moves_and_wins(name):
    rules = load(f"shifty:{name[0]},swap=off")
    states = [rules.start()]
    for counts in DATA["moves"][name][:5]:
        lines = [(state, move) for state in states for move in rules.legal_moves(state)]
        moved = sum("-" in move for _, move in lines)
        states = [rules.play(state, move) for state, move in lines]
        wins = sum(rules.result(state) is not None for state in states)
        assert [len(lines) - moved, moved, wins] == counts


@pytest.mark.parametrize("game", DATA["games"], ids=lambda game: f"{game['size']}")
def test_games(game):
    rules = load(f"shifty:{game['size']},swap=off")
    state, counts = rules.start(), []
    for move in game["moves"]:
        assert rules.result(state) is None
        counts.append(len(rules.legal_moves(state)))
        state = rules.play(state, move)
    assert counts == game["legal_counts"]
    assert rules.result(state).winner == "BW".index(game["winner"])


@pytest.mark.slow
def test_exhaustive_three_by_three():
    """Check openings, replies, the number of positions, forced passes and the longest game."""
    rules = load("shifty:3,swap=off")
    seen = {}

    @cache
    def value(state):
        result = rules.result(state)
        if result is not None:
            return {0: 1, 1: -1, None: 0}[result.winner]
        moves = rules.legal_moves(state)
        seen[state.stones, rules.turn(state), state.passes] = moves
        values = [value(rules.play(state, move)) for move in moves]
        return max(values) if rules.turn(state) == 0 else min(values)

    for opening, known in DATA["openings_of_3x3"].items():
        after = rules.play(rules.start(), opening)
        assert value(after) == {"win": 1, "loss": -1}[known["value"]]
        replies = [value(rules.play(after, move)) for move in rules.legal_moves(after)]
        assert [replies.count(each) for each in (1, 0, -1)] == known["replies"]
    both = [stones for stones, _, _ in seen if stones.count(".") <= 7]  # both players have opened
    assert len(both) == DATA["states_after_opening"]
    assert sum(moves == ["pass"] for moves in seen.values()) == DATA["states_that_must_pass"]

    @cache
    def longest(state):
        return max(
            (1 + longest(rules.play(state, move)) for move in rules.legal_moves(state)), default=0
        )

    assert longest(rules.start()) == DATA["longest_game"]


# -- a plain oracle --------------------------------------------------------------------------------


class Oracle:
    """An independent implementation on a dict from (x, y) to a colour."""

    def __init__(self, size, landing="none", singletons=1, board="square"):
        self.size, self.landing, self.singletons = size, landing, singletons
        hexagonal = board != "square"
        self.hexagonal, self.board = hexagonal, {}
        cross = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        self.steps = [*cross, (1, -1), (-1, 1)] if hexagonal else cross
        self.links = self.steps if hexagonal else [*cross, (1, 1), (1, -1), (-1, 1), (-1, -1)]
        self.lines = list(self.links)
        if board == "hex12":  # add the six diagonals of the hexagonal grid
            self.lines += [(1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2)]

    def on(self, x, y):
        return 0 <= x < self.size and 0 <= y < self.size

    def count_friends(self, x, y, own):
        return sum(self.board.get((x + dx, y + dy)) == own for dx, dy in self.steps)

    def clean(self, x, y, own):
        """Return whether a stone here completes no crosscut."""
        if self.hexagonal:
            return True
        self.board[x, y] = own
        bad = False
        for left, low in product((x - 1, x), (y - 1, y)):
            corner = [self.board.get((left + i, low + j)) for j in (0, 1) for i in (0, 1)]
            bad |= corner in (["B", "W", "W", "B"], ["W", "B", "B", "W"])
        del self.board[x, y]
        return not bad

    def moves(self, own):
        free = list(self.board.values()).count(own) < self.singletons
        found = {
            cell_name(x, y)
            for x, y in product(range(self.size), repeat=2)
            if (x, y) not in self.board
            and (free or self.count_friends(x, y, own))
            and self.clean(x, y, own)
        }
        for (x, y), stone in list(self.board.items()):
            had = self.count_friends(x, y, own)
            if stone != own or free or not had:
                continue
            del self.board[x, y]
            for dx, dy in self.lines:
                a, b = x + dx, y + dy
                while self.on(a, b) and (a, b) not in self.board:
                    has = self.count_friends(a, b, own)
                    fits = has < had if self.landing == "fewer" else not has
                    if fits and self.clean(a, b, own):
                        found.add(f"{cell_name(x, y)}-{cell_name(a, b)}")
                    a, b = a + dx, b + dy
            self.board[x, y] = stone
        return found or {"pass"}

    def play(self, move, own):
        if move != "pass":
            *source, target = move.split("-")
            for each in source:
                del self.board[cell_point(each)]
            self.board[cell_point(target)] = own

    def won(self, own):
        last = self.size - 1
        axis = "WB".index(own)
        todo = [p for p, stone in self.board.items() if stone == own and p[axis] == 0]
        seen = set(todo)
        while todo:
            x, y = todo.pop()
            if (x, y)[axis] == last:
                return True
            for dx, dy in self.links:
                near = x + dx, y + dy
                if near not in seen and self.board.get(near) == own:
                    seen.add(near)
                    todo.append(near)
        return False


@pytest.mark.slow
@pytest.mark.parametrize("board", ["square", "hex", "hex12"])
@pytest.mark.parametrize("landing", ["none", "fewer"])
@pytest.mark.parametrize("singletons", [1, 3])
def test_equal_to_plain_implementation(board, landing, singletons):
    for size in (4, 6, 9):
        options = f"{size},board={board},landing={landing},singletons={singletons},swap=off"
        rules = load(f"shifty:{options}")
        for seed in range(2):
            rng, state = Random(seed), rules.start()
            oracle = Oracle(size, landing, singletons, board)
            while rules.result(state) is None:
                own = rules.own_stone(state)
                moves = rules.legal_moves(state)
                assert len(moves) == len(set(moves))
                assert set(moves) == oracle.moves(own)
                move = rng.choice(moves)
                oracle.play(move, own)
                state = rules.play(state, move)
                won = [oracle.won(each) for each in "BW"]
                winner = rules.result(state) and rules.result(state).winner
                assert won == [winner == 0, winner == 1]


# -- individual rules ------------------------------------------------------------------------------


def test_ends_of_games():
    rules = load("shifty:2,swap=off")
    # Neither colour can place without completing a crosscut or move to a free point.
    state = rules.start()._replace(stones="....", ply=2, passes=2)
    assert rules.result(state).winner is None
    assert rules.legal_moves(state) == []
    with pytest.raises(IllegalMoveError):
        rules.play(rules.start(), "pass")
    rules = load("shifty:3,swap=off")
    result = rules.result(state_after(rules, ["a1", "c1", "a2", "c2", "a3"]))
    assert result.winner == 0
    assert [rules.board.cells[cell] for cell in result.cells] == ["a1", "a2", "a3"]
    assert "a1 to a3" in result.text
    board = load("shifty").board
    for corner in ("a1", "a10", "j1", "j10"):
        assert sum(board.index[corner] in side for side in board.sides.values()) == 2
