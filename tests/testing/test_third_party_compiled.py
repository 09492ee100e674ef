"""Tests for third-party games with a fast path in a folder.

Other processes reuse the compiled code until any file of the game changes.
"""

import json
from textwrap import indent

import pytest
from race_plugin import FACE, IMPORTS, KERNEL, RULES, STEP
from support import ROOT, clear_plugin_caches, run_python

from puzzlekit.core.code_cache import plugin_sources, source_digest

pytestmark = pytest.mark.slow

IN_FOLDER = """
    def compiled_rules(self):
        from .fast import fast

        return fast(self)
"""

#: Code that prints a report on the loaded plugin.
WATCH = """
import json
from puzzlekit import load
from puzzlekit.plugin.discovery import plugins
from puzzlekit.testing.contract import inspect_rules

rules = load("race")
stats = [function.dispatcher.stats for function in rules.compiled.kernel[:3]]
print(json.dumps({
    "problems": inspect_rules(rules).problems,
    "moves": len(rules.legal_moves(rules.start())),
    "found": sum(sum(each.cache_hits.values()) for each in stats),
    "compiled": sum(sum(each.cache_misses.values()) for each in stats),
    "broken": [str(error) for error in plugins()[1]],
}))
"""


def write_folder(folder):
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(RULES + IN_FOLDER)
    (folder / "fast_board.py").write_text(f"{IMPORTS}\nMOST = 2\n\n{STEP}")
    text = f"{IMPORTS}from .fast_board import MOST, step\n{KERNEL}\n\ndef fast(rules):"
    (folder / "fast.py").write_text(text + indent(FACE, " " * 4))
    return [folder / "__init__.py", folder / "fast_board.py"]


@pytest.fixture
def run_games(tmp_path):
    def watched():
        env = {
            "PUZZLEKIT_HOME": str(tmp_path / "home"),
            "PUZZLEKIT_CACHE": str(tmp_path / "cache"),
            "PYTHONPATH": str(ROOT),
        }
        ran = run_python("-W", "error", "-c", WATCH, env=env)
        assert ran.returncode == 0, ran.stderr
        found = json.loads(ran.stdout)
        assert (found["problems"], found["broken"]) == ([], [])
        return found["moves"], found["found"], found["compiled"]

    return watched


def test_changed_games_are_recompiled(tmp_path, run_games):
    paths = write_folder(tmp_path / "home" / "plugins" / "race")
    assert run_games() == (2, 0, 3)
    for path in paths:  # to another size: within a second, .pyc files would seem to be current
        path.write_text(path.read_text().replace("MOST = 2", "MOST = 3  # changed"))
    assert run_games() == (3, 0, 3)


def test_machine_code_sources(tmp_path):
    top = tmp_path / "package"
    inner, beside = top / "game", tmp_path / "beside.py"
    inner.mkdir(parents=True)
    files = [top / "__init__.py", inner / "__init__.py", inner / "fast.py", top / "other.py"]
    for path in (*files, beside):
        path.write_text("")
    fast = str(inner / "fast.py")
    assert [path.name for path in plugin_sources(fast)] == [path.name for path in files]
    assert plugin_sources(str(beside)) == [beside.resolve()]
    before = source_digest(fast)
    beside.write_text("x = 1")
    assert source_digest(fast) == before
    (top / "other.py").write_text("x = 1")
    assert source_digest(fast) != before


def test_folders_that_are_not_plugins(add_plugin, list_plugins):
    folder = add_plugin("mine", RULES).parent
    for name in ("_helpers", ".hidden", "__pycache__"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text("raise ValueError")
    (folder / "pictures").mkdir()
    (folder / "pictures" / "a.png").write_text("")
    found, errors = list_plugins()
    assert "mine" in found
    assert errors == []
    (folder / "half").mkdir()
    (folder / "half" / "game.py").write_text(RULES)
    assert list_plugins()[1] == [
        f"puzzlekit: The plugin 'half' ({folder / 'half'}) cannot be used: the folder has no "
        "__init__.py; give the file with the rules this name."
    ]


def test_rules_in_other_file_of_folder(home, list_plugins):
    folder = home / "plugins" / "race"
    folder.mkdir(parents=True)
    (folder / "rules.py").write_text(RULES)
    (folder / "__init__.py").write_text("from .rules import Race\n")
    found, errors = list_plugins()
    assert ("race" in found, errors) == (True, [])


@pytest.fixture
def list_plugins(run):
    def listed():
        clear_plugin_caches()
        code, out, err = run("list")
        assert code == 0
        names = [line.split()[0] for line in out.splitlines()]
        return names, [line for line in err.splitlines() if line.startswith("puzzlekit:")]

    return listed
