"""Goals with free cells, compared with a breadth-first search for a matching position."""

from random import Random

import pytest
from support import DATA_FOLDER, play_moves, slow_if

from puzzlekit import LimitReachedError, NotationError, OptionError, Twisty, load, ring, solve
from puzzlekit.core.permutation import apply, order
from puzzlekit.solving import short_solutions
from puzzlekit.solving.goal_patterns import pattern_targets
from puzzlekit.solving.group_facts import facts
from puzzlekit.solving.solution import Solution


def distance(rules, state, pattern):
    """Return the distance to the nearest position that matches a pattern."""
    level, seen = {state}, {state}
    for depth in range(9):
        for each in level:
            if all(label in ("?", shown) for label, shown in zip(pattern, each, strict=True)):
                return depth
        level = {rules.play(each, move) for each in level for move in rules.legal_moves(each)}
        level -= seen
        seen |= level
    return None


@pytest.mark.parametrize("seed", range(12))
def test_nearest_matching_position(seed):
    """Two stickers of one piece often belong to several pieces, and so to several goals."""
    rng = Random(seed)
    turns = {"a": [(0, 2, 4), (1, 3, 5)], "b": [(4, 6, 8), (5, 7, 9)], "c": [(0, 7), (1, 6)]}
    rules = Twisty(ring(10), "URUFURLFLB", turns)
    state = rules.scramble(rng)
    pattern = tuple(label if rng.random() < 0.4 else "?" for label in rules.scramble(rng))
    solution = solve(rules, state, to=" ".join(pattern), optimal=True)
    expected = distance(rules, state, pattern)
    assert (solution and solution.length) == expected
    if solution:
        reached = play_moves(rules, state, solution.moves)
        assert all(label in ("?", shown) for label, shown in zip(pattern, reached, strict=True))


class FirstIsC(Twisty):
    """Bring c to the first cell."""

    def result(self, state):
        return self.solved if state[0] == "c" else None


@pytest.mark.parametrize("optimal", [True, False])
@pytest.mark.parametrize(
    ("rules", "pattern"),
    [
        (FirstIsC(ring(5), "abcde", {"L": [range(3)], "R": [(2, 3, 4)]}), "?b??a"),
        (load("klotski"), "?????????p??????????"),
    ],
    ids=["own", "blocks"],
)
def test_pattern_replaces_own_test_for_solved_positions(rules, pattern, optimal):
    solution = solve(rules, to=pattern, optimal=optimal)
    assert solution.length == distance(rules, rules.start(), pattern)


def test_no_position_matches():
    moves = {"L": [range(3)], "R": [(2, 3, 4)]}
    rules = Twisty(ring(5), "abcde", moves, forbidden={0: "b"})
    for pattern in ("b????", "bcad?"):
        assert solve(rules, to=pattern) is None
        assert solve(rules, to=pattern, optimal=True, limit=1000) is None
    with pytest.raises(NotationError, match="25 numbers from 0 to 1"):
        solve("lights_out", to="?" * 25)


def test_pattern_of_facelets():
    cross = "?" * 16 + "R????????F??D?D?D?D????????L????????B?"
    assert solve("cube:3", "(U1 U3 U9 U7)(U2 U6 U8 U4)", to=cross).length == 0
    cube, masked = load("cube:3"), load("cube:3,mask=cross")
    keep = [label if label != "x" else "?" for label in masked.goal]
    [target] = pattern_targets(cube, cube.goal, tuple(keep))
    assert facts(target.rules, target.rules.goal).arrangements == facts(masked).arrangements
    wrong = ("D", *cube.goal[1:9], *"?" * 45)
    with pytest.raises(LimitReachedError, match="goals match the pattern"):
        pattern_targets(cube, cube.goal, wrong)


def test_several_targets():
    rules = load("pyraminx")
    far = rules.encode(play_moves(rules, rules.goal, ["U", "R", "L", "B", "U"]))
    near = rules.encode(rules.play(rules.goal, "R'"))
    assert solve(rules, to={far, near}, optimal=True).moves == ["R'"]
    assert solve("pyraminx", to="any-rotation").length == 0
    with pytest.raises(OptionError, match="single goal"):
        solve("pyraminx", to="any-rotation", count=True)
    with pytest.raises(OptionError, match="not a solid"):
        solve("fifteen", to="any-rotation")


def test_only_nearest_goals_are_solved(monkeypatch):
    tried = []

    def find_solution(rules, state, *, to, **options):
        tried.append(sum(a != b for a, b in zip(state, to, strict=True)))
        return Solution(["R", "U"], 2)

    monkeypatch.setattr(short_solutions, "find_solution", find_solution)
    cube = load("cube:4")
    solution = solve(cube, cube.play(cube.goal, "R"), to="any-rotation")
    assert not solution.proved_optimal
    assert len(tried) == 4
    assert tried == sorted(tried)
    assert tried[0] == 16


@pytest.mark.parametrize("optimal", [True, slow_if(True, False)])
def test_all_rotations_of_solid(optimal):
    # A quarter turn of a cube exchanges the two tetrahedra of corners about which a Skewb turns.
    rules = load("skewb")
    quarter = next(each for each in rules.whole_rotations() if order(each) == 4)
    rotated = apply(quarter, rules.goal)
    assert rules.result(rotated).text == "Solved"
    state = rules.play(rotated, "R")
    assert solve(rules, state, to="any-rotation", optimal=optimal).moves == ["R'"]
    assert solve(rules, state, optimal=optimal) is None


def test_rotations_in_file():
    coin = load(str(DATA_FOLDER / "puzzles" / "coin.json"))
    assert len(coin.whole_rotations()) == 2
    assert solve(coin, to="any-rotation").length == 0
