"""Random playouts of plain and compiled rules."""

import pytest
from support import Clock, Count

from puzzlekit import OptionError, StoneGame, Stones, grid, load, place_stone
from puzzlekit.play.match import match
from puzzlekit.players.playouts import _PlainPlayouts, playouts


def test_game_of_known_length():
    """In a race to 2 by 1 or 2, half of the games take one ply and are won by the first player."""
    found = playouts(Count(goal=2, seats=2), games=4000, seed=1, plain=True)
    assert found.games == 4000
    assert found.branching == 2
    assert found.plies == pytest.approx(1.5, abs=0.05)
    assert found.wins[0] / found.games == pytest.approx(0.5, abs=0.05)
    assert found.draws == 0
    assert found.rate > 0


def test_wins_and_draws_add_up(noughts):
    found = playouts(noughts, games=300, seed=2)
    assert 0 < found.draws < 100  # about one in eight
    assert sum(found.wins) + found.draws == 300
    assert found.wins[0] > found.wins[1]


@pytest.mark.slow
def test_same_seed_same_playouts():
    rules = load("permute:4")
    for plain in (True, False):
        one, two, other = (
            playouts(rules, games=200, seed=seed, plain=plain)._replace(seconds=0)
            for seed in (1, 1, 2)
        )
        assert one == two != other


@pytest.mark.slow
def test_compiled_and_plain_statistics_agree():
    pytest.importorskip("numba")
    rules = load("permute:5")
    fast = playouts(rules, games=20_000, seed=1)
    plain = playouts(rules, games=400, seed=1, plain=True)
    assert fast.plies == pytest.approx(plain.plies, rel=0.05)
    assert fast.branching == pytest.approx(plain.branching, rel=0.1)
    assert fast.wins[0] / fast.games == pytest.approx(plain.wins[0] / plain.games, abs=0.1)
    assert fast.draws / fast.games == pytest.approx(plain.draws / plain.games, abs=0.05)


def test_time_limit(monkeypatch):
    clock, play = Clock(), _PlainPlayouts.play

    def played(self, games):
        clock.now += 0.001 * games
        return play(self, games)

    monkeypatch.setattr("puzzlekit.players.playouts.time", clock)
    monkeypatch.setattr(_PlainPlayouts, "play", played)
    found = playouts(load("hex:4"), seconds=0.1, plain=True)
    assert found.seconds == pytest.approx(0.1)
    assert found.games == 100


def test_ctrl_c_ends_playouts():
    rules = load("hex:4")

    def interrupt(what, done, total):
        if done > 20:
            raise KeyboardInterrupt

    found = playouts(rules, games=10**6, plain=True, progress=interrupt)
    assert 20 < found.games < 10_000
    assert sum(found.wins) == found.games


@pytest.mark.slow
def test_no_games():
    found = playouts(load("hex:3"), games=0)
    assert (found.games, found.plies, found.wins) == (0, 0, (0, 0))


def test_invalid_playouts():
    with pytest.raises(OptionError, match=r"is a puzzle\. Choose a game"):
        playouts(load("pinball"), games=1)
    with pytest.raises(OptionError, match="Set a number of games or seconds"):
        playouts(load("hex:3"))


class Row(StoneGame):
    """Stones on a row, with a count of move listings; a player who cannot move loses."""

    name = "Row"

    def __init__(self):
        super().__init__(grid(30, 1))
        self.listed = 0

    def legal_moves(self, state):
        self.listed += 1
        return [c for c, stone in zip(self.board.cells, state.stones, strict=True) if stone == "."]

    def apply(self, state, move):
        stones = place_stone(state.stones, self.board.index[move], self.own_stone(state))
        return Stones(stones, state.ply + 1)


def test_moves_are_listed_once_or_twice():
    rules = Row()
    found = playouts(rules, games=20)
    # Once per ply, twice at the end, where the result depends on the moves, and once to begin.
    assert (found.plies, rules.listed) == (30, 20 * (30 + 2) + 1)
    rules = Row()
    (game,) = match(rules, ["random", "random"], 1)
    assert game.plies == 30
    assert rules.listed <= 2 * 30 + 10
