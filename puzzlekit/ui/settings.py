"""Settings of the front ends, saved between runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from ..core.errors import OptionError, SaveError
from ..core.files import home, read_json, write_atomically
from ..core.translation import LANGUAGES
from .theme import GREY, PALETTES, THEMES

#: Duration of a move in seconds, for each speed.
SPEEDS = {"off": 0.0, "fast": 0.14, "normal": 0.28, "slow": 0.7}

SCALES = (0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)


@dataclass
class Settings:
    """User settings with their defaults."""

    theme: str = "dark"
    scale: float = 1.0
    speed: str = "normal"
    palette: str = "standard"
    letters: bool = False
    legal: bool = False
    think: bool = False
    sound: bool = True
    #: The code of the language, or "" for the language of the system.
    language: str = ""
    inspection: bool = False
    width: int = 1280
    height: int = 800
    #: Players in the last game started from the launcher, for each plugin.
    players: dict[str, list[str]] = field(default_factory=dict)
    #: Plugins whose lesson (guided game) has been offered.
    lessons_offered: list[str] = field(default_factory=list)
    #: Names of the favourite plugins.
    favourites: list[str] = field(default_factory=list)

    @property
    def uses_letters(self) -> bool:
        """True if letters distinguish colours, as they always do on grey pieces."""
        return self.letters or self.palette == GREY

    def check(self) -> None:
        """Raise `OptionError` if a value is invalid."""
        if self.theme not in THEMES or self.palette not in PALETTES or self.speed not in SPEEDS:
            raise OptionError("Unknown theme, palette or speed.")
        if self.language and self.language not in LANGUAGES:
            raise OptionError("Unknown language.")
        if not 0.5 <= self.scale <= 4:
            raise OptionError(f"Invalid interface scale {self.scale}: must be from 0.5 to 4.")
        if not (480 <= self.width <= 16000 and 360 <= self.height <= 16000):
            raise OptionError(
                f"Invalid window size {self.width}x{self.height}: must be from 480x360 to "
                "16000x16000."
            )
        lists = (*self.players.values(), self.lessons_offered, self.favourites)
        for names in lists:
            if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
                raise OptionError("Players, lessons and favourites must be lists of strings.")


def read() -> Settings:
    """Return the user's settings, replacing missing or invalid values by defaults."""
    return _parse(_read_file())


def _read_file() -> dict[str, Any]:
    """Return the contents of the settings file, or nothing if it cannot be read."""
    try:
        data = read_json(home() / "settings.json", "settings", OptionError)
    except OptionError:
        return {}
    return data if isinstance(data, dict) else {}


def _parse(data: Mapping[str, Any]) -> Settings:
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
    """Settings of a window; `saved` has the saved values of settings overridden for this run."""

    def __init__(self, settings: Settings, saved: Mapping[str, Any], *, wanted: bool) -> None:
        self.settings, self.saved, self.should_save = settings, dict(saved), wanted
        self.error = ""
        self._written = self._current_values()

    def _current_values(self) -> dict[str, Any]:
        return {**asdict(self.settings), **self.saved}

    def write(self) -> None:
        """Save only the settings changed in this window.

        Another window may have changed others, and another version of puzzlekit may know others.
        """
        now = self._current_values()
        changed = _changed_values(self._written, now)
        if not (self.should_save and changed):
            return
        data = _read_file()
        saved = asdict(_parse(data))
        if "players" in changed:
            players = _changed_values(self._written["players"], now["players"])
            changed["players"] = {**saved["players"], **players}
        text = json.dumps({**saved, **data, **changed}, indent=1) + "\n"
        try:
            write_atomically(home() / "settings.json", text)
            self._written, self.error = now, ""
        except SaveError as error:
            self.error = str(error)


def _changed_values(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in now.items() if value != before.get(name)}
