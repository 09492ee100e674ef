"""Books of openings: learning them, keeping them, playing by them."""

from random import Random

import pytest

from puzzlekit import OptionError, load
from puzzlekit.core.errors import FormatError
from puzzlekit.play.learning import learn
from puzzlekit.players import deep
from puzzlekit.players.book import Entry, book_of
from puzzlekit.players.named import player
from puzzlekit.players.player import Thought

GAME = "hex:2,swap=off"


class Second:
    """Stands for a search: plays the second of the legal moves."""

    def think(self, rules, state, rng, limit=None):
        moves = rules.moves(state)
        return Thought(moves[min(1, len(moves) - 1)])


def test_a_game_adds_its_first_new_position(home):
    rules = load(GAME)
    start = rules.start()
    after = rules.play(start, "b1")
    book = book_of(rules)
    game = [(start, "b1", 1.0), (after, "a1", 0.0), (rules.play(after, "a1"), "b2", 1.0)]
    for length in (1, 2, 3, 3):
        book.add(game)
        assert len(book.positions) == min(length, 3)
    assert book.games == 4
    assert book.entries(after) == [Entry("a1", 3, 0.0)]
    assert book.line() == ["b1", "a1", "b2"]


def test_better_moves_are_found_by_losing(home):
    """On two by two cells the first player wins by a2 or b1, and loses by the two others."""
    rules = load(GAME)
    books = list(learn(rules, "mcts:30", 12))
    assert [book.games for book in books] == list(range(1, 13))
    best = books[-1].best(rules.start())
    assert best.move in ("a2", "b1")
    assert best.score > 0.8
    again = book_of(rules)
    assert again.positions == books[-1].positions
    *_, further = learn(rules, "mcts:30", 2)
    assert further.games == 14


def test_the_deep_player_believes_what_was_played_often(home, monkeypatch):
    rules = load(GAME)
    book, start = book_of(rules), rules.start()
    for games, move in ((deep.BELIEVED - 1, "a1"), (deep.BELIEVED, "b1")):
        book.positions = {rules.line_of(start): {"b1": (games, float(games))}}
        book.write()
        mind = player("mcts:deep")
        mind.search = Second()
        thought = mind.think(rules, start, Random(1))
        assert (thought.move, thought.book) == (
            ("b1", games) if move == "b1" else (rules.moves(start)[1], 0)
        )
    assert thought.outlook == "92 % to win"
    book.positions = {rules.line_of(start): {"a1": (50, 10.0)}}  # it loses
    book.write()
    mind = player("mcts:deep")
    mind.search = Second()
    assert mind.think(rules, start, Random(1)).book == 0


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"format": 1, "game": "hex:size=3", "positions": {}}', '{"format": 9}'],
)
def test_a_file_that_is_no_book(home, text):
    rules = load(GAME)
    path = book_of(rules).path
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises(FormatError, match=r"is no book of hex:size=2,swap=off .*; move it away"):
        book_of(rules)
    mind = player("mcts:deep")
    mind.search = Second()
    assert mind.think(rules, rules.start(), Random(1)).book == 0


def test_what_cannot_be_learned(home):
    for rules, spec, words in (
        (load(GAME), "human", "computer players"),
        (load(GAME), "mcts:0x", "There is no player"),
        (load("pinball"), "greedy", "has no openings"),
        (type(load(GAME))(2, swap=False), "greedy", "belongs to a game ID"),
    ):
        with pytest.raises(OptionError, match=words):
            next(learn(rules, spec, 1))


def test_the_command(run):
    code, out, _ = run("learn", GAME, "--games", "4", "--player", "greedy")
    assert code == 0
    assert out.startswith(f"{GAME}: 4 games, 3 positions, ")
    assert "\nline: " in out
    code, _, err = run("learn", "pinball")
    assert (code, "has no openings" in err) == (2, True)
