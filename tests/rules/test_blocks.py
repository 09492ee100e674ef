"""Sliding blocks: moves, clicks, positions, and errors in drawings."""

import pytest
from support import reachable, sample

from puzzlekit import Blocks, NotationError, OptionError, Piece, distances, grid, load, solve
from puzzlekit.ui.board_input import MoveSelector

#: The length of the shortest solution of each shipped board, in runs, as published.
LENGTHS = {"klotski:1": 32, "rush_hour:10": 51, "klotski": 81}


@pytest.mark.slow
@pytest.mark.parametrize("text", sample(LENGTHS, 2))
def test_published_lengths(text):
    assert solve(load(text), metric="runs").length == LENGTHS[text]


@pytest.mark.slow
def test_classic_klotski_in_steps():
    solution = solve("klotski", optimal=True)
    assert (solution.length, solution.proved_optimal) == (116, True)


class Corner(Blocks):
    """An L and two equal dominoes."""

    def __init__(self, **options):
        start, goal = "LLA L.A .BB", "... .LL .L."
        super().__init__(grid(3, 3), start, goal, **options)


def count_positions(start, width, height):
    """Return the number of positions of blocks given by sets of cells, by plain search."""

    def steps(blocks):
        taken = set().union(*blocks)
        for block in blocks:
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                moved = frozenset((x + dx, y + dy) for x, y in block)
                inside = all(0 <= x < width and 0 <= y < height for x, y in moved)
                if inside and not moved & (taken - block):
                    yield (blocks - {block}) | {moved}

    return len(reachable(frozenset(map(frozenset, start)), steps))


def test_number_of_positions():
    blocks = [[(0, 2), (1, 2), (0, 1)], [(2, 2), (2, 1)], [(1, 0), (2, 0)]]
    assert sum(distances(Corner())) == count_positions(blocks, 3, 3)
    assert sum(distances(Corner(), metric="runs")) == count_positions(blocks, 3, 3)


def test_identical_blocks_are_interchangeable():
    class Pair(Blocks):
        def __init__(self, goal="...", **options):
            super().__init__(grid(3, 1), "AB.", goal, **options)

    assert sum(distances(Pair())) == 3
    assert sum(distances(Pair(pieces={"A": Piece("tile", "red")}))) == 3
    assert Pair().start() == ("A", "A", "")
    assert Pair("..A").start() == ("A", "B", "")


def test_cells_of_block_are_joined():
    pieces = Corner(pieces={"L": Piece("tile", "red", "L")}).pieces(Corner().start())
    assert [piece and (piece.text, set(piece.joined)) for piece in pieces[:4]] == [
        ("L", {(1, 0), (0, -1)}),
        ("", {(-1, 0)}),
        ("", {(0, -1)}),
        ("", {(0, 1)}),
    ]


def test_clicks_and_drags_of_blocks():
    rules = Blocks(grid(4, 1), ".AA.", "..AA")
    for cell, to in ((1, 2), (2, 3)):
        selector = MoveSelector(rules, rules.start())
        assert not selector.click((cell,))
        assert selector.click((to,)) == ("b1-c1",)
    rules = Blocks(grid(5, 1), "AA...", "...AA")
    selector = MoveSelector(rules, rules.start())
    assert not selector.click((1,))
    assert selector.click((4,)) == ("a1-b1", "b1-c1", "c1-d1")


def test_positions_and_goals():
    rules = load("klotski")
    line = rules.encode(rules.start())
    assert rules.decode(line) == rules.start()
    with pytest.raises(NotationError, match="blocks"):
        rules.decode(rules.encode(tuple(sorted(rules.start()))))
    rules = load("rush_hour:4")
    assert rules.result(rules.goal)
    assert rules.is_allowed(rules.goal)
    rules = Blocks(grid(3, 1), "ABA", "B..")
    with pytest.raises(OptionError, match="no solution"):
        _ = rules.goal


@pytest.mark.parametrize(
    ("start", "goal", "message"),
    [
        ("AA. ...", "..AA", "6 cells, but its goal has 4"),
        ("AA. ...", "A.. A..", "block A .* different shapes"),
        ("AA. ...", "... .BB", "block B .* different shapes"),
        (["AA.", "..."], "... .AA", "must be a string"),
    ],
)
def test_invalid_drawings(start, goal, message):
    with pytest.raises(OptionError, match=message):
        Blocks(grid(3, 2), start, goal)
