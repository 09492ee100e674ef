"""Links and seats of shared games, which are kept when the server is stopped in the middle."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial

from ...core.errors import SaveError
from ...core.files import home, make_private_folder, read_json, write_atomically
from ...play.game_database import Library

#: Seconds since the last move of a game after which its command starts a new one.
MAX_AGE = 24 * 3600.0

#: Makes the secret of a link.
new_key = partial(secrets.token_urlsafe, 12)


@dataclass
class SharedGame:
    """A shared game: the command that started it, its links, and the seats of the devices."""

    command: list[str | None] = field(default_factory=list)
    host: str = ""
    port: int = 0
    key: str = field(default_factory=new_key)
    spectator_key: str = field(default_factory=new_key)
    #: A mapping from the token of each device to its seat in the first game.
    seats: dict[str, int] = field(default_factory=dict)
    #: The number of the game in the library, and the number of seats that rematches have shifted.
    number: int | None = None
    shift: int = 0

    def __post_init__(self) -> None:
        self._saved = ""

    def save(self, number: int, shift: int) -> None:
        """Save changes in the user's folder; only the latest game on a port is kept."""
        self.number, self.shift = number, shift
        text = json.dumps(asdict(self))
        if text != self._saved:
            self._saved = text
            path = make_private_folder(home() / "shared") / f"{self.port}.json"
            write_atomically(path, text)


def unfinished_games(
    command: list[str | None], host: str, port: int
) -> Iterator[tuple[int, SharedGame]]:
    """Yield the games that a command has shared on a port, or on any if it is 0.

    They are unfinished, and were last played less than `MAX_AGE` ago. Each one comes with its
    number. Devices keep their seats only if the address of this computer is still the same.
    """
    paths = sorted((home() / "shared").glob(f"{port or '*'}.json"))
    entries = Library().entries() if paths else []
    start = time.time() - MAX_AGE
    unfinished = {each.number for each in entries if not each.result and each.changed > start}
    for path in paths:
        with suppress(SaveError, TypeError):  # a damaged file, or one of another version
            game = SharedGame(**read_json(path, "a shared game", SaveError))
            if _types(game) != _types(SharedGame(command, number=0)) or game.command != command:
                continue
            if (number := game.number) not in unfinished or path.stem != str(game.port):
                continue
            if game.host != host:
                game = SharedGame(command, host, game.port)
            yield number, game


def _types(game: SharedGame) -> list[type]:
    return [type(value) for value in asdict(game).values()]
