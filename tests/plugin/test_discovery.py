"""Tests for plugin discovery in the plugin directories; a broken plugin does not affect others."""

import os
from types import SimpleNamespace

import pytest
from race_plugin import RULES
from support import SHIPPED

from puzzlekit import load
from puzzlekit.core.errors import PluginError, UnknownPluginError
from puzzlekit.plugin import discovery

pytestmark = pytest.mark.usefixtures("probes")


def race(name):
    """Return the source of a plugin with the given name."""
    return RULES.replace("Race", name)


#: Files that no plugin can be loaded from; `tests/testing/mistakes.txt` has more.
BROKEN = {
    "syntax": ("def x(:\n", ["invalid syntax", "line 1"]),
    "nulls": ("x = '\x00'\n", ["cannot be loaded"]),
    "raising": ("raise ValueError('one\\ntwo')\n", ["ValueError: one two"]),
    "silent": ("raise ValueError\n", ["ValueError: no reason given"]),
    "ending": (
        "import os\nos._exit(0)\n",
        ["loading ends the process (exit status 0); a plugin must not end the program"],
    ),
    "threaded": (
        "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\n",
        ["it starts a thread that prevents the program from exiting", "daemon=True"],
    ),
    "forking": ("import os\nos.fork()\n", ["it forks the process that loads it"]),
    "imported": ("from puzzlekit import Twisty, Sliding\n", ["0 plugins"]),
    "abstract": (
        'from puzzlekit import Rules\n\nclass Half(Rules):\n    """Half."""\n    name = "Half"\n',
        ["Half does not define legal_moves, pieces, result, start, apply"],
    ),
    "unseen": (race("Mine") + '    name = "\\u200b"\n', ["cannot be displayed"]),
    "control": (race("Mine") + '    name = "\\x1b[2J"\n', ["cannot be displayed"]),
}


def discover():
    """Return the names of all plugins, and the messages about broken ones."""
    found, broken = discovery.plugins()
    assert found.keys() >= set(SHIPPED)
    return set(found), [str(error) for error in broken]


def test_bundled_and_unknown_plugins(home):
    assert discover()[1] == []
    with pytest.raises(UnknownPluginError, match="Did you mean 'pinball'"):
        load("pinbal")


def test_file_in_plugins_folder(add_plugin, capsys):
    add_plugin("mine", race("Mine"))
    found, broken = discover()
    assert "mine" in found
    assert broken == []
    assert len(load("mine:5").board) == 5
    add_plugin("pair", race("_Base") + race("Pair"))
    add_plugin("_helper", "raise ValueError\n")
    found, broken = discover()
    assert broken == []
    assert "_helper" not in found
    assert load("pair").name == "Pair"
    add_plugin("chatty", "print('hello')\n" + race("Chatty"))
    assert load("chatty").name == "Chatty"
    out, err = capsys.readouterr()
    assert (out, err) == ("", "hello\n")


@pytest.mark.slow
def test_broken_files(add_plugin):
    paths = {name: str(add_plugin(name, text)) for name, (text, _) in BROKEN.items()}
    add_plugin("mine", race("Mine"))
    found, broken = discover()
    assert "mine" in found
    assert not found & set(BROKEN)
    assert len(broken) == len(BROKEN)
    for name, (_, words) in BROKEN.items():
        with pytest.raises(PluginError) as caught:
            load(name)
        sentence = str(caught.value)
        assert sentence in broken
        assert all(word in sentence for word in [name, paths[name], *words])
        assert "\n" not in sentence
        assert sentence.endswith(".")


@pytest.mark.slow
def test_name_of_bundled_plugin_is_taken(add_plugin, run):
    path = add_plugin("pinball", race("Mine"))
    assert "pinball.py was not checked, as its name is taken" in run("check", "pinball")[1]
    _, (sentence,) = discover()
    assert load("pinball").name == "Pinball"
    assert str(path) in sentence
    assert "its name is taken by puzzlekit.puzzles.pinball; rename the file" in sentence


@pytest.mark.parametrize(
    "name", ["my puzzle", "a=b", "x#1", "naïve", "-dash", "x.tws", "x.pgn", "x.sgf"]
)
def test_file_name_unusable_as_id(name, add_plugin):
    path = add_plugin(name, race("Mine"))
    found, (sentence,) = discover()
    assert name not in found
    assert str(path) in sentence
    assert "rename the file" in sentence


def test_folder_named_like_plugin(home):
    (home / "plugins" / "odd.py").mkdir(parents=True)
    discovery.entries.cache_clear()
    _, (sentence,) = discover()
    assert "odd" in sentence


def test_plugin_that_cannot_be_created(add_plugin):
    add_plugin("mine", race("Mine").replace("ring(end)", "ring({7: 7}[end])"))
    assert load("mine").name == "Mine"
    with pytest.raises(PluginError, match=r"'mine' cannot be created with.*KeyError: 5"):
        load("mine:5")


def test_installed_plugins(home, monkeypatch):
    # Installed packages register plugins in the entry point group `puzzlekit.plugins`.
    from importlib import metadata

    class Point:
        dist = SimpleNamespace(name="Elsewhere")

        def __init__(self, name, thing, value="elsewhere:Mine"):
            self.name, self.thing, self.value = name, thing, value

        def load(self):
            if isinstance(self.thing, Exception):
                raise self.thing
            return self.thing

    space = {"__name__": "elsewhere"}
    exec(race("Mine"), space)
    points = [Point(name, space["Mine"]) for name in ("mine", "pinball", "no id")]
    points += [Point("gone", ImportError("no such thing")), Point("why", ValueError("Why?"))]
    points += [Point("text", "Mine"), Point("void", None, value="")]
    monkeypatch.setattr(metadata, "entry_points", lambda group: points if group else None)
    uncached = discovery._installed_entries.__wrapped__
    monkeypatch.setattr(discovery, "_installed_entries", uncached)
    discovery.entries.cache_clear()
    found, sentences = discover()
    assert "mine" in found
    assert load("mine").name == "Mine"
    parts = ["no such thing; ", "not begin with -; ", "puzzles.pinball; "]
    parts += ["of type str, not a class; ", "package.module:Class; ", "Why? "]
    for part, sentence in zip(parts, sentences, strict=True):
        fix = "Fix" if "?" in part else "fix"
        assert sentence.endswith(f"{part}{fix} or uninstall the package Elsewhere.")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_pipes_and_devices_are_not_plugins(home):
    folder = home / "plugins" / "big"
    folder.mkdir(parents=True)
    for path in (home / "plugins" / "pipe.py", folder / "__init__.py"):
        os.mkfifo(path)
    (home / "plugins" / "zeros.py").symlink_to("/dev/zero")
    discovery.rescan()
    _, sentences = discover()
    for name in ("pipe.py", "__init__.py", "zeros.py"):
        assert any(f"{name} is not a regular file" in each for each in sentences)
