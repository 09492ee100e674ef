"""Computer players, by the names that specify them."""

import time
from random import Random

import pytest
from support import Clock, needs_numba

from puzzlekit import OptionError, Session, load
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
def test_they_play_legal_moves_to_the_end(spec, game):
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


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["greedy", "mcts:20", "uct:20"])
def test_a_win_is_taken_and_a_loss_avoided(spec):
    rules = load("permute:3,swap=off")
    checked = 0
    for first in rules.legal_moves(rules.start()):
        for second in rules.legal_moves(rules.play(rules.start(), first)):
            state = rules.play(rules.play(rules.start(), first), second)
            results = {m: rules.result(rules.play(state, m)) for m in rules.legal_moves(state)}
            wins = {m for m, result in results.items() if result and result.winner == 0}
            losses = {m for m, result in results.items() if result and result.winner == 1}
            if not results:
                continue
            chosen = make_player(spec).think(rules, state, Random(0)).move
            if wins:
                assert chosen in wins
            elif len(losses) < len(results):
                assert chosen not in losses
            checked += bool(wins or losses)
    assert checked > 0


@pytest.mark.slow
@pytest.mark.parametrize("spec", QUICK)
def test_chance_comes_from_outside(spec):
    rules = load("permute:6")
    one, two = (make_player(spec).think(rules, rules.start(), Random(7)) for _ in range(2))
    assert one == two


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
def test_a_word_that_names_no_player(wrong, words):
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


class Noted:
    """A search stub that records its budget."""

    def think(self, state, **budget):
        self.budget = budget
        return SearchResult("a1", win_probability=0.5, playouts=100)


@needs_numba
@pytest.mark.parametrize("level", LEVELS)
def test_levels_take_less_than_two_seconds_of_work(noughts, level):
    quick = playouts_of(level, 150_000)
    for rules, playouts, seconds in (
        (noughts, playouts_of(level), PLAIN_LEVEL_SECONDS[level]),
        (load("permute:4"), playouts_of(level), playouts_of(level) / PACE),
        (load("pentago"), quick, quick / 150_000),
    ):
        found = make_player(f"mcts:{level}")
        found._tree, found._rules, found._plain = noted, _, _ = Noted(), rules, rules is noughts
        thought = found.think(rules, rules.start(), Random(1))
        assert noted.budget["playouts"] == playouts
        assert noted.budget["seconds"] == seconds <= 2
        assert noted.budget["clock"] is time.thread_time
        assert thought.wanted_playouts == (playouts if rules is noughts else 0)


@pytest.mark.parametrize("level", LEVELS)
def test_only_beginners_overlook_a_win_at_once(noughts, level):
    """Cross wins only by c1; a single playout finds it only by chance."""
    state = "XX.OO...."
    found = set()
    for seed in range(8):
        mind = make_player(f"mcts:{level}")
        mind.think(noughts, noughts.start(), Random(1), 0.001)  # creates the tree
        found.add(mind._tree.think(state, playouts=1, seed=seed).move)
    win = noughts.legal_moves("XX.OO....")[0]
    assert (found == {win}) == (level != "beginner")


def test_what_is_no_level_goes_by_the_clock_on_the_wall(noughts):
    for spec, limit in (("mcts:1000", None), ("mcts:1s", None), ("mcts:club", 0.5)):
        found = make_player(spec)
        found._tree, found._rules, found._plain = noted, _, _ = Noted(), noughts, True
        found.think(noughts, noughts.start(), Random(1), limit)
        assert noted.budget["clock"] is time.monotonic


@pytest.mark.parametrize(
    ("spec", "seconds"), [("mcts:1000", 0.3), ("mcts:9s", 0.3), ("mcts:0.1s", 0.1)]
)
def test_nobody_thinks_for_longer_than_the_limit(noughts, spec, seconds):
    found = make_player(spec)
    found._tree, found._rules, found._plain = noted, _, _ = Noted(), noughts, True
    found.think(noughts, noughts.start(), Random(1), 0.3)
    assert noted.budget["seconds"] == seconds


def test_a_limit_stops_a_search_in_depth(noughts, monkeypatch):
    clock = Clock(0.01)
    monkeypatch.setattr("puzzlekit.players.alphabeta_plain.time", clock)
    make_player("alphabeta:9").think(noughts, noughts.start(), Random(1), 0.5)
    assert clock.now < 1


@pytest.mark.slow
def test_a_player_may_be_given_another_game():
    mind = make_player("mcts:20")
    assert isinstance(mind, MctsPlayer)
    for rules in (load("hex:3"), load("hex:4"), load("permute:4")):
        assert mind.think(rules, rules.start(), Random(1)).move in rules.legal_moves(rules.start())


def test_thoughts_in_words():
    assert SearchResult("a1").description == ""
    thought = SearchResult("a1", tuple("abcdefghi"), 0.25, 2000)
    assert thought.description == "25 % to win after 2,000 playouts, line a b c d e f"


def test_a_session_knows_every_player():
    assert Session(load("hex:3"), ["mcts:club", "uct:10"]).players == ["mcts:club", "uct:10"]
    with pytest.raises(OptionError, match="Did you mean 'mcts:club'"):
        Session(load("hex:3"), ["human", "mcts:clup"])


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "trees"), [("mcts:200", 1), ("mcts:0.05s", 2), ("uct:0.05s", 2)])
def test_several_cores_are_used_where_time_counts(spec, trees):
    """With a fixed number of playouts the move must not depend on the machine."""
    rules, mind = load("permute:5"), make_player(spec, cores=2)
    thought = mind.think(rules, rules.start(), Random(1))
    assert thought.move in rules.legal_moves(rules.start())
    assert len(mind._tree.trees) == trees
