"""Tests for connection games defined by attributes: they compile and match the plain rules."""

from random import Random

import pytest
from support import find_problems, sample_size

from puzzlekit import Board, Connection, NotationError, OptionError, grid, rhombus
from puzzlekit.plugin.discovery import plugins
from puzzlekit.rules.game_with_history import with_history
from puzzlekit.testing.fast_path import check_playouts

pytestmark = pytest.mark.slow

RIMS = {"black": ("bottom", "top"), "white": ("left", "right")}


class Corner(Connection):
    """Join your two sides; crosscuts and three stones of yours in an open 2×2 block are illegal."""

    name = "Corner"
    forbidden = ("XX/X.", "XO/OX")

    def __init__(self, size=4, swap=True):
        board = grid(size, size, shape="point", rims=RIMS)
        super().__init__(board, links=grid(size, size, diagonals=True), swap=swap)


class Crowded(Connection):
    """Join your two sides; each cell has up to twelve neighbours and two sides."""

    name = "Crowded"

    def __init__(self, size=4):
        super().__init__(rhombus(size, size, rims=RIMS), links=rhombus(size, size, diagonals=True))


def random_rules(seed):
    """Return a game with random attributes on a random board."""
    rng = Random(seed)
    width, height = rng.randint(2, 5), rng.randint(2, 5)
    square = rng.random() < 0.7
    board = (grid if square else rhombus)(width, height, rims=RIMS)
    links = grid(width, height, diagonals=True) if square and rng.random() < 0.5 else None
    words = [
        "/".join("".join(rng.choice(["XO.-", "XO"][k]) for _ in range(2)) for _ in range(2))
        for k in rng.choices(range(2), k=rng.randint(0, 3))
    ]
    sides = rng.choice([(("bottom", "top"), ("left", "right")), (("top", "left"), ("top", "top"))])
    steps = rng.choice([None, grid(width, height, diagonals=True), board]) if square else None
    step_condition = rng.choice(["none", "none", "beside", "mixed"])
    if steps is None:
        step_condition = "none"
    members = {"name": "Any", "forbidden": words, "goals": sides, "__doc__": "Any game."}
    kind = type("Any", (Connection,), members)
    swap = rng.random() < 0.5
    return kind(board, links=links, steps=steps, step_condition=step_condition, swap=swap)


def test_contract_and_positions_within_turn():
    assert Corner().compiled is not None
    assert find_problems(Corner(), games=2) == []
    rules = Corner()
    line = rules.encode(rules.start())
    assert rules.decode(line) == rules.start()
    with pytest.raises(NotationError, match="is not a step that can begin a turn"):
        rules.decode(f"{line}_ha1-b2")


@pytest.mark.parametrize("rules", [Corner(), Corner(2), Corner(5, swap=False), Crowded()], ids=str)
def test_third_party_game(rules, fast_games, compare_rules):
    compare_rules(rules, sample_size(20, 6))
    game = list(fast_games(rules, 1, seed=1))
    for state, _, _ in [game[1], *game[3::4]]:
        assert list(check_playouts(rules, state, Random(3))) == []


@pytest.mark.parametrize("seed", range(sample_size(40, 15)))
def test_random_rules(seed, fast_games, compare_rules):
    rules = random_rules(seed)
    compare_rules(rules, 4, seed)
    for state, _, _ in list(fast_games(rules, 1, seed))[2:12:4]:
        assert list(check_playouts(rules, state, Random(seed))) == []


@pytest.mark.parametrize("moving", ["free", "mixed"])
def test_no_swap_within_turn(moving, compare_rules):
    class Begun(plugins()[0]["slither"]):
        """Slither starting with two stones per side."""

        def start(self, rng=None):
            return super().start(rng)._replace(stones="BW...WB..")

    rules = Begun(3, moving=moving)
    state = rules.play(rules.start(), "b1")
    assert "swap" in rules.legal_moves(state)
    step = next(move for move in rules.legal_moves(state) if "-" in move)
    half = rules.play(state, step)
    assert half.half
    assert "swap" not in rules.legal_moves(half)
    compare_rules(rules, 20)
    assert list(check_playouts(rules, state, Random(3))) == []


def test_overridden_members_are_not_compiled():
    class FewerPlacements(Corner):
        """A game that allows placements on every other cell only."""

        def places(self, state):
            return list(super().places(state))[::2]

    class Longest(Corner):
        """A game with its own `evaluate`; only the evaluation is not compiled."""

        def evaluate(self, state, seat):
            return 0.5

    class Ending(Corner):
        """A game with a ply limit, which the compiled rules cannot count."""

        max_plies = 12

    assert FewerPlacements().compiled is None
    assert with_history(Ending()).compiled is None
    assert find_problems(with_history(Ending()), games=2) == []
    assert Longest().compiled.kernel.evaluate is None
    cells = {"bottom": [0], "top": [1], "left": [0], "right": [1]}
    points = [(0, 0), (1, 0)]
    assert Connection(Board("ab", points, edges=[(0, 1)], sides=cells)).compiled is not None
    assert Connection(Board("ab", points, arcs=[(0, 1)], sides=cells)).compiled is None


@pytest.mark.parametrize("word", ["XO", "XO/O", "XO/OY", "XOOXX", "XO/OX/X"])
def test_invalid_patterns(word):
    wrong = type("Wrong", (Corner,), {"forbidden": (word,)})
    with pytest.raises(OptionError, match="is not a block; write two rows of two letters"):
        wrong()
