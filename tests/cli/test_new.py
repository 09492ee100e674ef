"""Tests for the plugin templates of the command `new` and for their tests."""

import json
import os
import shlex

import pytest
from support import ROOT, clear_plugin_caches, module_at, needs_numba, run_python, sample

from puzzlekit import load
from puzzlekit.cli.new import KINDS


@pytest.mark.slow
@needs_numba  # without it, a notice is printed
@pytest.mark.parametrize("kind", sample(KINDS, 2))
def test_new_plugin_passes_its_tests(kind, run, home):
    code, out, err = run("new", "my-own", "--kind", kind)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == f"Created:    {home / 'plugins' / 'my-own.py'}"
    clear_plugin_caches()
    module = module_at(home / "plugins" / "_test_my_own.py")
    tests = [test for name, test in vars(module).items() if name.startswith("test_")]
    assert len(tests) == 2
    for test in tests:
        test()
    assert run("rules", "my-own")[1].startswith("My own\n")
    assert (load("my-own").compiled is not None) == (kind == "connection")


@pytest.mark.slow
def test_build_and_discover_new_package(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("new", "crossing", "--kind", "connection", "--package")
    assert code == 0
    assert "python -m pip install -e ./puzzlekit-crossing\n" in out
    folder = tmp_path / "puzzlekit-crossing"
    run_python("-m", "hatchling", "build", "-t", "wheel", cwd=folder, check=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    env = {"PYTHONPATH": os.pathsep.join([str(wheel), str(ROOT)])}
    done = run_python("-m", "puzzlekit", "list", "--json", cwd=tmp_path, env=env, check=True)
    assert "crossing" in {each["id"] for each in json.loads(done.stdout)}


@pytest.mark.parametrize(("name", "kind"), [("stones", "MyStones"), ("none", "MyNone")])
def test_class_of_new_plugin_has_a_free_name(name, kind, run, home):
    run("new", name)
    source = (home / "plugins" / f"{name}.py").read_text()
    assert f"\nclass {kind}(StoneGame):\n" in source
    compile(source, name, "exec")


def test_printed_command_works_with_the_folder_of_a_mac(run, home, monkeypatch):
    monkeypatch.setenv("PUZZLEKIT_HOME", str(home / "Application Support"))
    command = run("new", "mine")[1].splitlines()[-1].split("-m pytest ")[1]
    assert shlex.split(command) == [str(home / "Application Support" / "plugins" / "_test_mine.py")]


def test_existing_files_are_not_overwritten(command_error, home):
    existing = home / "plugins" / "_test_mine.py"
    existing.parent.mkdir()
    existing.write_text("mine")
    assert "_test_mine.py already exists; choose another name" in command_error("new", "mine")
    assert existing.read_text() == "mine"
    assert not (home / "plugins" / "mine.py").exists()
