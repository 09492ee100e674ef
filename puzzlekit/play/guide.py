"""The guide to all plugins: measured length, size and difficulty, and tags.

The measurements are in `_guide.json` beside the plugins, written by `benchmarks/guide.py`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..core.errors import FormatError
from ..core.files import read_json
from ..core.translation import _, translate
from ..plugin.discovery import plugin_path
from ..rules.base import Rules

#: The name of the file with measurements.
FILE = "_guide.json"

EASY, MEDIUM, HARD = _("easy"), _("medium"), _("hard")
SHORT, LONG = _("short"), _("long")

#: Thresholds for medium and hard: decimal logarithms of the number of positions of a puzzle, and of
#: the number of ways to play a game.
PUZZLE_SIZES, GAME_SIZES = (6, 12), (70, 150)

#: Lengths up to which a puzzle or game is short, and from which it is long: moves of the farthest
#: position, and moves per random game.
PUZZLE_LENGTHS, GAME_LENGTHS = (20, 50), (60, 120)


class GuideEntry(NamedTuple):
    """Measurements of a plugin with its default options.

    `length` is the mean number of moves of a random game, or the (minimum) distance of the farthest
    position of a puzzle. `choices` is the mean number of legal moves. `size` is the decimal
    logarithm of the number of positions of a puzzle, or of the number of possible games. None
    means unknown.
    """

    length: float | None = None
    choices: float | None = None
    size: float | None = None


def guide_entry(name: str) -> GuideEntry:
    """Return the measurements of a plugin, which are all None if it was not measured."""
    path = plugin_path(name)
    return GuideEntry() if path is None else _read(path.with_name(FILE)).get(name, GuideEntry())


@cache
def _read(path: Path) -> dict[str, GuideEntry]:
    """Return the valid entries of a file, or {} if there is no such file."""
    try:
        data = read_json(path, "a list of measurements", FormatError)
        rows = {name: GuideEntry(**facts) for name, facts in data.items()}
    except (FormatError, TypeError, AttributeError):
        return {}
    return {
        name: entry
        for name, entry in rows.items()
        if all(isinstance(value, int | float | None) for value in entry)
    }


def difficulty_tag(kind: type[Rules], entry: GuideEntry) -> str:
    """Return easy, medium or hard, or an empty string if unknown."""
    if entry.size is None:
        return ""
    medium, hard = GAME_SIZES if len(kind.players) > 1 else PUZZLE_SIZES
    return EASY if entry.size < medium else MEDIUM if entry.size < hard else HARD


def length_tag(kind: type[Rules], entry: GuideEntry) -> str:
    """Return short or long, or an empty string if in between or unknown."""
    if entry.length is None:
        return ""
    short, long = GAME_LENGTHS if len(kind.players) > 1 else PUZZLE_LENGTHS
    return SHORT if entry.length <= short else LONG if entry.length >= long else ""


def all_tags(kind: type[Rules], entry: GuideEntry) -> list[str]:
    """Return the tags of a plugin: its family, its own tags, its difficulty and its length.

    A tag is one word, such as easy or territory-game.
    """
    tags = [
        translate(kind.family),
        _("game") if len(kind.players) > 1 else _("puzzle"),
        *map(translate, kind.tags),
        difficulty_tag(kind, entry),
        length_tag(kind, entry),
    ]
    return ["-".join(tag.split()) for tag in dict.fromkeys(map(str.casefold, tags)) if tag]


def card_note(kind: type[Rules], entry: GuideEntry) -> str:
    """Return the number of players, the family and the difficulty of a plugin, for its card."""
    family = translate(kind.family) or ("" if len(kind.players) > 1 else _("puzzle"))
    return " · ".join(filter(None, (kind.player_count(), family, difficulty_tag(kind, entry))))


def describe_length(kind: type[Rules], entry: GuideEntry) -> str:
    """Return a sentence on the length of a game, or an empty string if unknown."""
    if entry.length is None or len(kind.players) == 1:
        return ""
    return _("About {length:.0f} moves per game, {choices:.0f} legal moves per position.").format(
        length=entry.length, choices=entry.choices or 0
    )
