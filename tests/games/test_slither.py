"""Slither: turns counted by brute force, counts by hand, individual rules."""

from random import Random

import pytest
from support import cell_name, play_moves

from puzzlekit import load


def has_no_crosscut(own):
    """Return whether each diagonal pair in a set of points has a common neighbour in it."""
    return all(
        (x + dx, y + 1) not in own or (x + dx, y) in own or (x, y + 1) in own
        for x, y in own
        for dx in (-1, 1)
    )


def has_both_colours(point, own, other):
    """Return whether the stones connected to a point have both colours."""
    group, left = set(), {point}
    while left:
        x, y = left.pop()
        group.add((x, y))
        left |= ({(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & (own | other)) - group
    return bool(group & other)


def turns(size, own, other, moving="free"):
    """Return all complete turns as tuples of moves, by brute force."""
    cells = {(x, y) for x in range(size) for y in range(size)}
    taken = own | other
    found = {(cell_name(*p),) for p in cells - taken if has_no_crosscut(own | {p})}
    for x, y in own:
        near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        if moving == "advanced" and not near & taken:
            continue
        if moving == "mixed" and not has_both_colours((x, y), own, other):
            continue
        for a in range(x - 1, x + 2):
            for b in range(y - 1, y + 2):
                if (a, b) in cells - taken:
                    moved = own - {(x, y)} | {(a, b)}
                    found |= {
                        (f"{cell_name(x, y)}-{cell_name(a, b)}", cell_name(*p))
                        for p in cells - moved - other
                        if has_no_crosscut(moved | {p})
                    }
    return found


@pytest.mark.slow
@pytest.mark.parametrize("moving", ["free", "mixed", "advanced"])
@pytest.mark.parametrize("size", [2, 3, 4, 6])
def test_equal_to_brute_force(size, moving):
    rules = load(f"slither:{size},moving={moving},swap=off")
    for seed in range(3):
        rng, state = Random(seed), rules.start()
        while rules.result(state) is None:
            stones = {"B": set(), "W": set(), ".": set()}
            for (x, y), stone in zip(rules.board.points, state.stones, strict=True):
                stones[stone].add((int(x), int(y)))
            own = rules.own_stone(state)
            expected = turns(size, stones[own], stones["WB"[own == "W"]], moving)
            found = set()
            for move in rules.legal_moves(state):
                after = rules.play(state, move)
                if after.half:
                    assert rules.result(after) is None
                    assert rules.turn(after) == rules.turn(state)
                    found |= {(move, place) for place in rules.legal_moves(after)}
                else:
                    found.add((move,))
            assert found == (expected or {("pass",)})
            state = play_moves(rules, state, rng.choice(sorted(found)))


def test_chain_counts_after_complete_turn():
    rules = load("slither:3,swap=off")
    state = play_moves(rules, rules.start(), ["a1", "c1", "a2", "c2", "b2"])
    assert rules.result(state) is None
    state = state._replace(ply=state.ply + 1)  # as if White had passed
    state = rules.play(state, "b2-a3")
    assert rules.result(state) is None
    state = rules.play(state, "b3")
    assert rules.result(state).winner == 0
