"""Pentago: lines by hand, twists as rotations, winning conditions."""

from random import Random

import pytest

from puzzlekit import IllegalMoveError, load, permuted

RULES = load("pentago")


def position(*rows, ply=1):
    """Return a position, by rows from the top; by default before a twist by White."""
    return RULES.start()._replace(stones="".join(rows), ply=ply)


def rotated(rows, word):
    """Rotate a quadrant by slicing: clockwise is the transpose of the reversed rows."""
    rows = [list(row) for row in rows]
    top, left = divmod(int(word[0]) - 1, 2)
    part = [row[3 * left : 3 * left + 3] for row in rows[3 * top : 3 * top + 3]]
    for _ in range(1 if word[1] == "R" else 3):
        part = [list(row) for row in zip(*part[::-1], strict=True)]
    for y, row in enumerate(part):
        rows[3 * top + y][3 * left : 3 * left + 3] = row
    return "".join(map("".join, rows))


def has_five(stones, own):
    rows = [stones[i : i + 6] for i in range(0, 36, 6)]
    slanted = [" " * i + row + " " * (5 - i) for i, row in enumerate(rows)]
    back = [" " * (5 - i) + row + " " * i for i, row in enumerate(rows)]
    texts = rows + ["".join(c) for grid in (rows, slanted, back) for c in zip(*grid, strict=True)]
    return any(own * 5 in text.replace(" ", "") for text in texts)


def test_lines_and_full_board():
    # 2 in each of 6 rows and 6 columns; both ways, 2 in the long diagonal, 1 in each next to it.
    assert len(set(RULES.lines)) == 2 * 6 + 2 * 6 + 2 * (2 + 1 + 1)
    state = position(*["WWBBWW", "BBWWBB"] * 3, ply=72)
    assert RULES.result(state).winner is None
    assert RULES.result(state._replace(ply=71)) is None  # one twist is left


@pytest.mark.parametrize("seed", range(8))
def test_equal_to_plain_implementation(seed):
    rng, state = Random(seed), RULES.start()
    while moves := RULES.legal_moves(state):
        move = rng.choice(moves)
        after = RULES.play(state, move)
        placed = state.ply % 2
        if placed:
            rows = [state.stones[i : i + 6] for i in range(0, 36, 6)]
            assert after.stones == rotated(rows, move)
            assert permuted(state.stones, RULES.cell_permutation(state, move)) == after.stones
            assert len(moves) == 8
        else:
            assert len(moves) == state.stones.count(".")
        won = [has_five(after.stones, own) for own in "WB"]
        result = RULES.result(after)
        over = any(won) or ("." not in after.stones and placed == 1)
        assert (result is not None) == over
        if result is not None:
            assert result.winner == (won.index(True) if sum(won) == 1 else None)
        assert RULES.turn(after) == (RULES.turn(state) + placed) % 2
        state = after


def test_placement_that_makes_five_ends_the_game():
    state = RULES.start()._replace(stones="WWWW.." + "." * 30, ply=8)
    state = RULES.play(state, "e6")
    result = RULES.result(state)
    assert result.winner == 0
    assert [RULES.board.cells[cell] for cell in result.cells] == ["a6", "b6", "c6", "d6", "e6"]
    assert RULES.legal_moves(state) == []
    with pytest.raises(IllegalMoveError):
        RULES.play(state, "1R")


def test_twist_completes_lines_of_opponent_or_both():
    black = position("B.....", "B.....", "B.....", "BB....", "......", "......")
    # Quadrant 3 holds Black's b3 and a3; 3L moves a3 to a1 and b3 to a2: no five.
    assert RULES.result(RULES.play(black, "3L")) is None
    other = position("B.....", "B.....", "B.....", "BBB...", "......", "......")
    assert RULES.result(RULES.play(other, "3L")).winner == 1
    both = position("BW....", "BW....", "BW....", "BBB...", "WWW...", "......")
    result = RULES.result(RULES.play(both, "3L"))
    assert len(result.cells) == 12
    six = RULES.result(position("WWWWWW", "BBBBB.", "......", "......", "......", "......"))
    for draw in (result, six):
        assert draw.winner is None
        assert "both" in draw.text
