"""Opening books: building, storing and playing from them."""

import errno
import os
import subprocess
import sys
from random import Random

import pytest
from support import Circle, state_after

from puzzlekit import OptionError, load
from puzzlekit.core.errors import FormatError, SaveError
from puzzlekit.play.build_book import learn
from puzzlekit.play.controller import GameController
from puzzlekit.play.engine import Engine
from puzzlekit.play.new_game import new_session
from puzzlekit.players.book import Book, BookEntry, load_book
from puzzlekit.players.mcts_player import MIN_BOOK_GAMES, MctsPlayer
from puzzlekit.players.player import SearchResult
from puzzlekit.players.registry import make_player

GAME = "hex:2,swap=off"


@pytest.fixture
def searches(monkeypatch):
    """Return the list of moves of a stubbed search, which chooses the second legal move."""
    found = []

    def think(self, rules, state, rng, limit=None):
        moves = rules.legal_moves(state)
        found.append(moves[min(1, len(moves) - 1)])
        return SearchResult(found[-1])

    monkeypatch.setattr(MctsPlayer, "think", think)
    return found


def test_each_game_adds_one_position(home):
    rules = load(GAME)
    start = rules.start()
    after = rules.play(start, "b1")
    book = load_book(rules)
    game = [(start, "b1", 1.0), (after, "a1", 0.0), (rules.play(after, "a1"), "b2", 1.0)]
    for length in (1, 2, 3, 3):
        book.add(game)
        assert len(book.positions) == min(length, 3)
    assert book.games == 4
    assert book.entries(after) == [BookEntry("a1", 3, 0.0)]
    assert book.line() == ["b1", "a1", "b2"]


@pytest.mark.slow
def test_learning_finds_better_moves(home):
    """On 2×2 the first player wins with a2 or b1 and loses with the other moves."""
    rules = load(GAME)
    books = list(learn(rules, "mcts:30", 12))
    assert [book.games for book in books] == list(range(1, 13))
    best = books[-1].best(rules.start())
    assert best.move in ("a2", "b1")
    assert best.score > 0.8
    again = load_book(rules)
    assert again.positions == books[-1].positions
    *_, further = learn(rules, "mcts:30", 2)
    assert further.games == 14


def test_deep_player_follows_well_known_moves(home, searches):
    rules = load(GAME)
    book, start = load_book(rules), rules.start()
    thoughts = []
    for moves in (
        {"b1": (MIN_BOOK_GAMES - 1, 9.0)},
        {"b1": (MIN_BOOK_GAMES, 10.0)},
        {"a1": (50, 10.0)},  # loses
        {"z9": (50, 50.0)},  # not a legal move
    ):
        book.positions = {rules.encode(start): moves}
        book.write()
        thoughts.append(make_player("mcts:deep").think(rules, start, Random(1)))
    searched = rules.legal_moves(start)[1], 0
    found = [(each.move, each.book_games) for each in thoughts]
    assert found == [searched, ("b1", MIN_BOOK_GAMES), searched, searched]
    assert thoughts[1].chance_text == "92% to win"
    assert len(searches) == 3


def test_controller_uses_book(home, searches):
    """The session provides the game ID here, not the rules object."""
    book = load_book(load(GAME))
    book.positions = {book.rules.encode(book.rules.start()): {"b1": (20, 20.0)}}
    book.write()
    table = GameController(new_session(GAME, ["mcts:deep", "human"]))
    [thought] = Engine().replies(table.request, table.rules, table.session.state, table.game_id)
    table.receive(table.request, thought)
    assert table.session.moves == ["b1"]
    assert table.message == "Deep plays from its book: 95% to win after 20 games."
    assert searches == []


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", '{"format": 1, "game": "hex:size=3", "positions": {}}', '{"format": 9}'),
        '{"format": 1, "game": "hex:size=2,swap=off", "positions": {"": {"a1": [1e999, 1]}}}',
        "[" * 100_000,
    ],
)
def test_invalid_book(home, searches, text):
    rules = load(GAME)
    path = load_book(rules).path
    path.parent.mkdir(parents=True)
    path.write_text(text)
    match = r"is not a valid book of hex:size=2,swap=off: .* Move the file away"
    with pytest.raises(FormatError, match=match):
        load_book(rules)
    assert make_player("mcts:deep").think(rules, rules.start(), Random(1)).book_games == 0
    assert len(searches) == 1


def test_invalid_arguments(home):
    for rules, spec, words in (
        (load(GAME), "human", "computer players"),
        (load(GAME), "mcts:0x", "Unknown player"),
        (load("pinball"), "greedy", "has no openings"),
        (type(load(GAME))(2, swap=False), "greedy", "needs a game ID"),
    ):
        with pytest.raises(OptionError, match=words):
            next(learn(rules, spec, 1))


def test_command(run):
    code, out, _ = run("learn", GAME, "--games", "4", "--player", "greedy")
    assert code == 0
    assert out.startswith(f"{GAME}: 4 games, 3 positions, ")
    assert "\nline: " in out
    _, out, _ = run("learn", "hex:2,swap=off", "--games", "1", "--player", "greedy")
    [line] = [line for line in out.splitlines() if line.endswith("%")]
    assert line.split()[1:] in (["5", "games", "100.0%"], ["5", "games", "0.0%"])
    code, _, err = run("learn", "pinball")
    assert (code, "has no openings" in err) == (2, True)


def test_full_disk(home, run, monkeypatch):
    def full(file):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    code, _, err = run("learn", GAME, "--games", "1", "--player", "greedy")
    assert code == 2
    assert "No space left on device); free some space, or set PUZZLEKIT_HOME to another" in err


def test_concurrent_learning(home):
    code = (
        "import sys; from puzzlekit import load; from puzzlekit.play.build_book import learn\n"
        "for _ in learn(load('hex:3'), 'random', 20, seed=int(sys.argv[1])): pass"
    )
    each = [subprocess.Popen([sys.executable, "-c", code, str(seed)]) for seed in range(2)]
    assert [one.wait() for one in each] == [0, 0]
    assert load_book(load("hex:3")).games == 40


def test_unwritable_folder(home):
    (home / "books").write_text("in the way")
    with pytest.raises(SaveError, match="Cannot write"):
        list(learn(load("hex:3"), "random", 1))


def test_repeated_position_counts_once_per_game(home):
    rules = Circle(4)
    book = Book(rules, "circle")
    for move in ["forth", "back"] * 3:
        states = [state_after(rules, [move] * ply) for ply in range(12)]
        book.add([(state, move, 0.5) for state in states])
    assert book.games == 6
    assert len(book.line()) <= 4
