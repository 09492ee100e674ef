"""Computer players, by the names that specify them."""

import time
from random import Random

import pytest
from support import Clock, needs_numba

from puzzlekit import OptionError, load
from puzzlekit.players.mcts_player import (
    DEEP_SECONDS,
    LEVELS,
    PLAIN_LEVEL_SECONDS,
    MctsPlayer,
    playouts_of,
)
from puzzlekit.players.player import SearchResult
from puzzlekit.players.registry import OFFERED_PLAYERS, is_player, make_player
from puzzlekit.rules.compiled import PACE

QUICK = ("random", "greedy", "mcts:20", "uct:20")


@pytest.mark.slow
@pytest.mark.parametrize("spec", QUICK)
@pytest.mark.parametrize("game", ["permute:3", "hex:4", "catchup:2"])
def test_players_play_legal_moves(spec, game):
    rules, rng = load(game), Random(2)
    players = [make_player(spec) for _ in rules.players]
    state = rules.start()
    while rules.result(state) is None:
        thought = players[rules.turn(state)].think(rules, state, rng)
        assert thought.move in rules.legal_moves(state)
        assert not thought.principal_variation or thought.principal_variation[0] == thought.move
        assert thought.win_probability is None or 0 <= thought.win_probability <= 1
        state = rules.play(state, thought.move)


def test_greedy_beats_random():
    rules = load("permute:6,swap=off")
    won = 0
    for seed in range(10):
        rng, state = Random(seed), rules.start()
        while (result := rules.result(state)) is None:
            name = "greedy" if rules.turn(state) == seed % 2 else "random"
            state = rules.play(state, make_player(name).think(rules, state, rng).move)
        won += result.winner == seed % 2
    assert won >= 8


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("randon", "Did you mean 'random'?"),
        ("mcts:clbu", "Did you mean 'mcts:club'?"),
        ("mcts:1000x", "Unknown player 'mcts:1000x'"),
        ("mcts:0", "Players: human, random"),
        ("mcts:-5", "mcts:0.5s"),
        ("mcts:0.0s", "Unknown player 'mcts:0.0s'"),
        ("uct", "uct:1000"),
        ("uct:club", "Unknown player"),
        ("greedy:9", "Unknown player"),
        ("random:3", "Unknown player"),
        ("", "Unknown player ''"),
        ("x" * 1000, "Unknown player 'xxxx"),
    ],
)
def test_invalid_names(wrong, words):
    with pytest.raises(OptionError) as caught:
        make_player(wrong)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 400
    assert not is_player(wrong)


def test_levels_and_budgets():
    for level in LEVELS:
        found = make_player(f"mcts:{level}")
        assert (found.level, found.playouts, found.seconds) == (level, None, None)
    assert make_player("mcts").level == "club"
    deep = make_player("mcts:deep", cores=2)
    assert (deep.playouts, deep.seconds, deep.cores) == (None, DEEP_SECONDS, 2)
    assert (make_player("mcts:1.5s").playouts, make_player("mcts:1.5s").seconds) == (None, 1.5)
    assert make_player("mcts:10").rave
    assert not make_player("uct:10").rave
    assert all(map(is_player, OFFERED_PLAYERS))


def budget_of(spec, rules, limit=None):
    """Return the budget that a player gives to its search, and the thought."""
    player, search = make_player(spec), RecordedSearch()
    player._search, player._rules, player._fast = search, rules, rules.compiled
    thought = player.think(rules, rules.start(), Random(1), limit)
    return search.budget, thought


class RecordedSearch:
    """A search stub that records its budget."""

    def think(self, state, **budget):
        self.budget = budget
        return SearchResult("a1", win_probability=0.5, playouts=100)


@needs_numba
@pytest.mark.parametrize("level", LEVELS)
def test_levels_take_at_most_two_seconds(noughts, level):
    quick = playouts_of(level, 150_000)
    for rules, playouts, seconds in (
        (noughts, playouts_of(level), PLAIN_LEVEL_SECONDS[level]),
        (load("permute:4"), playouts_of(level), playouts_of(level) / PACE),
        (load("pentago"), quick, quick / 150_000),
    ):
        budget, thought = budget_of(f"mcts:{level}", rules)
        assert budget["playouts"] == playouts
        assert budget["seconds"] == seconds <= 2
        assert budget["clock"] is time.thread_time
        assert thought.wanted_playouts == (playouts if rules is noughts else 0)


@pytest.mark.parametrize("level", LEVELS)
def test_only_beginners_miss_wins(noughts, level):
    """Cross wins only by c1; a single playout finds it only by chance."""
    state = "XX.OO...."
    found = set()
    for seed in range(8):
        mind = make_player(f"mcts:{level}")
        mind.think(noughts, noughts.start(), Random(1), 0.001)  # creates the tree
        found.add(mind._search.think(state, playouts=1, seed=seed).move)
    win = noughts.legal_moves("XX.OO....")[0]
    assert (found == {win}) == (level != "beginner")


@pytest.mark.parametrize(
    ("spec", "limit", "seconds"),
    [
        ("mcts:1000", None, None),
        ("mcts:1s", None, 1),
        ("mcts:club", 0.5, PLAIN_LEVEL_SECONDS["club"]),
        ("mcts:1000", 0.3, 0.3),
        ("mcts:9s", 0.3, 0.3),
        ("mcts:0.1s", 0.3, 0.1),
    ],
)
def test_limits_in_wall_clock_time(noughts, spec, limit, seconds):
    budget, _ = budget_of(spec, noughts, limit)
    assert budget["clock"] is time.monotonic
    assert budget["seconds"] == pytest.approx(seconds, abs=0.1)


def test_limit_includes_loading_compiled_code(noughts):
    class SlowlyLoaded(type(noughts)):
        @property
        def compiled(self):
            time.sleep(0.1)

    rules = SlowlyLoaded()
    assert budget_of("mcts:9s", rules, 0.8)[0]["seconds"] <= 0.7
    assert budget_of("mcts:9s", rules, 0.05)[0]["seconds"] > 0


def test_depth_limits_and_descriptions(noughts, monkeypatch):
    clock = Clock(0.01)
    monkeypatch.setattr("puzzlekit.players.alphabeta.time", clock)
    make_player("alphabeta:9").think(noughts, noughts.start(), Random(1), 0.5)
    assert clock.now < 1
    assert SearchResult("a1").description == ""
    thought = SearchResult("a1", tuple("abcdefghi"), 0.25, 2000)
    assert thought.description == "25% to win after 2,000 playouts, line a b c d e f"


@pytest.mark.slow
def test_player_changes_game():
    mind = make_player("mcts:20")
    assert isinstance(mind, MctsPlayer)
    for rules in (load("hex:3"), load("hex:4"), load("permute:4")):
        assert mind.think(rules, rules.start(), Random(1)).move in rules.legal_moves(rules.start())


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "trees"), [("mcts:200", 1), ("mcts:0.05s", 2), ("uct:0.05s", 2)])
def test_number_of_search_trees(spec, trees):
    """With a fixed number of playouts the move must not depend on the machine."""
    rules, mind = load("permute:5"), make_player(spec, cores=2)
    thought = mind.think(rules, rules.start(), Random(1))
    assert thought.move in rules.legal_moves(rules.start())
    assert len(mind._search.trees) == trees


@pytest.mark.slow
def test_defence_delays_forced_win():
    rules = load("hex:4@1R2,2B1,1R2,2B1_R_4")
    state = rules.play(rules.start(), "b2")
    result = make_player("defence:1").think(rules, state, Random(0))
    assert result.win_probability == 0
    assert len(result.principal_variation) == 2
    state = rules.play(state, result.move)
    assert rules.outcome(rules.play(state, result.principal_variation[1])).seat == 0
