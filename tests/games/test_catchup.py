"""Catchup: comparison with a plain oracle, the third stone, no draws."""

from random import Random

import networkx
import pytest

from puzzlekit import IllegalMoveError, hexhex, load


def sizes(board, cells):
    """Return the component sizes of a set of cells, largest first, as computed by networkx."""
    part = board.graph.subgraph(cells)
    return sorted(map(len, networkx.connected_components(part)), reverse=True)


def largest(board, cells):
    return max(sizes(board, cells), default=0)


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_board(size):
    board = hexhex(size)
    assert len(board) == 3 * size * (size - 1) + 1
    degrees = [len(near) for near in board.neighbours]
    if size > 1:
        assert degrees.count(3) == 6
        assert degrees.count(4) == 6 * (size - 2)
        assert degrees.count(6) == 3 * (size - 1) * (size - 2) + 1


@pytest.mark.parametrize("third", ["caught", "record", "none"])
@pytest.mark.parametrize("size", [2, 3, 5])
def test_equal_to_plain_implementation(size, third):
    rules = load(f"catchup:{size},third={third}")
    board = rules.board
    for seed in range(6):
        rng, state = Random(seed), rules.start()
        stones = ([], [])
        seat, most = 0, 1
        while rules.result(state) is None:
            before = [largest(board, each) for each in stones]
            placed = 0
            while True:  # one turn
                assert rules.turn(state) == seat
                empty = [c for c in board.cells if c not in stones[0] + stones[1]]
                if third == "none" and placed:
                    beaten, every = max(*before, 1), empty
                    empty = [c for c in every if largest(board, [*stones[seat], c]) <= beaten]
                    for cell in {*every} - {*empty}:
                        with pytest.raises(IllegalMoveError):
                            rules.play(state, cell)
                assert rules.legal_moves(state) == empty + ["done"] * bool(placed)
                move = rng.choice(rules.legal_moves(state))
                state = rules.play(state, move)
                if move != "done":
                    stones[seat].append(move)
                    placed += 1
                if move == "done" or placed == most or rules.result(state):
                    break
                if third == "none" and largest(board, stones[seat]) > max(*before, 1):
                    break  # a second stone would make the group too large
            after = [largest(board, each) for each in stones]
            if third == "caught":
                ahead = after[seat] > max(before[seat], 1) and after[seat] >= after[1 - seat]
            else:
                ahead = third == "record" and max(after) > max(*before, 1)
            most = 3 if ahead else 2
            seat = 1 - seat
        lists = [sizes(board, each) for each in stones]
        assert lists[0] != lists[1]
        result = rules.result(state)
        assert result.winner == int(lists[0] < lists[1])
        shown = [board.cells[cell] for cell in result.cells]
        assert set(shown) <= set(stones[result.winner])
