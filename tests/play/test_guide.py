"""The guide: measurements beside the plugins, and tags."""

import pytest
from support import twisty_source

from puzzlekit.play import guide
from puzzlekit.plugin.discovery import plugins


def test_guide_entries_and_tags(home):
    missing = [name for name in plugins()[0] if guide.guide_entry(name).size is None]
    assert missing == []
    kinds = plugins()[0]
    hex_tags = guide.all_tags(kinds["hex"], guide.guide_entry("hex"))
    assert hex_tags[:2] == ["connection-game", "game"]
    assert "puzzle" in guide.all_tags(kinds["cube"], guide.GuideEntry())


@pytest.mark.parametrize(
    ("size", "difficulty"), [(None, ""), (3, "easy"), (6, "medium"), (19.6, "hard")]
)
def test_puzzle_difficulty(size, difficulty):
    entry = guide.GuideEntry(size=size)
    assert guide.difficulty_tag(plugins()[0]["cube"], entry) == difficulty


def test_card_note():
    class Duel(plugins()[0]["hex"]):
        family = ""

    class Plain(plugins()[0]["cube"]):
        family = ""

    assert guide.card_note(Duel, guide.GuideEntry()) == "2 players"
    assert guide.card_note(Plain, guide.GuideEntry(size=3)) == "solitaire · puzzle · easy"


def test_guide_next_to_user_plugin(home, add_plugin):
    add_plugin("plain", twisty_source("Plain", methods="    tags = ('own',)\n"))
    path = home / "plugins" / "_guide.json"
    for text in ('{"plain": {"size": 3}}', "[", '{"plain": {"size": "x"}}', '{"plain": {"y": 1}}'):
        path.write_text(text)
        guide._read.cache_clear()
        entry = guide.guide_entry("plain")
        assert entry.size == (3 if text.endswith("3}}") else None)
    assert "own" in guide.all_tags(plugins()[0]["plain"], entry)
