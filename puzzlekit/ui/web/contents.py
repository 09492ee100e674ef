"""What a web page shows besides boards: cards of plugins, rules, and variants."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...core.game_id import normalized
from ...core.options import options_of
from ...core.translation import translate
from ...play import guide
from ...play.lessons import open_example
from ...play.setup import make_setup
from ...players.player import HUMAN
from ...players.registry import OFFERED_PLAYERS
from ...plugin.discovery import plugin
from ...rules.base import Rules
from ..rules_sections import TABS, Section
from ..svg import picture


def card(name: str) -> dict[str, str]:
    """Return the ID, the title and a note on a plugin."""
    kind = plugin(name)
    level = guide.difficulty_tag(kind, guide.guide_entry(name))
    note = [kind.player_count(), translate(kind.family), level]
    return {"id": name, "name": kind.name, "note": " · ".join(filter(None, note))}


def card_picture(name: str, theme: str) -> str:
    """Return the start of a plugin as SVG text."""
    setup = make_setup(name)
    return picture(setup.rules, setup.start, theme=theme, net=True)


def rules_tabs(game: str, theme: str) -> list[dict[str, Any]]:
    """Return the tabs of the illustrated rules of a game."""
    rules = make_setup(game).rules
    return [
        {
            "title": translate(title),
            "sections": [
                _section(rules, each, theme, f"{tab}-{i}-")
                for i, each in enumerate(sections(rules))
            ],
        }
        for tab, (title, sections) in enumerate(TABS.items())
    ]


def _section(rules: Rules, section: Section, theme: str, prefix: str) -> dict[str, Any]:
    svg = []
    if section.example is not None:
        scene = open_example(rules, section.example)
        states = [scene.state, *(state for _, state in scene.steps[-1:])]
        svg = [
            picture(scene.rules, state, theme=theme, net=True, prefix=f"{prefix}{i}-")
            for i, state in enumerate(states)
        ]
    return {"title": section.title, "text": section.text, "pictures": svg, "rows": section.rows}


def variants(game: str, players: Iterable[str] = OFFERED_PLAYERS) -> dict[str, Any]:
    """Return the variants of a plugin as IDs, the names of its seats, and the players on offer."""
    setup = make_setup(game)
    name, rules = setup.game.name, setup.rules
    kind = type(rules.unwrapped)
    known = options_of(kind)
    defaults = {key: option.default for key, option in known.items()}
    ids = [
        [translate(title), str(normalized(name, known, {**defaults, **preset}))]
        for title, preset in kind.presets.items()
    ]
    seats = [translate(side) for side in rules.players] if rules.is_game() else []
    titles = {HUMAN: "Human", **OFFERED_PLAYERS}
    return {
        "variants": ids or [[translate(kind.name), name]],
        "seats": seats,
        "players": [[titles[spec], spec] for spec in (HUMAN, *players)],
    }
