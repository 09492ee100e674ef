"""Bit flips in cached and saved files: each is detected or harmless.

`python -m tests.flips 1000` flips bits 1,000 times in each kind of file.
"""

import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random

import numpy

from puzzlekit import load
from puzzlekit.core import disk_cache
from puzzlekit.core.errors import PuzzlekitError
from puzzlekit.play.game_database import Library
from puzzlekit.play.new_game import new_session
from puzzlekit.players.book import Book
from puzzlekit.solving.spaces.label_permutations import make_mechanism
from puzzlekit.solving.spaces.position_numbering import number_positions
from puzzlekit.solving.spaces.space import StateSpace
from puzzlekit.solving.spaces.store import FileStore


class SpaceFile:
    """A file of distances with some levels computed."""

    def __init__(self, folder):
        rules = load("fifteen:3,height=3")
        self.path = folder / "space"
        self.plan = number_positions(make_mechanism(rules), rules.goal)
        self.right = list(self._open().levels())
        self.path.unlink()
        for count in self._open().levels():
            if count == self.right[20]:
                break

    def _open(self, memory=1 << 30):
        file = FileStore(self.path, self.plan.key, self.plan.rows, self.plan.tracks.width, memory)
        return StateSpace(self.plan, file)

    def is_right(self):
        return list(self._open().levels()) == self.right


class LibraryFile:
    """A library, in which games can be lost but not changed."""

    def __init__(self, folder):
        self.path = folder / "games.sqlite3"
        for number in range(30):
            Library(self.path).add(new_session(f"hex:4 b2 c3 d{1 + number % 4}"))
        self.entries = {entry.number: entry for entry in Library(self.path).entries()}

    def is_right(self):
        library = Library(self.path)
        for entry in library.entries():
            number = entry.number
            moves = ["b2", "c3", f"d{1 + (number - 1) % 4}"]
            same = entry._replace(begun=0) == self.entries[number]._replace(begun=0)
            with suppress(PuzzlekitError):
                same &= library.open(number)[0].all_moves == moves
            if not same:
                return False
        return True


class BookFile:
    """An opening book."""

    def __init__(self, folder):
        self.rules = rules = load("hex:3,swap=off")
        book, start = Book(rules), rules.start()
        for move in rules.legal_moves(start):
            book.add([(start, move, 1.0), (rules.play(start, move), "a1", 0.5)])
            book.add([(start, move, 0.0)])
        book.write()
        self.path, self.right = book.path, book.positions

    def is_right(self):
        book = Book(self.rules)
        book.read()
        return book.positions == self.right


class Tables:
    """Tables in the cache."""

    def __init__(self, folder):
        os.environ["PUZZLEKIT_CACHE"] = str(folder)
        disk_cache.load_or_make("key", self._make)
        (self.path,) = disk_cache.cache_path().iterdir()

    def _make(self):
        return {"one": numpy.arange(500), "two": numpy.eye(9, dtype=numpy.int8)}

    def is_right(self):
        found = disk_cache.load_or_make("key", self._make)
        return all((found[name] == each).all() for name, each in self._make().items())


KINDS = (BookFile, Tables, LibraryFile, SpaceFile)


def run(kind, times, folder, seed=1):
    """Return the flips that silently changed a result, and the number of detected ones."""
    file, rng = kind(folder), Random(seed)
    good, wrong, found = file.path.read_bytes(), [], 0
    for _ in range(times):
        for each in file.path.parent.glob(f"{file.path.stem}*"):
            each.unlink()
        content = bytearray(good)
        places = [rng.randrange(8 * len(good)) for _ in range(rng.choice((1, 1, 3)))]
        for place in places:
            content[place // 8] ^= 1 << place % 8
        file.path.write_bytes(content)
        try:
            if not file.is_right():
                wrong.append(places)
        except PuzzlekitError:
            found += 1
    return wrong, found


def main():
    """Flip bits the number of times given on the command line."""
    failed = False
    for kind in KINDS:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["PUZZLEKIT_HOME"] = folder
            wrong, found = run(kind, int(sys.argv[1]), Path(folder))
        print(f"{kind.__name__}: {found:,} found; wrong without a word: {wrong or 'none'}")
        failed |= bool(wrong)
    return failed


if __name__ == "__main__":
    sys.exit(main())
