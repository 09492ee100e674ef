"""Settings of the front end, remembered between runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from ..core.errors import OptionError, SaveError
from ..core.files import home, write_atomically
from .theme import GREY, PALETTES, THEMES

#: Seconds that a move takes, by the name of the speed.
SPEEDS = {"off": 0.0, "fast": 0.14, "normal": 0.28, "slow": 0.7}

SCALES = (0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)


@dataclass
class Settings:
    """What a person can choose; every field has a default that needs no thought."""

    theme: str = "dark"
    scale: float = 1.0
    speed: str = "normal"
    palette: str = "standard"
    letters: bool = False
    legal: bool = False
    think: bool = False
    sound: bool = True
    width: int = 1280
    height: int = 800
    #: Who played the seats of each game that was begun in the launcher, by its name.
    players: dict[str, list[str]] = field(default_factory=dict)

    @property
    def lettered(self) -> bool:
        """Whether letters tell colours apart: those of a palette of greys are too much alike."""
        return self.letters or self.palette == GREY

    def check(self) -> None:
        """Raise `OptionError` if a value makes no sense."""
        if self.theme not in THEMES or self.palette not in PALETTES or self.speed not in SPEEDS:
            raise OptionError("theme, palette or speed is unknown")
        if not 0.5 <= self.scale <= 4:
            raise OptionError(f"A scale of {self.scale} will not do: it must be from 0.5 to 4.")
        if not (480 <= self.width <= 16000 and 360 <= self.height <= 16000):
            raise OptionError(
                f"A window of {self.width}x{self.height} will not do: it must be from 480x360 to "
                "16000x16000."
            )

        for seats in self.players.values():
            if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
                raise OptionError("players are no lists of words")


def read() -> Settings:
    """Return the settings of the user's folder; what is missing or senseless has its default."""
    try:
        data = json.loads((home() / "settings.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Settings()
    if not isinstance(data, dict):
        return Settings()
    settings = Settings()
    for each in fields(Settings):
        value: Any = data.get(each.name)
        default = getattr(settings, each.name)
        if type(value) is type(default) or (type(value) is int and type(default) is float):
            setattr(settings, each.name, value)
            try:
                settings.check()
            except OptionError:
                setattr(settings, each.name, default)
    return settings


class SavedSettings:
    """The settings of a window; `instead` holds what to remember for values given only once."""

    def __init__(self, settings: Settings, instead: Mapping[str, Any], *, wanted: bool) -> None:
        self.settings, self.instead, self.wanted = settings, dict(instead), wanted
        self.trouble = ""
        self._written = self._now()

    def _now(self) -> dict[str, Any]:
        return {**asdict(self.settings), **self.instead}

    def write(self) -> None:
        """Write what has been changed here; another window may have changed the rest."""
        now = self._now()
        changed = _changed_values(self._written, now)
        if not (self.wanted and changed):
            return
        settings, players = read(), _changed_values(self._written["players"], now["players"])
        for name, value in changed.items():
            if name != "players":
                setattr(settings, name, value)
        settings.players.update(players)
        text = json.dumps(asdict(settings), indent=1) + "\n"
        try:
            write_atomically(home() / "settings.json", text)
            self._written, self.trouble = now, ""
        except SaveError as error:
            self.trouble = str(error)


def _changed_values(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in now.items() if value != before.get(name)}
