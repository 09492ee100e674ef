"""Contents of a web page except boards: labels, cards of plugins, rules, and variants."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...core.capabilities import PLATFORM
from ...core.formatting import searchable
from ...core.game_id import normalized
from ...core.options import options_of
from ...core.translation import _, translate
from ...play import guide
from ...play.lessons import open_example
from ...play.setup import parse_setup
from ...players.mcts_player import affordable_levels
from ...players.player import HUMAN
from ...players.registry import OFFERED_PLAYERS, TITLES
from ...plugin.discovery import plugin
from ...rules.base import Rules
from ..rules_sections import TABS, Section, Tabs, key_sections, tabs_of
from ..svg import picture
from ..theme import look

#: The labels of the page by their English texts, in the user's language.
LABELS = {
    "Add a plugin": _("Add a plugin"),
    "Begin": _("Begin"),
    "Cancel": _("Cancel"),
    "Close": _("Close"),
    "Colour-blind": _("Colour-blind"),
    "Continue": _("Continue"),
    "Games and puzzles": _("Games and puzzles"),
    "ID": _("ID"),
    "Lesson": _("Lesson"),
    "Link": _("Link"),
    "Link copied": _("Link copied"),
    "Link to this position": _("Link to this position"),
    "Loading …": _("Loading …"),
    "Moves": _("Moves"),
    "New": _("New"),
    "New game": _("New game"),
    "No matches": _("No matches"),
    "Not saved": _("Not saved"),
    "Play a game": _("Play a game"),
    "Python cannot be loaded.": _("Python cannot be loaded."),
    "Remove": _("Remove"),
    "Resign?": _("Resign?"),
    "Retry": _("Retry"),
    "Rules": _("Rules"),
    "Search": _("Search"),
    "The plugin is not responding.": _("The plugin is not responding."),
    "The server is not responding.": _("The server is not responding."),
    "This plugin cannot be used": _("This plugin cannot be used"),
    "Type a move": _("Type a move"),
    "Variant": _("Variant"),
}

#: The tabs of the rules, with only the keys that work on a page.
PAGE_TABS: Tabs = {**TABS, _("Keys"): partial(key_sections, on_page=True)}


def card(name: str) -> dict[str, str]:
    """Return the ID of a plugin, its title, a note on it, and the string to search."""
    kind = plugin(name)
    note = guide.card_note(kind, guide.guide_entry(name))
    text = searchable(" ".join([name, kind.name, note, *map(translate, kind.presets)]))
    return {"id": name, "name": kind.name, "note": note, "text": text}


def offered_players(rules: Rules) -> list[str]:
    """Return the players on offer: without a compiler, only those that are fast enough."""
    if not rules.is_game():
        return []
    if PLATFORM.compiler:
        return [HUMAN, *OFFERED_PLAYERS]
    return [HUMAN, "random", "greedy", *(f"mcts:{level}" for level in affordable_levels(rules))]


def card_picture(name: str, theme: str) -> str:
    """Return the start of a plugin as SVG text."""
    setup = parse_setup(name)
    return picture(setup.rules, setup.start, **look(theme))


def rules_tabs(game: str, theme: str) -> list[dict[str, Any]]:
    """Return the tabs of the illustrated rules of a game."""
    rules = parse_setup(game).rules
    return [
        {
            "title": translate(title),
            "sections": [
                _section(rules, each, theme, f"{tab}-{i}-")
                for i, each in enumerate(PAGE_TABS[title](rules))
            ],
        }
        for tab, title in enumerate(tabs_of(rules))
    ]


def _section(rules: Rules, section: Section, theme: str, prefix: str) -> dict[str, Any]:
    svg = []
    if section.example is not None:
        scene = open_example(rules, section.example)
        states = [scene.state, *(state for _, state in scene.steps[-1:])]
        svg = [
            picture(scene.rules, state, prefix=f"{prefix}{i}-", **look(theme))
            for i, state in enumerate(states)
        ]
    return {"title": section.title, "text": section.text, "pictures": svg, "rows": section.rows}


def variants(game: str) -> dict[str, Any]:
    """Return the variants of a plugin as IDs, the names of its seats, and the players on offer."""
    setup = parse_setup(game)
    name, rules = setup.game.name, setup.rules
    kind = type(rules.unwrapped)
    known = options_of(kind)
    defaults = {key: option.default for key, option in known.items()}
    ids = [
        [translate(title), str(normalized(name, known, {**defaults, **preset}))]
        for title, preset in kind.presets.items()
    ]
    seats = [translate(side) for side in rules.players] if rules.is_game() else []
    return {
        "variants": ids or [[translate(kind.name), name]],
        "seats": seats,
        "players": [[translate(TITLES[spec]), spec] for spec in offered_players(rules)],
    }
