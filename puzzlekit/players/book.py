"""Opening books learned from games: how often each move was played, and what it scored.

A book belongs to one game ID and is a JSON file in the user's folder: positions as lines, with the
games and points of each move. A game adds its first position that is not in the book (Quasi
Best-First: G. Chaslot and others, Meta Monte-Carlo Tree Search for automatic opening book
generation, 2009).
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

#: Bytes that a book has at most.
MAX_BYTES = 64 << 20


class BookEntry(NamedTuple):
    """What is known of a move in a position: so many games, and the points of who made it."""

    move: str
    games: int
    total_score: float

    @property
    def mean_score(self) -> float:
        """The share of the points."""
        return self.total_score / self.games

    @property
    def score(self) -> float:
        """The share that may be expected, a game won and one lost counted besides.

        >>> Entry("c3", 8, 7.0).score
        0.8
        """
        return (self.total_score + 1) / (self.games + 2)


class Book:
    """The book of a game, empty until it is read; `game` is its ID if the rule book knows none.

    >>> from puzzlekit import load
    >>> rules = load("hex:3,swap=off")
    >>> book = Book(rules)
    >>> start = rules.start()
    >>> book.add([(start, "b2", 1.0), (rules.play(start, "b2"), "a1", 0.0)])
    >>> book.best(start), book.best(rules.play(start, "b2"))
    (Entry(move='b2', games=1, points=1.0), None)
    """

    def __init__(self, rules: Rules, game: str = "") -> None:
        self.rules, self.game = rules, game or (rules.setup.id if rules.setup is not None else "")
        digest = sha256(self.game.encode()).hexdigest()[:12]
        #: The file, which need not exist.
        self.path = home() / "books" / f"{type(rules.unwrapped).__name__.lower()}-{digest}.json"
        self.positions: dict[str, dict[str, tuple[int, float]]] = {}

    def best(self, state: State) -> BookEntry | None:
        """Return the move with the best score in a position, if the book has any."""
        return next(iter(self.entries(state)), None)

    def entries(self, state: State) -> list[BookEntry]:
        """Return what is known of the legal moves in a position, the best one first."""
        known = self.positions.get(self.rules.encode(state))
        legal = set(self.rules.legal_moves(state)) if known else set()
        found = [
            BookEntry(move, *counted) for move, counted in (known or {}).items() if move in legal
        ]
        return sorted(found, key=lambda entry: (entry.score, entry.games), reverse=True)

    def line(self) -> list[str]:
        """Return the most played moves from the start until the book ends or repeats."""
        state, found, met = self.rules.start(), list[str](), set[str]()
        while (line := self.rules.encode(state)) not in met and (entries := self.entries(state)):
            met.add(line)
            found.append(max(entries, key=lambda entry: entry.games).move)
            state = self.rules.play(state, found[-1])
        return found

    def add(self, plies: Iterable[tuple[State, str, float]]) -> None:
        """Add the positions, moves and points of a game; repeated positions count once."""
        met = set[str]()
        for state, move, points in plies:
            line = self.rules.encode(state)
            if line in met:
                continue
            met.add(line)
            is_new = line not in self.positions
            moves = self.positions.setdefault(line, {})
            games, sum_of_points = moves.get(move, (0, 0.0))
            moves[move] = games + 1, sum_of_points + points
            if is_new:
                break

    @property
    def games(self) -> int:
        """How many games it was learned from."""
        return sum(entry.games for entry in self.entries(self.rules.start()))

    def read(self) -> None:
        """Take in the file, if there is one; raise `FormatError` if that is no book of the game."""
        if not self.game or not self.path.exists():
            return
        try:
            data = json.loads(read_text(self.path, "a book", MAX_BYTES, FormatError))
            if data["format"] != FORMAT or data["game"] != self.game:
                raise ValueError("it is for another game or program")
            if data.get("checksum", _checksum(data["positions"])) != _checksum(data["positions"]):
                raise ValueError("it does not hold what was written")
            self.positions = {
                line: {move: (int(games), float(points)) for move, (games, points) in moves.items()}
                for line, moves in data["positions"].items()
            }
            if any(games < 1 for moves in self.positions.values() for games, _ in moves.values()):
                raise ValueError("it has a move that nobody played")
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise FormatError(
                f"{shorten_path(self.path)} is no book of {shorten_path(self.game)} ({error}); move it away and "
                "learn anew."
            ) from error

    def write(self) -> None:
        """Write the file, whole or not at all."""
        data = {"format": FORMAT, "game": self.game, "checksum": _checksum(self.positions)}
        data["positions"] = self.positions
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path, json.dumps(data, separators=(",", ":")))


def _checksum(positions: object) -> int:
    """Return the checksum of a book; those of older versions have none."""
    return zlib.crc32(json.dumps(positions).encode())


def load_book(rules: Rules) -> Book:
    """Return the book of a game, perhaps empty; raise `FormatError` if the file is no book."""
    book = Book(rules)
    book.read()
    return book
