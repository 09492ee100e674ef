"""Opening books learned from games.

A book belongs to one game ID. It is a JSON file in the user's folder. For each encoded position, it
stores the number of games and the points of each move. Each game adds its first position that is
not in the book (Quasi Best-First: G. Chaslot and others, Meta Monte-Carlo Tree Search for automatic
opening book generation, 2009).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from ..core.errors import FormatError, shorten_path
from ..core.files import home, read_text, write_atomically
from ..rules.base import Rules, State

FORMAT = 1

#: Maximum size of a book file in bytes.
MAX_BYTES = 64 << 20


class BookEntry(NamedTuple):
    """A move in a position, with its number of games and the mover's total score."""

    move: str
    games: int
    total_score: float

    @property
    def mean_score(self) -> float:
        """The mean score per game (0 to 1)."""
        return self.total_score / self.games

    @property
    def score(self) -> float:
        """The expected score: the mean with one more win and one more loss (rule of succession).

        >>> BookEntry("c3", 8, 7.0).score
        0.8
        """
        return (self.total_score + 1) / (self.games + 2)


class Book:
    """The opening book of a game, which is empty until `read` is called.

    `game` is the game ID, if `rules` has none.

    >>> from puzzlekit import load
    >>> rules = load("hex:3,swap=off")
    >>> book = Book(rules)
    >>> start = rules.start()
    >>> book.add([(start, "b2", 1.0), (rules.play(start, "b2"), "a1", 0.0)])
    >>> book.best(start), book.best(rules.play(start, "b2"))
    (BookEntry(move='b2', games=1, total_score=1.0), None)
    """

    def __init__(self, rules: Rules, game: str = "") -> None:
        self.rules, self.game = rules, game or (rules.setup.id if rules.setup is not None else "")
        digest = sha256(self.game.encode()).hexdigest()[:12]
        #: The path of the file, which need not exist.
        self.path = home() / "books" / f"{type(rules.unwrapped).__name__.lower()}-{digest}.json"
        self.positions: dict[str, dict[str, tuple[int, float]]] = {}

    def best(self, state: State) -> BookEntry | None:
        """Return the entry with the best score in a position, or None if the book has no move."""
        return next(iter(self.entries(state)), None)

    def entries(self, state: State) -> list[BookEntry]:
        """Return the entries of the legal moves in a position, best first."""
        known = self.positions.get(self.rules.encode(state))
        legal = set(self.rules.legal_moves(state)) if known else set()
        entries = [
            BookEntry(move, *counted) for move, counted in (known or {}).items() if move in legal
        ]
        return sorted(entries, key=lambda entry: (entry.score, entry.games), reverse=True)

    def line(self) -> list[str]:
        """Return the moves played most often from the start until the book ends or repeats."""
        state, moves, seen = self.rules.start(), list[str](), set[str]()
        while (line := self.rules.encode(state)) not in seen and (entries := self.entries(state)):
            seen.add(line)
            moves.append(max(entries, key=lambda entry: entry.games).move)
            state = self.rules.play(state, moves[-1])
        return moves

    def add(self, plies: Iterable[tuple[State, str, float]]) -> None:
        """Add the positions, moves and points of a game, counting repeated positions once."""
        seen = set[str]()
        for state, move, points in plies:
            line = self.rules.encode(state)
            if line in seen:
                continue
            seen.add(line)
            is_new = line not in self.positions
            moves = self.positions.setdefault(line, {})
            games, sum_of_points = moves.get(move, (0, 0.0))
            moves[move] = games + 1, sum_of_points + points
            if is_new:
                break

    @property
    def games(self) -> int:
        """The number of games in the book."""
        return sum(entry.games for entry in self.entries(self.rules.start()))

    def read(self) -> None:
        """Read the file if it exists; raise `FormatError` if the file is not a book of the game."""
        if not self.game or not self.path.exists():
            return
        try:
            data = json.loads(read_text(self.path, "a book", MAX_BYTES, FormatError))
            if data["format"] != FORMAT or data["game"] != self.game:
                raise ValueError("it belongs to another game or format")
            if data.get("checksum", _checksum(data["positions"])) != _checksum(data["positions"]):
                raise ValueError("its checksum is wrong")
            self.positions = {
                line: {move: (int(games), float(points)) for move, (games, points) in moves.items()}
                for line, moves in data["positions"].items()
            }
            if any(games < 1 for moves in self.positions.values() for games, _ in moves.values()):
                raise ValueError("it contains a move without games")
        except (
            *(ValueError, TypeError, KeyError, AttributeError),
            *(ArithmeticError, RecursionError),
        ) as error:
            raise FormatError(
                f"{shorten_path(self.path)} is not a valid book of {shorten_path(self.game)}: "
                f"{error}. Move the file away and run `puzzlekit learn` again."
            ) from error

    def write(self) -> None:
        """Write the file atomically."""
        data = {"format": FORMAT, "game": self.game, "checksum": _checksum(self.positions)}
        data["positions"] = self.positions
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path, json.dumps(data, separators=(",", ":")))


def _checksum(positions: object) -> int:
    """Return the checksum of a book. Books of older versions have no checksum."""
    return zlib.crc32(json.dumps(positions).encode())


def load_book(rules: Rules) -> Book:
    """Return a game's book, empty if there is no file; raise `FormatError` if it is invalid."""
    book = Book(rules)
    book.read()
    return book
