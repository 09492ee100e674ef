"""Catchup: a plain oracle, the third stone, no draws."""

from random import Random

import networkx
import pytest

from puzzlekit import IllegalMove, hexhex, load


def sizes(board, cells):
    """Return the sizes of the groups of cells, largest first, as networkx sees them."""
    part = board.graph.subgraph(cells)
    return sorted(map(len, networkx.connected_components(part)), reverse=True)


def best(board, cells):
    return max(sizes(board, cells), default=0)


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_the_board(size):
    board = hexhex(size)
    assert len(board) == 3 * size * (size - 1) + 1
    degrees = [len(near) for near in board.neighbours]
    if size > 1:
        assert degrees.count(3) == 6
        assert degrees.count(4) == 6 * (size - 2)
        assert degrees.count(6) == 3 * (size - 1) * (size - 2) + 1


@pytest.mark.parametrize("third", ["caught", "record"])
@pytest.mark.parametrize("size", [2, 3, 5])
def test_games_agree_with_the_plain_rules(size, third):
    rules = load(f"catchup:{size},third={third}")
    board = rules.board
    for seed in range(6):
        rng, state = Random(seed), rules.start()
        stones = ([], [])
        seat, most = 0, 1
        while rules.result(state) is None:
            before = [best(board, each) for each in stones]
            placed = 0
            while True:  # one turn
                assert rules.turn(state) == seat
                empty = [c for c in board.cells if c not in stones[0] + stones[1]]
                assert rules.moves(state) == empty + ["done"] * bool(placed)
                move = rng.choice(rules.moves(state))
                state = rules.play(state, move)
                if move != "done":
                    stones[seat].append(move)
                    placed += 1
                if move == "done" or placed == most or rules.result(state):
                    break
            after = [best(board, each) for each in stones]
            if third == "caught":
                ahead = after[seat] > max(before[seat], 1) and after[seat] >= after[1 - seat]
            else:
                ahead = max(after) > max(*before, 1)
            most = 3 if ahead else 2
            seat = 1 - seat
        lists = [sizes(board, each) for each in stones]
        assert lists[0] != lists[1]
        result = rules.result(state)
        assert result.winner == int(lists[0] < lists[1])
        shown = [board.cells[cell] for cell in result.cells]
        assert set(shown) <= set(stones[result.winner])


def test_the_first_turn_is_one_stone():
    rules = load("catchup")
    state = rules.play(rules.start(), "e5")
    assert rules.turn(state) == 1
    assert "done" not in rules.moves(state)
    with pytest.raises(IllegalMove):
        rules.play(state, "done")
    state = rules.play(state, "a1")
    assert "done" in rules.moves(state)


def test_catching_up_gives_a_third_stone():
    caught, record = load("catchup"), load("catchup:third=record")
    for rules in (caught, record):
        state = rules.start()
        for move in ["e5", "a1", "i9", "e6", "done"]:
            state = rules.play(state, move)
        assert state.left == 3  # White has two in a row: ahead, and a record
        state = rules.play(rules.play(state, "a2"), "done")
        # Black has two in a row too: as large as White's, but no record.
        assert state.left == (3 if rules is caught else 2)
