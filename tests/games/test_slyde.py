"""Slyde: counts by hand, comparison with an oracle, the symmetry rule, the published example."""

from random import Random

import networkx
import pytest
from support import cell_name, cell_point, play_moves

from puzzlekit import load


def mirrored(board, size):
    """Return whether a symmetry exchanges the colours of a dict of (colour, fixed)."""
    last = size - 1
    maps = [
        lambda x, y: (last - x, y),
        lambda x, y: (x, last - y),
        lambda x, y: (last - x, last - y),
        lambda x, y: (y, x),
        lambda x, y: (last - y, last - x),
        lambda x, y: (last - y, x),
        lambda x, y: (y, last - x),
    ]
    return any(
        all(
            colour != board[image(x, y)][0] and fixed == board[image(x, y)][1]
            for (x, y), (colour, fixed) in board.items()
        )
        for image in maps
    )


def legal_swaps(board, own):
    return {
        f"{cell_name(x, y)}-{cell_name(x + dx, y + dy)}"
        for x, y in board
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        if board[x, y] == (own, False) and board.get((x + dx, y + dy)) == ("WB"[own == "W"], False)
    }


@pytest.mark.parametrize("size", [2, 3, 4, 7, 10])
def test_equal_to_plain_implementation(size):
    rules = load(f"slyde:{size}")
    for seed in range(5):
        rng, state, ply = Random(seed), rules.start(), 0
        board = {
            (x, y): ("W" if (x + y) % 2 else "B", False) for x in range(size) for y in range(size)
        }
        while True:
            own = "WB"[ply % 2]
            expected = legal_swaps(board, own)
            if expected and ply and mirrored(board, size):
                expected |= {f"flip:{cell_name(*p)}" for p in board}
            moves = rules.legal_moves(state)
            assert set(moves) == expected
            if not moves:
                break
            move = rng.choice(moves)
            points = [cell_point(word) for word in move.replace("flip:", "").split("-")]
            if len(points) == 1:
                colour, fixed = board[points[0]]
                board[points[0]] = colour, not fixed
            else:
                a, b = points
                board[a], board[b] = board[b], (own, True)
            state = rules.play(state, move)
            ply += 1
        graph = networkx.grid_2d_graph(size, size)
        parts = [graph.subgraph([p for p in board if board[p][0] == own]) for own in "WB"]
        lists = [
            sorted(map(len, networkx.connected_components(part)), reverse=True) for part in parts
        ]
        winner = None if lists[0] == lists[1] else int(lists[0] < lists[1])
        assert rules.result(state).winner == winner


def test_published_example():
    """After f3-f4 and its mirror image f10-f9 the next player may flip the state of a stone."""
    rules = load("slyde")
    state = rules.play(rules.start(), "f3-f4")
    assert not rules.can_flip(state)
    state = rules.play(state, "f10-f9")
    assert "flip:f9" in rules.legal_moves(state)
    assert "flip:a1" in rules.legal_moves(state)
    freed = rules.play(state, "flip:f9")
    f9 = rules.board.index["f9"]
    assert (state.stones[f9], freed.stones[f9]) == ("B", "b")
    assert not rules.can_flip(freed)
    assert rules.turn(freed) == 1
    state = play_moves(rules, state, ("k6-j6", "k7-j7"))
    assert rules.can_flip(state)
    fixed = rules.play(state, "flip:a1")
    assert fixed.stones[rules.board.index["a1"]] == "B"
    off = load("slyde:symmetry=off")
    assert "flip:f9" not in off.legal_moves(state)
