"""The computer players."""

from random import Random

import pytest

from puzzlekit import OptionError, load
from puzzlekit.players import PLAYERS, player


@pytest.mark.parametrize("name", PLAYERS)
def test_they_play_legal_moves_to_the_end(name):
    rules, rng = load("permute:5"), Random(2)
    state = rules.start()
    while rules.result(state) is None:
        move = player(name)(rules, state, rng)
        assert move in rules.moves(state)
        state = rules.play(state, move)


def test_greedy_beats_random():
    rules = load("permute:6,swap=off")
    won = 0
    for seed in range(10):
        rng, state = Random(seed), rules.start()
        while (result := rules.result(state)) is None:
            name = "greedy" if rules.turn(state) == seed % 2 else "random"
            state = rules.play(state, player(name)(rules, state, rng))
        won += result.winner == seed % 2
    assert won >= 8


def test_greedy_takes_a_win_and_avoids_a_loss():
    rules = load("permute:3,swap=off")
    checked = 0
    for first in rules.moves(rules.start()):
        for second in rules.moves(rules.play(rules.start(), first)):
            state = rules.play(rules.play(rules.start(), first), second)
            results = {m: rules.result(rules.play(state, m)) for m in rules.moves(state)}
            wins = {m for m, result in results.items() if result and result.winner == 0}
            losses = {m for m, result in results.items() if result and result.winner == 1}
            if not results:
                continue
            chosen = player("greedy")(rules, state, Random(0))
            if wins:
                assert chosen in wins
            elif len(losses) < len(results):
                assert chosen not in losses
            checked += bool(wins or losses)
    assert checked > 0


def test_chance_comes_from_outside():
    rules = load("permute:6")
    for name in PLAYERS:
        one, two = (player(name)(rules, rules.start(), Random(7)) for _ in range(2))
        assert one == two


def test_unknown_player():
    with pytest.raises(OptionError, match=r"no player 'randon'.*Did you mean 'random'"):
        player("randon")
